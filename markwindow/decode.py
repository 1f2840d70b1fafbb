"""Bytes to text: evidence from the bytes first, then what the page and its server declare, then a guess.

Saved pages lie about their encoding, so every step is tested against the bytes and passed over where it does
not fit.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import webencodings

from markwindow.characters import Reading, chinese_reading, count_non_ascii, fits, is_other_chinese, read


@dataclass(frozen=True, slots=True)
class Decoding:
    """How a page became text, for people who look for badly decoded pages in a batch."""

    encoding: str
    """Name after the web's encoding standard (``utf-8``, ``gb18030``, ``big5hkscs``, ``shift_jis`` …);
    ``ascii`` for pure ASCII, ``unicode`` for a page that came as str."""
    source: str
    """The step that decided: ``bom``, ``utf-8 bytes``, ``nearly utf-8``, ``declaration``, ``header``,
    ``guess``, ``fewest errors``, ``ascii`` or ``str``."""
    declared: str | None
    """The label in the page's meta element or XML declaration, as written; the deciding one, or the first."""
    misfits: int
    """Places that did not fit: U+FFFD, and private-use characters in an encoding that is not Unicode."""


def decode(html: bytes | str, content_type: str | None = None) -> tuple[str, Decoding]:
    """The text of a page and how it was found; any content gives a text, without NUL and lone surrogates.

    The order: 1. byte-order mark, 2. valid or nearly valid UTF-8, 3. the page's declaration, 4. the charset
    in ``content_type`` (a Content-Type header), 5. a guess from the non-ASCII bytes, 6. the fewest errors.

    >>> text, how = decode('<meta charset="gb2312">朱镕基'.encode("gbk"))
    >>> text
    '<meta charset="gb2312">朱镕基'
    >>> how
    Decoding(encoding='gb18030', source='declaration', declared='gb2312', misfits=0)
    """
    if isinstance(html, str):
        return _from_str(html)
    bom, html = _split_bom(html)
    if bom not in ("", "utf-8"):
        reading = read(html, bom)
        return _result(html, reading, "bom", _first_label(reading.text.encode()))
    if reading_and_source := _read_utf8(html):
        reading, source = reading_and_source
        if bom:
            reading, source = reading._replace(encoding=bom), "bom"
        return _result(html, reading, source, _first_label(html))
    if utf16 := _read_utf16(html):
        return _result(html, utf16, "guess", _first_label(utf16.text.encode()))
    return _read_legacy(html, content_type)


def _result(html: bytes, reading: Reading, source: str, declared: str | None) -> tuple[str, Decoding]:
    # In bytes the check is a hundred times as fast as in text.
    text = reading.text.replace("\0", "") if b"\0" in html else reading.text
    return text, Decoding(reading.encoding, source, declared, reading.misfits)


def without_surrogates(text: str) -> str:
    """Text that UTF-8 can write: two surrogates that make a pair become their character, others U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _from_str(html: str) -> tuple[str, Decoding]:
    try:
        source = html.encode()
    except UnicodeEncodeError:
        html = without_surrogates(html)
        source = html.encode()
    return _result(source, Reading(html.removeprefix("\ufeff"), "unicode", 0), "str", _first_label(source))


# --- Steps 1 and 2: Unicode ---

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (b"\x84\x31\x95\x33", "gb18030"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)


def _split_bom(html: bytes) -> tuple[str, bytes]:
    """The encoding that the byte-order mark tells ("" without one), and the bytes behind the mark."""
    for mark, encoding in _BOMS:
        if html.startswith(mark):
            return encoding, html[len(mark) :]
    return "", html


def _read_utf8(html: bytes) -> tuple[Reading, str] | None:
    """Step 2: the bytes are UTF-8, nearly UTF-8, or ASCII without the look of UTF-16."""
    try:
        text = html.decode()
    except UnicodeDecodeError:
        nearly = _nearly_utf8(html)
        return nearly and (nearly, "nearly utf-8")
    if text.isascii():
        looks_utf16 = "\0" in text and _read_utf16(html) is not None
        return None if looks_utf16 else (Reading(text, "ascii", 0), "ascii")
    # The check is twenty times as fast as the count.
    misfits = text.count("\ufffd") if "\ufffd" in text else 0
    return Reading(text, "utf-8", misfits), "utf-8 bytes"


_GOOD_FOR_ONE_BAD = 20
_STEP = 8192


def _nearly_utf8(html: bytes) -> Reading | None:
    """Read if there are 20 good multi-byte sequences for each bad place, one U+FFFD being one bad place.

    A sequence cut by the end of the page is no bad place. Read in steps, so that a page in another encoding
    is given up early: at most every second byte can begin a good sequence.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    bad = 0
    parts = []
    for start in range(0, len(html), _STEP):
        parts.append(decoder.decode(html[start : start + _STEP]))
        # U+FFFD that the page itself holds is not bad; those are counted by where they begin.
        bad += parts[-1].count("\ufffd") - html.count(b"\xef\xbf\xbd", start, start + _STEP + 2)
        if bad * 2 * _GOOD_FOR_ONE_BAD > len(html):
            return None
    text = "".join(parts)
    good = count_non_ascii(text) - text.count("\ufffd")
    if good == 0 or good < _GOOD_FOR_ONE_BAD * bad:
        return None
    text += decoder.decode(b"", final=True)
    return Reading(text, "utf-8", text.count("\ufffd"))


