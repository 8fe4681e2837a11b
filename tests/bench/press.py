"""From a finger on a button to the first byte on the bus that answers it.

The finger is a thread of its own, as the threads of pin libraries are; the loop sleeps until the edge comes.  The
peer is the least that could be done: a mock pin of gpiozero's calls back, and the loop is told.  One after the other,
a hundred times; the medians are compared.

Press follows on press, with the devices' clock put forward past the bounce of the contact, so that both work warm:
after a rest either is as slow as the machine is to wake, which drifts; that figure is told too.

The box is put together as `referee play --twin` does it: the loop itself writes to the simulated bus.  A real bus is
written to by a thread of the screen's own, because it blocks for milliseconds; what that further hop costs is told too.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockFactory

from companion.referee.api import Button, Touch, Touched
from hardware.workers import InlineWorker, ThreadWorker, WorkerMaker
from tests.bench.box import RealTimeBox
from tests.bench.row import Figure, Row

TIMES = 100
REST_S = 0.06
"""Longer than a contact may bounce."""
PATIENCE_S = 5.0
AT_MOST = 3


class Finger:
    """Touches when nobody waits for it any more but the loop's own sleep."""

    def __init__(self) -> None:
        self.touched_at = 0.0
        self._wanted: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def touch(self, move: Callable[[], object] | None) -> None:
        """Soon; None: no more."""
        self._wanted.put(move)

    def _run(self) -> None:
        while (move := self._wanted.get()) is not None:
            threading.Event().wait(0.001)
            self.touched_at = time.perf_counter()
            move()


class Stamp:
    """When something happened first since it was last asked."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._seen = asyncio.Event()
        self.at: float | None = None

    def now(self) -> None:
        """It happens, in any thread."""
        if self.at is None:
            self.at = time.perf_counter()
            self._loop.call_soon_threadsafe(self._seen.set)

    def forget(self) -> None:
        """Whatever happened before."""
        self.at = None
        self._seen.clear()

    async def take(self) -> float:
        """When; waits for it."""
        async with asyncio.timeout(PATIENCE_S):
            await self._seen.wait()
        assert self.at is not None
        return self.at


class SkewedClock:
    """The real clock, put forward now and then."""

    def __init__(self) -> None:
        self.skew_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.skew_s


async def ask_in_a_list(table: RealTimeBox) -> None:
    """Play up to a question with a list."""
    for _ in range(200):
        waiting = table.port.waiting()
        if waiting.page == "ask" and len(waiting.rows) > 1:
            await asyncio.sleep(REST_S)
            return
        table.box.give(Touched(Button.OK, Touch.SHORT))
        await asyncio.sleep(0)
    raise AssertionError("no question with a list came")


async def rounds(folder: Path, worker: WorkerMaker, rest_s: float) -> tuple[list[float], list[float]]:
    """Seconds of ours, seconds of the peer; between two presses the machine rests for *rest_s*."""
    loop = asyncio.get_running_loop()
    clock = SkewedClock()
    table = RealTimeBox(folder, worker, clock)
    table.open()
    bus: Any = table.world.i2c
    sent, told, finger = Stamp(), Stamp(), Finger()
    transfer = bus.i2c_rdwr

    def stamped(*messages: Any) -> None:
        sent.now()
        transfer(*messages)

    await ask_in_a_list(table)
    factory = MockFactory()
    pin = factory.pin(5)
    device = DigitalInputDevice(5, pull_up=True, pin_factory=factory)
    callback = lambda: loop.call_soon_threadsafe(told.now)  # noqa: E731  kept: the device holds it weakly
    device.when_activated = callback
    bus.i2c_rdwr = stamped

    async def time_of(stamp: Stamp, down: Callable[[], object], up: Callable[[], object]) -> float:
        clock.skew_s += REST_S
        stamp.forget()
        finger.touch(down)
        took = await stamp.take() - finger.touched_at
        clock.skew_s += REST_S
        up()
        await asyncio.sleep(rest_s)
        return took

    press, release = lambda: table.world.press("down"), lambda: table.world.release("down")
    ours: list[float] = []
    peers: list[float] = []
    for _ in range(TIMES):
        ours.append(await time_of(sent, press, release))
        peers.append(await time_of(told, pin.drive_low, pin.drive_high))
    finger.touch(None)
    device.close()
    table.box.close()
    return ours, peers


def medians(worker: WorkerMaker, rest_s: float = 0.0) -> tuple[float, float]:
    """Ours and the peer's, in microseconds."""
    with tempfile.TemporaryDirectory() as folder:
        ours, peers = asyncio.run(rounds(Path(folder), worker, rest_s))
    return statistics.median(ours) * 1e6, statistics.median(peers) * 1e6


def measure() -> Figure:
    """Medians, and their ratio."""
    ours, peers = medians(InlineWorker)
    threaded, hops = medians(ThreadWorker)
    rested, woken = medians(InlineWorker, REST_S)
    said = f"{ours / peers:.1f}× ({ours:.0f} µs against {peers:.0f} µs; "
    said += f"through a thread {threaded / hops:.1f}×, after a rest {rested / woken:.1f}×)"
    return Figure(said, ours <= AT_MOST * peers)


ROWS = (
    Row("press → first byte on the simulated bus, against (mock-pin callback + loop hop)", f"≤ {AT_MOST}×", measure),
)
