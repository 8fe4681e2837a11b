"""Where each piece lies, and the piles that nobody may look into."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.shadowlord.nouns import NO_DISC, NOWHERE, Card
from companion.games.shadowlord.rules import Rules
from companion.games.shadowlord.state import State
from companion.games.shadowlord.tags import STONE, TIMER, card_sort
from companion.rules.game import UNTOLD, Pile
from companion.rules.unseen import UNKNOWN

BOX = "box"
"""Out of the game, or not in it yet."""
DISCARDED = "discarded"
FACE_DOWN = "face-down"
"""A disc that nobody has turned: on the board, or left over at the start."""


def pile(m: Rules, s: State, source: str) -> Pile | None:
    """Discs of a class to be dealt, discs on their spaces, power cards; None for a throw and for real cards."""
    name, _, _ = source.rpartition("/")
    if name == "disc":
        slots = [m.chart.ids[space] for space in m.disc_spaces]
        left_over = [f"box-{n}" for n in range(len(s.piled) - len(slots))]
        return Pile(name, (*slots, *left_over), tuple(m.cast.ids[c] for c in s.piled))
    if name.startswith("disc/"):
        ids = tuple(m.cast.ids[c] for c in m.cast.allies if m.cast.classes[c] == name.removeprefix("disc/"))
        return Pile(name, tuple(str(n) for n in range(1, len(ids) + 1)), ids)
    if name.startswith("power-deck/") and m.deck.deals:
        counts = zip(m.cards.drawn, s.composition, strict=True)
        items = tuple(options[0].key for options, count in counts for _ in range(count))
        return Pile(name, tuple(str(n) for n in range(1, len(items) + 1)), items)
    return None


def placement(m: Rules, s: State) -> dict[str, str]:
    """Every disc, every power card, the stone and the timer.  Ships are as many as are wanted, and have no names."""
    return {**_characters(m, s), **_cards(m, s), STONE: f"ring/{m.cast.ids[s.stone]}", TIMER: f"slot/{s.timer}"}


def located(m: Rules, s: State) -> dict[str, tuple[str, ...]]:
    """Discs that have been turned up; power cards that the box has drawn, or been told of."""
    found: dict[str, list[str]] = {}
    for piece, place in _characters(m, s).items():
        if place != FACE_DOWN and piece.startswith("disc/"):
            found[piece] = [place]
    for card, place in _seen(m, s):
        if place == DISCARDED:
            place = f"{DISCARDED}/{s.shuffles}"  # after a shuffle none of them is what it was
        found.setdefault(card_sort(card), []).append(place)
    mixed = [place for place, cards in _held(m, s) if UNKNOWN in cards and len(set(cards)) > 1]
    if mixed:
        found[UNTOLD] = mixed
    return {sort: tuple(places) for sort, places in found.items()}


def _characters(m: Rules, s: State) -> dict[str, str]:
    where = {sort: m.chart.ids[at] if at != NOWHERE else BOX for sort, at in zip(m.cast.sorts, s.at, strict=True)}
    for c in s.hidden:
        where[m.cast.sorts[c]] = FACE_DOWN
    for space, c in enumerate(s.disc):
        if c > NO_DISC:
            where[m.cast.sorts[c]] = m.chart.ids[space]
    return where


def _cards(m: Rules, s: State) -> dict[str, str]:
    """``power/7/3`` is the third card with a 7: cards of one number can't be told apart."""
    used = [0] * len(m.cards.numbers)
    where: dict[str, str] = {}
    for card, place in _seen(m, s):
        n = m.cards.number(card)
        used[n] += 1
        where[f"power/{card}/{used[n]}"] = place
    for number, count in zip(m.cards.numbers, m.cards.counts, strict=True):
        where |= {f"power/{number}/{n}": "pile" for n in range(used[m.cards.number(number)] + 1, count + 1)}
    return where


def _seen(m: Rules, s: State) -> Iterator[tuple[Card, str]]:
    """The same without those of which more have been told than there are: somebody has misread one."""
    left = dict(zip(m.cards.numbers, m.cards.counts, strict=True))
    for card, place in _told(m, s):
        if left[card]:
            left[card] -= 1
            yield card, place


def _told(m: Rules, s: State) -> Iterator[tuple[Card, str]]:
    """Cards of which it is known where they are, those that all can see first: what is shown so changes its name.

    Real cards that are held unseen count as in the pile.
    """
    for card in s.open:
        yield card, "battle"
    for number, count in zip(m.cards.numbers, s.discarded, strict=True):
        for _ in range(count):
            yield number, DISCARDED
    for place, cards in [("battle", tuple(laid.card for laid in s.laid)), *_held(m, s)]:
        for card in cards:
            if card != UNKNOWN:
                yield card, place


def _held(m: Rules, s: State) -> list[tuple[str, tuple[Card, ...]]]:
    """By place: hands, and what lies under portraits."""
    hands = [(f"seat/{seat}", cards) for seat, cards in enumerate(s.hands)]
    return hands + [(f"under/{i}", cards) for i, cards in zip(m.cast.ids, s.under, strict=True)]
