"""The Compare page's views: numbers, the words about the parting, tables, the two facts."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pandas as pd
import pytest

import bpeviz
from bpeviz.views import mixture
from bpeviz.views.compare import (
    MEASURES,
    Side,
    code_points,
    crossed,
    crossed_html,
    difference,
    normalized,
    numbers,
    numbers_html,
    only,
    why_not_bytes,
)
from bpeviz.views.parting import chip, parted, parting_words

# ọ̀ in its three spellings, ẹ́ and twice é decomposed: 11 graphemes with the spaces, 19 characters.
AS_TYPED = "\u1ecd\u0300 \u00f2\u0323 o\u0323\u0300 e\u0323\u0301 e\u0301 e\u0301"
HOSTILE = "<img src=x onerror=alert(1)>\"'&"


def side(title: str, corpus: str, **settings: object) -> Side:
    tok = bpeviz.train(corpus, **settings)
    trace = tok.trace(corpus)
    return Side(title, trace, corpus, trace, settings.get("tie_break", "first-seen"))


def pair(corpus: str = AS_TYPED, merges: int = 3) -> tuple[Side, Side]:
    return (
        side("As typed", corpus, mode="byte", num_merges=merges),
        side("NFC", corpus, mode="byte", num_merges=merges, normalization="NFC"),
    )


class Text(HTMLParser):
    """The text and the tags of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)


# --- numbers --------------------------------------------------------------------------------------


def test_numbers_can_be_compared_across_forms() -> None:
    left, right = pair()
    frame = numbers(left, right, 0).set_index("what")
    # Before any merge the tokens are the bytes after normalization.
    assert frame.loc["Tokens", ["first", "second"]].tolist() == [30, 29]
    assert frame.loc["Graphemes of the original", ["first", "second"]].tolist() == [11, 11]
    assert frame.loc["Characters of the original", ["first", "second"]].tolist() == [19, 19]
    assert frame.loc["Characters that normalization changed", "second"] == 12
    assert frame.loc["Characters after normalization", ["first", "second"]].tolist() == [19, 15]
    assert frame.loc["Tokens per grapheme", ["first", "second"]].tolist() == [30 / 11, 29 / 11]
    assert frame.loc["Tokens per character of the NFC form", "second"] == 29 / 15
    assert frame.loc["Tokens per byte of the original", "second"] == 29 / 30
    assert frame.loc["Tokens per word (fertility)", ["first", "second"]].tolist() == [
        30 / 6,
        29 / 6,
    ]
    assert frame.loc["Share of words that are one token", "first"] == 0
    # The misleading one sees no difference at all.
    misleading = frame.loc["Tokens per byte after normalization"]
    assert misleading.tolist() == [1.0, 1.0, "equal"]
    assert frame.loc["Tokens", "difference"] == "−3.3%"


def test_a_step_beyond_the_last_shows_the_last() -> None:
    left, right = pair()
    assert numbers(left, right, 99).equals(numbers(left, right, 3))


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_has_a_size(measure: str) -> None:
    left, _ = pair()
    assert (
        left.size(measure) == {"graphemes": 11, "characters": 15, "bytes": 30, "own": 30}[measure]
    )


def test_an_empty_text_divides_by_nothing() -> None:
    tok = bpeviz.train("abab", mode="byte", num_merges=1)
    empty = Side("Empty", tok.trace(""), "", tok.trace("abab"))
    frame = numbers(empty, empty, 0)
    assert frame["first"].tolist()[:7] == [0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]


def test_normalization_is_never_silent() -> None:
    left, right = pair()
    assert normalized(left).startswith("As typed: nothing was normalized; 19 characters")
    assert normalized(right) == "NFC changed 12 of 19 characters; now there are 15."
    bare = side("No marks at all", AS_TYPED, mode="byte", num_merges=3, spelling="bare")
    # Six letters with ten marks, some of them composed.
    assert normalized(bare).startswith("No marks at all took off 10 marks: ")
    plain = side("Plain", "abab", mode="byte", num_merges=1, normalization="NFC")
    assert normalized(plain) == "Plain: NFC changed none of 4 characters."


def test_why_not_bytes_names_the_sizes_of_one_text() -> None:
    left, right = pair()
    assert "30 bytes on the left and 29 on the right" in why_not_bytes(left, right)
    assert "on the left" not in why_not_bytes(left, left)


def test_difference() -> None:
    assert [difference(4, 5), difference(5, 5), difference(0, 2)] == ["+25.0%", "equal", ""]


