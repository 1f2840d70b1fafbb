"""Images: late addresses, descriptions and captions, at their place in the text."""

import pytest
from conftest import blocks_of

from markwindow import Options, analyze
from markwindow.output.markdown import to_markdown


def markdown(html, **options):
    return to_markdown(blocks_of(html, images=True, **options))


@pytest.mark.parametrize(
    "attributes",
    [
        'src="/p/1.jpg"',
        'src="data:image/gif;base64,R0lGOD" data-src="/p/1.jpg"',
        'src="/blank.gif" data-original="/p/1.jpg"',
        'src="/blank.gif" data-actualsrc="/p/1.jpg"',
        'src="/blank.gif" data-lazy-src="/p/1.jpg"',
        'src="/none.gif" file="../p/1.jpg" zoomfile="/p/1.jpg"',
        'data-original="true" src="/p/1.jpg"',
        'srcset="/p/small.jpg 1x, /p/1.jpg 2x"',
        'src=" /p/\n1.jpg "',
    ],
)
def test_late_addresses_come_before_placeholders(attributes):
    assert markdown(f"<p>前</p><img {attributes}><p>后</p>") == "前\n\n![](http://example.com/p/1.jpg)\n\n后"


def test_addresses_are_relative_to_the_base_of_the_page():
    html = "<base href='/img/'><p>前<img src='1.jpg'>后"
    assert markdown(html) == "前![](http://example.com/img/1.jpg)后"
    assert markdown(html, url=None) == "前![](/img/1.jpg)后"


def test_order_in_the_text_and_descriptions():
    html = (
        "<p>起</p><p><img src=1.png alt='一 图'></p><p>承<img src=2.png title='二[图]'>转</p>"
        "<figure><img src=3.png><figcaption>图三：河边</figcaption></figure><p>合</p>"
    )
    assert markdown(html, url="http://e.cn/") == (
        "起\n\n![一 图](http://e.cn/1.png)\n\n承![二\\[图\\]](http://e.cn/2.png)转\n\n"
        "![图三：河边](http://e.cn/3.png)\n\n图三：河边\n\n合"
    )


def test_ornaments_and_images_far_from_the_text_are_left_out():
    html = (
        "<div><img src=logo.png></div><div>导航</div><div>导航</div><div>导航</div><div id=a><p>正文"
        "<img src=icon.gif width=16></p><p>又</p></div><div><img src=ad.png></div>"
    )
    kept = lambda count: [number >= 3 for number in range(count)]  # noqa: E731
    assert markdown(html, kept=kept) == "正文\n\n又"


def test_an_image_whose_caption_was_dropped_stays_with_it_as_description():
    html = "<p>前</p><figure><img src=1.png><figcaption>图一</figcaption></figure><p>后</p>"
    assert markdown(html, kept=lambda count: [True, False, True], url=None) == "前\n\n![图一](1.png)\n\n后"


def test_images_and_links_are_kept_by_option_only():
    html = "<title>石桥修好了</title><p>石桥修好了，村里人<a href=/b>都来看</a>。<img src=1.png></p>"
    plain = analyze(html, method="title")
    assert plain.to_markdown() == "石桥修好了，村里人都来看。"
    rich = analyze(html, method="title", url="http://e.cn/", options=Options(links=True, images=True))
    assert rich.text == plain.text
    assert rich.to_markdown() == "石桥修好了，村里人[都来看](http://e.cn/b)。![](http://e.cn/1.png)"


@pytest.mark.parametrize("name", ["links", "images"])
def test_a_wrong_option_names_the_mend(name):
    with pytest.raises(TypeError, match=f"Options\\({name}='yes'\\): give True or False"):
        Options(**{name: "yes"})
