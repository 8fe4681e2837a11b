"""What is in the box, by the rulebook's names."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType

from companion.rules.game import Pawn, Switch
from companion.rules.kernel import Seat
from companion.rules.text import Text

Space = NewType("Space", int)
"""A space of the board, by its place in the edition's list."""
Character = NewType("Character", int)
"""A master, an ally or a shadow: masters come first, then allies, the minor shadows, and last the Shadowlord."""
Card = NewType("Card", int)
"""The number on a power card, or `companion.rules.unseen.UNKNOWN`."""

UNSEEN: Final = "unseen"
"""Of a power card, in keys: nobody has told the box its number."""
NOWHERE: Final = Space(-1)
"""Of a character: face down, in the box or dead."""
NO_DISC: Final = Character(-1)
FACE_DOWN: Final = Character(-2)
"""Of the disc on a space: nobody knows which."""
NOBODY: Final = Seat(-1)
SHADOWS: Final = Seat(-3)
"""The side of the shadows, beside the seats."""


class SpaceKind(StrEnum):
    """What a space of the board is."""

    FORTRESS = "fortress"
    """The Lost Fortress, in the centre."""
    RUIN = "ruin"
    GALAXY = "galaxy"
    CORNER = "corner"
    HOME = "home"
    """The planet of a master."""


class Class(StrEnum):
    """What an ally is."""

    WARRIOR = "warrior"
    MERCHANT = "merchant"
    DIPLOMAT = "diplomat"


class Effect(StrEnum):
    """What the guide card can say (§5)."""

    CARDS = "cards"
    """Draw so many power cards."""
    SHIPS = "ships"
    """Build so many ships."""
    MOVE = "move"
    """Move one character by so many spaces at most, whether it has ships or not."""
    DISCARD = "discard"
    """Discard all power cards, in the hand and under portraits."""
    NONE = "none"
    OTHER = "other"
    """Whatever the card says: it is read out, and the table does it."""


PAWNS: Final = (
    Pawn("earth", Text("shadowlord.pawn.earth"), "■"),
    Pawn("air", Text("shadowlord.pawn.air"), "◆"),
    Pawn("fire", Text("shadowlord.pawn.fire"), "▲"),
    Pawn("water", Text("shadowlord.pawn.water"), "●"),
)
SEATS: Final = range(2, len(PAWNS) + 1)
MINOR_SHADOWS: Final = 8
OF_A_CLASS: Final = 8
"""Allies of each class."""
POWER_CARDS: Final = 50
SLOTS: Final = 6
"""Of a power ring (§6.4)."""
ALLIANCE: Final = 7
"""Characters at most, the master among them (§7.5)."""
FIRST_SHIPS: Final = 3
LORDS_SHIPS: Final = 5
MINORS_SHIPS: Final = 1
SHIPS_EACH: Final = 3
"""For a merchant or a corner (§6.1)."""
SIDES: Final = 8
"""Of a die."""

SWITCHES: Final = (
    Switch("S1", ("last", "any", "round"), "12.1", Text("shadowlord.switch.S1")),
    Switch("S2", ("rulebook", "hidden"), "12.1", Text("shadowlord.switch.S2")),
    Switch("S4", ("ship", "alone"), "12.1", Text("shadowlord.switch.S4")),
    Switch("S5", ("rulebook", "booklet"), "12.1", Text("shadowlord.switch.S5")),
)
PRESETS: Final = {
    "rulebook": {"S2": "rulebook", "S5": "rulebook"},
    "booklet": {"S2": "hidden", "S5": "booklet"},
}
OPTIONS: Final = {
    "dice": ("electronic", "physical"),
    "tokens": ("electronic", "physical", "tagged"),
    "cards": ("electronic", "physical", "tagged"),
}
