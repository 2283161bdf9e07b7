"""Tokenizers whose pieces are text: SentencePiece's models and their like in tokenizer.json.

Small models are trained here by the libraries themselves; their ids are what is wanted.
"""

import io
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.formats import FORMATS, problems, recognise
from tests.formats import libraries, texts
from tests.formats.test_huggingface import added, file, load

ODD = [
    "",
    " ",
    "  lead",
    "a  b   c ",
    "x𓀀y ꙮ",
    "▁ already▁there",
    "at the end ▁ ▁",
    "▁",
    "a\n\nb\t c",
    "ﬁ ½ Ⅳ",
    "e\u0301 İ ΑΣ",
]


def documents():
    every = [*texts.samples().values(), *(text for _, text in texts.by_language()), *ODD]
    return every + [texts.random_text(120, seed) for seed in range(25)]


def trained(**options):
    """A model of SentencePiece, and what encodes with it."""
    library = pytest.importorskip("sentencepiece")
    model = io.BytesIO()
    corpus = texts.samples()["english.txt"] + texts.samples()["yoruba.txt"]
    library.SentencePieceTrainer.train(
        sentence_iterator=iter(corpus.splitlines()), model_writer=model, minloglevel=2,
        **{"model_type": "bpe", "vocab_size": 700, **options},
    )  # fmt: skip
    processor = library.SentencePieceProcessor(model_proto=model.getvalue())
    return model.getvalue(), processor.encode


SETTINGS = {
    "as it comes": {},
    "bytes": {"byte_fallback": True, "vocab_size": 900},
    "as Llama 2": {
        "byte_fallback": True, "vocab_size": 900, "normalization_rule_name": "identity",
        "remove_extra_whitespaces": False, "split_digits": True,
    },
    "case folded": {"normalization_rule_name": "nmt_nfkc_cf"},
    "no prefix": {"add_dummy_prefix": False},
    "over words": {"split_by_whitespace": False, "byte_fallback": True, "vocab_size": 900},
    "own pieces": {
        "user_defined_symbols": ["<sep>", "ọmọ", "▁▁", "fi"], "control_symbols": ["<pad>"],
        "remove_extra_whitespaces": False,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", SETTINGS)
def test_ids_of_a_model_equal_those_of_sentencepiece(name):
    data, encode = trained(**SETTINGS[name])
    assert recognise(data) == "sentencepiece"
    tok = bpeviz.load(data)
    for text in [*documents(), "a<sep>ọmọ <pad>fi  fi<s>"]:
        trace = tok.trace(text, unknown="keep")
        assert trace.ids(trace.steps) == encode(text), text
        assert len(trace.alignment.starts) == len(trace.text)
    assert tok.warnings[0].startswith("Before any merge")


def test_steps_of_a_model():
    data, _ = trained(**SETTINGS["as Llama 2"])
    tok = bpeviz.load(data)
    text = "Ẹ káàárọ̀ x𓀀y the rain"
    trace = tok.trace(text)
    assert trace.text == "▁Ẹ▁káàárọ̀▁x𓀀y▁the▁rain"
    ids = trace.ids(0)
    assert bytes(tok.vocabulary[i][0] for i in ids[ids.index(tok.encode("x")[-1]) + 1 :][:4]) == (
        "𓀀".encode()
    )
    assert tok.decode(trace.ids(trace.steps)) == text == tok.decode(ids)
    assert [trace.source[s:e] for s, e in trace.source_spans(trace.steps)][-1] in text
    for step in (0, 5, 100, trace.steps):
        tokens = trace.tokens(step)
        assert b"".join(tokens).decode() == trace.text
        assert trace.token_counts[step] == len(tokens) == len(trace.spans(step))


def test_the_spans_in_the_source_of_what_was_taken_away():
    data, _ = trained()
    trace = bpeviz.load(data).trace("  the   rain ", unknown="keep")
    spans = [trace.source[s:e] for s, e in trace.source_spans(trace.steps)]
    assert trace.text == "▁the▁rain" and "".join(spans).split() == ["the", "rain"]


def test_pieces_with_one_score_are_merged_from_the_left():
    folder = texts.SHARED / "tokenizers"
    if not (folder / "mistral_v1_spm.model").is_file():
        pytest.skip("the published tokenizer files are not beside the project")
    path = folder / "mistral_v1_spm.model"
    encode = (
        pytest.importorskip("sentencepiece").SentencePieceProcessor(model_file=str(path)).encode
    )
    tok = bpeviz.load(path)
    for n in range(80):
        for text in ("a" + " " * n + "b", " " * n):
            assert tok.encode(text) == encode(text)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"model_type": "unigram", "vocab_size": 300}, "Unigram"),
        ({"model_type": "char", "vocab_size": 60}, "characters"),
        ({"model_type": "word", "vocab_size": 60}, "words"),
        ({"treat_whitespace_as_suffix": True}, "behind words"),
    ],
)
def test_other_models_are_refused_by_name(options, why):
    data, _ = trained(**options)
    with pytest.raises(bpeviz.FormatError, match=why):
        bpeviz.load(data)


def test_a_model_that_is_cut_off_or_changed_gives_a_sentence():
    data, _ = trained(**SETTINGS["own pieces"])
    rng = random.Random(4)
    for _ in range(150):
        start = rng.randrange(len(data))
        for broken in (
            data[:start],
            data[:start] + bytes([rng.randrange(256)]) + data[start + 1 :],
        ):
            try:
                bpeviz.load(broken).trace("the rain ọmọ", unknown="keep").ids(0)
            except bpeviz.BPEError as error:
                assert str(error).endswith(".")


