"""Formulas: where a page keeps the TeX of what it shows.

KaTeX and MediaWiki put it into an annotation of MathML, MathJax into a script beside the drawn formula,
MathML itself into `alttext`; some sites have forms of their own (`markwindow.site_forms`).
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from selectolax.lexbor import LexborNode

from markwindow.output.blocks import Formula
from markwindow.site_forms import FORMULA_FORMS

# The classes in which KaTeX, MediaWiki and MathJax put what belongs to one formula.
_WHOLE = {"katex", "katex-display", "mwe-math-element"}
_DRAWN = {
    "MathJax",
    "MathJax_Preview",
    "MathJax_Display",
    "MathJax_SVG",
    "MathJax_SVG_Display",
    "MathJax_CHTML",
}
_DISPLAY = {"katex-display", "mwe-math-element-block"}
_SCRIPT = re.compile(r"\s*math/tex\s*(?:;|$)", re.IGNORECASE)
_TEX = re.compile(r"\s*application/x-(?:la)?tex\s*$", re.IGNORECASE)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*(?:\n|$)")
# TeX in text. No part may hold what ends it, so there is nothing to try twice.
_RAW = re.compile(
    r"\$\$(?P<display>[^$]+)\$\$"
    r"|\\\[(?P<brackets>(?:[^$\\]|\\[^\[\]])+)\\\]"
    r"|\\\((?P<inline>(?:[^$\\]|\\[^()])+)\\\)"
    r"|\$(?P<dollars>[^$\u3000-\u9fff\uff00-\uffef]{1,500})\$"
)
_LIKE_TEX = re.compile(r"^[A-Za-z]['*]?$|[\\^_{}=<>+]")
# MediaWiki wraps all TeX in this.
_STYLE = re.compile(r"\{\\(?P<style>display|text)style (?P<tex>.*)\}", re.DOTALL)


def formula_at(node: LexborNode, tag: str) -> Formula | None:
    """The formula that an element stands for with all that is in it, if it stands for one."""
    if tag not in ("script", "math", "span", "img", "div", "p"):
        return None
    attributes = node.attributes
    for form in FORMULA_FORMS:
        if tag == form.tag and form.mark in attributes:
            tex = attributes.get(form.tex) or _asked_for(attributes.get("src") or "")
            name, value = form.display_mark
            return _formula(tex, display=attributes.get(name) == value)
    if tag == "script":
        kind = attributes.get("type") or ""
        if not _SCRIPT.match(kind):
            return None
        return _formula(node.text() or "", display="display" in kind)
    if tag == "math":
        annotation = _annotation(node)
        tex = annotation.text() if annotation is not None else attributes.get("alttext") or ""
        return _formula(tex, display=attributes.get("display") == "block")
    classes = _WHOLE.intersection((attributes.get("class") or "").split())
    if classes and (annotation := _annotation(node)) is not None:
        return _formula(annotation.text(), display=bool(classes & _DISPLAY))
    return None


def draws_formulas(source: str) -> bool:
    """Whether the page loads MathJax or KaTeX, which turn TeX in its text into formulas."""
    return any(name in source for name in ("athJax", "athjax", "katex"))


def cut_formulas(text: str) -> list[str | Formula]:
    """Text cut at the TeX that MathJax or KaTeX would draw: in ``$$``, ``\\[ \\]``, ``\\( \\)``, and in ``$``
    if it is hardly anything else, for a dollar sign may be a price."""
    parts: list[str | Formula] = []
    end = 0
    for found in _RAW.finditer(text):
        display, brackets, inline, dollars = found.groups()
        if dollars and not _LIKE_TEX.search(dollars):
            continue
        tex = (display or brackets or inline or dollars).strip()
        if tex:
            parts.extend([text[end : found.start()], Formula(tex, bool(display or brackets))])
            end = found.end()
    parts.append(text[end:])
    return [part for part in parts if part]


def is_drawn(node: LexborNode) -> bool:
    """Whether the element is the drawing of a formula whose TeX follows it in a script."""
    classes = (node.attributes.get("class") or "").split()
    if _DRAWN.isdisjoint(classes):
        return False
    sibling = node.next
    for _ in range(4):
        if sibling is None:
            break
        if sibling.tag == "script" and _SCRIPT.match(sibling.attributes.get("type") or ""):
            return True
        sibling = sibling.next
    return False


def _annotation(node: LexborNode) -> LexborNode | None:
    found = node.css_first("annotation[encoding]")
    if found is not None and _TEX.match(found.attributes.get("encoding") or ""):
        return found
    return None


def _asked_for(address: str) -> str:
    """The TeX in the address of a server that draws formulas."""
    try:
        return parse_qs(urlsplit(address).query).get("tex", [""])[0]
    except ValueError:
        return ""


def _formula(tex: str, *, display: bool) -> Formula | None:
    tex = tex.strip()
    if style := _STYLE.fullmatch(tex):
        tex = style["tex"]
        display = display and style["style"] == "display"
    # On one line a comment would swallow what follows, and dollar signs would end the formula.
    tex = " ".join(_COMMENT.sub(" ", tex).split()).strip("$").strip()
    return Formula(tex, display) if tex else None
