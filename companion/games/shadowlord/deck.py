"""Who knows the power cards: the box that draws them, or the table that has real ones; both know those that are tapped.

What a seat taps in private only it and the box know.  So nothing that others see may come of it: what the next card
can be is reckoned from what all have seen, and for its holder from its own taps as well, never from those of others.
Two seats can then say that they hold the same card.  One of them has misread it; it comes out when it is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.shadowlord.nouns import UNSEEN, Card
from companion.games.shadowlord.rules import Deck, Rules, portrait_in
from companion.games.shadowlord.state import State
from companion.games.shadowlord.tags import card_sort
from companion.rules.kernel import CHANCE, Decision, Denied, Flow, Option, Seat
from companion.rules.text import Text, text
from companion.rules.unseen import UNKNOWN, Holder, Kind, Unseen

_DRAW: Final = Text("shadowlord.card.draw")
_TAP: Final = Text("shadowlord.card.tap")
_UNTAPPED: Final = Option(f"power/{UNSEEN}", Card(UNKNOWN), Text("shadowlord.card.untapped"))
"""As likely as all others together, where nobody taps and nobody types."""
_NOT_YOURS: Final = Text("shadowlord.card.not_yours")
_NOT_LEFT: Final = Text("shadowlord.card.not_left")
_ALL_SEEN: Final = Text("shadowlord.card.all_seen")
_SHOW: Final = Text("shadowlord.card.show")


def _source(s: State) -> str:
    s.drawn += 1
    return f"power-deck/{s.shuffles}/{s.drawn}"


class BoxDeck:
    """The box draws (cards=electronic).

    What may come next would tell what hands hold, so these questions are secret even where the card itself is not.
    """

    hides = True
    deals = True

    def lay_out(self, s: State) -> None:
        """§4 All are in the pile; `State.new` has seen to it."""

    def shuffle(self, s: State) -> None:
        """§4.3 The discarded cards are the new pile."""
        s.pile = s.composition

    def draw(self, m: Rules, s: State, seat: Seat, rule: str) -> Flow[Card]:
        """§4.1 The top card, seen by *seat* alone."""
        return self._next(m, s, seat, rule, _DRAW)

    def keep(self, s: State, holder: Holder) -> None:
        """§4.2 The box needs no account of it."""

    def turn_up(self, m: Rules, s: State, seat: Seat, rule: str, whose: Text) -> Flow[Card]:
        """§9.4 The top card, seen by all."""
        return self._next(m, s, seat, rule, text("shadowlord.card.turn_up", who=whose))

    def show(self, m: Rules, s: State, seat: Seat, rule: str, holder: Holder, card: Card) -> Flow[Card]:
        """The box knows it."""
        yield from ()
        return card

    def _next(self, m: Rules, s: State, seat: Seat, rule: str, prompt: Text) -> Flow[Card]:
        pile = s.pile
        options = tuple([options[n] for options, n in zip(m.cards.drawn, pile, strict=True) if n])
        source, even = _source(s), len(options) == 1
        option = yield Decision(CHANCE, rule, prompt, options, source, seat, (), True, even)
        n = m.cards.number(option.value)
        s.pile = (*pile[:n], pile[n] - 1, *pile[n + 1 :])
        return option.value  # type: ignore[no-any-return]


class TableDeck:
    """Real cards (cards=physical): what is drawn face down nobody tells the box before it is shown."""

    hides = False
    deals = False

    def lay_out(self, s: State) -> None:
        """§4 All are in the pile."""
        s.unseen = Unseen((s.composition,))

    def shuffle(self, s: State) -> None:
        """§4.3 The discarded cards are the new pile."""
        s.pile = s.composition
        s.unseen = _known(s).shuffle(s.composition)

    def draw(self, m: Rules, s: State, seat: Seat, rule: str) -> Flow[Card]:
        """§4.1 The top card, seen by *seat* alone."""
        s.drawn += 1
        yield from ()
        return Card(UNKNOWN)

    def keep(self, s: State, holder: Holder) -> None:
        """§4.2 Where the card lies that was drawn last."""
        s.unseen = _known(s).draw(holder)

    def turn_up(self, m: Rules, s: State, seat: Seat, rule: str, whose: Text) -> Flow[Card]:
        """§9.4 The top card, seen by all: typed in."""
        source = _source(s)
        prompt = text("shadowlord.card.turn_up", who=whose)
        option: Option[Card] = yield self._asked(m, s, _known(s).next_can_be(), rule, prompt, source, seat)
        s.unseen = _known(s).turn_up(Kind(m.cards.number(option.value)))
        return option.value

    def show(self, m: Rules, s: State, seat: Seat, rule: str, holder: Holder, card: Card) -> Flow[Card]:
        """A card that *seat* held is named; only what it can be is taken."""
        s.shown += 1
        character = portrait_in(holder)
        prompt = _SHOW if character is None else text("shadowlord.card.show_under", who=m.cast.names[character])
        source, can_be = f"power-shown/{s.shown}", _known(s).can_be(holder)
        option: Option[Card] = yield self._asked(m, s, can_be, rule, prompt, source, seat)
        s.unseen = _known(s).show(holder, Kind(m.cards.number(option.value)))
        return option.value

    def _asked(
        self, m: Rules, s: State, kinds: Sequence[Kind], rule: str, prompt: Text, source: str, seat: Seat
    ) -> Decision:
        options = tuple([m.cards.drawn[kind][1] for kind in kinds])
        return Decision(CHANCE, rule, prompt, options, source, seat)


class TaggedDeck(TableDeck):
    """Real cards with tags (cards=tagged): who draws one face down taps it, or keeps it unseen."""

    hides = True

    def draw(self, m: Rules, s: State, seat: Seat, rule: str) -> Flow[Card]:
        """§4.1 The top card, seen by *seat* alone, and tapped where nobody else sees it."""
        source, own = _source(s), Counter(s.held(seat))
        left, can_be = _known(s).left(), _known(s).next_can_be()
        options, refused = [], []
        for kind, number in enumerate(m.cards.numbers):
            rest = left[kind] - own[number]
            if kind in can_be and rest > 0:
                options.append(m.cards.drawn[kind][rest])
            else:
                refused.append(Denied(f"power/{number}", rule, _NOT_YOURS, piece=card_sort(number)))
        untapped = _UNTAPPED._replace(weight=sum([option.weight for option in options]) or 1)
        asked = Decision(
            CHANCE, rule, _TAP, (*options, untapped), source, seat, tuple(refused), secret=True, even=not options
        )
        option: Option[Card] = yield asked
        return option.value

    def show(self, m: Rules, s: State, seat: Seat, rule: str, holder: Holder, card: Card) -> Flow[Card]:
        """A card that was tapped is known, unless all have seen too many of them for that."""
        if card != UNKNOWN:
            kind = Kind(m.cards.number(card))
            if _known(s).left()[kind] > 0:
                s.unseen = _known(s).show(holder, kind)
                return card
        return (yield from super().show(m, s, seat, rule, holder, card))

    def _asked(
        self, m: Rules, s: State, kinds: Sequence[Kind], rule: str, prompt: Text, source: str, seat: Seat
    ) -> Decision:
        """What has been misread before can be carried as long as there are cards with this number."""
        asked = super()._asked(m, s, kinds, rule, prompt, source, seat)
        numbers, left = m.cards.numbers, _known(s).left()
        others = [kind for kind in range(len(numbers)) if kind not in kinds]
        why = {kind: _NOT_LEFT if left[kind] > 0 else _ALL_SEEN for kind in others}
        refused = [Denied(f"power/{numbers[kind]}", rule, why[kind], piece=card_sort(numbers[kind])) for kind in others]
        doubted = [m.cards.drawn[kind][1] for kind in others if left[kind] > 0]
        return asked._replace(
            refused=tuple(refused), doubted=tuple([option._replace(key=f"{option.key}!") for option in doubted])
        )


def _known(s: State) -> Unseen:
    assert s.unseen is not None
    return s.unseen


DECKS: Final[Mapping[str, Deck]] = {"electronic": BoxDeck(), "physical": TableDeck(), "tagged": TaggedDeck()}
"""By the table option ``cards``."""
