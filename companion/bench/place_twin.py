"""The place ``twin``: the whole box in this process, on a simulated table, in time that travels.

What is real: the box, the session, the journal and its files, the drivers.  What is simulated: chips, pins, fingers,
and the clock, so that an hour takes milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.bench.check import BOX_OPTIONS
from companion.bench.instructions import LampState, Scenario
from companion.bench.place import Asked, Broken, Shown, Stand, Unable
from companion.daemon.box import Box
from companion.daemon.care import SHIFTS
from companion.daemon.host import ShelfHost
from companion.daemon.notify import Notify
from companion.daemon.port import Disk, Port, Report
from companion.daemon.reading import rows_of_text
from companion.open_game import new_header
from companion.referee.api import Show
from companion.referee.header import Header
from companion.referee.settings import Settings
from companion.rules.kernel import EVERYONE, Seat
from companion.rules.log import Row
from companion.screen.model import Screen
from companion.screen.raster import draw
from hardware.delta import shifted
from hardware.rig import Rig
from hardware.twin.clock import TravellingLoop
from hardware.twin.world import World
from hardware.wiring import default_wiring
from hardware.workers import InlineWorker

WATCHED_MS: Final = 2_200
"""So long somebody watches a lamp: longer than the slowest blink."""
GLANCE_MS: Final = 50
DIE: Final = re.compile(r"\[([1-6])\]")
FEATURES: Final = ("buttons", "lamps", "oled", "strace")
PERCENTILES: Final = {"p50": 50, "p90": 90, "p95": 95, "p99": 99}


class Twin:
    """Implements `companion.bench.place.Place`."""

    name = "twin"
    is_timed = False

    def lacks(self, scenario: Scenario) -> str:
        """Readers and scanners come with the games that need them."""
        lacking = [need for need in scenario.needs if need not in FEATURES]
        return f"needs {' '.join(lacking)}, which {self.name} lacks" if lacking else ""

    @contextmanager
    def stand(self, scenario: Scenario) -> Iterator[Stand]:
        """A new box with an empty state folder."""
        with TemporaryDirectory(prefix="referee-bench-") as folder:
            stand = TwinStand(scenario, Path(folder))
            try:
                yield stand
            finally:
                stand.close()


def header_of(scenario: Scenario) -> Header:
    """What the game is begun with."""
    sets = {name: value for name, value in scenario.options.items() if name not in BOX_OPTIONS}
    names = scenario.names
    return new_header(scenario.game, scenario.seats, names, scenario.bots, sets, scenario.seed, bench=True)


def settings_of(scenario: Scenario) -> Settings:
    """How the box is set."""
    return Settings(scenario.options.get("language", "en"), scenario.options.get("sound") == "quiet")


class _Faults(logging.Handler):
    """Keeps what the box logs, and the faults among it; nothing of it reaches the terminal."""

    loggers: Final = ("companion", "hardware")

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self.faults: list[str] = []
        self._before = [(logger, logger.propagate, logger.level) for logger in map(logging.getLogger, self.loggers)]
        for logger, _, _ in self._before:
            logger.addHandler(self)
            logger.propagate = False
            logger.setLevel(logging.INFO)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        if record.exc_info is not None:
            self.faults.append(self.format(record))

    def close(self) -> None:
        """Everything as before."""
        for logger, propagate, level in self._before:
            logger.removeHandler(self)
            logger.propagate = propagate
            logger.setLevel(level)
        super().close()


class TwinStand:
    """Implements `companion.bench.place.Stand`."""

    def __init__(self, scenario: Scenario, folder: Path) -> None:
        """Sets everything up and switches it on."""
        self._faults = _Faults()
        self._loop = loop = TravellingLoop()
        loop.set_exception_handler(self._loop_fault)
        wiring = default_wiring()
        self._world = World(wiring, loop.time, loop.call_at)
        rig = Rig(wiring, clock=loop.time, factory=self._world.factory, buses=self._world.buses, worker=InlineWorker)
        self._disk = Disk()
        settings = settings_of(scenario)
        host = ShelfHost(folder, settings, games=[scenario.game], bench=True, before_commit=self._disk)
        self._box = Box(loop, rig, host, Notify())
        self._port = Port(loop, self._box, self, self._disk)
        self._port.followers.append(self._told)
        self._screen: Screen | None = None
        self._shown: list[Shown] = []
        self._moved_at: float | None = None
        self._press_to_wire_ms: list[float] = []
        self._is_closed = False
        self._wall = _WallClock()
        self._box.open(partial(host.begin, header_of(scenario)))
        self.wait(GLANCE_MS)

    def close(self) -> None:
        """Switch off."""
        self._switch_off()
        self._loop.close()
        self._world.factory.close()
        self._wall.close()
        self._faults.close()

    def _switch_off(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._box.close()

    # -- the simulated fingers, for the port --------------------------------------------------------------------

    def press(self, button: str) -> None:
        """Close the contact."""
        self._moved_at = time.perf_counter()
        self._world.press(button)

    def release(self, button: str) -> None:
        """Open it."""
        self._moved_at = time.perf_counter()
        self._world.release(button)

    # -- to do --------------------------------------------------------------------------------------------------

    def now_ms(self) -> int:
        """Time travels."""
        return round(self._loop.time() * 1000)

    def hold(self, button: str, ms: int) -> None:
        """At the simulated pin."""
        if button not in default_wiring().buttons:
            raise Unable(f"no button {button} is wired on this place")
        self._port.press(button, ms / 1000)

    def answer(self, key: str) -> None:
        """Through the port."""
        self._port.answer(key)
        self.wait(GLANCE_MS)

    def wait(self, ms: int) -> None:
        """Raises `Broken` where the box is found at fault."""
        self._loop.run_until_complete(asyncio.sleep(ms / 1000))
        if self._box.ended.done():
            self._switch_off()
        if self._faults.faults:
            raise Broken(f"the box is at fault: {self._faults.faults[0]}")
        self._look()

    def script(self, key: str) -> None:
        """Through the port."""
        self._port.script(key)

    def fault_oled(self, errno: int, for_ms: int) -> None:
        """On the simulated bus."""
        self._world.fault("oled", errno=errno, for_s=for_ms / 1000 if for_ms else None)

    def fault_button(self, button: str, bounce_ms: int) -> None:
        """At the simulated contact."""
        self._world.fault("button", button, bounce_ms=bounce_ms)

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

    # -- to see -------------------------------------------------------------------------------------------------

    def asked(self) -> Asked:
        """By the port; what is refused by the game."""
        if self._is_closed:
            return Asked("off", False, (), (), (), 0)
        waiting = self._port.waiting()
        session = self._port.session
        decision = session.position.decision if session else None
        refused = () if decision is None else tuple(d.key for d in decision.refused if d.label is not None)
        pips = tuple(int(n) for row in self._port.screen() for n in DIE.findall(row)) if waiting.page == "dice" else ()
        return Asked(waiting.page, waiting.is_chance, waiting.keys, refused, waiting.rows, waiting.caret, pips)

    def shown(self) -> Sequence[Shown]:
        """What the chip's memory held."""
        return self._shown

    def lamp(self, lamp: str) -> LampState:
        """At the simulated pin."""
        seen = set()
        for _ in range(WATCHED_MS // GLANCE_MS):
            seen.add(self._world.lamp(lamp))
            self.wait(GLANCE_MS)
        return LampState.BLINKING if len(seen) > 1 else LampState.ON if True in seen else LampState.OFF

    def denied(self) -> str | None:
        """The refusal that stands on the screen."""
        return self._port.waiting().denied or None

    def view(self, seat: int) -> str:
        """By the port."""
        return json.dumps(json.loads(self._port.view(Seat(seat))), ensure_ascii=False)

    def rows(self) -> tuple[Row, ...]:
        """Those that aren't saved too."""
        return tuple(self._port.rows())

    def outcome(self) -> tuple[str, ...] | None:
        """By the port."""
        return self._port.outcome()

    def figure_ms(self, figure: str, quantile: str) -> float | None:
        """``press-to-wire``: from a contact's move to the last byte of the frame that answers it, in this process's
        real time."""
        found = sorted(self._press_to_wire_ms)
        if figure != "press-to-wire" or not found:
            return None
        if quantile == "max" or len(found) == 1:
            return found[-1]
        return quantiles(found, n=100, method="inclusive")[PERCENTILES[quantile] - 1]

    # -----------------------------------------------------------------------------------------------------------

    def _told(self, report: Report) -> None:
        """An output has gone out; what is for the panel has been written to it."""
        if isinstance(report.output, Show) and report.output.audience == EVERYONE:
            self._screen = report.output.screen
            if self._moved_at is not None:
                self._press_to_wire_ms.append((time.perf_counter() - self._moved_at) * 1000)
                self._moved_at = None
            self._look()

    def _look(self) -> None:
        """Read the panel.  It says what the screen says only if each pixel is where it belongs."""
        frame = self._world.pixels()
        screen = self._screen
        is_whole = screen is not None and frame in {shifted(draw(screen), x, y) for x, y in SHIFTS}
        rows = rows_of_text(screen) if screen is not None and is_whole else ()
        if not self._shown or (self._shown[-1].rows, self._shown[-1].frame) != (rows, frame):
            self._shown.append(Shown(self.now_ms(), rows, frame))

    def _loop_fault(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        logging.getLogger("companion.bench").error("%s", context["message"], exc_info=error or True)


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
