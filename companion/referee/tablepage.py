"""The log has moved on and the wood has not: what is to be put where, until it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.referee.acts import Act
from companion.referee.api import Button, Sensed, Touch, Touched
from companion.referee.ledger import Ledger
from companion.referee.pages import TextPage
from companion.referee.prose import Body
from companion.referee.taps import Taps
from companion.rules.game import BoardMap
from companion.screen.model import Title
from companion.table.whereabouts import Move


@dataclass(slots=True)
class Due:
    """A piece that goes to a place."""

    pieces: frozenset[str]
    """The ids of those that it can be: one, where it is known which."""
    sort: str
    place: str
    lies: bool
    """Whether it lies on a reader: it is done when it is lifted."""


def due_on(board: BoardMap, ledger: Ledger, moves: Sequence[Move], taps: Taps) -> list[Due]:
    """What goes where on the board: pieces that lie on a reader, and those that a seat has given."""
    where = ledger.whereabouts
    due: list[Due] = []
    for id, sort in ledger.sorts.items():
        place = where.place_of(id) if sort != ledger.taken_up and taps.lies(id) else None
        if place is not None and place in board.spots:
            due.append(Due(frozenset([id]), sort, place, True))
    known = {id for each in due for id in each.pieces}
    for move in moves:
        if move.place in board.spots and move.origin.startswith("seat/") and ledger.bears_tags(move.sort):
            like = [id for id, sort in ledger.sorts.items() if sort == move.sort]
            able = {move.piece} if move.piece else {id for id in like if where.place_of(id) is None}
            if not able & known:
                due.append(Due(frozenset(able), move.sort, move.place, False))
    return due


class TablePage(TextPage):
    """What goes where.  It is watched as far as a reader can: the piece is tapped, or lifted.  OK does as well."""

    name: ClassVar[str] = "table"

    def __init__(self, title: Title | None, screens: Sequence[Body], keys: str, due: Sequence[Due]) -> None:
        super().__init__(title, screens, keys)
        self._due = list(due)

    def about(self, sensed: Sensed) -> Due | None:
        """What this piece has to do with it."""
        return next((due for due in self._due if sensed.piece in due.pieces), None)

    def is_like(self, sort: str) -> bool:
        """Whether it is about pieces of this class: tokens, cards, discs."""
        return any(due.sort.partition("/")[0] == sort.partition("/")[0] for due in self._due)

    def watched(self, sensed: Sensed) -> bool:
        """Take note of a piece that it is about; whether all is done."""
        due = self.about(sensed)
        if due is not None and sensed.is_placed:
            due.lies, due.pieces = True, frozenset([sensed.piece])
        elif due is not None and due.lies:
            self._due.remove(due)
        return not self._due

    def touched(self, touched: Touched) -> Act | None:
        """As any text; ROLL goes on, so that no throw is lost behind it."""
        if touched == Touched(Button.ROLL, Touch.PRESS):
            touched = Touched(Button.OK, Touch.SHORT)
        return super().touched(touched)
