"""Rank files against tiktoken itself."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.formats import dumps
from bpeviz.formats.unmerged import unmerged_tokens
from tests.formats import libraries

BYTES = [bytes([b]) for b in range(256)]


def content(ranks):
    """A rank file: token -> rank."""
    return "".join(f"{base64.b64encode(t).decode()} {r}\n" for t, r in ranks.items()).encode()


def ranks_from(tokens):
    return {token: rank for rank, token in enumerate(dict.fromkeys([*BYTES, *tokens]))}


@st.composite
def rank_files(draw):
    """Ranks in any order, with gaps, with tokens that nothing makes."""
    letters = draw(st.sampled_from([b"ab", b"abc", b"a", b" ab1"]))
    parts = [bytes([b]) for b in letters]
    for _ in range(draw(st.integers(1, 12))):
        made = draw(st.sampled_from(parts)) + draw(st.sampled_from(parts))
        free = bytes(draw(st.lists(st.sampled_from(letters), min_size=2, max_size=6)))
        parts.append(draw(st.sampled_from([made, made, made, free])))
    new = draw(st.permutations([p for p in dict.fromkeys(parts) if len(p) > 1]))
    tokens = draw(st.sampled_from([[*BYTES, *new], [*new, *BYTES]]))
    step = draw(st.integers(1, 3))
    texts = st.text(st.sampled_from([*letters.decode() * 4, "é", " "]), max_size=30)
    return {token: step * rank for rank, token in enumerate(tokens)}, draw(
        st.lists(texts, max_size=5)
    )


@settings(max_examples=150, deadline=None)
@given(rank_files(), st.sampled_from(["gpt2", "cl100k", r"\w+|\s", "(?s:.+)", "a+|b"]))
def test_random_ranks_give_the_ids_of_tiktoken(ranks_and_texts, pattern):
    ranks, texts = ranks_and_texts
    file = {"x": content(ranks)}
    encode = libraries.tiktoken(file, bpeviz.PATTERNS.get(pattern, pattern))
    try:
        tok = bpeviz.load(file["x"], pattern=pattern)
    except bpeviz.FormatError as error:
        assert "no merges to show" in str(error)
        return
    again = bpeviz.load(dumps(tok, "tiktoken")["tokenizer.tiktoken"], pattern=pattern)
    for text in texts:
        trace = tok.trace(text)
        assert trace.ids(trace.steps) == encode(text) == again.encode(text)
        for step in range(trace.steps + 1):
            ids = trace.ids(step)
            assert trace.token_counts[step] == len(ids)
            assert tok.decode(ids) == tok.decode(trace.ids(0))


def test_a_token_that_no_pair_makes_is_taken_whole():
    # Case C64.
    tok = bpeviz.load(content(ranks_from([b"ab", b"bcd", b"abcd"])), pattern="gpt2")
    tokens = {text: tok.trace(text).tokens(1) for text in ("abcd", "xabcd", "bcd")}
    assert tokens == {"abcd": [b"abcd"], "xabcd": [b"x", b"ab", b"c", b"d"], "bcd": [b"bcd"]}
    assert unmerged_tokens(tok.trace("abcd")) == [(0, 4, 1, 258)]
    assert any("two others: 2" in warning for warning in tok.warnings)


def test_a_pair_made_of_a_higher_rank():
    ranks = ranks_from([b"abc", b"ab"])
    tok = bpeviz.load(content(ranks), pattern="gpt2")
    assert tok.encode("xabc") == libraries.tiktoken({"x": content(ranks)}, r"\w+")("xabc")
    assert [(m.left, m.right, m.id) for m in tok.merges] == [(257, 99, 256), (97, 98, 257)]


def test_long_tokens_are_found_as_short_ones_are():
    tokens = [b"a" * 2**k for k in range(1, 10)]
    tok = bpeviz.load(content(ranks_from([*tokens, b"a" * 100 + b"b"])), pattern="(?s:.+)")
    assert [m.token for m in tok.merges] == tokens
    assert len(tok.encode("a" * 10_000)) == 19 + 2  # 19 of 512, then 256 and 16


def test_the_empty_token_of_a_published_file():
    tok = bpeviz.load(b"YQ== 0\nYg== 1\nYWI= 2\n= 3\n", pattern="gpt2")
    assert tok.vocabulary[3] == b"" and tok.decode([2, 3]) == "ab"


def test_the_pattern_is_guessed_with_a_warning():
    tok = bpeviz.load(content(ranks_from([b"ab"])))
    assert tok.pattern == "cl100k" and "chosen" in tok.warnings[0]
    with pytest.raises(bpeviz.PatternError, match="position"):
        bpeviz.load(content(ranks_from([b"ab"])), pattern="([")


def test_of_a_pattern_of_ones_own_only_the_matches_count():
    file = {"x": content(ranks_from([b"ab"]))}
    tok = bpeviz.load(file["x"], pattern=r"\w+")
    trace = tok.trace("ab, ab")
    assert trace.ids(1) == libraries.tiktoken(file, r"\w+")("ab, ab") == [256, 256]
    assert trace.text == "ab, ab" and trace.gaps == [(2, ", ")]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        # Case C62.
        ("YQ== 0\nYg== 1\nYWI= 2\n", {0: b"a", 1: b"b", 2: b"ab"}),
        ("YQ== 0\nYg== 1", {0: b"a", 1: b"b"}),
        ("YQ== 0\r\nYg== 1\r\n", {0: b"a", 1: b"b"}),
        ("YQ== 0\nYg== 7\n", {0: b"a", 7: b"b"}),
        ("<html>\n<body>Blocked</body>\n", "Line 1 begins a web page"),
        ("!!! 0\nYg== 1\n", "Line 1 has '!!!', which is not base64"),
        ("YQ== 0\nYg== 0\n", "Line 2 has the rank 0, as line 1"),
        ("YQ== 0\nYQ== 1\n", "Line 2 has the token b'a', as line 1"),
        ("YQ== -1\n", "Line 1 has the rank '-1'"),
        ("YQ== 0\nYg== 4294967296\n", "Line 2 .* 0 to 4,294,967,295"),
        ("YQ== 0\nYg== 1 2\nYWI= 2\n", "Line 2 is"),
        ("YQ== 0\nYg== ٣\nYWI= 2\n", "Line 2 has the rank"),
    ],
)
def test_good_and_bad_files(text, want):
    if isinstance(want, dict):
        assert bpeviz.load(text.encode()).vocabulary == want
        return
    with pytest.raises(bpeviz.FormatError, match=want):
        bpeviz.load(text.encode())
    if "html" not in text:
        with pytest.raises(bpeviz.FormatError, match=want):
            bpeviz.load(text.encode(), "tiktoken")
