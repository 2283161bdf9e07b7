"""The sample texts: their encodings, normal forms, and what each one is there to show."""

import re
import unicodedata
from itertools import groupby

import pytest
import regex

from bpeviz.app.corpus.samples import FOLDER, languages, samples

FILES = sorted(path.name for path in FOLDER.iterdir() if path.is_file())
ORDER = [
    "toy_words",
    "english",
    "yoruba",
    "yoruba_as_typed",
    "code",
    "numbers",
    "emoji",
    "multilingual",
    "runs_and_ties",
]
NFC = "\u1ecd\u0300"
TONE_FIRST = "\u00f2\u0323"
MARKS_TURNED = "o\u0300\u0323"
NFD = "o\u0323\u0300"


def text(key: str) -> str:
    return samples()[key].text


def nfc(value: str) -> str:
    return unicodedata.normalize("NFC", value)


def test_order_and_notes_match_the_files():
    assert list(samples()) == ORDER
    assert {name.removesuffix(".txt") for name in FILES if name.endswith(".txt")} == set(ORDER)
    assert all(sample.key == key for key, sample in samples().items())


@pytest.mark.parametrize("key", ORDER)
def test_sample_has_text_title_and_one_sentence(key):
    sample = samples()[key]
    assert sample.text.strip()
    assert sample.title.strip()
    assert re.fullmatch(r"[^.]+ for this project\.", sample.note)


def test_titles_differ():
    assert len({sample.title for sample in samples().values()}) == len(ORDER)


@pytest.mark.parametrize("name", FILES)
def test_file_is_utf8_without_bom_and_with_lf(name):
    data = (FOLDER / name).read_bytes()
    decoded = data.decode("utf-8")  # strict: a surrogate in the file would raise
    assert not data.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in data
    assert data.endswith(b"\n") and not data.endswith(b"\n\n")
    assert "\ufffd" not in decoded
    assert not regex.search(r"[\p{Cs}\p{Co}\p{Cn}\x00-\x08\x0b-\x1f\x7f]", decoded)


@pytest.mark.parametrize("key", [key for key in ORDER if key != "yoruba_as_typed"])
def test_sample_is_in_nfc(key):
    assert unicodedata.is_normalized("NFC", text(key))


def test_changing_a_result_does_not_change_the_next():
    samples().clear()
    languages()[0]["text"] = ""
    assert list(samples()) == ORDER
    assert languages()[0]["text"]


def test_toy_words_are_those_of_the_example():
    words = text("toy_words").split(" ")
    assert [(word, len(list(run))) for word, run in groupby(words)] == [
        ("low", 1),
        ("lower", 1),
        ("newest", 3),
        ("widest", 4),
        ("low", 4),
    ]


def test_yoruba_uses_one_spelling_and_as_typed_all_four():
    yoruba, typed = text("yoruba"), text("yoruba_as_typed")
    ways = (NFC, TONE_FIRST, NFD, MARKS_TURNED)
    assert [yoruba.count(spelling) for spelling in ways] == [30, 0, 0, 0]
    assert [typed.count(spelling) for spelling in ways] == [15, 9, 2, 4]
    assert {nfc(spelling) for spelling in ways} == {NFC}


def test_as_typed_is_in_no_normal_form_and_equals_yoruba_after_nfc():
    typed = text("yoruba_as_typed")
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert not unicodedata.is_normalized(form, typed)
    assert nfc(typed) == text("yoruba")


def test_yoruba_writes_its_marks_with_the_right_code_points():
    marks = set(regex.findall(r"\p{M}", unicodedata.normalize("NFD", text("yoruba"))))
    assert marks == {"\u0300", "\u0301", "\u0323"}  # grave, acute, dot below (never U+0329)
    assert text("yoruba").count("\n\n") >= 4
    assert set("ẹọṣńẸỌ") <= set(text("yoruba"))


def test_code_is_indented_with_spaces_and_with_tabs():
    assert "\n        " in text("code")
    assert "\n\t\t" in text("code")


def test_numbers_hold_long_digit_runs_and_other_digits():
    assert re.search(r"[0-9]{7}", text("numbers"))
    assert len(set(re.findall(r"\d", text("numbers")))) >= 10 + 4 * 5


def test_emoji_holds_every_way_to_join():
    emoji = text("emoji")
    assert {"\u200d", "\ufe0f", "\ufe0e", "\u20e3", "\U000e007f"} <= set(emoji)
    assert "\U0001f1f3\U0001f1ec" in emoji  # two regional indicators, N and G
    assert {chr(code) for code in range(0x1F3FB, 0x1F400)} <= set(emoji)
    longest = max(regex.findall(r"\X", emoji), key=len)
    assert len(longest) >= 7  # code points in one grapheme


def test_multilingual_holds_the_scripts_its_note_counts():
    scripts = "Latin Cyrillic Greek Arabic Hebrew Devanagari Bengali Tamil Thai Han Hiragana"
    for script in [*scripts.split(), "Hangul", "Ethiopic", "Georgian"]:
        assert regex.search(rf"\p{{Script={script}}}", text("multilingual")), script
    assert len(text("multilingual").split("\n")) == 22
    assert "22 languages and 14 scripts" in samples()["multilingual"].note


def test_runs_hold_a_run_and_a_text_in_which_all_pairs_tie():
    longest = max(len(list(run)) for _, run in groupby(text("runs_and_ties")))
    assert longest >= 5
    assert {"aaaa", "abab ababab abababab", "wwxxyyzz"} <= set(text("runs_and_ties").split("\n"))


def test_languages_have_their_columns_and_differ():
    rows = languages()
    assert all(list(row) == ["language", "code", "script", "text"] for row in rows)
    assert all(value == value.strip() != "" for row in rows for value in row.values())
    assert len({row["language"] for row in rows}) == len({row["text"] for row in rows}) == len(rows)
    assert len({row["code"] for row in rows}) >= 16
    assert len({row["script"] for row in rows}) >= 10


def test_yoruba_rows_are_one_text_in_two_forms_and_the_rest_is_nfc():
    rows = {row["language"]: row["text"] for row in languages()}
    decomposed = rows.pop("Yorùbá (NFD)")
    assert unicodedata.is_normalized("NFD", decomposed)
    assert not unicodedata.is_normalized("NFC", decomposed)
    assert nfc(decomposed) == rows["Yorùbá (NFC)"]
    assert all(unicodedata.is_normalized("NFC", value) for value in rows.values())


def test_hausa_has_hooked_letters():
    """Without them the row would be pure ASCII, and cheaper than Hausa is."""
    hausa = next(row["text"] for row in languages() if row["code"] == "ha")
    assert set("ɓɗƙƴ") & set(hausa)


@pytest.mark.parametrize("row", languages(), ids=lambda row: row["language"])
def test_row_is_three_sentences_in_its_script(row):
    scripts = {"Kana and Han": ["Hiragana", "Katakana", "Han"]}.get(row["script"], [row["script"]])
    letters = regex.findall(r"\p{L}", row["text"])
    expected = "".join(rf"\p{{Script={script}}}" for script in scripts)
    assert regex.fullmatch(rf"[{expected}]+", "".join(letters))
    if row["language"] != "Thai":  # which ends its sentences with a space
        assert len(re.findall(r"[.。।።]", row["text"])) == 3
