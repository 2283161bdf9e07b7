"""Torn marks, two patterns compared, and what is wrong with a pattern of one's own."""

import pytest

from bpeviz.engine.patterns import PATTERNS, split
from bpeviz.engine.text import normalize
from bpeviz.splitting.pattern_checks import TornMark, problems, torn_marks

FRIEND = "ọ̀rẹ́"


# --- torn marks -----------------------------------------------------------------------------------


def test_nfc_does_not_save_yoruba_from_gpt2():
    # ẹ́ and ọ̀ have no code point of their own, so the tone mark stays a character and is cut off.
    chunks = split(normalize(FRIEND, "NFC"), "gpt2")
    assert chunks == ["\u1ecd", "\u0300", "r\u1eb9", "\u0301"]
    assert torn_marks(chunks) == [
        TornMark(1, "\u0300", "\u1ecd"),
        TornMark(3, "\u0301", "\u1eb9"),
    ]
    assert torn_marks(split(normalize(FRIEND, "NFD"), "gpt2")) == [
        TornMark(1, "\u0323\u0300", "o"),
        TornMark(3, "\u0323\u0301", "e"),
    ]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_patterns_that_keep_marks_tear_none(form):
    for name in ("gpt4-marks", "o200k"):
        assert torn_marks(split(normalize(f"{FRIEND} mi, Ọjọ́ dára", form), name)) == []


@pytest.mark.parametrize(
    ("text", "pattern", "torn"),
    [
        # Case C53: virama and vowel sign of namaste.
        ("\u0928\u092e\u0938\u094d\u0924\u0947", "gpt2", ["\u094d", "\u0947"]),
        ("\u0928\u092e\u0938\u094d\u0924\u0947", "gpt4", ["\u094d", "\u0947"]),
        ("\u0928\u092e\u0938\u094d\u0924\u0947", "gpt4-marks", []),
        # Thai: the tone mark, and the vowel sara am, which is a letter to Unicode.
        ("น้ำ", "gpt2", ["้", "ำ"]),
        ("น้ำ", "gpt4", ["้ำ"]),
        ("น้ำ", "gpt4-marks", []),
        ("ກາ", r"\p{L}", ["າ"]),
        ("tie\u0302\u0301ng", "gpt2", ["\u0302\u0301"]),
    ],
)
def test_marks_of_several_scripts(text, pattern, torn):
    assert [one.mark for one in torn_marks(split(text, pattern))] == torn


def test_a_mark_with_nothing_before_it_is_not_torn():
    assert torn_marks(["\u0301", "a"]) == []
    assert torn_marks(["a\n", "\u0301"]) == []
    assert torn_marks([]) == []


# --- problems -------------------------------------------------------------------------------------

SAMPLE = "Hi, yo!  12345\n" + FRIEND


@pytest.mark.parametrize("name", PATTERNS)
def test_nothing_is_wrong_with_the_named_patterns(name):
    assert problems(name, SAMPLE) == []


@pytest.mark.parametrize(
    ("pattern", "starts"),
    [
        ("([", ["The split pattern does not compile: unterminated character set at position 2."]),
        ("(?r)a", ["The flag (?r)"]),
        (r"(\s|\S)", ["The pattern has a group that captures."]),
        (r"\s|\S|", ["The pattern can match nothing at all."]),
        (
            r"\p{L}+",
            ["The pattern leaves 13 characters of the text uncovered, first ', ' at position 2."],
        ),
        (r"(?:a|aa)+[bc]|.|\n", ["The pattern runs away"]),
        (r"(\w*)", ["The pattern has a group", "The pattern can match", "The pattern leaves"]),
    ],
)
def test_problems_are_named(pattern, starts):
    found = problems(pattern, SAMPLE)
    assert len(found) == len(starts)
    for sentence, start in zip(found, starts, strict=True):
        assert sentence.startswith(start)


def test_a_runaway_pattern_is_found_and_stopped():
    found = problems(r"(?:a|aa)+[bc]|.|\n", "a" * 60, timeout=0.2)
    assert [sentence[:21] for sentence in found] == ["The pattern runs away"]
