"""What the stands have in common: a box that is seen and touched through its bench port, here or over a socket."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from statistics import quantiles
from typing import Any, Final, Literal, Protocol

from companion.bench.check import BOX_OPTIONS
from companion.bench.instructions import READER, SEATS, LampState, ReaderFault, Scenario, Tag
from companion.bench.place import Asked, Shown, Unable
from companion.daemon.port import Panel, Waiting
from companion.rules.kernel import Seat
from companion.rules.log import Row
from companion.table.made_up import made_up_tag
from hardware.wiring import default_wiring

WATCHED_MS: Final = 2_200
"""So long somebody watches a lamp: longer than the slowest blink."""
GLANCE_MS: Final = 50
DIE: Final = re.compile(r"\[(\d+)\]")
FEATURES: Final = ("buttons", "lamps", "oled", READER, *SEATS, "strace")
"""What the stands have; scanners come with the games that need them."""
PERCENTILES: Final = {"p50": 50, "p90": 90, "p95": 95, "p99": 99}


def game_options(scenario: Scenario) -> dict[str, str]:
    """Switches and table options: what isn't a setting of the box."""
    return {name: value for name, value in scenario.options.items() if name not in BOX_OPTIONS}


def language(scenario: Scenario) -> str:
    """What the box speaks."""
    return scenario.options.get("language", "en")


def is_quiet(scenario: Scenario) -> bool:
    """Whether its buzzer is."""
    return scenario.options.get("sound") == "quiet"


def tag_of(thing: str | Tag) -> str:
    """The tag that a piece bears on these places, or the tag itself."""
    return thing.uid if isinstance(thing, Tag) else made_up_tag(thing)


class BoxPort(Protocol):
    """`companion.daemon.port.Port`, or the line to one in another process."""

    def press(self, button: str, hold_s: float) -> None:
        """Push a button now, and let it go after *hold_s* seconds."""

    def answer(self, key: str) -> None:
        """As if somebody had tapped the option."""

    def script(self, key: str) -> None:
        """The next chance decision that offers it gets this key."""

    def place(self, role: str, uid: str) -> None:
        """Lay a tag on a reader."""

    def lift(self, role: str, uid: str) -> None:
        """Take it off."""

    def fault(self, device: Literal["oled", "button", "reader"], **how: Any) -> None:
        """Break something outside the box."""

    def waiting(self) -> Waiting:
        """What the box waits for."""

    def screen(self) -> tuple[str, ...]:
        """What was shown last, whether the panel has it or not."""

    def panel(self) -> Panel:
        """What the panel shows."""

    def is_lit(self, lamp: str) -> bool:
        """Whether a lamp burns just now."""

    def rows(self) -> Sequence[Row]:
        """The game's rows."""

    def view(self, seat: Seat) -> str:
        """All that this seat may know, as JSON."""

    def outcome(self) -> tuple[str, ...] | None:
        """The pawns of the winners."""


