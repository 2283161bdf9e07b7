"""Tokens that cannot be made from their own text: against the definition, one by one."""

import json
import time
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies import own_text
from bpeviz.studies.own_text import REASONS, lost
from tests.formats import libraries, texts
from tests.formats.test_huggingface import byte_level

CORPORA = st.text(alphabet="aab é'S\n1", max_size=60)
GPT2 = texts.SHARED / "tokenizers" / "gpt2.vocab.bpe"


def by_definition(tok):
    """The ids of each token's text, where they are not the token."""
    ids = {i: tok.encode(tok.decode([i]), unknown="keep") for i in tok.vocabulary}
    return {i: found for i, found in ids.items() if found != [i]}


def reasons(tok):
    return {i: one.reason for i, one in lost(tok).items()}


@settings(max_examples=150, deadline=None)
@given(
    CORPORA,
    st.sampled_from(["byte", "regex", "character"]),
    st.integers(0, 15),
    st.sampled_from([None, "NFC", "NFD"]),
    st.sampled_from(["_", "a", None]),
    st.booleans(),
)
def test_trained_tokenizers_agree_with_the_definition(corpus, mode, n, form, marker, joined):
    how = {"end_of_word": marker, "end_of_word_joined": joined and marker is not None}
    if mode != "character":
        how = {"default_tokens": ["ab", "e\u0301"], "special_tokens": ["<s>"]}
    tok = bpeviz.train(corpus, mode, n, normalization=form, **how)
    found = lost(tok)
    assert {i: one.ids for i, one in found.items()} == by_definition(tok)
    assert {one.reason for one in found.values()} <= set(REASONS)
    assert lost(tok, list(found)[:3]) == dict(list(found.items())[:3])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(*[st.sampled_from(["a", "b", "aa", "ab", "aba", "ba"])] * 2), max_size=8))
def test_merges_in_any_order_agree_with_the_definition(pairs):
    """In a file any merge may come first, so that later ones are overtaken."""
    known, lines = {"a", "b"}, []
    for left, right in dict.fromkeys(pairs):
        if {left, right} <= known and left + right not in known:
            known.add(left + right)
            lines.append(f"{left} {right}\n")
    tok = bpeviz.load(("#version: 0.2\n" + "".join(lines)).encode(), format="gpt2")
    assert {i: one.ids for i, one in lost(tok).items()} == by_definition(tok)


def test_slices_do_not_matter(monkeypatch):
    tok = bpeviz.train("naïve café, naïve café", "regex", 12)
    whole = lost(tok)
    monkeypatch.setattr(own_text, "_AT_ONCE", 7)
    assert lost(tok) == whole


# --- the reasons --------------------------------------------------------------------------------


def test_half_characters_and_special_tokens():
    tok = bpeviz.train("éé", "byte", 2, special_tokens=["<s>"])
    found = reasons(tok)
    assert found.pop(tok.special_tokens["<s>"]) == "special"
    # "é" is C3 A9: all bytes from 80 on are no characters by themselves, "é" and "éé" are.
    assert found == dict.fromkeys(range(128, 256), "partial")


def test_what_the_pattern_cuts():
    """The pattern of GPT-2 knows contractions in small letters only."""
    ranks = b"Jw== 0\nUw== 1\ncw== 2\nJ1M= 3\nJ3M= 4\n"  # ' S s 'S 's
    assert reasons(bpeviz.load(ranks, pattern="gpt2")) == {3: "cut"}
    assert reasons(bpeviz.load(ranks, pattern="gpt4")) == {}


def test_what_a_normal_form_changes():
    tok = bpeviz.train("e\u0301 e\u0301", "byte", 3)
    whole = next(i for i, token in tok.vocabulary.items() if token == "e\u0301".encode())
    assert whole not in reasons(tok)
    tok.cut = replace(tok.cut, normalization="NFC")
    assert reasons(tok)[whole] == "changed"


