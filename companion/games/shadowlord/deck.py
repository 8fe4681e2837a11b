"""Who knows the power cards: the box that draws them, or the table that holds real ones."""

from __future__ import annotations

from typing import Final

from companion.games.shadowlord.nouns import Card
from companion.games.shadowlord.rules import Rules, portrait_in
from companion.games.shadowlord.state import State
from companion.rules.kernel import CHANCE, Decision, Flow, Option, Seat
from companion.rules.text import Text, text
from companion.rules.unseen import UNKNOWN, Holder, Kind, Unseen

_DRAW: Final = Text("shadowlord.card.draw")
_SHOW: Final = Text("shadowlord.card.show")


def _source(s: State) -> str:
    s.drawn += 1
    return f"power-deck/{s.shuffles}/{s.drawn}"


class BoxDeck:
    """The box draws (cards=electronic).

    What may come next would tell what hands hold, so these questions are secret even where the card itself is not.
    """

    hides = True

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
        options = _options(m, _known(s).next_can_be())
        prompt = text("shadowlord.card.turn_up", who=whose)
        option: Option[Card] = yield Decision(CHANCE, rule, prompt, options, source, seat)
        s.unseen = _known(s).turn_up(Kind(m.cards.number(option.value)))
        return option.value

    def show(self, m: Rules, s: State, seat: Seat, rule: str, holder: Holder, card: Card) -> Flow[Card]:
        """A card that *seat* held is named; only what it can be is taken."""
        s.shown += 1
        options = _options(m, _known(s).can_be(holder))
        character = portrait_in(holder)
        prompt = _SHOW if character is None else text("shadowlord.card.show_under", who=m.cast.names[character])
        option: Option[Card] = yield Decision(CHANCE, rule, prompt, options, f"power-shown/{s.shown}", seat)
        s.unseen = _known(s).show(holder, Kind(m.cards.number(option.value)))
        return option.value


def _known(s: State) -> Unseen:
    assert s.unseen is not None
    return s.unseen


def _options(m: Rules, kinds: tuple[Kind, ...]) -> tuple[Option[Card], ...]:
    return tuple([m.cards.drawn[kind][1] for kind in kinds])
