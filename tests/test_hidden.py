"""Pages that hide their text: in scripts, templates and hidden elements; and pages that have none."""

import html
import json
from urllib.parse import quote

import pytest
from conftest import assert_linear
from hypothesis import given, settings
from hypothesis import strategies as st
from invariants import check_page, shown_lines

from markwindow import Options, analyze, extract
from markwindow.extract import read_document
from markwindow.hidden.scripts import read_value, script_data
from markwindow.hidden.shells import verification
from markwindow.reading import read
from markwindow.tree import parse

TITLE = "河口渔村：人少一点，鸟多一点"
PARAGRAPHS = [
    "四月的清晨，河口的雾还没有散，老船工已经把缆绳解开，准备把第一批游客送到对岸的渔村去。",
    "他说，二十年前这里每天只有三班船，如今清明前后，一天要跑四十趟，码头也从木板换成了水泥。",
    "渔村的支书告诉记者，今年新修的步道长两公里，沿途设了九处观鸟台，游客不用下滩涂就能看到水鸟。",
    "“我们不想把滩涂变成游乐场。”他说，“人少一点，鸟就多一点，日子也就长一点。”",
]
TEXT = "\n".join(PARAGRAPHS)
BODY = "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
SHELL = f'<title>{TITLE}_某某网</title><div id="root">加载中…</div>'
STATE = {
    "app": {"menu": [{"name": "首页", "url": "/"}], "hint": "您的浏览器版本过低，请升级以后再来访问本站。"},
    "detail": {
        "title": TITLE,
        "content": BODY,
        "comments": [
            {"user": f"u{n}", "content": "写得真好，我小时候就在那边长大，船还是木头的。" * 3}
            for n in range(9)
        ],
        "related": [
            {"title": f"春播第{n}天", "abstract": "今年的春播比往年早了一个星期，种子也到了。" * 9}
            for n in range(8)
        ],
    },
}


def script(text, attributes=""):
    return f"{SHELL}<script {attributes}>{text}</script>"


def stream(text):
    rows = f'0:["$","div",null,{{}}]\n1a:T{len(text.encode()):x},{text}1b:{{"a":"b"}}\n'
    pieces = [rows[:70], rows[70:]]
    return SHELL + "".join(
        f"<script>self.__next_f.push([1,{json.dumps(piece)}])</script>" for piece in pieces
    )


IN_SCRIPTS = {
    "json-ld": script(json.dumps({"@type": "NewsArticle", "articleBody": TEXT}), "type=application/ld+json"),
    "json-ld with a comma too many": script(
        '{"@graph":[{"@type":"NewsArticle","articleBody":"' + TEXT + '",}]}', "type=application/ld+json"
    ),
    "next data": script(json.dumps({"props": STATE}), 'id="__NEXT_DATA__" type="application/json"'),
    "initial state": script(f"window.__INITIAL_STATE__={json.dumps(STATE)};(function(){{var s;}})();"),
    "an object of JavaScript": script(f"var page = {{title:'x', body:'{BODY}', done:function(){{return 1}}, a:undefined,}}"),
    "JSON in a string": script(f"window.data = JSON.parse({json.dumps(json.dumps(STATE))});"),
    "JSON in single quotes": script(
        "window.data = JSON.parse('" + json.dumps(STATE).replace("\\", "\\\\").replace("'", "\\'") + "');"
    ),
    "what a function returns": script(f'window.__NUXT__=(function(a,b){{return {{data:[{{a:a,content:{json.dumps(BODY)}}}]}}}}("x",1));'),
    "a flat list of values": script(json.dumps([["Reactive", 1], {"data": 2}, TITLE, BODY, "首页"]), "type=application/json"),
    "rows of a stream": stream(BODY),
    "escaped mark-up": script(f"window.data={json.dumps({'c': html.escape(BODY)})}"),
    "mark-up in hexadecimal": script("var data={c:'" + BODY.replace("<", "\\x3c") + "'}"),
    "paragraphs one by one": script(
        f"var data={json.dumps({'blocks': [{'type': 'p', 'text': paragraph} for paragraph in PARAGRAPHS]})}"
    ),
    "mark-up for later": script(BODY, "type=text/html"),
    "a string for a function": script(f"var data = {{ content: decode('{BODY}') }}"),
    "a string in percent signs": script(f"var text = decodeURIComponent('{quote(BODY)}')"),
    "a hidden field": f"{SHELL}<input type=hidden id=content value='{html.escape(BODY)}'>",
    "a template": f"{SHELL}<template>{BODY}</template>",
    "a text area": f"{SHELL}<textarea style='display:none'>{html.escape(BODY)}</textarea>",
    "noscript": f"{SHELL}<noscript>{BODY}</noscript>",
}  # fmt: skip


