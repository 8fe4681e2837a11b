"""What a scenario runs on: a *place* sets up a *stand*, and the stand is one box on one table with its bench socket."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from companion.bench.instructions import LampState, ReaderFault, Scenario, Tag
from companion.rules.log import Row, standing


class Broken(Exception):
    """Something came out otherwise than the scenario says."""


class Unable(Exception):
    """This place can't do that: the file is skipped, with the reason."""


class LogLine(NamedTuple):
    """A line of the game log.  It is the same on every place."""

    n: int
    seat: int
    rule: str
    key: str

    def __str__(self) -> str:
        return f"{self.n}\t{self.seat}\t{self.rule}\t{self.key}"


def game_log(rows: Iterable[Row]) -> tuple[LogLine, ...]:
    """The answers that stand, numbered from 1; without source, origin or time."""
    return tuple(LogLine(n, row.seat, row.rule, row.key) for n, row in enumerate(standing(rows), 1))


@dataclass(frozen=True, slots=True)
class Shown:
    """What could be read on the panel from a moment on."""

    at_ms: int
    rows: tuple[str, ...]
    """Its text, row by row; none where the panel is dark or shows no whole frame."""
    frame: bytes
    """The lit pixels: 1024 page bytes as `hardware.api.Screen` has them."""

    def shows(self, text: str) -> bool:
        """Whether the text is there, however it is broken into rows."""
        return " ".join(text.split()) in " ".join(" ".join(self.rows).split())


@dataclass(frozen=True, slots=True)
class Asked:
    """What the box waits for."""

    page: str
    """``ask roll dice notice bot …``: what kind of screen stands."""
    is_chance: bool
    """Dice, tokens or cards are asked, by the hand of a seat."""
    keys: tuple[str, ...]
    """The options."""
    refused: tuple[str, ...]
    """What the list shows and isn't to be had, in its order behind the options."""
    rows: tuple[tuple[str, ...], ...]
    """For each row of the open list the keys behind it; a refused row has none."""
    caret: int
    pips: tuple[int, ...] = ()
    """Of the dice that are being typed."""


class Stand(Protocol):
    """One box, set up for one scenario.  Times are milliseconds of the stand's own clock."""

    def now_ms(self) -> int:
        """Since the stand was set up."""

    def hold(self, button: str, ms: int) -> None:
        """Push it now; it is let go by itself, so much later."""

    def answer(self, key: str) -> None:
        """As a click on a page, or a tapped piece, would."""

    def wait(self, ms: int) -> None:
        """Let time pass."""

    def script(self, key: str) -> None:
        """The next chance decision that the box itself answers gets this key."""

    def asked(self) -> Asked:
        """What the box waits for now."""

    def place(self, reader: str, thing: str | Tag) -> None:
        """Lay a piece, or a tag, on the reader of this role."""

    def lift(self, reader: str, thing: str | Tag) -> None:
        """Take it away."""

    def fault_reader(self, reader: str, fault: ReaderFault, for_ms: int) -> None:
        """As `FaultReader` says."""

    def fault_oled(self, errno: int, for_ms: int) -> None:
        """As `FaultOled` says."""

    def fault_button(self, button: str, bounce_ms: int) -> None:
        """As `FaultButton` says."""

    def fault_disk(self, error: int) -> None:
        """Writes of the journal fail with this errno from now on; 0: they work."""

    def kill(self) -> None:
        """SIGKILL.  Only where the daemon is a process of its own."""

    def powercut(self) -> None:
        """SIGKILL, and what wasn't synced is lost.  Raises `Unable` where that can't be told."""

    def restart(self) -> None:
        """Stop the daemon if it runs, and start it on the same files."""

    def jump_clock(self, ms: int) -> None:
        """The wall clock jumps; the monotonic one doesn't."""

    def shown(self) -> Sequence[Shown]:
        """All that the panel has shown, oldest first; the last is there now."""

    def lamp(self, lamp: str) -> LampState:
        """How a lamp looks to somebody who watches it for some seconds, which pass."""

    def denied(self) -> str | None:
        """The section that the last refusal named, or None if what was tried last wasn't refused."""

    def view(self, seat: int) -> str:
        """All that this seat may know, as JSON."""

    def rows(self) -> tuple[Row, ...]:
        """The journal's rows."""

    def outcome(self) -> tuple[str, ...] | None:
        """The winners' names; None while the game isn't over."""

    def figure_ms(self, figure: str, quantile: str) -> float | None:
        """A figure that the box keeps, or None if it has none of that name."""


class Place(Protocol):
    """Where scenarios run."""

    @property
    def name(self) -> str:
        """As on the command line."""

    @property
    def is_timed(self) -> bool:
        """Whether time is real here, so that figures are judged."""

    def lacks(self, scenario: Scenario) -> str:
        """Why the scenario can't run here; empty if it can."""

    def stand(self, scenario: Scenario) -> AbstractContextManager[Stand]:
        """A box set up for this scenario, switched on."""
