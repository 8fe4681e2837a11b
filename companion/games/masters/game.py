"""The game as the referee knows it: what it is built from, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.games.masters import beginning, cards, castle, play, ravine, table, view
from companion.games.masters.board import Board
from companion.games.masters.edition import Composition, Edition
from companion.games.masters.entered import BARRED, EnteredBoard
from companion.games.masters.free import FreeBoard
from companion.games.masters.mix import Mix
from companion.games.masters.nouns import (
    CARD_NAMES,
    CARDS,
    NOWHERE,
    OPTIONS,
    PAWNS,
    PIECE_NAMES,
    SEATS,
    SWITCHES,
    TOKEN_NAMES,
    TOKENS,
    Card,
    Token,
)
from companion.games.masters.rules import Rules
from companion.games.masters.state import NO_PAWN, State
from companion.rules.game import BoardMap, CantBuild, Outcome, Pawn, Piece, Pile
from companion.rules.kernel import Flow, Position, Seat
from companion.rules.picture import Meter
from companion.rules.text import Text
from companion.table.model import listed


class Masters:
    """Masters of the Universe: Castle of Shadows, on one edition, with its switches set."""

    name: Final = "masters"
    rules: Final = 1
    pawns: Final = PAWNS

    def __init__(self, edition: Edition, chosen: Mapping[str, str]) -> None:
        """As `build`."""
        self._edition, self._chosen = edition, dict(chosen)
        self._m = _rules(edition, chosen)
        self._pieces = listed(edition.pieces, PIECE_NAMES)
        self.is_over: Callable[[State], bool] = self._m.is_over
        """§8.1, §8.2."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it is built from, not what it has found out since."""
        return Masters, (self._edition, self._chosen)

    def setup(self, seats: int, names: Sequence[str] = ()) -> State:
        """§1.1 Everything laid out.  Raises `ValueError` for seats or names that can't be."""
        if seats not in SEATS:
            raise ValueError(f"{seats} seats; this game is for {SEATS[0]} to {SEATS[-1]}")
        known = [pawn.id for pawn in PAWNS]
        if names and (len(names) != seats or len(set(names)) != seats or not set(names) <= set(known)):
            raise ValueError(f"pawns {', '.join(names)}: name {seats} different ones of {', '.join(known)}")
        m = self._m
        s = State.new(seats, m.tokens.counts, m.cards.counts)
        s.pawns = [known.index(name) for name in names] or [NO_PAWN] * seats
        beginning.lay_out(m, s)
        return s

    def play(self, state: State) -> Flow[None]:
        """The set-up, or one turn."""
        if not state.turn and NOWHERE in state.at:
            return play.set_up(self._m, state)
        return play.turn(self._m, state)

    def outcome(self, state: State) -> Outcome | None:
        """§8.1, §8.2 Who won, and who came in after."""
        return view.outcome(self._m, state)

    def pawn(self, state: State, seat: Seat) -> Pawn | None:
        """The seat's pawn, once it has one."""
        return PAWNS[state.pawns[seat]] if state.pawns[seat] != NO_PAWN else None

    def whose(self, state: State) -> Seat:
        """Whose turn it is."""
        return state.whose

    def turn(self, state: State) -> int:
        """Each player's turn counts one."""
        return state.turn

    def place(self, state: State, seat: Seat) -> Text:
        """The part of the board on which the seat's pawn is."""
        return view.place(self._m, state, seat)

    def status(self, state: State) -> tuple[Text, ...]:
        """Who stands where and holds what."""
        return view.status(self._m, state)

    def meter(self, state: State) -> Meter | None:
        """Nothing runs out."""
        return None

    def hand(self, state: State, seat: Seat) -> tuple[Text, ...]:
        """Nothing: what a player holds lies open."""
        return ()

    def board(self, state: State) -> BoardMap | None:
        """The board with its pawns; none in free mode."""
        return self._m.board.map_of(state)

    def view(self, state: State, seat: Seat) -> view.View:
        """The table; all see the same of it."""
        return view.view(self._m, state)

    def pile(self, state: State, source: str) -> Pile | None:
        """The square tokens, or the cards."""
        return table.pile(self._m, source)

    def resample(self, position: Position[State], seat: Seat) -> Position[State]:
        """The same: what nobody has seen is in no state, and what one has seen all have."""
        return position

    def placement(self, state: State) -> Mapping[str, str]:
        """Every piece of the box."""
        return table.placement(self._m, state)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """As the edition lists them."""
        return self._pieces

    def located(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Tokens and cards that have been seen."""
        return table.located(self._m, state)


def build(edition: Edition, chosen: Mapping[str, str]) -> Masters:
    """The game on this edition; *chosen* are switches and table options, the others have their defaults.

    Raises `CantBuild` where they don't go together with the edition.
    """
    return Masters(edition, chosen)


def _rules(edition: Edition, chosen: Mapping[str, str]) -> Rules:
    value = {switch.code: switch.default for switch in SWITCHES} | {key: values[0] for key, values in OPTIONS.items()}
    value.update(chosen)
    known = edition.composition is Composition.KNOWN
    electronic = [name for name in ("tokens", "cards") if value[name] == "electronic"]
    if not known and electronic:
        raise CantBuild(
            f"{' and '.join(electronic)} can't be electronic: the edition {edition.edition!r} doesn't say how many "
            f'there are of each kind; set them to physical, or list them and say composition = "known"'
        )
    token_counts = {entry.kind: entry.count for entry in edition.token}
    card_counts = {entry.kind: entry.count for entry in edition.card}
    bounds = {token: 1 if token is Token.SHIP else TOKENS for token in Token}
    tokens_left = tuple(token_counts.get(t, 0) if known else bounds[t] for t in Token)
    cards_left = tuple(card_counts.get(c, 0) if known else CARDS for c in Card)
    tokens = Mix("token", "3.5", list(Token), tokens_left, TOKEN_NAMES, known, "tokens" not in electronic)
    cards_ = Mix("card", "6.1", list(Card), cards_left, CARD_NAMES, known, "cards" not in electronic)
    board: Board
    if value["board"] == "free":
        board = FreeBoard(tokens, value["M9"] == "tokens")
    elif edition.board is None:
        raise CantBuild(f"the edition {edition.edition!r} has no board: enter one, or set board to free")
    else:
        board = EnteredBoard(edition.board, tokens, BARRED[value["M9"]], value["memory"] == "open")
    return Rules(
        board=board,
        tokens=tokens,
        cards=cards_,
        tiger_crosses=ravine.TIGER_CROSSES[value["M12"]],
        tiger_throw=ravine.TIGER_THROWS[value["M12"]],
        used_up=cards.USED_UP[value["M21"]],
        after_two=castle.AFTER_TWO[value["M31"]],
        is_over=play.IS_OVER[value["M36"]],
        open_memory=value["memory"] == "open" and value["board"] == "entered",
    )
