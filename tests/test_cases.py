"""The ways in which tools of this kind fail people on Chinese pages, and the tests that each is mended by.

Letters: A bytes and characters, B titles, C the wrong block or too much, D scripts, public accounts and shells,
E code, formulas and tables, F robustness and speed.
"""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

CASES = {
    "A1 the label says gb2312, the bytes are GB18030": [
        "test_extract::test_a1_gb2312_label_on_gb18030_bytes"
    ],
    "A2 long ASCII head, Chinese far below": ["test_extract::test_a2_long_ascii_head_and_tail"],
    "A3 the guesser is wrong, the declaration right": [
        "test_decode::test_a3_a_declaration_beats_the_guess",
        "test_extract::test_a3_six_characters_without_a_declaration",
    ],
    "A4 header and meta disagree": ["test_extract::test_a4_header_and_meta_disagree"],
    "A4b a saved page was re-encoded, its meta was not": [
        "test_extract::test_a4b_a8_one_story_in_three_encodings_gives_one_text"
    ],
    "A7 UTF-8 read as MacRoman": ["test_extract::test_a7_short_utf8_page_without_meta"],
    "A8 one story stored twice, once garbled": [
        "test_decode::test_a8_one_story_in_three_encodings_tells_how_each_was_read",
        "test_metadata::test_a8_one_page_in_three_encodings_tells_the_same",
    ],
    "A10 bytes break serialising": ["test_extract::test_a10_bytes_that_the_declared_charset_cannot_hold"],
    "A11 NUL bytes": ["test_extract::test_a11_nul_between_two_paragraphs"],
    "A12 an XML declaration in a str": ["test_extract::test_a12_an_xml_declaration_in_str_and_bytes"],
    "A14 normalising changes the text": ["test_extract::test_a14_full_width_characters_come_back_as_written"],
    "B1 site tails and over-cutting": [
        "test_title::test_b1_site_tails_without_help_from_the_page",
        "test_metadata::test_b1_b2_the_title_with_its_origin",
    ],
    "B2 the title is the site's name, empty or absent": [
        "test_extract::test_b2_the_body_is_found_without_a_title",
        "test_default::test_pages_built_to_mislead[empty-title]",
        "test_default::test_pages_built_to_mislead[title-is-site-name]",
        "test_default::test_the_text_is_right_to_the_letter[untitled-document-dreamweaver]",
    ],
    "B3 keyword-stuffed titles": [
        "test_extract::test_b3_a_keyword_stuffed_title_leaves_the_title_method_empty_with_the_reason",
        "test_default::test_pages_built_to_mislead[keyword-stuffed-title]",
    ],
    "C1 footer or disclaimer wins": [
        "test_default::test_the_text_is_right_to_the_letter[disclaimer-longer-than-article]"
    ],
    "C2 related links win or come along": [
        "test_default::test_the_text_is_right_to_the_letter[notice-with-forty-related-links]"
    ],
    "C3 the article lies in several containers": [
        "test_default::test_pages_built_to_mislead[every-paragraph-in-its-own-container]"
    ],
    "C4 text straight in td": ["test_default::test_the_text_is_right_to_the_letter[bare-text-in-td-with-br]"],
    "C6 short paragraphs never qualify": [
        "test_default::test_the_text_is_right_to_the_letter[twelve-short-paragraphs]",
        "test_default::test_the_text_is_right_to_the_letter[kuaixun-of-80-characters]",
    ],
    "C8 words counted by blanks": ["test_default::test_pages_built_to_mislead[lang-en-on-chinese-page]"],
    "C9 link-heavy bodies cut": ["test_default::test_pages_built_to_mislead[half-the-words-linked]"],
    "C10 captions, share lines, editors": [
        "test_default::test_pages_built_to_mislead[half-hidden-share-and-editor-lines]",
        "test_default::test_marked_captions_are_kept_on_request",
        "test_metadata::test_c10_d5_the_byline_moves_to_fields_and_out_of_the_text",
    ],
    "C11 comments taken for the body": [
        "test_default::test_the_text_is_right_to_the_letter[long-comments-under-short-text]",
        "test_default::test_readers_comments_are_kept_on_request",
        "test_threads::test_c11_comments_are_objects_and_no_text",
    ],
    "C12 forum threads": [
        "test_default::test_pages_built_to_mislead[forum-thread-five-floors]",
        "test_default::test_the_first_post_alone_is_kept_on_request",
        "test_threads::test_c12_posts_with_authors_times_floors_quotations_and_without_signatures",
    ],
    "C13 list pages": ["test_other_kinds::test_lists_and_front_pages_give_no_text_and_say_so"],
    "C15 order and lists": [
        "test_default::test_pages_built_to_mislead[list-items-in-the-article]",
        "test_output_pages::test_text_markdown_and_json_by_the_default_method[lists]",
    ],
    "C17 pages in parts": [
        "test_links::test_c17_the_next_part_is_found_from_words_numbers_and_declarations",
        "test_links::test_c17_the_next_chapter_of_a_book_is_told_apart",
    ],
    "C18 frames and noscript": [
        "test_links::test_c18_frames_are_reported_with_their_addresses",
        "test_hidden::test_a_text_that_is_displayed_is_not_looked_for_elsewhere",
    ],
    "D1 hidden bodies of public accounts": [
        "test_hidden::test_d1_a_hidden_block_that_holds_nearly_all_the_text_is_the_body",
        "test_hidden::test_d1_a_hidden_copy_is_not_doubled",
    ],
    "D3 the body is JSON in a script": ["test_hidden::test_d3_the_text_is_found_where_it_is_hidden"],
    "D5 dates and authors in Chinese": [
        "test_metadata::test_c10_d5_the_byline_moves_to_fields_and_out_of_the_text",
        "test_metadata_dates::test_one_date",
    ],
    "E1 br is the line break of the text": [
        "test_default::test_the_text_is_right_to_the_letter[poem-with-br]",
        "test_output_pages::test_text_markdown_and_json_by_the_default_method[line-breaks]",
    ],
    "E3 mathematics": ["test_output_pages::test_text_markdown_and_json_by_the_default_method[formulas]"],
    "F1 depth": ["test_extract::test_f1_text_below_a_nest_of_50000_is_found_in_linear_time"],
    "F3 memory grows over an archive": [
        "test_trust::test_f3_the_second_thousand_of_pages_adds_less_than_10_megabytes"
    ],
    "F4 patterns that blow up": ["test_extract::test_f4_hostile_pages_take_time_in_proportion"],
    "F5 jieba is noisy": ["test_words::test_f5_nothing_is_printed_and_no_logger_is_touched"],
    "F6 jieba's start": ["test_extract::test_importing_loads_no_dictionary_and_takes_little_time"],
    "F7 threads and processes": [
        "test_words::test_f7_sixteen_threads_that_call_first_at_once_agree",
        "test_words::test_f7_a_fork_during_loading_is_harmless",
        "test_trust::test_f7_processes_of_every_kind_give_the_same",
    ],
    "F9 new Pythons": ["test_words::test_f9_importing_and_extracting_raises_no_warning"],
    "F11 one bad page stops the batch": [
        "test_extract::test_f11_a_page_without_text_says_why",
        "test_trust::test_f11_5000_random_cuts_of_good_pages_never_raise",
    ],
}


def test_there_are_41_of_them():
    assert len(CASES) == 41


@pytest.mark.parametrize("case", CASES)
def test_every_case_has_a_test(case):
    assert CASES[case]
    for name in CASES[case]:
        module, _, rest = name.partition("::")
        function, _, page = rest.partition("[")
        tree = ast.parse((TESTS / f"{module}.py").read_text(encoding="utf-8"))
        assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert not page or list((TESTS / "pages").rglob(f"{page.rstrip(']')}.html"))
