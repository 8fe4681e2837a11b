"""What each section of the rulebook does, as the one function or value that does it, and how to play without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.games.megamatch import KIT, moves
from companion.games.megamatch.arena import Square, everywhere
from companion.games.megamatch.nouns import Creature, Space
from companion.games.megamatch.rules import Rules
from companion.games.megamatch.state import State
from companion.rules.kernel import Flow, Seat
from tests.games.sections import Book, Effect

INTRODUCTIONS: Final = ("1", "2", "3", "4", "5", "7", "8", "8.1", "8.2", "8.3")
"""Sections that say what follows: 8.1 lists the switches, whose values `test_sections` tries one by one; 8.2 says who
spins, which is the referee's affair; 8.3 lists what isn't there."""


def _teams_in_order(m: Rules, s: State) -> Flow[None]:
    yield from ()
    s.teams[:] = [0, 1]


def _from_the_other_end(m: Rules, s: State) -> None:
    for seat in (Seat(0), Seat(1)):
        for creature, space in enumerate(reversed(m.arena.walls[seat])):
            s.put(seat, Creature(creature), space)


def _first_seat(m: Rules, s: State) -> Flow[Seat]:
    yield from ()
    return Seat(0)


def _same_seat(s: State) -> Seat:
    return s.whose


def _one(m: Rules, s: State, seat: Seat) -> Flow[int]:
    yield from ()
    return 1


def _nobody_else(m: Rules, s: State, seat: Seat, left: int, stopped: Any, last: Creature | None) -> list[Creature]:
    return [creature for creature in s.standing[seat] if last is None]


def _straight(one: Square, other: Square) -> bool:
    return abs(one.row - other.row) + abs(one.column - other.column) == 1


def _never_full(crowd: int) -> bool:
    return False


def _nowhere(s: State) -> list[Space]:
    return []


def _nothing_spun(m: Rules, s: State, seat: Seat, creature: Creature) -> Flow[int]:
    yield from ()
    return 0


def _none(ahead: int) -> int:
    return 0


def _the_first(m: Rules, s: State, loser: Seat, those: list[Creature]) -> Flow[list[Creature]]:
    yield from ()
    return those[:1]


def _all_of_the_first_seat_fall(m: Rules, s: State, space: Space, picture: Any) -> None:
    for creature in s.on(Seat(0), space):
        s.fall(Seat(0), creature)


def _stays_up(m: Rules, s: State, seat: Seat, creature: Creature) -> None:
    pass


def _never(s: State) -> bool:
    return False


def _one_each(wall: Sequence[Space]) -> list[Space]:
    return list(wall)


def _wait_on(m: Rules, s: State, seat: Seat) -> Flow[None]:
    yield from ()


SECTIONS: Final[dict[str, Effect]] = {
    "2.1": Effect("beginning.choose_teams", _teams_in_order, "2.1-teams"),
    "2.2": Effect("beginning.line_up", _from_the_other_end, "2.2-walls"),
    "2.3": Effect("beginning.first_spin", _first_seat, "2.3-first-spin"),
    "3.1": Effect("play.next_seat", _same_seat, "3.1-turns"),
    "3.2": Effect("play.spin_to_move", _one, "3.2-spin"),
    "4.1": Effect("moves.able", _nobody_else, "4.1-divided"),
    "4.2": Effect("arena.touch", _straight, "4.2-steps"),
    "4.3": Effect("moves.EARLY[all]", moves.EARLY["up-to"], "4.3-whole-spin"),
    "4.4": Effect("moves.is_full", _never_full, "4.4-two-on-a-space"),
    "4.5": Effect("moves.STOPS[stop]", False, "4.5-enemies"),
    "4.6": Effect("arena.ENTERED[down]", everywhere, "4.6-walls"),
    "5.1": Effect("combat.shared", _nowhere, "5.1-combat"),
    "5.2": Effect("combat.spin_for", _nothing_spun, "5.2-ms"),
    "5.3": Effect("combat.falls", _none, "5.3-who-falls"),
    "5.4": Effect("combat.which_falls", _the_first, "5.4-which-falls"),
    "5.5": Effect("combat.tie", _all_of_the_first_seat_fall, "5.5-tie"),
    "5.6": Effect("combat.lay_down", _stays_up, "5.6-fallen"),
    "6": Effect("play.is_over", _never, "6-the-end"),
    "7.1": Effect("beginning.spaces_on_wall", _one_each, "7.1-two-on-the-wall"),
    "7.2": Effect("play.enter_reserve", _wait_on, "7.2-reserve"),
}

BOOK: Final = Book(KIT, SECTIONS, INTRODUCTIONS, "8.1")
