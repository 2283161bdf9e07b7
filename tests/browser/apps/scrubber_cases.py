"""Texts and tokenizers for the scrubber's tests, small enough to check at every step."""

import json
from base64 import b64encode
from functools import cache
from typing import Any

import tokenizers
import tokenizers.models
import tokenizers.pre_tokenizers
import tokenizers.trainers

import bpeviz
from bpeviz.app.corpus.samples import samples
from bpeviz.views.payload import document_payload, tokenizer_payload

WORDS = "The low lower lowest newest widest\nlow lows  newer\twider\n"
YORUBA = "E nilo lati dọ̀bálẹ̀ kí ẹ tó sọ̀rọ̀ pẹ̀lú àwọn àgbà.\nỌjọ́ dára, ọjọ́ dára púpọ̀.\n"
HOSTILE = (
    '<img src=x onerror="document.title=1"> &amp; "q" \'s\' ${x} $y$ *z* _u_ `v` </i></span>\n' * 2
)
SIGNS = "a\tb c  d\ne\u200bf g\u202eh \u0301i \u00a0j k\x00l \U0001f468\u200d\U0001f469\u200d\U0001f467 m\n"
RUNS = "aaaaaaa aaa aaaa aab aaaaaaaaaaa\naaaaa\n"
MIXED = "שלום hello مرحبا بالعالم नमस्ते 👍🏽 𝔘𝔫𝔦 日本語 e\u0301\n" * 2
# A merge reaches over the newlines in byte mode.
CROSSING = "سلام\nनमस्ते\n👍🏽 hello\n" * 4
RIGHT_TO_LEFT = "שלום עולם שלום שלום\nhello שלום world\nשלום hello שלום\n"


def _long() -> str:
    """About 50,000 tokens of made-up words, most of them rare."""
    syllables = ["ba", "ke", "lo", "mi", "nu", "ra", "sho", "ti", "ve", "zan", "qua", "pe"]
    words, state = [], 1
    for i in range(26_000):
        word = ""
        for _ in range(2 + i % 3):
            state = (state * 1103515245 + 12345) % 2**31
            word += syllables[(state >> 16) % len(syllables)]
        words.append(word + ("\n" if i % 14 == 13 else " "))
    return "".join(words)


def _trace(text: str, num_merges: int = 40, corpus: Any = None, **settings: Any) -> bpeviz.Trace:
    return bpeviz.train(corpus or text, num_merges=num_merges, **settings).trace(
        text, unknown="keep"
    )


def _sample(name: str, **settings: Any) -> bpeviz.Trace:
    return _trace(samples()[name].text, 300, **settings)


def _of_file(data: bytes, text: str) -> bpeviz.Trace:
    more = {} if data.startswith(b"{") else {"pattern": "gpt2"}
    return bpeviz.load(data, **more).trace(text, special="special", unknown="keep")


