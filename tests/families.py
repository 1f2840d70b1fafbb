"""Families of pages of any size that are made to be slow: each repeats what some parser or pattern stumbles over."""

from collections.abc import Callable

TITLE = "<title>城北经济工作会议</title>"
TEXT = "<p>城北经济工作会议今天召开，会议总结了全年的工作。</p>"


def repeated(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """Pages of about so many characters, title and text included."""
    return lambda size: TITLE + before + piece * (size // len(piece)) + after + TEXT


def nested_types(size: int) -> str:
    """JSON-LD whose types are objects in each other: a long text in a depth that grows with it."""
    depth = size // 1000
    types = '{"@type":[' * depth + f'"{"经" * size}"' + "]}" * depth
    return f'{TITLE}<script type="application/ld+json">{types}</script>{TEXT}'


REPEATED = {
    "less-than": "<",
    "ampersand": "&",
    "open comments": "<!--",
    "open br": "<br ",
    "ideographic blanks": "\u3000",
    "full stops": "。",
    "one character": "中",
    "nul": "\0",
    "zero width": "\u200b",
    "emoji joined": "👨\u200d👩\u200d👧",
    "astral": "𠮷",
    "references": "&#20013;",
    "broken references": "&#x",
    "unknown entities": "&abcdefgh;",
    "open p": "<p>",
    "paragraphs": "<p>经济</p>",
    "long paragraphs": f"<p>{'经济工作会议今天召开，' * 40}</p>",
    "links": "<a href=/1.html>经济</a>",
    "short links": "<a>甲</a>",
    "dates": "2024-03-05 10:00 ",
    "almost dates": "2024-",
    "phrases": "相关阅读 责任编辑 版权所有 ",
    "digits": "1",
    "latin words": "economy work ",
    "one latin word": "a",
    "breaks": "<br>经济",
    "blank lines": "\n \n\t",
    "nested div": "<div>",
    "nested articles": "<article>",
    "nested unknown": "<banner>",
    "nested lists": "<ul><li>",
    "nested items": "<li><dd>",
    "option groups": "<optgroup>",
    "foreign end tags": "<div></x>",
    "end tags out of scope": "<div><object></div></object>",
    "crossed end tags": "<x><div></x></div>",
    "end tags in paragraphs": "<span><p></span></p>",
    "drawings": "<svg><path/></svg>",
    "nested tables": "<table><tr><td>",
    "nested font": "<font>",
    "different fonts": "<font color=1>",
    "nested spans": "<span>",
    "nested b and p": "<b><p>",
    "nested select": "<select>",
    "nested svg": "<svg>",
    "nested button": "<button>",
    "nested form": "<form><div>",
    "closing tags": "</div>",
    "closing p": "</p>",
    "table cells": "<td>经济的工作</td>",
    "table rows": "<table><tr><td>经济<td>工作</table>",
    "text in tables": "<table>经济</table>",
    "list items": "<li><span>1</span>经济",
    "headings": "<h2>经济工作</h2>",
    "titles": "<h1>城北经济工作会议</h1>",
    "boxes": "<p>城北经济工作会议昨天召开，代表们讨论了三件事，都记在纪要里。</p><p>相关阅读</p>",
    "comments": "<!-- a -->",
    "conditional": "<!--[if IE]>a<![endif]-->",
    "cdata": "<![CDATA[经济]]>",
    "instructions": "<?php echo 1 ?>",
    "scripts": "<script>var a = {b: '经济'}</script>",
    "open scripts": "<script>",
    "json-ld": '<script type="application/ld+json">{"articleBody":"经济"}</script>',
    "styles": "<style>a{}</style>",
    "textareas": "<textarea>经济</textarea>",
    "noscript": "<noscript>经济</noscript>",
    "templates": "<template><p>经济</template>",
    "images": "<img src=1.jpg alt=经济>",
    "figures": "<figure><img src=1.jpg><figcaption>经济</figcaption></figure>",
    "attributes": "<div class='article content' id='a b c'>经济</div>",
    "hidden": "<div style='display:none'>经济</div>",
    "pre": "<pre>a\n b\n</pre>",
    "frames": "<iframe src=1.html></iframe>",
    "next pages": "<a href=2.html>下一页</a>",
    "comment heads": "<h4>网友评论（12）</h4><div>经济</div>",
    "bodies": "<body class=a>",
    "htmls": "</html><html>",
    "metas": "<meta name=author content=经济>",
}
FAMILIES: dict[str, Callable[[int], str]] = {
    **{name: repeated(piece) for name, piece in REPEATED.items()},
    "one long attribute": repeated("经", "<div class='", "'>"),
    "many attributes": lambda size: f"{TITLE}<div {' '.join(f'a{n}=1' for n in range(size // 8))}>{TEXT}",
    "many classes": repeated("article ", "<div class='", "'>"),
    "long title": lambda size: f"<title>{'城北经济' * (size // 4)}</title>{TEXT}",
    "title of one word": lambda size: (
        f"<title>{'北京，' * 300}</title><div>{'的，的，北京，' * (size // 7)}</div>{TEXT}"
    ),
    "long json": repeated('{"a":[', "<script type='application/ld+json'>", "</script>"),
    "long script": repeated("a={b:'", "<script>window.__INITIAL_STATE__=", "</script>"),
    "long pre": repeated("经济 工作\n", "<pre>", "</pre>"),
    "long comment": repeated("-", "<!--", "-->"),
    "long url": repeated("a", "<a href='http://", "'>经济</a>"),
    "table of many columns": repeated("<td>1", "<table><tr>", "</table>"),
    "different words": lambda size: (
        TITLE + "".join(f"<p>{chr(0x4E00 + n % 20000)}{n}经济</p>" for n in range(size // 16)) + TEXT
    ),
    "different classes": lambda size: (
        TITLE + "".join(f"<div class=c{n}>经济{n}</div>" for n in range(size // 30)) + TEXT
    ),
    "names of a meta": lambda size: (
        f"{TITLE}<meta name='{'author ' * (size // 16)}' content='{'经 济 ' * (size // 8)}'>{TEXT}"
    ),
    "different names of a meta": lambda size: (
        f"{TITLE}<meta name='{' '.join(f'a{n}' for n in range(size // 16))}' content='{'经 济 ' * (size // 8)}'>{TEXT}"
    ),
    "nested types": nested_types,
    "different metas": lambda size: (
        TITLE + "".join(f"<meta name=author content=经济{n}>" for n in range(size // 32)) + TEXT
    ),
}
