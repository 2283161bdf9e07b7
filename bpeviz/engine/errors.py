"""The exceptions of this package.

Every error that a caller is meant to catch is a `BPEError`. Its message is one or two plain
sentences, fit to be shown to a user: what is wrong, and what to do about it.
"""

__all__ = [
    "BPEError",
    "CorpusError",
    "FormatError",
    "PatternError",
    "SettingsError",
    "UnknownSymbolError",
]


class BPEError(ValueError):
    """The base class of all errors of this package.

    >>> issubclass(PatternError, BPEError) and issubclass(BPEError, ValueError)
    True
    """


class CorpusError(BPEError):
    """The text to train on, or to encode, cannot be used.

    >>> import bpeviz
    >>> bpeviz.train(["ab", None])
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.CorpusError: Text is needed here, and this is of type NoneType. Give strings only.
    """


class SettingsError(BPEError):
    """A setting has an invalid value, or one that conflicts with another setting.

    >>> import bpeviz
    >>> bpeviz.train("ab", num_merges=-1)
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.SettingsError: The number of merges cannot be negative (-1). Give 0 or more.
    """


class FormatError(BPEError):
    """A tokenizer file cannot be read, or a tokenizer cannot be written in a format.

    >>> import bpeviz
    >>> bpeviz.load(b"")
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.FormatError: The file is empty. Choose another file.
    """


class PatternError(BPEError):
    """A split pattern does not compile, or takes too long to match.

    `position` is the index of the offending character in the pattern, or None.

    >>> PatternError("The pattern ends inside a set.", position=2).position
    2
    """

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position


class UnknownSymbolError(BPEError):
    """A symbol of the text is not in the base vocabulary.

    `symbol` is the character (or byte) and `position` its index in the text.

    >>> error = UnknownSymbolError("No T in the alphabet.", symbol="T", position=0)
    >>> error.symbol, error.position
    ('T', 0)
    """

    def __init__(
        self, message: str, symbol: str | bytes | None = None, position: int | None = None
    ) -> None:
        super().__init__(message)
        self.symbol = symbol
        self.position = position
