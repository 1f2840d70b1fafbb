"""Words: segmented, without function words, silent, and shared."""

import os
import subprocess
import sys
import threading
import time
import tracemalloc
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markwindow import segmenter
from markwindow.options import Options
from markwindow.words import function_words, words_for


def words(text, **options):
    return words_for(Options(**options)).words(text)


def test_a_word_holds_a_letter_digit_or_chinese_character_and_is_no_function_word():
    assert words("中国的人民银行，今天表示：The GDP 增长了3.5%——") == [
        "中国",
        "人民银行",
        "今天",
        "表示",
        "GDP",
        "增长",
        "3.5%",
    ]


def test_traditional_function_words_are_left_out_too():
    assert {"的", "於", "與", "這個", "因為"} <= function_words()


def test_every_list_is_clean():
    assert all(word == word.strip() and word for word in function_words())
    assert len(function_words()) > 1500


def test_stop_words_of_the_caller_in_any_case():
    assert words("新浪网 GDP 报告", stop_words={"新浪网", "gdp"}) == ["报告"]


def test_user_words_win_over_any_split_and_touch_nobody_else():
    assert "人民银行今天" in words("人民银行今天表示", user_words={"人民银行今天"})
    assert "人民银行今天" not in words("人民银行今天表示")


def test_second_options_cost_little():
    words("预热")
    tracemalloc.start()
    begin = time.perf_counter()
    words("甲乙丙丁戊", user_words={"甲乙丙丁戊"})
    seconds = time.perf_counter() - begin
    memory = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert memory < 5_000_000
    assert seconds < 0.2


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=60))
def test_runs_give_the_same_words_one_after_the_other(text):
    segmenter = words_for(Options())
    by_runs = [word for run in segmenter.runs(text) for word in segmenter.words(run)]
    assert by_runs == segmenter.words(text)


CHINESE = "今天中国人民银行宣布，利率下调了0.25个百分点。市场反应平稳，ABC公司的股价上涨３％"


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from(CHINESE), max_size=60))
def test_runs_of_chinese_text(text):
    segmenter = words_for(Options())
    assert [word for run in segmenter.runs(text) for word in segmenter.words(run)] == segmenter.words(text)


def run_python(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | environment,
    )


def test_f5_nothing_is_printed_and_no_logger_is_touched():
    code = (
        "import logging, warnings; warnings.simplefilter('default');"
        "before = logging.getLogger().handlers[:], logging.getLogger().level;"
        "import markwindow; markwindow.extract('<title>天气预报</title><p>天气预报说今天有雨。');"
        "assert before == (logging.getLogger().handlers[:], logging.getLogger().level)"
    )
    result = run_python(code)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_f9_importing_and_extracting_raises_no_warning():
    result = run_python(
        "import markwindow; markwindow.extract('<title>天气</title><p>天气')", PYTHONWARNINGS="error"
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_works_when_no_temporary_folder_can_be_written():
    code = (
        "import os, tempfile, builtins\n"
        "def refuse(*a, **k): raise PermissionError('no temporary files here')\n"
        "tempfile.mkstemp = tempfile.gettempdir = tempfile.NamedTemporaryFile = refuse\n"
        "import markwindow\n"
        "print(markwindow.extract('<title>天气预报</title><p>天气预报说今天有雨。', method='title'))"
    )
    result = run_python(code, TMPDIR="/nowhere", PYTHONIOENCODING="utf-8")
    assert result.stdout.strip() == "天气预报说今天有雨。"


def test_f7_sixteen_threads_that_call_first_at_once_agree():
    code = (
        "import threading, markwindow\n"
        "page = '<title>天气预报</title><p>天气预报说今天有雨。'\n"
        "start = threading.Barrier(16); texts = []\n"
        "def work():\n"
        "    start.wait(); texts.append(markwindow.extract(page, method='title'))\n"
        "threads = [threading.Thread(target=work) for _ in range(16)]\n"
        "[t.start() for t in threads]; [t.join() for t in threads]\n"
        "assert texts == ['天气预报说今天有雨。'] * 16, texts"
    )
    result = run_python(code)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_f7_a_fork_during_loading_is_harmless():
    code = (
        # Python's own import system does not survive a fork in the middle of an import.
        "import os, threading, time, jieba, markwindow, markwindow.methods.title\n"
        "markwindow.extract('<title>天气预报</title><p>天气预报说今天有雨。')\n"
        "threading.Thread(target=markwindow.warm_up).start(); time.sleep(0.2)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    text = markwindow.extract('<title>天气预报</title><p>天气预报说今天有雨。', method='title')\n"
        "    os._exit(0 if text == '天气预报说今天有雨。' else 3)\n"
        "import sys; sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    )
    assert run_python(code).returncode == 0


def test_threads_share_one_dictionary():
    results = []
    threads = [threading.Thread(target=lambda: results.append(words("中国人民"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [words("中国人民")] * 8


_PIECES = [
    "研究生命起源",
    "的",
    "北京大学",
    "网页",
    "正文",
    "提取",
    "王二麻子",
    "，",
    " ",
    "AT&T",
    "3.14",
    "龘",
    "〇",
    "a-b",
    "𠮷",
]


@cache
def jieba_counts():
    """jieba's table and its sum, as jieba itself reads them."""
    import jieba

    tokenizer = jieba.Tokenizer()
    return tokenizer.gen_pfdict(tokenizer.get_dict_file())


@settings(deadline=None)  # the dictionary loads at the first
@given(st.lists(st.sampled_from(_PIECES) | st.text(max_size=3), max_size=12).map("".join))
def test_segmentation_is_jiebas_own(text):
    import jieba

    stock = jieba.Tokenizer()
    stock.FREQ, stock.total, stock.initialized = *jieba_counts(), True
    assert segmenter.Segmenter().cut(text) == list(stock.cut(text))


def test_rjieba_is_a_choice_that_names_its_mend_when_missing():
    try:
        import rjieba  # noqa: F401
    except ImportError:
        with pytest.raises(ValueError, match=r"pip install 'markwindow\[fast\]'"):
            words("天气", segmenter="rjieba")
    else:
        assert words("今天的天气很好", segmenter="rjieba") == ["今天", "天气", "好"]
