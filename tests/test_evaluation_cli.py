"""``markwindow evaluate``: tables, JSON, worst pages, peers, and wrong calls."""

import json
import subprocess
import sys
import types

import pytest
from click.testing import CliRunner
from test_evaluation_sets import STORY, page, write_set

from markwindow import methods
from markwindow.cli import main
from markwindow.evaluation import peers
from markwindow.evaluation.peers import PEERS, MissingPeer, Peer, quiet_engines


def call(*words):
    try:
        runner = CliRunner(mix_stderr=False)
    except TypeError:  # click 8.2 never mixes them
        runner = CliRunner()
    return runner.invoke(main, [str(word) for word in words])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    gold = "\n".join(STORY)
    good = page("".join(STORY), "责任编辑：某某")
    write_set(
        tmp_path / "sets" / "news",
        {"good": (good, gold), "bad": (page("别的文字。"), gold), "off": (good, "别的")},
        [{"id": "bad", "site": "www.example.com", "kind": "article"}, {"id": "off", "gold_flag": "why"}],
    )
    write_set(tmp_path / "sets" / "old", {"gb": (good.encode("gb18030"), gold)}, meta=None)
    return tmp_path / "sets"


def test_tables(folder):
    result = call("evaluate", folder, "--methods", "all")
    assert (result.exit_code, result.stderr) == (0, "")
    for part in (
        *methods.METHODS,
        *("news", "old", "mean of the sets", "gold under 500 characters"),
        *("pages", "precision", "recall", "F1", "95 % of F1", "F1 < 0.5", "CPU ms"),
    ):
        assert part in result.stdout
    assert "failed" not in result.stdout.split("F1 of character")[0]
    assert "seen" not in result.stdout


def test_the_default_method_without_more_words(folder):
    assert "default" in call("evaluate", folder).stdout


def test_one_set_has_no_mean(folder):
    assert "mean of the sets" not in call("evaluate", folder / "old").stdout


def test_json_has_everything(folder):
    result = call("evaluate", folder, "--methods", "title,density", "--json", "--worst", "1", "--seed", "5")
    assert result.stdout.count("\n") == 1
    found = json.loads(result.stdout)
    assert {key: found[key] for key in ("policy", "cv", "folds", "seed")} == {
        "policy": "balanced",
        "cv": None,
        "folds": None,
        "seed": 5,
    }
    assert found["sets"] == [
        {"set": "news", "pages": 2, "flagged": 1, "without_gold": 0},
        {"set": "old", "pages": 1, "flagged": 0, "without_gold": 0},
    ]
    title, density = found["extractors"]
    assert (title["name"], title["peer"], density["name"]) == ("title", False, "density")
    figures = {"pages", "precision", "recall", "f1", "f1_interval", "f1_below_0.5", "failed", "seen", "ms"}
    for one in (*title["sets"].values(), title["mean"], title["short"]):
        assert set(one) == figures
    assert list(title["sets"]) == ["news", "old"]
    assert title["mean"]["f1"] == pytest.approx(
        (title["sets"]["news"]["f1"] + title["sets"]["old"]["f1"]) / 2
    )
    assert [(one["set"], one["id"]) for one in density["pages"]] == [
        ("news", "bad"),
        ("news", "good"),
        ("old", "gb"),
    ]
    bad, good, gb = density["pages"]
    assert (bad["site"], bad["kind"], bad["f1"], bad["failed"]) == ("www.example.com", "article", 0.0, None)
    assert good["f1"] == gb["f1"] > 0.5
    assert good["gold_chars"] == len("".join(STORY))
    (worst,) = density["worst"]
    assert (worst["id"], worst["f1"]) == ("bad", 0.0)
    assert worst["missed"] == [line.rstrip("。") for line in STORY]
    assert "别的文字" in worst["wrongly_kept"]
    assert worst["missed_chars"] == sum(c.isalnum() for c in "".join(STORY))
    again = json.loads(call("evaluate", folder, "--methods", "title,density", "--json", "--seed", "5").stdout)
    for one, other in zip(found["extractors"], again["extractors"], strict=True):
        assert one["mean"]["f1_interval"] == other["mean"]["f1_interval"]


