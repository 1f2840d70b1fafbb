"""Bytes to text: which step decides, and what becomes of damaged, lying and hostile pages."""

import json
import os
import time
from pathlib import Path

import pytest
import webencodings.labels
from hypothesis import given
from hypothesis import strategies as st

from markwindow.characters import TO_TRADITIONAL
from markwindow.decode import Decoding, decode

META = '<meta http-equiv="Content-Type" content="text/html; charset={}">'
BODY = "<p>新华社北京电：今天上午，国家统计局公布了全年的经济数据。</p>"
PROSE = "我们在这里讨论国家的经济发展，以及人民生活水平的提高。" * 40


def how(html, content_type=None):
    """Encoding, deciding step, declared label."""
    decoding = decode(html, content_type)[1]
    return decoding.encoding, decoding.source, decoding.declared


# --- The steps in their order ---


@pytest.mark.parametrize(
    ("mark", "codec", "encoding"),
    [
        (b"\xef\xbb\xbf", "utf-8", "utf-8"),
        (b"\xff\xfe", "utf-16-le", "utf-16le"),
        (b"\xfe\xff", "utf-16-be", "utf-16be"),
        (b"\x84\x31\x95\x33", "gb18030", "gb18030"),
    ],
)
def test_step_1_a_byte_order_mark_decides_and_is_dropped(mark, codec, encoding):
    page = META.format("big5") + BODY
    assert decode(mark + page.encode(codec), "text/html; charset=big5") == (
        page,
        Decoding(encoding, "bom", "big5", 0),
    )


def test_step_1_a_mark_alone_makes_an_ascii_page_utf8():
    assert decode(b"\xef\xbb\xbf<p>a</p>") == ("<p>a</p>", Decoding("utf-8", "bom", None, 0))


def test_step_1_a_utf8_mark_before_gbk_bytes_is_a_lie():
    # An included file's mark, sent before a page in GBK.
    page = META.format("gbk") + BODY
    assert decode(b"\xef\xbb\xbf" + page.encode("gbk")) == (
        page,
        Decoding("gb18030", "declaration", "gbk", 0),
    )


def test_step_2_pure_ascii_says_so():
    page = "<meta charset=gbk><p>plain</p>"
    assert decode(page.encode()) == (page, Decoding("ascii", "ascii", "gbk", 0))
    assert decode(b"") == ("", Decoding("ascii", "ascii", None, 0))


def test_step_2_one_multi_byte_character_is_enough_for_utf8():
    assert how("<meta charset=iso-8859-1>©".encode()) == ("utf-8", "utf-8 bytes", "iso-8859-1")


@pytest.mark.parametrize(("good", "source"), [(20, "nearly utf-8"), (19, "guess")])
def test_step_2_twenty_good_sequences_carry_one_bad_place(good, source):
    page = "国" * good
    text, decoding = decode(page.encode() + b"\xff<p>")
    assert text == page + "\ufffd<p>"
    assert (decoding.encoding, decoding.source, decoding.misfits) == ("utf-8", source, 1)


def test_step_2_the_count_holds_across_the_steps_it_is_read_in():
    # 8,192 is no multiple of 3, so the step ends inside a sequence.
    page = "国" * 3000 + "\ufffd" * 3000 + "家" * 3000
    text, decoding = decode(page.encode() + b"\xff")
    assert text == page + "\ufffd"
    assert (decoding.source, decoding.misfits) == ("nearly utf-8", 3001)


@pytest.mark.parametrize("cut", [1, 2])
def test_step_2_a_page_cut_inside_its_last_character_is_utf8(cut):
    text, decoding = decode("<p>快讯".encode()[:-cut])
    assert text == "<p>快\ufffd"
    assert decoding == Decoding("utf-8", "nearly utf-8", None, 1)


def test_step_2_written_replacement_characters_are_no_damage_but_are_told():
    assert decode("国\ufffd\ufffd".encode())[1] == Decoding("utf-8", "utf-8 bytes", None, 2)


def test_step_2_icons_in_private_use_are_no_misfits_in_unicode():
    assert decode("菜单\uf0c9".encode())[1].misfits == 0


@pytest.mark.parametrize("declared", ["GB2312", "gbk", "x-gbk", "gb_2312-80", "GB18030", "chinese"])
def test_step_3_labels_of_the_gb_family_mean_gb18030(declared):
    page = META.format(declared) + BODY
    assert decode(page.encode("gbk")) == (page, Decoding("gb18030", "declaration", declared, 0))


