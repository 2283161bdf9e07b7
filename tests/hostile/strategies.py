"""Hypothesis strategies for what people may bring: texts, patterns, settings, files, addresses.

They lean towards what has broken programs before: halves of surrogate pairs, controls, direction
marks, heaps of accents, the characters that the engine uses inside, runs, one very long line.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from hypothesis import strategies as st

from bpeviz import PATTERNS
from bpeviz.engine.base import END, SEPARATOR

ANY_CHARACTER = st.characters(exclude_categories=())
NASTY = [
    "\0", "\r", "\r\n", "\n\n", "\t", "\x1b[31m", "\x7f", "\x85", "\u2028", "\ufeff", "\ufffe",
    "\ud800", "\udc00", "\udfff\ud800", "\ud83d", END, SEPARATOR, "\U0001fffe", "\ue000",
    "\u202eabc\u202c", "\u2066\u2067", "\u200b", "\u200d", "\u00ad", "\u0301", "\u0e33",
    "👩\u200d👩\u200d👧", "🇳🇬🇳", "ﬁ", "ß", "İ", "ọ̀", "o\u0323\u0300", "a" + "\u0336\u0315" * 40, "한",
    "</w>", "@@ ", "_", "<|endoftext|>", "<script>alert(1)</script>", "$x^2$", "**b**", "[a](b)",
    "=1+1", "%s{0}", "\\n", "' \"", "`", " ", "  ", "\u3000", "\u00a0", "0", "٣", "٪",
]  # fmt: skip
PIECES = st.one_of(
    st.sampled_from(NASTY),
    st.text(ANY_CHARACTER, max_size=8),
    st.text(st.sampled_from("ab "), max_size=30),
    st.builds(lambda piece, n: piece * n, st.sampled_from(["a", "ab", "é", " ", "\u0301", "\n"]),
              st.integers(2, 300)),
)  # fmt: skip


def texts(pieces: int = 12) -> st.SearchStrategy[str]:
    """Any text that can be in a Python string, of up to so many pieces."""
    return st.lists(PIECES, max_size=pieces).map("".join)


def long_lines(size: int = 1_000_000) -> st.SearchStrategy[str]:
    """So many characters without a line break: one piece, again and again."""
    repeated = st.sampled_from(
        ["a", "ab", "ọ̀", "low lower ", "\ud83d", "\u0301", "漢字", "1", "👍🏽"]
    )
    return repeated.map(lambda piece: (piece * (size // len(piece) + 1))[:size])


# --- patterns -----------------------------------------------------------------------------------

_ATOMS = st.one_of(
    st.sampled_from([
        ".", r"\p{L}", r"\s", r"\S", "[a-z]", "[^ ]", "a", " ?", r"\b", "^", "$", r"\X", "(?i:a)", "",
        r"\G", "(?=a)", "(?!b)", "(?<=a)", "(?<!b)", "a|", "(a)", r"(?:a|b)", r"\1", "(?R)", "(?r)",
        "(?V1)", r"\K", "(*SKIP)", "{", "[", "(", ")", "*", "(?P<n>a)", r"(?P=n)", r"\N{DIGIT ONE}",
        "(?b)(?:ab){e<=1}", "(?>a+)", r"\p{Nope}", "\\", "[[a-z]--[aeiou]]", "(?#", "(?&n)", "\ud800",
    ]),
    st.text(ANY_CHARACTER, max_size=3),
)  # fmt: skip
_REPEATS = st.sampled_from(
    ["", "", "+", "*", "?", "++", "*+", "+?", "{2}", "{1,3}", "{0,9999}", "{3,1}"]
)
_RUNAWAY = st.sampled_from(
    ["(a+)+$", "(a|a)*b", "(.*)*c", r"(\s+)+x", "((a*)*)*b", "(?:a?){60}a{60}"]
)


def patterns() -> st.SearchStrategy[str]:
    """Split patterns of a person's own: right, wrong, and such that never end."""
    parts = st.builds(str.__add__, _ATOMS, _REPEATS)
    own = st.lists(parts, max_size=6).map("".join)
    wrapped = own.map(lambda inner: f"({inner})+")
    return st.one_of(own, own, wrapped, _RUNAWAY, st.sampled_from(sorted(PATTERNS)))


# --- settings -----------------------------------------------------------------------------------

