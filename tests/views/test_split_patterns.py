"""Chunks as HTML and tables: which alternative, what differs, what is torn, what is lost."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bpeviz import PATTERNS
from bpeviz.engine.patterns import spans, split
from bpeviz.splitting.cuts import cut
from bpeviz.views import split_patterns as views

NAMES = [*PATTERNS]


class Chunks(HTMLParser):
    """The drawn chunks: (classes, alternative, text)."""

    def __init__(self, html):
        super().__init__()
        self.found, self.tags, self._open = [], set(), False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag == "bdi":
            found = dict(attrs)
            self.found.append([set(found["class"].split()), found["data-by"], ""])
            self._open = True

    def handle_endtag(self, tag):
        self._open = self._open and tag != "bdi"

    def handle_data(self, data):
        if self._open:
            self.found[-1][2] += data


def drawn(text, pattern, other=None):
    found = cut(text, pattern)
    differing = found.differing(cut(text, other)) if other else ()
    return Chunks(views.chunks_html(found, differing)).found


def test_the_source_documents_example():
    # "Hello've world123 how's   are you!!!?\n" under gpt4, as the source document prints it.
    found = drawn("Hello've world123 how's   are you!!!?\n", "gpt4")
    assert [(text, by) for _, by, text in found] == [
        ("Hello", "2"), ("'ve", "1"), ("·world", "2"), ("123", "3"), ("·how", "2"), ("'s", "1"),
        ("··", "6"), ("·are", "2"), ("·you", "2"), ("!!!?↵", "4"),
    ]  # fmt: skip


@given(st.text("aB 1'\n\r!ọ\u0301สั-", max_size=25), st.sampled_from(NAMES), st.sampled_from(NAMES))
@settings(max_examples=80, deadline=None)
def test_the_number_is_the_first_alternative_that_matches(text, name, other):
    found = cut(text, name)
    assert [chunk.text for chunk in found.chunks] == split(text, name)
    parts = [one.source for one in found.alternatives]
    for chunk in found.chunks:
        first = next(
            i for i, part in enumerate(parts) if regex.compile(part).match(text, chunk.start)
        )
        assert chunk.alternative == first
    there = {(start, end) for start, end, _ in spans(text, other)}
    places = [(start, end) for start, end, _ in spans(text, name)]
    assert sorted(found.differing(cut(text, other))) == [
        i for i, place in enumerate(places) if place not in there
    ]


def test_differing_chunks_are_marked_on_both_sides():
    left, right = drawn("in 2024", "gpt2", "gpt4"), drawn("in 2024", "gpt4", "gpt2")
    assert [(text, "diff" in names) for names, _, text in left] == [("in", False), ("·2024", True)]
    assert [(text, "diff" in names) for names, _, text in right] == [
        ("in", False), ("·", True), ("202", True), ("4", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "pattern", "torn"),
    [
        ("ọ̀rẹ́", "gpt2", 2),
        ("o\u0323\u0300re\u0323\u0301", "gpt2", 2),
        ("नमस्ते", "gpt2", 2),
        ("สวัสดี", "gpt2", 2),
        ("ọ̀rẹ́ नमस्ते สวัสดี", "gpt4-marks", 0),
        ("\u0301a", "gpt2", 0),
    ],
)
def test_torn_marks_are_pointed_out_and_counted(text, pattern, torn):
    found = cut(text, pattern)
    assert sum("torn" in names for names, _, _ in drawn(text, pattern)) == torn
    words = f"<strong>{torn}</strong> torn mark" if torn else "none torn"
    assert words in views.facts_html(found, None)
    assert views.torn_frame(found)["how often"].sum() == torn


def test_torn_marks_in_a_table():
    table = views.torn_frame(cut("ọ̀ ọ̀ ẹ́", "gpt2"))
    assert table.values.tolist() == [["◌̀", "U+0300", "ọ", 2], ["◌́", "U+0301", "ẹ", 1]]


def test_what_no_alternative_matches_is_shown_as_lost():
    text, pattern = "so? <no>!", "[a-z]+"
    lost = ["".join(t) for _, by, t in drawn(text, pattern) if by == "lost"]
    assert lost == ["?·<", ">!"]
    assert [text[a:b] for a, b, match in spans(text, pattern) if not match] == ["? <", ">!"]
    found = cut(text, pattern)
    assert "5 characters match no alternative (in 2 places)" in views.lost_sentence(found)
    assert "<strong>5</strong> characters matched by nothing" in views.facts_html(found, 0)
    assert "matched by nothing" in views.alternatives_html(found)
    assert views.lost_sentence(cut("so", pattern)) == ""
    assert "1 character matches no alternative." in views.lost_sentence(cut("so?", pattern))


def test_alternatives_are_counted_and_told_in_words():
    html = views.alternatives_html(cut("1234567 tokens", "gpt4"))
    assert html.count("<li") == 7 and html.count("unused") == 5
    assert "One to three digits or other numbers.</span><i>3×</i>" in html
    # The space of an expression can be seen, and is still a space.
    assert "<code><u> </u>?" in html


def test_the_table_can_be_narrowed():
    found = cut("ọ̀rẹ́ 2024?", "gpt2")
    other = found.differing(cut("ọ̀rẹ́ 2024?", "gpt4"))
    assert list(views.frame(found)["n"]) == list(range(1, len(found.chunks) + 1))
    assert list(views.frame(found, other, only="differing")["n"]) == [i + 1 for i in sorted(other)]
    torn = views.frame(found, only="torn")
    assert list(torn["torn mark"]) == ["◌̀ from ọ", "◌́ from ẹ"]
    assert views.frame(found, only="lost").empty and len(views.frame(found, limit=2)) == 2


def test_long_texts_are_drawn_in_part():
    html = views.chunks_html(cut("a " * 50, "gpt2"), limit=10)
    assert len(Chunks(html).found) == 10 and "more" in html


def test_the_place_of_a_mistake_is_pointed_at():
    assert views.wrong_html("a|([<", 4).split("\n")[1].startswith("    ▲")
    assert "&lt;" in views.wrong_html("a|([<", 4)
    assert views.wrong_html("(a", None) == ""


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "\"'><b onclick=x>&amp;"])
def test_nothing_of_the_user_becomes_markup(text):
    own = r"<script>|(?:[<>\"'&]|.)"
    found = cut(text, own)
    for html in (views.chunks_html(found), views.alternatives_html(found), views.key_html()):
        tags = Chunks(html).tags if "data-by" in html else set()
        assert tags <= {"div", "bdi", "wbr", "br", "span", "p"}
        assert "<script" not in html and "<b onclick" not in html
