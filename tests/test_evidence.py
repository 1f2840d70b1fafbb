"""The evidence that the default method weighs."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markwindow.evidence import lexicon
from markwindow.evidence.fellows import among_fellows, in_the_midst
from markwindow.evidence.labels import body_shares
from markwindow.evidence.lines import line_figure_names, read_lines
from markwindow.evidence.models import Linear, fit_logistic, fit_ranking
from markwindow.evidence.regions import read_regions, region_figure_names, region_line_figures
from markwindow.extract import read_document
from markwindow.tree import parse

try:
    from re import _parser as pattern_parser
except ImportError:  # before Python 3.11
    import sre_parse as pattern_parser

PAGE = """<title>城北大桥通车_某某网</title><div class="nav"><a>首页</a><a>新闻</a></div>
<div class="article-body"><h1>城北大桥通车</h1><p>城北大桥今天通车，全长三公里。</p><p>市民说：“很好。”</p></div>
<div id="commentList"><p>网友评论</p><p>好桥！2024-03-05</p></div>"""


@pytest.fixture(scope="module")
def document():
    return read_document(PAGE)[0]


def figure(document, name):
    lines = read_lines(document)
    return lines.figures[:, line_figure_names().index(name)].tolist()


def test_every_figure_has_one_name_and_is_a_number(document):
    lines = read_lines(document)
    names = line_figure_names()
    assert len(set(names)) == len(names) == lines.figures.shape[1]
    assert lines.figures.shape[0] == len(document.lines) == 6
    assert np.isfinite(lines.figures).all()


def test_figures_of_a_line_s_own_text(document):
    assert figure(document, "text:length") == pytest.approx(np.log1p([4, 6, 15, 9, 4, 13]))
    assert figure(document, "links:share") == [1, 0, 0, 0, 0, 0]
    assert figure(document, "marks:ends a sentence") == [0, 0, 1, 1, 0, 0]
    assert figure(document, "phrases:comment") == [0, 0, 0, 0, 2, 0]
    assert figure(document, "phrases:date") == [0, 0, 0, 0, 0, 1]


def test_figures_of_containers_and_classes(document):
    assert figure(document, "classes:content anywhere") == [0, 1, 1, 1, 0, 0]
    assert figure(document, "classes:comment anywhere") == [0, 0, 0, 0, 1, 1]
    assert figure(document, "tags:in h1 h2 h3") == [0, 1, 0, 0, 0, 0]
    share = (6 + 15 + 9) / (6 + 15 + 9 + 4 + 13)
    assert figure(document, "containers:share of container 1")[1:4] == pytest.approx([share] * 3)


def test_the_place_relative_to_the_heading_that_is_most_like_the_title(document):
    assert read_lines(document).heading == 1
    assert figure(document, "title:after heading") == [0, 0, 1, 1, 1, 1]
    assert figure(document, "title:levels to heading") == [2, 0, 1, 1, 2, 2]


def test_candidates_are_the_different_ranges_of_lines(document):
    lines = read_lines(document)
    regions = read_regions(document, lines, np.full(6, 0.9))
    assert regions.figures.shape == (len(regions.first), len(region_figure_names()))
    assert (1, 4) in list(zip(regions.first.tolist(), regions.end.tolist(), strict=True))
    assert region_line_figures(lines, np.full(6, 0.9), 1, 4).shape[0] == 3


def test_body_lines_by_the_gold_text():
    lines = parse("<p>城北大桥今天通车。<p>首页<p>好的<p>城北大桥今天通车。<p>——").lines
    assert body_shares(lines, "城北大桥今天通车。\n好的").tolist() == [1, 0, 1, 0, 0.5]


def test_logistic_regression_finds_the_minimum_of_its_loss():
    random = np.random.default_rng(0)
    figures = random.normal(size=(200, 3))
    answers = figures @ [2.0, -1.0, 0.0] + random.normal(size=200) > 0
    importance = np.ones(200)
    model = fit_logistic(figures, answers, importance, strength=1.0)

    def loss(weights, bias):
        score = np.clip((figures - model.mean) / model.scale, -3, 3) @ weights + bias
        return np.sum(np.logaddexp(0, score) - answers * score) + 0.5 * weights @ weights

    best = loss(model.weights, model.bias)
    for direction in np.vstack([np.eye(3), -np.eye(3)]):
        assert best < loss(model.weights + 0.01 * direction, model.bias)
    assert best < min(loss(model.weights, model.bias + 0.01), loss(model.weights, model.bias - 0.01))


def test_ranking_learns_what_makes_the_best_candidate():
    random = np.random.default_rng(1)
    pages = [random.normal(size=(8, 2)) for _ in range(40)]
    values = [1 / (1 + np.exp(-3 * page[:, 0])) for page in pages]
    model = fit_ranking(pages, values)
    picked = [value[np.argmax(model.score(page))] for page, value in zip(pages, values, strict=True)]
    assert np.mean(picked) > 0.98 * np.mean([value.max() for value in values])


def test_models_survive_as_plain_numbers():
    model = Linear(np.array([1.0, 2.0]), np.array([1.0, 0.5]), np.array([0.3, -0.1]), 0.2)
    again = Linear.from_plain(model.to_plain())
    figures = np.array([[0.0, 1.0], [2.0, 5.0]])
    assert again.probability(figures) == pytest.approx(model.probability(figures))


def written(parsed):
    """Every text that a pattern stands for; of repeats those with the fewest times and once more."""
    texts = [""]
    for kind, value in parsed:
        match str(kind):
            case "LITERAL":
                ends = [chr(value)]
            case "IN":
                ends = ["5" if str(member) == "CATEGORY" else chr(code) for member, code in value]
            case "BRANCH":
                ends = [end for branch in value[1] for end in written(branch)]
            case "SUBPATTERN":
                ends = written(value[-1])
            case "MAX_REPEAT":
                least, _, repeated = value
                ends = [end * times for end in written(repeated) for times in (least, least + 1)]
            case _:
                raise NotImplementedError(f"{kind}: tell here what it stands for")
        texts = [text + end for text in texts for end in ends]
    return texts


def test_the_quick_look_at_first_characters_loses_no_phrase():
    plain = re.compile("|".join(f"({pattern})" for pattern in lexicon.PHRASES.values()))
    phrases = [
        phrase for pattern in lexicon.PHRASES.values() for phrase in written(pattern_parser.parse(pattern))
    ]
    for sample in (
        *phrases,
        PAGE,
        "版權 Copyright copyright ICP #楼 3楼 【大 下一章 阅读（ 阅读数 编辑： 顶",
    ):
        found = [(match.span(), match.lastindex) for match in plain.finditer(sample)]
        assert found
        assert [(match.span(), match.lastindex) for match in lexicon.PHRASE.finditer(sample)] == found


@pytest.mark.parametrize(
    "head",
    [
        "相关阅读",
        "网友评论(30)",
        "【推荐阅读】",
        "相关新闻：",
        "Comments",
        "精彩推荐",
        "更多精彩故事",
        "发表评论",
        "你可能还想看",
        "您可能感兴趣的文章",
        "为你推荐",
        "往期回顾",
        "大家还在看",
        "延伸閱讀",
    ],
)
def test_heads_that_end_an_article(head):
    assert lexicon.END_HEAD.fullmatch(head)


@pytest.mark.parametrize(
    "line",
    ["评论家说", "相关部门", "推荐理由", "更多的人", "最新消息传来", "热门", "历史回顾", "你可能不知道"],
)
def test_subheadings_that_do_not(line):
    assert not lexicon.END_HEAD.fullmatch(line)


def test_class_words_are_whole_words():
    assert lexicon.class_bits(["article-body"]) == [1]
    assert lexicon.class_bits(["commentList"]) == [2 | 4]
    assert lexicon.class_bits(["contented navel"]) == [0]


def test_a_short_post_among_posts_is_text_and_a_long_button_among_buttons_is_none():
    probability = np.array([0.9, 0.1, 0.9, 0.05, 0.9, 0.7, 0.05])
    fellows = np.array([1, 1, 1, 2, 1, 2, 2])
    shared = among_fellows(probability, fellows, np.zeros(7))
    assert shared[1] > 0.3
    assert shared[5] < 0.4


def test_the_items_of_a_list_stand_or_fall_together():
    items = np.full(3, lexicon.LINE_TAGS.index("li"))
    shared = among_fellows(np.array([0.9, 0.4, 0.6]), np.ones(3, dtype=int), items)
    assert np.ptp(shared) < 1e-9
    assert shared[0] > 0.5


def test_between_sure_lines_of_text_others_need_less():
    inside = np.array([0.45, 0.9, 0.45, 0.95, 0.95, 0.45])
    paragraphs, stays = np.zeros(6, dtype=int), np.ones(6, dtype=bool)
    assert (in_the_midst(inside, paragraphs, stays) > 0.5).tolist() == [False, True, True, True, True, False]
    assert in_the_midst(inside, paragraphs, stays).max() <= 1
    headings = np.full(6, lexicon.LINE_TAGS.index("h1 h2 h3"))
    assert in_the_midst(inside, headings, stays)[2] > in_the_midst(inside, paragraphs, stays)[2]
    stays[3:] = False
    assert in_the_midst(inside, paragraphs, stays).tolist() == inside.tolist()


@pytest.mark.parametrize(
    "line",
    [
        "廣告",
        "请继续往下阅读...",
        "点击查看全文",
        "#渡轮 #夜班 #江城",
        "下载江城晚报APP，看更多新闻",
        "扫描下方二维码",
        "责任编辑：某某",
    ],
)
def test_short_lines_that_are_furniture_wherever_they_stand(line):
    assert lexicon.FURNITURE.match(line)


@pytest.mark.parametrize(
    "line", ["广告学的历史", "下载的人很多", "全文如下：", "#1 楼", "打开门，屋里没有人"]
)
def test_short_lines_of_text(line):
    assert not lexicon.FURNITURE.match(line)


def test_declarations_speak_for_the_site():
    assert lexicon.DECLARATION.match("免责声明：本文为转载，不代表本站立场。")
    assert lexicon.DECLARATION.match("（版权聲明：未經許可不得轉載）")
    assert not lexicon.DECLARATION.match("声明：近日有人冒用本公司名义招工，特此提醒。")


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_lines_without_fellows_decide_alone_and_no_line_outvotes_its_fellows(probabilities):
    own = np.array(probabilities)
    alone = among_fellows(own, np.arange(len(own)), np.zeros(len(own)))
    assert np.abs(alone - own).max() <= 1.1e-4
    together = among_fellows(own, np.zeros(len(own), dtype=int), np.zeros(len(own)))
    assert (np.diff(together[np.argsort(own)]) >= -1e-12).all()
    assert together.min() >= own.min() - 1.1e-4
    assert together.max() <= own.max() + 1.1e-4
