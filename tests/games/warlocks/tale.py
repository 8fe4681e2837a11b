"""A game told in the table's words: who stands where, what is thrown and chosen, what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.warlocks.edition import Edition
from companion.games.warlocks.game import build
from companion.games.warlocks.nouns import NOWHERE, SQUARES, Craft, Space
from companion.games.warlocks.state import State
from companion.games.warlocks.tables import TOTALS, Row, Table
from companion.rules.kernel import Seat
from tests.games.tale import Told

from .sketch import sketch


class Tale(Told[State]):
    """One game between *pawns*, all at Seaport; the first has the princess and is on turn."""

    name = "warlocks"

    def __init__(
        self,
        lines: str,
        *pawns: str,
        kinds: Mapping[str, str] | None = None,
        arrows: Mapping[str, str] | None = None,
        ways: Mapping[str, str] | None = None,
        tables: Iterable[Table] = (),
        edition: Edition | None = None,
        **chosen: str,
    ) -> None:
        """*lines* as in `sketch.links`; *edition* in their place."""
        board = edition or sketch(lines, kinds, arrows, ways, tables)
        super().__init__(build(board, chosen), pawns or ("red", "blue"))
        self.board: Any = self.game._m.board
        self.state.at = [self.board.seaport for _ in self.players]
        self.state.princess = Seat(0)
        self.state.whose = Seat(len(self.players) - 1)

    # -- as the table stands ----------------------------------------------------------------------------------------

    def number(self, space: str) -> Space:
        return Space(self.board.ids.index(space))

    def stand(self, **pawns: str) -> Tale:
        """Pawns stand here."""
        for pawn, space in pawns.items():
            self.state.at[self.seat(pawn)] = self.number(space)
        return self

    def escorted_by(self, pawn: str) -> Tale:
        self.state.princess = self.seat(pawn)
        return self

    def visited(self, pawn: str, *squares: str) -> Tale:
        """These places; none named: all four."""
        for square in squares or [str(square) for square in SQUARES]:
            self.state.visits[self.seat(pawn)] |= 1 << [str(square) for square in SQUARES].index(square)
        return self

    def loses(self, pawn: str, turns: int) -> Tale:
        self.state.lost[self.seat(pawn)] = turns
        return self

    def are(self, **crafts: str) -> Tale:
        """Who is a warlock, who a warrior."""
        for pawn, craft in crafts.items():
            self.state.crafts[self.seat(pawn)] = Craft(craft)
        return self

    # -- as it goes on ----------------------------------------------------------------------------------------------

    @property
    def ends(self) -> set[str]:
        """The spaces that can be chosen now."""
        return {key.partition("/")[2] for key in self.keys if "/" in key}

    def at(self, pawn: str) -> str:
        space = self.table.at[self.seat(pawn)]
        return "" if space == NOWHERE else str(self.board.ids[space])

    @property
    def princess(self) -> str:
        """Her escort."""
        return self.players[self.table.princess]

    def visits(self, pawn: str) -> set[str]:
        seen = self.table.visits[self.seat(pawn)]
        return {str(square) for n, square in enumerate(SQUARES) if seen >> n & 1}

    def lost(self, pawn: str) -> int:
        """Turns that the player still has to lose."""
        return self.table.lost[self.seat(pawn)]

    @property
    def winner(self) -> str:
        return self.players[self.table.winner] if self.game.is_over(self.table) else ""


def table(square: str, **rows: Row) -> Table:
    """A square's table: ``on7=Row((7,), lose_turns=1)``; nothing happens at the other totals."""
    named = {total for row in rows.values() for total in row.totals}
    rest = tuple(total for total in TOTALS if total not in named)
    return Table(square, "house", (*rows.values(), Row(rest)))  # type: ignore[arg-type]
