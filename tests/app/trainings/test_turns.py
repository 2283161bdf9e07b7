"""One part is drawn at a time; nobody waits for long, and no turn is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from bpeviz.app.trainings import turns


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


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def wait_for(so: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not so():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_who_has_had_least_goes_first() -> None:
    some = turns.Turns()
    holder, *others = (turns.Run(some, had) for had in (0.0, 3.0, 0.5, 1.0))
    order: list[float] = []

    def go(run: turns.Run) -> None:
        run.begin()
        order.append(run.had)
        run.end()

    holder.begin()
    threads = [threading.Thread(target=go, args=(run,)) for run in others]
    for n, thread in enumerate(threads, 1):
        thread.start()
        wait_for(lambda n=n: len(some._waiting) == n)
    holder.end()
    for thread in threads:
        thread.join(20)
    assert order == [0.5, 1.0, 3.0] and not some.wanted


def test_a_long_run_lets_others_pass_where_it_draws() -> None:
    some = turns.Turns()
    long, short = turns.Run(some), turns.Run(some)
    done: list[str] = []

    def one(name: str, run: turns.Run) -> None:
        run.begin()
        done.append(name)
        run.end()

    long.begin()
    thread = threading.Thread(target=one, args=("short", short))
    thread.start()
    wait_for(lambda: some.wanted)
    long.let_pass()  # It has just begun, so it goes on.
    assert done == []
    burn(2 * turns._SLICE)
    long.let_pass()
    done.append("long")
    long.end()
    thread.join(20)
    assert done == ["short", "long"]


def test_who_waits_for_something_else_holds_nobody_up() -> None:
    some = turns.Turns()
    waiting, other = turns.Run(some), turns.Run(some)
    turns._mine.run = waiting
    try:
        waiting.begin()
        with turns.away():
            other.begin()
            assert some._holder is other
            other.end()
        assert some._holder is waiting
    finally:
        turns._mine.run = None
        waiting.end()


def test_more_patience_for_who_has_had_much() -> None:
    some = turns.Turns()
    assert turns.Run(some).patience < turns.Run(some, 0.5).patience < turns.Run(some, 9).patience
    assert turns.Run(some, 10**6).patience == turns._MOST_PATIENCE
