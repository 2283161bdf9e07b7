"""A thousand people on one server, as their browsers behave on the first screen of Explore.

There the browser follows the slider alone and tells the server of a step only now and then, so
nearly all sessions rest. Twenty of them train with another number of merges every few seconds, and
one more trains 5 MB again and again. What is measured is the time from the moment at which a
change was due to the end of the run that answers it.
"""

from __future__ import annotations

import asyncio
import random
import time

from .load import Part, Room, processors, show, train_large
from .session import Session

CHANGING = 20
#: Seconds between two changes of one session, and between two messages of one that only scrubs.
CHANGE_EVERY, TELL_EVERY = 5.0, 60.0
STEPS_TIMED = 200


async def run(url: str, pid: int, count: int, seconds: float) -> bool:
    """Open the room, let it work, print the table; whether every target was met."""
    room = Room(url, count, pid)
    room.words = {}
    opened = sorted(await room.open())
    print(f"{count} sessions opened, each in {opened[count // 2]:.2f} s (median).")
    print(f"a step costs {await _step_cost(room.sessions[0], pid):.1f} ms of a processor.")
    print(f"{'':12}  median     95th     99th   changes   memory MB   growth a minute")
    part = Part("settings", seconds)
    end = time.perf_counter() + seconds
    large = Session(url)
    taken, *_ = await asyncio.gather(
        train_large(large, seconds),
        room.watch(part, end),
        *(_change(s, part, end) for s in room.sessions[:CHANGING]),
        *(_tell(s, end) for s in room.sessions[CHANGING:]),
    )
    show(part)
    print(f"5 MB: {len(taken)} trainings, {min(taken):.1f} to {max(taken):.1f} s until shown.")
    print(f"tracebacks: {room.errors()}")
    await asyncio.gather(large.close(), *(session.close() for session in room.sessions))
    small = max(used for _, used in part.memory) < 1500
    return part.percentile(0.95) < 1000 and small and not room.errors()


async def _step_cost(session: Session, pid: int) -> float:
    """Milliseconds of a processor for a step that is told, over many; what rests is taken off."""
    resting = await processors(pid, 5)
    start = time.perf_counter()

    async def steps() -> None:
        for number in range(STEPS_TIMED):
            await session.step(1 + number)

    busy = asyncio.create_task(steps())
    used = 0.0
    while not busy.done():
        used += await processors(pid, 0.5) * 0.5
    await busy
    return 1000 * (used - resting * (time.perf_counter() - start)) / STEPS_TIMED


async def _change(session: Session, part: Part, end: float) -> None:
    """Ask for another number of merges at times by chance."""
    rng = random.Random(session.session_id)
    due = time.perf_counter() + CHANGE_EVERY * rng.random()
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await session.change("num_merges", int_value=rng.randrange(50, 1000))
        part.steps.append(time.perf_counter() - due)
        due += rng.uniform(0.5, 1.5) * CHANGE_EVERY


async def _tell(session: Session, end: float) -> None:
    """Tell the server where the slider stands, as a browser does when it is left."""
    rng = random.Random(session.session_id)
    due = time.perf_counter() + TELL_EVERY * rng.random()
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await session.step(rng.randrange(1, 300))
        due += rng.uniform(0.5, 1.5) * TELL_EVERY
