"""Pasted ids: how they are read, and what decodes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies.pasted_ids import decode_known, read_ids


@pytest.mark.parametrize("text", ["104 105", "104,105", "[104, 105]", "104;\n105", " [104\t105] "])
def test_spaces_commas_and_json_lists(text):
    assert read_ids(text) == ([104, 105], [])


def test_what_is_not_a_number_is_named_and_the_others_are_read():
    assert read_ids("[1, x2, 3.5, -4, 10e3]") == ([1, -4], ["x2", "3.5", "10e3"])
    assert read_ids("9" * 5000) == ([], ["9" * 5000])
    assert read_ids("") == ([], [])


def test_ids_that_do_not_exist_stand_between_what_decodes():
    tok = bpeviz.train("é", mode="byte", num_merges=1)
    assert decode_known(tok, [256, 999, -1, 195]) == ["é".encode(), 999, -1, b"\xc3"]


def test_character_mode_gives_text():
    tok = bpeviz.train("low lower", mode="character", num_merges=3)
    ids = tok.encode("low lower")
    assert decode_known(tok, [*ids, 77]) == ["low lower", 77]


@given(st.text(max_size=30))
def test_what_was_encoded_decodes(text):
    tok = bpeviz.train("abab", mode="byte", num_merges=2)
    ids = tok.encode(text)
    assert b"".join(decode_known(tok, read_ids(str(ids)).ids)).decode() == text
