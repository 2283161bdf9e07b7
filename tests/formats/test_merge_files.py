"""GPT-2's pair of files, minbpe's .model and subword-nmt's codes."""

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import bpeviz
from tests.engine import reference
from tests.formats import libraries
from tests.formats.joining import joined

# --- GPT-2 --------------------------------------------------------------------------------------

MERGES = "#version: 0.2\nh e\nĠ he\n# #\n"


def test_ids_by_the_rule():
    tok = bpeviz.load(MERGES.encode())
    # Bytes in the order of their letters: "!" first, the space (Ġ) at 220.
    assert tok.encode("! he##") == [0, 257, 258]
    assert tok.encode(" ") == [220] and len(tok.vocabulary) == 259


def test_ids_by_the_encoder_and_its_special_token():
    rule = bpeviz.load(MERGES.encode())
    letters = json.loads(bpeviz.formats.dumps(rule, "gpt2")["encoder.json"])
    encoder = {token: 258 - number for token, number in letters.items()} | {"<|end|>": 300}
    tok = bpeviz.load(MERGES.encode(), encoder=json.dumps(encoder).encode())
    assert tok.encode("! he##") == [258, 1, 0]
    assert tok.special_tokens == {"<|end|>": 300}
    assert tok.encode("he<|end|>", special="special") == [2, 300]
    same = bpeviz.load({"merges.txt": MERGES.encode(), "vocab.json": json.dumps(encoder).encode()})
    assert same.encode("! he##") == [258, 1, 0]


@pytest.mark.parametrize(
    "names",
    [
        ("vocab.bpe", "encoder.json"),
        ("small.vocab.bpe", "small.encoder.json"),
        ("merges.txt", "vocab.json"),
        ("vocab.bpe", "vocab.json"),
    ],
)
def test_the_encoder_is_found_beside_the_merges(names, tmp_path):
    encoder = {chr(c): c for c in range(33, 127)} | {"he": 7000, "Ġ": 0, "Ġhe": 7001, "##": 7002}
    (tmp_path / names[0]).write_text(MERGES, "utf-8")
    (tmp_path / names[1]).write_text(json.dumps(encoder), "utf-8")
    assert bpeviz.load(tmp_path / names[0]).encode(" he") == [7001]


def test_gpt2_takes_the_last_of_two_equal_merges():
    tok = bpeviz.load(b"x y\ny z\nx y\n", "gpt2")
    assert [tok.vocabulary[i] for i in tok.encode("xyz")] == [b"x", b"yz"]
    assert "twice" in tok.warnings[0]


PAIRS = st.lists(
    st.tuples(*[st.text("ab", min_size=1, max_size=4)] * 2), min_size=1, max_size=10, unique=True
)


@settings(max_examples=100, deadline=None)
@given(PAIRS, st.lists(st.text("ab", max_size=16), max_size=4))
def test_a_pair_is_merged_everywhere_before_the_next_is_looked_for(pairs, texts):
    """As GPT-2's own program does; merges may use what later ones make."""
    products = {left + right for left, right in pairs} | set("ab")
    lines = "".join(f"{left} {right}\n" for left, right in pairs)
    if not all(part in products for pair in pairs for part in pair):
        with pytest.raises(bpeviz.FormatError, match="needs the token"):
            bpeviz.load(lines.encode(), "gpt2")
        return
    tok = bpeviz.load(lines.encode(), "gpt2")
    for step in range(len(pairs) + 1):
        ranks = {pair: (rank, "".join(pair)) for rank, pair in enumerate(pairs[:step])}
        for text in texts:
            want = reference.encode(list(text), ranks)
            assert [t.decode() for t in tok.trace(text).tokens(step)] == want


# --- minbpe -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        # Case C70, and others.
        ("minbpe v1\n\n1\n300 <|e|>\n104 101\n", 4),
        ("minbpe v1\n\n0\n104 999\n", 4),
        ("minbpe v1\n\n0\n104 101\n256\n", 5),
        ("minbpe v1\n\n0\n104 101\n\n256 97\n", 5),
        ("minbpe v1\n\n0\n104 -1\n", 4),
        ("minbpe v1\n\nx\n", 3),
        ("minbpe v1\n\n" + "9" * 5000 + "\n", 3),
        ("minbpe v1\n\n9\n<|e|> 300\n", 3),
        ("minbpe v1\n([\n0\n104 101\n", 2),
        ("minbpe v2\n\n0\n", 1),
    ],
)
def test_a_bad_model_names_the_line(text, line):
    with pytest.raises(bpeviz.FormatError, match=f"Line {line} "):
        bpeviz.load(text.encode())