def test_worst_pages(folder):
    result = call("evaluate", folder, "--methods", "density", "--worst", "2")
    text = result.stdout
    assert "density: news/bad (www.example.com): F1 0.0000" in text
    assert "(site unknown)" in text
    assert "    missed: " in text
    assert f"        {STORY[0].rstrip('。')}\n" in text
    assert "    wrongly kept: " in text
    assert "        责任编辑：某某\n" in text


def test_page_text_cannot_steer_the_terminal(tmp_path):
    write_set(tmp_path / "s", {"a": (page("别的"), "甲乙\x1b[31m丙丁\u202e戊己")})
    assert not {"\x1b", "\u202e"} & set(call("evaluate", tmp_path / "s", "--worst", "1").stdout)


def test_policy_reaches_the_methods(folder, monkeypatch):
    policies = []
    density = methods.method_named("density")
    monkeypatch.setattr(
        type(density),
        "keep",
        lambda self, document, policy: policies.append(policy) or [True] * len(document.lines),
    )
    call("evaluate", folder, "--methods", "density", "--policy", "strict")
    assert set(policies) == {"strict"}


def test_a_method_that_fails_is_told_and_gives_1(folder, monkeypatch):
    def fault(*_):
        raise ZeroDivisionError("of\nsome kind")

    monkeypatch.setattr(type(methods.method_named("density")), "keep", fault)
    result = call("evaluate", folder, "--methods", "density")
    assert result.exit_code == 1
    assert (
        "markwindow: news/bad: the method density failed (ZeroDivisionError: of some kind)." in result.stderr
    )
    assert "failed" in result.stdout


def test_nothing_to_score(tmp_path):
    write_set(tmp_path / "s", {"a": (page(), "甲")}, [{"id": "a", "gold_flag": "why"}])
    result = call("evaluate", tmp_path / "s")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no page to score there" in result.stderr


