"""Chapter 4: the ravine, and the three ways over it."""

from __future__ import annotations

from typing import Final

from companion.games.masters import outer
from companion.games.masters.nouns import NOWHERE, OUT, Token
from companion.games.masters.rules import Rules, settle
from companion.games.masters.state import State, say, tell_total
from companion.rules.dice import Pips, roll
from companion.rules.kernel import Decision, Flow, Option, Seat
from companion.rules.text import Text

NEEDED: Final = 9
NEEDED_WITH_TIGER: Final = 6
_CROSS_OR_WALK: Final = (
    Option("cross", True, Text("masters.ravine.cross")),
    Option("walk", False, Text("masters.ravine.walk")),
)
_THROW: Final = Text("masters.ravine.throw")


def at_the_edge(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """The turn of a pawn that stands before the ravine."""
    if (yield from wants_to_cross(m, s, seat)):
        yield from cross(m, s, seat)
    else:
        yield from outer.move(m, s, seat)


def wants_to_cross(m: Rules, s: State, seat: Seat) -> Flow[bool]:
    """§4.4 Before throwing, a player may say that the pawn walks away instead."""
    return bool((yield Decision(seat, "4.4", Text("masters.ravine.cross_or_walk"), _CROSS_OR_WALK)).value)


def cross(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§4.2 Nine or more with two dice carry the pawn to the first square beyond; it has landed there."""
    pips = yield from roll(s, seat, "4.2", m.tiger_throw if Token.TIGER in s.held[seat] else _THROW)
    total = sum(pips)
    tell_total(s, "masters.threw", pips)
    if total < NEEDED and not tiger_helps(m, s, seat, pips):
        say(s, "masters.ravine.not_crossed")
        return
    found = m.board.beyond(s, seat)
    s.at[seat] = yield from settle(seat, "4.2", Text("masters.ravine.where"), found)
    say(s, "masters.ravine.crossed", space=m.label(s.at[seat]))
    yield from outer.land(m, s, seat)


def tiger_helps(m: Rules, s: State, seat: Seat, pips: Pips) -> bool:
    """§4.3 The combat tiger crosses on six, and is then out of the game."""
    if Token.TIGER not in s.held[seat] or not m.tiger_crosses(pips):
        return False
    s.token_at[s.held[seat].pop(Token.TIGER)] = OUT
    say(s, "masters.ravine.tiger")
    return True


def six_in_all(pips: Pips) -> bool:
    """M12=total."""
    return sum(pips) >= NEEDED_WITH_TIGER


def six_on_a_die(pips: Pips) -> bool:
    """M12=either."""
    return NEEDED_WITH_TIGER in pips


TIGER_CROSSES: Final = {"total": six_in_all, "either": six_on_a_die}
TIGER_THROWS: Final = {"total": Text("masters.ravine.throw_tiger"), "either": Text("masters.ravine.throw_a_six")}


def land_on_drawbridge(s: State) -> None:
    """§4.5 A flight to the drawbridge is the spaceship's last."""
    s.ship = NOWHERE
    s.token_at[s.token_is.index(Token.SHIP)] = OUT
    say(s, "masters.fly.drawbridge")
