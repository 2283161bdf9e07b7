"""Which variants of a test run always, and which only with ``-m slow``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sparing(values: Iterable[Any], always: int = 1) -> list[Any]:
    """The first of the values as they are, the others marked slow.

    >>> sparing(["a", "b"])[0], sparing(["a", ("b", 1)])[1].values
    ('a', ('b', 1))
    """
    values = list(values)
    rest = [
        pytest.param(*(v if isinstance(v, tuple) else (v,)), marks=pytest.mark.slow)
        for v in values[always:]
    ]
    return values[:always] + rest