@pytest.mark.parametrize(
    ("label", "codec", "encoding", "text"),
    [
        ("big5", "big5hkscs", "big5hkscs", "國家統計局公布了全年的經濟數據，嘅咁啲"),
        ("big5-hkscs", "big5hkscs", "big5hkscs", "國家統計局公布了全年的經濟數據，嘅咁啲"),
        ("shift_jis", "cp932", "shift_jis", "東京は日本の首都です。①"),
        ("euc-kr", "cp949", "euc-kr", "서울은 대한민국의 수도이다. 똠"),
        ("windows-1251", "cp1251", "windows-1251", "Москва — столица России"),
        ("iso-8859-1", "cp1252", "windows-1252", "Café “naïve”"),
    ],
)
def test_step_3_labels_follow_the_standard(label, codec, encoding, text):
    page = f'<meta charset="{label}">' + text
    assert decode(page.encode(codec)) == (page, Decoding(encoding, "declaration", label, 0))


@pytest.mark.parametrize(
    "declaration",
    [
        '<meta charset="gbk">',
        "<META CHARSET=gbk>",
        "<MetA ChaRseT = 'gbk' />",
        "<meta/charset=gbk>",
        '<meta content="text/html;charset=gbk" http-equiv=content-type>',
        '<meta http-equiv="Content-Type" content="text/html; charset = gbk">',
        '<meta http-equiv="Content-Type" content="text/html" charset="gbk">',
        '<meta http-equiv="Content-Type" content="text/html; charset="gbk"">',
        '<meta\n\thttp-equiv="Content-Type"\n\tcontent="text/html;\n charset=gbk"\n>',
        '<?xml version="1.0" encoding="gbk"?>',
        "<?xml version='1.0' encoding = 'gbk' standalone='yes'?>",
    ],
)
def test_step_3_ways_of_declaring(declaration):
    assert how((declaration + BODY).encode("gbk")) == ("gb18030", "declaration", "gbk")


@pytest.mark.parametrize(
    "not_a_declaration",
    [
        '<meta name="description" content="charset=big5 explained">',
        '<meta content="charset=big5 explained" property="og:title">',
        "<!-- <meta charset=big5> -->",
        '<!--><!-- <?xml version="1.0" encoding="big5"?> -->',
        "<metadata charset=big5>",
        "<script>var charset='big5'</script>",
        '<?xml:namespace prefix="o" encoding="big5"/>',
        '<a href="?charset=big5">',
    ],
)
def test_step_3_what_declares_nothing(not_a_declaration):
    assert how((not_a_declaration + BODY).encode()) == ("utf-8", "utf-8 bytes", None)
    assert decode((not_a_declaration + "<meta charset=gbk>" + BODY).encode())[1].declared == "gbk"


def test_step_3_a_comment_that_never_ends_takes_the_rest():
    assert decode(("<!-- <meta charset=big5>" + BODY).encode())[1].declared is None


def test_step_3_the_first_declaration_that_fits_wins():
    page = (
        "<meta charset=nonsense><meta charset=utf-8><meta charset=euc-kr><meta charset=gbk>" + "<p>我镕囧堃"
    )
    assert how(page.encode("gbk")) == ("gb18030", "declaration", "gbk")


def test_step_3_a_page_whose_meta_can_be_read_is_not_utf16():
    assert how((META.format("utf-16") + BODY).encode("gbk")) == ("gb18030", "guess", "utf-16")


@pytest.mark.parametrize(("misfits", "source"), [(5, "declaration"), (6, "guess")])
def test_step_3_fits_means_at_most_one_misfit_in_200(misfits, source):
    page = b"<meta charset=gbk>" + ("国" * (1000 - misfits)).encode("gbk") + b"\xff " * misfits
    assert decode(page)[1] == Decoding("gb18030", source, "gbk", misfits)


def test_step_3_private_use_does_not_fit_either():
    # AAA1 is a hole in GBK, which GB18030 fills with private use.
    page = b"<meta charset=gbk>" + ("国" * 994).encode("gbk") + b"\xaa\xa1" * 6
    assert decode(page)[1] == Decoding("gb18030", "guess", "gbk", 6)


@pytest.mark.parametrize("lie", ["big5", "iso-8859-1", "windows-1251", "euc-jp", "shift_jis"])
def test_step_3_a_label_that_takes_any_bytes_does_not_fit_plain_chinese(lie):
    page = META.format(lie) + BODY
    assert decode(page.encode("gbk")) == (page, Decoding("gb18030", "guess", lie, 0))