def _read_utf16(html: bytes) -> Reading | None:
    """UTF-16 without a mark: at the head a third of the even or odd places are NUL, far fewer of the rest.

    Asked before the labels of steps 3 and 4, though it is a guess: no other encoding has such bytes, and many
    others take them without an error.
    """
    head = html[:4096]
    even, odd = head[::2].count(0), head[1::2].count(0)
    # The other places have NULs too: U+3000 and 一 (U+4E00). Fewer than four NULs are not mark-up in UTF-16.
    if max(even, odd) < max(4, len(head) / 6) or max(even, odd) < 2 * min(even, odd):
        return None
    reading = read(html, "utf-16le" if odd > even else "utf-16be")
    return reading if fits(reading) else None


# --- Steps 3 and 4: labels ---

_MOST_LABELS = 8
# A page has some hundred such places; the bound keeps a hostile page cheap.
_MOST_PLACES = 10_000

# Each alternative ends at the next "<" or ">", so no byte is read twice.
_PLACE = re.compile(rb"<(?:(?P<comment>!--)|meta(?P<meta>[\s/][^<>]*)|\?xml(?P<xml>\s[^<>]*))", re.IGNORECASE)
_LABEL = rb"""\s{0,20}=[\s"']{0,20}([a-z0-9_.:-]{1,40})"""
_CHARSET = re.compile(rb"charset" + _LABEL, re.IGNORECASE)
_XML_ENCODING = re.compile(rb"encoding" + _LABEL, re.IGNORECASE)
# A description or a card may speak about charsets, it declares none.
_NAMED_META = re.compile(rb"""[\s"'/](?:name|property)\s{0,20}=""", re.IGNORECASE)


def _labels(html: bytes) -> Iterator[str]:
    """The labels that meta elements and XML declarations outside comments declare, in page order."""
    position = 0
    for _ in range(_MOST_PLACES):
        place = _PLACE.search(html, position)
        if place is None:
            return
        position = place.end()
        if place["comment"] is not None:
            # "<!-->" is a whole comment; one that never ends takes the rest of the page.
            position = html.find(b"-->", place.start() + 2) + 3
            if position < 3:
                return
        elif place["xml"] is not None:
            if label := _XML_ENCODING.search(place["xml"]):
                yield label[1].decode()
        elif (label := _CHARSET.search(place["meta"])) and not _NAMED_META.search(place["meta"]):
            yield label[1].decode()


def _first_label(html: bytes) -> str | None:
    return next(_labels(html), None)


def _header_label(content_type: str | None) -> str | None:
    label = _CHARSET.search((content_type or "").encode("ascii", "replace"))
    return label[1].decode() if label else None


# Steps 2 and 5 deal with UTF-8; the other two are no encodings of a page.
_NO_LABEL_FOR = frozenset({"utf-8", "replacement", "x-user-defined"})
_WIDER = {"gbk": "gb18030", "big5": "big5hkscs"}


def _encoding_of(label: str) -> str | None:
    known = webencodings.lookup(label)
    return None if known is None or known.name in _NO_LABEL_FOR else _WIDER.get(known.name, known.name)


def is_label_of(label: str, encoding: str) -> bool:
    """Whether a declared label means this encoding of a `Decoding`, by the web's encoding standard."""
    known = webencodings.lookup(label)
    return known is not None and _WIDER.get(known.name, known.name) == encoding


def _candidates(html: bytes, content_type: str | None) -> Iterator[tuple[str, str, str]]:
    """Encoding, source and label of steps 3 and 4, in the order in which they are tried."""
    for label in islice(_labels(html), _MOST_LABELS):
        encoding = _encoding_of(label)
        # A page whose "<meta" can be read is not UTF-16, says the standard.
        if encoding is not None and not encoding.startswith("utf-16"):
            yield encoding, "declaration", label
    header = _header_label(content_type)
    if header is not None and (encoding := _encoding_of(header)):
        yield encoding, "header", header


def _read_legacy(html: bytes, content_type: str | None) -> tuple[str, Decoding]:
    """Steps 3 to 6, for bytes that are not Unicode."""
    declared = _first_label(html)
    tried: dict[str, Reading] = {}
    for encoding, source, label in _candidates(html, content_type):
        if encoding in tried:
            continue
        tried[encoding] = reading = read(html, encoding)
        if fits(reading) and not is_other_chinese(html, reading):
            return _result(html, reading, source, label if source == "declaration" else declared)
    guess = chinese_reading(html, tried) or _ask_normalizer(html)
    if guess is not None:
        return _result(html, guess, "guess", declared)
    fewest = min(tried.values(), key=lambda reading: reading.misfits)
    return _result(html, fewest, "fewest errors", declared)


# --- Step 5: other scripts ---

_NORMALIZER_BYTES = 20_000
# Those of the standard for scripts that Chinese sites have pages in.
_OTHERS = [
    "shift_jis",
    "euc-jp",
    "euc-kr",
    "windows-1251",
    "koi8-r",
    "windows-1252",
    "windows-1256",
    "windows-874",
    "gb18030",
]
_NON_ASCII_STRETCH = re.compile(rb"(?:[\x80-\xff]+[\x40-\x7e]?)+")


def _ask_normalizer(html: bytes) -> Reading | None:
    """charset_normalizer on the non-ASCII stretches, with the second bytes that are ASCII."""
    from charset_normalizer import from_bytes

    stretches, size = [], 0
    for stretch in _NON_ASCII_STRETCH.finditer(html):
        stretches.append(stretch[0][: _NORMALIZER_BYTES - size])
        size += len(stretches[-1])
        if size >= _NORMALIZER_BYTES:
            break
    known = filter(None, map(webencodings.lookup, _OTHERS))
    names = {encoding.codec_info.name.replace("-", "_"): encoding.name for encoding in known}
    match = from_bytes(b" ".join(stretches), cp_isolation=list(names)).best()
    if match is None or match.encoding not in names:
        return None
    reading = read(html, names[match.encoding])
    return reading if fits(reading) else None
