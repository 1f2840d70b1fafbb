"""Links are counted where they stand: in elements, and on the lines between two breaks."""

from markwindow.extract import read_document
from markwindow.methods.links import links_of_elements, links_of_lines


def lines_of(html):
    document = read_document(html)[0]
    return dict(zip([line.text for line in document.lines], links_of_lines(document), strict=True))


def test_each_line_has_the_links_that_stand_on_it():
    assert lines_of("<p><a>大桥</a>和<a>隧道</a></p><p>通车</p>") == {"大桥和隧道": 2, "通车": 0}


def test_lines_of_one_cell_share_its_links_in_order():
    cell = "<td><a>首页</a>|<a>新闻</a><br>记者报道<br><a>上一页</a> <b><a>下一页</a></b> <a>末页</a></td>"
    assert lines_of(f"<table><tr>{cell}</tr></table>") == {
        "首页|新闻": 2,
        "记者报道": 0,
        "上一页 下一页 末页": 3,
    }


def test_a_link_over_a_break_counts_where_it_begins_and_its_other_lines_have_one():
    assert lines_of("<div><a>城北大桥<br>今日通车</a><br>全文</div>") == {
        "城北大桥": 1,
        "今日通车": 1,
        "全文": 0,
    }


def test_a_link_around_a_whole_box_counts_once_on_each_of_its_lines():
    assert lines_of("<a><div><p>城北大桥</p><p>今日通车</p></div></a>") == {"城北大桥": 1, "今日通车": 1}


def test_elements_have_their_own_links_only_those_of_pictures_too():
    document = read_document("<div><a><img></a><p>正文<a>一</a></p><a>二</a></div>")[0]
    tags = [node.tag for node in document.tree.nodes]
    assert dict(zip(tags, links_of_elements(document), strict=True)) == {"body": 0, "div": 2, "p": 1}


def test_no_page_no_links():
    assert lines_of("") == {}