def test_step_3_gb_does_not_fit_big5_bytes():
    page = META.format("gb2312") + "<p>國家統計局公布了全年的經濟數據，一個人的生活。</p>"
    assert decode(page.encode("big5")) == (page, Decoding("big5hkscs", "guess", "gb2312", 0))


@pytest.mark.parametrize(
    "content_type", ["text/html; charset=euc-kr", 'text/html;CHARSET="euc-kr"', "charset=euc-kr; boundary=x"]
)
def test_step_4_the_header_counts_where_the_page_declares_nothing(content_type):
    page = "<p>서울은 대한민국의 수도이다."
    assert decode(page.encode("cp949"), content_type) == (page, Decoding("euc-kr", "header", None, 0))


@pytest.mark.parametrize(
    "content_type", [None, "", "text/html", "text/html; charset=", "text/html; charset=字"]
)
def test_step_4_a_header_without_a_charset_says_nothing(content_type):
    assert how(BODY.encode("gbk"), content_type) == ("gb18030", "guess", None)


@pytest.mark.parametrize(
    "six", ["今天天气很好", "欢迎光临本站", "新闻中心首页", "北京大学校园", "关于我们公司"]
)
def test_step_5_six_characters_are_told_apart(six):
    traditional = six.translate(TO_TRADITIONAL).replace("于", "於")
    assert decode(six.encode("gbk")) == (six, Decoding("gb18030", "guess", None, 0))
    assert decode(traditional.encode("big5")) == (traditional, Decoding("big5hkscs", "guess", None, 0))


@pytest.mark.parametrize(("codec", "encoding"), [("utf-16-le", "utf-16le"), ("utf-16-be", "utf-16be")])
@pytest.mark.parametrize("page", ["<html><p>plain</p></html>", "<html><p>一　一　中文</p></html>" + BODY])
def test_step_5_utf16_without_a_mark_shows_by_its_nuls(codec, encoding, page):
    assert decode(page.encode(codec)) == (page, Decoding(encoding, "guess", None, 0))


@pytest.mark.parametrize(
    ("codec", "encoding", "page"),
    [
        (
            "cp932",
            "shift_jis",
            "<p>東京は日本の首都です。人口は約千四百万人で、世界でもっとも大きな都市の一つです。",
        ),
        ("cp1251", "windows-1251", "<p>Москва является столицей России и самым крупным городом страны."),
        ("cp949", "euc-kr", "<p>서울은 대한민국의 수도이며 가장 큰 도시이다. 많은 사람들이 살고 있다."),
    ],
)
def test_step_5_other_scripts_are_left_to_a_statistical_guesser(codec, encoding, page):
    assert decode(page.encode(codec)) == (page, Decoding(encoding, "guess", None, 0))


def test_step_5_badly_damaged_utf8_is_still_seen_to_be_chinese():
    damaged = b"\xff".join(
        part.encode() for part in PROSE.split("国")
    )  # one bad place for 26 good, then many
    damaged = damaged.replace("经".encode(), b"\xe7\xbb").replace("展".encode(), b"\xe5")
    text, decoding = decode(damaged)
    assert (decoding.encoding, decoding.source, decoding.misfits) == ("utf-8", "guess", 120)
    assert text.startswith("我们在这里讨论\ufffd家的\ufffd济发\ufffd，以及人民生活水平的提高。")


def test_step_6_the_fewest_errors():
    text, decoding = decode(b"\xff" * 50)
    assert text == "\ufffd" * 50
    assert (decoding.source, decoding.misfits) == ("fewest errors", 50)


# --- What people met (CASES, section A) ---


@pytest.mark.parametrize("declared", ["gb2312", "gbk", "x-gbk"])
def test_a1_gb2312_label_on_gb18030_bytes(declared):
    page = META.format(declared) + "<p>朱镕基与𠮷野家</p>"
    assert decode(page.encode("gb18030")) == (page, Decoding("gb18030", "declaration", declared, 0))


@pytest.mark.parametrize(("meta", "source"), [('<meta charset="gb2312">', "declaration"), ("", "guess")])
def test_a2_long_ascii_head(meta, source):
    ascii_20_kb = "<script>var width = 100;</script>\n" * 600
    page = ascii_20_kb + meta + "<p>" + PROSE[:300] + "</p>" + ascii_20_kb
    text, decoding = decode(page.encode("gbk"))
    assert text == page
    assert (decoding.encoding, decoding.source) == ("gb18030", source)


def test_a3_utf8_with_two_bytes_cut_out_stays_utf8():
    source = PROSE[:1000].encode()
    text, decoding = decode(source[:1500] + source[1502:])
    assert text == PROSE[:500] + "\ufffd" + PROSE[501:1000]
    assert decoding == Decoding("utf-8", "nearly utf-8", None, 1)


