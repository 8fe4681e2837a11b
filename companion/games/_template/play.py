"""The rules, in the order of rulebook.md: one function a section."""

from __future__ import annotations

from companion.games._template.nouns import GOAL, Box, Card
from companion.games._template.state import State
from companion.games._template.view import who
from companion.rules.dice import roll
from companion.rules.kernel import CHANCE, Decision, Denied, Flow, Option, Seat, choose
from companion.rules.picture import Dice, Meter
from companion.rules.text import Text, text


def choose_pawns(box: Box, s: State) -> Flow[None]:
    """§2 Seat by seat, each takes a pawn that is still free."""
    for seat in s.seats:
        free = [Option(f"pawn/{p.id}", p.id, p.name, piece=f"pawn/{p.id}") for p in box.pawns if p.id not in s.pawns]
        taken = [
            Denied(f"pawn/{p.id}", "2", Text("_template.taken"), p.name, f"pawn/{p.id}")
            for p in box.pawns
            if p.id in s.pawns
        ]
        s.pawns[seat] = yield from choose(seat, "2", Text("_template.which_pawn"), free, taken)


def play_round(box: Box, s: State) -> Flow[None]:
    """§3 Throw for the start, deal, offer the swap, show."""
    s.round += 1
    s.drawn = 0
    starter = yield from throw_for_start(box, s)
    for seat in s.clockwise_from(starter):
        yield from draw(box, s, seat, "3.2")
    for seat in s.clockwise_from(starter):
        yield from offer_swap(box, s, seat)
    show(box, s)


def throw_for_start(box: Box, s: State) -> Flow[Seat]:
    """§3.1 The highest throw starts; those who tie for it throw again."""
    level = s.seats
    while len(level) > 1:
        sums = {}
        for seat in level:
            pips = yield from roll(s, seat, "3.1")
            sums[seat] = sum(pips)
            s.tell(text("_template.threw", who=who(box, s, seat), sum=sums[seat]), picture=Dice(pips))
        level = [seat for seat in level if sums[seat] == max(sums.values())]
    return level[0]


def draw(box: Box, s: State, seat: Seat, rule: str) -> Flow[None]:
    """§3.2 The top card of the deck, seen by nobody else."""
    s.drawn += 1
    options = tuple(
        Option(f"card/{c}", c, text("_template.card", card=c), piece=f"card/{c}") for c in box.deck if not s.is_out(c)
    )
    source = f"deck/{s.round}/{s.drawn}"
    option: Option[Card] = yield Decision(CHANCE, rule, Text("_template.draw"), options, source, seat, secret=True)
    s.hands[seat] = option.value
    s.tell(text("_template.drew", card=option.value), audience=seat)


def offer_swap(box: Box, s: State, seat: Seat) -> Flow[None]:
    """§3.3 Each may lay the card aside and draw another, but (§3.4) not who took the last round."""
    options = [Option("keep", False, Text("_template.keep"))]
    refused = []
    if seat == s.leader:
        refused = [Denied("swap", "3.4", Text("_template.leader_keeps"), Text("_template.swap"))]
    else:
        options.append(Option("swap", True, Text("_template.swap")))
    if (yield from choose(seat, "3.3", Text("_template.swap_or_keep"), options, refused, secret=True)):
        s.aside[seat] = s.hands[seat]
        s.tell(text("_template.swaps", who=who(box, s, seat)))
        yield from draw(box, s, seat, "3.3")


def show(box: Box, s: State) -> None:
    """§4 All cards are turned up, and the best one takes the round."""
    shown = {card: seat for seat, card in enumerate(s.hands) if card is not None}
    for card, seat in shown.items():
        s.tell(text("_template.shows", who=who(box, s, Seat(seat)), card=card))
    winner = Seat(shown[box.best(shown)])
    s.points[winner] += 1
    s.leader = winner
    s.hands = [None] * len(shown)
    s.aside = [None] * len(shown)
    name = who(box, s, winner)
    s.tell(text("_template.takes_round", who=name), picture=Meter(name, s.points[winner], GOAL))
