"""Escapes: what is written can be read back."""

from hypothesis import given
from hypothesis import strategies as st

from bpeviz.unicode.escapes import read_escapes, write_escapes

ANY = st.text(st.characters(min_codepoint=0, max_codepoint=0x10FFFF), max_size=40)


@given(ANY)
def test_written_escapes_read_back(text):
    assert read_escapes(write_escapes(text)) == text


@given(st.text(st.characters(categories=["Cs", "Cc", "L", "Zs"]), max_size=20))
def test_a_written_text_can_be_sent_anywhere(text):
    write_escapes(text).encode("utf-8")


def test_json_and_python_escapes():
    assert read_escapes(r"\u1ecd\u0300 \xe9 \U0001F44D \u{41}\t|") == "\u1ecd\u0300 é 👍 A\t|"


def test_what_is_no_escape_stays():
    for text in (r"\w+", r"C:\data", r"\u12", r"\xg1", "\\"):
        assert read_escapes(text) == text
    assert read_escapes(r"\\u0041") == r"\u0041"
