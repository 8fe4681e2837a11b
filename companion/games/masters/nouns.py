"""What is in the box, by the rulebook's names."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NewType

from companion.rules.game import Pawn, Switch
from companion.rules.text import Text

Space = NewType("Space", int)
"""A space of the board, by its place in the edition's list."""
TokenId = NewType("TokenId", int)
"""A square token, by the token square on which it lay at the start; not by what it shows."""
CardId = NewType("CardId", int)
"""A card, by its depth in the pile at the start, 0 on top; not by what it shows."""

NOWHERE: Final = Space(-1)
"""Of a pawn: not placed yet.  Of the spaceship: not face up on the board."""
HELD: Final = Space(-2)
"""Of a token: before a player."""
OUT: Final = Space(-3)
"""Of a token: removed from the game."""
FACE_UP: Final = Space(-4)
"""Of the spaceship: lies face up where `State.ship` says."""


class SpaceKind(StrEnum):
    """What a space of the board is."""

    START = "start"
    PATH = "path"
    TOKEN = "token"
    EDGE = "edge"
    """The last square before the ravine."""
    BEYOND = "beyond"
    """The first square beyond the ravine."""
    DRAWBRIDGE = "drawbridge"
    ENTRANCE = "entrance"
    """The first room of the castle."""
    CORRIDOR = "corridor"
    BRINK = "brink"
    """The square before the oubliette."""
    OUBLIETTE = "oubliette"
    LAST = "last"
    """The last square of the castle."""
    THRONE = "throne"


OUTSIDE: Final = frozenset(
    {SpaceKind.START, SpaceKind.PATH, SpaceKind.TOKEN, SpaceKind.EDGE, SpaceKind.BEYOND, SpaceKind.DRAWBRIDGE}
)
"""The kinds of space that lie before the castle."""
CASTLE: Final = frozenset(SpaceKind) - OUTSIDE


class Token(StrEnum):
    """What a square token shows."""

    SWORD = "sword"
    SPEAR = "spear"
    AXE = "axe"
    SHIELD = "shield"
    COSTUME = "costume"
    TIGER = "tiger"
    SHIP = "ship"
    MONSTER = "monster"


WEAPONS: Final = (Token.SWORD, Token.SPEAR, Token.AXE, Token.SHIELD, Token.COSTUME)
TOKENS: Final = 21


class Card(StrEnum):
    """The obstacle that a card shows."""

    DEMON = "demon"
    OUBLIETTE = "oubliette"
    LASER = "laser"
    WALL = "wall"
    GRILLE = "grille"
    ARMOUR = "armour"


CARDS: Final = 19
"""Without the Skeletor card."""

TOKEN_NAMES: Final = {token: Text(f"masters.token.{token}") for token in Token}
CARD_NAMES: Final = {card: Text(f"masters.card.{card}") for card in Card}

PAWNS: Final = (
    Pawn("musclor", Text("masters.pawn.musclor"), "◆"),
    Pawn("stratos", Text("masters.pawn.stratos"), "●"),
    Pawn("tila", Text("masters.pawn.tila"), "▲"),
    Pawn("maskor", Text("masters.pawn.maskor"), "■"),
)
SEATS: Final = range(2, len(PAWNS) + 1)
ROUNDS_TO_WIN: Final = 3

ROUND_TOKENS: Final = {
    "fist/fist": Text("masters.piece.fist"),
    "skeletor/skeletor": Text("masters.piece.skull"),
}
"""The combat tokens: so many of each as win a battle."""
PIECE_NAMES: Final[Mapping[str, Text]] = {
    **{f"pawn/{pawn.id}": pawn.name for pawn in PAWNS},
    **{f"token/{token}": name for token, name in TOKEN_NAMES.items()},
    **{f"card/{card}": name for card, name in CARD_NAMES.items()},
    "card/skeletor": Text("masters.piece.skeletor"),
    **ROUND_TOKENS,
}
"""By sort: all that is in the box and can be taken in hand."""

SWITCHES: Final = (
    Switch("M9", ("free", "tokens"), "3.9", Text("masters.switch.M9")),
    Switch("M12", ("total", "either"), "4.3", Text("masters.switch.M12")),
    Switch("M21", ("helped", "met", "never"), "6.3", Text("masters.switch.M21")),
    Switch("M31", ("nine", "room", "three"), "5.9", Text("masters.switch.M31")),
    Switch("M36", ("first", "places"), "8.2", Text("masters.switch.M36")),
)
OPTIONS: Final = {
    "dice": ("electronic", "physical"),
    "tokens": ("electronic", "physical", "tagged"),
    "cards": ("electronic", "physical", "tagged"),
    "memory": ("closed", "open"),
    "board": ("entered", "free"),
}
