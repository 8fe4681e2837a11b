"""The edition: board, characters, power cards, guide card and timer as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.shadowlord.nouns import Class, Effect, SpaceKind
from companion.table.model import PieceEntry

Source = Literal["rulebook", "public", "house"]
Element = Literal["earth", "air", "fire", "water"]


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the board."""

    id: str
    kind: SpaceKind
    x_mm: float
    y_mm: float
    links: tuple[str, ...]
    """Ids of the spaces beside it; each of two that are linked names the other."""
    label: str = ""
    """What is printed on it, at most five characters; empty: the id."""
    master: Element | None = None
    """Of a home planet: whose."""

    @property
    def printed(self) -> str:
        """What is printed on it."""
        return self.label or self.id


@dataclass(frozen=True, slots=True)
class Board:
    """The board, measured from its upper left corner; *labels* says who made up what is printed on the spaces."""

    source: Source
    labels: Source
    width_mm: float
    height_mm: float
    space: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Masters:
    """The number that is printed on a master's portrait: read your own."""

    source: Source
    power: int


@dataclass(frozen=True, slots=True)
class Powers:
    """What an ally of a class is worth in battle."""

    source: Source
    warrior: int
    merchant: int
    diplomat: int


@dataclass(frozen=True, slots=True)
class Ally:
    """One of the discs that are dealt and laid out."""

    id: str
    name: str
    kind: Class
    source: Source


@dataclass(frozen=True, slots=True)
class Shadow:
    """A minor shadow."""

    id: str
    name: str
    power: int
    source: Source


@dataclass(frozen=True, slots=True)
class Shadowlord:
    """He who holds the Power Stone at the start."""

    source: Source
    power: int


@dataclass(frozen=True, slots=True)
class Cards:
    """So many power cards with the same number."""

    number: int
    count: int
    source: Source


@dataclass(frozen=True, slots=True)
class Entry:
    """What the guide card says for a total of the dice."""

    total: int
    effect: Effect
    n: int = 0
    """How many cards, ships or spaces."""
    text: str = ""
    """Of the effect ``other``: what is read out."""


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide card.  With the source ``table`` the players read their own, and *entry* is empty."""

    source: Literal["rulebook", "public", "house", "table"]
    dice: int
    entry: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Timer:
    """The timer of the Power Stone: at the last slot all lose."""

    source: Source
    slots: int


@dataclass(frozen=True, slots=True)
class Edition:
    """The whole file."""

    edition: str
    game: Literal["shadowlord"]
    board: Board
    master: Masters
    powers: Powers
    shadowlord: Shadowlord
    guide: Guide
    timer: Timer
    ally: tuple[Ally, ...]
    shadow: tuple[Shadow, ...]
    card: tuple[Cards, ...]
    pieces: Mapping[str, PieceEntry] = field(default_factory=dict, hash=False)
    """What can bear a tag; left out, nothing can be tapped."""
