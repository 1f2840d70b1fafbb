"""The report and the workbench in real headless Chromium."""

import json
import re
import shutil

import pytest
from test_cli import PAGES, call

import markwindow
from markwindow.compare import compare
from markwindow.evaluation.sets import read_sets
from markwindow.report.self_contained import page_report
from markwindow.report.view import page_view

sync_api = pytest.importorskip("playwright.sync_api", reason="browser tests need: pip install playwright")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None, reason="browser tests need Chromium (Debian: apt-get install chromium)"
    ),
]

FILE = PAGES / "news" / "20081105.html"
PAGE = FILE.read_bytes()
SIZES = {"desktop": (1280, 860), "phone": (375, 812)}
HOSTILE = (
    "<title>渡轮</script><script>window.hit=1</script><img src=x onerror=window.hit=1></title>"
    "<meta http-equiv=refresh content='0;url=http://203.0.113.9/'><base href=http://203.0.113.9/>"
    "<link rel=stylesheet href=http://203.0.113.9/a.css><body onload=window.hit=1>"
    "<div id='x\"><script>window.hit=1</script>'>渡轮今晚起试行夜班，末班船改到零点。"
    "&lt;img src=http://203.0.113.9/a.png onerror=window.hit=1&gt; ${window.hit=1} {{window.hit=1}}</div>"
    "<p>&lt;/script&gt;&lt;script&gt;window.hit=1&lt;/script&gt; &lt;!--<p>javascript:window.hit=1"
    "<svg onload=window.hit=1><p>\u202e渡轮\u2028<iframe srcdoc='<script>parent.hit=1</script>'></iframe>"
)
CONTRAST = """() => {
  // WCAG 2.1: relative luminance and contrast of every element that shows text of its own.
  const parts = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const over = (top, ground) => {
    const share = top[3] ?? 1;
    return [0, 1, 2].map((place) => top[place] * share + ground[place] * (1 - share));
  };
  const light = (color) => color
    .map((value) => value / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, place) => sum + value * [0.2126, 0.7152, 0.0722][place], 0);
  const ground = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) layers.unshift(parts(getComputedStyle(at).backgroundColor));
    return layers.reduce((under, layer) => (layer.length ? over(layer, under) : under), [255, 255, 255]);
  };
  const low = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!own || !node.checkVisibility() || node.closest("svg, option, noscript, script, style, [disabled]")) continue;
    const under = ground(node);
    const [a, b] = [light(over(parts(getComputedStyle(node).color), under)), light(under)].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) low.push(`${node.tagName}.${node.className} ${contrast.toFixed(2)} ${node.textContent.slice(0, 20)}`);
  }
  return low;
}"""

CUT = """() => [...document.querySelectorAll("svg text")].filter((text) => {
  const [own, all] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
  return own.width && (own.left < all.left - 1 || own.right > all.right + 1 || own.bottom > all.bottom + 1);
}).map((text) => text.textContent)"""


@pytest.fixture(scope="module")
def chromium():
    with sync_api.sync_playwright() as playwright:
        # Tests may run as root in a container, where Chromium's own sandbox cannot start.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium):
    """A browser tab that notes faults of our script and every request that it makes."""
    context = chromium.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.faults, page.asked = [], []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda told: page.faults.append(told.text) if told.type == "error" else None)
    page.on("request", lambda request: page.asked.append(request.url))
    yield page
    context.close()


def open_report(tab, folder, html, label="page.html"):
    path = folder / "report.html"
    path.write_text(page_report(page_view(html), label), encoding="utf-8")
    tab.goto(path.as_uri())
    return path


def thread_seconds(metrics):
    """CPU time of the page's main thread in script, style, layout and all else."""
    told = {one["name"]: one["value"] for one in metrics.send("Performance.getMetrics")["metrics"]}
    return told["TaskDuration"]


def text_shown(tab):
    return "\n".join(tab.locator("#panel-text .paragraphs p.text").all_text_contents())


# ------------------------------------------------------------------- report


