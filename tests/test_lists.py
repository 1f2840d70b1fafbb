"""Lists of links: what is one, where its items begin and end, and what is none."""

from conftest import assert_linear

from markwindow.lists import find_lists
from markwindow.tree import parse

TITLES = [
    "渡轮夜班试行一个月",
    "老粮站改成图书馆",
    "河堤步道今日贯通",
    "青年夜校再开十二门课",
    "古桥抢修石料运到",
]


def lists_of(html):
    tree = parse(html)
    return [
        [
            (tree.lines[item.title].text, [line.text for line in tree.lines[item.first : item.end]])
            for item in one.items
        ]
        for one in find_lists(tree)
    ]


def titles_of(html):
    return [[title for title, _ in one] for one in lists_of(html)]


def linked(title, number=1):
    return f"<a href='/{number}.html'>{title}</a>"


def test_items_of_a_list_and_menus_that_are_none():
    menu = "<ul>" + "".join(f"<li>{linked(word)}</li>" for word in ("首页", "新闻", "财经", "体育")) + "</ul>"
    items = "<ul>" + "".join(f"<li>{linked(title)}<span>03-05</span></li>" for title in TITLES) + "</ul>"
    assert lists_of(menu + items) == [[(f"{title}03-05", [f"{title}03-05"]) for title in TITLES]]


def test_lines_between_breaks_are_items():
    assert titles_of("<td>" + "<br>".join(map(linked, TITLES))) == [TITLES]


def test_what_follows_a_title_belongs_to_its_item():
    pairs = "".join(f"<dt>{linked(title)}</dt><dd>第{n}天</dd>" for n, title in enumerate(TITLES))
    assert lists_of(f"<dl>{pairs}</dl><p>页脚")[0][-1] == (TITLES[-1], [TITLES[-1], "第4天"])


def test_the_heading_of_a_card_is_its_title():
    cards = "".join(
        f"<div class=card><p>{linked('栖河观察编辑部')}{n}</p><h3>{linked(title)}</h3><p>{linked('阅读这一篇的全文')}</p></div>"
        for n, title in enumerate(TITLES)
    )
    assert titles_of(f"<div>{cards}</div>") == [TITLES]


def test_groups_of_one_make_that_follow_each_other_are_one_list():
    group = "<ul class=g>" + "".join(f"<li>{linked(title)}</li>" for title in TITLES) + "</ul>"
    other = group
    for title in TITLES:
        other = other.replace(title, f"续{title}")
    assert [len(one) for one in titles_of(f"<div>{group}{other}</div>")] == [10]
    assert [len(one) for one in titles_of(f"<div>{group}<h2>往期</h2>{other}</div>")] == [5, 5]


def test_columns_stay_apart():
    cells = "".join(
        f"<td><b>第{n}栏</b><br>" + "<br>".join(linked(f"{title}之{n}") for title in TITLES) + "</td>"
        for n in range(3)
    )
    assert [len(one) for one in titles_of(f"<table><tr>{cells}</tr></table>")] == [5, 5, 5]


def test_links_that_stand_under_every_post_are_no_titles():
    posts = "".join(
        f"<div><div>{linked('只看该作者')}</div><div>第{n}个人说了一句话。</div></div>" for n in range(6)
    )
    assert titles_of(posts) == []


def test_an_article_beside_links_is_no_item():
    article = f"<div>{linked('回到栖河网的首页')}<p>{'江面风平浪静，两岸灯火通明。' * 60}</p></div>"
    html = "<div>" + "".join(f"<div>{linked(title)}</div>" for title in TITLES) + article + "</div>"
    assert titles_of(html) == [TITLES]


def test_a_long_list_takes_linear_time():
    assert_linear(
        lambda size: lists_of("".join(f"<li><a>第{n}条新闻的标题</a>" for n in range(size))), 2000, 4000
    )
    assert_linear(lambda size: lists_of("<div>" * size + "".join(map(linked, TITLES))), 2000, 4000)