class PortStand(ABC):
    """Implements most of `companion.bench.place.Stand` by a port."""

    def __init__(self) -> None:
        self.looks: list[Shown] = []
        self._rows: tuple[Row, ...] = ()

    @property
    @abstractmethod
    def port(self) -> BoxPort | None:
        """The port of the box that runs; None: it is off."""

    @abstractmethod
    def now_ms(self) -> int:
        """Since the stand was set up."""

    @abstractmethod
    def wait(self, ms: int) -> None:
        """Let time pass, and look at the panel."""

    @property
    def on(self) -> BoxPort:
        """The port of a box that must be on.  Raises `Unable`."""
        if self.port is None:
            raise Unable("the box is off")
        return self.port

    # -- to do --------------------------------------------------------------------------------------------------

    def hold(self, button: str, ms: int) -> None:
        """At the simulated pin."""
        if button not in default_wiring().buttons:
            raise Unable(f"no button {button} is wired on this place")
        self.on.press(button, ms / 1000)

    def answer(self, key: str) -> None:
        """As a page would."""
        self.on.answer(key)
        self.wait(GLANCE_MS)

    def script(self, key: str) -> None:
        """Through the port."""
        self.on.script(key)

    def place(self, reader: str, thing: str | Tag) -> None:
        """Above the simulated antenna."""
        self.on.place(reader, tag_of(thing))

    def lift(self, reader: str, thing: str | Tag) -> None:
        """From there."""
        self.on.lift(reader, tag_of(thing))

    def fault_reader(self, reader: str, fault: ReaderFault, for_ms: int) -> None:
        """In the simulated chip.  Raises `Unable` for what can't befall this one."""
        kind = "none" if fault is ReaderFault.OK else fault.value
        try:
            self.on.fault("reader", role=reader, kind=kind, for_s=for_ms / 1000 if for_ms else None)
        except ValueError as error:
            raise Unable(str(error)) from error

    def fault_oled(self, errno: int, for_ms: int) -> None:
        """On the simulated bus."""
        self.on.fault("oled", errno=errno, for_s=for_ms / 1000 if for_ms else None)

    def fault_button(self, button: str, bounce_ms: int) -> None:
        """At the simulated contact."""
        self.on.fault("button", button=button, bounce_ms=bounce_ms)

    # -- to see -------------------------------------------------------------------------------------------------

    def asked(self) -> Asked:
        """By the port; the dice that are being typed, by the screen."""
        port = self.port
        if port is None:
            return Asked("off", False, (), (), (), 0)
        waiting = port.waiting()
        pips = tuple(int(n) for row in port.screen() for n in DIE.findall(row)) if waiting.page == "dice" else ()
        return Asked(waiting.page, waiting.is_chance, waiting.keys, waiting.refused, waiting.rows, waiting.caret, pips)

    def shown(self) -> Sequence[Shown]:
        """All looks at the panel that saw something new."""
        return self.looks

    def look(self) -> None:
        """See what is on the panel; darkness where the box is off."""
        panel = self.port.panel() if self.port is not None else Panel((), bytes(1024))
        self.saw(panel.rows, panel.pixels)

    def saw(self, rows: tuple[str, ...], frame: bytes) -> None:
        """Remember it, if it is new."""
        if not self.looks or (self.looks[-1].rows, self.looks[-1].frame) != (rows, frame):
            self.looks.append(Shown(self.now_ms(), rows, frame))

    def lamp(self, lamp: str) -> LampState:
        """At the simulated pin; watched for `WATCHED_MS`."""
        if lamp not in default_wiring().lamps:
            raise Unable(f"no lamp {lamp} is wired on this place")
        seen = set()
        until = self.now_ms() + WATCHED_MS
        while self.now_ms() < until:
            seen.add(self.on.is_lit(lamp))
            self.wait(GLANCE_MS)
        return LampState.BLINKING if len(seen) > 1 else LampState.ON if True in seen else LampState.OFF

    def denied(self) -> str | None:
        """The refusal that stands on the screen."""
        return self.on.waiting().denied or None

    def view(self, seat: int) -> str:
        """By the port."""
        return self.on.view(Seat(seat))

    def rows(self) -> tuple[Row, ...]:
        """Those that aren't saved too; those that were last, where the box is off."""
        if self.port is not None:
            self._rows = tuple(self.port.rows())
        return self._rows

    def outcome(self) -> tuple[str, ...] | None:
        """By the port."""
        return self.on.outcome()

    def figure_ms(self, figure: str, quantile: str) -> float | None:
        """None is kept."""
        return None


def at_quantile(samples: Sequence[float], quantile: str) -> float | None:
    """``p99`` or ``max`` of the samples; None where there are none."""
    if not samples:
        return None
    if quantile == "max" or len(samples) == 1:
        return max(samples)
    return quantiles(samples, n=100, method="inclusive")[PERCENTILES[quantile] - 1]
