"""tokenizer.json against the library itself: random files, and the parts one by one."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.engine.letters import bytes_to_letters
from bpeviz.formats import dumps
from bpeviz.formats.loaded import in_creation_order
from bpeviz.formats.unmerged import unmerged_tokens
from tests.formats import libraries

tokenizers = pytest.importorskip("tokenizers")

LETTERS = [bytes_to_letters(bytes([b])) for b in range(256)]
PIECES = [
    *"aabbc  \n.'1²", "é", "ọ̀", "'s", "ab", "<s>", "<m>", "  ", "\t", "ſ", "!?", "12", "\u200d", "中",
]  # fmt: skip
BEHAVIORS = ["Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
PATTERNS = [
    r"\w+", r"\p{N}{1,3}+", r" ?\p{L}+|\s+", r"[^\s]+", r"^.|b$", r"(?i:'s|b)", r"\s+(?!\S)|\s",
    r" ?[^(\s|[.,!?])]+",
]  # fmt: skip


def file(**parts):
    """A tokenizer.json; model parts by their own names, the others by theirs."""
    model = {
        "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
        "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
        "ignore_merges": False, "vocab": {}, "merges": [],
    }  # fmt: skip
    data = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": None, "pre_tokenizer": None, "post_processor": None, "decoder": None,
    }  # fmt: skip
    for name, value in parts.items():
        (model if name in model else data)[name] = value
    return {**data, "model": model}


def byte_level(merges=(), others=(), **parts):
    """A byte-level tokenizer.json with the whole base vocabulary, and its merges' tokens."""
    tokens = dict.fromkeys([*LETTERS, *(a + b for a, b in merges), *others])
    parts.setdefault("pre_tokenizer", split_into_bytes())
    return file(
        vocab={token: i for i, token in enumerate(tokens)},
        merges=[list(pair) for pair in merges],
        **parts,
    )


def split_into_bytes(**settings):
    return {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": True,
        "use_regex": True,
    } | settings


def added(content, number, **settings):
    plain = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
    return {"id": number, "content": content, **plain, **settings}


def load(data):
    return bpeviz.load(json.dumps(data).encode())


def reference(data, special=False):
    hf = tokenizers.Tokenizer.from_str(json.dumps(data))
    hf.encode_special_tokens = not special
    return lambda text: hf.encode(text, add_special_tokens=False).ids


# --- random files -------------------------------------------------------------------------------


@st.composite
def pre_tokenizers(draw, in_bytes):
    behavior = st.sampled_from(BEHAVIORS)
    split = st.builds(
        lambda pattern, behavior, invert: {
            "type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert,
        },
        st.sampled_from([{"Regex": p} for p in PATTERNS] + [{"String": s} for s in (" ", "a", "ab")]),
        behavior,
        st.booleans(),
    )  # fmt: skip
    parts = draw(
        st.lists(
            st.one_of(
                split,
                st.builds(lambda b: {"type": "Digits", "individual_digits": b}, st.booleans()),
                st.builds(lambda b: {"type": "Punctuation", "behavior": b}, behavior),
                st.sampled_from(
                    [
                        {"type": "Whitespace"},
                        {"type": "WhitespaceSplit"},
                        {"type": "BertPreTokenizer"},
                        {"type": "CharDelimiterSplit", "delimiter": "a"},
                    ]
                ),
            ),
            max_size=2,
        )
    )
    if in_bytes:
        space = draw(st.booleans())
        parts = [*parts, split_into_bytes(use_regex=draw(st.booleans()), add_prefix_space=space)]
        if draw(st.integers(0, 4)) == 0:
            parts.append({"type": "Digits", "individual_digits": draw(st.booleans())})
    return {"type": "Sequence", "pretokenizers": parts} if len(parts) != 1 else parts[0]


