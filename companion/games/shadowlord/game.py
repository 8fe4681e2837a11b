"""The game as the referee knows it: what it is built from, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.games.shadowlord import cards, others, play, shadows, stone, table, tags, view
from companion.games.shadowlord.chart import Chart
from companion.games.shadowlord.deck import DECKS
from companion.games.shadowlord.edition import Ally, Edition, Shadow
from companion.games.shadowlord.guide import guide_of
from companion.games.shadowlord.nouns import OPTIONS, PAWNS, SEATS, SWITCHES, Card, Character, Class
from companion.games.shadowlord.rules import CONTROLS, Cards, Cast, Rules
from companion.games.shadowlord.state import State
from companion.rules.game import BoardMap, Outcome, Pawn, Piece, Pile
from companion.rules.kernel import Flow, Option, Position, Seat
from companion.rules.picture import Meter
from companion.rules.text import Text, text


class Shadowlord:
    """Shadowlord! on one edition, with its switches set."""

    name: Final = "shadowlord"
    rules: Final = 1
    pawns: Final = PAWNS

    def __init__(self, edition: Edition, chosen: Mapping[str, str]) -> None:
        """As `build`."""
        self._edition, self._chosen = edition, dict(chosen)
        self._m = _rules(edition, chosen)
        self._pieces = tags.pieces(edition)
        self.is_over: Callable[[State], bool] = self._m.is_over
        """§1.1, §1.2."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it is built from."""
        return Shadowlord, (self._edition, self._chosen)

    def setup(self, seats: int, names: Sequence[str] = ()) -> State:
        """§2.3 Shadows and cards laid out.  Raises `ValueError` for seats or names that can't be."""
        if seats not in SEATS:
            raise ValueError(f"{seats} seats; this game is for {SEATS[0]} to {SEATS[-1]}")
        known = [pawn.id for pawn in PAWNS]
        if names and (len(names) != seats or len(set(names)) != seats or not set(names) <= set(known)):
            raise ValueError(f"masters {', '.join(names)}: name {seats} different ones of {', '.join(known)}")
        m = self._m
        s = State.new(seats, len(m.cast.ids), len(m.chart.ids), m.cast.lord, m.cards.counts)
        if names:
            s.pawns = [known.index(name) for name in names]
        s.hidden = list(m.cast.allies)
        m.lay_shadows(m, s)
        m.deck.lay_out(s)
        return s

    def play(self, state: State) -> Flow[None]:
        """The set-up, or one turn."""
        if not state.turn and not state.alliance[0]:
            return play.set_up(self._m, state)
        return play.turn(self._m, state)

    def outcome(self, state: State) -> Outcome | None:
        """§1.1, §1.2 Who won, and who came in after."""
        return view.outcome(self._m, state)

    def pawn(self, state: State, seat: Seat) -> Pawn | None:
        """The seat's master, once it has one."""
        return PAWNS[state.pawns[seat]] if state.pawns[seat] >= 0 else None

    def whose(self, state: State) -> Seat:
        """Whose turn it is."""
        return state.whose

    def turn(self, state: State) -> int:
        """Each player's turn counts one."""
        return state.turn

    def place(self, state: State, seat: Seat) -> Text:
        """Where the seat's master is."""
        return view.place(self._m, state, seat)

    def status(self, state: State) -> tuple[Text, ...]:
        """Who stands where and holds what."""
        return view.status(self._m, state)

    def meter(self, state: State) -> Meter | None:
        """The timer of the Power Stone."""
        return stone.meter(self._m, state)

    def hand(self, state: State, seat: Seat) -> tuple[Text, ...]:
        """The seat's power cards."""
        return view.hand(self._m, state, seat)

    def board(self, state: State) -> BoardMap | None:
        """The board with all that stands on it."""
        return view.board(self._m, state)

    def view(self, state: State, seat: Seat) -> view.View:
        """What *seat* may know."""
        return view.view(self._m, state, seat)

    def pile(self, state: State, source: str) -> Pile | None:
        """Discs, or power cards."""
        return table.pile(self._m, state, source)

    def resample(self, position: Position[State], seat: Seat) -> Position[State]:
        """Other power cards where *seat* has seen none."""
        return others.resample(self._m, position, seat)

    def placement(self, state: State) -> Mapping[str, str]:
        """Every piece of the box."""
        return table.placement(self._m, state)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What stands or lies on the table, as the edition lists it."""
        return self._pieces

    def located(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """The discs that have been turned up and the power cards that the referee has been told of."""
        return table.located(self._m, state)


def build(edition: Edition, chosen: Mapping[str, str]) -> Shadowlord:
    """The game on this edition; *chosen* are switches and table options, the others have their defaults."""
    return Shadowlord(edition, chosen)


def _rules(edition: Edition, chosen: Mapping[str, str]) -> Rules:
    value = {switch.code: switch.default for switch in SWITCHES} | {key: values[0] for key, values in OPTIONS.items()}
    value.update(chosen)
    chart, cast = Chart(edition.board), _cast(edition)
    is_hidden = value["S2"] == "hidden"
    return Rules(
        chart=chart,
        cast=cast,
        cards=_cards(edition),
        deck=DECKS[value["cards"]],
        guide=guide_of(edition.guide),
        controls=CONTROLS[value["S4"]],
        cards_due=cards.CARDS_DUE[value["S5"]],
        ships_due=cards.SHIPS_DUE[value["S5"]],
        redeem=cards.REDEEM[value["cards"]],
        lay_shadows=shadows.LAY[value["S2"]],
        laying_out=shadows.LAYING_OUT[value["S2"]],
        disc_spaces=(*chart.outer_ring, *(chart.inner_ring if is_hidden else ())),
        is_over=play.IS_OVER[value["S1"]](edition.timer.slots, cast.lord),
        slots=edition.timer.slots,
    )


def _cast(edition: Edition) -> Cast:
    powers = {
        Class.WARRIOR: edition.powers.warrior,
        Class.MERCHANT: edition.powers.merchant,
        Class.DIPLOMAT: edition.powers.diplomat,
    }
    masters, allies, minors = len(PAWNS), len(edition.ally), len(edition.shadow)
    labelled: list[Ally | Shadow] = [*edition.ally, *edition.shadow]
    names = (
        *[pawn.name for pawn in PAWNS],
        *[text("shadowlord.name", name=each.name) for each in labelled],
        Text("shadowlord.lord"),
    )
    classes = (*[None] * masters, *[ally.kind for ally in edition.ally], *[None] * (minors + 1))
    ids = (*[p.id for p in PAWNS], *[a.id for a in edition.ally], *[x.id for x in edition.shadow], "shadowlord")
    return Cast(
        ids,
        names,
        (
            *[edition.master.power] * masters,
            *[powers[ally.kind] for ally in edition.ally],
            *[shadow.power for shadow in edition.shadow],
            edition.shadowlord.power,
        ),
        classes,
        tuple(kind is not Class.DIPLOMAT for kind in classes),
        tuple(Character(n) for n in range(masters, masters + allies)),
        tuple(Character(n) for n in range(masters + allies, masters + allies + minors)),
        Character(len(ids) - 1),
        tuple(_turned(Character(n), ids[n], names[n], kind) for n, kind in enumerate(classes)),
        tags.of_characters(ids),
    )


def _turned(c: Character, i: str, name: Text, kind: Class | None) -> Option[Character]:
    group = Text(f"shadowlord.class.{kind or 'shadow'}")
    label = text("shadowlord.turned", who=name, kind=group) if kind else name
    return Option(i, c, label, group=group, piece=f"disc/{i}")


def _cards(edition: Edition) -> Cards:
    entries = sorted(edition.card, key=lambda entry: entry.number)
    drawn = tuple(tuple(_drawn(Card(e.number), n) for n in range(e.count + 1)) for e in entries)
    return Cards(tuple(Card(e.number) for e in entries), tuple(e.count for e in entries), drawn)


def _drawn(card: Card, weight: int) -> Option[Card]:
    sort = tags.card_sort(card)
    return Option(sort, card, text("shadowlord.card", number=card), weight, piece=sort)