def test_numbers_as_html_are_escaped() -> None:
    left, right = pair()
    found = Text(numbers_html(numbers(left, right, 0), [HOSTILE, "NFC"]))
    assert "img" not in found.tags and HOSTILE in found.text
    assert found.tags.count("tr") == 15 and "30" in found.text


# --- where they part ------------------------------------------------------------------------------


def parting_of(left: Side, right: Side, cause: str = "") -> dict[str, Any]:
    return parting_words(parted(left, right), left, right, cause)


def reasons(left: Side, right: Side, cause: str = "") -> str:
    return Text(parting_of(left, right, cause)["reasons"]).text


def lead(left: Side, right: Side) -> str:
    return Text(parting_of(left, right)["lead"]).text


def test_the_parting_in_letters() -> None:
    left, right = pair("o\u0323 o\u0323 \u1ecd", 1)
    assert lead(left, right) == (
        "They part at merge 1: As typed makes o and the first byte of the dot below, "
        "NFC the first two bytes of \u1ecd."
    )
    assert parting_of(left, right)["step"] == 1
    left, right = pair("o\u0300o\u0300e\u0300", 1)
    assert lead(left, right) == (
        "They part at merge 1: As typed makes the grave accent, NFC \u00f2 from its bytes."
    )


def test_letters_that_come_from_their_bytes() -> None:
    one = side("One", "\u00e9\u00e9", mode="byte", num_merges=1)
    two = side("Two", "abab", mode="byte", num_merges=1)
    assert (
        lead(one, two) == "They part at merge 1: One makes \u00e9 from its bytes, Two ab of a + b."
    )
    many = "".join(map(chr, range(0x1EA0, 0x1EA5)))
    three = side("Three", many, mode="byte", num_merges=1)
    assert "the first two bytes of \u1ea0, \u1ea1, \u1ea2 and others" in lead(three, two)


def test_parting_at_the_first_merge() -> None:
    left, right = pair("o\u0323 o\u0323 \u1ecd", 1)
    words = reasons(left, right, "Other code points.")
    assert words.startswith("They part at the first merge: o + ⟨CC⟩ → o⟨CC⟩ on the left against")
    assert "⟨E1⟩ + ⟨BB⟩ → ⟨E1 BB⟩ on the right." in words
    assert "As typed counted o + ⟨CC⟩ twice and ⟨E1⟩ + ⟨BB⟩ once." in words
    assert "NFC counted ⟨E1⟩ + ⟨BB⟩ 3 times and o + ⟨CC⟩ never." in words
    assert words.endswith("Other code points.")


def test_a_tie_and_its_rule() -> None:
    corpus = "aaabdaaabac"
    left, right = (
        side(rule, corpus, mode="byte", num_merges=3, tie_break=rule)
        for rule in ("first-seen", "smallest-ids")
    )
    assert lead(left, right) == (
        "They part at merge 2: first-seen makes aaa of aa + a, smallest-ids ab of a + b."
    )
    words = reasons(left, right, "never shown")
    assert "first-seen counted both twice; of ties it takes the pair that comes first" in words
    assert (
        "smallest-ids counted both twice; of ties it takes the pair with the smallest ids" in words
    )
    assert "never shown" not in words


def test_one_side_ends_or_none_parts() -> None:
    short = side("Short", "abab", mode="byte", num_merges=1)
    long = side("Long", "abab", mode="byte", num_merges=2)
    assert lead(short, long) == (
        "They agree on 1 merge; then the left has no more, and the right goes on with ab + ab → abab."
    )
    assert parting_of(short, long)["step"] == 2
    assert lead(long, short).startswith("They agree on 1 merge; then the right has no more")
    none = side("None", "abab", mode="byte", num_merges=0)
    assert lead(none, none) == "Neither side has a merge, so there is nothing to part."
    assert lead(long, long) == "They agree on 2 merges: the two trainings are the same."
    assert parting_of(long, long)["step"] == 0


def test_a_default_token_is_named_as_the_reason() -> None:
    left = side("Default", "xyxy", mode="byte", num_merges=1, default_tokens=["ab"])
    right = side("None", "xyxy", mode="byte", num_merges=1)
    assert "Default: a merge of a default token" in reasons(left, right)


def test_of_files_nobody_says_what_they_counted() -> None:
    left, right = pair("o\u0323 o\u0323 \u1ecd", 1)
    assert "counted" not in reasons(replace(left, from_file=True), right)


