"""The game as the referee knows it: what it is built from, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from companion.games.warlocks import castle, play, spaces, view
from companion.games.warlocks.board import Board
from companion.games.warlocks.edition import Edition
from companion.games.warlocks.entered import EnteredBoard
from companion.games.warlocks.free import FreeBoard
from companion.games.warlocks.nouns import (
    NOWHERE,
    OPTIONS,
    PAWNS,
    PRINCESS_PIECE,
    SEATS,
    SQUARES,
    SWITCHES,
    Craft,
    Space,
    SpaceKind,
    piece_of,
)
from companion.games.warlocks.rules import Result, Rules
from companion.games.warlocks.state import NO_PAWN, State
from companion.games.warlocks.tables import Row, Side, Table
from companion.rules.game import BoardMap, CantBuild, Outcome, Pawn, Piece, Pile
from companion.rules.kernel import Flow, Position, Seat
from companion.rules.picture import Meter
from companion.rules.text import Text
from companion.table.model import listed

PEACEFUL: Final = {"none": frozenset({*SQUARES, SpaceKind.SEAPORT, SpaceKind.CASTLE}), "left": frozenset({*SQUARES})}
"""W4: the kinds of space where nobody fights.  Who comes to Seaport has left it before."""
FORCED_SPELLS: Final = {"any": True, "own": False}
"""W7."""
EVERYBODY: Final[frozenset[Craft | None]] = frozenset({None, *Craft})
CASTERS: Final = {"off": EVERYBODY, "on": frozenset[Craft | None]({Craft.WARLOCK})}
"""W18."""
_NO_BONUS: Final[Mapping[Craft | None, int]] = dict.fromkeys(EVERYBODY, 0)
BONUS: Final[Mapping[str, Mapping[bool, Mapping[Craft | None, int]]]] = {
    "off": {True: _NO_BONUS, False: _NO_BONUS},
    "on": {True: {Craft.WARLOCK: 1, Craft.WARRIOR: 0}, False: {Craft.WARLOCK: 0, Craft.WARRIOR: 1}},
}
"""W18: on a star, and elsewhere."""
NAMES: Final = {piece_of(pawn): pawn.name for pawn in PAWNS} | {PRINCESS_PIECE: Text("warlocks.pawn.princess")}
"""What the pieces are called."""
SIDES: Final[Mapping[Side | None, int | None]] = {None: None, "here": 0, "left": 1, "right": -1}


class Warlocks:
    """Warlocks & Warriors, on one edition, with its switches set."""

    name: Final = "warlocks"
    rules: Final = 1
    pawns: Final = PAWNS

    def __init__(self, edition: Edition, chosen: Mapping[str, str]) -> None:
        """As `build`."""
        self._edition, self._chosen = edition, dict(chosen)
        self._m = _rules(edition, chosen)
        self._pieces = listed(edition.pieces, NAMES)
        self.play: Callable[[State], Flow[None]] = partial(play.step, self._m)
        """The set-up, or one turn."""
        self.is_over: Callable[[State], bool] = castle.is_over
        """§4.7."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it is built from, not what it has found out since."""
        return Warlocks, (self._edition, self._chosen)

    def setup(self, seats: int, names: Sequence[str] = ()) -> State:
        """Before anything has happened.  Raises `ValueError` for seats or names that can't be."""
        if seats not in SEATS:
            raise ValueError(f"{seats} seats; this game is for {SEATS[0]} to {SEATS[-1]}")
        known = [pawn.id for pawn in PAWNS]
        if names and (len(names) != seats or len(set(names)) != seats or not set(names) <= set(known)):
            raise ValueError(f"pawns {', '.join(names)}: name {seats} different ones of {', '.join(known)}")
        s = State.new(seats)
        s.pawns = [known.index(name) for name in names] or [NO_PAWN] * seats
        return s

    def outcome(self, state: State) -> Outcome | None:
        """§4.7 Who has brought the princess home."""
        return castle.outcome(state)

    def pawn(self, state: State, seat: Seat) -> Pawn | None:
        """The seat's pawn, once it has one."""
        return PAWNS[state.pawns[seat]] if state.pawns[seat] != NO_PAWN else None

    def whose(self, state: State) -> Seat:
        """Whose turn it is."""
        return state.whose if state.turn else Seat(0)

    def turn(self, state: State) -> int:
        """Each player's turn counts one, lost ones too."""
        return state.turn

    def place(self, state: State, seat: Seat) -> Text:
        """On what the seat's pawn stands."""
        return view.place(self._m, state, seat)

    def status(self, state: State) -> tuple[Text, ...]:
        """Who has the princess, who stands where, visits and lost turns."""
        return view.status(self._m, state)

    def meter(self, state: State) -> Meter | None:
        """Nothing runs out."""
        return None

    def hand(self, state: State, seat: Seat) -> tuple[Text, ...]:
        """Nobody holds anything."""
        return ()

    def board(self, state: State) -> BoardMap | None:
        """The board with its pawns; none in free mode."""
        return self._m.board.map_of(state)

    def view(self, state: State, seat: Seat) -> view.View:
        """The table; all see the same of it."""
        return view.view(self._m, state)

    def pile(self, state: State, source: str) -> Pile | None:
        """There is none: all chance is dice."""
        return None

    def resample(self, position: Position[State], seat: Seat) -> Position[State]:
        """The same: nothing is hidden."""
        return position

    def placement(self, state: State) -> Mapping[str, str]:
        """Every piece of the box."""
        return view.placement(self._m, state)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The six pawns and the white one."""
        return self._pieces

    def located(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Nothing is drawn."""
        return {}


