"""What a component in the browser tells: anything may be in it, as messages can be forged."""

from __future__ import annotations

import math
from typing import Any


def whole(told: Any) -> int | None:
    """A whole number that a browser told; None for anything else, as a forged message can hold.

    >>> whole(3), whole(3.0), whole("3"), whole(float("nan")), whole([3]), whole(True)
    (3, 3, None, None, None, None)
    """
    if isinstance(told, bool) or not isinstance(told, int | float) or not math.isfinite(told):
        return None
    return int(told)
