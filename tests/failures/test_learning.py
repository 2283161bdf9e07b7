"""What training brings into a vocabulary: the numbers shown, against computations of their own."""

from itertools import pairwise
from pathlib import Path

import pytest
import regex

import bpeviz
from bpeviz.failures import memorising, undertrained, word_borders
from tests.failures.looking import look, numbers, sentence

#: Where the source documents are, beside the project; they are not part of it.
SOURCES = Path(__file__).resolve().parents[3] / "shared" / "seeds"


def test_undertrained():
    values, _, finding = look(undertrained)
    tok = bpeviz.train(values["corpus"], num_merges=100)
    learned = {m.id for m in tok.merges}
    training, reading = tok.encode(values["corpus"]), tok.encode(values["text"])
    idle = (learned & set(training)) - set(reading)
    used = learned & set(reading)
    assert numbers(finding) == [len(learned), len(learned - set(training)), len(idle), len(used)]
    name = tok.encode(" QuietMagpie")
    assert len(name) == 1 and name[0] in idle
    times = values["corpus"].count(" QuietMagpie")
    assert finding.table.rows[0][1:] == (name[0], times, 0) and times == training.count(name[0])
    assert f"and {len(idle) - 1} other tokens of the {len(learned)}" in sentence(finding)
    assert sentence(look(undertrained, num_merges=0)[2]) == "Nothing has been learned at this step."


def test_memorising():
    values, _, finding = look(memorising)
    text = values["corpus"][:600]
    tok = bpeviz.train(text, "byte", vocab_size=400)
    longest = max((m.token.decode("utf-8", "replace") for m in tok.merges), key=len)
    sizes = [len(tok.encode(t)) for t in (text, values["text"])]
    ratios = [n / len(t.encode()) for n, t in zip(sizes, (text, values["text"]), strict=True)]
    assert longest in text and len(longest) > 50
    assert numbers(finding) == [len(longest), sizes[0], *(f"{ratio:.2f}" for ratio in ratios)]
    assert ratios[1] > 1.5 * ratios[0]
    # More text, and the same number of merges learns words.
    assert numbers(look(memorising, size=4000)[2])[0] < 20


def test_the_longest_token_holds_whole_characters():
    # Vocabulary 257: one merge, of the first two bytes of a letter with three.
    _, _, finding = look(memorising, corpus="ẹẹẹẹ", size=10, vocab_size=257)
    assert finding.table.rows[0][0].symbols == (b"\xe1\xba",) and numbers(finding)[0] == 0
    # With the same number of whole characters, more bytes are longer: here all of them.
    _, _, finding = look(memorising, corpus="ab\u1ecd", size=10, vocab_size=1000)
    assert finding.table.rows[0][0].symbols == ("ab\u1ecd".encode(),) and numbers(finding)[0] == 3
    _, _, finding = look(memorising, corpus="ab\u1ecd", size=10, vocab_size=258)
    assert finding.table.rows[0][0].symbols == (b"ab\xe1",) and numbers(finding)[0] == 2


def test_memorising_the_paragraph_of_the_source():
    source = next(iter(SOURCES.glob("000_*.txt")), None)
    if source is None:
        pytest.skip("the source document is not here")
    paragraph = regex.search(r'yoruba_text = """(.+?)"""', source.read_text("utf-8"), regex.S)[1]
    assert len(paragraph.encode()) == 1052
    _, scenes, finding = look(memorising, corpus=paragraph, size=len(paragraph))
    assert numbers(finding)[0] == 53
    assert scenes[0].tokens().symbols[0].decode() == paragraph[:53]


def test_word_borders():
    values, scenes, finding = look(word_borders)
    counts = []
    for how in ({"mode": "byte"}, {"mode": "regex"}):
        merges = bpeviz.train(values["corpus"], num_merges=30, **how).merges
        learned = [merge.token.decode() for merge in merges]
        over = [t for t in learned if any(a.isalpha() and not b.isalpha() for a, b in pairwise(t))]
        counts.append((sum("dog" in t for t in learned), len(over)))
    assert numbers(finding) == [counts[0][0], counts[1][0], counts[0][1], counts[1][1]]
    assert counts[1] == (1, 0), "the split cures it"
    whole = set(map(bytes.decode, scenes[0].learned().values()))
    assert {" dog.", " dog!", " dog?"} <= whole
