"""The letters of bytes, as the release of GPT-2 has them."""

from bpeviz.engine.letters import BYTE_ORDER, bytes_to_letters, letters_to_bytes

EVERY = bytes(range(256))


def test_bytes_that_print_are_their_own_letters_and_the_others_follow_from_u_0100():
    prints = [b for b in range(256) if chr(b).isprintable() and chr(b) != " "]
    others = [b for b in range(256) if b not in prints]
    assert list(BYTE_ORDER) == [*prints, *others] and len(others) == 68
    letters = bytes_to_letters(EVERY)
    assert [letters[b] for b in prints] == [chr(b) for b in prints]
    assert [letters[b] for b in others] == [chr(0x100 + i) for i in range(68)]


def test_all_bytes_come_back():
    assert letters_to_bytes(bytes_to_letters(EVERY)) == EVERY
