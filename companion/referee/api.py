"""What goes into the session and what comes out of it.  No I/O, no clock: the caller says when it is.

The order of the outputs is an order: a `Record` must be on disk before anything behind it is shown.  Outputs before
the first `Record`, and those of an input that records nothing (a caret that moves), wait for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from companion.rules.kernel import EVERYONE, Seat
from companion.rules.log import Row
from companion.screen.model import Screen


class Button(Enum):
    """The five buttons; a seat's own button comes as `SeatButton`."""

    UP = "up"
    DOWN = "down"
    OK = "ok"
    BACK = "back"
    ROLL = "roll"


class Touch(Enum):
    """What was done to a button, as `hardware.api.Gesture` has it."""

    PRESS = "press"
    SHORT = "short"
    LONG = "long"
    REPEAT = "repeat"
    RELEASE = "release"


# -- inputs ---------------------------------------------------------------------------------------------------


class Touched(NamedTuple):
    """A gesture on one of the five buttons, or on the own button of *seat*."""

    button: Button | Seat
    touch: Touch


class Answered(NamedTuple):
    """An option chosen by its key: a click on a page, a tapped piece, a bot outside the box."""

    key: str
    seat: Seat | None = None
    """Who says so, where that is known; another seat's answer is refused."""


class Sensed(NamedTuple):
    """A tag that has come to lie on a reader, or was lifted from it."""

    reader: str
    """Its role: ``table``, ``seat/1`` …"""
    tag: str
    """The tag's id, for whoever must be told which one it was."""
    is_placed: bool
    """False: lifted."""
    piece: str = ""
    """What bears the tag, as ``token/17``; empty: no piece that is known here."""
    game: str = ""
    """Whose piece it is."""
    was_there: bool = False
    """It lay there when its reader was looked at for the first time."""


class Scripted(NamedTuple):
    """The next chance decision that offers this key gets it (scenarios; needs ``--bench``)."""

    key: str


class Tick(NamedTuple):
    """The session's deadline has come."""


class Devices(NamedTuple):
    """What is missing just now: names of devices that failed or are absent though they are wired."""

    missing: tuple[str, ...]
    has_screen: bool = True
    """Without one the seat lamp's flashes tell the caret's place."""


class Saving(NamedTuple):
    """Whether the journal takes rows: False while the disk is full or read-only."""

    ok: bool


Input: TypeAlias = Touched | Answered | Sensed | Scripted | Tick | Devices | Saving


# -- outputs --------------------------------------------------------------------------------------------------


class Record(NamedTuple):
    """Rows for the journal: one commit."""

    rows: tuple[Row, ...]


class Show(NamedTuple):
    """The screen of *audience*; `EVERYONE` is the table's."""

    screen: Screen
    audience: Seat = EVERYONE


class Light(Enum):
    """How a lamp burns, as `hardware.api.LampPattern` has it."""

    OFF = "off"
    ON = "on"
    SLOW = "slow"
    TWICE = "twice"
    CHASE = "chase"


class Lamp(NamedTuple):
    """A lamp: ``seat/1`` … ``seat/6`` (from 1, as people count) or ``error``."""

    lamp: str
    light: Light
    audience: Seat = EVERYONE


@dataclass(frozen=True, slots=True)
class Flashes:
    """So many short flashes of a lamp: the caret's place, for a box without a screen."""

    lamp: str
    count: int
    audience: Seat = EVERYONE


class Sound(Enum):
    """What is heard, as `hardware.api.Tune` has it."""

    CLICK = "click"
    DONE = "done"
    REFUSED = "refused"
    CARD = "card"
    MARCH = "march"
    FANFARE = "fanfare"
    LOST = "lost"


class Play(NamedTuple):
    """A sound; never one that depends on what is hidden."""

    sound: Sound
    audience: Seat = EVERYONE


class Told(NamedTuple):
    """A line of the public log in words, for the log pane and the history."""

    line: str
    audience: Seat = EVERYONE


class Wish(Enum):
    """What the table wants of the box itself."""

    LOBBY = "lobby"
    """Save and leave: back to the choice of games."""
    SHUT_DOWN = "shut-down"
    AGAIN = "again"
    """Play again with the same seats."""


class Leave(NamedTuple):
    """The session is done with; the caller drops it."""

    wish: Wish


class Begin(NamedTuple):
    """The lobby: a new game.  The caller makes the header, with a seed, and the session."""

    game: str
    seats: int
    names: tuple[str, ...]
    """Pawn ids in seat order; empty: chosen in the game."""
    bots: tuple[int, ...]
    sets: tuple[tuple[str, str], ...]
    """Switches and table options that differ from their defaults."""


class Resume(NamedTuple):
    """The lobby: go on with a saved game."""

    id: str


class Enrol(NamedTuple):
    """The lobby: find out which tag is under which piece."""

    game: str


class Setting(NamedTuple):
    """The table changed a setting that outlives the game: ``language`` or ``sound``."""

    name: str
    value: str


Output: TypeAlias = Record | Show | Lamp | Flashes | Play | Told | Leave | Setting | Begin | Resume | Enrol
