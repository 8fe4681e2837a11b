"""Chapter 3: the turn.  `companion.games.warlocks.spaces` has what the spaces do."""

from __future__ import annotations

from typing import Final

from companion.games.warlocks import castle, duels, squares
from companion.games.warlocks.nouns import NOWHERE, Space
from companion.games.warlocks.rules import Rules
from companion.games.warlocks.state import State, tell, tell_total
from companion.rules.dice import Pips, throw
from companion.rules.kernel import Flow, Seat
from companion.rules.text import Text

STAY: Final = Text("warlocks.move.stays")


def move(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§3.1 Throw two dice, and go as many spaces as they show together."""
    pips: Pips = (yield throw(s, seat, "3.1")).value
    tell_total(s, pips)
    board = m.board
    where = board.where(s, seat, pips[0] + pips[1])
    if where is None:
        tell(s, STAY)
        return
    options = where.options
    space: Space = (options[0] if len(options) == 1 else (yield where)).value
    if space == NOWHERE:
        tell(s, STAY)
        return
    s.at[seat] = space
    tell(s, board.arrivals[space])
    if m.quiet[space] and s.at.count(space) == 1:
        return
    yield from arrive(m, s, seat)


def arrive(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """The rest of a turn, once the pawn has gone where the throw leads."""
    if s.at[seat] == m.board.castle:
        castle.enter(s, seat)
        return
    yield from stop(m, s, seat, True)
    if s.at[seat] in m.results:
        yield from squares.end_turn(m, s, seat)


def stop(m: Rules, s: State, seat: Seat, by_throw: bool) -> Flow[None]:
    """§3.6 First the duel, then what the space does to a pawn that hasn't left it."""
    is_moved = True
    while is_moved:
        here = s.at[seat]
        rivals = () if m.peaceful[here] else m.board.rivals(s, seat)
        if rivals and not (yield from duels.meet(m, s, seat, rivals)):
            return
        effect = m.effects[here]
        flow = effect(m, s, seat, by_throw) if effect is not None else None
        is_moved = flow is not None and (yield from flow)
        by_throw = False
