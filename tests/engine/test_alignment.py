"""Where tokens stand in the text as it was given, against definitions that try every place."""

import time
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.engine.alignment import Alignment, of_form
from bpeviz.engine.base import byte_base
from bpeviz.engine.pieces import Special
from bpeviz.engine.pretokenization import PlainCut
from bpeviz.engine.text import NORMAL_FORMS, normalize, repair
from bpeviz.engine.tokenizer import Tokenizer
from bpeviz.formats.added_tokens import AddedToken
from bpeviz.formats.loaded import FileBase, FileCut, NormalForm, tokenizer
from bpeviz.formats.splits import SPACE_BEFORE, Split

# Letters and marks that change places, join, or stay apart; Hangul; what opens out under NFKC.
UNITS = [
    *"aoO eṣ\u1ecd\u00f2\u1ed9\u00e9\u01d7",
    *"\u0300\u0301\u0302\u0323\u0329\u0331\u031b\u0327\u0345\u0340\u0341\u0344\u0308",
    *"\u1100\u1161\u11a8각가\u3131\u314f\uffa1\uffc2\u11a7\u1176",
    *"ﬁ½Å\u212b\u2126\ufb2c\u0958\u09c7\u09be\u0b47\u0b57\u0f73\u0f71\u0f72\uff76\uff9e\u3099\ufdfa",
]
TEXTS = st.text(st.sampled_from(UNITS), max_size=9)
ANY = st.text(st.characters(exclude_categories=("Cs",)), max_size=6)


def bytewise(form=None, **settings):
    base = FileBase(byte_base().symbols, byte_base().ids)
    forms = () if form is None else (NormalForm(form),)
    return tokenizer(base, [], FileCut(normalizers=forms, **settings))


@pytest.mark.parametrize("form", NORMAL_FORMS)
@settings(deadline=None)
@given(st.one_of(TEXTS, ANY))
@example("o\u0300\u0323")
@example("a\u0308\u0301\u0327" * 2)
def test_a_border_is_at_a_place_of_the_source_where_both_halves_have_the_normal_form(form, source):
    text = normalize(source, form)
    aligned = of_form(source, form)
    places = {
        (at, i)
        for i in range(len(source) + 1)
        for at in [len(normalize(source[:i], form))]
        if normalize(source[:i], form) == text[:at] and normalize(source[i:], form) == text[at:]
    }
    starts, ends = [*aligned.starts, len(source)], [0, *aligned.ends]
    assert len(aligned.starts) == len(text)
    found = {(at, starts[at]) for at in range(len(text) + 1) if starts[at] == ends[at]}
    assert found == places
    assert starts == sorted(starts)
    assert ends == sorted(ends)


def test_no_character_beyond_the_first_two_planes_is_composed_of_two():
    assert all(" " not in unicodedata.decomposition(chr(i)) for i in range(0x20000, 0x110000))


def ordered(source, form):
    """The characters of a decomposed form with their source: neighbours change places, one by one."""
    units = [(c, i) for i, char in enumerate(source) for c in unicodedata.normalize(form, char)]
    moved = True
    while moved:
        moved = False
        for at in range(len(units) - 1):
            first, second = (unicodedata.combining(c) for c, _ in units[at : at + 2])
            if first > second > 0:
                units[at : at + 2] = units[at + 1], units[at]
                moved = True
    return units


@pytest.mark.parametrize("form", ["NFD", "NFKD"])
@settings(deadline=None)
@given(TEXTS)
def test_decomposed_characters_reach_over_what_changed_places_with_them(form, source):
    units = ordered(source, form)
    assert "".join(c for c, _ in units) == normalize(source, form)
    aligned = of_form(source, form)
    assert list(aligned.starts) == [min(i for _, i in units[at:]) for at in range(len(units))]
    assert list(aligned.ends) == [
        max(i for _, i in units[: at + 1]) + 1 for at in range(len(units))
    ]


@pytest.mark.parametrize("form", NORMAL_FORMS)
def test_each_character_that_a_form_changes(form):
    most = [*range(0xAC00), *range(0xAC00, 0xD7A4, 97), *range(0xE000, 0x1FC00)]
    for code in [*most, *range(0x2F800, 0x2FA20)]:
        source = f"a{chr(code)}b"
        text = normalize(source, form)
        if text == source:
            continue
        aligned = of_form(source, form)
        assert len(aligned.starts) == len(text), hex(code)
        assert (aligned.starts[-1], aligned.ends[-1]) == (2, 3), hex(code)


@pytest.mark.parametrize("form", NORMAL_FORMS)
def test_the_changes_and_what_is_between_them_give_the_text_again(form):
    source = "Ọmọ o\u0300\u0323 ﬁ 각 \u1100\u1161\u11a8 e\u0301 ṣe\u0301\u0323 done"
    text, at, built = normalize(source, form), 0, ""
    for start, end, first, last in of_form(source, form).changes():
        built += source[at:first] + text[start:end]
        at = last
        assert len(built) == end
        assert (start, end, text[start:end]) != (first, last, source[first:last])
    assert built + source[at:] == text


@pytest.mark.parametrize(
    ("source", "form", "spans"),
    [
        ("so\u0323n", "NFC", [(0, 1), (1, 3), (1, 3), (1, 3), (3, 4)]),
        ("\u1ecd\u0300", "NFD", [(0, 1)] * 3 + [(1, 2)] * 2),
        ("\u00f2\u0323", "NFC", [(0, 2)] * 3 + [(0, 2)] * 2),
        ("각", "NFD", [(0, 1)] * 9),
        ("\u1100\u1161\u11a8!", "NFC", [(0, 3)] * 3 + [(3, 4)]),
        ("ﬁx", "NFKC", [(0, 1), (0, 1), (1, 2)]),
        ("o\u0323", None, [(0, 1), (1, 2), (1, 2)]),
    ],
)
def test_where_each_byte_stands(source, form, spans):
    trace = bytewise(form).trace(source)
    assert trace.source == source
    assert trace.source_spans(0) == spans


