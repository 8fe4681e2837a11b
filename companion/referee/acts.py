"""What a page asks of whoever shows it, when a button was touched."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from companion.referee.api import Wish
from companion.referee.consent import Belief
from companion.rules.kernel import Denied, Seat
from companion.rules.text import Text


class Choose(NamedTuple):
    """The option with this key."""

    key: str


class Typed(NamedTuple):
    """What the table's own dice, tokens or cards show, as an option's key."""

    key: str


class Tapped(NamedTuple):
    """The piece that was turned or drawn lies on the reader: this option."""

    key: str
    piece: str


class Narrow(NamedTuple):
    """A piece was tapped that several options are about: these."""

    keys: tuple[str, ...]


class Refuse(NamedTuple):
    """Something was chosen, or tapped, that can't be had."""

    denied: Denied
    remedy: Text | None = None
    """What would mend it."""
    belief: Belief | None = None
    """What can be insisted on all the same."""


class Do(Enum):
    """The acts that carry nothing."""

    MOVED = auto()
    """The caret or the page moved: draw again, click."""
    REDRAW = auto()
    """Draw again, without a sound."""
    CLOSE = auto()
    """This page is done with."""
    WHY = auto()
    MENU = auto()
    MAP = auto()
    THROW = auto()
    AGREE = auto()
    DISAGREE = auto()
    EXPIRED = auto()
    """The page's deadline has come."""


class MenuChoice(Enum):
    """What the menu offers; the value is the last part of its message key."""

    TAKE_BACK = "take_back"
    TYPE_AGAIN = "type_again"
    STATUS = "status"
    HISTORY = "history"
    PAUSE = "pause"
    DEVICES = "devices"
    LANGUAGE = "language"
    SOUND = "sound"
    LEAVE = "leave"
    SHUT_DOWN = "shut_down"


class HandOver(NamedTuple):
    """The box takes this seat over, or a person takes it again."""

    seat: Seat


class Look(NamedTuple):
    """This seat wants to look at its hand."""

    seat: Seat


Act: TypeAlias = Choose | Typed | Tapped | Narrow | Refuse | Belief | Do | MenuChoice | HandOver | Look | Wish
