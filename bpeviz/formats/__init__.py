"""Tokenizer files: one module a format, each reads and writes.

``load`` recognises a format by its content. ``save`` and ``dumps`` write; ``problems`` says before a
download what a format cannot hold. A tokenizer that cannot be reproduced exactly is refused, naming
the part; what only changes the display is in ``Tokenizer.warnings``.

=============  ==========================================  =========================================
format         files                                       what it lacks
=============  ==========================================  =========================================
huggingface    tokenizer.json                              nothing
tiktoken       .tiktoken                                   split pattern, special tokens
tekken         Mistral's tekken.json (read only)           nothing
tiktoken-js    JSON of tiktoken's npm packages (read only) nothing
gpt2           vocab.bpe, encoder.json                     split pattern; which tokens are special
minbpe         .model                                      normal form
subword-nmt    codes                                       ids; character mode only
sentencepiece  .model of SentencePiece (read only)         nothing
csv            merges.csv, vocabulary.csv (written only)
=============  ==========================================  =========================================
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import ModuleType

from ..engine.errors import FormatError, SettingsError
from ..engine.model import writers
from ..engine.tokenizer import Tokenizer
from . import (
    gpt2,
    huggingface,
    huggingface_writing,
    minbpe,
    rank_json,
    sentencepiece,
    subword_nmt,
    tables,
    tiktoken,
    unicode_versions,
)
from .files import SIZE_LIMIT
from .loaded import NormalForm, cut_of
from .merging import Progress
from .pieces import PieceBase
from .recognising import companion_names
from .rereading import difference
from .sources import Content, Source, contents_of, roles

__all__ = [
    "FORMATS",
    "READABLE",
    "SIZE_LIMIT",
    "WITHOUT_PATTERN",
    "dumps",
    "load",
    "notes",
    "problems",
    "recognise",
    "save",
]

_READERS: dict[str, ModuleType] = {
    "huggingface": huggingface,
    "tiktoken": tiktoken,
    "tekken": rank_json,
    "tiktoken-js": rank_json,
    "minbpe": minbpe,
    "gpt2": gpt2,
    "subword-nmt": subword_nmt,
    "sentencepiece": sentencepiece,
}
_WRITERS = {
    "huggingface": huggingface_writing,
    "tiktoken": tiktoken,
    "minbpe": minbpe,
    "gpt2": gpt2,
    "subword-nmt": subword_nmt,
    "csv": tables,
}
# Format -> what it is called.
FORMATS: dict[str, str] = {
    "huggingface": huggingface.NAME,
    "tiktoken": tiktoken.NAME,
    "minbpe": minbpe.NAME,
    "gpt2": gpt2.NAME,
    "subword-nmt": subword_nmt.NAME,
    "csv": tables.NAME,
}
READABLE = tuple(_READERS)
# Formats that do not say how they cut a text: a reader may choose the split pattern.
WITHOUT_PATTERN = ("tiktoken", "gpt2")


def load(
    path_or_bytes: Source | Mapping[str, Source],
    format: str | None = None,
    *,
    pattern: str | None = None,
    encoder: Source | None = None,
    progress: Progress | None = None,
) -> Tokenizer:
    """Read a tokenizer from a path, from bytes, or from several files by name.

    The format is recognised when it is not given; ``READABLE`` names them all. ``pattern``, a name
    or a regular expression, is for formats that hold none (tiktoken, gpt2). GPT-2's vocab.bpe finds
    its encoder.json beside it, or takes it as ``encoder``. ``progress(done, total)`` is called now and then. Gzip, a byte order mark, UTF-16
    and CRLF are read, too.

    >>> load(b"YQ== 0\\nYg== 1\\nYWI= 2\\n", pattern="gpt2").encode("abba")
    [2, 1, 0]

    Raises FormatError with the line or the key that is wrong.
    """
    if format is not None and format not in READABLE:
        raise SettingsError(f"There is no format {format!r}. Choose one of {', '.join(READABLE)}.")
    contents = contents_of(path_or_bytes, encoder)
    main, second, kind = roles(contents)
    found = format or kind
    try:
        beside = None if second is None else contents[second]
        tok = _read(found, contents[main], beside, pattern or None, progress)
    except RecursionError:
        raise FormatError("The file is nested too deeply. Choose another file.") from None
    if not tok.vocabulary:
        raise FormatError("The file holds no tokens; it may be cut off. Download it again.")
    if pattern is not None and found not in WITHOUT_PATTERN:
        tok.warnings.append("The file says itself how it cuts a text; your pattern was not used.")
    return tok


def recognise(source: Source | Mapping[str, Source], encoder: Source | None = None) -> str:
    """Say which format ``load`` would take a source for.

    >>> recognise(b"#version: 0.2\\nl o\\nlo w</w>\\n")
    'subword-nmt'
    """
    return roles(contents_of(source, encoder))[2]


def _read(
    format: str,
    content: Content,
    encoder: Content | None,
    pattern: str | None,
    progress: Progress | None,
) -> Tokenizer:
    if isinstance(content, bytes) and format == "sentencepiece":
        return sentencepiece.read(content, progress)
    if isinstance(content, bytes) or isinstance(encoder, bytes) or format == "sentencepiece":
        other = "not a" if format == "sentencepiece" else "a"
        raise FormatError(f"This is {other} model of SentencePiece. Leave the format out.")
    if format == "tiktoken":
        return tiktoken.read(content, pattern, progress)
    if format == "gpt2":
        return gpt2.read(content, encoder, pattern, progress)
    tok: Tokenizer = _READERS[format].read(content, progress)
    return tok


def dumps(tok: Tokenizer, format: str) -> dict[str, bytes]:
    """Return the files of a format: name -> content.

    >>> import bpeviz
    >>> list(dumps(bpeviz.train("low low", num_merges=1), "gpt2"))
    ['vocab.bpe', 'encoder.json']

    Raises FormatError when the format cannot hold the tokenizer; what is written has been read
    again and compared.
    """
    if format not in FORMATS:
        raise SettingsError(f"There is no format {format!r}. Choose one of {', '.join(FORMATS)}.")
    if format in READABLE:
        _check_unchanged(tok)
    files: dict[str, bytes] = _WRITERS[format].write(tok)
    if format in READABLE:
        _compare(tok, files, format)
    return files


def _check_unchanged(tok: Tokenizer) -> None:
    """FormatError for what only the file itself can say: changes of the text, pieces."""
    changes = [one for one in cut_of(tok).normalizers if not isinstance(one, NormalForm)]
    if changes or isinstance(tok.base, PieceBase):
        raise FormatError(
            "The file that this tokenizer comes from changes texts before they are cut, or writes "
            "unknown characters as bytes, and that cannot be written here. Keep the file itself."
        )


def _compare(tok: Tokenizer, files: dict[str, bytes], format: str) -> None:
    """Raise FormatError when some files are read as another tokenizer than the one they are of."""
    found = recognise(dict(files))
    if found != format:
        raise FormatError(
            f"The file would be taken for another format ({found}) when it is opened. Save it in another "
            "format."
        )
    pattern = "gpt2" if format in WITHOUT_PATTERN else None
    try:
        again = load(dict(files), pattern=pattern)
    except FormatError as error:
        raise FormatError(f"The file could not be read again. {error}") from None
    different = difference(tok, again, format)
    if different:
        raise FormatError(
            f"The file would be read as another tokenizer: {different}. Save it in another format."
        )


def problems(tok: Tokenizer, format: str) -> list[str]:
    """Say in sentences what a format cannot hold; why it cannot be written at all, if so.

    >>> import bpeviz
    >>> problems(bpeviz.train("low low", num_merges=1), "tiktoken")
    ["The file holds no split pattern. Give the pattern 'gpt4' when you load it."]
    """
    try:
        dumps(tok, format)
    except FormatError as error:
        return [str(error)]
    return notes(tok, format)


def notes(tok: Tokenizer, format: str) -> list[str]:
    """Say in sentences what a format does not hold of a tokenizer that it can be written in."""
    found: list[str] = list(_WRITERS[format].notes(tok))
    if tok.spelling:
        found.append(
            "The file does not say that marks are taken off or mended first: respell texts before."
        )
    newer = unicode_versions.newest_in(tok.vocabulary.values())
    if newer and format in ("huggingface", "tiktoken") and not cut_of(tok).by_unicode_16:
        found.append(
            f"{newer!a} came into Unicode after version 16, by which the format's program cuts texts; "
            "there it is no letter, number or sign."
        )
    return found


def save(tok: Tokenizer, path: str | os.PathLike[str], format: str) -> None:
    """Write the files of a format; a second file goes beside the first one.

    ``path`` is the first file, or a folder. Raises FormatError.
    """
    files = dumps(tok, format)
    target = Path(path)
    first, *others = files
    if target.is_dir():
        places = {name: target / name for name in files}
    else:
        second = companion_names(str(target))[0] if format == "gpt2" else None
        places = {first: target}
        places |= {name: Path(second or target.with_name(name)) for name in others}
    try:
        for name, place in places.items():
            place.write_bytes(files[name])
    except OSError as error:
        raise FormatError(f"The file cannot be written: {error.strerror}.") from None


writers.update({name: partial(save, format=name) for name in FORMATS})
