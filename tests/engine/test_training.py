"""Training against the definition, in all modes, tie rules, alphabets, with documents and defaults."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.engine.base import END
from bpeviz.engine.corpus import base_size
from bpeviz.engine.letters import bytes_to_letters
from tests.engine import reference

TINY = st.sampled_from(["ab", "aab ", "abc d", "aé ọ̀", "xy1 .", "a", "ab\n '", "_a b"])
DOCUMENTS = TINY.flatmap(
    lambda letters: st.lists(st.text(alphabet=letters, max_size=40), min_size=1, max_size=3)
)
TIES = st.sampled_from(["first-seen", "smallest-ids", "largest-symbols", "huggingface"])


class Largest:
    """Sorts the other way round."""

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return other.value < self.value


def spellings(merges):
    """Each merge's left, right and spelled bytes."""
    spelled = {b: bytes([b]) for b in range(256)}
    for left, right, new, *_ in merges:
        spelled[new] = spelled[left] + spelled[right]
        yield left, right, spelled[new]


def _letter(byte):
    return bytes_to_letters(bytes([byte]))


def byte_reference(documents, mode, num_merges, tie, default_tokens):
    sequences = [
        list(chunk.encode())
        for document in documents
        for chunk in ([document] if mode == "byte" else reference.chunks(document))
    ]
    spelled = {b: bytes([b]) for b in range(256)}

    def name(left, right, rank):
        spelled[256 + rank] = spelled[left] + spelled[right]
        return 256 + rank

    key = {
        "first-seen": None,
        "smallest-ids": lambda pair: pair,
        # Hugging Face numbers the bytes in the order of their letters.
        "huggingface": lambda pair: [i if i > 255 else ord(_letter(i)) - 1000 for i in pair],
        "largest-symbols": lambda pair: Largest([spelled[i] for i in pair]),
    }[tie]
    defaults = list(bpeviz.create_default_merges(default_tokens))
    return reference.train(sequences, num_merges, name, key, defaults=defaults)


@settings(max_examples=300, deadline=None)
@given(
    DOCUMENTS,
    st.sampled_from(["byte", "regex"]),
    st.integers(0, 20),
    TIES,
    st.sampled_from([(), ("ab", "aab"), ("é", "aaa")]),
)
def test_byte_and_regex_training_follow_the_definition(documents, mode, n, tie, defaults):
    want, states = byte_reference(documents, mode, n, tie, defaults)
    tok = bpeviz.train(documents, mode=mode, num_merges=n, tie_break=tie, default_tokens=defaults)
    got = [(m.left, m.right, m.id, m.count, m.replacements) for m in tok.merges]
    # Where two tokens spell the same bytes the rule itself does not decide.
    assume(tie != "largest-symbols" or len({t for *_, t in spellings(want)}) == len(want))
    assert got == want
    trace = tok.trace(documents)
    for k, state in enumerate(states):
        flat = [i for sequence in state for i in sequence]
        assert trace.ids(k) == flat
        assert trace.token_counts[k] == len(flat)
        assert trace.pair_counts(k) == reference.count_pairs(state)


def character_reference(documents, num_merges, tie, marker, joined, min_count):
    words = [word for document in documents for word in document.split()]
    sequences = []
    for word in words:
        if joined:
            sequences.append([*word[:-1], word[-1] + END])
        else:
            sequences.append([*word, END] if marker else list(word))

    def shown(symbol):
        return symbol.replace(END, marker or "")

    key = {"first-seen": None, "largest-symbols": lambda p: Largest([shown(s) for s in p])}[tie]
    return reference.train(
        sequences, num_merges, lambda a, b, rank: a + b, key, min_count=min_count
    )


