"""The lens as HTML and tables: right places, right counts, nothing unescaped."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.unicode.layers import Layers
from bpeviz.unicode.oddities import oddities
from bpeviz.unicode.word_spellings import word_spellings
from bpeviz.views import lens_diagram, normal_forms, unicode_lens

SPELLINGS = "\u1ecd\u0300 \u00f2\u0323 o\u0323\u0300"
BYTES = bpeviz.train("", mode="byte", num_merges=0)
YORUBA = bpeviz.train("\u1ecd\u0300 " * 9, mode="byte", num_merges=10)
EVIL = "<img src=x onerror=alert(1)>\"'&</style>"
ALLOWED = {
    "div", "p", "span", "b", "i", "small", "code", "bdi", "wbr", "br", "ul", "ol", "li", "mark",
    "section", "h4", "dl", "dt", "dd", "strong", "u", "pre",
}  # fmt: skip


class Cells(HTMLParser):
    """The cells of a diagram: (class, first column, last column, row, text)."""

    def __init__(self, html):
        super().__init__()
        self.cells, self.tags = [], set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        found = dict(attrs)
        assert not any(name.startswith("on") for name in found)
        place = re.match(
            r"grid-column:(\d+)(?:/(\d+))?(?:;grid-row:(\d+))?", found.get("style") or ""
        )
        if place and tag == "div":
            first, last, row = place.groups()
            self.cells.append([found["class"], int(first), int(last or 0), int(row or 0), ""])

    def handle_data(self, data):
        if self.cells:
            self.cells[-1][4] += data

    def of(self, name):
        return [cell for cell in self.cells if name in cell[0].split()]


def cells(text, step=0, tok=BYTES, **more):
    return Cells(lens_diagram.diagram(Layers(tok.trace(text)), step, **more))


def test_each_byte_has_a_column_below_its_code_point_and_grapheme():
    found = cells("a\u1ecd\u0300")
    assert [(c[1], c[2]) for c in found.of("ul-g")] == [(2, 3), (3, 8)]
    assert [(c[1], c[2]) for c in found.of("ul-p")] == [(2, 3), (3, 6), (6, 8)]
    assert [(c[1], c[2], c[4]) for c in found.of("ul-b")] == [
        (2, 3, "61"), (3, 4, "E1"), (4, 5, "BB"), (5, 6, "8D"), (6, 7, "CC"), (7, 8, "80"),
    ]  # fmt: skip
    assert len(found.of("ul-t")) == 6


def test_a_token_border_inside_a_character_is_drawn():
    # At step 0 each byte is a token: three borders inside code points, one between the two.
    cuts = [(c[0], c[1]) for c in cells("a\u1ecd\u0300").of("ul-cut")]
    assert cuts == [
        ("ul-cut deep", 4), ("ul-cut deep", 5), ("ul-cut", 6), ("ul-cut deep", 7),
    ]  # fmt: skip
    # Between two graphemes a border cuts nothing.
    assert cells("ab").of("ul-cut") == []


def test_at_the_end_the_learned_character_is_whole():
    found = cells("\u1ecd\u0300 ", YORUBA.trace("").steps, YORUBA)
    assert found.of("ul-cut") == []
    assert "cut" not in found.of("ul-g")[0][0].split()
    assert "whole from" in found.of("ul-g")[0][4]
    assert "cut until" in cells("\u1ecd\u0300 ", 0, YORUBA).of("ul-g")[0][4]
    assert "never whole" in cells("\u1eb9", 0, YORUBA).of("ul-g")[0][4]


def test_a_marker_without_bytes_has_a_column_and_white_space_no_token():
    tok = bpeviz.train("low low", mode="character", num_merges=0)
    found = cells("lo w", 0, tok)
    assert [c[4].rstrip("0123456789") for c in found.of("ul-t")] == [
        "l", "o", "_", "no token", "w", "_",
    ]  # fmt: skip
    marker, space = found.of("ul-t")[2:4]
    assert (marker[1], marker[2]) == (4, 5) and (space[1], space[2]) == (5, 6)


def test_a_token_over_the_edge_of_the_window_is_open_there():
    tok = bpeviz.train("abababab", mode="byte", num_merges=3)
    names = [c[0] for c in cells("abababab", 3, tok, first=2, count=3).of("ul-t")]
    assert len(names) == 1 and {"before", "after"} <= set(names[0].split())


def test_names_can_be_left_out():
    assert "COMBINING GRAVE ACCENT" in cells("o\u0300").of("ul-p")[1][4]
    assert "COMBINING" not in cells("o\u0300", names=False).of("ul-p")[1][4]


@given(st.text(max_size=12), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_cells_fill_their_rows_without_overlap(text, step):
    tok = bpeviz.train(text + "ab", mode="byte", num_merges=3)
    trace = tok.trace(text)
    found = Cells(lens_diagram.diagram(Layers(trace), min(step, trace.steps)))
    for name in ("ul-g", "ul-p", "ul-b", "ul-t") if text else ():
        at = 2
        for _, first, last, _, _ in found.of(name):
            assert first == at and last > first
            at = last
        assert at == 2 + len(trace.text.encode())


def test_joined_emoji_are_shown_as_one_and_hidden_characters_by_number():
    assert cells("👩\u200d👧").of("ul-g")[0][4].startswith("👩\u200d👧")
    assert cells("\u200b").of("ul-g")[0][4].startswith("⟨U+200B⟩")
    assert cells("\u0301").of("ul-g")[0][4].startswith("◌\u0301")


# --- counts -------------------------------------------------------------------------------------


def test_facts_count_every_layer():
    html = unicode_lens.facts_html(Layers(BYTES.trace(SPELLINGS)), 0)
    assert "<b>5</b> graphemes, <b>9</b> code points, <b>16</b> bytes, <b>16</b> tokens" in html
    assert "<b>3</b> graphemes and 6 code points" in html and "3 of the graphemes stay cut" in html
    plain = unicode_lens.facts_html(Layers(BYTES.trace("ab")), 0)
    assert "No token border lies inside a grapheme." in plain


def test_code_points_have_names_bytes_and_tokens():
    frame = unicode_lens.points_frame(Layers(YORUBA.trace("\u1ecd\u0300")), 2)
    first = frame.iloc[0]
    assert first["name"] == unicodedata.name("\u1ecd")
    assert (first["code point"], first["category"], first["bytes"]) == ("U+1ECD", "Ll", "E1 BB 8D")
    ids = YORUBA.encode("\u1ecd\u0300", step=2)
    shown = [token for cell in frame["tokens"] for token in cell.split()]
    assert list(dict.fromkeys(shown)) == list(dict.fromkeys(map(str, ids)))
    assert list(frame["grapheme"]) == [1, 1]


def test_a_change_before_encoding_is_told():
    assert unicode_lens.changed_sentence("a", "a", "NFC") == ""
    said = unicode_lens.changed_sentence("e\u0301!", "\u00e9!", "NFC")
    assert "NFC changed 2 code points: 3 became 2" in said


# --- normal forms -------------------------------------------------------------------------------


def test_the_four_forms_of_the_three_spellings():
    frame = normal_forms.forms_frame(SPELLINGS).set_index("form")
    assert frame["code points"].to_dict() == {
        "as typed": 9, "NFC": 8, "NFD": 11, "NFKC": 8, "NFKD": 11,
    }  # fmt: skip
    assert set(frame["graphemes"]) == {5}
    assert (frame.loc["NFC", "equals"], frame.loc["as typed", "equals"]) == ("NFKC", "")
    assert normal_forms.equal_sentence(SPELLINGS) == (
        "3 different texts: as typed; NFC = NFKC; NFD = NFKD."
    )


def test_cards_say_what_is_equal_and_count_tokens():
    frame = normal_forms.forms_frame("\u00e9")
    counted = normal_forms.with_tokens(frame, dict.fromkeys(frame["form"], 7))
    html = normal_forms.forms_html("\u00e9", counted)
    assert html.count("same as typed") == 2 and html.count("differs") == 2
    assert html.count("<dd>7</dd>") == 5


def test_what_forms_change():
    frame = normal_forms.rewrites_frame("ﬁ e\u0301 e\u0301")
    rows = {(r["form"], r["before"]): (r["after"], r["count"]) for r in frame.to_dict("records")}
    assert rows == {
        ("NFC", "e\u0301"): ("\u00e9", 2),
        ("NFKC", "e\u0301"): ("\u00e9", 2),
        ("NFKC", "ﬁ"): ("fi", 1),
        ("NFKD", "ﬁ"): ("fi", 1),
    }


def test_words_in_several_spellings_and_their_tokens():
    words = word_spellings(SPELLINGS)
    ids = {spelled: BYTES.encode(spelled) for spelled, _ in words[0].spellings}
    frame = normal_forms.spellings_frame(words, ids)
    assert list(frame["tokens"]) == [5, 4, 5]
    assert set(frame["code points"]) == {"U+1ECD U+0300", "U+00F2 U+0323", "U+006F U+0323 U+0300"}


# --- findings -----------------------------------------------------------------------------------


def test_a_finding_quotes_its_places():
    text = "a\u00a0b" * 6
    (found,) = oddities(text)
    html = unicode_lens.finding_html(found, text)
    assert "Space, 6×." in html and html.count("<mark>⟨U+00A0⟩</mark>") == 4
    assert "and 2 more" in html and "at 1:" in html
    frame = unicode_lens.findings_frame([found], text)
    assert list(frame["from"]) == [1, 4, 7, 10, 13, 16] and set(frame["by itself"]) == {"yes"}


@pytest.mark.parametrize(
    "text", [EVIL, EVIL + "\u00a0\u200b\ue000\x00 e\u0329 \u1eb9", "\ud83d<b>"]
)
def test_nothing_of_the_user_becomes_markup(text):
    trace = BYTES.trace(text)
    layers = Layers(trace)
    frame = normal_forms.forms_frame(text.replace("\ud83d", ""))
    shown = [
        lens_diagram.diagram(layers, 0),
        unicode_lens.facts_html(layers, 0),
        normal_forms.forms_html(text.replace("\ud83d", ""), frame),
        *(unicode_lens.finding_html(one, text) for one in oddities(text)),
    ]
    for html in shown:
        assert Cells(html).tags <= ALLOWED
        html.encode("utf-8")
