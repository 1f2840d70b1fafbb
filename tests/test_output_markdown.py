"""Structure as Markdown: what is kept, and that a reader of Markdown gives the text back."""

import pytest
from conftest import assert_linear, blocks_of, displayed_letters, letters, rendered_markdown, shown_text
from hypothesis import given, settings
from hypothesis import strategies as st

from markwindow import Options
from markwindow.extract import read_document
from markwindow.output.markdown import to_markdown
from markwindow.output.plain import plain_text
from markwindow.output.structure import read_blocks
from markwindow.output.text import to_text

CASES = {
    "c15 document order, nested lists, an item a line": (
        "<h2>煮茶</h2><p>先烧水。</p><ol><li><span><span>洗壶</span></span></li><li><span>投茶</span>"
        "<ul><li>绿茶少些<ul><li>春茶更少</li></ul></li><li>红茶多些</li></ul></li></ol><p>慢慢喝。</p>",
        "煮茶\n先烧水。\n洗壶\n投茶\n绿茶少些\n春茶更少\n红茶多些\n慢慢喝。",
        "## 煮茶\n\n先烧水。\n\n1. 洗壶\n2. 投茶\n   - 绿茶少些\n     - 春茶更少\n   - 红茶多些\n\n慢慢喝。",
    ),
    "two lists in a row stay two": (
        "<p>行前</p><ul><li>雨衣</li></ul><ul><li>干粮</li></ul><ol start=4><li>出门</li></ol>",
        "行前\n雨衣\n干粮\n出门",
        "行前\n\n- 雨衣\n\n+ 干粮\n\n4. 出门",
    ),
    "items of several paragraphs": (
        "<p>步骤</p><ul><li><p>浸种</p><p>一夜即可</p></li><li>催芽</li></ul>",
        "步骤\n浸种\n一夜即可\n催芽",
        "步骤\n\n- 浸种\n\n  一夜即可\n\n- 催芽",
    ),
    "e1 one br breaks a line, two a paragraph": (
        "<div>竹外几枝<br>水边一径<br><br>第二首<br>\n<br>第三首</div>",
        "竹外几枝\n水边一径\n第二首\n第三首",
        "竹外几枝  \n水边一径\n\n第二首\n\n第三首",
    ),
    "e1 an address block": (
        "<p>青禾县<br>南街五号<br>收发室</p><p>盖章有效</p>",
        "青禾县\n南街五号\n收发室\n盖章有效",
        "青禾县  \n南街五号  \n收发室\n\n盖章有效",
    ),
    "e1 font around half a sentence, then br": (
        "<p><font color=red>水位超过警戒线，</font>请勿靠近<br>值班电话不变</p>",
        "水位超过警戒线，请勿靠近\n值班电话不变",
        "水位超过警戒线，请勿靠近  \n值班电话不变",
    ),
    "quotations with their lists": (
        "<p>信上说：</p><blockquote><p>三件事。</p><ul><li>其一</li><li>其二</li></ul></blockquote><p>完</p>",
        "信上说：\n三件事。\n其一\n其二\n完",
        "信上说：\n\n> 三件事。\n>\n> - 其一\n> - 其二\n\n完",
    ),
    "a quotation around everything says nothing": ("<blockquote>一<p>二</blockquote>", "一\n二", "一\n\n二"),
    "strong: marks of punctuation move out where Markdown needs it": (
        "<p>他说<b>“好。”</b>就走了。<b>（一）全粗。</b></p><p><b>（二）全粗。</b></p>",
        "他说“好。”就走了。（一）全粗。\n（二）全粗。",
        "他说“**好**。”就走了。**（一）全粗。**\n\n**（二）全粗。**",
    ),
    "a heading is one line": ("<h3>上<br><b>下</b></h3><p>文", "上\n下\n文", "### 上 下\n\n文"),
    "a rule between kept lines": ("<p>前<hr>后", "前\n后", "前\n\n***\n\n后"),
    "data tables keep their rows, also without heads": (
        "<table><tr><td>年份<td>产量<tr><td rowspan=2>甲年<td>三|吨<br>半<tr><td>四吨</table>",
        "年份\n产量\n甲年\n三|吨\n半\n四吨",
        "| 年份 | 产量 |\n| --- | --- |\n| 甲年 | 三\\|吨 半 |\n|  | 四吨 |",
    ),
    "layout tables are opened": (
        "<table><tr><td><p>左边是正文的一段。</p><p>又一段。</p></td></tr><tr><td>下面一格</td></tr></table>",
        "左边是正文的一段。\n又一段。\n下面一格",
        "左边是正文的一段。\n\n又一段。\n\n下面一格",
    ),
    "a data table in a layout table": (
        "<table><tr><td>说明<table><tr><th>里<th>外<tr><td>一<td>二</table></td><td>旁</td></tr></table>",
        "说明\n里\n外\n一\n二\n旁",
        "说明\n\n| 里 | 外 |\n| --- | --- |\n| 一 | 二 |\n\n旁",
    ),
    "code keeps blanks, empty lines and its language": (
        '<p>如下：</p><pre><code class="language-python">def f(x):\n\n    return  x  # 好\n</code></pre>',
        "如下：\ndef f(x):\n\n    return  x  # 好",
        "如下：\n\n```python\ndef f(x):\n\n    return  x  # 好\n```",
    ),
    "code in an item, with backticks": (
        "<p>试</p><ul><li>运行<pre>```\nls</pre></li></ul>",
        "试\n运行\n```\nls",
        "试\n\n- 运行\n\n  ````\n  ```\n  ls\n  ````",
    ),
    "line numbers in a cell beside the code": (
        '<p>码</p><table><tr><td><pre>1\n2\n3</pre><td><pre class="brush: js">a();\n\n  b();</pre></table>',
        "码\na();\n\n  b();",
        "码\n\n```js\na();\n\n  b();\n```",
    ),
    "line numbers in elements of their own": (
        "<pre><span>1</span>x = 1\n<span>2</span>\n<span>3</span>  y = 22\n</pre>",
        "x = 1\n\n  y = 22",
        "```\nx = 1\n\n  y = 22\n```",
    ),
    "line numbers in a list after the code": (
        "<pre>x = 1\ny = 2</pre><ul><li>1</li><li>2</li></ul><p>完",
        "x = 1\ny = 2\n完",
        "```\nx = 1\ny = 2\n```\n\n完",
    ),
    "line numbers in a table of lines": (
        "<pre><table><tr><td>7<td>if a:<tr><td>8<td>  b()</table></pre>",
        "if a:\n  b()",
        "```\nif a:\n  b()\n```",
    ),
    "a number right after one row of code stays": (
        "<pre>x = 1000</pre><table><tr><td>1000<td>甲<tr><td>1001<td>乙</table>",
        "x = 1000\n1000\n甲\n1001\n乙",
        "```\nx = 1000\n```\n\n| 1000 | 甲 |\n| --- | --- |\n| 1001 | 乙 |",
    ),
    "two numbers right after one row of code stay": (
        "<pre>x = 1000</pre><p>1000</p><p>1001</p>",
        "x = 1000\n1000\n1001",
        "```\nx = 1000\n```\n\n1000\n\n1001",
    ),
    "numbers that are the content stay": (
        "<pre>1\n2\n3</pre><p>完",
        "1\n2\n3\n完",
        "```\n1\n2\n3\n```\n\n完",
    ),
    "code within a sentence": (
        "<p>输入<code>a`b</code>，或<kbd>ls</kbd></p>",
        "输入a`b，或ls",
        "输入``a`b``，或`ls`",
    ),
    "e3 formulas as pictures with their TeX": (
        '<p>设<img eeimg="1" src="/equation?tex=a%5E2" alt="a^2">为面积</p><p><img eeimg="2" src="/equation?tex=b%5E3"></p>',
        "设$a^2$为面积\n$$b^3$$",
        "设$a^2$为面积\n\n$$b^3$$",
    ),
    "e3 formulas as text with their TeX": (
        '<p>设<span data-eeimg="1" data-tex="x&lt;y_1">x&lt;y1</span>成立</p>',
        "设$x<y_1$成立",
        "设$x< y_1$成立",
    ),
    "e3 KaTeX's annotation": (
        '<p>得<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>a</mi><mo>+</mo><mi>b</mi>'
        '</mrow><annotation encoding="application/x-tex">a+b</annotation></semantics></math></span>'
        '<span class="katex-html" aria-hidden="true">a+b</span></span>，证毕</p>',
        "得$a+b$，证毕",
        "得$a+b$，证毕",
    ),
    "e3 MathJax's script beside the drawing": (
        '<p>有<span class="MathJax_Preview">z2</span><span class="MathJax"><nobr>z2</nobr></span>'
        '<script type="math/tex">z^2</script>个</p><div>故<div class="MathJax_Display">s</div>'
        '<script type="math/tex; mode=display">\\sum_i % 求和\n i</script></div>',
        "有$z^2$个\n故\n$$\\sum_i i$$",
        "有$z^2$个\n\n故\n\n$$\\sum_i i$$",
    ),
    "e3 TeX in the text, where a script of the page draws it": (
        "<script src=/MathJax.js></script><p>设$a_1*b_2$与\\(x&lt;y\\)，价格$5和$6元</p><p>得\\[ z^2 \\]即可</p>",
        "设$a_1*b_2$与$x<y$，价格$5和$6元\n得\n$$z^2$$\n即可",
        "设$a_1*b_2$与$x< y$，价格\\$5和\\$6元\n\n得\n\n$$z^2$$\n\n即可",
    ),
    "dollar signs are text elsewhere": ("<p>设$a_1$为价", "设$a_1$为价", "设\\$a_1\\$为价"),
    "footnotes": (
        '<p>水从高处来<sup><a href="#n1" id="r1">[1]</a></sup>，到低处去<a href="#n2">[2]</a>。</p>'
        '<ol><li id="n1">见县志 卷一 <a href="#r1">↩</a></li><li><a id="n2"></a>见碑文 ↩</li></ol>',
        "水从高处来[1]，到低处去[2]。\n见县志 卷一 ↩\n见碑文 ↩",
        "水从高处来[^1]，到低处去[^2]。\n\n[^1]: 见县志 卷一 ↩\n\n[^2]: 见碑文 ↩",
    ),
    "an entity in pieces is text": (
        "<p>写作&amp;nbs<b>p;</b><b><i>的</i></b>，R&amp;D",
        "写作&nbsp;的，R&D",
        "写作\\&nbsp;***的***，R&D",
    ),
    "two notes of one mark are text": (
        '<p>水从高处来<a href="#n1">[1]</a>。</p><ol><li id="n1">见县志</li><li id="n1">见碑文</li></ol>',
        "水从高处来[1]。\n见县志\n见碑文",
        "水从高处来\\[1\\]。\n\n1. 见县志\n2. 见碑文",
    ),
    "notes between the paragraphs are text": (
        '<p>水从高处来<a href="#n1">[1]</a>，到低处去<a href="#n2">[2]</a>。</p><p id="n1">见县志</p>'
        '<p>又到河里。</p><p id="n2">见碑文</p>',
        "水从高处来[1]，到低处去[2]。\n见县志\n又到河里。\n见碑文",
        "水从高处来\\[1\\]，到低处去\\[2\\]。\n\n见县志\n\n又到河里。\n\n见碑文",
    ),
    "marks without notes stay text": (
        '<p>水从高处来<a href="#n1">[1]</a>。</p><p>见县志</p>',
        "水从高处来[1]。\n见县志",
        "水从高处来\\[1\\]。\n\n见县志",
    ),
}


