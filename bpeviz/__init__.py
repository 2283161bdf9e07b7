"""bpeviz: byte pair encoding, exact and visible at every step.

Two nouns: a ``Tokenizer`` is what training or a file gives; a ``Trace`` is one text under one
tokenizer, at all steps at once.
"""

from .engine.errors import (
    BPEError,
    CorpusError,
    FormatError,
    PatternError,
    SettingsError,
    UnknownSymbolError,
)
from .engine.formats import load
from .engine.patterns import PATTERNS, split
from .engine.text import normalize
from .engine.tokenizer import Merge, Tokenizer
from .engine.trace import Trace
from .engine.training import create_default_merges, train

__all__ = [
    "PATTERNS",
    "BPEError",
    "CorpusError",
    "FormatError",
    "Merge",
    "PatternError",
    "SettingsError",
    "Tokenizer",
    "Trace",
    "UnknownSymbolError",
    "create_default_merges",
    "load",
    "normalize",
    "split",
    "train",
]
