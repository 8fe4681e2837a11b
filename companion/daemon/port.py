"""The bench's port: what a test bench sees of the box, and does to it.

In process it is called as it stands; `companion.daemon.bench_socket` carries it over a Unix socket.  Buttons are
pressed at the pins, so that whatever is between a finger and the game is in the way here too.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from typing import Any, Final, Literal, NamedTuple, Protocol

from companion.daemon.box import Box
from companion.daemon.care import SHIFTS
from companion.daemon.notice import Notice
from companion.daemon.reading import rows_of_text
from companion.referee.api import Answered, Lamp, Scripted, Show
from companion.referee.pages import ListPage
from companion.referee.session import Session
from companion.rules.kernel import EVERYONE, Seat
from companion.rules.log import Row
from companion.screen.model import Screen
from companion.screen.raster import draw
from hardware.delta import shifted

REPORTS_KEPT: Final = 5_000
SHORT_PRESS_S: Final = 0.1


class Pins(Protocol):
    """What is wired to the box, from outside; `hardware.twin.world.World` has it all."""

    def press(self, button: str) -> None:
        """Close a contact."""

    def release(self, button: str) -> None:
        """Open it."""

    def pixels(self) -> bytes:
        """What is lit on the panel: 1024 page bytes."""

    def lamp(self, lamp: str) -> bool:
        """Whether it burns just now."""

    def place(self, role: str, uid: str) -> None:
        """Lay a tag on a reader."""

    def lift(self, role: str, uid: str) -> None:
        """Take it away.  Raises `ValueError` where it doesn't lie there."""

    def fault(self, *what: Any, **how: Any) -> None:
        """As `World.fault` says."""


class RealPins:
    """Those of a real box, which this process can neither move nor see."""

    def press(self, button: str) -> None:
        """Raises `ValueError`, as everything here."""
        raise ValueError("this is a real box: it takes a finger and an eye, or a jig")

    release = press

    def place(self, role: str, uid: str) -> None:
        """Raises as `press` does."""
        self.press(role)

    lift = place

    def pixels(self) -> bytes:
        """None can be read back."""
        raise ValueError("a real panel can't be read back")

    def lamp(self, lamp: str) -> bool:
        """Nobody sees it."""
        raise ValueError(f"whether {lamp} burns can't be seen from here")

    def fault(self, *_: Any, **__: Any) -> None:
        """Nothing breaks on demand."""
        raise ValueError("a real device doesn't break on demand")


class Disk:
    """A disk that can be made to fail: give it to the host as *before_commit*."""

    error = 0
    """An errno; 0: the disk works."""

    def __call__(self) -> None:
        """A commit is due."""
        if self.error:
            raise OSError(self.error, os.strerror(self.error))


class Panel(NamedTuple):
    """What somebody who looks at the panel sees."""

    rows: tuple[str, ...]
    """What can be read there: nothing, unless every pixel is where the screen has it."""
    pixels: bytes


class Report(NamedTuple):
    """An output that has gone out."""

    n: int
    """From 1, without gaps."""
    at: float
    output: Any
    rows: int
    """How many rows the game had when this went out: all of them must be on disk, or marked as unsaved."""


class Waiting(NamedTuple):
    """What the box waits for."""

    sitting: str
    """``game``, ``lobby`` or ``notice``."""
    page: str
    """What kind of screen stands, as `companion.referee.session.Pending` has it."""
    state: str = ""
    seat: int = -1
    """Who is asked, or whose hand throws; -1: nobody."""
    rule: str = ""
    keys: tuple[str, ...] = ()
    is_chance: bool = False
    source: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    """For each row of the open list the keys behind it."""
    caret: int = 0
    refused: tuple[str, ...] = ()
    """Keys that the list shows behind the options and that can't be had; their rows have none."""
    denied: str = ""
    held: tuple[str, ...] = ()
    """Buttons that were pressed here and are still down."""