def test_such_a_tokenizer_is_not_written():
    data, _ = trained()
    tok = bpeviz.load(data)
    for format in FORMATS.keys() - {"csv"}:
        (sentence,) = problems(tok, format)
        assert "Keep the file itself" in sentence


# --- tokenizer.json -----------------------------------------------------------------------------

REPLACE = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
LLAMA = {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}, REPLACE]}


def metaspace(**settings):
    return {"type": "Metaspace", "replacement": "▁", **settings}


def learned(normalizer=None, pre_tokenizer=None, size=500, **model):
    """A tokenizer.json that the library has trained on text, with bytes to fall back to."""
    library = pytest.importorskip("tokenizers")
    data = file(normalizer=normalizer, pre_tokenizer=pre_tokenizer, unk_token="<unk>")
    tokenizer = library.Tokenizer.from_str(json.dumps(data))
    names = [f"<0x{byte:02X}>" for byte in range(256)]
    special = ["<unk>", *(names if model.get("byte_fallback") else [])]
    trainer = library.trainers.BpeTrainer(
        vocab_size=size + len(special), special_tokens=special, show_progress=False
    )
    corpus = texts.samples()["english.txt"] + texts.samples()["yoruba.txt"]
    tokenizer.train_from_iterator(corpus.splitlines(), trainer)
    data = json.loads(tokenizer.to_str())
    data["added_tokens"] = [added("<unk>", 0, special=True), added("<s>", 9999, special=True)]
    data["model"] |= model
    return data


PARTS = {
    "Llama 2": {"normalizer": LLAMA, "byte_fallback": True, "fuse_unk": True},
    "Gemma": {
        "normalizer": REPLACE, "byte_fallback": True, "fuse_unk": True,
        "pre_tokenizer": {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False},
    },
    "always": {"pre_tokenizer": metaspace(prepend_scheme="always", split=True), "byte_fallback": True},
    "first": {"pre_tokenizer": metaspace(prepend_scheme="first", split=False), "byte_fallback": True},
    "never": {"pre_tokenizer": metaspace(prepend_scheme="never", split=True), "byte_fallback": True},
    "earlier": {"pre_tokenizer": metaspace(add_prefix_space=True), "fuse_unk": True},
    "fused": {"normalizer": LLAMA, "fuse_unk": True},
    "not fused": {"normalizer": LLAMA},
    "lower case": {
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "NFD"}, {"type": "Lowercase"}, {"type": "StripAccents"}, LLAMA]},
        "byte_fallback": True,
    },
    "NFKC": {"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"}, LLAMA]}},
}  # fmt: skip


@pytest.mark.parametrize("name", PARTS)
def test_ids_of_a_tokenizer_json_of_pieces(name):
    data = learned(**PARTS[name])
    tok = load(data)
    encode = libraries.huggingface({"tokenizer.json": json.dumps(data).encode()})
    for text in documents():
        trace = tok.trace(text, unknown="keep")
        assert trace.ids(trace.steps) == encode(text), text
        assert len(trace.alignment.starts) == len(trace.text)
    library = pytest.importorskip("tokenizers").Tokenizer.from_str(json.dumps(data))
    for text in ("the<s>rain <s> a", "<s>the rain", "<s>"):
        want = library.encode(text, add_special_tokens=False).ids
        assert tok.encode(text, special="special", unknown="keep") == want, text
    assert "Before any merge" in tok.warnings[0]


CHANGES = st.lists(
    st.sampled_from(
        [
            {"type": "Lowercase"}, {"type": "StripAccents"}, {"type": "NFKC"}, {"type": "NFD"},
            {"type": "Prepend", "prepend": "ab"}, REPLACE,
            {"type": "Replace", "pattern": {"Regex": r"\s+|[!?]"}, "content": "-"},
            {"type": "Replace", "pattern": {"String": "e"}, "content": ""},
            {"type": "Strip", "strip_left": True, "strip_right": False},
            {"type": "Strip", "strip_left": True, "strip_right": True},
        ]
    ),
    min_size=1, max_size=3,
)  # fmt: skip


@settings(max_examples=150)
@given(CHANGES, st.text(st.sampled_from("aeB !?\n\té\u0301\u0323ﬁİΣ̣ẹ́▁\u1cf2"), max_size=25))
def test_changes_of_a_text_are_those_of_the_library(changes, text):
    data = file(normalizer={"type": "Sequence", "normalizers": changes}, vocab={"a": 0})
    library = pytest.importorskip("tokenizers").Tokenizer.from_str(json.dumps(data))
    tok = load(data)
    trace = tok.trace(text, unknown="keep")
    assert trace.text == library.normalizer.normalize_str(text)
    aligned = trace.alignment
    assert len(aligned.starts) == len(trace.text) and aligned.source_length == len(text)
    assert all(0 <= s <= e <= len(text) for s, e in zip(aligned.starts, aligned.ends, strict=True))


def test_ids_of_the_published_files():
    folder = texts.SHARED / "tokenizers"
    known = texts.SHARED / "cases" / "file_ids.json"
    if not known.is_file():
        pytest.skip("the published tokenizer files are not beside the project")
    known = json.loads(known.read_text("utf-8"))
    for name, wanted in known["files"].items():
        if name.startswith("clip"):
            with pytest.raises(bpeviz.FormatError, match="CLIP"):
                bpeviz.load(folder / name)
            continue
        tok = bpeviz.load(folder / name)
        got = {key: tok.encode(known["texts"][key], unknown="keep") for key in wanted}
        assert got == wanted, name
