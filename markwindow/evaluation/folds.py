"""Folds for cross-validation: by page, or by site so that no site stands in two folds.

The same pages give the same folds on every machine and in any order: hashes of ids decide, not chance.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from markwindow.evaluation.sets import GoldPage, SetError

By = Literal["page", "site"]


def assign_folds(pages: Sequence[GoldPage], by: By, folds: int) -> dict[str, int]:
    """The fold of each page (0 to `folds` − 1), by its key. Few pages or sites leave folds empty.

    Raises:
        SetError: When the pages do not fill two folds.
    """
    assigned = _by_page(pages, folds) if by == "page" else _by_site(pages, folds)
    if len(set(assigned.values())) < 2:
        what = "at least two pages" if by == "page" else "pages of at least two sites"
        raise SetError(f"cross-validation by {by} needs {what}; give more of them.")
    return assigned


def registered_host(site: str) -> str:
    """The part of a host that is registered: its last two labels, or three under names like .com.cn.

    >>> registered_host("https://www.news.example.com.cn:8080/a.html"), registered_host("bbs.example.com")
    ('example.com.cn', 'example.com')
    """
    host = _AROUND_HOST.sub("", site.strip().lower()).strip(".")
    if _ADDRESS.fullmatch(host):
        return host
    labels = host.removeprefix("www.").split(".")
    if len(labels) > 2 and len(labels[-1]) == 2:
        under_two = labels[-2] in _OPEN_TO_ALL or (labels[-1] == "cn" and labels[-2] in _PROVINCES)
        return ".".join(labels[-3:] if under_two else labels[-2:])
    return ".".join(labels[-2:])


def site_group(page: GoldPage) -> str:
    """What must stay in one fold: the registered host; a page of no known site is a site of its own."""
    return registered_host(page.site) if page.site else page.key


# The scheme and the user before it, the port and the path behind it.
_AROUND_HOST = re.compile(r"^(?:[a-z][a-z0-9+.\-]*://)?(?:[^/?#@]*@)?|(?::\d*)?(?:[/?#].*)?$", re.DOTALL)
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]")
# Names under which anybody registers, by country: com.cn, gov.hk, co.jp (the Public Suffix List has them all;
# these are the ones that Chinese sites and their neighbours have).
_OPEN_TO_ALL = {"ac", "co", "com", "edu", "gob", "gov", "go", "idv", "mil", "ne", "net", "or", "org"}
# CNNIC registers under its provinces' names too: bj.cn, sh.cn.
# fmt: off
_PROVINCES = {
    "ah", "bj", "cq", "fj", "gd", "gs", "gx", "gz", "ha", "hb", "he", "hi", "hk", "hl", "hn", "jl", "js",
    "jx", "ln", "mo", "nm", "nx", "qh", "sc", "sd", "sh", "sn", "sx", "tj", "tw", "xj", "xz", "yn", "zj",
}
# fmt: on


def _by_page(pages: Sequence[GoldPage], folds: int) -> dict[str, int]:
    """Set by set in turn, so that every fold has its share of every set."""
    in_order = sorted(pages, key=lambda page: (page.set, _hash(page.id)))
    return {page.key: place % folds for place, page in enumerate(in_order)}


def _by_site(pages: Sequence[GoldPage], folds: int) -> dict[str, int]:
    """The largest sites first, each into the fold that has the fewest pages."""
    groups: dict[str, list[str]] = defaultdict(list)
    for page in pages:
        groups[site_group(page)].append(page.key)
    filled = [0] * folds
    assigned: dict[str, int] = {}
    for _, keys in sorted(groups.items(), key=lambda item: (-len(item[1]), _hash(item[0]))):
        fold = filled.index(min(filled))
        filled[fold] += len(keys)
        assigned |= dict.fromkeys(keys, fold)
    return assigned


def _hash(text: str) -> str:
    return hashlib.sha1(text.encode("utf-8", "surrogateescape"), usedforsecurity=False).hexdigest()