def test_the_parting_is_escaped() -> None:
    left = side(HOSTILE, "<<<<", mode="byte", num_merges=1)
    right = side("&", '""""', mode="byte", num_merges=1)
    found = parting_of(left, right, HOSTILE)
    for html in (found["lead"], found["reasons"]):
        assert set(Text(html).tags) <= {"p", "b", "code", "bdi"}
        assert HOSTILE in Text(html).text or html == found["reasons"]
    assert chip("\u0301") == '<code class="chip"><bdi>◌\u0301</bdi></code>'


# --- two files under one slider -------------------------------------------------------------------


def test_sides_of_files_move_by_their_share() -> None:
    short = side("Short", "abababab", mode="byte", num_merges=2)
    halves = replace(short, slider=5)
    assert [halves.at(k) for k in range(6)] == [0, 0, 1, 1, 2, 2]
    assert [short.at(k) for k in range(6)] == [0, 1, 2, 2, 2, 2]
    assert halves.tokens(5) == short.tokens(2)


# --- merges ---------------------------------------------------------------------------------------


def test_merges_that_only_one_side_has() -> None:
    left = side("NFC", "é é é", mode="byte", num_merges=2, normalization="NFC")
    right = side("NFD", "é é é", mode="byte", num_merges=3, normalization="NFD")
    frame = only(left, right, 2)
    assert frame["token"].tolist() == ["é", "é·"]
    assert frame["pair"].tolist() == ["⟨C3⟩ + ⟨A9⟩", "é + ·"]
    assert frame["code points"].tolist() == ["U+00E9", "U+00E9 U+0020"]
    assert frame["there"].tolist() == ["other code points, step 2", "other code points, step 3"]
    assert frame["count"].tolist() == [3, 2]
    assert only(left, right, 1)["step"].tolist() == [1]
    assert only(left, left, 2).empty


def test_a_token_that_the_other_side_makes_of_other_parts() -> None:
    """abc is a + bc on the left, and on the right ab + c at step 2."""
    how = {"mode": "character", "end_of_word": None, "num_merges": 2}
    left, right = side("L", "bc bc abc abc", **how), side("R", "ab ab abc abc", **how)
    assert [merge.token for merge in right.trace.tokenizer.merges] == ["ab", "abc"]
    frame = only(left, right, 2).set_index("token")
    assert frame["there"].to_dict() == {"bc": "never", "abc": "of other parts, step 2"}


def test_code_points_of_tokens() -> None:
    assert code_points("ab") == "U+0061 U+0062"
    assert code_points(b"\xcc") == "bytes CC"


# --- crossed, and the two facts -------------------------------------------------------------------


def test_crossed_counts_at_the_step() -> None:
    nfc, nfd = (bpeviz.normalize(mixture.PHRASE, form) for form in ("NFC", "NFD"))
    toks = [bpeviz.train(text, num_merges=8, pattern="gpt2") for text in (nfc, nfd)]
    traces = [[tok.trace(text) for text in (nfc, nfd)] for tok in toks]
    frame = crossed(traces, ["NFC", "NFD"], [8, 8])
    assert frame.values.tolist() == [["NFC", 24, 50], ["NFD", 56, 23]]
    assert crossed(traces, ["NFC", "NFD"], [0, 0]).values.tolist() == [
        ["NFC", 58, 58],
        ["NFD", 58, 58],
    ]


def test_the_two_facts() -> None:
    assert mixture.costs("regex").values.tolist() == [["NFC", 24, 50], ["NFD", 56, 23]]
    assert mixture.costs("byte").values.tolist() == [["NFC", 23, 58], ["NFD", 58, 16]]
    assert mixture.pieces("NFC") == ("\u1ecd", "\u0300", "r\u1eb9", "\u0301")
    assert mixture.pieces("NFD") == ("o", "\u0323\u0300", "re", "\u0323\u0301")


def test_the_facts_as_html() -> None:
    found = Text(mixture.costs_html("byte"))
    assert found.tags.count("b") == 2 and found.tags.count("td") == 4
    assert [w for w in found.words if w.strip().isdigit()] == ["23", "58", "58", "16"]
    pieces = Text(mixture.pieces_html())
    assert pieces.tags.count("span") == 8
    assert "◌\u0300" in pieces.text and "U+0323 U+0301" in pieces.text
    hostile = pd.DataFrame([[HOSTILE, 1]], columns=["trained on", HOSTILE])
    assert "img" not in Text(crossed_html(hostile)).tags
