"""Dates as Chinese pages write them, to ISO 8601.

Only what a text tells is given: no day is made up for a month, no year for a day, and words that depend on
when somebody reads them (昨天, 3小时前) are no dates. Years of the Republic (民國) and Chinese numerals are
read.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone

EARLIEST_YEAR = 1900
"""Old newspapers are put on the web with their own dates."""
_REPUBLIC = 1911


@dataclass(frozen=True, slots=True)
class Moment:
    """A date, as exact as it was told."""

    year: int
    month: int
    day: int | None = None
    time: str | None = None
    """``14:30`` or ``14:30:05``."""
    zone: str | None = None
    """``+08:00``; only with a time."""

    @property
    def iso(self) -> str:
        """The date in ISO 8601.

        >>> Moment(2024, 3, 5, "14:30", "+08:00").iso
        '2024-03-05T14:30+08:00'
        """
        day = "" if self.day is None else f"-{self.day:02}"
        time = f"T{self.time}{self.zone or ''}" if self.time else ""
        return f"{self.year:04}-{self.month:02}{day}{time}"


@dataclass(frozen=True, slots=True)
class Found:
    """A date in a text, and its place there."""

    moment: Moment
    start: int
    end: int


# Full-width digits and marks, character by character so that places stay.
_FOLDED = "０１２３４５６７８９：／．－—–\u3000\xa0"
_FOLD = str.maketrans(_FOLDED, "0123456789:/.---  ")
_FOLDABLE = re.compile(f"[{_FOLDED}]")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"({'|'.join(_MONTHS)})[a-z]{{0,6}}\.?"
_NUMERALS = "一二三四五六七八九十"
_NUMERAL = "[一二三四五六七八九零〇○O0]"
_YEAR = r"((?:19|20)\d\d)"
_DAY_MARK = r"(?:\s{0,2}[日号號])?"

# Groups of each: year, month, day, in the order that its letters tell. All repeats are bounded.
_DATES = tuple(
    (order, re.compile(pattern, re.IGNORECASE))
    for order, pattern in (
        (
            "ymd",
            rf"(?<![\d.,]){_YEAR}(?:\s{{0,2}}年\s{{0,2}}|\s?[-/.]\s?)(\d{{1,2}})"
            rf"(?:\s{{0,2}}月\s{{0,2}}|\s?[-/.]\s?)(\d\d(?=\d\d:\d\d)|\d{{1,2}}(?!\d)){_DAY_MARK}",
        ),
        (
            "rmd",
            rf"(?:民國|民国)\s{{0,2}}(\d{{1,3}}|[{_NUMERALS}百零〇]{{1,7}})\s{{0,2}}年\s{{0,2}}"
            rf"(\d{{1,2}}|[{_NUMERALS}]{{1,3}})\s{{0,2}}月\s{{0,2}}(\d{{1,2}}|[{_NUMERALS}]{{1,3}})\s{{0,2}}日",
        ),
        ("rmd", r"(?<!\d)(1\d\d)\s{0,2}年\s{0,2}(\d{1,2})\s{0,2}月\s{0,2}(\d{1,2})\s{0,2}日"),
        (
            "nmd",
            rf"([一二]{_NUMERAL}{{3}})\s?年\s?([{_NUMERALS}]{{1,3}})\s?月\s?([{_NUMERALS}]{{1,3}})\s?日",
        ),
        ("Mdy", rf"\b{_MONTH}\s{{1,2}}(\d{{1,2}})(?:st|nd|rd|th)?,?\s{{1,2}}{_YEAR}(?!\d)"),
        ("dMy", rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)?[\s-]{_MONTH},?[\s-]{_YEAR}(?!\d)"),
        ("Mdty", rf"\b{_MONTH}\s{{1,2}}(\d{{1,2}})\s(\d\d:\d\d:\d\d)\s{_YEAR}(?!\d)"),
        # Who writes AM and PM writes the month first.
        ("mdy", rf"(?<![\d/])(\d{{1,2}})/(\d{{1,2}})/{_YEAR}(?=\s\d{{1,2}}:\d\d(?::\d\d)?\s?[AP]M)"),
        ("??y", rf"(?<![\d/.-])(\d{{1,2}})[/.-](\d{{1,2}})[/.-]{_YEAR}(?!\d)"),
        ("Ymd", r"(?<!\d)(\d\d)年(\d{1,2})月(\d{1,2})日"),
    )
)
# Years of the Republic in figures alone can be anything; a label of a date must stand before them.
_REPUBLIC_FIGURES = ("rmd", re.compile(r"(?<![\d.])(1[0-4]\d)[-/.](\d{1,2})[-/.](\d{1,2})(?![\d.])"))
_MONTHS_ONLY = (
    ("ym", re.compile(rf"(?<!\d){_YEAR}\s?年\s?(\d{{1,2}})\s?月(?!\s?\d{{1,2}}\s?[日号號])")),
    (
        "nm",
        re.compile(
            rf"([一二]{_NUMERAL}{{3}})\s?年\s?([{_NUMERALS}]{{1,3}})\s?月(?!\s?[{_NUMERALS}]{{1,3}}\s?日)"
        ),
    ),
)

_ZONES = {
    "格林尼治标准时间": "+00:00",
    "北京时间": "+08:00",
    "香港时间": "+08:00",
    "台北时间": "+08:00",
    "京港台时间": "+08:00",
}
_NAMED_ZONE = "|".join(_ZONES)
_TIME = re.compile(
    r"[\sT,，/|-]{0,6}"
    r"(?:[(（]?(?:星期|周|週|禮拜)[一二三四五六日天][)）]?\s{0,3}|[(（][一二三四五六日][)）]\s{0,3})?"
    rf"(?:(?P<before>{_NAMED_ZONE})\s?[:：]?\s?)?"
    r"(?P<half>上午|下午|晚上|晚间|凌晨|早上|中午|傍晚)?\s{0,2}"
    r"(?P<hour>\d{1,2})(?:\s?:\s?|[时時点點])(?P<minute>\d{2})(?!\d)"
    r"(?:[:分](?P<second>\d{2})(?!\d)(?:[.,]\d{1,9})?秒?|分)?"
    r"\s{0,2}(?P<noon>[AaPp][Mm])?\s{0,2}"
    r"(?:(?P<utc>Z|UTC|GMT)(?![a-z])|(?:UTC|GMT)?(?P<offset>[+-]\d{2}:?\d{2})(?!\d)"
    rf"|[(（]?(?P<after>{_NAMED_ZONE})[)）]?)?"
)


_CAN_HOLD = re.compile(r"[1１][9９]\d\d|[2２][0０]\d\d|年")
"""A year; of the Republic, behind a label, in three figures."""


def find_moments(text: str, labelled: bool = False) -> list[Found]:
    """All dates with a day in the text, in order of place, each with the time that follows it.

    `labelled` tells that the text stands behind a word for dates: more forms are believed then.

    >>> [found.moment.iso for found in find_moments("来源：新华社 2024年3月5日 14时30分")]
    ['2024-03-05T14:30']
    """
    if not labelled and not _CAN_HOLD.search(text):
        return []
    text = _folded(text)
    found: list[Found] = []
    for order, pattern in (*_DATES, _REPUBLIC_FIGURES) if labelled else _DATES:
        for match in pattern.finditer(text):
            if any(match.start() < other.end and other.start < match.end() for other in found):
                continue
            if moment := _moment(order, match.groups()):
                found.append(_with_time(moment, text, match.start(), match.end()))
    return sorted(found, key=lambda one: one.start)


def find_month(text: str) -> Moment | None:
    """The first month that is told without a day, as on the issues of magazines."""
    if not _CAN_HOLD.search(text):
        return None
    text = _folded(text)
    months = (
        _moment(order, match.groups()) for order, pattern in _MONTHS_ONLY for match in pattern.finditer(text)
    )
    return next(filter(None, months), None)


def _folded(text: str) -> str:
    return text.translate(_FOLD) if _FOLDABLE.search(text) else text


_COMPACT = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?")
_YEAR_MONTH = re.compile(r"((?:19|20)\d\d)[-/](\d{1,2})")
_EPOCH = re.compile(r"(1\d{9})(?:\d{3})?")


def read_moment(content: str) -> Moment | None:
    """The date that a field of a page's mark-up holds: written out, compact, or in seconds since 1970."""
    content = content.strip()[:100]
    if found := find_moments(content, labelled=True):
        moment = found[0].moment
        # Systems that keep days write them as midnight.
        return replace(moment, time=None) if moment.time == "00:00:00" and not moment.zone else moment
    if match := _COMPACT.fullmatch(content):
        day = _valid(*map(int, match.groups()[:3]))
        hour, minute, second = match.groups()[3:]
        return replace(day, time=_clock(hour, minute, second, "")) if day and hour else day
    if match := _EPOCH.fullmatch(content):
        at = datetime.fromtimestamp(int(match[1]), timezone.utc)
        return Moment(at.year, at.month, at.day, at.strftime("%H:%M:%S"), "+00:00")
    if match := _YEAR_MONTH.fullmatch(content):
        return _valid(int(match[1]), int(match[2]), None)
    return find_month(content)


