"""§9.8 and chapter 10: the Power Stone and its timer."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.shadowlord.nouns import NOBODY, SHADOWS, Character
from companion.games.shadowlord.rules import Rules, hand_on, pick
from companion.games.shadowlord.state import State, say
from companion.rules.kernel import Decision, Flow, Option, Seat
from companion.rules.picture import Meter
from companion.rules.text import Text


class TimeIsUp(Exception):
    """§1.2 The timer has come to its last slot: the game is over in the midst of whatever goes on."""


def meter(m: Rules, s: State) -> Meter:
    """The timer as a bar."""
    return Meter(Text("shadowlord.timer"), s.timer, m.slots)


def move_timer(m: Rules, s: State) -> None:
    """§10 One slot up, as long as the Shadowlord himself holds the stone.  Raises `TimeIsUp` at the last slot."""
    if s.stone != m.cast.lord:
        return
    s.timer += 1
    say(s, "shadowlord.timer.moved", meter(m, s))
    if s.timer >= m.slots:
        raise TimeIsUp


def take(m: Rules, s: State, winner: Seat, fought: Sequence[Character]) -> Flow[None]:
    """§9.8 The stone goes to one of the winners; a ring that is full gives a ship back for it."""
    options = tuple([Option(f"stone/{m.cast.ids[c]}", c, m.cast.names[c], piece=m.cast.sorts[c]) for c in fought])
    if winner == SHADOWS:
        options = options[:1]
    s.stone = yield from pick(Decision(hand_on(s, winner), "9.8", Text("shadowlord.stone.who"), options))
    s.ring[s.stone] += min(0, m.room(s, s.stone))
    s.keeper = NOBODY
    say(s, "shadowlord.stone.takes", who=m.cast.names[s.stone])
