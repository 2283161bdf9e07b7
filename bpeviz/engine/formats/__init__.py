"""Tokenizer files: one module a format, each reads and writes.

``load`` recognises a format by its content. ``save`` and ``dumps`` write; ``problems`` says before a
download what a format cannot hold. A tokenizer that cannot be reproduced exactly is refused, naming
the part; what only changes the display is in ``Tokenizer.warnings``.

=============  ==========================================  =========================================
format         files                                       what it lacks
=============  ==========================================  =========================================
huggingface    tokenizer.json                              nothing
tiktoken       .tiktoken                                   split pattern, special tokens
gpt2           vocab.bpe, encoder.json                     split pattern; which tokens are special
minbpe         .model                                      normal form
subword-nmt    codes                                       ids; character mode only
csv            merges.csv, vocabulary.csv (written only)
=============  ==========================================  =========================================
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..errors import FormatError, SettingsError
from ..tokenizer import Tokenizer
from . import gpt2, huggingface, huggingface_writing, minbpe, subword_nmt, tables, tiktoken
from .files import SIZE_LIMIT, read_path, text_of
from .merging import Progress
from .recognising import companion_names, format_of

__all__ = [
    "FORMATS",
    "READABLE",
    "SIZE_LIMIT",
    "WITHOUT_PATTERN",
    "dumps",
    "load",
    "problems",
    "recognise",
    "save",
]

Source = str | os.PathLike[str] | bytes | bytearray | memoryview
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
READABLE = tuple(name for name in FORMATS if name != "csv")
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

    The format is recognised when it is not given: "huggingface", "tiktoken", "minbpe", "gpt2" or
    "subword-nmt". ``pattern``, a name or a regular expression, is for formats that hold none
    (tiktoken, gpt2). GPT-2's vocab.bpe finds its encoder.json beside it, or takes it as
    ``encoder``. ``progress(done, total)`` is called now and then. Gzip, a byte order mark, UTF-16
    and CRLF are read, too.

    >>> load(b"YQ== 0\\nYg== 1\\nYWI= 2\\n", pattern="gpt2").encode("abba")
    [2, 1, 0]

    Raises FormatError with the line or the key that is wrong.
    """
    if format is not None and format not in READABLE:
        raise SettingsError(f"There is no format {format!r}. Choose one of {', '.join(READABLE)}.")
    texts = _texts(path_or_bytes, encoder)
    main, second = _roles(texts)
    found = format or _format_of(texts, main, second)
    try:
        encoder_text = None if second is None else texts[second]
        tok = _read(found, texts[main], encoder_text, pattern or None, progress)
    except RecursionError:
        raise FormatError("The file is nested too deeply. Choose another file.") from None
    if not tok.vocabulary:
        raise FormatError("The file holds no tokens; it may be cut off. Download it again.")
    if pattern is not None and found not in ("tiktoken", "gpt2"):
        tok.warnings.append("The file says itself how it cuts a text; your pattern was not used.")
    return tok


def recognise(source: Source | Mapping[str, Source], encoder: Source | None = None) -> str:
    """Say which format ``load`` would take a source for.

    >>> recognise(b"#version: 0.2\\nl o\\nlo w</w>\\n")
    'subword-nmt'
    """
    texts = _texts(source, encoder)
    return _format_of(texts, *_roles(texts))


def _format_of(texts: dict[str, str], main: str, second: str | None) -> str:
    found = format_of(texts[main], main)
    # Merges with a vocabulary beside them are GPT-2's, whatever they look like.
    return "gpt2" if second is not None and found == "subword-nmt" else found


def _read(
    format: str, text: str, encoder: str | None, pattern: str | None, progress: Progress | None
) -> Tokenizer:
    if format == "huggingface":
        return huggingface.read(text, progress)
    if format == "tiktoken":
        return tiktoken.read(text, pattern, progress)
    if format == "gpt2":
        return gpt2.read(text, encoder, pattern, progress)
    if format == "minbpe":
        return minbpe.read(text, progress)
    return subword_nmt.read(text, progress)


def _texts(source: Source | Mapping[str, Source], encoder: Source | None) -> dict[str, str]:
    """Name -> text of all the files there are; a file in memory has the name "" ."""
    if isinstance(source, Mapping):
        if not source:
            raise FormatError("There is no file to open.")
        return {str(name): _text(one) for name, one in source.items()}
    if isinstance(source, (bytes, bytearray, memoryview)):
        texts = {"": _text(source)}
    else:
        text = _text(source)
        name = os.fspath(source)
        texts = {name: text}
        encoder = encoder or _beside(name, text)
    if encoder is not None:
        texts["encoder.json"] = _text(encoder)
    return texts


def _beside(name: str, text: str) -> str | None:
    """The encoder.json beside a vocab.bpe."""
    found = next((other for other in companion_names(name) if os.path.isfile(other)), None)
    if found is None or text.lstrip().startswith(("{", "[", "minbpe")):
        return None
    return found


def _text(source: Source) -> str:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return text_of(bytes(source))
    if not isinstance(source, (str, os.PathLike)):
        raise SettingsError("A tokenizer is loaded from a path or from bytes.")
    return text_of(read_path(source))


def _roles(texts: dict[str, str]) -> tuple[str, str | None]:
    """Which file is the tokenizer, and which is the encoder.json that belongs to it."""
    kinds = {name: format_of(text, name, alone=False) for name, text in texts.items()}
    encoders = [name for name, kind in kinds.items() if kind == "encoder"]
    others = [name for name in texts if name not in encoders]
    if len(others) > 1 or len(encoders) > 1:
        raise FormatError(
            "There are several tokenizer files at once. Open one at a time; only vocab.bpe and its "
            "encoder.json belong together."
        )
    if not others:
        raise FormatError(
            "This is a vocabulary without merges (encoder.json or vocab.json). Give the merges that "
            "belong to it, too: vocab.bpe or merges.txt."
        )
    return others[0], encoders[0] if encoders else None


def dumps(tok: Tokenizer, format: str) -> dict[str, bytes]:
    """Return the files of a format: name -> content.

    >>> import bpeviz
    >>> list(dumps(bpeviz.train("low low", num_merges=1), "gpt2"))
    ['vocab.bpe', 'encoder.json']

    Raises FormatError when the format cannot hold the tokenizer.
    """
    if format not in FORMATS:
        raise SettingsError(f"There is no format {format!r}. Choose one of {', '.join(FORMATS)}.")
    return _WRITERS[format].write(tok)


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
    return _WRITERS[format].notes(tok)


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
