"""Pictures: every token once, inside the picture, escaped, well-formed."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.app.corpus.samples import samples
from bpeviz.studies.trees import of_id
from bpeviz.views import picture_layout, pictures, token_page, tree
from bpeviz.views.picture_labels import SIZE, label, width_of

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<svg onload=alert(1)> & ]]> \"q\" 's' \x00\x0b\x1b\ufffe\U000e0001 </text>"
TEXTS = {
    "hostile": HOSTILE,
    "arabic": "مرحبا بالعالم hello 123 مرحبا\nABC عربي",
    "hebrew": "שלום world שלום\n",
    "devanagari": "नमस्ते दुनिया क्षत्रिय नमस्ते",
    "yoruba": samples()["yoruba_as_typed"].text[:300],
    "emoji": samples()["emoji"].text[:200],
    "long": "w" * 400 + " " + "ab" * 200,
    "empty": "",
    "newlines": "\n\n\na\n\n",
}


def traced(text: str, mode: str = "regex", num_merges: int = 20) -> bpeviz.Trace:
    tok = bpeviz.train(text or "abc abc", mode=mode, num_merges=num_merges)
    return tok.trace(text)


def tokens_in(svg: str) -> list[int]:
    root = ElementTree.fromstring(svg)
    return [int(r.get("data-id")) for r in root.iter(f"{SVG}rect") if r.get("class") == "token"]


@pytest.mark.parametrize("mode", ["character", "byte", "regex"])
@pytest.mark.parametrize("name", list(TEXTS))
def test_every_token_is_drawn_once(name: str, mode: str) -> None:
    trace = traced(TEXTS[name], mode)
    for step in {0, trace.steps // 2, trace.steps}:
        svg = pictures.svg(trace, [step], HOSTILE, most=10_000)
        assert sorted(tokens_in(svg)) == sorted(trace.ids(step))


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["character", "byte", "regex"]), st.integers(0, 6))
def test_any_text_gives_a_well_formed_picture(text: str, mode: str, step: int) -> None:
    tok = bpeviz.train("abc ab " + text, mode=mode, num_merges=6)
    trace = tok.trace(text)
    step = min(step, trace.steps)
    svg = pictures.svg(trace, [step], text, width=120, most=10_000)
    assert sorted(tokens_in(svg)) == sorted(trace.ids(step))


@settings(max_examples=80, deadline=None)
@given(st.text("ab \nشל̀ọ👍नि", max_size=80), st.integers(60, 400))
def test_boxes_stay_on_their_lines_and_do_not_overlap(text: str, width: int) -> None:
    trace = traced(text, "character", 5)
    for line in picture_layout.lines(trace, trace.steps, width, 10_000)[0]:
        at = -0.01
        for box in line.boxes:
            assert box.x >= at
            at = box.x + box.width - 0.01
        assert at <= width or len(line.boxes) == 1


def test_a_wide_token_is_cut_over_lines_and_counted_once() -> None:
    trace = bpeviz.train("w" * 300, mode="byte", num_merges=8).trace("w" * 256)
    found, tokens = picture_layout.lines(trace, 8, 200, 100)
    assert tokens == 1 and len(found) > 5
    assert [box.first for line in found for box in line.boxes].count(True) == 1


def test_lines_are_cut_at_white_space_and_newlines() -> None:
    trace = traced("aaa bbb ccc\nddd", "byte", 0)
    found = picture_layout.lines(trace, 0, 90, 10)[0]
    shown = ["".join(p.text for b in line.boxes for p in b.parts) for line in found]
    assert shown == ["aaa·", "bbb·", "ccc↵", "ddd"]


def test_no_line_ends_inside_a_character() -> None:
    trace = traced("abc " + "👩" * 9, "byte", 0)
    for width in range(110, 600, 7):
        rows = picture_layout.lines(trace, 0, width, 50)[0]
        assert all((row.boxes[0].token - 4) % 4 == 0 for row in rows), width


def test_bytes_run_from_left_to_right_also_in_arabic() -> None:
    trace = bpeviz.train("a", mode="byte", num_merges=0).trace("مرحبا")
    (line,) = picture_layout.lines(trace, 0, 1000, 5)[0]
    assert [box.token for box in line.boxes] == list(range(10))


def test_what_does_not_fit_is_counted() -> None:
    trace = traced("word " * 500, "byte", 0)
    svg = pictures.svg(trace, [0], "", most=3)
    drawn = len(tokens_in(svg))
    assert f"and {2500 - drawn:,} more tokens" in svg and drawn < 300


def test_right_to_left_lines_run_from_the_right() -> None:
    trace = bpeviz.train("אב גד", mode="character", num_merges=0).trace("אב גד")
    (line,) = picture_layout.lines(trace, 0, 300, 5)[0]
    letters = [box.parts[0].text for box in line.boxes]
    assert letters == ["_", "ד", "ג", "_", "ב", "א"]
    assert line.boxes[-1].x + line.boxes[-1].width == pytest.approx(300)


def test_letters_of_one_arabic_word_stay_joined() -> None:
    trace = bpeviz.train("مرحبا", mode="character", num_merges=0, end_of_word=None).trace("مرحبا")
    (line,) = picture_layout.lines(trace, 0, 300, 5)[0]
    texts = [box.parts[0].text for box in line.boxes][::-1]
    assert texts[0] == "م\u200d" and texts[1] == "\u200dر\u200d" and texts[-1] == "\u200dا"


@pytest.mark.parametrize(
    ("symbol", "shown"),
    [
        (b" at", [("·at", False)]),
        (b"\xe1\xbb", [("E1", True), ("BB", True)]),
        ("\u0301a", [("◌\u0301a", False)]),
        ("ọ̀", [("ọ̀", False)]),
        ("a\u200bb", [("a", False), ("200B", True), ("b", False)]),
        ("👨‍👩‍👧", [("👨‍👩‍👧", False)]),
        ("\r\n", [("␍↵", False)]),
        ("", []),
    ],
)
def test_labels(symbol: bytes | str, shown: list) -> None:
    assert [(part.text, part.chip) for part in label(symbol)] == shown


def test_marks_take_no_room() -> None:
    assert width_of("ọ̀jọ́") == width_of("ojo") and width_of("日本") > width_of("ab")


@pytest.mark.parametrize("name", list(TEXTS))
def test_the_page_shows_every_token_and_loads_nothing(name: str) -> None:
    trace = traced(TEXTS[name])
    page = token_page.html(trace, trace.steps, HOSTILE)
    main = page[page.index("<main") : page.index("</main>")]
    assert main.count("<span ") == trace.token_counts[trace.steps]
    assert "<svg" not in page and "<script" not in page and "://" not in page

    names: set[str] = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list) -> None:
            names.update({tag, *(key for key, _ in attrs)})

    Reader().feed(page)
    assert not {"script", "link", "img", "onload", "src", "href"} & names


def test_strips_and_trees_carry_their_caption() -> None:
    trace = traced(samples()["english"].text, "regex", 120)
    strip = pictures.svg(trace, [0, 10, 100], "A caption of settings", most=4)
    assert all(f"Step {step} of 120" in strip for step in (0, 10, 100))
    drawn = tree.svg([of_id(trace.tokenizer, 300)], theme="light")
    framed = pictures.framed(drawn, "Token 300: <&>", "A caption of settings")
    ElementTree.fromstring(framed)
    for svg in (strip, framed):
        assert "A caption of settings" in svg and 'fill="#ffffff"' in svg
        assert not re.search(r'(?<!xmlns=")http', svg)


# --- places -------------------------------------------------------------------------------------


def test_headings_and_lines_stand_below_each_other_at_the_same_distances() -> None:
    """Margin 20, heading 17, 12 to the tokens, boxes of 26 on lines, 16 to the next heading."""
    trace = traced("low low", "byte", 2)
    root = ElementTree.fromstring(pictures.svg(trace, [0, 1, 2], ""))
    headings = [float(t.get("y")) for t in root.iter(f"{SVG}text") if t.get("font-weight")]
    boxes = sorted({float(r.get("y")) for r in root.iter(f"{SVG}rect") if r.get("data-id")})
    assert len(headings) == len(boxes) == 3
    assert headings[0] == 20 + 17
    assert [box - heading for heading, box in zip(headings, boxes, strict=True)] == [12] * 3
    apart = picture_layout.LINE + 16 + 17
    assert [after - box for box, after in zip(boxes, headings[1:], strict=False)] == [apart] * 2
    assert apart > 26


@settings(max_examples=80, deadline=None)
@given(st.text("iw m", max_size=60), st.integers(40, 200))
def test_a_caption_is_wrapped_as_late_as_it_fits(text: str, width: int) -> None:
    """Rows hold the words in their order, none is too wide, and none had room for one more."""
    rows = pictures._wrapped_words(text, width)
    assert "".join(rows).replace(" ", "") == "".join(text.split())

    def wide(row: str) -> float:
        return width_of(row, 12.5)

    assert all(wide(row) <= width for row in rows)
    for row, following in pairwise(rows):
        assert wide(f"{row} {following.split()[0]}") > width
    if all(wide(word) <= width for word in text.split()):
        assert " ".join(rows) == " ".join(text.split())


def test_korean_is_as_wide_in_letters_as_in_syllables() -> None:
    syllables = "한국어"
    letters = unicodedata.normalize("NFD", syllables)
    assert len(letters) == 8 and width_of(letters) == width_of(syllables) == 3 * SIZE
