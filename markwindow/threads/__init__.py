"""What readers wrote: the posts of a thread, and the comments under an article, as objects.

`words`     the words of threads: floors, times, profiles, buttons
`stamps`    lines that tell who posted when
`records`   blocks of one make that follow each other, each with a stamp and a text of its own
`parts`     in all records of a page at once: which element is the text, which the author's name
`posts`     threads
`comments`  comments
"""
