"""What is to be opened: a path, bytes or several files; which of them is the tokenizer, of what format."""

from __future__ import annotations

import os
from collections.abc import Mapping

from ..engine.errors import FormatError, SettingsError
from . import sentencepiece
from .files import SIZE_LIMIT, read_path, text_of
from .recognising import companion_names, format_of

Source = str | os.PathLike[str] | bytes | bytearray | memoryview
# A file that has been read: its text, or the bytes of one that is no text.
Content = str | bytes


def contents_of(
    source: Source | Mapping[str, Source], encoder: Source | None
) -> dict[str, Content]:
    """Name -> content of all the files there are; a file in memory has the name "" ."""
    if isinstance(source, Mapping):
        if not source:
            raise FormatError("There is no file to open.")
        return {str(name): _content(one) for name, one in source.items()}
    if isinstance(source, (bytes, bytearray, memoryview)):
        contents = {"": _content(source)}
    else:
        content = _content(source)
        name = os.fspath(source)
        contents = {name: content}
        encoder = encoder or _beside(name, content)
    if encoder is not None:
        contents["encoder.json"] = _content(encoder)
    return contents


def _beside(name: str, content: Content) -> str | None:
    """The encoder.json beside a vocab.bpe."""
    found = next((other for other in companion_names(name) if os.path.isfile(other)), None)
    merges = isinstance(content, str) and not content.lstrip().startswith(("{", "[", "minbpe"))
    return found if merges else None


def _content(source: Source) -> Content:
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
    elif isinstance(source, (str, os.PathLike)):
        data = read_path(source)
    else:
        raise SettingsError("A tokenizer is loaded from a path or from bytes.")
    is_model = sentencepiece.recognised(data) and len(data) <= SIZE_LIMIT
    return data if is_model else text_of(data)


def roles(contents: Mapping[str, Content]) -> tuple[str, str | None, str]:
    """Which file is the tokenizer, which the encoder.json that belongs to it, and the format."""
    kinds = {name: _format_of(content, name) for name, content in contents.items()}
    encoders = [name for name, kind in kinds.items() if kind == "encoder"]
    others = [name for name in contents if name not in encoders]
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
    main, second = others[0], encoders[0] if encoders else None
    # Merges with a vocabulary beside them are GPT-2's, whatever they look like.
    by_pair = second is not None and kinds[main] == "subword-nmt"
    return main, second, "gpt2" if by_pair else kinds[main]


def _format_of(content: Content, name: str) -> str:
    return format_of(content, name) if isinstance(content, str) else "sentencepiece"
