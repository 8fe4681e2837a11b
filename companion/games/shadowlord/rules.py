"""What holds in a game: the board, the characters, the power cards, and the house rules as functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from companion.games.shadowlord.chart import Chart
from companion.games.shadowlord.nouns import (
    NOBODY,
    PAWNS,
    POWER_CARDS,
    SHADOWS,
    Card,
    Character,
    Class,
    Space,
)
from companion.games.shadowlord.state import NO_PAWN, Meeting, State
from companion.rules.kernel import Decision, Flow, Option, Seat
from companion.rules.text import Text, text
from companion.rules.unseen import UNKNOWN, Counts, Holder


@dataclass(frozen=True, slots=True)
class Cast:
    """All characters, by number."""

    ids: tuple[str, ...]
    names: tuple[Text, ...]
    powers: tuple[int, ...]
    classes: tuple[Class | None, ...]
    fights: tuple[bool, ...]
    """All but the diplomats."""
    allies: tuple[Character, ...]
    minors: tuple[Character, ...]
    lord: Character
    turned: tuple[Option[Character], ...]
    """By character: that its disc was turned up."""
    sorts: tuple[str, ...]
    """By character, what its disc is among the pieces: who taps it means the character."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The numbers of the power cards, ascending."""

    numbers: tuple[Card, ...]
    counts: Counts
    drawn: tuple[tuple[Option[Card], ...], ...]
    """By number, by how many there are: that it was drawn."""

    def number(self, card: Card) -> int:
        """The place of its number."""
        return self.numbers.index(card)


class Deck(Protocol):
    """The power cards: in the box's keeping, or on the table."""

    hides: bool
    """Whether the box knows what hands hold, so that lists of them must be seen by nobody else."""
    deals: bool
    """Whether the box draws the cards, so that it knows the pile as well."""

    def lay_out(self, s: State) -> None:
        """§4 All are in the pile."""

    def shuffle(self, s: State) -> None:
        """§4.3 The discarded cards are the new pile."""

    def draw(self, m: Rules, s: State, seat: Seat, rule: str) -> Flow[Card]:
        """§4.1 The top card, seen by *seat* alone."""

    def keep(self, s: State, holder: Holder) -> None:
        """§4.2 Where the card lies that was drawn last."""

    def turn_up(self, m: Rules, s: State, seat: Seat, rule: str, whose: Text) -> Flow[Card]:
        """§9.4 The top card, seen by all; *whose* it is, a side's or a character's."""

    def show(self, m: Rules, s: State, seat: Seat, rule: str, holder: Holder, card: Card) -> Flow[Card]:
        """A card that *seat* held is seen by all."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Nothing in here changes in the course of a game."""

    chart: Chart
    cast: Cast
    cards: Cards
    deck: Deck
    guide: Callable[[Rules, State, Seat], Flow[None]]
    controls: Callable[[Rules, State, Space], Seat]
    """S4: who controls a space; `NOBODY`."""
    cards_due: Callable[[Rules, State, Seat], int]
    """S5."""
    ships_due: Callable[[Rules, State, Seat], int]
    """S5."""
    redeem: Callable[[Rules, State, Seat], Flow[None]]
    lay_shadows: Callable[[Rules, State], None]
    """S2."""
    laying_out: tuple[str, ...]
    """S2: what is said of it, as message keys."""
    disc_spaces: tuple[Space, ...]
    """S2: where discs are laid at the start."""
    is_over: Callable[[State], bool]
    """S1."""
    slots: int
    """Of the timer."""

    def fighters(self, s: State, side: Seat, space: Space) -> list[Character]:
        """§9.2 Who would fight on this space."""
        if side == SHADOWS:
            return s.shadows_here(space)
        at, fights = s.at, self.cast.fights
        return [c for c in s.alliance[side] if at[c] == space and fights[c]]

    def room(self, s: State, character: Character) -> int:
        """§6.4 So many ships go into the ring yet."""
        return SLOTS_LEFT[s.stone == character] - s.ring[character]


SLOTS_LEFT = (6, 5)
"""§6.4 Without and with the Power Stone."""


def hand_of(seat: Seat) -> Holder:
    """Where the seat's hand is kept account of."""
    return Holder(seat)


def portrait_of(character: Character) -> Holder:
    """Where the cards under a portrait are kept account of."""
    return Holder(POWER_CARDS + character)


def portrait_in(holder: Holder) -> Character | None:
    """The portrait; None: it is a hand."""
    return Character(holder - POWER_CARDS) if holder >= POWER_CARDS else None


def meet(s: State, space: Space, attacker: Seat, defender: Seat) -> None:
    """§9.1 There will be a battle; two sides fight once in a space."""
    if Meeting(space, attacker, defender) not in s.meetings and Meeting(space, defender, attacker) not in s.meetings:
        s.meetings.append(Meeting(space, attacker, defender))


def hand_on(s: State, side: Seat) -> Seat:
    """§9.2 Whose hand draws for a side."""
    return s.whose if side == SHADOWS else side


def who(s: State, seat: Seat) -> Text:
    """The name of a side: the master's."""
    if seat == SHADOWS:
        return Text("shadowlord.shadows")
    if s.pawns[seat] == NO_PAWN:
        return text("shadowlord.seat", number=seat + 1)
    return PAWNS[s.pawns[seat]].name


def card_name(card: Card) -> Text:
    """As it stands in a list or a sentence."""
    return Text("shadowlord.card.unseen") if card == UNKNOWN else text("shadowlord.card", number=card)


def pick(decision: Decision) -> Flow[Any]:
    """Ask, where there is more than one option."""
    options = decision.options
    option: Option[Any] = options[0] if len(options) == 1 else (yield decision)
    return option.value


def home_owner(m: Rules, s: State, space: Space) -> Seat:
    """§7.2 Whose home planet a space is, if its master is in the game."""
    pawn = m.chart.master_of[space]
    if pawn >= 0 and pawn in s.pawns:
        seat = s.pawns.index(pawn)
        if s.alliance[seat]:
            return Seat(seat)
    return NOBODY


def by_ship(m: Rules, s: State, space: Space) -> Seat:
    """§7.2 Who controls a space: whose loose ships lie there, or whose planet it is (S4=ship)."""
    owner = s.claim[space]
    return owner if owner != NOBODY else home_owner(m, s, space)


def by_ship_or_alone(m: Rules, s: State, space: Space) -> Seat:
    """§7.2 The same, or whose characters stand there and nobody else's (S4=alone)."""
    owner = by_ship(m, s, space)
    if owner != NOBODY or s.shadows_here(space):
        return owner
    there = [Seat(seat) for seat in s.seats if s.here(Seat(seat), space)]
    return there[0] if len(there) == 1 else NOBODY


CONTROLS = {"ship": by_ship, "alone": by_ship_or_alone}