def test_a3_a_declaration_beats_the_guess():
    # Japanese that a guess between GB18030 and Big5 would get wrong.
    page = META.format("euc-jp") + "<p>日本国首都東京都</p>"
    assert decode(page.encode("euc-jp")) == (page, Decoding("euc-jp", "declaration", "euc-jp", 0))


@pytest.mark.parametrize("damage", [b"\xff", b"\x81", b"\xfe\xff"])
def test_a3_a_short_damaged_page_keeps_its_declared_encoding(damage):
    page = META.format("gbk").encode() + BODY.encode("gbk") + damage + b"<p>"
    text, decoding = decode(page)
    assert BODY in text
    assert decoding.encoding == "gb18030"


@pytest.mark.parametrize(
    ("codec", "meta", "header"),
    [("gbk", "utf-8", "gbk"), ("utf-8", "gbk", "utf-8"), ("gbk", "gbk", "utf-8"), ("utf-8", "utf-8", "gbk")],
)
def test_a4_header_and_meta_disagree(codec, meta, header):
    page = META.format(meta) + BODY
    text, decoding = decode(page.encode(codec), f"text/html; charset={header}")
    assert text == page
    assert decoding.encoding == {"gbk": "gb18030", "utf-8": "utf-8"}[codec]
    assert decoding.declared == meta
    assert decoding.source == (
        "utf-8 bytes" if codec == "utf-8" else "header" if meta == "utf-8" else "declaration"
    )


def test_a4b_saved_page_was_reencoded_its_meta_was_not():
    pages = [
        (META.format("gb2312") + BODY).encode(),
        (META.format("gb2312") + BODY).encode("gbk"),
        BODY.encode("gbk"),
    ]
    assert {decode(page)[0].removeprefix(META.format("gb2312")) for page in pages} == {BODY}
    assert [decode(page)[1].source for page in pages] == ["utf-8 bytes", "declaration", "guess"]


@pytest.mark.parametrize("page", ["<p>公众号文章", "微信", "é"])
def test_a7_short_utf8_without_meta_is_not_macroman(page):
    assert decode(page.encode()) == (page, Decoding("utf-8", "utf-8 bytes", None, 0))


def test_a8_one_story_in_three_encodings_tells_how_each_was_read():
    results = [decode(BODY.encode(codec)) for codec in ("utf-8", "gbk", "utf-16")]
    assert {text for text, _ in results} == {BODY}
    assert [(d.encoding, d.source, d.misfits) for _, d in results] == [
        ("utf-8", "utf-8 bytes", 0),
        ("gb18030", "guess", 0),
        ("utf-16le", "bom", 0),
    ]


def test_a8_a_bad_page_can_be_found_by_its_misfits():
    assert decode((BODY * 20).encode("gbk").replace(b"\xbb\xaa", b"\xbb"))[1].misfits > 0
    assert decode((BODY * 20).encode("gbk"))[1].misfits == 0


def test_a10_bytes_that_the_declared_charset_cannot_hold_become_plain_str():
    text, _ = decode((META.format("gb2312") + "<p>镕€</p>").encode("gb18030") + b"\xff")
    assert text.endswith("<p>镕€</p>\ufffd")
    assert text.encode().decode() == text


@pytest.mark.parametrize("codec", ["ascii", "utf-8", "gbk"])
def test_a11_nul_bytes_are_removed_and_nothing_after_them(codec):
    tail = "after" if codec == "ascii" else "后面还有第二段文字。"
    page = f"<p>a</p>\0<p>{tail}</p>\x01\x0b"
    assert decode(page.encode(codec))[0] == f"<p>a</p><p>{tail}</p>\x01\x0b"
    assert decode(page)[0] == f"<p>a</p><p>{tail}</p>\x01\x0b"


@pytest.mark.parametrize("before", ["", " \n", "\ufeff", "<!-- saved from a site -->\n"])
def test_a12_xml_declaration_in_str_and_bytes(before):
    page = before + '<?xml version="1.0" encoding="gb2312"?>\n<html><p>中文网页</p></html>'
    expected = page.removeprefix("\ufeff")
    assert decode(page) == (expected, Decoding("unicode", "str", "gb2312", 0))
    # GB18030 has a byte-order mark of its own.
    source = "bom" if before == "\ufeff" else "declaration"
    assert decode(page.encode("gb18030")) == (expected, Decoding("gb18030", source, "gb2312", 0))


