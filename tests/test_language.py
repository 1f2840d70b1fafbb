"""The language of a text, and the tables of characters that tell the two Chinese scripts apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markwindow.characters import (
    COMMON_SIMPLIFIED,
    COMMON_TRADITIONAL,
    SIMPLIFIED,
    TO_TRADITIONAL,
    TRADITIONAL,
)
from markwindow.language import detect_language

HANS = "国家统计局今天公布了全年的经济数据，专家认为形势正在好转。"
HANT = "國家統計局今天公布了全年的經濟數據，專家認為形勢正在好轉。"
EN = "The committee published its report on Monday, and the members will meet again next week."


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (HANS, "zh-Hans"),
        (HANT, "zh-Hant"),
        ("今天天气很好", "zh-Hans"),
        ("今天天氣很好", "zh-Hant"),
        ("東京は日本の首都です。", "ja"),
        ("トヨタ自動車、新型車を発表", "ja"),
        ("서울은 대한민국의 수도이다.", "ko"),
        (EN, "en"),
        ("Москва является столицей Российской Федерации", "ru"),
        ("تقع المدينة على ضفاف النهر الكبير", "ar"),
        ("กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย", "th"),
        ("བོད་ཀྱི་སྐད་ཡིག་ནི་གནའ་བོའི་སྐད་ཡིག་ཅིག་རེད", "bo"),
        ("Η Αθήνα είναι η πρωτεύουσα της Ελλάδας", "el"),
    ],
)
@pytest.mark.parametrize("declared", [None, "", "en", "xx-nonsense"])
def test_the_text_itself_decides(text, language, declared):
    assert detect_language(text, declared) == language


@pytest.mark.parametrize("declared", ["en", "en-US", "ja", "zh-TW", "zh-Hant", "ko"])
def test_a_lang_left_over_from_a_template_does_not_matter(declared):
    assert detect_language(HANS, declared) == "zh-Hans"


@pytest.mark.parametrize(
    ("text", "declared", "language"),
    [
        ("El comité publicó su informe el lunes y volverá a reunirse", "es-ES", "es"),
        ("Ủy ban đã công bố báo cáo vào thứ hai và sẽ họp lại", "VI", "vi"),
        ("Комітет опублікував звіт у понеділок і збереться знову", "uk_UA", "uk"),
        ("ئۇيغۇر تىلى مەركىزىي ئاسىيادىكى تىللارنىڭ بىرى", "ug", "ug"),
        (EN, "zh-CN", "en"),
        (EN, "ru", "en"),
    ],
)
def test_the_declaration_settles_only_languages_of_one_alphabet(text, declared, language):
    assert detect_language(text, declared) == language


@pytest.mark.parametrize(
    ("declared", "language"),
    [
        ("zh-TW", "zh-Hant"),
        ("zh_HK", "zh-Hant"),
        ("zh-Hant-MO", "zh-Hant"),
        ("zh-CN", "zh-Hans"),
        (None, "zh-Hans"),
    ],
)
def test_the_declaration_settles_the_script_where_no_character_tells_it(declared, language):
    assert detect_language("中文文字大同小同", declared) == language


@pytest.mark.parametrize(
    "text", ["", " \n", "新闻中", "ok", "2024-05-01 12:30", "。，！？：；", "click here"]
)
def test_too_little_text_has_no_language(text):
    assert detect_language(text, "zh-CN") is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (HANS + "の" + "歌曲《さくら》", "zh-Hans"),
        (HANS + "import numpy as np; result = np.mean(values)" * 2, "zh-Hans"),
        (HANS + "“國學”與繁體", "zh-Hans"),
        (EN * 4 + "北京日报", "en"),
    ],
)
def test_some_words_in_another_script_do_not_change_it(text, language):
    assert detect_language(text) == language


def test_a_long_text_is_judged_from_its_beginning_to_its_end():
    assert detect_language(EN * 20 + HANS * 300) == "zh-Hans"
    assert detect_language("。" * 4000 + HANS * 300) == "zh-Hans"


@given(st.text(), st.none() | st.text(max_size=10))
def test_any_text_has_a_tag_or_none(text, declared):
    language = detect_language(text, declared)
    assert language is None or language.replace("-", "").isalpha()


# --- The tables ---


def test_the_pairs_are_pairs():
    assert len(SIMPLIFIED) == len(TRADITIONAL) == len(TO_TRADITIONAL) >= 250
    assert len(set(TRADITIONAL)) == len(TRADITIONAL)
    assert not set(SIMPLIFIED) & set(TRADITIONAL)
    assert HANS.translate(TO_TRADITIONAL) == HANT


def test_no_simplified_character_is_a_frequent_one_of_big5():
    SIMPLIFIED.encode("gb2312")
    leads = [character.encode("big5", "ignore")[:1] for character in SIMPLIFIED]
    assert [c for c, lead in zip(SIMPLIFIED, leads, strict=True) if b"\xa4" <= lead <= b"\xc6"] == []


def test_no_traditional_character_is_in_gb2312():
    TRADITIONAL.encode("big5")
    assert TRADITIONAL.encode("gb2312", "ignore") == b""


def test_the_common_characters_can_be_written_in_their_encodings():
    assert len(COMMON_SIMPLIFIED) >= 400
    assert len(COMMON_TRADITIONAL) >= 400
    "".join(COMMON_SIMPLIFIED).encode("gb2312")
    "".join(COMMON_TRADITIONAL - {"着"}).encode("big5hkscs")
