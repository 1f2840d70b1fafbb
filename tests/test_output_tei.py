"""XML-TEI: well-formed, with a header from the metadata and the structure of the text."""

from xml.etree import ElementTree

from conftest import blocks_of, letters
from hypothesis import given, settings
from hypothesis import strategies as st

from markwindow import extract
from markwindow.metadata.result import Metadata
from markwindow.output.tei import to_tei
from markwindow.output.text import to_text

TEI = "{http://www.tei-c.org/ns/1.0}"
NAMES = {"t": TEI[1:-1]}


def tei_of(html, metadata=Metadata(), url=None):  # noqa: B008 - frozen
    return ElementTree.fromstring(to_tei(blocks_of(html, links=True, images=True), metadata, url))


def test_the_header_tells_what_is_known():
    metadata = Metadata(
        title="修桥记",
        date="2024-03-05",
        authors=("某甲", "某乙"),
        source="青禾报",
        site="青禾网",
        description="说修桥的事",
        keywords=("桥", "乡"),
        language="zh-Hans",
        licence="CC BY 4.0",
    )
    root = tei_of("<p>文", metadata, "http://e.cn/1?a&b")
    header = root.find("t:teiHeader", NAMES)
    assert header.find(".//t:titleStmt/t:title", NAMES).text == "修桥记"
    assert [author.text for author in header.findall(".//t:titleStmt/t:author", NAMES)] == ["某甲", "某乙"]
    assert header.find(".//t:publisher", NAMES).text == "青禾网"
    assert header.find(".//t:licence", NAMES).text == "CC BY 4.0"
    assert header.find(".//t:bibl/t:date", NAMES).get("when") == "2024-03-05"
    assert header.find(".//t:bibl/t:orgName", NAMES).text == "青禾报"
    assert header.find(".//t:bibl/t:ptr", NAMES).get("target") == "http://e.cn/1?a&b"
    assert header.find(".//t:abstract/t:p", NAMES).text == "说修桥的事"
    assert [term.text for term in header.findall(".//t:term", NAMES)] == ["桥", "乡"]
    assert root.find("t:text", NAMES).get("{http://www.w3.org/XML/1998/namespace}lang") == "zh-Hans"


def test_hostile_titles_and_addresses_stay_text():
    hostile = "</title><text>\"'&amp;<![CDATA[]]>--><?x?>"
    metadata = Metadata(title=hostile, authors=(hostile,), site=hostile, licence=hostile, language=hostile)
    root = tei_of("<p>文", metadata, f"http://e.cn/{hostile}")
    assert [child.tag for child in root] == [f"{TEI}teiHeader", f"{TEI}text"]
    for name in ("titleStmt/t:title", "titleStmt/t:author", "publisher", "licence"):
        assert root.find(f".//t:{name}", NAMES).text == hostile
    assert root.find(".//t:ptr", NAMES).get("target") == f"http://e.cn/{hostile}"
    assert tei_of("<p>文", Metadata(title="甲\x00\ud800乙")).find(".//t:title", NAMES).text.startswith("甲")


def test_the_structure_of_the_text():
    html = (
        "<p>序<h2>一</h2><p>甲<b>乙</b><br>丙<ol><li>丁<li>戊</ol><blockquote>己</blockquote>"
        "<table><tr><th>庚<th>辛<tr><td>壬<td>癸</table><pre><code class=lang-c>a <b>b</b></code></pre>"
        "<figure><img src=x.png alt=图></figure><h2>二</h2><p>尾<a href=http://e.cn/>链</a>"
    )
    divs = tei_of(html).findall("t:text/t:body/t:div", NAMES)
    assert [[child.tag.removeprefix(TEI) for child in div] for div in divs] == [
        ["p"],
        ["head", "p", "list", "quote", "table", "p", "figure"],
        ["head", "p"],
    ]
    assert [item.tag for item in divs[1].find("t:list", NAMES)] == [TEI + "item"] * 2
    assert divs[1].find(".//t:hi", NAMES).tail is None
    assert divs[1].find(".//t:lb", NAMES).tail == "丙"
    assert [cell.get("role") for cell in divs[1].iter(TEI + "cell")] == ["label", "label", None, None]
    assert divs[1].find(".//t:code", NAMES).get("lang") == "c"
    assert divs[1].find(".//t:graphic", NAMES).get("url") == "http://example.com/a/x.png"
    assert divs[2].find(".//t:ref", NAMES).get("target") == "http://e.cn/"


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "<p>",
                "<b>",
                "<ul><li>",
                "</ul>",
                "<td>",
                "<table>",
                "<h2>",
                "<figure>",
                "<img~src=1.png>",
                "&",
                "]]>",
                "文",
                "\x0b",
                "\ufffe",
                "😀",
            ]
        ),
        max_size=20,
    )
)
def test_any_page_is_well_formed_and_loses_no_text(parts):
    html = "".join(parts).replace("~", " ")
    blocks = blocks_of(html)
    root = ElementTree.fromstring(to_tei(blocks, Metadata(title="\x00题"), "http://e.cn/\x01"))
    assert letters("".join(root.find("t:text", NAMES).itertext())) == letters(to_text(blocks))


def test_by_format():
    html = "<title>石桥修好了</title><p>石桥修好了，村里人都来看。</p>"
    root = ElementTree.fromstring(extract(html, method="title", format="tei").encode())
    assert root.find(".//t:titleStmt/t:title", NAMES).text == "石桥修好了"
    assert root.find(".//t:body//t:p", NAMES).text == "石桥修好了，村里人都来看。"