def test_tokens_that_merge_have_the_span_of_their_parts():
    source = "e\u0301te\u0301 " * 4
    tok = bpeviz.train(source, mode="byte", num_merges=6, normalization="NFC")
    trace = tok.trace(source)
    for step in range(tok.trace(source).steps + 1):
        spans = trace.source_spans(step)
        assert len(spans) == len(trace.tokens(step))
        for token, (start, end) in zip(trace.tokens(step), spans, strict=True):
            assert token in normalize(source[start:end], "NFC").encode()


@settings(deadline=None)
@given(
    st.lists(TEXTS, max_size=3), st.sampled_from(["\n", "", "--"]), st.sampled_from(NORMAL_FORMS)
)
def test_documents_stand_behind_each_other_with_the_separator_between(documents, separator, form):
    tok = bytewise(form)
    trace = tok.trace(documents, separator=separator)
    assert trace.source == separator.join(documents)
    expected, at = [], 0
    for document in documents:
        spans = tok.trace(document).source_spans(0)
        expected += [(at + start, at + end) for start, end in spans]
        at += len(document) + len(separator)
    assert trace.source_spans(0) == expected


def test_halves_of_a_surrogate_pair_are_one_character():
    trace = bytewise("NFD").trace("\ud83dé\ud83d\udc4d!")
    assert trace.text == "\ufffde\u0301\U0001f44d!"
    assert trace.source == "\ud83dé\ud83d\udc4d!"
    spans = [(0, 1)] * 3 + [(1, 2)] * 3 + [(2, 4)] * 4 + [(4, 5)]
    assert trace.source_spans(0) == spans
    assert bytewise().trace("\ud83d\udc4d!").source_spans(0) == [(0, 2)] * 4 + [(2, 3)]


def test_added_tokens_before_and_after_the_normal_form():
    early = AddedToken("<ọ>", 300, special=False, normalized=False, rstrip=True)
    late = AddedToken("ọ̀", 301, special=False)
    trace = bytewise("NFD", specials=(early, late)).trace("ọ<ọ>  o\u0300\u0323é")
    assert trace.ids(0)[:5] == [111, 0xCC, 0xA3, 300, 301]
    spans = [(0, 1)] * 3 + [(1, 4), (6, 9)] + [(9, 10)] * 3
    assert trace.source_spans(0) == spans


def test_special_tokens_are_where_they_were_typed():
    tok = Tokenizer(
        byte_base(), [], PlainCut(normalization="NFC", specials=(Special("<|é|>", 256),))
    )
    trace = tok.trace("e\u0301<|e\u0301|>e\u0301", special="special")
    assert trace.ids(0) == [0xC3, 0xA9, 256, 0xC3, 0xA9]
    assert trace.source_spans(0) == [(0, 2)] * 2 + [(2, 8)] + [(8, 10)] * 2


def test_spaces_put_in_front_belong_to_no_character_of_the_source():
    tok = bytewise("NFC", splits=(Split("b"), SPACE_BEFORE))
    trace = tok.trace("e\u0301b c")
    assert trace.text == " é b c"
    assert trace.source_spans(0) == [(0, 0), (0, 2), (0, 2), (2, 2), (2, 3), (3, 4), (4, 5)]
    assert trace.alignment.changes() == [(0, 1, 0, 0), (1, 2, 0, 2), (2, 3, 2, 2)]


def test_the_end_of_a_word_is_where_the_word_ends():
    tok = bpeviz.train("ọ̀rẹ́", mode="character", num_merges=0, normalization="NFD")
    trace = tok.trace("\u1eb9 r")
    assert trace.tokens(0) == ["e", "\u0323", "_", "r", "_"]
    assert trace.source_spans(0) == [(0, 1), (0, 1), (1, 1), (2, 3), (3, 3)]


@settings(deadline=None)
@given(st.text(st.sampled_from(["a", "é", "\ud83d", "\udc4d", " "]), max_size=8))
def test_without_a_normal_form_the_source_is_the_text_but_for_what_was_repaired(source):
    trace = bytewise().trace(source)
    assert trace.source == source
    if repair(source) == source:
        assert trace.source_spans(0) == trace.spans(0)


def test_a_text_that_its_normal_form_does_not_change_costs_nothing():
    assert isinstance(bytewise("NFC").trace("ọ̀rẹ́ " * 1000).alignment.starts, range)


def test_a_long_run_of_marks_takes_time_like_its_length():
    def seconds(n):
        began = time.perf_counter()
        of_form("a" + "\u0301\u0323" * n, "NFC")
        return time.perf_counter() - began

    seconds(10)
    assert seconds(80_000) < 32 * max(seconds(10_000), 0.005)


def test_characters_of_class_0_that_become_one_with_what_stands_before_them():
    found = 0
    for char in map(chr, range(0x110000)):
        parts = unicodedata.normalize("NFD", char)
        vowel = len(parts) == 2 and not unicodedata.combining(parts[1])
        if vowel and unicodedata.normalize("NFC", parts) == char:
            assert of_form(parts, "NFC") == Alignment([0], [2], 2), hex(ord(char))
            found += 1
    assert found > 399  # 399 are syllables of Hangul without a last consonant.
