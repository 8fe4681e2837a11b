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

_ON_FOOT: Final = frozenset({SpaceKind.START, SpaceKind.PATH, SpaceKind.TOKEN, SpaceKind.BEYOND})
_SEATS: Final = tuple(Seat(n) for n in range(SEATS[-1]))
_INSIDE: Final = frozenset({SpaceKind.ENTRANCE, SpaceKind.CORRIDOR})


def set_up(m: Rules, s: State) -> Flow[None]:
    """Chapter 1: who starts, and with which pawns."""
    first = yield from beginning.start_roll(m, s)
    yield from beginning.choose_pawns(m, s, first)
    s.whose = first
    s.turn = 1


def turn(m: Rules, s: State) -> Flow[None]:
    """Chapter 2: one player's turn."""
    seat = s.whose
    if s.misses[seat]:
        miss(s, seat)
    elif s.kept[seat] != NO_CARD:
        yield from cards.face(m, s, seat)
    else:
        kind = m.board.kinds[s.at[seat]]
        if kind in _ON_FOOT:
            yield from outer.move(m, s, seat)
        elif kind in _INSIDE:
            yield from castle.walk(m, s, seat)
        elif kind is SpaceKind.EDGE:
            yield from ravine.at_the_edge(m, s, seat)
        elif kind is SpaceKind.DRAWBRIDGE:
            castle.enter(m, s, seat)
        elif kind is SpaceKind.BRINK:
            yield from castle.escape_oubliette(m, s, seat)
        else:
            yield from skeletor.enter_throne_room(m, s, seat)
    s.turn += 1
    s.whose = next_seat(s)


def next_seat(s: State) -> Seat:
    """§2.1 Clockwise; who has beaten Skeletor plays no more."""
    seat = (s.whose + 1) % len(s.at)
    while seat in s.winners and len(s.winners) < len(s.at):
        seat = (seat + 1) % len(s.at)
    return _SEATS[seat]


def miss(s: State, seat: Seat) -> None:
    """§6.7 Whom the laser beam hit doesn't play."""
    s.misses[seat] = False
    say(s, "masters.laser.misses", who=who(s, seat))


def first_has_won(s: State) -> bool:
    """§8.1 Whoever first beats Skeletor wins, and the game ends (M36=first)."""
    return bool(s.winners)


def all_are_placed(s: State) -> bool:
    """§8.2 The others play on for the next places, until one is left (M36=places)."""
    return len(s.winners) >= len(s.at) - 1


IS_OVER: Final[dict[str, Callable[[State], bool]]] = {"first": first_has_won, "places": all_are_placed}