@pytest.mark.parametrize(("html", "text", "markdown"), CASES.values(), ids=CASES)
def test_structure(html, text, markdown):
    blocks = blocks_of(html)
    assert to_text(blocks) == text
    assert to_markdown(blocks) == markdown
    assert displayed_letters(rendered_markdown(markdown)) == letters(text)


@pytest.mark.parametrize(
    "line",
    [
        "# 不是标题",
        "1. 不是列表",
        "2024) 不是",
        "- 不是列表",
        "+ 不是",
        "> 不是引文",
        "===",
        "---",
        "|---|---|",
        "*星* _下_ a_b __c__ **d**",
        "`码` ~~删~~ $5 和 $6",
        "[链](x) ![图](y) [a]: b",
        "<b> &lt; &amp; &#20013; \\ \\*",
        "http://a.b/_c_ 3~5 好!",
        "    缩进",
        "```",
        "~~~",
        "标题 ##",
    ],
)
@pytest.mark.parametrize(
    "place",
    ["<p>甲<br>{}</p>", "<p>{}</p><p>乙", "<ul><li>{}<li>乙</ul>丙", "<h2>{}</h2>丙", "<b>{}</b><p>丙"],
)
def test_characters_that_mean_something_in_markdown_come_back_as_text(line, place):
    html = place.format(line.replace("&", "&amp;").replace("<", "&lt;"))
    blocks = blocks_of(html)
    assert shown_text(rendered_markdown(to_markdown(blocks))).split() == to_text(blocks).split()