def test_what_stands_only_inside_a_word():
    tok = bpeviz.train("low low lowest", "character", 2)
    names = {tok.vocabulary[i]: reason for i, reason in reasons(tok).items()}
    assert names == dict.fromkeys(["l", "o", "w", "e", "s", "t", "_", "lo", "low"], "inside")


def test_what_other_merges_overtake_and_what_none_makes():
    rules = b"#version: 0.2\nb c\na b\nab c\n"
    tok = bpeviz.load(rules, format="gpt2")
    assert tok.encode("abc") == [tok.encode("a")[0], 256]
    assert {i: r for i, r in reasons(tok).items() if r != "partial"} == {258: "overtaken"}
    codes = bpeviz.load(b"#version: 0.2\na b</w>\n", format="subword-nmt")
    assert set(reasons(codes).values()) <= {"inside", "unmade"}


# --- large files --------------------------------------------------------------------------------


@pytest.mark.skipif(not GPT2.is_file(), reason="GPT-2's file is not beside the project")
def test_gpt2s_own_tokens():
    """As tiktoken has it: all but parts of characters and the special token come of their text."""
    tok = bpeviz.load(GPT2)
    start = time.perf_counter()
    found = lost(tok)
    assert time.perf_counter() - start < 30
    encode = libraries.gpt2(
        {
            "vocab.bpe": GPT2.read_bytes(),
            "encoder.json": (GPT2.parent / "gpt2.encoder.json").read_bytes(),
        }
    )
    wrong = {
        i for i, token in tok.vocabulary.items() if encode(token.decode("utf-8", "replace")) != [i]
    }
    assert set(found) == wrong
    kinds = [one.reason for one in found.values()]
    assert (kinds.count("partial"), kinds.count("special"), len(kinds)) == (344, 1, 345)


@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("botchan_en_bpe_1000.model", {"unmade": 3, "changed": 1}),
        ("mistral_v1_spm.model", {"partial": 128, "twin": 124, "unmade": 3, "changed": 1}),
    ],
)
def test_what_a_file_puts_in_front_does_not_count(name, reasons):
    """As the library has it, with the ▁ in front and without; nothing makes <unk>, <s>, </s>."""
    library = pytest.importorskip("sentencepiece")
    path = texts.SHARED / "tokenizers" / name
    if not path.is_file():
        pytest.skip("the published file is not beside the project")
    protobuf = pytest.importorskip("sentencepiece.sentencepiece_model_pb2")
    model = protobuf.ModelProto.FromString(path.read_bytes())
    as_it_is = library.SentencePieceProcessor(model_proto=path.read_bytes())
    model.normalizer_spec.add_dummy_prefix = False
    bare = library.SentencePieceProcessor(model_proto=model.SerializeToString())
    found = lost(bpeviz.load(path))
    assert set(found) == {
        i
        for i in range(as_it_is.get_piece_size())
        if all(way.encode(way.decode([i])) != [i] for way in (as_it_is, bare))
    }
    assert Counter(one.reason for one in found.values()) == reasons


def test_a_space_that_a_file_puts_before_a_text_does_not_count():
    data = byte_level(pre_tokenizer={"type": "ByteLevel", "add_prefix_space": True})
    tok = bpeviz.load(json.dumps(data).encode())
    assert tok.encode("a") == tok.encode(" a") and len(tok.encode("a")) == 2
    assert set(reasons(tok).values()) == {"partial"}


def test_the_time_grows_with_the_vocabulary_and_not_faster():
    """Ten times as many tokens of the same kind take about ten times as long."""

    def seconds(size):
        lines = [f"{left} {right}\n" for left in "abcdefghij" for right in "abcdefghij"][:100]
        products = [line.strip().replace(" ", "") for line in lines]
        lines += [f"{a} {b}\n" for a in products for b in products][: size - 100]
        tok = bpeviz.load(("#version: 0.2\n" + "".join(lines)).encode(), format="gpt2")
        start = time.process_time()
        lost(tok)
        return time.process_time() - start

    assert seconds(10_000) < 30 * seconds(1_000) + 0.2
