"""A whole box on simulated pins and buses, in real time: what `referee play` puts together, for the rows that time it.

``python -m tests.bench.box SECONDS`` says ``ready`` when a question stands on the panel, and after so many seconds how
many bytes have gone over the bus meanwhile.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.daemon.box import Box
from companion.daemon.host import ShelfHost
from companion.daemon.notify import Notify
from companion.daemon.port import Disk, Port
from companion.open_game import new_header
from companion.referee.api import Button, Touch, Touched
from companion.referee.settings import Settings
from hardware.rig import Rig
from hardware.twin.world import World
from hardware.wiring import default_wiring
from hardware.workers import ThreadWorker, WorkerMaker

GAME = "masters"
QUESTIONS = ("ask", "roll")


class RealTimeBox:
    """A box, the simulated world around it, and the port that tells what it asks."""

    def __init__(self, folder: Path, worker: WorkerMaker, clock: Callable[[], float] = time.monotonic) -> None:
        """On the running loop; nothing is open yet.  *clock* is the devices'."""
        self.loop = asyncio.get_running_loop()
        wiring = default_wiring()
        self.world = World(wiring, clock)
        buses = self.world.buses
        self.rig = Rig(wiring, clock=clock, factory=self.world.factory, buses=buses, worker=worker)
        self.host = ShelfHost(folder, Settings())
        self.box = Box(self.loop, self.rig, self.host, Notify())
        self.port = Port(self.loop, self.box, self.world, Disk())

    def open(self) -> None:
        """Begin a game for two."""
        self.box.open(partial(self.host.begin, new_header(GAME, 2, seed="1")))

    def read_on(self, then: Callable[[], None]) -> None:
        """Press OK on what is there to read, until a question stands on the panel; then *then*."""

        def look(output: object = None) -> None:
            if self.port.waiting().page in QUESTIONS and self.world.wire_bytes:
                then()
            else:
                self.loop.call_soon(self.box.give, Touched(Button.OK, Touch.SHORT))
                self.loop.call_soon(look)

        self.loop.call_soon(look)


async def idle(folder: Path, seconds: float) -> None:
    """Nobody touches anything."""
    table = RealTimeBox(folder, ThreadWorker)
    table.open()
    asked = table.loop.create_future()
    table.read_on(lambda: asked.done() or asked.set_result(None))
    async with asyncio.timeout(30):
        await asked
    await asyncio.sleep(1)
    before = table.world.wire_bytes
    print("ready", flush=True)
    await asyncio.sleep(seconds)
    print(table.world.wire_bytes - before, flush=True)
    table.box.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(idle(Path(folder), float(sys.argv[1])))