def test_colours_numbers_and_text_are_those_of_analyze(tab, tmp_path):
    open_report(tab, tmp_path, PAGE)
    for method in markwindow.methods.METHODS:
        tab.check(f"input[name=method][value='{method}']", force=True)
        page = markwindow.analyze(PAGE, method=method)
        shown = tab.evaluate(
            """() => [...document.querySelectorAll(".window")].map((one) => ({
                state: one.dataset.state,
                colour: getComputedStyle(one).borderLeftColor,
                told: one.querySelector(".told").textContent,
                figures: one.querySelector(".figures").textContent,
                lines: [...one.querySelectorAll(".line")].map((line) => line.textContent),
            }))"""
        )
        assert len(shown) == len(page.windows)
        colours = {}
        for one, window in zip(shown, page.windows, strict=True):
            is_part = window.kept and window.kept_text != window.text
            left = window.reason.startswith("left out")
            state = "part" if is_part else "kept" if window.kept else "left" if left else "dropped"
            assert one["state"] == state
            colours.setdefault(state, set()).add(one["colour"])
            assert window.reason.partition(": ")[2] in one["told"] or window.reason in one["told"]
            distance = "–" if window.distance is None else window.distance
            assert f"distance/length {distance}/{window.length}" in one["figures"]
            assert f"links {round(100 * window.link_share)} %" in one["figures"]
            assert window.path in one["figures"]
            assert "\n".join(one["lines"]) == window.text
        assert all(len(of_state) == 1 for of_state in colours.values())
        assert len(set.union(*colours.values())) == len(colours)
        assert text_shown(tab) == page.text
        assert f"{len(page.text)} characters" in tab.inner_text("#panel-text")
    assert not tab.faults


def test_title_words_are_marked(tab, tmp_path):
    open_report(tab, tmp_path, PAGE)
    marked = set(tab.locator(".window mark").all_text_contents())
    assert {"粮站", "电子鼻", "秋粮"} <= marked
    assert tab.locator(".window mark").count() > len(marked)


def test_differences_are_those_of_compare(tab, tmp_path):
    open_report(tab, tmp_path, PAGE)
    tab.click("#tab-compare")
    assert [tab.input_value(name) for name in ("#one", "#other")] == ["title", "density"]
    for one, other in (("title", "density"), ("default", "title")):
        tab.select_option("#one", one)
        tab.select_option("#other", other)
        told = compare("x", {name: markwindow.analyze(PAGE, method=name) for name in (one, other)})
        cells = tab.locator(".sums td").all_text_contents()
        assert cells == [
            str(told.shared),
            str(told.only(one)),
            str(told.only(other)),
            f"{100 * told.overlap:.1f} %",
        ]
        only = [line.text for line in told.lines if line.kept_by == {one}]
        assert tab.locator(".row.of-one .text").all_text_contents() == only
    tab.check("#side-by-side")
    both = tab.locator(".sides .row.of-both").first.locator(".text").all_text_contents()
    assert both[0] == both[1] != ""


def test_curves_have_axes_with_names_and_units(tab, tmp_path):
    open_report(tab, tmp_path, PAGE)
    tab.click("#tab-curves")
    view = page_view(PAGE)
    assert tab.locator(".curve").count() == len(view["curves"])
    for curve in view["curves"]:
        figure = tab.locator(f"[data-curve='{curve['id']}']")
        texts = figure.locator("svg text").all_text_contents()
        assert curve["x"] in texts
        assert curve["y"] in texts
        assert len(texts) > 6
        assert figure.locator("path.series").count() == len(curve["series"])
        assert figure.locator("line.threshold").count() == len(curve["thresholds"])


def test_keyboard_alone_is_enough(tab, tmp_path):
    open_report(tab, tmp_path, PAGE)
    tab.focus("input[name=method][value=default]")
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#panel-text h2").inner_text() == "Text by title"
    tab.focus("#tab-windows")
    tab.keyboard.press("ArrowRight")
    assert tab.get_attribute("#tab-compare", "aria-selected") == "true"
    tab.keyboard.press("j")
    tab.keyboard.press("j")
    assert tab.evaluate("document.activeElement.dataset.window") == "1"
    tab.keyboard.press("k")
    assert tab.evaluate("document.activeElement.dataset.window") == "0"
    tab.keyboard.press("n")
    assert int(tab.evaluate("document.activeElement.dataset.window")) > 0
    names = tab.evaluate(
        """() => [...document.querySelectorAll("button, select, input")].filter((one) => one.checkVisibility())
            .map((one) => one.textContent || one.labels?.[0]?.textContent || one.getAttribute("aria-label"))"""
    )
    assert all(names)