_NUMBERS = st.one_of(st.integers(-2, 40), st.sampled_from([256, 257, 300, 10**6, 2**31, 10**30]))
_TOKENS = st.lists(st.one_of(st.sampled_from(NASTY), texts(2)), max_size=4)


def settings() -> st.SearchStrategy[dict[str, Any]]:
    """Keyword arguments for ``bpeviz.train``; most make sense, some do not."""
    mode = st.sampled_from(["character", "byte", "regex", "regex", "bytes"])
    return st.fixed_dictionaries(
        {"mode": mode, "num_merges": st.integers(-1, 60)},
        optional={
            "vocab_size": st.none() | _NUMBERS,
            "pattern": patterns(),
            "normalization": st.sampled_from([None, "NFC", "NFD", "NFKC", "NFKD", "nfc", "NFX"]),
            "alphabet": st.one_of(
                st.sampled_from([None, "observed", "lowercase", "latin-1", "nonsense"]), _TOKENS
            ),
            "end_of_word": st.none() | st.sampled_from(["", "_", "</w>", END, "\ud83d", "ab" * 9]),
            "end_of_word_joined": st.booleans(),
            "default_tokens": _TOKENS,
            "special_tokens": _TOKENS,
            "tie_break": st.sampled_from(
                ["first-seen", "smallest-ids", "largest-symbols", "random"]
            ),
            "min_count": st.integers(-1, 5),
        },
    )


# --- tables, addresses, files -------------------------------------------------------------------


def csv_texts() -> st.SearchStrategy[str]:
    """CSV files for the language page, nearly right ones among them."""
    cell = st.one_of(texts(3), texts(3).map(lambda text: '"' + text.replace('"', '""') + '"'))
    head = st.sampled_from(
        ["language,text", "Language;Text;x", "text\tlanguage", "text", "", '"', "\ufeff"]
    )
    rows = st.lists(st.lists(cell, min_size=1, max_size=3), max_size=5)
    separator = st.sampled_from(",;\t")
    table = st.builds(lambda h, s, rs: "\n".join([h, *map(s.join, rs)]), head, separator, rows)
    return st.one_of(table, texts())


_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts(2)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(texts(2), inner, max_size=3)
    ),
    max_leaves=6,
)


def address_words() -> st.SearchStrategy[str]:
    """Values in an address: texts, packed texts that were cut or changed, JSON, numbers."""
    changed = st.builds(
        lambda head, text: head + text,
        st.sampled_from(["~", "~~", "~eJw", "[", "{", '"', "-", "1e"]),
        st.text(st.characters(codec="ascii"), max_size=20),
    )
    number = st.one_of(_NUMBERS, st.floats()).map(str) | st.just("9" * 5000)
    plain = st.one_of(texts(3), changed, number, st.just("[" * 100_000))
    return st.one_of(plain, _JSON.map(partial(json.dumps, ensure_ascii=False)))


def session_files(known: st.SearchStrategy[str]) -> st.SearchStrategy[bytes]:
    """JSON that claims to be a session, with any values in it; also bytes that are none."""
    head = {"program": st.just("bpeviz session"), "version": st.sampled_from([1, 1, 1, 2, "1"])}
    fields = st.fixed_dictionaries(
        head,
        optional={
            "page": known | _JSON,
            "sample": st.sampled_from(["english", "yoruba"]) | _JSON,
            "text": _JSON,
            "file": _JSON,
            "step": _JSON | _NUMBERS,
            "settings": st.dictionaries(known, _JSON, max_size=4) | _JSON,
            "more": _JSON,
        },
    )
    good = fields.map(lambda content: json.dumps(content).encode())
    return st.one_of(good, good.flatmap(mutated), st.binary(max_size=50))


@st.composite
def mutated(draw: st.DrawFn, content: bytes, most: int = 4) -> bytes:
    """A file with a few places cut out, doubled, overwritten or moved."""
    for _ in range(draw(st.integers(1, most))):
        start = draw(st.integers(0, len(content)))
        end = draw(st.integers(start, min(len(content), start + 40)))
        new = draw(
            st.one_of(
                st.just(b""),
                st.just(content[start:end] * 2),
                st.binary(max_size=6),
                st.sampled_from(
                    [b"\n", b" ", b'"', b"{", b"[", b"-1", b"1e9", b"null", b"\\ud800"]
                ),
                st.integers(0, 10**9).map(lambda n: str(n).encode()),
            )
        )
        content = content[:start] + new + content[end:]
    return content
