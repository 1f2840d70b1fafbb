"""Details of records: one job advert in many layouts, and labels that are not there."""

import pytest
from conftest import assert_linear
from test_cli import call

from markwindow import fields

LABELS = {
    "公司": ["公司名称", "单位", "招聘单位"],
    "职位": ["职位名称", "岗位", "招聘职位"],
    "地点": ["工作地点", "上班地点"],
    "薪资": ["薪资待遇", "月薪", "薪酬"],
    "日期": ["发布日期", "发布时间"],
}
ADVERT = {
    "公司": "栖河轮渡公司",
    "职位": "内河船员",
    "地点": "栖河县北圩镇",
    "薪资": "6000-8000元/月",
    "日期": "2024-03-05",
}
A, B, C, D, E = ADVERT.values()

LAYOUTS = {
    "th and td": f"<table><tr><th>公司名称</th><td>{A}</td></tr><tr><th>职位名称</th><td>{B}</td></tr>"
    f"<tr><th>工作地点</th><td>{C}</td></tr><tr><th>薪资待遇</th><td>{D}</td></tr><tr><th>发布日期</th><td>{E}</td></tr></table>",
    "two pairs a row": f"<table><tr><td>公司名称：</td><td>{A}</td><td>招聘职位：</td><td>{B}</td></tr>"
    f"<tr><td>工作地点：</td><td>{C}</td><td>月 薪：</td><td>{D}</td></tr><tr><td>发布时间：</td><td colspan=3>{E}</td></tr></table>",
    "a row of labels": "<table><tr><td>招聘单位</td><td>岗位</td><td>学历</td><td>工作地点</td><td>月薪</td><td>发布日期</td></tr>"
    f"<tr><td>{A}</td><td>{B}</td><td>不限</td><td>{C}</td><td>{D}</td><td>{E}</td></tr></table>",
    "tables for layout": f"<table><tr><td><table><tr><td>公司名称</td><td>{A}</td></tr><tr><td>职位</td><td>{B}</td></tr></table></td>"
    f"<td><table><tr><td>工作地点</td><td>{C}</td></tr><tr><td>薪资</td><td>{D}</td></tr><tr><td>日期</td><td>{E}</td></tr></table></td></tr></table>",
    "definition list": f"<dl><dt>单位</dt><dd>{A}</dd><dt>岗位</dt><dd>{B}</dd><dt>地点</dt><dd>{C}</dd><dt>薪酬</dt><dd>{D}</dd><dt>日期</dt><dd>{E}</dd></dl>",
    "strong in li": f"<ul><li><strong>公司</strong>{A}</li><li><strong>职位</strong> {B}</li><li><strong>工作地点</strong><span>{C}</span></li>"
    f"<li><strong>薪资</strong>{D}</li><li><strong>发布日期</strong>{E}</li></ul>",
    "lines": f"<td>公司名称：{A}<br>职位名称：{B}<br>工作地点：{C}<br>薪资待遇：{D}<br>发布日期：{E}</td>",
    "one line": f"<p>单位：{A}　岗位：{B}　工作地点：{C}　学历：不限　月薪：{D} | 发布时间：{E}</p>",
    "blocks": f"<div class=r><div class=k>公司名称</div><div class=v>{A}</div></div><div class=r><div class=k>职位</div><div class=v>{B}</div></div>"
    f"<div class=r><div class=k>工作地点</div><div class=v>{C}</div></div><div class=r><div class=k>薪资</div><div class=v>{D}</div></div>"
    f"<div class=r><div class=k>发布时间</div><div class=v>{E}</div></div>",
    "brackets": f"<p>【公司名称】{A}</p><p>【招聘职位】{B}</p><p>【工作地点】{C}</p><p>【薪资待遇】{D}</p><p>【发布日期】{E}</p>",
    "wide labels": f"<div><span>公　　司：</span><span>{A}</span></div><div><span>职　　位：</span>{B}</div><div><span>地　　点：</span><i>{C}</i></div>"
    f"<div><span>薪　　资：</span><em>{D}</em></div><div><span>日　　期：</span>{E}</div>",
    "headings": f"<h4>公司名称</h4><p>{A}</p><h4>职位名称</h4><p>{B}</p><h4>工作地点</h4><p>{C}</p><h4>薪资待遇（税前）</h4><p>{D}</p><h4>发布日期</h4><p>{E}</p>",
    "headings with colons": f"<h4>公司名称：</h4><p>{A}</p><h4>职位名称:</h4><p>{B}</p><h4>工作地点：</h4><p>{C}</p><h4>月薪（元）：</h4><p>{D}</p><h4>发布日期：</h4><p>{E}</p>",
    "label elements": "".join(
        f"<div class=row><label>{label}</label><span>{value}</span></div>"
        for label, value in zip(
            ("公司名称", "职位名称", "工作地点", "薪资", "发布时间"), (A, B, C, D, E), strict=True
        )
    ),
}


