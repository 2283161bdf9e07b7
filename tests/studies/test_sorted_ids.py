"""The third source document's numbering, against what its own code gives."""

import bpeviz
from bpeviz.studies.sorted_ids import decode_sorted, encode_sorted, sorted_ids

DOCUMENTS = ["hello world", "hello again", "GPT is powerful"]


def tok():
    return bpeviz.train(DOCUMENTS, mode="byte", vocab_size=100, alphabet="observed")


def test_what_the_documents_code_gives():
    # The document prints 23 0 17 45 17 56 and a token "in"; its code gives what stands here.
    assert (len(tok().base.vocabulary), len(tok().merges), len(tok().vocabulary)) == (19, 29, 48)
    tokens, ids = encode_sorted(tok(), "hello world again")
    assert tokens == [b"hello world", b" ", b"a", b"g", b"a", b"i", b"n"]
    assert ids == [38, 0, 18, 22, 18, 39, 41]
    assert decode_sorted(tok(), ids) == b"hello world again"
    assert b"in" not in sorted_ids(tok())


def test_an_unknown_byte_is_minus_one_and_is_lost():
    tokens, ids = encode_sorted(tok(), "hello GPU")
    assert tokens[-1] == b"U" and ids[-1] == -1
    assert decode_sorted(tok(), ids) == b"hello GP"


def test_ids_are_places_in_the_sorted_vocabulary():
    table = sorted_ids(tok())
    assert list(table.values()) == list(range(48))
    assert list(table) == sorted(table)
