"""What a scenario is, once it is read: a header and its steps.  Times are whole milliseconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeAlias

BUTTONS: Final = ("up", "down", "ok", "back", "roll")
READER: Final = "reader"
TABLE: Final = "table"
SCANNER: Final = "scanner"
SEATS: Final = tuple(f"seat/{n}" for n in range(1, 7))
READERS: Final = (TABLE, *SEATS)
"""The roles of readers."""
FEATURES: Final = ("buttons", "lamps", "oled", READER, *SEATS, SCANNER, "strace")
"""What a place can lack.  ``reader``: the table's; ``seat/1``: this seat's.  ``strace``: to tell what was on disk at a
power cut."""
LAMPS: Final = (*SEATS, "error")
NOBODY: Final = "nobody"
"""An outcome without a winner."""
UNFINISHED: Final = "unfinished"
"""The game isn't over."""
ALL: Final = "all"


# -- what the table and the bench do ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Press:
    """Push a button and let it go; *hold_ms* 0 is a short press."""

    button: str
    hold_ms: int = 0


@dataclass(frozen=True, slots=True)
class Chance:
    """The next chance decision gets the option with this key."""

    key: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Press buttons until exactly this option is chosen."""

    key: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Let time pass."""

    ms: int


@dataclass(frozen=True, slots=True)
class FaultOled:
    """The display answers with *errno*, for so long; 0: until ``fault oled ok``.  *errno* 0 is that end."""

    errno: int
    for_ms: int = 0


@dataclass(frozen=True, slots=True)
class FaultButton:
    """From now on the contact of this button bounces for so long at each edge; 0: it is clean again."""

    button: str
    bounce_ms: int


class Disk(Enum):
    """What the journal's disk does."""

    OK = "ok"
    FULL = "full"
    READONLY = "readonly"


@dataclass(frozen=True, slots=True)
class FaultDisk:
    """From now on the journal's disk is so."""

    disk: Disk


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that is on no piece of the game; its id in upper-case hex."""

    uid: str


FOREIGN: Final = Tag("04F0E16E5A4B80")
"""One that nobody knows."""


class Motion(Enum):
    """What hands do on a reader."""

    TAP = "tap"
    """Lay down, and take away once that was noticed."""
    PLACE = "place"
    LIFT = "lift"


@dataclass(frozen=True, slots=True)
class OnReader:
    """Things are laid on a reader or taken away, all at once."""

    motion: Motion
    things: tuple[str | Tag, ...]
    """Pieces by their ids, and tags."""
    reader: str = TABLE
    """Its role, or the name of a seat that has one: `reader_role`."""


class ReaderFault(Enum):
    """What is wrong with a reader, or with the tags there."""

    OK = "ok"
    HANG = "hang"
    """It says nothing."""
    STUCK = "stuck"
    """Nothing that it is told to do ends."""
    GARBAGE = "garbage"
    """Noise is read."""
    FLIPS = "flips"
    """Bits flip on the way."""
    BUS = "bus"
    """Transfers break."""
    VANISH = "vanish"
    """Its plug is out."""
    WEAK = "weak"
    """Tags miss three of four calls."""


@dataclass(frozen=True, slots=True)
class FaultReader:
    """A reader is so, for so long; 0: until ``fault reader ok``."""

    fault: ReaderFault
    reader: str = TABLE
    for_ms: int = 0


@dataclass(frozen=True, slots=True)
class Kill:
    """SIGKILL to the daemon."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Stop the daemon if it still runs, and start it again."""


@dataclass(frozen=True, slots=True)
class Powercut:
    """The daemon is gone, and with it what wasn't synced to the disk."""


@dataclass(frozen=True, slots=True)
class JumpClock:
    """The wall clock jumps; no timer may notice."""

    ms: int


@dataclass(frozen=True, slots=True)
class Later:
    """A step on a device that this place may lack: *word* with the rest of its line."""

    word: str
    rest: tuple[str, ...]


# -- what is expected -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExpectScreen:
    """The table's screen shows this text (or doesn't), at the latest within so long."""

    text: str
    shown: bool = True
    within_ms: int = 0


class LampState(Enum):
    """How a lamp looks to somebody who watches it for some seconds."""

    ON = "on"
    OFF = "off"
    BLINKING = "blinking"


@dataclass(frozen=True, slots=True)
class ExpectLamp:
    """A lamp looks so."""

    lamp: str
    state: LampState


@dataclass(frozen=True, slots=True)
class ExpectDenied:
    """The last thing that was tried was refused, and this section was named."""

    rule: str


@dataclass(frozen=True, slots=True)
class ExpectView:
    """All that this seat may know, as JSON, contains the text (or doesn't)."""

    seat: str
    text: str
    has: bool = True


@dataclass(frozen=True, slots=True)
class ExpectLog:
    """The game log ends with these keys."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExpectOutcome:
    """The game is over and these have won; `NOBODY`: all lost; `UNFINISHED`: it isn't over."""

    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExpectFigure:
    """A figure of the box stays below its limit: judged where time is real, else only reported."""

    figure: str
    quantile: str
    below_ms: int


Act: TypeAlias = (
    Press
    | Chance
    | Choose
    | Wait
    | OnReader
    | FaultOled
    | FaultButton
    | FaultDisk
    | FaultReader
    | Kill
    | Restart
    | Powercut
    | JumpClock
    | Later
)
Expectation: TypeAlias = (
    ExpectScreen | ExpectLamp | ExpectDenied | ExpectView | ExpectLog | ExpectOutcome | ExpectFigure
)
Instruction: TypeAlias = Act | Expectation


@dataclass(frozen=True, slots=True)
class Step:
    """An instruction and where it stands."""

    instruction: Instruction
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole file."""

    game: str
    seats: int
    names: tuple[str, ...] = ()
    """Pawns in seat order, where the file names them."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Switches, table options, and ``language``."""
    needs: tuple[str, ...] = ()
    seed: str = "1"
    bots: tuple[str, ...] = ()
    """Seats that the box plays: names, numbers, or `ALL`."""
    steps: tuple[Step, ...] = ()
    path: str = field(default="", compare=False)
    header_lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Header word -> the line on which it first stands; also ``option NAME``."""

    @property
    def own_process(self) -> bool:
        """Whether the daemon must be a process of its own, to be killed."""
        return any(isinstance(step.instruction, Kill | Powercut | Restart) for step in self.steps)

    @property
    def readers(self) -> tuple[str, ...]:
        """The roles of the readers that are needed."""
        return tuple(TABLE if need == READER else need for need in self.needs if need in (READER, *SEATS))


def reader_role(reader: str, seats: Sequence[str]) -> str:
    """The role of a reader that may go by the name of its seat.

    >>> reader_role("tila", ("stratos", "tila"))
    'seat/2'
    """
    return SEATS[seats.index(reader)] if reader in seats[: len(SEATS)] else reader