@settings(max_examples=300, deadline=None)
@given(
    DOCUMENTS,
    st.integers(0, 25),
    st.sampled_from(["first-seen", "largest-symbols"]),
    st.sampled_from(["_", "</w>", None]),
    st.booleans(),
    st.integers(1, 2),
)
def test_character_training_follows_the_definition(documents, n, tie, marker, joined, min_count):
    joined = joined and marker is not None
    # "_" can stand in the text too, so that two symbols look the same.
    assume(tie != "largest-symbols" or marker != "_")
    want, states = character_reference(documents, n, tie, marker, joined, min_count)
    tok = bpeviz.train(
        documents,
        mode="character",
        num_merges=n,
        tie_break=tie,
        end_of_word=marker,
        end_of_word_joined=joined,
        min_count=min_count,
    )

    def shown(symbol):
        return symbol.replace(END, marker or "")

    v = tok.vocabulary
    got = [(v[m.left], v[m.right], m.token, m.count, m.replacements) for m in tok.merges]
    assert got == [(shown(a), shown(b), shown(new), c, r) for a, b, new, c, r in want]
    # The definition has strings for symbols, the engine codes: no string may have two of them.
    assert len({new for _, _, new, _, _ in want}) == len(want)
    trace = tok.trace(documents)
    for k, state in enumerate(states):
        assert trace.tokens(k) == [shown(s) for sequence in state for s in sequence]
        assert trace.token_counts[k] == sum(map(len, state))
    for document in documents:
        if marker is not None:
            assert tok.decode(tok.encode(document)) == " ".join(document.split())


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet="abc ", min_size=20, max_size=60),
    st.text(alphabet="ab", max_size=10),
    st.integers(1, 2),
    TIES,
)
def test_long_sequences_follow_the_definition_too(text, end, times, tie):
    # Sequences of more than 200 symbols are counted and listed in another way than short ones.
    documents = [text * 12 + end] * times
    want, _ = byte_reference(documents, "byte", 12, tie, ())
    tok = bpeviz.train(documents, mode="byte", num_merges=12, tie_break=tie)
    assume(tie != "largest-symbols" or len({t for *_, t in spellings(want)}) == len(want))
    assert [(m.left, m.right, m.id, m.count, m.replacements) for m in tok.merges] == want


def test_the_first_of_few_tied_pairs_may_stand_at_the_very_beginning():
    text = "abXcdYabZcd" + "".join(map(chr, range(0x30, 0x58)))
    assert [m.token for m in bpeviz.train(text, mode="byte", num_merges=2).merges] == [b"ab", b"cd"]


def test_a_fixed_alphabet_with_a_joined_end_of_word_has_each_letter_twice():
    tok = bpeviz.train(
        "cat", "character", 0, alphabet="lowercase", end_of_word="_", end_of_word_joined=True
    )
    assert list(tok.vocabulary.values())[:27] == [*"abcdefghijklmnopqrstuvwxyz", "a_"]
    assert len(tok.vocabulary) == 52 and tok.encode("cat") == [2, 0, 26 + 19]


def test_toy_words_of_the_first_document():
    corpus = "low lower newest newest newest widest widest widest widest low low low low"
    tok = bpeviz.train(corpus, mode="character", num_merges=10, alphabet="lowercase")
    v = tok.vocabulary
    assert [(v[m.left], v[m.right], m.count) for m in tok.merges] == [
        ("e", "s", 7), ("es", "t", 7), ("est", "_", 7), ("l", "o", 6), ("lo", "w", 6),
        ("low", "_", 5), ("w", "i", 4), ("wi", "d", 4), ("wid", "est_", 4), ("n", "e", 3),
    ]  # fmt: skip
    trace = tok.trace("low lower newest widest")
    assert trace.tokens(10) == ["low_", "low", "e", "r", "_", "ne", "w", "est_", "widest_"]


def test_characters_outside_a_fixed_alphabet_are_trained_on_but_not_encoded():
    tok = bpeviz.train("The The The", mode="character", num_merges=2, alphabet="lowercase")
    assert [m.token for m in tok.merges] == ["Th", "The"]
    assert tok.vocabulary[tok.merges[0].left] == "T"
    assert tok.merges[0].left < -1 and [m.id for m in tok.merges] == [27, 28]
    with pytest.raises(bpeviz.UnknownSymbolError) as caught:
        tok.encode("a The")
    assert caught.value.symbol == "T" and caught.value.position == 2
    assert "'T' (U+0054) at position 2" in str(caught.value)


def test_a_marker_in_the_text_stays_apart_from_the_end_of_word():
    # Case C22: a literal "a</w>" inside a word must not share an id with a word-final a.
    for joined in (False, True):
        tok = bpeviz.train(
            "a</w>x a</w>y a</w>z a a a a", mode="character", num_merges=20,
            end_of_word="</w>", end_of_word_joined=joined,
        )  # fmt: skip
        assert tok.decode(tok.encode("a</w>x a")) == "a</w>x a"
        final = tok.encode("a")
        assert final[-1] not in tok.encode("a</w>x")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"mode": "words"}, "no mode 'words'"),
        ({"tie_break": "random"}, "no tie rule 'random'"),
        ({"num_merges": -1}, "cannot be negative"),
        ({"min_count": 0}, "must be 1 or more"),
        ({"mode": "byte", "vocab_size": 250}, "256 bytes alone"),
        ({"normalization": "NFX"}, "NFX"),
        ({"pattern": "(["}, "position"),
        ({"default_tokens": "ab"}, "lists of strings"),
        ({"mode": "character", "default_tokens": ["ab"]}, "byte or regex mode"),
        ({"special_tokens": [""]}, "cannot be empty"),
        ({"alphabet": "lowercase"}, "'observed'"),
        ({"mode": "character", "alphabet": ["ab"]}, "single characters"),
    ],
)
def test_wrong_settings_are_named(settings, words):
    with pytest.raises(bpeviz.BPEError, match=words):
        bpeviz.train("hello", **settings)


