"""What is written is read as the same tokenizer, or it is refused; with the cases that were wrong.

The numbers are those of the second collection of cases.
"""

import json
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.formats import dumps, problems, recognise
from tests.formats import libraries, texts
from tests.formats.test_huggingface import added, file, load

WRITTEN = ("huggingface", "tiktoken", "minbpe", "gpt2", "subword-nmt")


def codes(text, n, **settings):
    tok = bpeviz.train(text, mode="character", num_merges=n, **settings)
    return tok, dumps(tok, "subword-nmt")["codes.txt"]


def tokens(tok, text):
    return tok.trace(text, unknown="keep").tokens(len(tok.merges))


def test_a_pattern_that_can_match_nothing_is_not_for_minbpe():
    for pattern in (r"\b", r"a*|b", r"(?=x)|\w", "(?<=[a-z])(?=[A-Z])"):
        tok = bpeviz.train("oar camelCase 12", pattern=pattern, num_merges=2)
        with pytest.raises(bpeviz.FormatError, match="empty"):
            dumps(tok, "minbpe")


def test_minbpe_goes_on_with_the_pattern_it_was_made_with():
    for pattern, said in {"gpt4": False, "gpt2": True, r"\w+|\W": True}.items():
        notes = problems(bpeviz.train("low low", pattern=pattern, num_merges=1), "minbpe")
        assert any("RegexTokenizer(pattern)" in note for note in notes) == said


def test_a_zero_character_is_text():
    tok, data = codes("a\0b", 2)
    again = bpeviz.load(data)
    assert tokens(again, "a\0b") == ["a\0b", "</w>"] and len(tok.merges) == 2
    special = bpeviz.train("ab", num_merges=1, special_tokens=["<\0>"])
    assert bpeviz.load(dumps(special, "minbpe")["tokenizer.model"]).special_tokens == {"<\0>": 257}


def test_maltese_letters_are_no_bytes():
    tok, data = codes("ĠaĠa ĠaĠb ċaĊ", 3, end_of_word=None)
    again = bpeviz.load(data)
    assert again.mode == "character"
    assert [m.token for m in again.merges] == ["Ġa", "ĠaĠa", "ĠaĠ"] == [m.token for m in tok.merges]


def test_without_an_end_of_word_none_comes_back():
    tok, data = codes("low lower", 4, end_of_word=None)
    again = bpeviz.load(data)
    assert tokens(again, "low lower") == ["low", "lower"] == tokens(tok, "low lower")
    assert "none is shown" in again.warnings[0]
    assert any("ends each word with </w>" in note for note in problems(tok, "subword-nmt"))


def test_an_end_of_word_that_no_merge_holds_comes_back():
    for more in ({}, {"end_of_word_joined": True}):
        tok, data = codes("low lot", 1, **more)
        again = bpeviz.load(data)
        assert again.end_of_word == "</w>" and again.end_of_word_joined == tok.end_of_word_joined
        assert libraries.subword_nmt({"codes.txt": data})("low") == "lo@@ w"


def test_a_first_code_that_looks_like_a_byte_order_mark():
    tok, data = codes("\ufeffa \ufeffa", 1)
    again = bpeviz.load(data)
    assert [m.token for m in again.merges] == ["\ufeffa"] == [m.token for m in tok.merges]
    assert libraries.subword_nmt({"codes.txt": data})("\ufeffa") == "\ufeffa"
    unmarked = bpeviz.train("\ufeffa", mode="character", num_merges=1, end_of_word=None)
    with pytest.raises(bpeviz.FormatError, match="byte order mark"):
        dumps(unmarked, "subword-nmt")


def test_a_special_token_that_would_be_taken_for_a_byte_is_refused():
    tok = bpeviz.train("ab ab", alphabet="observed", num_merges=1, special_tokens=["0"])
    assert tok.encode("a0", unknown="keep") == [97, -1]
    for format in ("huggingface", "gpt2"):
        with pytest.raises(
            bpeviz.FormatError,
            match=r"another tokenizer: b'0' \(id 257\) would be in its base vocabulary",
        ):
            dumps(tok, format)


def test_ids_of_added_tokens_outside_of_the_vocabulary():
    entries = [added(t, i, special=True) for t, i in (("c", 10), ("X", 11), ("Y", 12))]
    vocabulary = {"a": 0, "b": 1, "ab": 2, "c": 10}
    data = file(vocab=vocabulary, merges=[["a", "b"]], added_tokens=entries)
    tok = load(data)
    assert tok.special_tokens == {"c": 10, "X": 4, "Y": 5}
    assert sum("the newest version" in warning for warning in tok.warnings) == 2
    library = pytest.importorskip("tokenizers").Tokenizer.from_str(json.dumps(data))
    assert tok.encode("cXYab", special="special") == library.encode("cXYab").ids


