"""One part is drawn at a time; nobody waits for long, and no turn is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from bpeviz.app import turns


def in_threads(*parts: Callable[[], object]) -> None:
    threads = [threading.Thread(target=part) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)


def test_one_at_a_time() -> None:
    inside, most = [0], [0]

    @turns.in_turn
    def part() -> None:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        time.sleep(0.01)
        inside[0] -= 1

    in_threads(part, part, part, part)
    assert most == [1]


def test_a_slow_part_delays_the_others_only_a_little() -> None:
    done: list[str] = []

    @turns.in_turn
    def slow() -> None:
        time.sleep(10 * turns._PATIENCE)
        done.append("slow")

    @turns.in_turn
    def quick() -> None:
        done.append("quick")

    in_threads(slow, quick)
    assert done == ["quick", "slow"]


def test_the_turn_comes_back_after_an_error_and_from_inside() -> None:
    @turns.in_turn
    def wrong() -> None:
        raise ValueError("wrong")

    @turns.in_turn
    def outer() -> None:
        with pytest.raises(ValueError, match="wrong"):
            wrong()

    outer()
    done: list[str] = []
    start = time.monotonic()
    in_threads(turns.in_turn(lambda: done.append("another thread")))
    assert done and time.monotonic() - start < turns._PATIENCE
