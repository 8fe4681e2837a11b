"""Positions that a seat can't tell apart: other power cards where it has seen none.

What a seat can't know of is what other hands and portraits hold, what an attacker has laid face down, and the order of
the pile.  A card that somebody holds is changed where it lies in the settled state, or in the answer that drew it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.games.shadowlord.nouns import Card, Character
from companion.games.shadowlord.rules import Rules, portrait_in
from companion.games.shadowlord.state import State
from companion.rules.kernel import NotAnOption, Position, Seat, start, step
from companion.rules.unseen import UNKNOWN


class Place(NamedTuple):
    """A hand, or the cards under a portrait."""

    seat: Seat
    portrait: Character | None = None

    def cards(self, s: State) -> tuple[Card, ...]:
        """What lies there."""
        return s.hands[self.seat] if self.portrait is None else s.under[self.portrait]


class Held(NamedTuple):
    """A card that the seat hasn't seen: where it lay when the turn began, or which answer drew it, and laid it."""

    card: Card
    place: Place | None = None
    drawn: int = -1
    laid: int = -1


@dataclass(slots=True)
class _Turn:
    """What the answers of this turn have done with cards that are hidden from a seat."""

    draws: list[tuple[int, Seat, Card]] = field(default_factory=list)
    """Which answer, whose draw, which card."""
    puts: dict[int, Character] = field(default_factory=dict)
    """Of a draw: under which portrait it went."""
    laid: list[tuple[int, Place, Card]] = field(default_factory=list)
    """Which answer laid a card face down, and from where."""


def resample(m: Rules, position: Position[State], seat: Seat) -> Position[State]:
    """Every card that *seat* hasn't seen becomes another one, as far as there are different ones."""
    if not m.deck.hides or position.decision is None:
        return position  # nobody has told the box; or the game is over
    held = [each for each in _held(position, seat) if each.card != UNKNOWN]
    counts = position.table.pile if m.deck.deals else untold(m, position.table)
    if min(counts) < 0:
        return position  # somebody has misread a card: whether that comes out depends on what others hold
    pile = [card for card, n in zip(m.cards.numbers, counts, strict=True) for _ in range(n)]
    if position.table.shuffles != position.settled.shuffles:
        pile = []  # they were open to all when the turn began
    cards = sorted([*[each.card for each in held], *pile])
    if len(set(cards)) < 2 or not held:
        return position
    turned = max(Counter(cards).values())
    becomes: dict[Card, list[Card]] = {}
    for card, other in zip(cards, cards[turned:] + cards[:turned], strict=True):
        becomes.setdefault(card, []).append(other)
    settled, answers = position.settled.copy(), list(position.answers)
    for each in held:
        _change(m, settled, answers, each, becomes[each.card].pop())
    return _lead(position, settled, answers)


def untold(m: Rules, s: State) -> tuple[int, ...]:
    """By number, the real cards that nobody has shown or tapped; fewer than none where some were misread."""
    assert s.unseen is not None
    told = Counter([*[laid.card for laid in s.laid], *[c for cards in (*s.hands, *s.under) for c in cards]])
    return tuple(left - told[number] for number, left in zip(m.cards.numbers, s.unseen.left(), strict=True))


def _lead(position: Position[State], settled: State, answers: Sequence[str]) -> Position[State]:
    other = start(position.game, settled)
    try:
        for key in answers:
            other = step(other, key)
    except NotAnOption:
        return position
    return other if answers else replace(other, news=position.news)  # those of the turn before


def _change(m: Rules, settled: State, answers: list[str], held: Held, card: Card) -> None:
    """Let it be this card instead."""
    if held.drawn >= 0:
        answers[held.drawn] = f"power/{card}"
    elif held.place is not None:
        cards = list(held.place.cards(settled))
        cards[cards.index(held.card)] = card
        if held.place.portrait is None:
            settled.hands[held.place.seat] = tuple(sorted(cards))
        else:
            settled.under[held.place.portrait] = tuple(sorted(cards))
        for name in ("pile", "composition") if m.deck.deals else ():
            counts = list(getattr(settled, name))
            counts[m.cards.number(held.card)] += 1
            counts[m.cards.number(card)] -= 1
            setattr(settled, name, tuple(counts))
    if held.laid >= 0:
        answers[held.laid] = f"{answers[held.laid].partition('/')[0]}/{card}"


def _held(position: Position[State], seat: Seat) -> list[Held]:
    """All that others hold and *seat* hasn't seen, place by place: what lay there before, then what was drawn."""
    done = _read(position, seat)
    table = position.table
    found: list[Held] = []
    for n in table.seats:
        if n == seat:
            continue
        places = [Place(Seat(n)), *[Place(Seat(n), c) for c in table.alliance[n]]]
        for place in places:
            found += _held_at(place, position, done)
    return found


def _held_at(place: Place, position: Position[State], done: _Turn) -> list[Held]:
    left = Counter(place.cards(position.table))
    laid = {n: card for n, where, card in done.laid if where == place}
    left.update(laid.values())
    found: list[Held] = []
    drawn = [(n, card) for n, owner, card in done.draws if Place(owner, done.puts.get(n)) == place]
    for n, card in reversed(drawn):
        if left[card]:
            left[card] -= 1
            found.append(Held(card, None, n))
    for card in place.cards(position.settled):
        if left[card]:
            left[card] -= 1
            found.append(Held(card, place))
    for n, card in laid.items():  # a card that was laid is one of those
        match = next((i for i, each in enumerate(found) if each.card == card and each.laid < 0), None)
        if match is not None:
            found[match] = found[match]._replace(laid=n)
    return found


def _read(position: Position[State], seat: Seat) -> _Turn:
    """Run the turn again and note what happens to hidden cards."""
    done = _Turn()
    choices: list[tuple[int, Seat]] = []
    flow = position.game.play(position.settled.copy())
    asked = next(flow)
    for n, key in enumerate(position.answers):
        option = asked.option(key)
        assert option is not None
        if asked.rule == "4.1" and asked.by != seat:
            done.draws.append((n, asked.by, option.value))
        elif asked.rule == "4.2" and asked.seat != seat and option.value is not None:
            done.puts[n - 1] = option.value
        elif asked.rule == "9.3" and asked.seat != seat and option.value is not None:
            choices.append((n, asked.seat))
        if n + 1 < len(position.answers):
            asked = flow.send(option)
    for side in dict.fromkeys([laid.side for laid in position.table.laid]):
        laid = [each for each in position.table.laid if each.side == side]
        answers = [n for n, chooser in choices if chooser == side][-len(laid) :] if side != seat else []
        done.laid += [
            (n, Place(side, portrait_in(each.holder)), each.card) for n, each in zip(answers, laid, strict=False)
        ]
    return done