@st.composite
def files(draw):
    in_bytes = draw(st.booleans())
    suffix = None if in_bytes else draw(st.sampled_from([None, "</w>", "_"]))
    base = LETTERS if in_bytes else [*"abc1.' é中"]
    if suffix:
        base = [*base, *(b + suffix for b in base)]
    tokens, merges = list(base), []
    parts = [t for t in base if t.removesuffix(suffix or "") in "abc1.'éĠ"]
    for _ in range(draw(st.integers(0, 10))):
        left, right = draw(st.sampled_from(parts)), draw(st.sampled_from(parts))
        if not (suffix and left.endswith(suffix)):
            merges.append([left, right])
            parts.append(left + right)
    merges = draw(st.permutations(merges))
    tokens = draw(st.permutations([*dict.fromkeys([*tokens, *parts, "<unk>"])]))
    vocab = {token: i for i, token in enumerate(tokens)}
    extra = []
    for content in draw(
        st.lists(st.sampled_from(["<s>", "<m>", "ab", "a<", "b<s>", "é"]), unique=True)
    ):
        new = len(vocab) + sum(one["content"] not in vocab for one in extra)
        flags = {
            flag: draw(st.booleans())
            for flag in ("single_word", "lstrip", "rstrip", "normalized", "special")
        }
        extra.append(added(content, vocab.get(content, new), **flags))
    return file(
        vocab=vocab,
        merges=merges,
        added_tokens=extra,
        end_of_word_suffix=suffix,
        unk_token=draw(st.sampled_from([None, "<unk>"])),
        ignore_merges=in_bytes and bool(merges) and draw(st.booleans()),
        normalizer=draw(st.sampled_from([None, {"type": "NFC"}, {"type": "NFKD"}])),
        pre_tokenizer=draw(pre_tokenizers(in_bytes)),
    )


@settings(max_examples=400, deadline=None)
@given(files(), st.lists(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), max_size=5))
def test_random_files_give_the_ids_of_the_library(data, texts):
    tok = load(data)
    try:
        again = json.loads(dumps(tok, "huggingface")["tokenizer.json"])
    except bpeviz.FormatError:
        again = data
    for special in (True, False):
        encode, encode_again = reference(data, special), reference(again, special)
        option = {"special": "special" if special else "text", "unknown": "keep"}
        for text in texts:
            trace = tok.trace(text, **option)
            ids = trace.ids(trace.steps)
            if -1 in ids:
                continue  # the library drops it silently
            assert ids == encode(text) == encode_again(text)
            assert load(again).encode(text, **option) == ids
            assert trace.token_counts[trace.steps] == len(ids)
            assert put_together(trace) == trace.text


def put_together(trace):
    """The text from base symbols and gaps; at every symbol a span that begins where it stands."""
    gaps, marker = dict(trace.gaps), trace.tokenizer.end_of_word or ""
    symbols = trace.tokens(0)
    parts = []
    for i in range(len(symbols) + 1):
        gap = gaps.get(i, "")
        symbol = symbols[i] if i < len(symbols) else ""
        if isinstance(symbol, bytes):
            parts += [gap.encode(), symbol]
        elif trace.tokenizer.mode == "character":
            final = i < len(symbols) and marker and i + 1 in {end for _, end in trace.chunks}
            parts += [gap, symbol.removesuffix(marker) if final else symbol]
        else:
            parts.append(gap.encode())
    return "".join(parts) if trace.tokenizer.mode == "character" else b"".join(parts).decode()


@settings(max_examples=150, deadline=None)
@given(files(), st.lists(st.text("abc1.'é", max_size=12), max_size=4))
def test_random_files_as_ranks(data, texts):
    """Where ranks can express the merges, tiktoken gives the same ids."""
    data["pre_tokenizer"] = split_into_bytes(use_regex=False)
    data["added_tokens"], data["normalizer"] = [], None
    data["model"]["end_of_word_suffix"] = None
    try:
        tok = load(data)
        ranks = dumps(tok, "tiktoken")
    except bpeviz.FormatError:
        return
    encode = libraries.tiktoken(ranks, "(?s:.+)")
    for text in texts:
        if not tok.base.missing([text]):
            assert tok.encode(text) == encode(text)


