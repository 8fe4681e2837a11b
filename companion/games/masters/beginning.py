"""Chapter 1: what is laid out, who starts, who is who."""

from __future__ import annotations

from typing import Final

from companion.games.masters.nouns import CARDS, PAWNS, CardId
from companion.games.masters.rules import Rules, who
from companion.games.masters.state import NO_PAWN, State, say
from companion.rules.dice import roll
from companion.rules.kernel import Denied, Flow, Option, Seat, choose
from companion.rules.picture import Dice
from companion.rules.text import Text, text

_PAWN: Final = [Option(f"pawn/{pawn.id}", n, pawn.name, piece=f"pawn/{pawn.id}") for n, pawn in enumerate(PAWNS)]
_TAKEN: Final = [
    Denied(f"pawn/{pawn.id}", "1.3", text("masters.start.taken", who=pawn.name), piece=f"pawn/{pawn.id}")
    for pawn in PAWNS
]


def lay_out(m: Rules, s: State) -> None:
    """§1.1 Tokens on their squares, cards in the castle, all face down."""
    m.board.lay_out(s)
    s.pile = [CardId(n) for n in range(CARDS)]


def start_roll(m: Rules, s: State) -> Flow[Seat]:
    """§1.2 The highest throw starts; those who tie for it throw again."""
    for piece in ("tokens", "cards"):
        say(s, f"masters.lay_out.{piece}")
    level = [Seat(seat) for seat in s.seats]
    while len(level) > 1:
        sums: dict[Seat, int] = {}
        for seat in level:
            pips = yield from roll(s, seat, "1.2")
            sums[seat] = sum(pips)
            say(s, "masters.start.threw", Dice(pips), who=who(s, seat), sum=sums[seat])
        level = [seat for seat in level if sums[seat] == max(sums.values())]
        if len(level) > 1:
            say(s, "masters.start.tie")
    say(s, "masters.start.first", who=who(s, level[0]))
    return level[0]


def choose_pawns(m: Rules, s: State, first: Seat) -> Flow[None]:
    """§1.3 Clockwise from the highest throw, each takes a pawn, and puts it on the start of its colour."""
    for n in s.seats:
        seat = Seat((first + n) % len(s.seats))
        if s.pawns[seat] == NO_PAWN:
            free = [_PAWN[pawn] for pawn in range(len(PAWNS)) if pawn not in s.pawns]
            taken = [_TAKEN[pawn] for pawn in range(len(PAWNS)) if pawn in s.pawns]
            if len(free) > 1:
                s.pawns[seat] = yield from choose(seat, "1.3", Text("masters.start.which_pawn"), free, taken)
            else:
                s.pawns[seat] = free[0].value
        s.at[seat] = m.board.start(s.pawns[seat])
        say(s, "masters.start.place", who=who(s, seat), space=m.label(s.at[seat]))