@pytest.mark.parametrize("page", IN_SCRIPTS.values(), ids=IN_SCRIPTS)
@pytest.mark.parametrize("method", ["default", "title", "density"])
def test_d3_the_text_is_found_where_it_is_hidden(page, method):
    assert extract(page, method=method) == TEXT


def test_the_text_found_has_windows_reasons_and_its_origin():
    page = analyze(IN_SCRIPTS["next data"])
    assert page.text_source == "script"
    assert page.reason == ""
    assert page.clean_title == TITLE
    assert page.title_source == "title"
    assert [window.kept for window in page.windows] == [True]
    assert "title-relevant" in page.windows[0].reason
    record = json.loads(extract(IN_SCRIPTS["json-ld"], format="json"))
    assert (record["text"], record["text_source"]) == (TEXT, "json-ld")


def test_a_title_beside_the_text_stands_in_for_a_missing_one():
    page = analyze(f"<div id=app></div><script>var data={json.dumps(STATE)}</script>")
    assert (page.text, page.title) == (TEXT, TITLE)


def test_links_and_comments_around_a_shell_do_not_hide_the_text():
    menu = "".join(f"<a href=/{n}>新闻频道第{n}栏目</a> " for n in range(40))
    foot = "<div>版权所有 © 某某网 未经许可不得转载本网站的任何内容。</div>"
    assert extract(f"{SHELL}{menu}{foot}<script>window.state={json.dumps(STATE)}</script>") == TEXT


def test_summaries_of_other_pages_are_no_text():
    page = f"<title>新闻</title><div id=app></div><script>window.state={json.dumps(STATE['detail']['related'])}</script>"
    assert analyze(page).text == ""
    assert analyze(page).reason == "needs rendering: scripts put the page's text into its element app"


def test_a_text_that_is_displayed_is_not_looked_for_elsewhere():
    other = script(
        json.dumps({"articleBody": "另一篇文章的正文，与本页无关。" * 40}), "type=application/ld+json"
    )
    assert extract(
        f"<title>{TITLE}</title><h1>{TITLE}</h1>{BODY}{BODY.replace('四', '五')}{other}"
    ).startswith(TEXT)


WECHAT = f"""<meta property="og:title" content="{TITLE}"><div id="js_content" style="visibility: hidden; opacity: 0; ">
<section><section>{"".join(f"<p><span>{p[:9]}</span><span>{p[9:]}</span></p>" for p in PARAGRAPHS)}</section>
<img data-src="https://img.example.cn/1.jpg"></section></div><div><p>微信扫一扫关注该公众号</p></div>"""


def test_d1_a_hidden_block_that_holds_nearly_all_the_text_is_the_body():
    page = analyze(WECHAT)
    assert (page.text, page.title) == (TEXT, TITLE)
    assert json.loads(extract(WECHAT, format="json"))["text"] == TEXT
    assert extract(WECHAT.replace("js_content", "content")) == TEXT


@pytest.mark.parametrize(
    "hide", ['style="display:none"', 'style="color:red; visibility : hidden"', "hidden", 'style="opacity:0"']
)
@pytest.mark.parametrize("method", ["default", "title", "density"])
def test_d1_a_hidden_copy_is_not_doubled(hide, method):
    shown, copy = f"<div class=c>{BODY}</div>", f"<div {hide}>{BODY}</div>"
    for page in (shown + copy, copy + shown, f"<div class=c>{BODY}{copy}</div>"):
        assert extract(f"<title>{TITLE}</title>{page}", method=method) == TEXT


class KeepsTheLongestParagraphs:
    """A method that a long hidden text can mislead."""

    name = "longest"

    def keep(self, document, policy):
        longest = max(len(line.text) for line in document.lines)
        return [len(line.text) == longest for line in document.lines]


def test_hidden_text_is_passed_over_where_it_is_not_nearly_all():
    agreement = (
        "本协议由您与本站共同缔结，本协议具有合同效力，请您仔细阅读以下全部内容，并在同意以后再注册。" * 4
    )
    page = f"<div style='display:none'><p>{agreement}</p></div><div>{BODY}</div>"
    reading = read(read_document(page)[0], KeepsTheLongestParagraphs(), "balanced")
    assert reading.text == max(PARAGRAPHS, key=len)
    nearly_all = page.replace(BODY, PARAGRAPHS[0])
    assert read(read_document(nearly_all)[0], KeepsTheLongestParagraphs(), "balanced").text == agreement


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (
            SHELL + "<script src=app.js></script>",
            "needs rendering: scripts put the page's text on it, which says only '加载中'",
        ),
        (
            "<div id=app></div><noscript>Please enable JavaScript to continue.</noscript><script src=a.js></script>",
            "needs rendering: scripts put the page's text into its element app",
        ),
        ("<script>var a = 1</script>", "needs rendering: the page displays nothing, and has scripts"),
        (
            "<p>环境异常</p><p>当前环境异常，完成验证后即可继续访问。</p><a>去验证</a>",
            "blocked: the page asks for a verification (环境异常)",
        ),
        (
            "<p>该内容已被发布者删除</p>",
            "blocked: the page says that its text is gone (该内容已被发布者删除)",
        ),
    ],
)
def test_pages_without_a_text_say_why(page, reason):
    page = analyze(page)
    assert (page.text, page.reason) == ("", reason)


