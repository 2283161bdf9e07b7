"""An added token may have the id of a base symbol: merges, pairs and decoding mean the symbol."""

import json

import pytest

import bpeviz
from bpeviz.formats import dumps
from bpeviz.studies.comparing import merged_pairs, parting, spellings
from bpeviz.studies.entries import entries
from bpeviz.studies.replay import replay
from bpeviz.studies.trees import of_id
from bpeviz.views import encode, tables
from bpeviz.views.replay import turn_frame, turns_html
from tests.formats.test_huggingface import added, byte_level, file, load, split_into_bytes

tokenizers = pytest.importorskip("tokenizers")

WHOLE = split_into_bytes(use_regex=False)
# "Ġ" is the letter of the space, whose id the added token gets.
DATA = byte_level(
    [("Ġ", "a"), ("Ġa", "b")],
    pre_tokenizer=WHOLE,
    decoder=split_into_bytes(),
    added_tokens=[added("Ġ", 32)],
)
SPACE = DATA["model"]["vocab"]["Ġ"]
TEXT = "Ġ ab aĠ"


def library(data):
    return tokenizers.Tokenizer.from_str(json.dumps(data))


def test_ids_tokens_and_decoding():
    tok = load(DATA)
    ids = library(DATA).encode(TEXT).ids
    assert tok.encode(TEXT) == ids
    assert tok.decode(ids) == library(DATA).decode(ids) == "  ab a "
    # In the text it stays what it is.
    trace = tok.trace(TEXT)
    assert trace.tokens(2) == ["Ġ".encode(), b" ab", b" a", "Ġ".encode()]
    assert tok.vocabulary[SPACE] == b" " and tok.special_tokens == {"Ġ": SPACE}


def test_tables_of_pairs_and_merges():
    tok = load(DATA)
    assert list(tables.merges(tok, 2)["left"]) == ["·a", "·"]
    first = tables.pairs(tok.trace(TEXT), 0, None).frame.iloc[0]
    assert (first["left"], first["right"], first["token"], first["count"]) == ("·", "a", "·a", 2)


def test_studies():
    tok = load(DATA)
    other = bpeviz.train("x", num_merges=0)
    assert spellings(tok)[SPACE] == b" " and merged_pairs(tok)[0] == (b" ", b"a")
    assert parting(tok.trace(TEXT), other.trace(TEXT)).first.left == b" "
    assert entries(tok)[SPACE].symbol == b" " and of_id(tok, SPACE).symbol == b" "


def test_replay_and_table_of_tokens():
    trace = load(DATA).trace(TEXT)
    done = replay(trace)
    assert list(turn_frame(done, trace.tokenizer)["left"]) == ["·", "·a"]
    html = turns_html(done, 0, trace)
    assert html.split("rank 0: ")[1].count(">·<") == 1
    # The whole text at the end: the added token as itself.
    assert html.split("end</span>")[1].count(">Ġ<") == 2
    frame = encode.token_frame(trace, 2)
    assert list(frame["token"]) == ["Ġ", "·ab", "·a", "Ġ"] and list(frame["step"]) == [0, 2, 1, 0]


def test_what_is_written_is_read():
    tok = load(DATA)
    again = bpeviz.load(dumps(tok, "huggingface")["tokenizer.json"])
    assert again.encode(TEXT) == tok.encode(TEXT) == library(DATA).encode(TEXT).ids


def test_characters():
    vocab = {"a": 0, "b": 1, "ab": 2, "c": 3}
    data = file(vocab=vocab, merges=[["a", "b"]], added_tokens=[added("a", 0, single_word=True)])
    tok = load(data)
    for text in ("a ab", "ab a", "cab,a"):
        ids = [i for i in tok.encode(text, unknown="keep") if i >= 0]
        assert ids == library(data).encode(text).ids
    assert tok.trace("a ab", unknown="keep").tokens(1) == ["a", " ", "ab"]


def test_an_id_that_the_library_gives_twice_is_said():
    # 256 letters with the ids 0 to 255 and "ab" with 257: the added token is numbered 257, too.
    data = byte_level([("a", "b")], pre_tokenizer=WHOLE, added_tokens=[added("<x>", 400)])
    data["model"]["vocab"]["ab"] = 257
    tok = load(data)
    assert tok.encode("<x>ab") == library(data).encode("<x>ab").ids == [257, 257]
    assert tok.vocabulary[257] == b"ab"
    assert any("'<x>' shares the id 257" in sentence for sentence in tok.warnings)


def test_minbpe_decodes_an_id_that_a_special_token_shares_as_its_bytes():
    tok = bpeviz.load(b"minbpe v1\n\n1\n<s> 97\n97 98\n", "minbpe")
    assert tok.encode("<s>ab", special="special") == [97, 256]
    assert tok.decode([97, 256]) == "aab"  # minbpe looks into its vocabulary first.
    assert tok.trace("<s>ab", special="special").tokens(1) == [b"<s>", b"ab"]


def test_of_two_added_tokens_that_are_one_text_in_the_normal_form_the_last_counts():
    composed, decomposed = "\u1eb9\u0301", "e\u0323\u0301"
    text = f"a{composed} {decomposed}b"
    for one, other in ((composed, decomposed), (decomposed, composed)):
        tokens = [added(one, 256, normalized=True), added(other, 257, normalized=True)]
        data = byte_level(pre_tokenizer=WHOLE, normalizer={"type": "NFC"}, added_tokens=tokens)
        assert load(data).encode(text) == [97, 257, 32, 257, 98]
        # The library takes one of the two by chance, and the file says so.
        assert library(data).encode(text).ids in ([97, n, 32, n, 98] for n in (256, 257))
        assert any("are one text" in sentence for sentence in load(data).warnings)
    alone = byte_level(pre_tokenizer=WHOLE, normalizer={"type": "NFC"}, added_tokens=tokens[:1])
    assert not any("are one text" in sentence for sentence in load(alone).warnings)
