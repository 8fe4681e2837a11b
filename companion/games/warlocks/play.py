"""A turn from its beginning, and chapter 7: turns that are lost."""

from __future__ import annotations

from typing import Final

from companion.games.warlocks import beginning, move, spaces
from companion.games.warlocks.nouns import NOWHERE, SEATS
from companion.games.warlocks.rules import Rules
from companion.games.warlocks.state import State, say, who
from companion.rules.kernel import Flow, Seat

_AFTER: Final = {seats: tuple(Seat((n + 1) % seats) for n in range(seats)) for seats in SEATS}
"""By the number of seats: who sits to the left of each."""


def step(m: Rules, s: State) -> Flow[None]:
    """The set-up, or one turn."""
    if not s.turn and NOWHERE in s.at:
        return beginning.set_up(m, s)
    return turn(m, s)


def turn(m: Rules, s: State) -> Flow[None]:
    """Chapter 3: the next player to the left throws and moves."""
    s.turn += 1
    s.whose = seat = _AFTER[len(s.at)][s.whose]
    s.duels = s.spells = s.arrows = 0
    if s.lost[seat]:
        return lose(s, seat)
    if s.detours[seat] != NOWHERE or m.is_x[s.at[seat]]:
        return spaces.follow_way(m, s, seat)
    return move.move(m, s, seat)


def lose(s: State, seat: Seat) -> Flow[None]:
    """Chapter 7: a turn passes without a throw and without a move."""
    s.lost[seat] -= 1
    say(s, "warlocks.lost.now", who=who(s, seat))
    return
    yield  # never reached: it makes this a flow
