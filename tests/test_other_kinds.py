"""What the default method gives on pages that are neither an article nor a thread."""

from pathlib import Path

import pytest

from markwindow import analyze, extract

PAGES = sorted((Path(__file__).parent / "pages" / "kinds").glob("*.html"))


# Front pages that link to nothing but menus, or to two or three things each.
NO_TITLES = ["home-v4", "home-w2", "home-w6", "home-y3", "home-q3", "home-p1"]
# Boards with names as short as those of a menu.
SHORT_NAMES = ["index-w3"]


def pages_of(*kinds):
    return [pytest.param(path, id=path.stem) for path in PAGES if path.stem.split("-")[0] in kinds]


# Front pages that may as well be a text: what they say is kept.
IN_DOUBT = ["home-y2", "home-q2", "home-u04"]


@pytest.mark.parametrize("path", pages_of("list", "home"))
def test_lists_and_front_pages_give_no_text_and_say_so(path):
    page = analyze(path.read_bytes())
    if path.stem in IN_DOUBT:
        assert page.text
        return
    assert page.text == extract(path.read_bytes()) == ""
    assert "no article" in page.reason
    assert page.entries or path.stem in NO_TITLES
    assert not any(window.kept for window in page.windows)
    assert all(window.reason.startswith("dropped: the page is of the kind") for window in page.windows)


@pytest.mark.parametrize("path", pages_of("index"))
def test_the_index_of_a_forum_gives_the_titles_of_its_threads(path):
    page = analyze(path.read_bytes())
    lines = page.text.splitlines()
    if path.stem in SHORT_NAMES:
        assert "without titles" in page.reason
        return
    assert len(lines) >= 3
    # A title's line may tell more than the title: who wrote last, for example.
    assert all(entry.title in line for entry, line in zip(page.entries, lines, strict=True))
    assert {window.reason.split(":")[0] for window in page.windows if window.kept} == {"kept"}


@pytest.mark.parametrize("path", pages_of("shell", "empty"))
def test_shells_and_empty_pages_say_why_there_is_no_text(path):
    page = analyze(path.read_bytes())
    assert page.text == "" or page.text == "主办：山城市人民政府"
    assert page.reason or page.text


# Threads whose posts are scraps, two sentences of a diary, a list of changes.
SCRAPS = ["forum-v4", "forum-q1", "article-y5", "article-p4"]


@pytest.mark.parametrize("path", pages_of("article", "forum"))
def test_articles_and_threads_stay_as_they_are(path):
    assert analyze(path.read_bytes()).text or path.stem in SCRAPS


@pytest.mark.parametrize("policy", ["strict", "balanced", "lenient"])
def test_every_policy_agrees(policy):
    for name in ("list-cards", "index-discuz"):
        html = (PAGES[0].parent / f"{name}.html").read_bytes()
        assert extract(html, policy=policy) == extract(html)


def test_few_words_are_a_text_where_nothing_speaks_against_it():
    assert (
        extract("<title>休刊启事</title><p>今日休刊一天，明日照常出版。</p>")
        == "今日休刊一天，明日照常出版。"
    )


@pytest.mark.bench
def test_no_bench_page_loses_its_text(bench_pages):
    for page in bench_pages:
        assert "no article" not in analyze(page.bytes).reason