def page(advert):
    """The advert among a menu of the same words, prose that speaks of them, and a box of other adverts."""
    menu = "<div><a>公司</a> <a>职位</a> <a>简历</a></div><ul><li><a>职位</a></li><li><a>地点</a></li><li><a>薪资</a></li></ul>"
    prose = "<p>请在信中写明薪资要求，公司提供食宿。</p>" + "<p>我们在江上跑了三十年。</p>" * 30
    return (
        f"<title>招聘内河船员</title>{menu}<div>{advert}</div>{prose}<div>其他招聘<p>职位：船厂焊工</p></div>"
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_wanted_labels_in_every_layout(layout):
    assert fields(page(LAYOUTS[layout]), LABELS) == ADVERT


def test_bytes_in_gbk():
    assert fields(page(LAYOUTS["lines"]).encode("gbk"), LABELS) == ADVERT


def test_a_label_that_is_not_there_is_absent():
    html = (
        "<p>公司名称：<p>职位：船员<p>薪资面议，欢迎来电。<table><tr><td>工作地点</td><td></td></tr></table>"
    )
    assert fields(html, LABELS) == {"职位": "船员"}


def test_many_records_below_one_row_of_labels_are_not_one():
    rows = "".join(f"<tr><td>公司{n}</td><td>船员</td></tr>" for n in range(3))
    assert fields(f"<table><tr><td>单位</td><td>岗位</td></tr>{rows}</table>", LABELS) == {}


def test_a_value_of_several_lines():
    html = "<dl><dt>职位描述</dt><dd><p>驾驶客渡船。</p><p>值夜班。</p></dd></dl>"
    assert fields(html, ["职位描述"]) == {"职位描述": "驾驶客渡船。\n值夜班。"}


@pytest.mark.parametrize("layout", ["th and td", "two pairs a row", "definition list", "lines", "one line"])
def test_without_labels_all_pairs_are_told(layout):
    found = fields(LAYOUTS[layout])
    assert set(ADVERT.values()) <= set(found.values())
    assert set(found.values()) - set(ADVERT.values()) <= {"不限"}


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>摆渡人说：“不用等。”</p><p>他只有一个条件：先磨一个月的铜丝。</p><p>写着：今日停航</p>", {}),
        ("<p>落款处写着“责任编辑：施伯谦”七个工整的小字。</p>", {}),
        ("<p>头班船：08:15</p><p>末班船 3月5日21:40，上午9:30</p><dl><dt>10:00</dt><dd>开闸</dd></dl>", {}),
        ("<p>(责任编辑：林知远)</p><p>（来源：栖河晚报）", {"责任编辑": "林知远", "来源": "栖河晚报"}),
        ("<p>发布时间：2024-03-05 08:15　浏览次数：12", {"发布时间": "2024-03-05 08:15", "浏览次数": "12"}),
        (
            "<p>船名：摆渡一号</p><p>吃水：一米二</p><p>客位：八十</p>",
            {"船名": "摆渡一号", "吃水": "一米二", "客位": "八十"},
        ),
        ("<li><a>组图：雪后的渡口</a><li><a>视频：开闸</a><li><a>直播：龙舟赛</a>", {}),
        ("<dl><dt>首页</dt><dd><p><a>要闻</a></p><p><a>渡口</a></p></dd></dl>", {}),
    ],
)
def test_without_labels_prose_times_and_headlines_are_no_pairs(html, found):
    assert fields(html) == found


def test_a_time_ends_no_value():
    html = "<p>发布时间：2024-03-05 08:15 来源：栖河晚报</p>"
    assert fields(html, ["发布时间"]) == {"发布时间": "2024-03-05 08:15"}
    assert fields("<p>电话2：1380000", ["电话2"]) == {"电话2": "1380000"}


def test_times_and_addresses_are_no_pairs():
    assert (
        fields("<p>开船 10:30，见 http://qihe.example/a:b</p><p>他说：“不用等。”</p>", ["开船", "http", "见"])
        == {}
    )


def test_names_come_in_the_order_that_was_asked_for():
    assert list(fields(LAYOUTS["lines"], ["发布日期", "公司名称"])) == ["发布日期", "公司名称"]


@pytest.mark.parametrize(
    ("labels", "error", "mend"),
    [
        ("公司", TypeError, "give a list"),
        (5, TypeError, "labels must be several names, not int: give a list"),
        ({"公司": 5}, TypeError, "The synonyms of '公司' must be several, not int: give"),
        ({"公司": "公司名称,单位"}, TypeError, "The synonyms of '公司' must be several, not str: give"),
        ([3], TypeError, "str"),
        (["：："], ValueError, "letter"),
    ],
)
def test_wrong_calls_name_the_mend(labels, error, mend):
    with pytest.raises(error, match=mend):
        fields("<p>", labels)


def test_nothing_on_an_empty_page():
    assert fields(None, LABELS) == fields(b"", None) == {}


def test_large_pages_take_linear_time():
    for piece in (
        "<p>公司：甲 乙：丙</p>",
        "<table><tr><td>公司<td>甲",
        "<div><b>公司</b>",
        "<div>公司</div><div>甲</div>",
        "公司：",
        "<dl><dt>公司<dd>",
    ):
        assert_linear(lambda size, piece=piece: fields(piece * size, LABELS), 500, 1000, most=3)


def test_command(tmp_path):
    (tmp_path / "a.html").write_text(f"<meta charset=utf-8>{LAYOUTS['lines']}", encoding="utf-8")
    result = call("fields", tmp_path / "a.html", "--label", "公司=公司名称,单位", "--label", "薪资待遇")
    assert (result.exit_code, result.stdout) == (0, f"公司\t{A}\n薪资待遇\t{D}\n")
    result = call("fields", tmp_path, "--label", "学历", "--json")
    assert (result.exit_code, result.stdout) == (1, '{"id": "a.html", "fields": {}}\n')
    assert call("fields", tmp_path, "--label", "=单位").exit_code == 2