@pytest.mark.parametrize(
    ("words", "mend"),
    [
        ([], "Missing argument 'DIR…'"),
        (["nowhere"], "nowhere: there is no such folder; give a set or a folder of sets."),
        (["."], ".: no set there; a set is a folder with pages/ and gold/ in it."),
        (["sets", "--methods", "guess"], "There is no method 'guess': choose one of default, title"),
        (["sets", "--methods", ","], "name at least one method: default, title"),
        (["sets", "--against", "guess"], "there is no peer 'guess'; choose all or from readability-lxml,"),
        (["sets", "--cv", "day"], "is not one of 'page', 'site'"),
        (["sets", "--folds", "1"], "1 is not in the range x>=2"),
        (
            ["sets/old", "--cv", "page"],
            "cross-validation by page needs at least two pages; give more of them.",
        ),
        (["sets", "--policy", "mild"], "is not one of 'strict', 'balanced', 'lenient'"),
    ],
)
def test_wrong_calls_tell_the_mend_in_one_line(words, mend, folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    result = call("evaluate", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("markwindow: ")
    assert result.stderr.count("\n") == 1
    assert mend in result.stderr


# --- Peers ---


@pytest.fixture
def engines(monkeypatch):
    """Three peers: one that works, one that fails on a page, one that is not installed."""

    def echo():
        return lambda text, url: "".join(STORY) if "责任编辑" in text else None

    def failing():
        def extract(text, url):
            if "别的文字" in text:
                raise RecursionError("too deep")
            return text

        return extract

    def missing():
        raise ModuleNotFoundError("No module named 'gone'", name="gone")

    made = [
        Peer("echo", echo, "markwindow"),
        Peer("failing", failing, "fail"),
        Peer("gone", missing, "gone-pkg"),
    ]
    monkeypatch.setattr(peers, "PEERS", {one.name: one for one in made})


def test_peers_get_decoded_text_and_failures_are_counted(folder, engines):
    result = call("evaluate", folder, "--against", "echo,failing", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    own, echo, failing = json.loads(result.stdout)["extractors"]
    assert [one["peer"] for one in (own, echo, failing)] == [False, True, True]
    assert [(one["id"], one["f1"]) for one in echo["pages"]] == [("bad", 0.0), ("good", 1.0), ("gb", 1.0)]
    assert (echo["mean"]["failed"], failing["mean"]["failed"], failing["sets"]["old"]["failed"]) == (0, 1, 0)
    assert failing["pages"][0]["failed"] == "RecursionError: too deep"
    assert (echo["note"].startswith("version "), failing["note"]) == (True, "version unknown")
    table = call("evaluate", folder, "--against", "failing", "--worst", "1").stdout
    assert "    failed: RecursionError: too deep" in table


def test_a_missing_peer_names_the_command_that_installs_it(folder, engines):
    result = call("evaluate", folder, "--against", "echo,gone")
    assert (result.exit_code, result.stdout) == (2, "")
    assert (
        "the peer gone cannot be imported (No module named 'gone'); install it by: pip install gone-pkg"
        in result.stderr
    )


def test_against_all_leaves_out_what_is_not_installed(folder, engines, monkeypatch):
    result = call("evaluate", folder, "--against", "all", "--json")
    assert [one["name"] for one in json.loads(result.stdout)["extractors"]] == ["default", "echo", "failing"]
    assert result.stderr.startswith("markwindow: left out: the peer gone ")
    monkeypatch.setattr(peers, "PEERS", {"gone": peers.PEERS["gone"]})
    result = call("evaluate", folder, "--against", "all")
    assert result.exit_code == 2
    assert "no peer is installed; for all of them: pip install 'markwindow[peers]'" in result.stderr


@pytest.mark.parametrize("name", PEERS)
def test_every_peer_finds_the_story_where_it_is_installed(name):
    # Long enough for engines that count what blanks divide, and paragraphs that stand side by side.
    lines = [
        f"第{n}段：当地的居民表示，通车以后出行会更加方便，也希望公交的线路能够尽快跟上；他们已经等了{n}年。"
        * 3
        for n in range(12)
    ]
    html = f"<html><head><title>城北大桥</title></head><body>{page(*lines)}</body></html>"
    with quiet_engines():
        try:
            extract = PEERS[name].open()
        except MissingPeer as error:
            pytest.skip(str(error))
        text = extract(html, "http://www.example.com/news/1.html") or ""
        extract(html, None)
    assert "通车以后出行会更加方便" in text, text
    assert PEERS[name].version != "unknown"


def test_quiet_engines_put_the_log_back():
    import logging

    before = logging.root.manager.disable
    with quiet_engines():
        assert not logging.getLogger("boilerpy3").isEnabledFor(logging.ERROR)
    assert logging.root.manager.disable == before


def test_adapters_ask_the_engines_as_their_documents_say(monkeypatch):
    """With stand-ins for engines, whatever is installed."""
    asked = []

    def stand_in(name, **contents):
        monkeypatch.setitem(sys.modules, name, types.SimpleNamespace(**contents))

    stand_in("trafilatura", extract=lambda text, **options: asked.append(options))
    PEERS["trafilatura-precision"].open()("<p>x", "http://www.example.com/")
    PEERS["trafilatura-recall"].open()("<p>x", None)
    assert asked == [
        {"url": "http://www.example.com/", "favor_precision": True},
        {"url": None, "favor_recall": True},
    ]
    stand_in("boilerpy3")
    extractor = types.SimpleNamespace(get_content=lambda text: f"<{text}>")
    stand_in("boilerpy3.extractors", ArticleExtractor=lambda raise_on_failure: extractor)
    assert PEERS["boilerpy3"].open()("x", None) == "<x>"
    monkeypatch.setitem(sys.modules, "gne", None)
    with pytest.raises(MissingPeer, match="pip install gne"):
        PEERS["gne"].open()


def test_the_command_line_loads_nothing_of_this_before_it_is_needed():
    code = (
        "import sys, markwindow.cli; "
        "print([m for m in sys.modules if m.startswith(('markwindow.evaluation', 'markwindow.training'))], "
        "{'rich', 'trafilatura'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[] set()"


def test_progress_is_shown_on_a_terminal_only(monkeypatch, capsys):
    from markwindow.evaluation.status import Status

    with Status() as status:
        status.tell("page 1 of 2")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Status() as status:
        status.tell("page 1 of 2")
    assert capsys.readouterr().err == "\rpage 1 of 2\x1b[K\r\x1b[K"
