"""The place ``twin``: the whole box in this process, on a simulated table, in time that travels.

What is real: the box, the session, the journal and its files, the drivers.  What is simulated: chips, pins, fingers,
and the clock, so that an hour takes milliseconds.  A file that kills the daemon gets one in a process of its own.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.bench.instructions import Scenario
from companion.bench.place import Broken, Stand, Unable
from companion.bench.place_process import ProcessStand
from companion.bench.stand import (
    FEATURES,
    GLANCE_MS,
    PortStand,
    at_quantile,
    game_options,
    is_quiet,
    language,
)
from companion.daemon.box import Box
from companion.daemon.host import ShelfHost
from companion.daemon.notify import Notify
from companion.daemon.port import Disk, Port, Report
from companion.open_game import new_header
from companion.referee.api import Show
from companion.referee.settings import Settings
from companion.rules.kernel import EVERYONE
from hardware.twin.clock import TravellingLoop
from hardware.twin.readers import with_readers
from hardware.twin.world import World
from hardware.wiring import default_wiring

MEMORY: Final = Path("/dev/shm")
"""A file system in memory, where there is one: a simulated table needs no real disk, and syncs there take no time."""


class Twin:
    """Implements `companion.bench.place.Place`."""

    name = "twin"
    is_timed = False

    def lacks(self, scenario: Scenario) -> str:
        """Whatever a scenario needs beyond `FEATURES`."""
        lacking = [need for need in scenario.needs if need not in FEATURES]
        return f"needs {' '.join(lacking)}, which {self.name} lacks" if lacking else ""

    @contextmanager
    def stand(self, scenario: Scenario) -> Iterator[Stand]:
        """A new box with an empty state folder."""
        memory = str(MEMORY) if os.access(MEMORY, os.W_OK) else None
        with TemporaryDirectory(prefix="referee-bench-", dir=memory) as folder:
            make = ProcessStand if scenario.own_process else TwinStand
            stand = make(scenario, Path(folder))
            try:
                yield stand
            finally:
                stand.close()


class TwinStand(PortStand):
    """Implements `companion.bench.place.Stand` in this process."""

    def __init__(self, scenario: Scenario, folder: Path) -> None:
        """Sets everything up and switches it on."""
        super().__init__()
        self._faults = _Faults()
        self._loop = loop = TravellingLoop()
        loop.set_exception_handler(_loop_fault)
        wiring = with_readers(default_wiring(), *scenario.readers)
        self._world = world = _TimedWorld(wiring, loop.time, loop.call_at)
        rig = world.rig()
        self._disk = Disk()
        settings = Settings(language(scenario), is_quiet(scenario))
        host = ShelfHost(
            folder, settings, games=[scenario.game], bench=True, before_commit=self._disk, makes_up_tags=True
        )
        self._box = Box(loop, rig, host, Notify())
        self._port: Port | None = Port(loop, self._box, world, self._disk)
        self._port.followers.append(self._told)
        self._press_to_wire_ms: list[float] = []
        self._wall = _WallClock()
        header = new_header(
            scenario.game,
            scenario.seats,
            scenario.names,
            scenario.bots,
            game_options(scenario),
            scenario.seed,
            bench=True,
        )
        self._box.open(partial(host.begin, header))
        self.wait(GLANCE_MS)

    @property
    def port(self) -> Port | None:
        """In this process."""
        return self._port

    def close(self) -> None:
        """Switch off, and give everything back."""
        self._switch_off()
        self._loop.close()
        self._world.factory.close()
        self._wall.close()
        self._faults.close()

    def _switch_off(self) -> None:
        if self._port is not None:
            self._port = None
            self._box.close()

    def now_ms(self) -> int:
        """Time travels."""
        return round(self._loop.time() * 1000)

    def wait(self, ms: int) -> None:
        """Raises `Broken` where the box is found at fault."""
        self._loop.run_until_complete(asyncio.sleep(ms / 1000))
        if self._box.ended.done():
            self._switch_off()
        if self._faults.found:
            raise Broken(f"the box is at fault: {self._faults.found[0]}")
        self.look()

    def fault_disk(self, error: int) -> None:
        """Where the journal commits."""
        self._disk.error = error

    def kill(self) -> None:
        """Not in this process."""
        raise Unable("the box is in the bench's own process")

    powercut = kill
    restart = kill

    def jump_clock(self, ms: int) -> None:
        """The wall clock of this process."""
        self._wall.jump(ms / 1000)

    def figure_ms(self, figure: str, quantile: str) -> float | None:
        """``press-to-wire``: from a contact's move to the last byte of the frame that answers it, in real time."""
        return at_quantile(self._press_to_wire_ms, quantile) if figure == "press-to-wire" else None

    def _told(self, report: Report) -> None:
        """An output has gone out; what is for the panel has been written to it."""
        if isinstance(report.output, Show) and report.output.audience == EVERYONE:
            if self._world.moved_at is not None:
                self._press_to_wire_ms.append((time.perf_counter() - self._world.moved_at) * 1000)
                self._world.moved_at = None
            self.look()


class _TimedWorld(World):
    """Notes when a contact moves."""

    moved_at: float | None = None

    def press(self, button: str) -> None:
        """As `World` does."""
        self.moved_at = time.perf_counter()
        super().press(button)

    def release(self, button: str) -> None:
        """As `World` does."""
        self.moved_at = time.perf_counter()
        super().release(button)


class _Faults(logging.Handler):
    """Takes what the box logs, so that nothing of it reaches the terminal, and keeps the faults."""

    loggers: Final = ("companion", "hardware")

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self.found: list[str] = []
        self._before = [(logger, logger.propagate) for logger in map(logging.getLogger, self.loggers)]
        for logger, _ in self._before:
            logger.addHandler(self)
            logger.propagate = False

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it, where it is a fault."""
        if record.exc_info:
            self.found.append(self.format(record))

    def close(self) -> None:
        """Everything as before."""
        for logger, propagate in self._before:
            logger.removeHandler(self)
            logger.propagate = propagate
        super().close()


def _loop_fault(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An exception that nobody caught."""
    logging.getLogger(__name__).error("%s", context["message"], exc_info=context.get("exception") or True)


class _WallClock:
    """The wall clock of this process, which can jump.  The monotonic clock stays as it is."""

    def __init__(self) -> None:
        self._time, self._time_ns = time.time, time.time_ns
        self._ahead_s = 0.0

    def jump(self, seconds: float) -> None:
        """From now on it is so much later."""
        self._ahead_s += seconds
        setattr(time, "time", lambda: self._time() + self._ahead_s)  # noqa: B010
        setattr(time, "time_ns", lambda: self._time_ns() + round(self._ahead_s * 1e9))  # noqa: B010

    def close(self) -> None:
        """Right again."""
        setattr(time, "time", self._time)  # noqa: B010
        setattr(time, "time_ns", self._time_ns)  # noqa: B010
