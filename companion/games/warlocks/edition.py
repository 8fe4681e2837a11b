"""The edition: the board and the four tables that are printed on it, as data, and what can be wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.warlocks import survey, tables
from companion.games.warlocks.nouns import PAWNS, PRINCESS_PIECE, SpaceKind, piece_of
from companion.games.warlocks.tables import Table
from companion.rules.game import Mistake
from companion.table.model import PieceEntry, miscounted

Source = Literal["rulebook", "public", "house"]


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the board."""

    id: str
    kind: SpaceKind
    x_mm: float
    y_mm: float
    links: tuple[str, ...]
    """Ids of the spaces beside it.  Each link is named at both of its ends."""
    label: str = ""
    """What is printed on it, at most five characters; empty: the id."""
    arrow: tuple[str, ...] = ()
    """Of an arrow: the two spaces that it leads over, the one it points to first; one where the way ends early."""
    way: tuple[str, ...] = ()
    """Of an X circle: the marked way, space by space, up to the tavern or the camp."""

    @property
    def printed(self) -> str:
        """What is printed on it."""
        return self.label or self.id


@dataclass(frozen=True, slots=True)
class Board:
    """The board, measured from its upper left corner."""

    source: Source
    width_mm: float
    height_mm: float
    space: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """The whole file."""

    edition: str
    game: Literal["warlocks"]
    board: Board | None = None
    """None: the board isn't entered, and only free mode can be played."""
    table: tuple[Table, ...] = ()
    pieces: Mapping[str, PieceEntry] = field(default_factory=dict, hash=False)
    """The pawns, each with its own kind; left out, none can be tapped."""


def check(edition: Edition) -> list[Mistake]:
    """All that is wrong with the board, the tables and the pieces."""
    board = edition.board
    spaces = board.space if board is not None else ()
    mistakes = tables.check(edition.table, {space.id: space.kind for space in spaces})
    if board is not None:
        places = [survey.Place(s.id, s.kind, s.printed, s.links, s.arrow, s.way, s.x_mm, s.y_mm) for s in board.space]
        mistakes = survey.survey(places, board.width_mm, board.height_mm) + mistakes
    return mistakes + miscounted(edition.pieces, dict.fromkeys((*map(piece_of, PAWNS), PRINCESS_PIECE), 1))
