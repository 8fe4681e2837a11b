"""Chapter 4 and §6.2: power cards are drawn, kept, redeemed and discarded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.shadowlord import stone
from companion.games.shadowlord.nouns import UNSEEN, Card, Character, Class, Space
from companion.games.shadowlord.rules import Rules, card_name, hand_of, pick, portrait_of, who
from companion.games.shadowlord.state import State, say, whisper
from companion.games.shadowlord.tags import card_sort
from companion.rules.kernel import CHANCE, Decision, Denied, Flow, Option, Seat
from companion.rules.text import Text, text
from companion.rules.unseen import UNKNOWN, Holder

_HAND: Final = Option[Character | None]("hand", None, Text("shadowlord.card.hand"))
_NEVER: Final = Text("shadowlord.card.never")
_UNTOLD: Final = Text("shadowlord.card.untold")
_DONE: Final = Option[Card | None]("done", None, Text("shadowlord.redeem.done"))
_REDEEM: Final = Text("shadowlord.redeem.which")


def begin(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§3.1 step 1: draw what is due."""
    yield from draw(m, s, seat, 1 + m.cards_due(m, s, seat))


def _controlled(m: Rules, s: State, seat: Seat, spaces: Iterable[Space]) -> int:
    return sum([m.controls(m, s, space) == seat for space in spaces])


def _merchants(m: Rules, s: State, seat: Seat) -> int:
    return sum([m.cast.classes[c] is Class.MERCHANT for c in s.alliance[seat]])


def for_corners(m: Rules, s: State, seat: Seat) -> int:
    """§4.1 One more for every corner (S5=rulebook)."""
    return _controlled(m, s, seat, m.chart.corners)


def for_ruins_and_merchants(m: Rules, s: State, seat: Seat) -> int:
    """§4.1 One more for every ruin and every merchant (S5=booklet)."""
    return _controlled(m, s, seat, m.chart.ruins) + _merchants(m, s, seat)


def of_corners_and_merchants(m: Rules, s: State, seat: Seat) -> int:
    """§6.1 So many things bring ships: corners and merchants (S5=rulebook)."""
    return for_corners(m, s, seat) + _merchants(m, s, seat)


CARDS_DUE: Final = {"rulebook": for_corners, "booklet": for_ruins_and_merchants}
SHIPS_DUE: Final = {"rulebook": of_corners_and_merchants, "booklet": for_corners}


def draw(m: Rules, s: State, seat: Seat, count: int) -> Flow[None]:
    """§4.1, §4.2 So many cards, each looked at and put somewhere before the next one."""
    for _ in range(count):
        if not shuffled_if_empty(m, s):
            say(s, "shadowlord.card.none")
            return
        card = yield from m.deck.draw(m, s, seat, "4.1")
        if card != UNKNOWN:
            whisper(s, seat, "shadowlord.card.drew", card=card_name(card))
        yield from put(m, s, seat, card)


def put(m: Rules, s: State, seat: Seat, card: Card) -> Flow[None]:
    """§4.2 Into the hand, or under the portrait of a character of one's own that fights.

    The question names the card, so that only who has drawn it may see it.
    """
    s.hands[seat] = with_card(s.hands[seat], card)
    options: list[Option[Character | None]] = [_HAND]
    refused: list[Denied] = []
    for c in s.alliance[seat]:
        where = f"under/{m.cast.ids[c]}"
        if not m.cast.fights[c]:
            refused.append(Denied(where, "4.2", _NEVER))
        else:
            options.append(Option(where, c, _under(m, c), piece=m.cast.sorts[c]))
    if card == UNKNOWN:
        prompt = Text("shadowlord.card.where_unseen" if m.deck.hides else "shadowlord.card.draw_unseen")
    else:
        prompt = text("shadowlord.card.where", card=card)
    asked = Decision(seat, "4.2", prompt, tuple(options), "", CHANCE, tuple(refused), m.deck.hides)
    character: Character | None = yield from pick(asked)
    if character is None:
        m.deck.keep(s, hand_of(seat))
        return
    s.hands[seat] = without_card(s.hands[seat], card)
    s.under[character] = with_card(s.under[character], card)
    m.deck.keep(s, portrait_of(character))
    say(s, "shadowlord.card.goes_under", who=m.cast.names[character])


def _under(m: Rules, character: Character) -> Text:
    return text("shadowlord.card.under", who=m.cast.names[character])


def with_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """One more; sorted, so that nobody sees in which order they came."""
    return tuple(sorted((*cards, card)))


def without_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """One less."""
    n = cards.index(card)
    return (*cards[:n], *cards[n + 1 :])


