"""Names in folders and archives: which are pages, and how names that are not UTF-8 read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markwindow.archive.sources.pages import escaped

# Tools that save sites keep the query after the suffix, also behind "@" (wget
# --restrict-file-names=windows): thread.php?tid=12, thread.php@tid=12. MHTML is a page with its pictures.
PAGE_NAME = re.compile(r"\.(?:html?|[sx]html?|xht|mht|mhtml|php[3-7]?|aspx?|jspx?)(?:[?@].*)?\Z", re.I | re.S)
MHTML_NAME = re.compile(r"\.mht(?:ml)?\Z", re.I)
# Names that may be those of pages: no suffix, or one that other programs use too (.do: Struts and Stata).
# Their contents decide, by tags that stand at the start of a page.
MAYBE_PAGE_NAME = re.compile(r"[^.?]*(?:\.(?:do|action|cgi|cfm))?(?:\?.*)?\Z", re.I | re.S)
PAGE_START = re.compile(rb"<(?:!doctype\s+html|html|head|body|title|meta|table|div)[\s>]", re.I)
SNIFF_BYTES = 4096

_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,8}\Z")


def is_page_name(inner: str) -> bool:
    """Whether a path is by its name that of a page."""
    return bool(PAGE_NAME.search(inner.rpartition("/")[2]))


def may_be_page(inner: str) -> bool:
    """Whether a path is that of a page, or of a file whose content decides (`looks_like_page`)."""
    return is_page_name(inner) or bool(MAYBE_PAGE_NAME.match(inner.rpartition("/")[2]))


def looks_like_page(head: bytes) -> bool:
    """Whether the first bytes of a file hold the mark-up of a page."""
    # Without its zeros, UTF-16 mark-up reads like ASCII.
    return bool(PAGE_START.search(head[:SNIFF_BYTES].replace(b"\0", b"")))


def kind_of_file(name: str) -> str:
    """What a file that is no page is counted as: by its suffix."""
    found = _SUFFIX.search(name)
    return f"{found[0].lower()} files" if found else "files without a suffix"


def is_hidden(inner: str) -> bool:
    """Whether a path holds a part that is not for readers: dot files, what macOS adds to zip files."""
    parts = inner.split("/")
    return "__MACOSX" in parts or any(part.startswith(".") and part.strip(".") for part in parts)


def leads_out(inner: str) -> bool:
    """Whether a path in an archive points to a place outside of it."""
    return ".." in inner.split("/")


def decode_names(names: Sequence[bytes]) -> list[str]:
    """File names of one archive as text: UTF-8, or the encoding that all of them together speak for.

    Programs on Chinese Windows write GBK into zip and tar files and say nothing of it.

    >>> decode_names(["新闻/秋粮入库.html".encode("gbk")])
    ['新闻/秋粮入库.html']
    """
    joined = b"\n".join(names)
    if _utf8(joined) is not None:
        return [clean_path(name.decode()) for name in names]
    from markwindow.characters import chinese_reading, read
    from markwindow.decode import decode

    encoding = decode(joined)[1].encoding
    # A page that reads as UTF-8 is UTF-8; a few short names may do so by accident.
    if encoding == "utf-8" and (chinese := chinese_reading(joined, {})):
        encoding = chinese.encoding
    return [clean_path(_utf8(name) or read(name, encoding).text) for name in names]


def clean_path(name: str) -> str:
    """A path as ids show it: with slashes, from the archive's root, control characters escaped."""
    parts = name.replace("\\", "/").split("/")
    return escaped("/".join(part for part in parts if part not in ("", ".")))


_FIRST_OF_THREE_BYTES = "\u0800"


def _utf8(name: bytes) -> str | None:
    """The text of what is plainly UTF-8.

    Characters of two bytes alone may be GBK by accident, as 图片 is (ͼƬ); Chinese in UTF-8 has three.
    """
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return None
    return text if text.isascii() or max(text) >= _FIRST_OF_THREE_BYTES else None