def build(edition: Edition, chosen: Mapping[str, str]) -> Warlocks:
    """The game on this edition; *chosen* are switches and table options, the others have their defaults.

    Raises `CantBuild` where they don't go together with the edition.
    """
    return Warlocks(edition, chosen)


def _rules(edition: Edition, chosen: Mapping[str, str]) -> Rules:
    value = {switch.code: switch.default for switch in SWITCHES} | {key: values[0] for key, values in OPTIONS.items()}
    value.update(chosen)
    board: Board
    if value["board"] == "free":
        board = FreeBoard()
        results = _results(board, ())
    elif edition.board is None:
        raise CantBuild(f"the edition {edition.edition!r} has no board: enter one, or set board to free")
    else:
        board = EnteredBoard(edition.board)
        results = _results(board, edition.table)
    does = spaces.effects()
    effects = tuple(does.get(kind) for kind in board.kinds)
    return Rules(
        board=board,
        effects=effects,
        peaceful=tuple(kind in PEACEFUL[value["W4"]] for kind in board.kinds),
        quiet=tuple(
            effect is None and n not in results and n != board.castle and value["board"] == "entered"
            for n, effect in enumerate(effects)
        ),
        is_x=tuple(kind is SpaceKind.X for kind in board.kinds),
        is_safe=tuple(kind in spaces.OUT_OF_REACH for kind in board.kinds),
        results=results,
        asks_craft=value["W18"] == "on",
        casters=CASTERS[value["W18"]],
        bonus=BONUS[value["W18"]],
        forced_spells=FORCED_SPELLS[value["W7"]],
    )


def _results(board: Board, tables: Sequence[Table]) -> dict[Space, Mapping[int, Result] | None]:
    """By square; None where the players read them."""
    entered = {table.square: table for table in tables if table.source != "table"}
    return {
        Space(n): _by_total(board, entered[kind.value].row) if kind.value in entered else None
        for n, kind in enumerate(board.kinds)
        if kind in SQUARES
    }


def _by_total(board: Board, rows: Sequence[Row]) -> dict[int, Result]:
    results = {total: row for row in rows for total in row.totals}
    return {total: _result(board, row) for total, row in results.items()}


def _result(board: Board, row: Row) -> Result:
    move = Space(board.ids.index(row.move)) if row.move else NOWHERE
    return Result(row.text, row.lose_turns, SIDES[row.princess], move, row.again)
