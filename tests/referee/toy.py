"""A game that a test makes up as it goes: one flow, and whatever board, hands, meter and end the test wants.

It borrows the smallest game's box and rulebook; its words are what the test says (`said`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games._template import KIT, HighCard
from companion.games._template.nouns import Box
from companion.games._template.state import State
from companion.rules.game import BoardMap, Kit, Outcome, Pawn, Piece
from companion.rules.kernel import Flow, Option, Seat, choose
from companion.rules.picture import Meter
from companion.rules.text import Text, text
from tests.referee.table import Table

NAMES = ("sun", "moon", "star", "comet", "earth", "void")
MARKS = "◆●▲■▼★"
OVER = 99
"""The round in which it ends."""


def said(words: str) -> Text:
    """These very words."""
    return text("rules.thrown", pips=words)


PAWNS = tuple(Pawn(name, said(name.title()), mark) for name, mark in zip(NAMES, MARKS, strict=True))


@dataclass(frozen=True)
class Toy(HighCard):
    """One flow, in the first turn of seat 0, and then it is over."""

    tale: Callable[[State], Flow[None]] | None = None
    map: BoardMap | None = None
    hands: Mapping[int, tuple[str, ...]] | None = None
    runs_out: Meter | None = None
    winners: tuple[Seat, ...] = (Seat(0),)
    things: tuple[Piece, ...] = ()
    lie: Callable[[State], Mapping[str, tuple[str, ...]]] | None = None
    """Where the pieces lie that the tale has told of."""

    def setup(self, seats: int, names: Any = ()) -> State:
        s = super().setup(seats, names)
        s.round = 1
        return s

    def play(self, state: State) -> Flow[None]:
        assert self.tale is not None
        yield from self.tale(state)
        state.round = OVER

    def is_over(self, state: State) -> bool:
        return state.round == OVER

    def outcome(self, state: State) -> Outcome | None:
        end = said("It is over.")
        return Outcome(self.winners, self.winners, end) if self.is_over(state) else None

    def whose(self, state: State) -> Seat:
        return Seat(0)

    def status(self, state: State) -> tuple[Text, ...]:
        return tuple(said(f"Seat {seat + 1} holds nothing") for seat in state.seats)

    def meter(self, state: State) -> Meter | None:
        return self.runs_out

    def hand(self, state: State, seat: Seat) -> tuple[Text, ...]:
        return tuple(map(said, (self.hands or {}).get(seat, ())))

    def board(self, state: State) -> BoardMap | None:
        return self.map

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.things

    def located(self, state: State) -> Mapping[str, tuple[str, ...]]:
        return self.lie(state) if self.lie else {}


def toy_kit(tale: Callable[[State], Flow[None]], **how: Any) -> Kit:
    """A kit of such a game, for one to six."""

    def build(edition: Any, switches: Mapping[str, str]) -> Toy:
        return Toy(Box((), PAWNS, max, ()), "_template", 1, tale, **how)

    by_hand = ("electronic", "physical", "tagged")
    options = {"dice": ("electronic", "physical"), "tokens": by_hand, "cards": by_hand}
    return replace(KIT, build=build, seats=range(1, 7), options=options)


def at_the_table(
    tale: Callable[[State], Flow[None]],
    seats: int = 3,
    sets: Mapping[str, str] | None = None,
    bots: tuple[int, ...] = (),
    settings: Any = None,
    **how: Any,
) -> Table:
    """Where the tale asks its first question."""
    table = Table(toy_kit(tale, **how), seats, names=NAMES[:seats], sets=sets, bots=bots, settings=settings)
    table.read_on()
    return table


def options(*keys: str, spots: bool = False, group: str = "") -> list[Option[str]]:
    """An option a key, which is its own label, and the spot of the same name."""
    return [Option(key, key, said(key), 1, said(group) if group else None, key if spots else "") for key in keys]


def ask(seat: int, prompt: str, *keys: str, spots: bool = False) -> Flow[str]:
    """A question."""
    return choose(Seat(seat), "3.3", said(prompt), options(*keys, spots=spots))