def test_minbpe_models_are_read():
    tok = bpeviz.load(b"minbpe v1\n\n1\n<|end of text|> 259\n104 101\n")
    assert tok.mode == "byte" and tok.special_tokens == {"<|end of text|>": 259}
    assert tok.encode("he<|end of text|>", special="special") == [256, 259]
    pattern = bpeviz.PATTERNS["gpt4"].encode()
    crlf = bpeviz.load(b"\xef\xbb\xbfminbpe v1\r\n" + pattern + b"\r\n0\r\n104 101\r\n256 121")
    assert crlf.pattern == "gpt4" and crlf.encode("hey") == [257]


def test_minbpe_strips_the_pattern_and_drops_what_it_does_not_match():
    model = b"minbpe v1\n\\w+ \n0\n104 101\n"
    tok = bpeviz.load(model)
    assert tok.pattern == r"\w+" and "white space" in tok.warnings[0]
    want = libraries.minbpe({"tokenizer.model": model})("he he!")
    assert tok.encode("he he!") == want == [256, 256]


# --- subword-nmt --------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text("ab\u2028", min_size=1, max_size=3),
            st.text("ab\u2028", max_size=3),
            st.sampled_from(["", "</w>"]),
        ).filter(lambda t: t[1] + t[2]),
        min_size=1,
        max_size=10,
    ),
    st.sampled_from(["", "#version: 0.1\n", "#version: 0.2\n"]),
    st.text("ab\u2028 c\u00a0", max_size=25),
)
def test_random_codes_cut_as_subword_nmt_does(pairs, header, text):
    codes = header + "".join(f"{left} {right}{end}\n" for left, right, end in pairs)
    # A file of nothing but white space is taken for an empty one.
    assume(codes.strip())
    apply = libraries.subword_nmt({"codes.txt": codes.encode()})
    tok = bpeviz.load(codes.encode(), "subword-nmt")
    assert joined(tok, text) == apply(text)


def test_a_last_line_of_separators_is_a_merge():
    tok = bpeviz.load("#version: 0.1\n\u2028 \u2028\n".encode(), "subword-nmt")
    assert tok.trace("\u2028\u2028", unknown="keep").tokens(1) == ["\u2028\u2028", "</w>"]


def test_codes_of_the_cases():
    # Case C27.
    def apply(data):
        return joined(bpeviz.load(data), "lower")

    assert apply(b"#version: 0.2\r\nl o\r\nlo w\r\n") == "low@@ e@@ r"
    assert apply(b"\xef\xbb\xbf#version: 0.2\nl o\n") == "lo@@ w@@ e@@ r"
    assert apply(b"e r\ner </w>\n") == "l@@ o@@ w@@ er"
    for data, line in (
        (b"#version: 0.2\n\nl o\n", 2),
        (b"#version: 0.2\nlow\n", 2),
        (b"#version: 0.2\nl o w\n", 2),
        (b"#version: 0.3\nl o\n", 1),
    ):
        with pytest.raises(bpeviz.FormatError, match=f"Line {line} "):
            bpeviz.load(data)


def test_a_final_symbol_is_not_used_inside_a_word():
    # Case C20.
    tok = bpeviz.load(b"#version: 0.2\nn d</w>\na nd</w>\ns and</w>\n")
    words = {w: joined(tok, w) for w in ("and", "sand", "ands", "an", "handy")}
    assert words == {
        "and": "and", "sand": "sand", "ands": "a@@ n@@ d@@ s", "an": "a@@ n",
        "handy": "h@@ a@@ n@@ d@@ y",
    }  # fmt: skip


def test_unknown_characters_are_kept_and_the_first_of_two_equal_codes_counts():
    # Cases C29, C68.
    tok = bpeviz.load(b"#version: 0.2\nl o\n")
    assert tok.trace("l\u00f6w lo", unknown="keep").tokens(1) == ["l", "ö", "w</w>", "l", "o</w>"]
    with pytest.raises(bpeviz.UnknownSymbolError, match="'ö'"):
        tok.encode("löw")
    twice = bpeviz.load(b"x y\ny z</w>\nx y\n")
    assert joined(twice, "xyz") == "xy@@ z" and "first" in twice.warnings[-1]


def test_words_are_cut_at_spaces_and_newlines_only():
    # Case C25.
    tok = bpeviz.load(b"a b\n")
    text = "a\u00a0b c\u2028d  e\u001cf\r\n \r g\rh\n"
    trace = tok.trace(text, unknown="keep")
    words = [trace.text[s:e] for s, e in word_spans(trace)]
    assert words == ["a\u00a0b", "c\u2028d", "e\u001cf", "g\rh"]


def word_spans(trace):
    spans = trace.spans(0)
    return [(spans[start][0], spans[end - 1][1]) for start, end in trace.chunks]


def test_merges_of_symbols_that_nothing_makes():
    tok = bpeviz.load(b"#version: 0.2\nl o\nxy z\n")
    assert "'xy'" in tok.warnings[0]
    assert joined(tok, "loxyz") == "lo@@ x@@ y@@ z"
