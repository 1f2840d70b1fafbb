"""Dates as Chinese pages write them."""

import pytest

from markwindow.metadata.dates import find_moments, find_month, read_moment, url_moment


def found(text, **arguments):
    return [one.moment.iso for one in find_moments(text, **arguments)]


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2024年3月5日", "2024-03-05"),
        ("２０２４年３月５日　１４：３０", "2024-03-05T14:30"),
        ("2024 年 3 月 5 日（星期二）下午 2:05", "2024-03-05T14:05"),
        ("2024-03-05T14:30:00.123Z", "2024-03-05T14:30:00+00:00"),
        ("2024-03-05 14:30:00 +0800", "2024-03-05T14:30:00+08:00"),
        ("2024/3/5 周二 9点08分", "2024-03-05T09:08"),
        ("2024.03.05 12:08 AM", "2024-03-05T00:08"),
        ("06年12月27日", "2006-12-27"),
        ("9/17/2004 5:54:13 AM", "2004-09-17T05:54:13"),
        ("17/9/2004", "2004-09-17"),
        ("民國113年3月5日", "2024-03-05"),
        ("中華民國一百一十三年十二月二十五日", "2024-12-25"),
        ("113年3月5日", "2024-03-05"),
        ("二〇二一年六月十八日", "2021-06-18"),
        ("二○○八年十月三十一日", "2008-10-31"),
        ("March 5th, 2024", "2024-03-05"),
        ("Tue, 05 Mar 2024 14:30:00 GMT", "2024-03-05T14:30:00+00:00"),
    ],
)
def test_one_date(text, iso):
    assert found(text) == [iso]


@pytest.mark.parametrize(
    "text",
    [
        "昨天 14:30",
        "3小时前",
        "2024年13月5日",
        "2023年2月29日",
        "2999年1月1日",
        "06/02/2022",
        "192.168.2024.3.5",
        "版本 1.2024.3.5",
        "113-03-05",
        "",
    ],
)
def test_what_tells_no_day(text):
    assert found(text) == []


def test_republican_years_in_figures_need_a_label():
    assert found("113-03-05", labelled=True) == ["2024-03-05"]


def test_a_time_that_does_not_exist_is_left_out():
    assert found("2024-03-05 25:61") == ["2024-03-05"]


def test_a_month_alone():
    assert find_month("《河流》2001年4月号").iso == "2001-04"
    assert find_month("一九九八年十二月 第二期").iso == "1998-12"
    assert find_month("2001年4月3日") is None
    assert find_month("一九九八年十二月三日") is None
    assert find_month("2001年13月") is None


@pytest.mark.parametrize(
    ("content", "iso"),
    [
        ("20240305", "2024-03-05"),
        ("20240305143009", "2024-03-05T14:30:09"),
        ("1709620200", "2024-03-05T06:30:00+00:00"),
        ("1709620200123", "2024-03-05T06:30:00+00:00"),
        ("2024-03-05 00:00:00", "2024-03-05"),
        ("2024-03", "2024-03"),
    ],
)
def test_fields_of_mark_up(content, iso):
    assert read_moment(content).iso == iso


@pytest.mark.parametrize(
    ("path", "iso"),
    [
        ("2024/03/05/a.html", "2024-03-05"),
        ("2024/0305/c1.html", "2024-03-05"),
        ("2024-03/05/content_1.htm", "2024-03-05"),
        ("202403/t20240305_118.shtml", "2024-03-05"),
        ("a/20240305143009123.html", None),
        ("a/20240305143009.html", "2024-03-05"),
        ("2024-03/content_1.htm", "2024-03"),
        ("id/20123456.html", None),
        ("id/1709620200.html", None),
    ],
)
def test_addresses(path, iso):
    moment = url_moment(f"http://example.com/{path}")
    assert (moment and moment.iso) == iso
