"""Text that a page holds but does not display: in data of scripts, templates and hidden elements.

`elements`  which elements are hidden
`settle`    hidden text that was kept: a copy of shown text goes, a hidden body stays
`scripts`   the data in scripts, read without running anything
`strings`   which string of the data is the page's text
`shells`    pages that have no text of their own, and why
`find`      all of it together, for pages of whose displayed text hardly any was kept
"""
