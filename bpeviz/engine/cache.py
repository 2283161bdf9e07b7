"""A cache bounded by the total size of its values, not by their number."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class SizedCache(Generic[Value]):
    """A thread-safe cache; the least recently used values are dropped when it exceeds its limit.

    >>> cache = SizedCache(100)
    >>> cache.put("a", 1, size=60)
    >>> cache.put("b", 2, size=60)
    >>> cache.get("a"), cache.get("b"), cache.size
    (None, 2, 60)

    A value larger than the limit is kept on its own, so that the newest value is always available.

    >>> cache.put("c", 3, size=500)
    >>> cache.get("c"), len(cache)
    (3, 1)
    """

    def __init__(self, limit: int, dropped: Callable[[], object] = lambda: None) -> None:
        """``limit`` is in the unit of the sizes; ``dropped`` is called after values were dropped."""
        self.limit = limit
        self.size = 0
        self._dropped = dropped
        self._kept: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return the value and mark it as recently used; None if there is none."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def put(self, key: Hashable, value: Value, size: int) -> None:
        """Store a value, replacing any earlier one under the same key."""
        with self._lock:
            self._remove(key)
            self._kept[key] = (value, size)
            self.size += size
            too_large = self.size > self.limit
            while self.size > self.limit and len(self._kept) > 1:
                self._remove(next(iter(self._kept)))
        if too_large:
            self._dropped()

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._kept.clear()
            self.size = 0

    def _remove(self, key: Hashable) -> None:
        self.size -= self._kept.pop(key, (None, 0))[1]

    def __len__(self) -> int:
        return len(self._kept)
