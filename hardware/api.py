"""What the referee's box is made of, as small protocols.  Nothing here knows of games.

Events carry the moment they happened, in seconds of the monotonic clock that the rig was given.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, NewType, Protocol

WIDTH, HEIGHT = 128, 64
FRAME_BYTES = WIDTH * HEIGHT // 8


class Gesture(Enum):
    """What a finger did."""

    PRESS = "press"
    """Down, at the first edge."""
    SHORT = "short"
    """Up again before it was long."""
    LONG = "long"
    """Still down after the long-press time; said once."""
    REPEAT = "repeat"
    """Still down, again and again after the repeat delay (buttons that repeat)."""
    RELEASE = "release"
    """Up, after short or long alike."""


class ButtonEvent(NamedTuple):
    """A gesture on a named button: ``up down ok back roll`` or ``seat/1`` …"""

    button: str
    gesture: Gesture
    at: float


class DeviceState(Enum):
    """How a device is."""

    ABSENT = "absent"
    STARTING = "starting"
    OK = "ok"
    DEGRADED = "degraded"
    FAILED = "failed"


class DeviceEvent(NamedTuple):
    """A device changed its state; *why* is one line for the person who must act, with what would mend it.  Of a reader
    that is well: what it says it is."""

    device: str
    state: DeviceState
    why: str
    at: float


TagId = NewType("TagId", str)
"""The whole id of a tag in upper-case hex: 4, 7 or 10 bytes in the order in which they come, no check byte."""


class TagChange(Enum):
    """What became of a tag on a reader, or of the reader."""

    PLACED = "placed"
    """It lies there; said once, however often it is read."""
    REMOVED = "removed"
    FAULT = "fault"
    """The reader can't tell any more; what lay there may lie there still."""
    BACK = "back"
    """The reader tells again; what was removed or placed meanwhile is said after this."""


class TagEvent(NamedTuple):
    """A change at one reader, named by its role: ``table``, ``seat/1`` …"""

    reader: str
    change: TagChange
    tag: TagId | None
    """None for `TagChange.FAULT` and `TagChange.BACK`, which are of all its tags."""
    at: float
    why: str = ""
    """Of a fault: one line for the person who must act."""
    was_there: bool = False
    """Of a tag that was placed: it lay there when its reader was looked at for the first time."""


class Reads(NamedTuple):
    """How often a tag that lies there was seen: how strong its answer is."""

    hits: int
    looks: int


class Inventory(NamedTuple):
    """What one look at a reader's field found."""

    tags: frozenset[TagId]
    unread: int = 0
    """Answers of which no id could be made: a tag that isn't in *tags* may be there all the same."""


RigEvent = ButtonEvent | DeviceEvent | TagEvent
Listener = Callable[[RigEvent], None]
"""Called from any thread; stamps nothing, blocks nothing."""


class LampPattern(Enum):
    """How a lamp burns; nothing blinks faster than twice a second, but for the two quick flashes."""

    OFF = "off"
    ON = "on"
    SLOW = "slow"
    """Blinking, 1 s on, 1 s off: asked out of turn; on the error lamp: a device is missing."""
    TWICE = "twice"
    """Two quick flashes, then as before: yours was refused."""
    CHASE = "chase"
    """All seat lamps in turn: a winner."""


class Tune(Enum):
    """What the buzzer plays."""

    CLICK = "click"
    DONE = "done"
    REFUSED = "refused"
    CARD = "card"
    MARCH = "march"
    FANFARE = "fanfare"
    LOST = "lost"


class Screen(Protocol):
    """A 128x64 one-bit display.  Frames are 1024 page bytes: byte 128*p + x, bit 0 uppermost of page p."""

    def show(self, frame: bytes) -> None:
        """Bring the panel to *frame*, writing only what changed.  Raises `DeviceLost`; the next call sends all."""

    def contrast(self, pct: int) -> None:
        """0 to 100."""

    def shift(self, x: int, y: int) -> None:
        """Show everything moved by some pixels from now on, to spare the panel."""

    def sleep(self) -> None:
        """Panel off; what is shown meanwhile appears at `wake`."""

    def wake(self) -> None:
        """Panel on."""

    def close(self) -> None:
        """Clear the panel's memory, then switch it off."""


class Lamps(Protocol):
    """Named lamps: ``seat/1`` to ``seat/6`` and ``error``."""

    def set(self, lamp: str, pattern: LampPattern) -> None:
        """Set a lamp; one that isn't wired is ignored."""

    def flash(self, lamp: str, count: int) -> None:
        """So many short flashes once, then as before (a box without a screen tells the caret's place so)."""

    def close(self) -> None:
        """All off, pins freed."""


class Sounder(Protocol):
    """A buzzer."""

    def play(self, tune: Tune) -> None:
        """Start a tune and return; a new one cuts the old one off."""

    def close(self) -> None:
        """Silence, pin freed."""


class TagReader(Protocol):
    """A reader of RFID or NFC tags.  It takes open buses; what it says isn't smoothed, which `Presence` does."""

    @property
    def tells_leaving(self) -> bool:
        """False: it tells of a tag when it comes and never again, so nobody knows how long it lies there."""

    def set_up(self, *, hard: bool = False) -> None:
        """Make it ready to read, from whatever state it is in; *hard*: by its reset line, where it has one.

        Raises `DeviceUnavailable` or `DeviceLost`.
        """

    def about(self) -> str:
        """What it says it is: ``MFRC522 version 2.0``.  Raises `DeviceLost`."""

    def poll(self) -> Inventory:
        """One complete look, within 200 ms of bus time.  Raises `DeviceLost`; an empty field is no fault."""

    def close(self) -> None:
        """Free what was opened for it.  Never raises."""
