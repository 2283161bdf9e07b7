"""Which format a file has, by its content; its name only decides where the content does not."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath

import regex

from ..engine.errors import FormatError
from ..engine.letters import letters_to_bytes
from .files import json_of
from .gpt2 import is_encoder

_RANK_LINE = regex.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3}={1,2})?=? -?\d+")
_TWO_PARTS = regex.compile(r"[^ ]+ [^ ]+")
_JSON_PARTS = {
    "huggingface": regex.compile(r'"model"\s*:\s*\{'),
    "tiktoken-js": regex.compile(r'"bpe_ranks"\s*:'),
    "tekken": regex.compile(r'"token_bytes"\s*:'),
}
# A line of a kind of file that is not BPE, and what is said of it.
_NOT_BPE = (
    (
        regex.compile(r"\[(?:PAD|UNK|CLS|SEP|MASK|unused\d+)\]"),
        "This is a WordPiece vocabulary (vocab.txt, as BERT has it). WordPiece takes the longest token "
        "that fits and has no merges, so there is nothing to step through here.",
    ),
    (
        regex.compile(r"""\d+ b?(?:'.*'|".*") \d+"""),
        "This is a vocabulary of RWKV. It takes the longest token that fits (a trie) and has no "
        "merges, so there is nothing to step through here.",
    ),
)
# vocab.bpe and its encoder.json have gone by these names.
_PAIRS = (("vocab.bpe", "encoder.json"), ("merges.txt", "vocab.json"))


def format_of(text: str, name: str = "") -> str:
    """The format of a text: one that ``load`` reads, or "encoder", a vocabulary without its merges.

    >>> format_of("YQ== 0\\nYg== 1\\n"), format_of("#version: 0.2\\nĠ t\\n")
    ('tiktoken', 'gpt2')
    >>> format_of("hello")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.FormatError: This is not a tokenizer file that is known here. Line 1 is \
'hello'. Known are ...
    """
    lines = [line.removesuffix("\r") for line in text[:20_000].split("\n")][:200]
    for line, why in _NOT_BPE:
        if sum(bool(line.fullmatch(one)) for one in lines[:20]) >= min(3, len(lines)):
            raise FormatError(why)
    if text.lstrip()[:1] in ("{", "["):
        return _json_kind(text)
    if lines[0].strip().startswith("minbpe"):
        return "minbpe"
    body = [line for line in lines if line]
    if not lines[0].startswith("#version"):
        ranks = sum(bool(_RANK_LINE.fullmatch(line)) for line in body)
        if 2 * ranks >= len(body):
            return "tiktoken"
        # The last line may be cut off.
        if 2 * sum(bool(_TWO_PARTS.fullmatch(line)) for line in body) < len(body):
            zero = next((n for n, line in enumerate(lines, 1) if "\0" in line), None)
            if zero:
                raise FormatError(f"Line {zero} holds a zero byte, so this is not a text file.")
            raise FormatError(
                f"This is not a tokenizer file that is known here. Line 1 is {lines[0][:40]!r}. Known "
                "are tokenizer.json, tekken.json, tiktoken's ranks, vocab.bpe, SentencePiece's and "
                "minbpe's .model and subword-nmt codes."
            )
    return _merges_kind(text, name)


def _json_kind(text: str) -> str:
    # Large files are not parsed twice for this.
    for kind, part in _JSON_PARTS.items():
        if part.search(text):
            return kind
    data = json_of(text)
    if is_encoder(data):
        return "encoder"
    raise FormatError(
        "The JSON is not a tokenizer: it has no part 'model', as tokenizer.json has, nor ranks. "
        "Choose the file tokenizer.json."
    )


def _merges_kind(text: str, name: str) -> str:
    """GPT-2's merges and subword-nmt's codes look alike: bytes as letters, or ``</w>``."""
    header = text[: text.find("\n") + 1]
    marked = "</w>" in text
    if ("#version" in header and not header.startswith("#version")) or (
        marked and _in_letters(text)
    ):
        raise FormatError(
            "These are merges of CLIP or its kin: bytes written as letters, with </w> at the ends of "
            "words. The program changes a text in many ways first, which cannot be shown exactly."
        )
    if any(name.endswith(first) for first, _ in _PAIRS):
        return "gpt2"
    # A space or a newline among the letters of bytes; without their header they are Maltese.
    letters = header.startswith("#version: 0.2") and regex.search("[ĠĊ]", text)
    return "gpt2" if letters and not marked else "subword-nmt"


def _in_letters(text: str) -> bool:
    """Whether most symbols that are not ASCII are UTF-8 written as letters.

    >>> _in_letters("c a\\nÃ ©\\nf Ã©</w>"), _in_letters("ł a\\né s\\nĠ a")
    (True, False)
    """
    parts = set(text[:2_000_000].replace("</w>", "").split())
    found = Counter(_as_utf8(part) for part in parts if len(part) > 1 and not part.isascii())
    return found[True] > found[False]


def _as_utf8(symbol: str) -> bool | None:
    """Whether letters are whole characters in UTF-8; None where they are all ASCII."""
    try:
        data = letters_to_bytes(symbol)
        return None if data.isascii() else bool(data.decode("utf-8"))
    except (KeyError, UnicodeDecodeError):
        return False


def companion_names(path: str) -> list[str]:
    """Where the encoder.json of a vocab.bpe may be, best first.

    >>> companion_names("gpt2.vocab.bpe")[0], companion_names("merges.txt")[0]
    ('gpt2.encoder.json', 'vocab.json')
    """
    place = PurePath(path)
    for first, second in _PAIRS:
        if place.name.endswith(first):
            start = place.name.removesuffix(first)
            others = [s for _, s in _PAIRS if s != second]
            return [str(place.with_name(start + s)) for s in (second, *others)]
    return [str(place.with_name(place.name + ".encoder.json"))]
