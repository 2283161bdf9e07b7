"""GPT-2's pair of files: vocab.bpe with the merges, encoder.json with the ids. Reads and writes.

Bytes are written as letters (see ``letters``), a merge a line. Without encoder.json the ids follow
from GPT-2's own numbering: the bytes in the order of their letters, then 256 + k for merge k. The
files do not hold the split pattern, which is GPT-2's unless the tokens tell another. Hugging Face's
merges.txt and vocab.json are the same pair by other names.

Source: the release of GPT-2 (2019).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import regex

from ..engine.base import UNKNOWN
from ..engine.errors import FormatError
from ..engine.letters import BYTE_ORDER, bytes_to_letters
from ..engine.tokenizer import Tokenizer
from . import loaded
from .added_tokens import AddedToken
from .files import bad_line, json_of, lines_of, numbered, shown
from .guessing import guess, said
from .loaded import FileCut
from .merging import Progress, last_of_each, letter_base, rules_of, token_bytes
from .splits import Split

NAME = "GPT-2 vocab.bpe and encoder.json"
# An entry that no merge makes and that looks so is a special token.
_SPECIAL = regex.compile(r"<.+>|\[[A-Z]+\]")


def read(
    text: str,
    encoder: str | None = None,
    pattern: str | None = None,
    progress: Progress | None = None,
) -> Tokenizer:
    """Read vocab.bpe, and encoder.json if it is there.

    >>> tok = read("#version: 0.2\\nh e\\nĠ he\\n")
    >>> tok.encode(" he!"), tok.vocabulary[257]
    ([257, 0], b' he')
    """
    merges = list(_merges(text))
    vocabulary = _by_the_rule(merges) if encoder is None else encoder_of(encoder)
    warnings: list[str] = []
    if any(token.endswith("</w>") for token in vocabulary):
        raise FormatError(
            "The vocabulary marks ends of words (</w>), as CLIP's and that of the first GPT do, which "
            "change the text before they cut it; that cannot be shown exactly from these files."
        )
    rules = rules_of(merges, len(merges), vocabulary, progress)
    rules = last_of_each(rules, warnings)
    base = letter_base(vocabulary, warnings)
    made = {rule[2] for rule in rules} | set(base.ids)
    others = {token: number for token, number in vocabulary.items() if number not in made}
    special = [AddedToken(t, i, normalized=False) for t, i in others.items() if _SPECIAL.match(t)]
    unused = len(others) - len(special)
    if unused:
        warnings.append(
            f"Entries of encoder.json that no merge makes, so that they are never used: {unused}."
        )
    if pattern is None:
        used = (token_bytes(t) for t, number in vocabulary.items() if number in made)
        pattern = guess(used, "gpt2")
        warnings.append(said(pattern, "A list of merges"))
    return loaded.tokenizer(
        replace(base, extra={number: token_bytes(token) for token, number in others.items()}),
        rules,
        FileCut((Split(pattern),), specials=tuple(special)),
        every_occurrence=True,
        warnings=warnings,
    )


def _merges(text: str) -> Iterator[tuple[str, str, str]]:
    lines = lines_of(text)
    # Only the first line can be a header: "# #" is a merge.
    first = 2 if lines and lines[0].startswith("#version") else 1
    for number, line in numbered(lines[first - 1 :], first):
        parts = line.split(" ")
        if len(parts) != 2 or not all(parts):
            raise bad_line(
                number, f"is {shown(line)}; a merge has two tokens with a space between."
            )
        yield f"Line {number}", parts[0], parts[1]


def _by_the_rule(merges: list[tuple[str, str, str]]) -> dict[str, int]:
    vocabulary = {bytes_to_letters(bytes([b])): i for i, b in enumerate(BYTE_ORDER)}
    for k, (_, left, right) in enumerate(merges):
        vocabulary[left + right] = 256 + k
    return vocabulary


def encoder_of(text: str) -> dict[str, int]:
    """The vocabulary in encoder.json."""
    data: dict[str, int] = json_of(text)
    if not is_encoder(data):
        raise FormatError(
            "The JSON is not an encoder.json, which gives each token a number. Choose the one that "
            "belongs to the merges."
        )
    if len(set(data.values())) < len(data) or min(data.values(), default=0) < 0:
        raise FormatError(
            "encoder.json has a negative id, or gives two tokens the same id. Download it again."
        )
    return data


def is_encoder(data: object) -> bool:
    """Whether some JSON is a dictionary of token -> number."""
    return (
        isinstance(data, dict)
        and bool(data)
        and all(type(number) is int for number in data.values())
    )


def write(tok: Tokenizer) -> dict[str, bytes]:
    """Write vocab.bpe and encoder.json.

    >>> import bpeviz
    >>> write(bpeviz.train("low low", num_merges=1))["vocab.bpe"]
    b'#version: 0.2\\nl o\\n'
    """
    if tok.mode == "character":
        raise FormatError(
            "vocab.bpe holds bytes, and this tokenizer works on characters, so a space or a newline "
            "in a merge would break its lines. Save it as tokenizer.json or as subword-nmt codes."
        )
    if loaded.whole_chunks(tok):
        raise FormatError(
            "vocab.bpe cannot hold tokens that whole chunks become without merges. Save it as "
            "tokenizer.json."
        )
    if not loaded.in_creation_order(tok):
        raise FormatError(
            "Merges of this tokenizer are not in the order in which they are made. Save it in the "
            "format that it came from."
        )
    vocabulary = letter_vocabulary(tok)
    if not vocabulary:
        raise FormatError("There are no tokens to write. Train on a text that is not empty.")
    letters = {number: token for token, number in vocabulary.items()}
    lines = [f"{letters[merge.left]} {letters[merge.right]}\n" for merge in tok.merges]
    return {
        "vocab.bpe": ("#version: 0.2\n" + "".join(lines)).encode("utf-8"),
        "encoder.json": json.dumps(vocabulary, ensure_ascii=False).encode("utf-8"),
    }


def letter_vocabulary(tok: Tokenizer) -> dict[str, int]:
    """Token in letters -> id, added tokens as they are; FormatError when two are written alike."""
    added = {token.id: token.text for token in tok.cut.specials}
    vocabulary: dict[str, int] = {}
    for number, token in sorted(tok.vocabulary.items()):
        written = added.get(number)
        if written is None:
            written = bytes_to_letters(token) if isinstance(token, bytes) else token
        if vocabulary.setdefault(written, number) != number:
            raise FormatError(
                f"The tokens {vocabulary[written]} and {number} are both written {shown(written)}, "
                "and the format can hold one of them only."
            )
    return vocabulary


def notes(tok: Tokenizer) -> list[str]:
    """What the pair of files does not hold."""
    found, cut = [], loaded.cut_of(tok)
    if [s for s in cut.splits if s.pattern] != [Split("gpt2")] or cut.byte_splits:
        found.append(
            "The files do not hold the split pattern. Programs use GPT-2's, which cuts texts in "
            "another way than this tokenizer."
        )
    if tok.normalization:
        found.append(f"The files do not say that texts are put into {tok.normalization} first.")
    if cut.prefix_space:
        found.append("The files do not say that a space is put before the text.")
    if cut.specials:
        found.append("The files do not say which entries of encoder.json are special tokens.")
    if UNKNOWN in tok.base.ids:
        found.append("Some of the 256 bytes are missing, and programs stop at them.")
    return found
