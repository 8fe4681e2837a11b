"""Chapters 1 and 3: the turn, and the end.  The other chapters are `beginning`, `cards`, `guide`, `ships`, `moving`,
`discs`, `shadows`, `battle`, `aftermath` and `stone`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.shadowlord import battle, beginning, cards, moving, shadows, ships, stone
from companion.games.shadowlord.nouns import Character
from companion.games.shadowlord.rules import Rules, who
from companion.games.shadowlord.state import State, say
from companion.rules.kernel import Flow, Seat


def set_up(m: Rules, s: State) -> Flow[None]:
    """Chapter 2: who is who, what each has, and who starts."""
    yield from beginning.choose_masters(m, s)
    yield from beginning.deal_allies(m, s)
    yield from beginning.first_ships(m, s)
    first = yield from beginning.start_roll(m, s)
    s.whose = Seat((first - 1) % len(s.pawns))  # `turn` goes on from here, clockwise


def turn(m: Rules, s: State) -> Flow[None]:
    """§3 Whose turn it is now, and what that player does; the timer can end it at any time."""
    s.turn += 1
    s.whose = seat = next_seat(s)
    try:
        yield from six_steps(m, s, seat)
    except stone.TimeIsUp:
        say(s, "shadowlord.timer.up")
    end_turn(m, s, seat)


def next_seat(s: State) -> Seat:
    """§3 Clockwise; whose master is dead plays no more."""
    seat = s.whose
    while True:
        seat = Seat((seat + 1) % len(s.pawns))
        if s.is_living(seat):
            return seat


def six_steps(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§3.1 Always in this order."""
    yield from cards.begin(m, s, seat)
    yield from m.guide(m, s, seat)
    yield from ships.build(m, s, seat)
    yield from moving.move(m, s, seat)
    yield from shadows.move_minor(m, s, seat)
    yield from battle.do_battle(m, s, seat)


def end_turn(m: Rules, s: State, seat: Seat) -> None:
    """What only holds in a turn is forgotten; and who holds the stone now has it for a round if he had it before."""
    s.came.clear()
    s.meetings.clear()
    moving.forget_leaves(m, s)
    if s.stone in s.alliance[seat]:
        if s.keeper == seat:
            s.crowned = seat
            say(s, "shadowlord.stone.round", who=who(s, seat))
        s.keeper = seat


def has_lost(s: State, slots: int) -> bool:
    """§1.2 The timer is in its last slot, or nobody is left."""
    return s.timer >= slots or len(s.fallen) == len(s.pawns)


def last_after_stone(slots: int, lord: Character) -> Callable[[State], bool]:
    """§1.1 One master is left, and the Shadowlord hasn't the stone any more (S1=last)."""
    return lambda s: has_lost(s, slots) or (s.stone != lord and len(s.living()) == 1)


def last_of_all(slots: int, lord: Character) -> Callable[[State], bool]:
    """§1.1 One master is left (S1=any)."""
    return lambda s: has_lost(s, slots) or len(s.living()) == 1


def stone_for_a_round(slots: int, lord: Character) -> Callable[[State], bool]:
    """§1.1 The same as S1=last, or somebody has held the stone for a round (S1=round)."""
    last = last_after_stone(slots, lord)
    return lambda s: s.crowned >= 0 or last(s)


IS_OVER: Final = {"last": last_after_stone, "any": last_of_all, "round": stone_for_a_round}