def test_copy_gives_the_text(chromium, tmp_path):
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    open_report(page, tmp_path, PAGE)
    page.click("#copy-text")
    sync_api.expect(page.locator("#copy-text")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == markwindow.extract(PAGE)
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_report_can_be_read(chromium, tmp_path, size, scheme):
    width, height = SIZES[size]
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    open_report(page, tmp_path, (PAGES / "security" / "0001.html").read_bytes(), "a-rather-long-name/" * 8)
    for name in ("windows", "compare", "curves", "text"):
        if not page.is_visible(f"#tab-{name}"):
            continue
        page.click(f"#tab-{name}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CONTRAST) == []
        assert page.evaluate(CUT) == []
    context.close()


def test_a_hostile_page_runs_nothing_and_asks_for_nothing(tab, tmp_path):
    path = open_report(tab, tmp_path, HOSTILE, label="</title><script>window.hit=1</script>")
    for name in ("compare", "curves", "windows"):
        tab.click(f"#tab-{name}")
    tab.wait_for_timeout(300)
    assert tab.evaluate("window.hit") is None
    assert tab.asked == [path.as_uri()]
    assert "<script>window.hit=1</script>" in tab.inner_text(".window >> nth=1")
    assert not tab.faults
    # What got in all the same would not run: the policy allows the report's own script alone.
    tab.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {text: 'window.hit = 1'}))"
    )
    assert tab.evaluate("window.hit") is None


def test_a_large_page_opens_at_once(tab, tmp_path):
    paragraphs = "".join(
        f"<div class='item'><p>第{number}条：渡轮今晚起试行夜班，末班船从九点半改到零点，票价不变，上夜班的人不用再绕道大桥。</p>"
        f"<a href='/list/{number}.html'>更多渡轮的消息</a></div>"
        for number in range(5200)
    )
    html = f"<title>渡轮试行夜班_某某网</title>{paragraphs}".encode()
    assert 1_000_000 < len(html) < 1_400_000
    metrics = tab.context.new_cdp_session(tab)
    # CPU time of the page's thread: a busy machine is no fault of the report.
    metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
    path = open_report(tab, tmp_path, html)
    assert path.stat().st_size < 3 * len(html)
    tab.wait_for_selector(".window")
    painted = tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    until_painted = thread_seconds(metrics)
    tab.wait_for_selector("#report[data-drawn=all]")
    before = thread_seconds(metrics)
    tab.evaluate(
        """async () => {
            for (let step = 0; step < 20; step += 1) {
              window.scrollBy(0, 4000);
              await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
            }
        }"""
    )
    scroll = (thread_seconds(metrics) - before) / 20
    print(f"first paint {painted} ms; CPU time until then {until_painted:.2f} s, {scroll:.3f} s a scroll")
    assert until_painted < 1
    assert scroll < 0.1


def test_command_line_report_opens(tab, tmp_path):
    assert call("report", FILE, "-o", tmp_path / "x.html").exit_code == 0
    tab.goto((tmp_path / "x.html").as_uri())
    assert "电子鼻" in tab.inner_text("h1")


# ------------------------------------------------------------------- workbench


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    pytest.importorskip("starlette", reason="the workbench needs the extra markwindow[serve]")
    from test_serve import serving

    folder = tmp_path_factory.mktemp("bench") / "marked"
    with serving(gold=folder, jobs=1) as url:
        yield url, folder