@pytest.mark.parametrize("corpus", ["", " \n\t ", "x", [], ["", ""]])
@pytest.mark.parametrize("mode", ["character", "byte", "regex"])
def test_a_corpus_without_pairs_gives_no_learned_merge(corpus, mode):
    tok = bpeviz.train(corpus, mode=mode, num_merges=5, end_of_word=None)
    assert len(tok.merges) <= 3 and tok.trace("").token_counts[0] == 0


def test_training_can_be_stopped_and_keeps_what_it_learned():
    seen = []

    def progress(done, asked):
        seen.append((done, asked))
        return done < 3

    tok = bpeviz.train("abcdefgh", mode="byte", num_merges=7, progress=progress)
    assert seen == [(1, 7), (2, 7), (3, 7)] and len(tok.merges) == 3


def test_vocabulary_size_counts_base_default_and_learned():
    tok = bpeviz.train("This is how we see", vocab_size=265, default_tokens=[" at", " how"])
    assert len(tok.vocabulary) == 265 and tok.default_count == 5
    # Case C32: a vocabulary smaller than the alphabet gives no merge in character mode.
    small = bpeviz.train(
        "cab bac", mode="character", vocab_size=3, end_of_word="</w>", end_of_word_joined=True
    )
    assert len(small.vocabulary) == 5 and small.merges == ()


def test_special_tokens_are_not_trained_on():
    # Case C34.
    tok = bpeviz.train("ab<|eot|>ab<|eot|>ab<|eot|>", vocab_size=262, special_tokens=["<|eot|>"])
    assert [(m.left, m.right) for m in tok.merges] == [(97, 98)]
    ids = tok.encode("ab<|eot|>ab", special="special")
    assert ids == [256, 257, 256] and tok.decode(ids) == "ab<|eot|>ab"
    assert tok.trace("ab<|eot|>ab", special="special").spans(1) == [(0, 2), (2, 9), (9, 11)]


def test_special_tokens_in_a_text_can_be_text_special_or_refused():
    # Case C37.
    tok = bpeviz.train("", mode="byte", num_merges=0, special_tokens=["<|e|>"])
    assert tok.encode("a<|e|>b") == [97, 60, 124, 101, 124, 62, 98]
    assert tok.encode("a<|e|>b", special="special") == [97, 256, 98]
    with pytest.raises(bpeviz.BPEError, match=r"<\|e\|>"):
        tok.encode("a<|e|>b", special="refuse")


def test_lone_surrogates_are_repaired():
    # Case C61.
    tok = bpeviz.train("a\ud83d", mode="byte", num_merges=0)
    assert tok.encode("a\ud83d") == [97, 239, 191, 189]
    assert tok.encode("\ud83d\udc4d") == list("\U0001f44d".encode())


@pytest.mark.parametrize("normalization", [None, "NFC", "NFD", "NFKD"])
@pytest.mark.parametrize(
    ("mode", "settings"),
    [
        ("character", {"alphabet": "observed"}),
        ("character", {"alphabet": "observed", "end_of_word": "e", "end_of_word_joined": True}),
        ("character", {"alphabet": "lowercase", "end_of_word": None}),
        ("byte", {}),
        ("byte", {"alphabet": "observed", "default_tokens": ["é", "ab"]}),
        ("regex", {"alphabet": "observed", "default_tokens": [" at"]}),
    ],
)
def test_base_size_is_the_vocabulary_before_learning(mode, settings, normalization):
    corpus = ["é è ê ẹ̀ ọ́ àbúrò àbúrò", "kùtùkùtù ﬁ"]
    tok = bpeviz.train(corpus, mode, 0, normalization=normalization, **settings)
    assert base_size(corpus, mode, normalization=normalization, **settings) == len(tok.vocabulary)
