"""What holds in a game: the board, the mixes, and the house rules as functions and values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.games.masters.board import Board, Candidates
from companion.games.masters.mix import Mix
from companion.games.masters.nouns import PAWNS, Card, Space, SpaceKind, Token
from companion.games.masters.state import NO_PAWN, State
from companion.rules.dice import Pips
from companion.rules.kernel import CHANCE, Decision, Flow, Option, Seat
from companion.rules.text import Text, text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rules:
    """Nothing in here changes in the course of a game."""

    board: Board
    tokens: Mix[Token]
    cards: Mix[Card]
    tiger_crosses: Callable[[Pips], bool]
    """M12."""
    tiger_throw: Text
    """M12: what the tiger's holder is asked to throw."""
    used_up: tuple[bool, bool]
    """M21: whether a token that could parry is used up, if it did not help and if it did."""
    after_two: Callable[[Rules, State, Seat], Flow[None]]
    """M31."""
    is_over: Callable[[State], bool]
    """M36."""
    open_memory: bool

    def kind(self, s: State, seat: Seat) -> SpaceKind:
        """What the pawn stands on."""
        return self.board.kinds[s.at[seat]]

    def label(self, space: Space) -> Text:
        """What is printed there."""
        return self.board.labels[space]


def who(s: State, seat: Seat) -> Text:
    """The name of a player: the pawn's."""
    if s.pawns[seat] == NO_PAWN:
        return text("masters.seat", number=seat + 1)
    return PAWNS[s.pawns[seat]].name


def settle(seat: Seat, rule: str, prompt: Text, found: Candidates[Space]) -> Flow[Space]:
    """Ask which of the candidates it is, where there is more than one; there is at least one."""
    if len(found.options) == 1:
        return found.options[0].value
    option = yield Decision(seat, rule, prompt, found.options, "", CHANCE, found.refused)
    return option.value  # type: ignore[no-any-return]


def pick(decision: Decision) -> Flow[Any]:
    """Ask, where there is more than one option."""
    options = decision.options
    option: Option[Any] = options[0] if len(options) == 1 else (yield decision)
    return option.value
