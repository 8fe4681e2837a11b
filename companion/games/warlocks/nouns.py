"""What is in the box, by the rulebook's names."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType

from companion.rules.game import Pawn, Switch
from companion.rules.text import Text

Space = NewType("Space", int)
"""A space of the board, by its place in the edition's list."""

NOWHERE: Final = Space(-1)
"""Of a pawn: not placed yet.  Of an answer: the pawn stays."""


class SpaceKind(StrEnum):
    """What a space of the board is."""

    PLAIN = "plain"
    SEAPORT = "seaport"
    ARROW = "arrow"
    STAR = "star"
    X = "x"
    """A small circle with an X."""
    TAVERN = "tavern"
    CAMP = "camp"
    DESERT = "desert"
    SWAMP = "swamp"
    MOUNTAINS = "mountains"
    RUINS = "ruins"
    MAZE = "maze"
    DUNGEON = "dungeon"
    LAIR = "lair"
    CASTLE = "castle"


SQUARES: Final = (SpaceKind.RUINS, SpaceKind.MAZE, SpaceKind.DUNGEON, SpaceKind.LAIR)
"""The four places of danger; the place of one in here is its bit in `State.visits`."""
LARGE: Final = (SpaceKind.DESERT, SpaceKind.SWAMP, SpaceKind.MOUNTAINS)
"""The large circles."""
INNS: Final = (SpaceKind.TAVERN, SpaceKind.CAMP)
"""Where a detour ends."""
ALL_VISITED: Final = (1 << len(SQUARES)) - 1
NAMED: Final = {kind: Text(f"warlocks.space.{kind}") for kind in SpaceKind}
"""Kinds of space as they are called."""


class Craft(StrEnum):
    """What a player is (chapter 8)."""

    WARLOCK = "warlock"
    WARRIOR = "warrior"


PAWNS: Final = (
    Pawn("red", Text("warlocks.pawn.red"), "◆"),
    Pawn("blue", Text("warlocks.pawn.blue"), "●"),
    Pawn("green", Text("warlocks.pawn.green"), "▲"),
    Pawn("yellow", Text("warlocks.pawn.yellow"), "■"),
    Pawn("black", Text("warlocks.pawn.black"), "▼"),
    Pawn("orange", Text("warlocks.pawn.orange"), "◇"),
)
PRINCESS: Final = "○"
"""The mark of her white pawn."""
PRINCESS_PIECE: Final = "pawn/princess"
"""The same pawn among the pieces."""
SEATS: Final = range(2, len(PAWNS) + 1)

SWITCHES: Final = (
    Switch("W4", ("none", "left"), "2.3", Text("warlocks.switch.W4")),
    Switch("W7", ("any", "own"), "4.2", Text("warlocks.switch.W7")),
    Switch("W18", ("off", "on"), "8", Text("warlocks.switch.W18")),
)
OPTIONS: Final = {"dice": ("electronic", "physical"), "board": ("entered", "free")}


def piece_of(pawn: Pawn) -> str:
    """A player's pawn among the pieces."""
    return f"pawn/{pawn.id}"
