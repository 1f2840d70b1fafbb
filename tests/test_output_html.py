"""Clean HTML: the placeholders back as tags, and nothing that a browser could run."""

import pytest
from conftest import assert_safe, blocks_of, displayed_letters, letters
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from markwindow.output.html import ALLOWED, to_html
from markwindow.output.text import to_text


def html_of(html, **options):
    return to_html(blocks_of(html, links=True, images=True, **options))


@pytest.mark.parametrize(
    ("page", "clean"),
    [
        ("<p>甲<b>乙</b><i>丙</i><p>丁<br>戊", "<p>甲<strong>乙</strong><em>丙</em></p>\n<p>丁<br>戊</p>"),
        ("<h2><b>甲</b></h2><div>乙", "<h2>甲</h2>\n<p>乙</p>"),
        ("<p>1<ol start=3><li>甲<li>乙</ol>", '<p>1</p>\n<ol start="3">\n<li>甲</li>\n<li>乙</li>\n</ol>'),
        ("<p>H<sub>2</sub>O m<sup>2</sup><del>无</del>", "<p>H<sub>2</sub>O m<sup>2</sup><del>无</del></p>"),
        (
            "<pre><code class=lang-c>a &lt; b\n\n c",
            '<pre><code class="language-c">a &lt; b\n\n c</code></pre>',
        ),
        (
            "<table><tr><th>甲<th>乙<tr><td colspan=2>丙<tr><td>丁<td>戊</table>",
            "<table>\n<thead>\n<tr><th>甲</th><th>乙</th></tr>\n</thead>\n<tbody>\n"
            '<tr><td colspan="2">丙</td></tr>\n<tr><td>丁</td><td>戊</td></tr>\n</tbody>\n</table>',
        ),
        (
            '<p>甲<a href="../x?a=1&b=2" onclick=x()>乙</a></p>',
            '<p>甲<a href="http://example.com/x?a=1&amp;b=2" rel="noopener noreferrer">乙</a></p>',
        ),
        ("<p>甲</p><blockquote>乙</blockquote>", "<p>甲</p>\n<blockquote>\n<p>乙</p>\n</blockquote>"),
        ("<p>前<hr>后", "<p>前</p>\n<hr>\n<p>后</p>"),
    ],
)
def test_clean_html(page, clean):
    assert html_of(page) == clean
    assert_safe(clean)


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<img src='javascript:alert(1)'>",
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    "<img data-src='vbscript:x' alt='\"><script>alert(1)</script>'>",
    "<img src='http://a.b/\"onerror=\"alert(1)'>",
    "<a href='javascript:alert(1)'>点</a>",
    "<a href=' \x01java\nscript:alert(1)'>点</a>",
    "<a href='JaVaScRiPt&colon;alert(1)'>点</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>点</a>",
    "<a href='//evil.example/\"><script>'>点</a>",
    "<a href='http://[::1'>点</a>",
    "<svg><a xlink:href='javascript:x'><text>点</text></a></svg>",
    "<math href='javascript:x'>点</math>",
    "<div style='background:url(javascript:x)' onmouseover=x()>点</div>",
    "<iframe srcdoc='<script>x</script>'></iframe>",
    "<object data=x.swf></object><embed src=x.swf><form action=x><input onfocus=x autofocus></form>",
    "<base href='javascript:x'><a href=y>点</a>",
    "<p>&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=x&gt;</p>",
    "<pre><code class='language-\"onload=x'>&lt;script></code></pre>",
    "<pre class='language-x\" onload=\"y'>点</pre>",
    "<noscript><p title='</noscript><img src=x onerror=x>'></noscript>",
    "<table><tr><td colspan='2\" onclick=\"x'>甲<td>乙<tr><td>丙<td>丁</table>",
    "<ol start='1\" onclick=\"x'><li value='x'>点</ol>",
    "<p><img eeimg=1 alt='</p><script>x</script>'>点",
    "<p>点<script type='math/tex'><img src=x onerror=x></script>",
]


@pytest.mark.parametrize("page", HOSTILE)
def test_nothing_of_a_hostile_page_can_run(page):
    html = html_of(f"<p>正文第一段。</p>{page}<p>正文第二段。</p>")
    assert_safe(html)
    assert html.startswith("<p>正文第一段。</p>")
    fragment = LexborHTMLParser(f"<body>{html}").body
    for node in fragment.css("*"):
        assert node is fragment or node.tag == "body" or set(node.attributes) <= ALLOWED[node.tag]
        for name in ("href", "src"):
            assert node.attributes.get(name, "http://").startswith(("http://", "https://"))


@pytest.mark.parametrize(
    "url",
    [
        'http://example.com/"><script>x</script>',
        "http://example.com/' onclick='x",
        "javascript:x//",
        "data:text/html,<script>x</script>",
        "http://[",
        "http://example.com/\x00\n<img src=x onerror=x>",
    ],
)
def test_a_hostile_address_of_the_page_itself(url):
    page = "<p>正文<a href='../b.html'>甲</a><a href='?c'>乙</a><img src=d.png alt=丙>"
    html = html_of(page, url=url)
    assert_safe(html)
    for node in LexborHTMLParser(f"<body>{html}").body.css("*"):
        assert node.tag == "body" or set(node.attributes) <= ALLOWED[node.tag]
        for name in ("href", "src"):
            address = node.attributes.get(name, "http://")
            assert address.startswith("http://") or address in ("../b.html", "?c", "d.png")


@pytest.mark.parametrize("host", ["a%00b.cn", "新\ufffd.cn", "a.cn:0", "[::1"])
def test_a_link_to_a_host_that_cannot_be_is_text(host):
    assert html_of(f"<p>甲<a href='http://{host}/x'>乙</a>") == "<p>甲乙</p>"


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from([*HOSTILE, "正文", "<p>", "<b>", "<ul><li>", "</a>", "'", '"', ">", "<td>"]),
        max_size=12,
    )
)
def test_any_mixture_of_hostile_pieces_is_clean_and_loses_no_text(pieces):
    blocks = blocks_of("".join(pieces), links=True, images=True)
    html = to_html(blocks)
    assert_safe(html)
    assert displayed_letters(html) == letters(to_text(blocks))
