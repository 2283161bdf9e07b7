"""bpeviz: byte pair encoding, exact and visible at every step.

Two nouns: a ``Tokenizer`` is what training or a file gives; a ``Trace`` is one text under one
tokenizer, at all steps at once.
"""

from .engine.default_tokens import create_default_merges
from .engine.errors import (
    BPEError,
    CorpusError,
    FormatError,
    PatternError,
    SettingsError,
    UnknownSymbolError,
)
from .engine.patterns import PATTERNS, split
from .engine.spelling import respell
from .engine.text import normalize
from .engine.tokenizer import Tokenizer, Trace
from .engine.training import train
from .engine.vocabulary import Merge
from .formats import load

__version__ = "0.9.0"

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
    "respell",
    "split",
    "train",
]
