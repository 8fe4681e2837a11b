"""From a finger on a button to the first byte on the bus that answers it.

The finger is a thread of its own, as the threads of pin libraries are; the loop sleeps until the edge comes.  The
peer is the least that could be done: a mock pin of gpiozero's calls back, and the loop is told.  One after the other,
a hundred times; the medians are compared.

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
PATIENCE = 50
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
            threading.Event().wait(0.005)
            self.touched_at = time.perf_counter()
            move()


class Stamp:
    """When something happened first since it was last asked."""

    def __init__(self) -> None:
        self.at: float | None = None

    def now(self) -> None:
        """It happens."""
        if self.at is None:
            self.at = time.perf_counter()

    async def take(self) -> float:
        """When; and forget it.  Waits for it where the machine is busy."""
        for _ in range(PATIENCE):
            await asyncio.sleep(REST_S)
            if self.at is not None:
                break
        at, self.at = self.at, None
        assert at is not None, "nothing came of it"
        return at


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


async def rounds(folder: Path, worker: WorkerMaker) -> tuple[list[float], list[float]]:
    """Seconds of ours, seconds of the peer."""
    loop = asyncio.get_running_loop()
    table = RealTimeBox(folder, worker)
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
    ours: list[float] = []
    peers: list[float] = []
    for _ in range(TIMES):
        sent.at = None
        finger.touch(lambda: table.world.press("down"))
        ours.append(await sent.take() - finger.touched_at)
        finger.touch(lambda: table.world.release("down"))
        await asyncio.sleep(REST_S)
        finger.touch(pin.drive_low)
        peers.append(await told.take() - finger.touched_at)
        finger.touch(pin.drive_high)
        await asyncio.sleep(REST_S)
    finger.touch(None)
    device.close()
    table.box.close()
    return ours, peers


def medians(worker: WorkerMaker) -> tuple[float, float]:
    """Ours and the peer's, in microseconds."""
    with tempfile.TemporaryDirectory() as folder:
        ours, peers = asyncio.run(rounds(Path(folder), worker))
    return statistics.median(ours) * 1e6, statistics.median(peers) * 1e6


def measure() -> Figure:
    """Medians, and their ratio."""
    ours, peers = medians(InlineWorker)
    threaded, hops = medians(ThreadWorker)
    said = f"{ours / peers:.1f}× ({ours:.0f} µs against {peers:.0f} µs; through a thread {threaded / hops:.1f}×)"
    return Figure(said, ours <= AT_MOST * peers)


ROWS = (
    Row("press → first byte on the simulated bus, against (mock-pin callback + loop hop)", f"≤ {AT_MOST}×", measure),
)
