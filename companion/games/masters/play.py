"""Chapters 2 and 8: the turn, and the end.  The other chapters are `beginning`, `outer`, `ravine`, `castle`, `cards`,
`skeletor`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.masters import beginning, cards, castle, outer, ravine, skeletor
from companion.games.masters.nouns import SEATS, SpaceKind
from companion.games.masters.rules import Rules, who
from companion.games.masters.state import NO_CARD, State, say
from companion.rules.kernel import Flow, Seat

_AFTER: Final = {seats: tuple(Seat((n + 1) % seats) for n in range(seats)) for seats in SEATS}
"""By the number of seats: who sits to the left of each."""


def set_up(m: Rules, s: State) -> Flow[None]:
    """Chapter 1: who starts, and with which pawns."""
    first = yield from beginning.start_roll(m, s)
    yield from beginning.choose_pawns(m, s, first)
    s.whose = Seat((first - 1) % len(s.at))  # `turn` goes on from here, clockwise


def turn(m: Rules, s: State) -> Flow[None]:
    """Chapter 2: whose turn it is now, and what that player does."""
    s.turn += 1
    s.whose = seat = next_seat(s)
    if s.misses[seat]:
        return miss(s, seat)
    if s.kept[seat] != NO_CARD:
        return cards.try_again(m, s, seat)
    here = s.at[seat]
    if m.board.is_outside[here]:
        return outer.move(m, s, seat)
    match m.board.kinds[here]:
        case SpaceKind.EDGE:
            return ravine.at_the_edge(m, s, seat)
        case SpaceKind.DRAWBRIDGE:
            return castle.enter(m, s, seat)
        case SpaceKind.BRINK:
            return castle.escape_oubliette(m, s, seat)
        case SpaceKind.LAST:
            return skeletor.enter_throne_room(m, s, seat)
        case _:
            return castle.walk(m, s, seat)


def next_seat(s: State) -> Seat:
    """§2.1 Clockwise; who has beaten Skeletor plays no more."""
    after = _AFTER[len(s.at)]
    seat = after[s.whose]
    while s.winners and seat in s.winners:
        seat = after[seat]
    return seat


def miss(s: State, seat: Seat) -> Flow[None]:
    """§6.7 Whom the laser beam hit doesn't play."""
    s.misses[seat] = False
    say(s, "masters.laser.misses", who=who(s, seat))
    yield from ()


def first_has_won(s: State) -> bool:
    """§8.1 Whoever first beats Skeletor wins, and the game ends (M36=first)."""
    return bool(s.winners)


def all_are_placed(s: State) -> bool:
    """§8.2 The others play on for the next places, until one is left (M36=places)."""
    return len(s.winners) >= len(s.at) - 1


IS_OVER: Final[dict[str, Callable[[State], bool]]] = {"first": first_has_won, "places": all_are_placed}