@pytest.mark.parametrize("page", ["“你好”，（一）：１２３", "ｶﾀｶﾅ㎡①ﬁ", "e\u0301 \u3000\xa0\u200b"])
def test_a14_no_normalising(page):
    assert decode(page)[0] == page
    assert decode(page.encode())[0] == page
    assert decode((page + PROSE).encode("gb18030"), "text/html; charset=gb18030")[0] == page + PROSE


# --- Promises for any content ---


def test_str_loses_its_mark_and_lone_surrogates():
    assert decode("\ufeff中\ud83d文\udc00") == ("中\ufffd文\ufffd", Decoding("unicode", "str", None, 0))
    assert decode("\ud83d\ude00")[0] == "😀"


LABELS = st.sampled_from(sorted(webencodings.labels.LABELS)) | st.text(max_size=12)
PIECES = st.sampled_from(
    [
        b"<meta charset=",
        b"<?xml encoding='",
        b"charset",
        b"<!--",
        b"-->",
        b">",
        b'"',
        b"\0",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
    ]
)


@given(st.lists(st.binary(max_size=30) | PIECES | LABELS.map(str.encode)).map(b"".join), st.none() | LABELS)
def test_any_bytes_give_a_text_that_can_be_written(html, label):
    text, decoding = decode(html, label and f"text/html; charset={label}")
    text.encode()
    assert "\0" not in text
    assert 0 <= decoding.misfits <= max(1, len(html))


@given(st.text(st.characters(exclude_categories=[])))
def test_any_str_gives_a_text_that_can_be_written(html):
    text, _ = decode(html)
    text.encode()
    assert "\0" not in text


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_utf8_comes_back_as_written(text):
    assert decode(b"\xef\xbb\xbf" + text.encode())[0] == text


def test_every_label_of_the_standard_can_be_declared():
    for label in webencodings.labels.LABELS:
        decode(f"<meta charset={label}>".encode() + bytes(range(256)), f"text/html; charset={label}")[
            0
        ].encode()


def test_gbk_may_stand_in_for_gb18030():
    """The fast path: whatever the gbk codec reads, gb18030 reads the same, and none of it is private use."""
    for lead in range(0x81, 0xFF):
        for trail in range(0x40, 0xFF):
            try:
                character = bytes([lead, trail]).decode("gbk")
            except UnicodeDecodeError:
                continue
            assert character == bytes([lead, trail]).decode("gb18030")
            assert not "\ue000" <= character <= "\uf8ff"


@pytest.mark.parametrize(
    "unit",
    [
        *(
            b"<meta ",
            b"<?xml ",
            b"<meta charset",
            b"<meta charset=x",
            b"<meta charset=x name=",
            b"<!--",
            b"<!---->",
        ),
        *(
            b"<",
            b"charset=",
            b"='\"",
            b" ",
            b"\xff",
            b"\x80 ",
            b"\x81\x30",
            b"\xaa\xa1",
            b"\xe4\xb8",
            b"\0a\0",
        ),
    ],
)
@pytest.mark.parametrize("head", [b"", b"\xd6\xd0<meta charset"])
def test_the_time_grows_with_the_size_and_no_faster(unit, head):
    def seconds(size):
        page = head + unit * (size // len(unit))
        times = []
        for _ in range(5):
            start = time.perf_counter()
            decode(page)
            times.append(time.perf_counter() - start)
        return min(times)

    size = 250_000
    while seconds(size) < 0.02:
        size *= 2
        if size > 8_000_000:
            return  # 8 MB in less than 40 ms cannot be quadratic
    # Quadratic would be 4; a busy machine may spoil one comparison, not three.
    assert any(seconds(2 * size) < 3.2 * seconds(size) for _ in range(3))


@pytest.mark.bench
@pytest.mark.skipif("MARKWINDOW_BENCH" not in os.environ, reason="MARKWINDOW_BENCH names no folder of sets")
def test_every_page_of_the_benchmark_is_read_in_its_true_encoding():
    checked = 0
    for lines in sorted(Path(os.environ["MARKWINDOW_BENCH"]).glob("*/meta.jsonl")):
        for record in map(json.loads, lines.read_text("utf-8").splitlines()):
            page = (lines.parent / "pages" / f"{record['id']}.html").read_bytes()
            true = "gb18030" if record["encoding"].startswith("gb") else record["encoding"]
            expected = page.decode(true, "replace").replace("\0", "").removeprefix("\ufeff")
            assert decode(page)[0] == expected, record["id"]
            checked += 1
    assert checked
