"""Metadata: what the page tells about itself, first by its mark-up."""

import pickle

import pytest

from markwindow import analyze


def metadata(html, **arguments):
    return analyze(html, **arguments).metadata


def test_metadata_are_read_at_the_first_question():
    page = analyze("<title>新规落地</title><p>正文。")
    assert "metadata" not in vars(page)
    assert page.metadata is page.metadata
    assert pickle.loads(pickle.dumps(page)).metadata == page.metadata


@pytest.mark.parametrize(
    ("head", "date", "source"),
    [
        (
            '<meta property="article:published_time" content="2024-03-05T14:30:00+08:00">',
            "2024-03-05T14:30:00+08:00",
            "meta",
        ),
        ('<meta name="PubDate" content="2024-03-05 14:30">', "2024-03-05T14:30", "meta"),
        ('<meta itemprop="datePublished" content="20240305">', "2024-03-05", "meta"),
        (
            '<meta name="pubdate" content="2020-01-01"><script type="application/ld+json">'
            '{"@graph": [{"@type": "WebSite", "name": "某某网"}, {"@type": ["NewsArticle"], "datePublished": "2024-03-05"}]}</script>',
            "2024-03-05",
            "json-ld",
        ),
        (
            '<script type="application/ld+json">{"@type": "Article", "headline": "他说"好"", "datePublished": "2024-03-05",}</script>',
            "2024-03-05",
            "json-ld",
        ),
    ],
)
def test_the_date_that_the_head_declares(head, date, source):
    found = metadata(f"<head>{head}<title>新规落地</title></head><p>正文写到2019年1月2日。")
    assert (found.date, found.date_source) == (date, source)


def test_the_record_has_the_flat_keys():
    record = analyze(
        "<title>新规今日落地_某某网</title><p>正文。", url="http://example.com/2024/0305/1.html"
    ).to_dict()
    assert record["title"] == "新规今日落地"
    assert (record["date"], record["date_source"], record["site"]) == ("2024-03-05", "url", "example.com")
    assert (record["author"], record["source"]) == (None, None)