_URL_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?:([-/_])(\d{1,2})[-/_](\d{1,2})|[-/_]?(\d\d)[-/_]?(\d\d))(?!\d)"
    r"|(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?=\d{6}(?!\d))"
)
_URL_MONTH = re.compile(r"/((?:19|20)\d\d)[-/_]?(\d\d)/")
_WEB_BEGINS = 1993


def url_moment(url: str) -> Moment | None:
    """The date in an address: ``/2024/03/05/``, ``/2024-03/05/``, ``t20240305_1.html`` …; else its month.

    >>> url_moment("http://example.com/gn/2024/0305/c12-3.html").iso
    '2024-03-05'
    """
    path = url.split("?")[0][:1000]
    for match in _URL_DATE.finditer(path):
        year, month, day = [int(group) for group in match.groups() if group and group.isdigit()]
        if year >= _WEB_BEGINS and (moment := _valid(year, month, day)):
            return moment
    in_month = _URL_MONTH.search(path)
    if in_month and int(in_month[1]) >= _WEB_BEGINS:
        return _valid(int(in_month[1]), int(in_month[2]), None)
    return None


def as_shown(moment: Moment, shown: Moment) -> Moment:
    """A declared date with what the page shows of it besides: the time of the same day, or the zone by whose
    clock the same instant is shown.

    >>> as_shown(Moment(2024, 3, 5), Moment(2024, 3, 5, "14:30")).iso
    '2024-03-05T14:30'
    >>> as_shown(Moment(2024, 3, 5, "16:48:06", "+00:00"), Moment(2024, 3, 6, "00:48")).iso
    '2024-03-06T00:48:06+08:00'
    """
    if not moment.time and (moment.year, moment.month, moment.day) == (shown.year, shown.month, shown.day):
        return shown
    if moment.zone != "+00:00" or shown.zone or not moment.time or not shown.time:
        return moment
    told, local = _datetime(moment), _datetime(shown)
    offset = local.replace(second=0) - told.replace(second=0)
    half_hours = offset / timedelta(minutes=30)
    if not offset or half_hours != int(half_hours) or not -24 <= half_hours <= 28:
        return moment
    there = told + offset
    minutes = int(half_hours) * 30
    zone = f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    return Moment(there.year, there.month, there.day, there.strftime("%H:%M:%S")[: len(moment.time)], zone)


