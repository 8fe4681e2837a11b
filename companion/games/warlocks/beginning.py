"""Chapter 2: who is who, who gets the princess, where all start."""

from __future__ import annotations

from typing import Final

from companion.games.warlocks.nouns import PAWNS, Craft, piece_of
from companion.games.warlocks.rules import Rules, pick
from companion.games.warlocks.state import NO_PAWN, State, say, who
from companion.rules.dice import roll
from companion.rules.kernel import Decision, Flow, Option, Seat, choose
from companion.rules.picture import Dice
from companion.rules.text import Text, text

_CRAFTS: Final = tuple(Option(f"{craft}", craft, Text(f"warlocks.craft.{craft}")) for craft in Craft)


def set_up(m: Rules, s: State) -> Flow[None]:
    """Chapter 2, in order."""
    yield from choose_pawns(m, s)
    first = yield from throw_for_princess(m, s)
    gather(m, s, first)


def choose_pawns(m: Rules, s: State) -> Flow[None]:
    """§2.1 Seat by seat, each takes a pawn, and says what he is where that matters."""
    for seat in s.seats:
        if s.pawns[seat] == NO_PAWN:
            free = [
                Option(f"pawn/{p.id}", n, p.name, piece=piece_of(p)) for n, p in enumerate(PAWNS) if n not in s.pawns
            ]
            s.pawns[seat] = yield from pick(Decision(seat, "2.1", Text("warlocks.start.which_pawn"), tuple(free)))
        if m.asks_craft:
            prompt = text("warlocks.start.which_craft", who=who(s, seat))
            s.crafts[seat] = yield from choose(seat, "2.1", prompt, _CRAFTS)


def throw_for_princess(m: Rules, s: State) -> Flow[Seat]:
    """§2.2 The highest throw gets her; those who tie for it throw again."""
    level = s.seats
    while len(level) > 1:
        sums: dict[Seat, int] = {}
        for seat in level:
            pips = yield from roll(s, seat, "2.2")
            sums[seat] = sum(pips)
            say(s, "warlocks.start.threw", Dice(pips), who=who(s, seat), sum=sums[seat])
        level = [seat for seat in level if sums[seat] == max(sums.values())]
        if len(level) > 1:
            say(s, "warlocks.tie")
    return level[0]


def gather(m: Rules, s: State, first: Seat) -> None:
    """§2.3 All pawns stand at Seaport, and the princess with the one who has won her."""
    s.at = [m.board.seaport for _ in s.at]
    s.princess = first
    s.whose = Seat((first - 1) % len(s.at))  # `play.turn` goes on from here, clockwise
    say(s, "warlocks.start.gather")
    say(s, "warlocks.start.first", who=who(s, first))
