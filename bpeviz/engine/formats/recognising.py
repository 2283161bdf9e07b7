"""Which format a file has, by its content; its name only decides where the content does not."""

from __future__ import annotations

from pathlib import PurePath

import regex

from ..errors import FormatError
from .files import json_of
from .gpt2 import is_encoder

_RANK_LINE = regex.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3}={1,2})?=? -?\d+")
_TWO_PARTS = regex.compile(r"[^ ]+ [^ ]+")
# vocab.bpe and its encoder.json have gone by these names.
_PAIRS = (("vocab.bpe", "encoder.json"), ("merges.txt", "vocab.json"))


def format_of(text: str, name: str = "", *, alone: bool = True) -> str:
    """The format of a text: "huggingface", "tiktoken", "minbpe", "gpt2" or "subword-nmt".

    With ``alone=False`` also "encoder": a vocabulary that needs its merges.

    >>> format_of("YQ== 0\\nYg== 1\\n"), format_of("#version: 0.2\\nĠ t\\n")
    ('tiktoken', 'gpt2')
    >>> format_of("hello")
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.FormatError: This is not a tokenizer file that is known here. Line 1 is \
'hello'. Known are tokenizer.json, .tiktoken, vocab.bpe, minbpe's .model and subword-nmt codes.
    """
    if text.lstrip()[:1] in ("{", "["):
        kind = _json_kind(text)
        if kind == "encoder" and alone:
            raise FormatError(
                "This is a vocabulary without merges (encoder.json or vocab.json). Give the merges "
                "that belong to it, too: vocab.bpe or merges.txt."
            )
        return kind
    lines = [line.removesuffix("\r") for line in text[:20_000].split("\n")][:200]
    if lines[0].strip().startswith("minbpe"):
        return "minbpe"
    body = [line for line in lines if line]
    if not lines[0].startswith("#version"):
        ranks = sum(bool(_RANK_LINE.fullmatch(line)) for line in body)
        if 2 * ranks >= len(body):
            return "tiktoken"
        # The last line may be cut off.
        if 2 * sum(bool(_TWO_PARTS.fullmatch(line)) for line in body) < len(body):
            raise FormatError(
                f"This is not a tokenizer file that is known here. Line 1 is {lines[0][:40]!r}. Known "
                "are tokenizer.json, .tiktoken, vocab.bpe, minbpe's .model and subword-nmt codes."
            )
    return _merges_kind(text, name)


def _json_kind(text: str) -> str:
    # Large files are not parsed twice for this.
    if regex.search(r'"model"\s*:\s*\{', text):
        return "huggingface"
    data = json_of(text)
    if is_encoder(data):
        return "encoder"
    raise FormatError(
        "The JSON is not a tokenizer.json: it has no part 'model'. Choose the file tokenizer.json."
    )


def _merges_kind(text: str, name: str) -> str:
    """GPT-2's merges and subword-nmt's codes look alike: bytes as letters, or ``</w>``."""
    if any(name.endswith(first) for first, _ in _PAIRS):
        return "gpt2"
    if "</w>" in text:
        return "subword-nmt"
    # A space or a newline among the letters of bytes.
    return "gpt2" if regex.search("[ĠĊ]", text) else "subword-nmt"


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
