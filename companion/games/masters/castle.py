"""Chapter 5: the Castle of Shadows, its corridors and its oubliette."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.masters import cards
from companion.games.masters.board import MOST_SQUARES, Ahead
from companion.games.masters.rules import Rules, settle, who
from companion.games.masters.state import State, say, tell, tell_total
from companion.rules.dice import roll
from companion.rules.kernel import Flow, Seat
from companion.rules.text import Text, text

CARD_AT_MOST: Final = {1: 5, 2: 7}
"""Squares moved -> a card is drawn for so many points or less."""
_THROWS: Final = {squares: text("masters.risk.throw", points=points) for squares, points in CARD_AT_MOST.items()}
ESCAPES: Final = 6
RETREAT: Final = 9


def enter(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§5.2 From the drawbridge a pawn goes to the first room, without dice."""
    s.at[seat] = m.board.entrance
    say(s, "masters.castle.enter", who=who(s, seat))
    yield from ()


def walk(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§5.3 One, two or three squares, as the player likes; the corridor is chosen in the first room."""
    counted = yield from advance(m, s, seat, True)
    if counted and (yield from draws_card(m, s, seat, counted)):
        yield from cards.draw(m, s, seat)


def advance(m: Rules, s: State, seat: Seat, risk: bool) -> Flow[int]:
    """§5.3 The squares that counted; 0 where no square ahead is free."""
    decision = m.board.ahead(s, seat, risk)
    to: Ahead | None = None
    is_asked = False
    if decision is not None:
        options = decision.options
        is_asked = len(options) > 1
        to = ((yield decision) if is_asked else options[0]).value
    if to is None or not to.counted:
        say(s, "masters.castle.wait", who=who(s, seat))
        return 0
    s.at[seat], s.lanes[seat] = to.space, to.lane
    if is_asked:
        tell(s, m.board.arrivals[to.space])
    else:  # nobody was asked: what is said may follow what another player did
        say(s, "masters.castle.go", who=who(s, seat), space=m.label(to.space))
    return to.counted


def draws_card(m: Rules, s: State, seat: Seat, counted: int) -> Flow[bool]:
    """§5.4 After one square five or less draw a card, after two seven or less, after three nothing is thrown."""
    if counted == MOST_SQUARES:
        return True
    pips = yield from roll(s, seat, "5.4", _THROWS[counted])
    total = sum(pips)
    draws = total <= CARD_AT_MOST[counted]
    tell_total(s, "masters.risk.card" if draws else "masters.risk.no_card", pips)
    return draws


def escape_oubliette(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§5.8 Six or more jump over it; three to five fall, down to the drawbridge."""
    pips = yield from roll(s, seat, "5.8", Text("masters.oubliette.throw"))
    total = sum(pips)
    tell_total(s, "masters.threw", pips)
    if total == 2:
        yield from after_two(m, s, seat)
    elif total < ESCAPES:
        fall(m, s, seat)
    else:
        found = m.board.over_oubliette(s, seat)
        if not found.options:
            say(s, "masters.castle.wait", who=who(s, seat))
            return
        s.at[seat] = yield from settle(seat, "5.8", Text("masters.oubliette.over"), found)
        say(s, "masters.oubliette.escaped", space=m.label(s.at[seat]))


def fall(m: Rules, s: State, seat: Seat) -> None:
    """§5.8 To the drawbridge."""
    s.at[seat] = m.board.drawbridge
    say(s, "masters.oubliette.fell")


def after_two(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§5.9 A two before the oubliette (M31)."""
    yield from m.after_two(m, s, seat)


def nine_back(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """M31=nine: nine squares back, the drawbridge at most."""
    yield from cards.retreat(m, s, seat, "5.9", RETREAT, m.board.drawbridge)


def back_to_room(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """M31=room: nine squares back, the first room at most."""
    yield from cards.retreat(m, s, seat, "5.9", RETREAT, m.board.entrance)


def like_three(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """M31=three: a two falls as well."""
    fall(m, s, seat)
    yield from ()


AFTER_TWO: Final[dict[str, Callable[[Rules, State, Seat], Flow[None]]]] = {
    "nine": nine_back,
    "room": back_to_room,
    "three": like_three,
}