def test_deep_lists_are_opened_where_readers_of_markdown_give_up():
    blocks = blocks_of("<p>头</p>" + "<ul><li>层" * 60)
    assert displayed_letters(rendered_markdown(to_markdown(blocks))) == "头" + "层" * 60


MARKUP = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<br>",
        "<div>",
        "</div>",
        "<ul>",
        "<ol>",
        "<li>",
        "</ul>",
        "</ol>",
        "<h2>",
        "</h2>",
        "<b>",
        "</b>",
        "<i>",
        "</i>",
        "<code>",
        "</code>",
        "<pre>",
        "</pre>",
        "<blockquote>",
        "</blockquote>",
        "<table>",
        "<tr>",
        "<td>",
        "<th>",
        "</table>",
        "<a~href=/x>",
        "</a>",
        "<a~href=#n>",
        "<p~id=n>",
        "<hr>",
        "<img~src=a.png>",
        "<sup>",
        "</sup>",
        "<del>",
        "</del>",
        "<figure>",
        "<script~src=katex.js></script>",
        "<figcaption>",
        "</figure>",
    ]
).map(lambda tag: tag.replace("~", " "))
WORDS = st.one_of(
    st.sampled_from(
        [
            "中文。",
            "“引”",
            "a_b",
            "* ",
            "# ",
            "1. ",
            "- ",
            "&lt;x>",
            "[1]",
            "`",
            "$",
            "|",
            "!",
            "\\",
            "\n",
            "~~",
            "1",
            "\\(",
            "\\)",
            "\\[",
            "\\]",
        ]
    ),
    st.text(
        st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"], exclude_characters="&<>"),
        max_size=4,
    ),
)


def test_code_with_blocks_in_it_is_whole_in_every_output():
    document, _, _ = read_document("<pre>a;<div><p>int count = 10;</p></div><div><p>b;</p></div></pre>")
    kept = [False, True, False]
    assert plain_text(document, kept) == "a;\nint count = 10;\nb;"
    assert to_text(read_blocks(document, kept)) == plain_text(document, kept)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(MARKUP, WORDS), max_size=40).map("".join), st.booleans(), st.data())
def test_markdown_of_any_page_is_rendered_to_its_text(html, links, data):
    document, _, _ = read_document(html, options=Options(links=links, images=links))
    count = len(document.lines)
    kept = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    markdown = to_markdown(read_blocks(document, kept))
    assert displayed_letters(rendered_markdown(markdown)) == letters(plain_text(document, kept))


@pytest.mark.parametrize(
    "piece", ["<ul><li>甲", "<b>甲</b><i>乙</i>", "<td rowspan=50>甲<td colspan=50>乙<tr>", "<pre>1</pre>"]
)
def test_time_is_linear_in_size(piece):
    start = "<table>" if piece.startswith("<td") else ""
    assert_linear(lambda size: to_markdown(blocks_of(start + piece * size)), 2000, 4000, most=3)
