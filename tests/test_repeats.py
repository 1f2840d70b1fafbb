"""Pages with the text of another page are marked with the id of the first, in whatever order they come."""

import json
import random

import pytest
from test_cli import call

from markwindow.archive.repeats import LEAST, Repeats, signature

random.seed(5)


def made_up(size, seed):
    """Text of random common characters: two of them share no piece."""
    letters = random.Random(seed)
    return "".join(chr(0x4E00 + letters.randrange(3000)) for _ in range(size))


def changed(text, share):
    """The text with its last `share` replaced."""
    kept = round(len(text) * (1 - share))
    return text[:kept] + made_up(len(text) - kept, seed=len(text) + round(100 * share))


def marks(texts):
    repeats = Repeats()
    for id, text in texts.items():
        repeats.add({"id": id, "text": text})
    return repeats.find()


def test_exact_repeats_of_any_length():
    found = marks({"b": "渡轮\n夜班", "a": "渡轮夜班", "c": "渡轮 夜班 ", "d": "渡轮日班", "e": "", "f": ""})
    assert {id: tuple(repeat) for id, repeat in found.items()} == {"b": ("a", 1.0), "c": ("a", 1.0)}


@pytest.mark.parametrize("size", [120, 1500, 20000])
def test_near_repeats_from_four_fifths_on(size):
    text = made_up(size, seed=1)
    found = marks(
        {"a": text, "near": changed(text, 0.04), "far": changed(text, 0.3), "other": made_up(size, 2)}
    )
    assert set(found) == {"near"}
    assert found["near"].of == "a"
    assert found["near"].similarity == pytest.approx(0.92, abs=0.08)


def test_short_texts_are_compared_exactly_only():
    text = made_up(LEAST - 1, seed=3)
    assert marks({"a": text, "b": text[:-1]}) == {}
    assert set(marks({"a": text * 2, "b": text * 2 + "。"})) == {"b"}


def test_marks_do_not_depend_on_the_order():
    originals = [made_up(400, seed) for seed in range(20)]
    texts = {
        f"{number:02d}/{copy}": changed(text, 0.01 * copy)
        for number, text in enumerate(originals)
        for copy in range(3)
    }
    texts |= {f"z{number}": originals[number] for number in range(5)}
    first = marks(texts)
    assert {first[f"z{number}"] for number in range(5)} == {(f"{number:02d}/0", 1.0) for number in range(5)}
    assert len(first) == 45
    for _ in range(3):
        shuffled = list(texts.items())
        random.shuffle(shuffled)
        assert marks(dict(shuffled)) == first


def test_a_copy_of_a_near_repeat_repeats_the_same_first():
    text = made_up(600, seed=4)
    found = marks({"a": text, "b": changed(text, 0.05), "c": changed(text, 0.05)})
    assert found["b"] == found["c"]
    assert found["c"].of == "a"


def test_lone_surrogates_and_one_long_character_run():
    assert signature("甲\ud800" * 100)
    assert set(marks({"a": "。" * 5000, "b": "。" * 5001})) == {"b"}


def test_memory_of_a_page_is_small():
    import tracemalloc

    repeats = Repeats()
    kept = [signature(made_up(100, seed)) for seed in range(50)]
    tracemalloc.start()
    for number in range(5000):
        repeats.add(
            {"id": f"news/2008/11/05/{number}.html", "text": "x", "run": {"signature": kept[number % 50]}}
        )
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size / 5000 < 250


def test_a_run_marks_them(tmp_path):
    story = "".join(f"第{n}天，渡轮试行夜班，居民称便，{n * 7}人乘船。" for n in range(20))
    pages = {
        "b": story,
        "a": story,
        "c": story.replace("第9天", "第十天"),
        "d": "秋粮入库，老粮站用上新设备。" * 9,
    }
    for name, text in pages.items():
        html = f"<title>渡轮试行夜班</title><body><div><p>{text}</div>"
        (tmp_path / f"{name}.html").write_bytes(html.encode("gb18030"))
    out = tmp_path / "a.jsonl"
    result = call("archive", tmp_path, "-o", out, "--methods", "density,default")
    assert "repeats: 1 exact, 1 near" in result.stderr
    found = {made["id"]: made for made in map(json.loads, out.read_text(encoding="utf-8").splitlines())}
    assert {id: made["repeat_of"] for id, made in found.items() if made["repeat_of"]} == {
        "b.html#density": "a.html#density",
        "b.html#default": "a.html#default",
        "c.html#density": "a.html#density",
        "c.html#default": "a.html#default",
    }
    assert found["b.html#default"]["similarity"] == 1.0
    assert 0.8 <= found["c.html#density"]["similarity"] < 1.0
