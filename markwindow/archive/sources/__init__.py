"""Where pages come from. `open_sources` knows all kinds; each is a module that yields `RawPage` objects."""

from markwindow.archive.sources.opening import archive_names, count_pages, is_single_page, open_sources
from markwindow.archive.sources.pages import READ_LIMIT, Archive, Content, PageError, RawPage, Source, shown

__all__ = [
    "READ_LIMIT",
    "Archive",
    "Content",
    "PageError",
    "RawPage",
    "Source",
    "archive_names",
    "count_pages",
    "is_single_page",
    "open_sources",
    "shown",
]
