"""A game told in the table's words: who stands where, what is thrown and chosen, what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.warlocks.edition import Edition
from companion.games.warlocks.game import Warlocks, build
from companion.games.warlocks.nouns import NOWHERE, SQUARES, Craft, Space
from companion.games.warlocks.state import State
from companion.games.warlocks.tables import TOTALS, Row, Table
from companion.rules.kernel import CHANCE, Denied, Position, Seat, denied, start, step

from .sketch import sketch


class Tale:
    """One game between *pawns*, all at Seaport; the first has the princess and is on turn."""

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
        self.pawns = pawns or ("red", "blue")
        self.game: Warlocks = build(edition or sketch(lines, kinds, arrows, ways, tables), chosen)
        self.board: Any = self.game._m.board
        self.state: State = self.game.setup(len(self.pawns), self.pawns)
        self.state.at = [self.board.seaport for _ in self.pawns]
        self.state.princess = Seat(0)
        self.state.whose = Seat(len(self.pawns) - 1)
        self._position: Position[State] | None = None

    # -- as the table stands ----------------------------------------------------------------------------------------

    def seat(self, pawn: str) -> Seat:
        return Seat(self.pawns.index(pawn))

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

    def on_turn(self, pawn: str) -> Tale:
        self.state.whose = Seat((self.seat(pawn) - 1) % len(self.pawns))
        return self

    # -- as it goes on ----------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position[State]:
        if self._position is None:
            self._position = start(self.game, self.state)
        return self._position

    def play(self, *keys: str) -> Tale:
        """Throw and choose these, in turn."""
        for key in keys:
            refusal = denied(self.position, key)
            assert refusal is None, f"{refusal}; {self.asked} is asked §{self.rule}: {', '.join(self.keys)}"
            self._position = step(self.position, key)
        return self

    @property
    def table(self) -> State:
        return self.position.table

    @property
    def news(self) -> list[str]:
        """What was said since the last answer, by key."""
        return [news.text.key.removeprefix("warlocks.") for news in self.position.news]

    @property
    def keys(self) -> tuple[str, ...]:
        decision = self.position.decision
        return decision.keys() if decision else ()

    @property
    def ends(self) -> set[str]:
        """The spaces that can be chosen now."""
        return {key.partition("/")[2] for key in self.keys if "/" in key}

    @property
    def rule(self) -> str:
        decision = self.position.decision
        return decision.rule if decision else ""

    @property
    def asked(self) -> str:
        """Whose answer is wanted: a pawn's, or by whose hand chance decides, as ``red throws``."""
        decision = self.position.decision
        if decision is None:
            return "nobody"
        return f"{self.pawns[decision.by]} throws" if decision.seat == CHANCE else self.pawns[decision.seat]

    @property
    def on(self) -> str:
        """Whose turn it is."""
        return self.pawns[self.table.whose]

    def why_not(self, key: str) -> Denied:
        refusal = denied(self.position, key)
        assert refusal is not None, f"{key} is allowed"
        return refusal

    def at(self, pawn: str) -> str:
        space = self.table.at[self.seat(pawn)]
        return "" if space == NOWHERE else str(self.board.ids[space])

    @property
    def princess(self) -> str:
        """Her escort."""
        return self.pawns[self.table.princess]

    def visits(self, pawn: str) -> set[str]:
        seen = self.table.visits[self.seat(pawn)]
        return {str(square) for n, square in enumerate(SQUARES) if seen >> n & 1}

    def lost(self, pawn: str) -> int:
        """Turns that the player still has to lose."""
        return self.table.lost[self.seat(pawn)]

    @property
    def winner(self) -> str:
        return self.pawns[self.table.winner] if self.game.is_over(self.table) else ""


def table(square: str, **rows: Row) -> Table:
    """A square's table: ``on7=Row((7,), lose_turns=1)``; nothing happens at the other totals."""
    named = {total for row in rows.values() for total in row.totals}
    rest = tuple(total for total in TOTALS if total not in named)
    return Table(square, "house", (*rows.values(), Row(rest)))  # type: ignore[arg-type]
