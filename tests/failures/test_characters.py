"""Spellings, marks, cut and unknown characters: the numbers shown, and public cases."""

import unicodedata
from bisect import bisect_right
from itertools import accumulate

import pytest
import regex

import bpeviz
from bpeviz.app.corpus.samples import samples
from bpeviz.failures import (
    cut_characters,
    end_markers,
    seen_bytes,
    spellings,
    torn_marks,
    unknown_characters,
)
from tests.failures.looking import column, look, numbers, sentence, shown


def test_spellings():
    _, _, finding = look(spellings)
    ways = ["\u00f2\u0323", "\u1ecd\u0300", "o\u0300\u0323", "o\u0323\u0300"]
    assert spellings.spellings("\u1ecd\u0300") == ways
    corpus = samples()["yoruba_as_typed"].text
    typed = bpeviz.train(corpus, "byte", 200)
    normal = bpeviz.train(corpus, "byte", 200, normalization="NFC")
    assert len({tuple(typed.encode(way)) for way in ways}) == 4
    assert len({tuple(normal.encode(way)) for way in ways}) == 1
    assert numbers(finding) == [4, 4, 1, len(typed.encode(corpus)), len(normal.encode(corpus))]
    times = [len(regex.findall(f"{way}(?!\\p{{M}})", corpus)) for way in ways]
    assert column(finding, "In the training text") == times and min(times) > 0
    assert column(finding, "Bytes") == [4, 5, 5, 5]


@pytest.mark.parametrize(
    "letter", ["\u1ecd\u0300", "\u1ed9", "\u01d6", "e", "n\u0323\u0301\u0325", "각"]
)
def test_spellings_are_all_that_have_the_same_parts(letter):
    parts = unicodedata.normalize("NFD", letter)
    rare = ("\u0340", "\u0341", "\u0343", "\u0344")
    # Every character that is made of some of the parts only, in every order.
    units = [
        chr(code)
        for code in range(0x20000)
        if chr(code) not in rare and set(unicodedata.normalize("NFD", chr(code))) <= set(parts)
    ]
    found, growing = set(), [""]
    while growing:
        growing = [text + unit for text in growing for unit in units if len(text) < len(parts)]
        found |= {text for text in growing if unicodedata.normalize("NFD", text) == parts}
    assert set(spellings.spellings(letter)) == found


@pytest.mark.parametrize(
    ("text", "pattern", "chunks", "torn"),
    [
        ("ye\u0302\u0301u", "gpt2", ["ye", "\u0302\u0301", "u"], ["e\u0302\u0301"]),
        ("y\u1ebfu", "gpt2", ["y\u1ebfu"], []),
        ("नमस्ते", "gpt4", ["नमस", "्त", "े"], ["स्ते"]),
        ("नमस्ते", "gpt4-marks", ["नमस्ते"], []),
        ("\u1ecd\u0300", "gpt4", ["\u1ecd", "\u0300"], ["\u1ecd\u0300"]),
    ],
)
def test_torn_marks_in_public_cases(text, pattern, chunks, torn):
    assert shown(torn_marks.chunks(text, pattern)) == chunks
    found = torn_marks.torn(text, pattern)
    # Which Devanagari code points make one grapheme depends on the Unicode version.
    assert found == torn or ("नम" in text and len(found) == 2)


def test_torn_marks():
    values, _, finding = look(torn_marks)
    text = values["text"]
    starts = [m.start() for m in regex.finditer(r"\X", text)]
    ends = list(accumulate(map(len, bpeviz.split(text, "gpt4"))))[:-1]
    # The grapheme in which a chunk ends, for each end that is not the start of one.
    cut = len({bisect_right(starts, end) for end in ends if end not in starts})
    assert cut >= 7
    sizes = [
        len(bpeviz.train(values["corpus"], num_merges=300, pattern=p).encode(text))
        for p in ("gpt4", "gpt4-marks")
    ]
    torn = [f"{cut} of {len(starts)}", f"0 of {len(starts)}"]
    assert numbers(finding) == [*torn, "2 of 7", *sizes]
    assert sizes[1] < sizes[0]
    assert "of 7 different words only 2 (mi and घर) can ever become one token under gpt4" in (
        sentence(finding)
    )