@pytest.mark.parametrize(
    "page", ["<p>今日休刊一天。</p>", "<script>var a</script><p>今日休刊一天，明日照常出版。</p>"]
)
def test_a_very_short_text_is_a_text(page):
    assert analyze(page).reason == ""
    assert "今日休刊一天" in extract(page)


def values(text):
    return [value for _, value in script_data(parse(f"<script>{text}</script>").parser)]


def test_values_are_read_without_running_anything():
    filler = "文" * 100
    assert values(f"var a = {{b: 1, c: '{filler}'}}; foo([1, '{filler}'])") == [
        {"b": 1, "c": filler},
        [1, filler],
    ]
    assert values(f"a = '{filler}\\x41\\u0042\\'\\\"\\n'") == [filler + "AB'\"\n"]
    assert values(f"if (x) {{ f('{filler}') }} var broken = {{ '{filler}'") == [filler]
    assert read_value("not data") is None
    assert read_value("[" * 100_000) is None


@given(st.text(alphabet="{}[]\"'`\\:,=(a1 \n<中", max_size=300))
@settings(deadline=None, max_examples=200)
def test_scripts_of_any_content_never_raise(text):
    values(f"var a = {{{text} //{'x' * 100}")
    analyze(f"<div id=app></div><script type=application/json>{text}{' ' * 100}</script>")


@pytest.mark.parametrize(
    "piece",
    ["{", "[", '"', "'", '="', "={", "\\", '\\"', "`", "return {", "a:{b:'c'},", 'self.push([1,"a"])'],
)
def test_scripts_of_any_content_take_linear_time(piece):
    assert_linear(lambda size: values("var a = {" + piece * size), 100_000, 200_000)


@pytest.mark.bench
def test_every_gold_text_comes_back_out_of_a_script(bench_pages):
    from markwindow.evaluation.score import score

    reached = []
    for page in bench_pages:
        if page.set != "magic_html_forum":
            body = "".join(f"<p>{html.escape(line)}</p>" for line in page.gold.splitlines())
            hidden = script(f"window.state={json.dumps({'content': body})}").replace(
                TITLE, html.escape(page.gold[:20])
            )
            reached.append(score(extract(hidden), page.gold).f1)
    assert sum(reached) / len(reached) >= 0.97


def test_an_article_may_speak_of_verifications():
    text = "某市政务平台昨日上线人机验证功能，市民办理业务以前要多点一次图片，老人可以由家人代办，平台说，三个月以来自动抢号的程序少了九成，详情见窗口告示。"
    article = f"<title>政务平台上线新功能</title><p>{text}</p>"
    assert verification(read_document(article)[0]) == ""


def test_windows_of_a_page_decided_on_without_hidden_elements_hold_all_that_is_shown():
    hidden = "今日江面有大雾，渡轮停航半日，旅客请改乘公交汽车过江，船票可退可改签，大雾散后复航。"
    shown = ["今日江面有雾，渡轮停航半日，票可退。", "旅客请改乘公交车，十分钟一班。"]
    body = "".join(f"<div><b class='abcdefghijklmnopqrstuvwxyz'>{line}</b></div>" for line in shown)
    page = f"<title>渡轮停航</title>{body}<div style='display:none'><p>{hidden}</p></div>"
    assert [line.text for line in read_document(page)[0].lines] == [*shown, hidden]
    assert shown_lines(read_document(page)[0]) == shown
    # Dense beside the page's mean is the hidden window alone; without it, the first one.
    told = check_page(page, "density-mean")
    assert [(window.text, window.kept) for window in told.windows] == [(shown[0], True), (shown[1], False)]


@pytest.mark.parametrize(("most", "is_partial"), [(3, False), (2, True)])
def test_a_page_decided_on_without_hidden_elements_says_that_it_is_partial_where_it_is(most, is_partial):
    hidden = "今日江面有大雾，渡轮停航半日，旅客请改乘公交汽车过江，船票可退可改签，大雾散后复航。"
    shown = [
        "今日江面有雾，渡轮停航半日，票可退，旅客请改乘公交车。",
        "第二条航线除外，照常开船。",
        "明日恢复。",
    ]
    body = "".join(f"<div><b class='abcdefghijklmnopqrstuvwxyz'>{line}</b></div>" for line in shown)
    page = f"<title>渡轮停航</title><div style='display:none'><p>{hidden}</p></div>{body}"
    told = check_page(page, "density-mean", options=Options(max_lines=most))
    assert [window.text for window in told.windows] == shown[:most]
    assert told.reason == (f"partial: only the first {most} lines of text were read" if is_partial else "")