def test_paste_mark_and_save(tab, bench):
    url, folder = bench
    html = PAGE.decode("gb18030")
    tab.goto(url)
    tab.fill("#html", html)
    tab.click("#read")
    tab.wait_for_selector(".window")
    page = markwindow.analyze(html)
    assert text_shown(tab) == page.text
    # The title's window was dropped: that is wrong, say; the first kept one is right.
    heading = next(n for n, w in enumerate(page.windows) if w.text == page.clean_title)
    first = next(n for n, w in enumerate(page.windows) if w.kept)
    tab.click(f"[data-window='{heading}'] .mark-wrong")
    tab.click(f"[data-window='{first}'] .mark-right")
    tab.uncheck(f"[data-window='{first}'] input[type=checkbox] >> nth=1")
    tab.click("#save")
    sync_api.expect(tab.locator("#status")).to_contain_text("Saved as ")
    id = re.match(r"Saved as (\w+)", tab.inner_text("#status"))[1]
    kept = page.text.split("\n")
    gold = (folder / "gold" / f"{id}.txt").read_text(encoding="utf-8")
    assert gold.rstrip("\n").split("\n") == [page.clean_title, kept[0], *kept[2:]]
    assert (folder / "pages" / f"{id}.html").read_text(encoding="utf-8") == html.replace("\r\n", "\n")
    assert id in {page.id for page in read_sets([str(folder)])[0].pages}
    assert not tab.faults


def test_changes_show_at_once(tab, bench):
    tab.goto(bench[0])
    tab.set_input_files("#file", FILE)
    tab.wait_for_selector(".window")
    tab.check("input[name=method][value=title]", force=True)
    assert text_shown(tab) == markwindow.extract(PAGE, method="title")
    tab.fill("#title", "验粮的数字")
    given = markwindow.analyze(PAGE, method="title", title="验粮的数字")
    sync_api.expect(tab.locator("#report h1")).to_have_text("验粮的数字")
    assert text_shown(tab) == given.text
    tab.fill("#title", "")
    tab.fill("#stop-words", "粮站 电子鼻")
    sync_api.expect(tab.locator(".facts")).to_contain_text("秋粮 · 入库 · 老 · 新闻")
    options = markwindow.Options(stop_words=frozenset(["粮站", "电子鼻"]))
    assert text_shown(tab) == markwindow.extract(PAGE, method="title", options=options)
    tab.check("input[name=policy][value=strict]", force=True)
    sync_api.expect(tab.locator(".facts")).to_contain_text("strict")
    assert text_shown(tab) == markwindow.extract(PAGE, method="title", policy="strict", options=options)
    assert not tab.faults


def test_a_hostile_page_in_the_workbench(tab, bench):
    tab.goto(bench[0])
    tab.fill("#html", HOSTILE)
    tab.click("#read")
    tab.wait_for_selector(".window")
    tab.wait_for_timeout(300)
    assert tab.evaluate("window.hit") is None
    assert all(address.startswith((bench[0], "data:,")) for address in tab.asked)


def test_what_goes_wrong_is_told(tab, bench):
    tab.goto(bench[0])
    tab.click("#read")
    assert "Paste HTML" in tab.inner_text("#status")
    tab.fill("#url", "http://127.0.0.1:9/")
    tab.click("#read")
    sync_api.expect(tab.locator("#status.problem")).to_contain_text("local network")


def test_another_site_cannot_use_the_workbench(tab, bench):
    tab.goto("data:text/html,<p>evil")
    told = tab.evaluate(
        """async (url) => {
            const ask = (type) => fetch(url, {method: "POST", body: "{}", headers: {"Content-Type": type}})
                .then((answer) => answer.text(), (error) => "refused");
            return [await ask("application/json"), await ask("text/plain")];
        }""",
        f"{bench[0]}/gold",
    )
    assert told == ["refused", "refused"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_workbench_can_be_read(chromium, bench, size, scheme):
    width, height = SIZES[size]
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    page.goto(bench[0])
    assert page.evaluate(CONTRAST) == []
    page.set_input_files("#file", FILE)
    page.wait_for_selector(".window")
    page.click(".mark-wrong >> nth=2")
    page.click(".mark-right >> nth=5")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(CONTRAST) == []
    assert page.locator("#save").is_visible()
    context.close()


def test_view_in_the_file_is_the_view(tab, tmp_path):
    open_report(tab, tmp_path, PAGE)
    shown = tab.evaluate("JSON.parse(document.getElementById('view').textContent)")
    assert shown == json.loads(json.dumps(page_view(PAGE) | {"label": "page.html"}))