class Port:
    """One box on the bench.  Everything is called on the box's loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, box: Box, pins: Pins, disk: Disk) -> None:
        """*disk* is what the host got as *before_commit*."""
        self.box = box
        self.disk = disk
        self._loop, self._pins = loop, pins
        self.reports: deque[Report] = deque(maxlen=REPORTS_KEPT)
        """The last ones, oldest first."""
        self.followers: list[Callable[[Report], None]] = []
        """Told each report at once."""
        self._n = 0
        self._held: list[str] = []
        self._screens: dict[Seat, Screen] = {}
        self._lamps: dict[str, str] = {}
        box.listen(self._heard)

    def _heard(self, output: Any) -> None:
        self._n += 1
        report = Report(self._n, self._loop.time(), output, len(self.rows()))
        self.reports.append(report)
        match output:
            case Show(screen, audience):
                self._screens[audience] = screen
            case Lamp(lamp, light):
                self._lamps[lamp] = light.value
        for follower in self.followers:
            follower(report)

    # -- to do ------------------------------------------------------------------------------------------------

    def press(self, button: str, hold_s: float = SHORT_PRESS_S) -> None:
        """Push a button now, and let it go after *hold_s* seconds."""
        self._pins.press(button)
        self._held.append(button)
        self._loop.call_later(hold_s, self._let_go, button)

    def _let_go(self, button: str) -> None:
        self._held.remove(button)
        self._pins.release(button)

    def answer(self, key: str) -> None:
        """As if somebody had tapped the option."""
        self.box.give(Answered(key))

    def script(self, key: str) -> None:
        """The next chance decision that the box answers itself gets this key."""
        self.box.give(Scripted(key))

    def place(self, role: str, uid: str) -> None:
        """Lay a tag on a reader."""
        self._pins.place(role, uid)

    def lift(self, role: str, uid: str) -> None:
        """Take it away."""
        self._pins.lift(role, uid)

    def fault(self, device: Literal["oled", "button", "reader"], **how: Any) -> None:
        """Break something outside the box, as `World.fault` says."""
        self._pins.fault(device, **how)

    def stop(self) -> None:
        """As SIGTERM would."""
        self.box.stop()

    # -- to see -----------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session | None:
        """The game before the table."""
        sitting = self.box.seated.sitting
        return sitting if isinstance(sitting, Session) else None

    def waiting(self) -> Waiting:
        """What the box waits for now."""
        sitting: Any = self.box.seated.sitting
        match sitting:
            case Session() as session:
                asked = session.pending()
                decision = session.position.decision
                refused = () if decision is None or decision.secret else decision.refused
                return Waiting(
                    "game",
                    asked.page,
                    asked.state.value,
                    asked.seat,
                    asked.rule,
                    asked.keys,
                    asked.is_chance,
                    asked.source,
                    asked.rows,
                    asked.caret,
                    tuple(denied.key for denied in refused if denied.label is not None),
                    asked.denied,
                    tuple(self._held),
                )
            case Notice():
                return Waiting("notice", "notice", held=tuple(self._held))
            case lobby:
                page: ListPage = lobby.page
                rows = page.rows()
                keys = tuple(key for row in rows for key in row)
                state = lobby.state.value
                return Waiting(
                    "lobby", "lobby", state, keys=keys, rows=rows, caret=page.caret(), held=tuple(self._held)
                )

    def since(self, n: int) -> list[Report]:
        """The reports behind number *n* (0: all that are kept)."""
        return [report for report in self.reports if report.n > n]

    def screen(self, audience: Seat = EVERYONE) -> tuple[str, ...]:
        """What was shown last, as text."""
        return rows_of_text(self._screens[audience]) if audience in self._screens else ()

    def panel(self) -> Panel:
        """What the panel shows now."""
        pixels = self._pins.pixels()
        screen = self._screens.get(EVERYONE)
        if screen is None or pixels not in (shifted(draw(screen), x, y) for x, y in SHIFTS):
            return Panel((), pixels)
        return Panel(rows_of_text(screen), pixels)

    def is_lit(self, lamp: str) -> bool:
        """Whether a lamp burns just now."""
        return self._pins.lamp(lamp)

    def lamps(self) -> dict[str, str]:
        """How the lamps were set last."""
        return dict(self._lamps)

    def rows(self) -> list[Row]:
        """The game's rows, those that aren't saved too; not to be changed."""
        return self.session.ledger.rows if self.session else []

    def view(self, seat: Seat) -> str:
        """All that this seat may know, as JSON."""
        if self.session is None:
            return "null"
        seen = self.session.game.view(self.session.position.table, seat)
        return json.dumps(
            asdict(seen) if is_dataclass(seen) and not isinstance(seen, type) else seen, default=str, ensure_ascii=False
        )

    def outcome(self) -> tuple[str, ...] | None:
        """The pawns of those who won; None while the game isn't over."""
        if self.session is None or self.session.position.decision is not None:
            return None
        game, table = self.session.game, self.session.position.table
        outcome = game.outcome(table)
        if outcome is None:
            return None
        pawns = [game.pawn(table, seat) for seat in outcome.winners]
        return tuple(pawn.id for pawn in pawns if pawn is not None)