@pytest.mark.parametrize(
    ("word", "can"),
    [("yóò", True), ("sọ", True), ("घर", True), ("शहर", True), ("ọ̀rẹ́", False), ("मेरा", False)],
)
def test_which_words_can_become_one_token_is_what_training_on_them_makes(word, can):
    """Trained on nothing but the word, every pair inside its chunks is merged."""
    tok = bpeviz.train(f" {word}" * 9, "regex", 100, pattern="gpt4")
    assert (len(tok.encode(f" {word}")) == 1) == can
    assert bool(torn_marks.whole_words(word, "gpt4")) == can
    decomposed = unicodedata.normalize("NFD", word)
    assert bool(torn_marks.whole_words(decomposed, "gpt4")) == (word in ("घर", "शहर"))


def test_cut_characters_in_the_public_case():
    _, scenes, finding = look(cut_characters, text="😀😁", corpus="😀😁😂", num_merges=3)
    assert [s.hex() for s in scenes[0].tokens().symbols] == ["f09f9880", "f09f98", "81"]
    assert numbers(finding) == [2, 3, 2, 2]
    assert column(finding, "Decoded by itself") == ["😀", "\ufffd", "\ufffd"]
    assert "decoded together the text again" in sentence(finding)


def test_unknown_characters():
    _, scenes, finding = look(unknown_characters)
    text = "The man has a naïve señor's identity"
    missing = [c for c in text if c not in "abcdefghijklmnopqrstuvwxyz "]
    hit = [word for word in text.split() if set(word) & set(missing)]
    assert missing == ["T", "ï", "ñ", "'"]
    assert numbers(finding) == [len(missing), len(hit), 27, 256]
    with pytest.raises(bpeviz.UnknownSymbolError, match="'T'"):
        scenes[0].tokenizer.encode("The man")
    assert "“The character 'T' (U+0054) at position 0 is not in the base vocabulary.”" in sentence(
        finding
    )
    assert numbers(look(unknown_characters, text="the man")[2])[:2] == [0, 0]


@pytest.mark.parametrize(
    ("text", "marker", "wrong"),
    [
        ("my_file is new", "_", "my file is new"),
        ("a</w>x a", "</w>", "a x a"),
        ("a</w>x a</w>y a</w>z a a a a", "</w>", "a x a y a z a a a a"),
        # Spaces that follow each other are no words.
        ("file my_file file_name new_file file", "e", "fil  my_fil  fil _nam  n w_fil  fil"),
    ],
)
def test_end_markers(text, marker, wrong):
    _, scenes, finding = look(end_markers, text=text, marker=marker)
    mixed, apart = scenes
    assert apart.tokenizer.decode(apart.tokens().ids) == text
    assert "".join(shown(mixed.tokens())).replace(marker, " ").rstrip() == wrong
    assert end_markers.naive_round_trip(text, marker).rstrip() == wrong
    inside = text.count(marker)
    assert numbers(finding) == [len(text.split()), len(wrong.split()), len(text.split()), inside]


def test_end_markers_that_look_alike_have_ids_of_their_own():
    _, scenes, finding = look(end_markers)
    alike = dict(end_markers.look_alikes(scenes[1]))
    assert {"_", "file_"} <= set(alike) and all(len(set(ids)) == 2 for ids in alike.values())
    assert end_markers.look_alikes(scenes[0]) == []
    assert column(finding, "How many") == [2] * len(alike)


def test_seen_bytes_gives_what_the_code_of_the_article_gives():
    _, scenes, finding = look(seen_bytes, text="hello world again")
    assert len(scenes[0].tokenizer.merges) == 29
    assert numbers(finding) == [19, 48, 7, 0]
    assert column(finding, "Id by alphabetical order") == [38, 0, 18, 22, 18, 39, 41]
    assert shown(scenes[0].tokens()) == ["hello world", " ", "a", "g", "a", "i", "n"]


def test_seen_bytes_loses_the_others():
    _, _, finding = look(seen_bytes)
    unseen = [c for c in "hello world again by bus" if c not in "hello world again GPT is powerful"]
    assert numbers(finding)[3] == len(unseen) == 3
    assert column(finding, "Decoded").count("lost") == 3
    assert "“hello world again  us”" in sentence(finding)