CHARACTERS = st.text(st.sampled_from("ab0_ \n\0é\ufeffĠĊċ</w>#"), max_size=30)


@settings(max_examples=200, deadline=None)
@given(
    CHARACTERS,
    st.sampled_from(["character", "byte", "regex"]),
    st.integers(0, 8),
    st.sampled_from([None, "observed"]),
    st.sampled_from([None, "_", "</w>", "é"]),
    st.booleans(),
    st.sampled_from([(), ("0",), ("<s>", "a"), ("Ġ",), (" x",)]),
    st.sampled_from(["gpt2", "gpt4", r"\w+", "a*", r"a$|\W+"]),
)
def test_what_is_written_without_a_refusal_is_read_as_the_same(
    text, mode, n, alphabet, marker, joined, specials, pattern
):
    more = {"alphabet": alphabet}
    if mode == "character":
        more |= {"end_of_word": marker, "end_of_word_joined": joined and marker is not None}
    else:
        more |= {"special_tokens": specials, "pattern": pattern}
    tok = bpeviz.train(text, mode=mode, num_merges=n, **more)
    for format in WRITTEN:
        try:
            files = dumps(tok, format)
        except bpeviz.FormatError:
            assert problems(tok, format)
            continue
        assert recognise(dict(files)) == format
        whole = {"tiktoken": tok.pattern or "(?s:.+)", "gpt2": tok.pattern or "(?s:.+)"}
        again = bpeviz.load(dict(files), pattern=whole.get(format))
        if format == "tiktoken" and pattern in (r"\w+", "a*", r"a$|\W+"):
            continue  # There text is dropped that the pattern does not match, and a note says so.
        want, got = tokens(tok, text), tokens(again, text)
        if format == "huggingface" and any(
            "written as a space" in n for n in problems(tok, format)
        ):
            # Only how the end of a word is shown differs, as a note says.
            want, got = (one.encode(text, unknown="keep") for one in (tok, again))
        if format == "subword-nmt":
            want = [t.replace(marker or "\1", "</w>") for t in want]
            got = [t.replace(marker or "\1", "</w>") for t in got]
            if len(text.split(" ")) != len(text.split()):
                continue  # Words end at plain spaces and newlines only there, as a note says.
        if again.trace(text, unknown="keep").gaps == tok.trace(text, unknown="keep").gaps:
            assert got == want


# --- in JavaScript ------------------------------------------------------------------------------

SCRIPT = """
const { Tokenizer } = require("@huggingface/tokenizers");
const { file, texts } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const tokenizer = new Tokenizer(file, {});
const ids = texts.map((t) => tokenizer.encode(t, { add_special_tokens: false }).ids);
console.log(JSON.stringify(ids));
"""


def in_javascript(data, documents):
    """The ids that @huggingface/tokenizers gives, where there is node and the package."""
    node = shutil.which("node")
    known = [node, "-e", "require.resolve('@huggingface/tokenizers')"]
    if not node or subprocess.run(known, capture_output=True, check=False).returncode:
        pytest.skip("node or its package @huggingface/tokenizers is not here")
    payload = json.dumps({"file": json.loads(data), "texts": documents})
    done = subprocess.run(
        [node, "-e", SCRIPT], input=payload, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "settings",
    [
        {"mode": "character"},
        {"mode": "character", "end_of_word_joined": True},
        {"mode": "character", "end_of_word": None},
        {"pattern": "gpt2"},
        {"pattern": "gpt4"},
        {"pattern": "o200k"},
        {"pattern": "qwen3.5"},
        {"mode": "byte", "normalization": "NFC"},
    ],
    ids=lambda settings: "-".join(map(str, settings.values())),
)
def test_a_tokenizer_json_in_javascript(settings):
    corpus = texts.samples()["english.txt"] + texts.samples()["yoruba.txt"]
    tok = bpeviz.train(corpus, num_merges=150, **settings)
    known = [corpus, " a ", "the  rain\n", "rain", *corpus.split("\n")]
    assert in_javascript(dumps(tok, "huggingface")["tokenizer.json"], known) == [
        tok.encode(text) for text in known
    ]


def test_ends_of_words_of_earlier_files_are_read():
    tok = bpeviz.train("low low lower", mode="character", num_merges=4)
    data = json.loads(dumps(tok, "huggingface")["tokenizer.json"])
    assert data["pre_tokenizer"]["behavior"] == "Isolated"
    earlier = data["pre_tokenizer"] | {
        "pattern": {"String": " "},
        "behavior": "MergedWithPrevious",
    }
    again = bpeviz.load(json.dumps(data | {"pre_tokenizer": earlier}).encode())
    assert again.end_of_word == "_" and again.encode("low lower") == tok.encode("low lower")