@settings(max_examples=150, deadline=None)
@given(files(), st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_a_step_is_the_file_with_so_many_merges(data, text):
    data["model"]["ignore_merges"] = False
    merges = [list(pair) for pair in dict.fromkeys(map(tuple, data["model"]["merges"]))]
    data["model"]["merges"] = merges
    trace = load(data).trace(text, unknown="keep")
    for step in range(len(merges) + 1):
        data["model"]["merges"] = merges[:step]
        ids = trace.ids(step)
        assert -1 in ids or ids == reference(data)(text)
        assert trace.token_counts[step] == len(ids)


# --- the parts one by one -----------------------------------------------------------------------


def test_lowest_rank_first_whatever_the_order_of_the_merges():
    # Case C07.
    tok = load(byte_level([("ab", "c"), ("a", "b")], others=["ab"]))
    assert [tok.vocabulary[i] for i in tok.encode("abc")] == [b"abc"]
    assert [tok.vocabulary[i] for i in tok.encode("abc", step=1)] == [b"a", b"b", b"c"]


def test_of_a_merge_listed_twice_the_last_counts():
    # Case C68.
    tok = load(byte_level([("x", "y"), ("y", "z"), ("x", "y")]))
    assert [tok.vocabulary[i] for i in tok.encode("xyz")] == [b"x", b"yz"]
    assert any("twice" in warning for warning in tok.warnings)


def test_whole_words_from_the_vocabulary():
    # Case C64.
    data = byte_level([("a", "b")], others=["abcd"])
    assert [len(t) for t in load(data).trace("abcd").tokens(1)] == [2, 1, 1]
    data["model"]["ignore_merges"] = True
    trace = load(data).trace("abcd")
    assert trace.tokens(1) == [b"abcd"] and unmerged_tokens(trace) == [(0, 4, 1, 257)]


def test_all_pairs_of_a_token_listed_as_in_files_made_of_ranks():
    ab = [("a", "b"), ("b", "c"), ("a", "bc"), ("ab", "c"), ("abc", "a"), ("ab", "ca"), ("c", "a")]
    data = byte_level(ab, ignore_merges=True)
    data["model"]["vocab"] = {
        t: i for i, t in enumerate([*LETTERS, "ab", "bc", "abc", "abca", "ca"])
    }
    tok = load(data)
    assert not in_creation_order(tok)
    for text in ("abca", "bca", "xabcab", "caca", "ab ca"):
        assert tok.encode(text) == reference(data)(text)
        assert tok.encode(text) == libraries.tiktoken(
            dumps(tok, "tiktoken"), bpeviz.PATTERNS["gpt2"]
        )(text)


def test_missing_bytes_are_warned_of_and_shown():
    # Case C72.
    merges = [("h", "a"), ("ha", "t"), ("Ġ", "hat")]
    vocab = {t: i for i, t in enumerate(["a", "c", "h", "t", "Ġ", "f", "ha", "hat", "Ġhat"])}
    tok = load(file(vocab=vocab, merges=merges, pre_tokenizer=split_into_bytes()))
    assert any("250 of 256 bytes" in warning for warning in tok.warnings)
    ids = tok.encode("café hat", unknown="keep")
    assert ids == [1, 0, 5, -1, -1, 8]
    with pytest.raises(bpeviz.UnknownSymbolError, match="byte C3"):
        tok.encode("café hat")


def test_normal_form_and_space_in_front():
    # Case C74.
    nfc = load(byte_level([("á", "º"), ("áº", "¹")], normalizer={"type": "NFC"}))
    assert [nfc.vocabulary[i] for i in nfc.encode("e\u0323")] == ["ẹ".encode()]
    space = split_into_bytes(add_prefix_space=True)
    prefixed = load(byte_level([("h", "i"), ("Ġ", "hi")], pre_tokenizer=space))
    assert prefixed.trace("hi hi").tokens(2) == [b" hi", b" hi"]
    assert prefixed.trace("hi hi").text == " hi hi"


def test_a_possessive_interval_means_something_else_there():
    # Case C15.
    def pieces(pattern):
        split = {
            "type": "Split",
            "pattern": {"Regex": pattern},
            "behavior": "Isolated",
            "invert": False,
        }
        parts = {"type": "Sequence", "pretokenizers": [split, split_into_bytes(use_regex=False)]}
        data = byte_level([("1", "2"), ("12", "3"), ("123", "4")], pre_tokenizer=parts)
        tok = load(data)
        assert tok.encode("12345678") == reference(data)("12345678")
        return [tok.trace("12345678").text[slice(*c)] for c in tok.trace("12345678").chunks]

    assert pieces(r"\p{N}{1,3}+") == ["12345678"]
    assert pieces(r"\p{N}{1,3}") == pieces(r"(?>\p{N}{1,3})") == ["123", "456", "78"]
    trained = bpeviz.train("12345678", pattern=r"\p{N}{1,3}+", num_merges=9)
    encode = libraries.huggingface(dumps(trained, "huggingface"))
    assert encode("12345678") == trained.encode("12345678")


def test_a_named_pattern_is_recognised():
    for name in bpeviz.PATTERNS:
        tok = bpeviz.train("low low", num_merges=1, pattern=name)
        again = bpeviz.load(dumps(tok, "huggingface")["tokenizer.json"])
        assert again.pattern == name


def test_added_tokens_take_the_ids_that_the_library_gives():
    data = byte_level([("a", "b")], added_tokens=[added("<x>", 999, special=True), added("ab", 3)])
    tok = load(data)
    assert tok.special_tokens == {"<x>": 257, "ab": 256}
    assert sum("the id" in warning for warning in tok.warnings) == 2
    assert tok.encode("a<x>ab", special="special") == reference(data, special=True)("a<x>ab")


def test_strings_and_lists_are_the_same_merges():
    data = byte_level([("a", "b"), ("Ġ", "ab")])
    strings = json.loads(json.dumps(data))
    strings["model"]["merges"] = ["#version: 0.2", "a b", "Ġ ab"]
    assert load(strings).encode("ab ab") == load(data).encode("ab ab") == [256, 257]


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"type": "Unigram"}, "Unigram"),
        ({"type": "WordPiece"}, "WordPiece"),
        ({"dropout": 0.1}, "dropout"),
        ({"type": "WordLevel"}, "looks whole words up"),
        ({"type": "Later"}, "'Later' model"),
        ({"continuing_subword_prefix": "##"}, "continuing_subword_prefix"),
        ({"end_of_word_suffix": "</w>"}, "end_of_word_suffix"),
        ({"normalizer": {"type": "BertNormalizer"}}, "BERT's own normalizer"),
        ({"normalizer": {"type": "Precompiled"}}, "table of SentencePiece's"),
        ({"normalizer": {"type": "Sequence", "normalizers": [{"type": "Nmt"}]}}, "Nmt"),
        ({"pre_tokenizer": {"type": "Metaspace", "replacement": "_"}}, "Metaspace"),
        ({"pre_tokenizer": {"type": "Metaspace", "prepend_scheme": "x"}}, "prepend_scheme"),
        ({"pre_tokenizer": {"type": "Later", "x": 1}}, "Later"),
        ({"pre_tokenizer": {"type": "Split", "pattern": {"Regex": r"a\K"}}}, "escape"),
        ({"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(["}}}, "inside a set"),
        ({"vocab": {"a": 0, "b": 0}}, "same id"),
        ({"vocab": {"a": -1}}, "whole numbers"),
        ({"vocab": [1]}, "model.vocab"),
        ({"merges": ["a b c"]}, "Merge 1"),
        ({"merges": [["a", "b"], ["a", "zz"]], "vocab": {"a": 0, "b": 1, "ab": 2}}, "'zz'"),
        ({"added_tokens": [1]}, "added token"),
        ({"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "a" * 20_001}}}, "20,000"),
    ],
)
def test_what_cannot_be_shown_exactly_is_refused_by_name(parts, words):
    data = byte_level()
    for name, value in parts.items():
        (data["model"] if name in (*data["model"], "type") else data)[name] = value
    with pytest.raises(bpeviz.FormatError, match=words):
        load(data)


def test_what_only_changes_the_display_is_a_warning():
    data = byte_level(
        [("a", "b")],
        post_processor={"type": "Sequence", "processors": [{"type": "TemplateProcessing"}]},
        truncation={"max_length": 9},
        decoder={"type": "WordPiece"},
    )
    said = " ".join(load(data).warnings)
    assert "post_processor" in said and "truncation" in said and "WordPiece" in said


def test_places_between_groups_of_three_digits():
    # SuperBPE and OLMo 2 cut numbers so, from the right.
    splits = [
        {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
        for pattern in (r"\p{N}+", r"(?=(\d{3})+(?!\d))")
    ]
    into_bytes = split_into_bytes(use_regex=False)
    data = byte_level([("1", "2")])
    data["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [*splits, into_bytes]}
    tok = load(data)
    assert tok.encode("a 1234567 12") == reference(data)("a 1234567 12")
    assert [tok.cut.parts("a 1234567 12", "text").__next__().chunks] == [
        ["a ", "1", "234", "567", " ", "12"]
    ]
