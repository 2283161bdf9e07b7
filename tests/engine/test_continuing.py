"""Training that goes on from a tokenizer: against one long training, and against the definition."""

import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz import SettingsError
from tests.engine import reference

TINY = st.sampled_from(["ab", "aab ", "abc d", "aé ọ̀", "xy1 .", "a", "ab\n '", "_a b"])
TEXTS = TINY.flatmap(lambda letters: st.text(alphabet=letters, max_size=60))
TIES = st.sampled_from(["first-seen", "smallest-ids", "largest-symbols", "huggingface"])
WAYS = st.sampled_from(
    [
        {"mode": "byte"},
        {"mode": "regex", "pattern": "gpt2"},
        {"mode": "byte", "alphabet": "observed"},
        {"mode": "regex", "default_tokens": ["ab", " a"]},
        {"mode": "character"},
        {"mode": "character", "end_of_word_joined": True},
        {"mode": "character", "alphabet": "lowercase", "end_of_word": None},
        {"mode": "regex", "normalization": "NFD"},
    ]
)


def merges(tok):
    return list(tok.merges)


@settings(max_examples=400)
@given(TEXTS, WAYS, TIES, st.integers(0, 12), st.integers(0, 12))
def test_to_go_on_with_the_same_text_is_one_long_training(text, way, tie, first, more):
    start = bpeviz.train(text, num_merges=first, tie_break=tie, **way)
    want = bpeviz.train(text, num_merges=first + more, tie_break=tie, **way)
    got = bpeviz.train(text, num_merges=more, tie_break=tie, start=start)
    assert merges(got) == merges(want)
    assert got.vocabulary == want.vocabulary and got.encode(text, unknown="keep") == want.encode(
        text, unknown="keep"
    )
    assert got.seams == (len(start.merges),)
    cut_back = bpeviz.train(text, num_merges=more, tie_break=tie, start=want.at(len(start.merges)))
    assert merges(cut_back) == merges(want)


def ranks_of(tok):
    return {(m.left, m.right): (rank, m.id) for rank, m in enumerate(tok.merges)}


@settings(max_examples=200)
@given(TEXTS, TEXTS, st.sampled_from(["regex", "byte"]), st.integers(0, 8), st.integers(0, 8))
def test_the_second_stage_follows_the_definition(before, text, mode, first, more):
    start = bpeviz.train(before, mode="regex", num_merges=first)
    got = bpeviz.train(text, mode=mode, num_merges=more, start=start)
    chunks = reference.chunks(text) if mode == "regex" else [text]
    sequences = [reference.encode(chunk.encode(), ranks_of(start)) for chunk in chunks]
    want, _ = reference.train(sequences, more, lambda left, right, rank: start.next_id + rank)
    new = got.merges[len(start.merges) :]
    assert [(m.left, m.right, m.id, m.count, m.replacements) for m in new] == want
    assert got.merges[: len(start.merges)] == start.merges
    parts = [reference.encode(chunk.encode(), ranks_of(got)) for chunk in chunks]
    assert got.encode(text) == [token for part in parts for token in part]


def test_new_merges_get_the_ids_behind_the_special_tokens():
    start = bpeviz.train("low low", num_merges=1, special_tokens=["<s>"])
    got = bpeviz.train("<s>wide wide", num_merges=2, start=start)
    assert got.special_tokens == {"<s>": 257}
    assert [merge.id for merge in got.merges] == [256, 258, 259]
    assert got.encode("<s>low", special="special") == [257, 256, ord("w")]


def test_a_pattern_that_crosses_spaces_makes_tokens_of_several_words():
    text = "by the way, by the way. by the way"
    start = bpeviz.train(text, num_merges=5)
    got = bpeviz.train(text, mode="byte", num_merges=5, start=start)
    assert b"by the way" in [merge.token for merge in got.merges[5:]]
    assert got.merges[:5] == start.merges


def test_the_alphabet_gets_the_characters_that_are_new_only_when_asked():
    start = bpeviz.train("low low", mode="character", num_merges=1)
    same = bpeviz.train("lọ̀ lọ̀", num_merges=5, start=start)
    assert [merge.token for merge in same.merges[1:]] == []
    wider = bpeviz.train("lọlọ", num_merges=2, alphabet="observed", start=start)
    assert [merge.token for merge in wider.merges] == ["lo", "lọ", "lọlọ"]
    assert wider.vocabulary[max(wider.vocabulary) - 2] == "ọ"
    assert wider.encode("low") == start.encode("low")


def test_a_tokenizer_that_went_on_is_pickled_and_saved(tmp_path: Path):
    start = bpeviz.train("low lower", num_merges=2)
    got = pickle.loads(pickle.dumps(bpeviz.train("newest newest", num_merges=3, start=start)))
    assert got.seams == (2,) and got.at(2).seams == () and got.at(3).seams == (2,)
    got.save(tmp_path / "tokenizer.json", "huggingface")
    assert bpeviz.load(tmp_path / "tokenizer.json").encode("newest low") == got.encode("newest low")


@pytest.mark.parametrize(
    "settings",
    [
        {"mode": "character"},
        {"default_tokens": ["low"]},
        {"special_tokens": ["<s>"]},
        {"alphabet": "lowercase"},
    ],
)
def test_what_cannot_be_changed_is_refused(settings):
    with pytest.raises(SettingsError):
        bpeviz.train("low", start=bpeviz.train("low", num_merges=1), **settings)


def test_unknown_symbols_of_a_file_are_never_merged():
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.models.BPE(
        vocab={"[UNK]": 0, "a": 1, "b": 2, "ab": 3}, merges=[("a", "b")], unk_token="[UNK]"
    )
    start = bpeviz.load(tokenizers.Tokenizer(model).to_str().encode())
    got = bpeviz.train("abxab abxab", num_merges=5, start=start)
    assert all(0 not in (merge.left, merge.right) for merge in got.merges)


def test_a_language_added_to_a_file_leaves_the_other_languages_alone():
    folder = Path(__file__).parents[3] / "shared" / "tokenizers"
    if not (folder / "gpt2.vocab.bpe").exists():
        pytest.skip("GPT-2's file is not there")
    start = bpeviz.load(folder / "gpt2.vocab.bpe")
    samples = Path(__file__).parents[2] / "sample_texts"
    yoruba = (samples / "yoruba.txt").read_text(encoding="utf-8")
    got = bpeviz.train(yoruba, num_merges=500, start=start)
    assert got.merges[: len(start.merges)] == start.merges
    assert [merge.id for merge in got.merges[len(start.merges) :]] == list(
        range(start.next_id, got.next_id)
    )
    assert len(got.encode(yoruba)) < 0.6 * len(start.encode(yoruba))
    new = {merge.id for merge in got.merges[len(start.merges) :]}
    english = (samples / "english.txt").read_text(encoding="utf-8")
    touched = new & set(got.encode(english))
    assert touched or got.encode(english) == start.encode(english)


def test_a_new_byte_whose_value_is_taken_as_an_id_gets_the_next_free_one():
    ranks = b"YQ== 0\nYg== 1\nYWI= 99\n"  # a, b, and ab, which has the value of "c" as its id
    start = bpeviz.load(ranks, pattern="gpt2")
    tok = bpeviz.train("abcd", num_merges=1, start=start, alphabet="observed")
    vocabulary = {token: i for i, token in tok.vocabulary.items()}
    assert (vocabulary[b"ab"], vocabulary[b"c"], vocabulary[b"d"]) == (99, 256, 100)
    assert (tok.merges[-1].token, tok.merges[-1].id) == (b"abc", 257)
