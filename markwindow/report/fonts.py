"""A font on this machine that has the Chinese characters of a text: without one, plots would show boxes."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

# By script, the families that systems bring; the first that is there and has the characters is taken.
FAMILIES = {
    "zh-Hans": (
        *("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Source Han Sans CN", "PingFang SC"),
        *("Hiragino Sans GB", "Microsoft YaHei", "SimHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei"),
    ),
    "zh-Hant": (
        *("Noto Sans CJK TC", "Noto Sans CJK HK", "Noto Sans TC", "Source Han Sans TC", "PingFang TC"),
        *("Microsoft JhengHei", "AR PL UMing TW"),
    ),
}
# The first face of a collection file is the Japanese one: it has the characters of all scripts.
ANY = (
    "Noto Sans CJK JP",
    "Noto Serif CJK JP",
    "Noto Serif CJK SC",
    "Arial Unicode MS",
    "Droid Sans Fallback",
)


class NoFont(ValueError):
    """No font for the text; one sentence with the mend."""


def font_for(text: str, language: str | None) -> list[str]:
    """Font families for a plot that shows `text`, in order; needs matplotlib.

    Raises:
        NoFont: When the text has Chinese characters and no installed font has them.
    """
    wanted = {c for c in text if "\u2e80" <= c <= "\u9fff" or "\U00020000" <= c <= "\U0003ffff"}
    fallback = ["DejaVu Sans"]
    if not wanted:
        return fallback
    families = _installed()
    own = FAMILIES.get(language or "", FAMILIES["zh-Hans"])
    others = (family for names in FAMILIES.values() for family in names)
    preferred = [family for family in dict.fromkeys((*own, *others, *ANY)) if family in families]
    rest = [family for family in sorted(families) if family not in preferred]
    best, missing = "", len(wanted)
    for family in (*preferred, *rest):
        lacking = _lacking(families[family], wanted)
        if lacking < missing:
            best, missing = family, lacking
        if not missing:
            break
    # A rare character that no font has is a box; a font without most of them is none.
    if not best or missing > len(wanted) / 10:
        raise NoFont(
            "no installed font has the page's Chinese characters; install one, for example by: "
            "apt-get install fonts-noto-cjk"
        )
    return [best, *fallback]


@lru_cache(maxsize=1)
def _installed() -> dict[str, str]:
    from matplotlib import font_manager

    known = {entry.name: entry.fname for entry in font_manager.fontManager.ttflist}
    # matplotlib remembers the fonts of its first run: look for those that were installed since.
    seen = set(known.values())
    for path in sorted(path for path in font_manager.findSystemFonts() if path not in seen):
        # Not every file in a folder of fonts is one that it can read.
        with suppress(OSError, RuntimeError):
            font_manager.fontManager.addfont(path)
    return {entry.name: entry.fname for entry in font_manager.fontManager.ttflist}


def _lacking(path: str, characters: set[str]) -> int:
    from matplotlib.ft2font import FT2Font

    try:
        covered = FT2Font(path).get_charmap()
    except (OSError, RuntimeError):
        return len(characters)
    return sum(ord(c) not in covered for c in characters)
