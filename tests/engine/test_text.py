"""Normal forms, graphemes and repair: values of the Unicode cases, and what must always hold."""

import importlib.metadata
import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

import bpeviz
from bpeviz.engine.text import (
    NORMAL_FORMS,
    Rewrite,
    graphemes,
    is_normalized,
    normal_forms,
    normalize,
    repair,
    rewrites,
    unicode_versions,
)

UNITS = st.text(st.characters(codec=None, categories=None), max_size=30)
O_DOT_GRAVE = ["\u1ecd\u0300", "\u00f2\u0323", "o\u0323\u0300"]


# --- repair (case C61) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("a\ud83d", "a\ufffd"),
        ("\ud83d\udc4d", "\U0001f44d"),
        ("\udc4d\ud83d", "\ufffd\ufffd"),
        ("\ud83d\ud83d\udc4dé", "\ufffd\U0001f44dé"),
        ("\ud83dé", "\ufffdé"),
        ("ọ̀rẹ́", "ọ̀rẹ́"),
        ("", ""),
    ],
)
def test_repair_joins_pairs_and_replaces_lone_surrogates(broken, whole):
    assert repair(broken) == whole


def test_repaired_bytes_of_the_case():
    assert list(repair("a\ud83d").encode()) == [97, 239, 191, 189]


@given(st.text(st.sampled_from("ab\ud800\ud83d\udbff\udc00\udc4d\udfff"), max_size=12))
def test_repair_agrees_with_utf_16_and_can_be_encoded(text):
    # UTF-16 knows which surrogates are pairs; "replace" writes one U+FFFD for each other one, but
    # swallows a unit at the very end: hence the letter behind the text.
    repaired = repair(text)
    repaired.encode("utf-8")
    assert repair(repaired) == repaired
    naive, i = "", 0
    while i < len(text):
        if "\ud800" <= text[i] <= "\udbff" and "\udc00" <= text[i + 1 : i + 2] <= "\udfff":
            high, low = ord(text[i]) - 0xD800, ord(text[i + 1]) - 0xDC00
            naive, i = naive + chr(0x10000 + high * 0x400 + low), i + 2
        else:
            naive, i = naive + ("\ufffd" if "\ud800" <= text[i] <= "\udfff" else text[i]), i + 1
    assert repaired == naive


# --- normal forms ---------------------------------------------------------------------------------


def test_three_spellings_of_one_grapheme_are_one_after_each_form():
    assert len(set(O_DOT_GRAVE)) == 3
    for form in NORMAL_FORMS:
        assert len({normalize(spelling, form) for spelling in O_DOT_GRAVE}) == 1
    assert normalize(O_DOT_GRAVE[2], "NFC") == "\u1ecd\u0300"
    assert normalize(O_DOT_GRAVE[0], "NFD") == "o\u0323\u0300"
    assert all(graphemes(spelling) == [spelling] for spelling in O_DOT_GRAVE)


def test_no_form_joins_the_dot_and_the_line_below():
    # Case C45.
    assert normalize("o\u0323", "NFC") == "\u1ecd"
    assert normalize("o\u0329", "NFC") == "o\u0329"
    assert all(normalize("o\u0323", f) != normalize("o\u0329", f) for f in NORMAL_FORMS)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\u0140", "l\u00b7"),
        ("\u0149", "\u02bcn"),
        ("\ufe30", ".."),
        ("\ufb01", "fi"),
        ("\uff12", "2"),
        ("\u00bd", "1\u20442"),
        ("\u00a0", " "),
    ],
)
def test_nfkc_rewrites_for_good(before, after):
    # Case C51.
    assert normalize(before, "NFKC") == after
    assert normalize(before, "NFC") == before
    assert rewrites(before, "NFKC") == [Rewrite(before, after, 1)]


def test_lengths_of_a_yoruba_phrase_in_two_forms():
    # Case C43.
    forms = normal_forms("\u1eccj\u1ecd\u0301 d\u00e1ra")
    assert [len(forms[form]) for form in ("NFC", "NFD")] == [9, 12]
    assert [len(forms[form].encode()) for form in ("NFC", "NFD")] == [15, 16]


def test_lengths_of_a_vietnamese_word_in_two_forms():
    # Case C47.
    forms = normal_forms("y\u1ebfu")
    assert (len(forms["NFC"]), len(forms["NFD"])) == (3, 5)


def test_unknown_forms_are_named():
    for call in (normalize, is_normalized):
        with pytest.raises(bpeviz.SettingsError, match=r"'nfc'.*Choose NFC, NFD"):
            call("a", "nfc")
    assert normalize("e\u0301", None) == "e\u0301"


def test_rewrites_count_and_come_most_frequent_first():
    text = "e\u0301 o\u0323 e\u0301 \u00e9 x"
    assert rewrites(text, "NFC") == [Rewrite("e\u0301", "é", 2), Rewrite("o\u0323", "ọ", 1)]
    assert rewrites(text, "NFD") == [Rewrite("é", "e\u0301", 1)]


@given(st.text(max_size=40), st.sampled_from(NORMAL_FORMS))
def test_rewrites_are_empty_for_normalized_texts_only(text, form):
    assert is_normalized(text, form) == (unicodedata.normalize(form, text) == text)
    if is_normalized(text, form):
        assert rewrites(text, form) == []


@given(st.text(st.sampled_from("aeo\u0301\u0323\u0329éẹọḿ 가\u1100\u1161"), max_size=20))
def test_rewrites_say_all_that_a_canonical_form_changes(text):
    for form in ("NFC", "NFD"):
        changes = {one.before: one.after for one in rewrites(text, form)}
        assert "".join(changes.get(g, g) for g in graphemes(text)) == normalize(text, form)


# --- graphemes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("", []),
        ("ọ̀rẹ́", [2, 1, 2]),
        ("\r\n\n", [2, 1]),
        ("👨‍👩‍👧🏽", [6]),
        ("🇳🇬🇧🇯", [2, 2]),
        ("\u1112\u1161\u11ab", [3]),
        ("❤\ufe0f", [2]),
        ("กำ", [2]),
    ],
)
def test_graphemes(text, lengths):
    assert [len(grapheme) for grapheme in graphemes(text)] == lengths


@given(UNITS)
def test_graphemes_lose_nothing(text):
    assert "".join(graphemes(text)) == text


def test_unicode_versions():
    versions = unicode_versions()
    described = importlib.metadata.metadata("regex").get_payload() or ""
    stated = "supports Unicode " in described
    assert f"supports Unicode {versions['regex']}" in described or not stated
    assert versions["unicodedata"] == unicodedata.unidata_version
    # Whatever `regex` says of itself, it knows the characters that came with Unicode 15.1.
    assert regex.match(r"\P{Cn}", "\u2ffc")
    assert float(".".join(versions["regex"].removeprefix("at least ").split(".")[:2])) >= 15.1