def _unknown_file() -> bytes:
    """A file of Hugging Face's library, trained by it: what it does not know becomes [UNK]."""
    made = tokenizers.Tokenizer(tokenizers.models.BPE(unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=12, special_tokens=["[UNK]"])
    made.train_from_iterator(["ab abc cab ab cabab bca"], trainer)
    return made.to_str().encode()


def _rank_file() -> bytes:
    """Ranks with tokens that no merge makes, and with parts that rank above what they make."""
    more = [b"abb", b"bb", b"abbc", b"bbb", b"cab", b"bcd", b"abcd"]
    tokens = [*(bytes([byte]) for byte in range(256)), *more]
    return b"".join(b64encode(token) + b" %d\n" % rank for rank, token in enumerate(tokens))


def _late_file() -> bytes:
    """Merges out of order: parts that later merges make, and one product of two merges."""
    merges = [["ab", "c"], ["a", "b"], ["a", "bc"], ["b", "c"], ["abc", "ab"], ["a", "ab"]]
    tokens = dict.fromkeys(["a", "b", "c", " ", "\n", *map("".join, merges)])
    model = {
        "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
        "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
        "vocab": {token: i for i, token in enumerate(tokens)}, "merges": merges,
    }  # fmt: skip
    parts = {"version": "1.0", "added_tokens": [], "normalizer": None, "pre_tokenizer": None}
    return json.dumps(parts | {"model": model}).encode()


#: How ties are decided where not by the first appearance; None: a file has no rule.
RULES = {
    "yoruba-nfd": "largest-symbols",
    "english-bytes": "smallest-ids",
    "english-words": "huggingface",
    "file-unknown": None,
    "file-ranks": None,
    "file-late": None,
}
CASES = {
    "plain": lambda: _trace(WORDS, mode="regex"),
    "bytes": lambda: _trace(WORDS, mode="byte"),
    "characters": lambda: _trace(WORDS, mode="character"),
    "joined": lambda: _trace(WORDS, mode="character", end_of_word="</w>", end_of_word_joined=True),
    "no-marker": lambda: _trace(WORDS, mode="character", end_of_word=None),
    "unknown": lambda: _trace(
        "low señor lower", corpus=WORDS, mode="character", alphabet="lowercase"
    ),
    "observed": lambda: _trace("low señor", corpus=WORDS, mode="regex", alphabet="observed"),
    "observed-special": lambda: bpeviz.train(
        "low <s> low", mode="byte", num_merges=3, alphabet="observed", special_tokens=["<s>"]
    ).trace("low<s>lo", special="special"),
    "yoruba": lambda: _trace(YORUBA, mode="regex"),
    "yoruba-bytes": lambda: _trace(YORUBA, mode="byte"),
    "yoruba-characters": lambda: _trace(YORUBA, mode="character"),
    "hostile": lambda: _trace(HOSTILE, mode="regex"),
    "signs": lambda: _trace(SIGNS, 0, mode="character", end_of_word=None),
    "signs-bytes": lambda: _trace(SIGNS, 30, mode="byte"),
    "runs": lambda: _trace(RUNS, mode="byte"),
    "one-letter": lambda: _trace("a" * 5000, 12, mode="byte"),
    "mixed": lambda: _trace(MIXED, mode="regex"),
    "right-to-left": lambda: _trace(RIGHT_TO_LEFT, mode="regex"),
    "documents": lambda: bpeviz.train(["low low", "lower"], mode="byte", num_merges=4).trace(
        ["low", "lower é", "low"]
    ),
    "no-merges": lambda: _trace("abc", 0, mode="byte"),
    "one": lambda: _trace("a", 2, corpus="aab aab", mode="byte"),
    "empty": lambda: _trace("", 2, corpus="aab aab", mode="byte"),
    "default": lambda: _sample("english"),
    "yoruba-nfd": lambda: _sample("yoruba", normalization="NFD", tie_break="largest-symbols"),
    "english-bytes": lambda: _sample("english", mode="byte", tie_break="smallest-ids"),
    "english-words": lambda: _sample("english", mode="character", tie_break="huggingface"),
    "file-unknown": lambda: _of_file(_unknown_file(), "axbycab é ab\nзab xab! cabab"),
    "file-ranks": lambda: _of_file(_rank_file(), "abcabc abbc bbb abc\nabbc abcd bbb cab abbc"),
    "file-late": lambda: _of_file(_late_file(), "abab abcabc cab\nbcabc aab abcab"),
    "crossing": lambda: _trace(CROSSING, 60, mode="byte"),
    "once": lambda: _trace(WORDS, 60, mode="regex"),
    "long": lambda: _trace(_long(), 1000, mode="regex"),
}


@cache
def trace(name: str) -> bpeviz.Trace:
    return CASES[name]()


@cache
def payloads(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    made = trace(name)
    tokenizer = tokenizer_payload(made.tokenizer, f"t-{name}")
    return tokenizer, document_payload(made, f"d-{name}")


def title(name: str) -> str:
    return f"{name} <b>$x$</b>"
