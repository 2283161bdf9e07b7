"""The settings of a training, as the sidebar gives them and as they go into caches and links."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from bpeviz import Tokenizer

DOCUMENTS = {
    "whole": "The whole text",
    "lines": "Each line",
    "blocks": "Each block between blank lines",
}
SEPARATORS = {"whole": "", "lines": "\n", "blocks": "\n\n"}


@dataclass(frozen=True)
class Start:
    """The tokenizer that training goes on from, known by a word (see ``starting``)."""

    word: str
    tokenizer: Tokenizer = field(compare=False, repr=False)


@dataclass(frozen=True)
class Settings:
    """What ``bpeviz.train`` is called with; see there. ``documents`` is a key of DOCUMENTS."""

    mode: str = "regex"
    num_merges: int = 300
    pattern: str = "gpt4"
    normalization: str | None = None
    spelling: str | None = None
    documents: str = "whole"
    alphabet: str | tuple[str, ...] | None = None
    end_of_word: str | None = "_"
    end_of_word_joined: bool = False
    default_tokens: tuple[str, ...] = ()
    special_tokens: tuple[str, ...] = ()
    tie_break: str = "first-seen"
    min_count: int = 1
    start: Start | None = None

    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for ``bpeviz.train`` that matter in this mode.

        >>> sorted(Settings(mode="byte").arguments())[:3]
        ['alphabet', 'default_tokens', 'min_count']
        """
        names = ["mode", "num_merges", "normalization", "spelling", "alphabet"]
        names += ["tie_break", "min_count"]
        if self.start is not None:
            # Base vocabulary, default and special tokens are those of the earlier training.
            observed = "observed" if self.alphabet == "observed" else None
            more = {"start": self.start.tokenizer, "alphabet": observed}
            if self.mode == "regex":
                names.append("pattern")
            return {name: getattr(self, name) for name in names} | more
        if self.mode == "character":
            names += ["end_of_word", "end_of_word_joined"]
        else:
            names += ["default_tokens", "special_tokens"]
        if self.mode == "regex":
            names.append("pattern")
        return {name: getattr(self, name) for name in names}

    def split(self, text: str) -> str | list[str]:
        """Cut a text into the documents that are trained on.

        >>> Settings(documents="lines").split("a\\nb\\n")
        ['a', 'b']
        """
        if self.documents == "lines":
            return [line for line in text.splitlines() if line.strip()]
        if self.documents == "blocks":
            return [block for block in re.split(r"\n\s*\n", text) if block.strip()]
        return text

    @property
    def separator(self) -> str:
        """What stands between two documents when they are shown."""
        return SEPARATORS[self.documents]


def listed(text: str) -> tuple[str, ...]:
    """Read tokens, one a line; a space at the start or end of a line counts.

    >>> listed(" at\\n how\\n\\n")
    (' at', ' how')
    """
    return tuple(dict.fromkeys(line for line in text.splitlines() if line))
