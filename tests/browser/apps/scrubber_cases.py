"""Texts and tokenizers for the scrubber's tests, small enough to check at every step."""

from functools import cache
from typing import Any

import bpeviz
from bpeviz.views.payload import document_payload, tokenizer_payload

WORDS = "The low lower lowest newest widest\nlow lows  newer\twider\n"
YORUBA = "E nilo lati dọ̀bálẹ̀ kí ẹ tó sọ̀rọ̀ pẹ̀lú àwọn àgbà.\nỌjọ́ dára, ọjọ́ dára púpọ̀.\n"
HOSTILE = (
    '<img src=x onerror="document.title=1"> &amp; "q" \'s\' ${x} $y$ *z* _u_ `v` </i></span>\n' * 2
)
SIGNS = "a\tb c  d\ne\u200bf g\u202eh \u0301i \u00a0j k\x00l \U0001f468\u200d\U0001f469\u200d\U0001f467 m\n"
RUNS = "aaaaaaa aaa aaaa aab aaaaaaaaaaa\naaaaa\n"
MIXED = "שלום hello مرحبا بالعالم नमस्ते 👍🏽 𝔘𝔫𝔦 日本語 e\u0301\n" * 2
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
