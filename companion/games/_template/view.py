"""Who may see what.  Everything is built up from what a seat may know, nothing is taken away."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games._template.nouns import Box, Card
from companion.games._template.state import State
from companion.rules.kernel import Position, Seat, start, step
from companion.rules.text import Text, text


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows."""

    own_card: Card | None
    own_aside: Card | None
    cards_in_hand: tuple[int, ...]
    points: tuple[int, ...]
    leader: Seat | None


def view(s: State, seat: Seat) -> View:
    """What *seat* knows."""
    cards = tuple(int(card is not None) for card in s.hands)
    return View(s.hands[seat], s.aside[seat], cards, tuple(s.points), s.leader)


def who(box: Box, s: State, seat: Seat) -> Text:
    """The name of a seat."""
    pawn = box.pawn(s.pawns[seat])
    return pawn.name if pawn else text("_template.seat", number=seat + 1)


def place(s: State) -> Text:
    """The phase, for the title row."""
    return text("_template.round", number=s.round) if s.round else Text("_template.setup")


def status(box: Box, s: State) -> tuple[Text, ...]:
    """The rounds that each has taken."""
    return tuple(text("_template.taken_rounds", who=who(box, s, seat), n=s.points[seat]) for seat in s.seats)


def resample(box: Box, position: Position[State], seat: Seat) -> Position[State]:
    """Every card that *seat* hasn't seen in this round becomes the next one that it hasn't seen."""
    seen = (position.table.hands[seat], position.table.aside[seat])
    unseen = [card for card in box.deck if card not in seen]
    becomes = {f"card/{a}": f"card/{b}" for a, b in zip(unseen, unseen[1:] + unseen[:1], strict=True)}
    answers = [becomes.get(key, key) for key in position.answers]
    if tuple(answers) == position.answers:
        return position
    other = start(position.game, position.settled)
    for key in answers:
        other = step(other, key)
    return other
