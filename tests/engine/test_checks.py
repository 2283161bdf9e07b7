"""Values of a wrong kind are named, and nothing else happens."""

import pytest

import bpeviz


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_merges": 1.5}, "number of merges is 1.5; it must be a whole number"),
        ({"num_merges": None}, "whole number"),
        ({"vocab_size": "300"}, "size of the vocabulary is '300'"),
        ({"vocab_size": -1, "mode": "character"}, "cannot be negative"),
        ({"min_count": "2"}, "minimum count is '2'"),
        ({"pattern": None}, "split pattern is None"),
        ({"pattern": ""}, "split pattern is empty"),
        ({"default_tokens": None}, "lists of strings"),
        ({"default_tokens": [b"ab"]}, "lists of strings"),
        ({"special_tokens": "ab"}, "not one string"),
        ({"mode": "character", "alphabet": 5}, "single characters, and 5 is not one"),
        ({"mode": "character", "alphabet": ["\ud800"]}, "single characters"),
        ({"mode": "character", "end_of_word": 5}, "end-of-word symbol is 5"),
        ({"mode": "character", "end_of_word": "", "end_of_word_joined": True}, "needs a marker"),
    ],
)
def test_settings_of_a_wrong_kind(settings, words):
    with pytest.raises(bpeviz.BPEError, match=words):
        bpeviz.train("hello", **settings)


@pytest.mark.parametrize("corpus", [None, 5, b"ab", [1], ["ab", None], [b"ab"]])
def test_what_is_not_text(corpus):
    tok = bpeviz.train("ab", num_merges=1)
    for use in (bpeviz.train, tok.encode, tok.trace):
        with pytest.raises(bpeviz.CorpusError, match=r"Text is needed"):
            use(corpus)


@pytest.mark.parametrize("step", [-1, 2, 0.5, "1", None])
def test_steps_that_do_not_exist(step):
    tok = bpeviz.train("abab", mode="byte", num_merges=1)
    trace = tok.trace("ab")
    calls = [trace.ids, trace.tokens, trace.pair_counts, trace.spans]
    if step is not None:  # for encode None means all merges
        calls.append(lambda k: tok.encode("ab", step=k))
    for call in calls:
        with pytest.raises(bpeviz.SettingsError, match=r"step"):
            call(step)


def test_choices_that_do_not_exist(tmp_path):
    tok = bpeviz.train("ab", num_merges=1)
    with pytest.raises(bpeviz.SettingsError, match="'error' or 'keep'"):
        tok.encode("ab", unknown="ignore")
    with pytest.raises(bpeviz.SettingsError, match="no format None"):
        tok.save(tmp_path / "file", None)
    with pytest.raises(bpeviz.SettingsError, match="not one string"):
        bpeviz.create_default_merges("ab")


def test_iterables_of_all_kinds_are_read_once():
    by_list = bpeviz.train(["abc abd", "abc"], default_tokens=["ab"], special_tokens=["<e>"])
    by_generator = bpeviz.train(
        iter(["abc abd", "abc"]), default_tokens=iter(["ab"]), special_tokens=iter(["<e>", "<e>"])
    )
    assert by_generator.merges == by_list.merges and by_list.default_count == 1
    assert (
        by_generator.special_tokens == by_list.special_tokens == {"<e>": 256 + len(by_list.merges)}
    )


def test_an_alphabet_as_a_set_gives_the_same_ids_in_every_run():
    letters = "zyxwvutsrqponm"
    tok = bpeviz.train("", mode="character", num_merges=0, alphabet=set(letters))
    assert list(tok.vocabulary.values()) == [*sorted(letters), "_"]
    tok = bpeviz.train("", mode="character", num_merges=0, alphabet=letters)
    assert list(tok.vocabulary.values()) == [*letters, "_"]


def test_an_empty_end_of_word_is_none():
    tok = bpeviz.train("ab ab", mode="character", end_of_word="")
    assert tok.end_of_word is None and list(tok.vocabulary.values()) == ["a", "b", "ab"]


def test_special_tokens_are_looked_for_in_their_normal_form():
    tok = bpeviz.train("ab\ufb01ab", mode="byte", normalization="NFKC", special_tokens=["\ufb01"])
    assert [m.token for m in tok.merges] == [b"ab"]
    assert tok.encode("ab\ufb01", special="special") == [256, 257]


def test_an_unknown_byte_is_named_with_its_character_and_place():
    tok = bpeviz.train("abab", mode="byte", alphabet="observed", special_tokens=["<éb>"])
    with pytest.raises(bpeviz.UnknownSymbolError, match="byte C3 at byte 7, of the character 'é'"):
        tok.encode("ab<éb>éb", special="special")
    with pytest.raises(bpeviz.UnknownSymbolError) as caught:
        tok.encode("abé")
    assert (caught.value.symbol, caught.value.position) == (b"\xc3", 2)