def shuffled_if_empty(m: Rules, s: State) -> bool:
    """§4.3 Whether there is a card to draw, after a new shuffle if need be; then the timer may move."""
    if s.drawn < s.piled_cards:
        return True
    if not any(s.discarded):
        return False
    s.composition = s.discarded
    s.discarded = (0,) * len(s.discarded)
    s.piled_cards = sum(s.composition)
    s.shuffles += 1
    s.drawn = 0
    m.deck.shuffle(s)
    say(s, "shadowlord.card.shuffled")
    stone.move_timer(m, s)
    return True


def turn_up(m: Rules, s: State, seat: Seat, rule: str, whose: Text) -> Flow[Card | None]:
    """§9.4, §9.6 The top card for all to see; it lies open till the battle is over.  None: there is none."""
    if not shuffled_if_empty(m, s):
        say(s, "shadowlord.card.none")
        return None
    card = yield from m.deck.turn_up(m, s, seat, rule, whose)
    s.open.append(card)
    say(s, "shadowlord.card.turned", who=whose, card=card_name(card))
    return card


def key(card: Card) -> str:
    """As it stands in keys."""
    return UNSEEN if card == UNKNOWN else str(card)


def sort(card: Card) -> str:
    """Of the piece that stands for it; empty: nobody knows which."""
    return "" if card == UNKNOWN else f"power/{card}"


def choices(prefix: str, cards: tuple[Card, ...]) -> list[Option[tuple[str, Card] | None]]:
    """Each different card of a hand or a portrait once."""
    known = dict.fromkeys(cards)
    return [
        Option(
            f"{prefix}/{key(card)}",
            (prefix, card),
            text(f"shadowlord.card.of.{prefix}", card=card_name(card)),
            piece=sort(card),
        )
        for card in known
    ]


def untold(m: Rules, prefix: str, cards: tuple[Card, ...], rule: str) -> list[Denied]:
    """Whoever kept one unseen and taps it now is told how it is chosen."""
    if UNKNOWN not in cards or not m.deck.hides:
        return []
    return [
        Denied(f"{prefix}/{number}", rule, _UNTOLD, piece=card_sort(number))
        for number in m.cards.numbers
        if number not in cards
    ]


def redeem(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§6.2 Cards from the hand become ships, as many as one likes."""
    return m.redeem(m, s, seat)


def redeem_known(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§6.2 One after the other; a 0 brings nothing (cards=electronic, cards=tagged)."""
    while s.hands[seat]:
        cards = dict.fromkeys(s.hands[seat])
        options: list[Option[Card | None]] = [_DONE]
        options += [Option(f"redeem/{key(card)}", card, card_name(card), piece=sort(card)) for card in cards]
        refused = tuple(untold(m, "redeem", s.hands[seat], "6.2"))
        option = yield Decision(seat, "6.2", _REDEEM, tuple(options), "", CHANCE, refused, True)
        if option.value is None:
            return
        yield from redeem_one(m, s, seat, option.value)


def redeem_unseen(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§6.2 The player says how many, and then which they are (cards=physical)."""
    hand = len(s.hands[seat])
    if not hand:
        return
    options = tuple([Option(f"redeem/{n}", n, text("shadowlord.redeem.count", n=n)) for n in range(hand + 1)])
    option: Option[int] = yield Decision(seat, "6.2", Text("shadowlord.redeem.how_many"), options)
    for _ in range(option.value):
        yield from redeem_one(m, s, seat, Card(UNKNOWN))


REDEEM: Final = {"electronic": redeem_known, "physical": redeem_unseen, "tagged": redeem_known}


def redeem_one(m: Rules, s: State, seat: Seat, card: Card) -> Flow[None]:
    """§6.2 It is shown and discarded, and brings as many ships as it says."""
    s.hands[seat] = without_card(s.hands[seat], card)
    shown = yield from m.deck.show(m, s, seat, "6.2", hand_of(seat), card)
    discard(m, s, [shown])
    s.storage[seat] += shown
    say(s, "shadowlord.redeem.done_for", who=who(s, seat), card=card_name(shown))


def discard(m: Rules, s: State, cards: Iterable[Card]) -> None:
    """Cards that all have seen go to the discarded ones."""
    counts = list(s.discarded)
    for card in cards:
        counts[m.cards.number(card)] += 1
    s.discarded = tuple(counts)


def drop_all(m: Rules, s: State, seat: Seat, rule: str) -> Flow[None]:
    """All that a player holds, in the hand and under portraits, is discarded."""
    hand, s.hands[seat] = s.hands[seat], ()
    yield from discard_all(m, s, seat, rule, hand_of(seat), hand)
    for c in s.alliance[seat]:
        held, s.under[c] = s.under[c], ()
        yield from discard_all(m, s, seat, rule, portrait_of(c), held)


def discard_all(m: Rules, s: State, seat: Seat, rule: str, holder: Holder, cards: tuple[Card, ...]) -> Flow[None]:
    """Cards that were held are shown and discarded."""
    for card in cards:
        shown = yield from m.deck.show(m, s, seat, rule, holder, card)
        discard(m, s, [shown])
