"""What pages of a site share is taken off, and nothing of their own."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cli import call

from markwindow import analyze, site_noise
from markwindow.noise import text_noise

HEAD = "栖河晚报 新闻 财经 体育 娱乐 教育 健康 旅游 天气 读者来信"
TICKER = "【滚动】今天下午两点起，北圩大桥将封闭半幅施工，请过往车辆绕行城南路。"
FOOT = "版权所有 栖河晚报社　未经书面许可不得转载　联系电话：0000-1234567"
CHARACTERS = "渡轮夜班今晚开始试行首航有八十名乘客船长说江面风平浪静两岸灯火通明票价不变每半小时一班候船室加开了热水和座椅"


def body(seed, paragraphs=4):
    """Paragraphs of no sense, each of its own."""
    chance = random.Random(seed)
    return "\n".join("".join(chance.choices(CHARACTERS, k=50)) + "。" for _ in range(paragraphs))


def site(bodies, seed=0):
    """Each body among the site's header, ticker and footer, in varying order."""
    chance = random.Random(seed)
    texts = []
    for one in bodies:
        blocks = [HEAD, TICKER, one, FOOT]
        chance.shuffle(blocks)
        texts.append("\n".join(blocks))
    return texts


@pytest.mark.parametrize("count", [3, 4, 5, 6, 20])
def test_shared_text_goes_and_bodies_stay_whole(count):
    bodies = [body(seed) for seed in range(count)]
    texts = site(bodies)
    noise = text_noise(texts)
    assert [noise.clean(text) for text in texts] == bodies
    assert sorted(piece.text for piece in noise.pieces) == sorted([HEAD, TICKER, FOOT])
    assert {piece.pages for piece in noise.pieces} == {count}


def test_pages_as_html():
    bodies = [body(seed) for seed in range(20)]
    pages = []
    for one in bodies:
        menu = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in HEAD.split())
        paragraphs = "".join(f"<p>{line}</p>" for line in one.splitlines())
        blocks = [f"<ul>{menu}</ul>", f"<div>{TICKER}</div>", f"<td>{FOOT}</td>"]
        random.Random(one).shuffle(blocks)
        pages.append(f"<html><body>{blocks[0]}<div>{paragraphs}</div>{''.join(blocks[1:])}".encode("gb18030"))
    noise = site_noise(pages)
    shown = "\n".join([*HEAD.split(), bodies[3], TICKER, FOOT])
    assert noise.clean(shown) == bodies[3]


def test_a_page_that_was_not_compared_is_cleaned_too():
    noise = text_noise(site(body(seed) for seed in range(10)))
    assert noise.clean(f"{FOOT}\n{body(99)}") == body(99)


def test_what_only_a_few_bodies_share_amid_their_text_stays():
    quoted = "他说：“水退了，桥还在，人也都还在，这就已经很好了，别的慢慢来。”"
    bodies = [f"{body(seed)}\n{quoted}\n{body(seed + 50)}" if seed < 3 else body(seed) for seed in range(20)]
    texts = site(bodies)
    noise = text_noise(texts)
    assert [noise.clean(text) for text in texts] == bodies


def test_at_an_end_of_the_text_fewer_pages_are_enough():
    notice = "本文由栖河晚报通讯员供稿，图片由作者提供，转载请与本报编辑部联系。"
    bodies = [body(seed) for seed in range(40)]
    texts = [f"{one}\n{notice}" if seed < 3 else one for seed, one in enumerate(bodies)]
    noise = text_noise(texts)
    assert noise.clean(texts[0]) == bodies[0]
    within = f"{bodies[0]}\n{notice}\n{bodies[1]}"
    assert noise.clean(within) == within


def test_short_lines_of_most_pages_go_where_they_touch_noise_or_an_end():
    bodies = [f"{body(seed)}\n小结\n{body(seed + 50)}" for seed in range(12)]
    texts = [f"首页\n{one}\n打印本页\n{FOOT}\n第{n}版" for n, one in enumerate(bodies)]
    noise = text_noise(texts)
    assert noise.clean(texts[4]) == f"{bodies[4]}\n第4版"


def test_a_run_ends_at_a_line_or_a_mark_not_within_a_body():
    # All bodies begin with the same words, and the notice before the name is the same.
    bodies = [f"本报讯{body(seed)}" for seed in range(8)]
    texts = [
        f"{HEAD}\n{one}\n本文版权归栖河晚报社和作者共同所有，转载请注明出处。作者{n}号"
        for n, one in enumerate(bodies)
    ]
    noise = text_noise(texts)
    assert noise.clean(texts[5]) == f"{bodies[5]}\n作者5号"


def test_a_page_stored_twice_is_no_noise():
    texts = site([body(1), body(2), body(3)])
    assert text_noise([*texts, texts[0], texts[0]]).clean(texts[0]) == body(1)


def test_results_of_analyze_are_compared_by_their_main_text():
    pages = [
        analyze(f"<title>夜班渡轮第{n}天</title><p>{body(n, 1)}</p><p>{TICKER}</p>", method="density")
        for n in range(4)
    ]
    assert site_noise(pages).clean(pages[2].text) == body(2, 1)


def test_too_few_pages_share_nothing():
    for texts in ([], [""], ["只有一页"], ["", "  \n "], site([body(1), body(2)])):
        noise = text_noise(texts)
        assert noise.clean("这一页的文字") == "这一页的文字"
        assert noise.pieces == ()


def test_one_page_in_place_of_several_is_a_wrong_call():
    for page in (b"<p>page</p>", None, 5):
        with pytest.raises(TypeError, match=r"give a list of them, not (bytes|NoneType|int)"):
            site_noise(page)


def test_something_else_than_a_text_is_a_wrong_call():
    with pytest.raises(TypeError, match=r"clean takes a text, for example page\.text, not int"):
        site_noise([]).clean(5)


@given(st.lists(st.text(alphabet="甲乙 \n丙。𠮷\u3000x", max_size=80), max_size=6))
def test_what_is_left_is_some_of_the_text_in_its_order(texts):
    noise = text_noise(texts)
    for text in texts:
        left = iter(text)
        assert all(character in left for character in noise.clean(text) if not character.isspace())


def test_command(tmp_path):
    for n, text in enumerate(site([body(seed) for seed in range(6)])):
        lines = "".join(f"<div>{line}</div>" for line in text.splitlines())
        (tmp_path / f"{n}.html").write_text(f"<meta charset=utf-8>{lines}", encoding="utf-8")
    result = call("site-noise", tmp_path)
    assert result.exit_code == 0
    assert TICKER in result.stdout
    result = call("site-noise", tmp_path, "--clean")
    assert f"==> 3.html <==\n{body(3)}\n" in result.stdout
    assert call("site-noise", tmp_path / "1.html").exit_code == 1