def _datetime(moment: Moment) -> datetime:
    return datetime.fromisoformat(replace(moment, zone=None).iso)


def _moment(order: str, groups: tuple[str, ...]) -> Moment | None:
    if order == "??y":
        # Day first or month first: only where one of them cannot be a month.
        first, second = int(groups[0]), int(groups[1])
        if (first > 12) == (second > 12) and first != second:
            return None
        return _valid(int(groups[2]), *((second, first) if first > 12 else (first, second)))
    parts = dict(zip(order, groups, strict=True))
    if "M" in parts:
        moment = _valid(int(parts["y"]), _MONTHS.index(parts["M"].lower()) + 1, int(parts["d"]))
        return replace(moment, time=parts["t"]) if moment and "t" in parts else moment
    month, day = _number(parts["m"]), _number(parts["d"]) if "d" in parts else None
    if "r" in parts:
        return _valid(_number(parts["r"]) + _REPUBLIC, month, day)
    if "n" in parts:
        return _valid(int("".join(map(_digit, parts["n"]))), month, day)
    if "Y" in parts:
        short = int(parts["Y"])
        return _valid(short + (2000 if short < 70 else 1900), month, day)
    return _valid(int(parts["y"]), month, day)


def _valid(year: int, month: int, day: int | None = None) -> Moment | None:
    # A day ahead: it may be tomorrow already where the page comes from.
    today = datetime.now(timezone.utc) + timedelta(days=1)
    if not (EARLIEST_YEAR <= year <= today.year and 1 <= month <= 12):
        return None
    if day is not None and not 1 <= day <= monthrange(year, month)[1]:
        return None
    if (year, month, day or 1) > (today.year, today.month, today.day):
        return None
    return Moment(year, month, day)


def _digit(numeral: str) -> str:
    return str(_NUMERALS.index(numeral) + 1) if numeral in _NUMERALS else "0"


def _number(written: str) -> int:
    """A number up to 999 in figures or Chinese numerals; 0 for what is none."""
    if written.isdigit() and written.isascii():
        return int(written)
    total = digit = 0
    for numeral in written:
        if numeral in "十百":
            total += (digit or 1) * (10 if numeral == "十" else 100)
            digit = 0
        else:
            digit = int(_digit(numeral))
    return total + digit


def _with_time(moment: Moment, text: str, start: int, end: int) -> Found:
    match = _TIME.match(text, end)
    if match is None:
        return Found(moment, start, end)
    half = match["half"] or match["noon"] or ""
    clock = _clock(match["hour"], match["minute"], match["second"], half)
    if clock is None:
        return Found(moment, start, end)
    zone = _ZONES.get(match["before"] or match["after"] or "")
    if match["utc"]:
        zone = "+00:00"
    elif offset := match["offset"]:
        zone = f"{offset[:3]}:{offset[-2:]}"
    return Found(replace(moment, time=clock, zone=zone), start, match.end())


def _clock(hour: str, minute: str, second: str | None, half: str) -> str | None:
    hours = int(hour)
    if half.lower() in ("下午", "晚上", "晚间", "傍晚", "pm") and hours < 12:
        hours += 12
    elif half.lower() in ("am", "凌晨") and hours == 12:
        hours = 0
    if hours > 23 or int(minute) > 59 or int(second or 0) > 59:
        return None
    return f"{hours:02}:{minute}" + (f":{second}" if second else "")
