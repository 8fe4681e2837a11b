"""High Card: a whole game in little, to copy a new one from.

Copy the folder, give it a name, put that name wherever ``_template`` stands (the keys of words too), and enter it in
`companion.games.GAMES`.  Then write rulebook.md, and after it play.py in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.games._template import play, table, view
from companion.games._template.nouns import BEST, GOAL, H1, Box, Card
from companion.games._template.state import State
from companion.rules.game import BoardMap, Kit, Outcome, Pawn, Piece, Pile
from companion.rules.kernel import Flow, Position, Seat
from companion.rules.picture import Meter
from companion.rules.text import Text, text
from companion.table.model import listed


@dataclass(frozen=True, slots=True)
class HighCard:
    """The game on one edition: what the referee asks of it, and who in this folder knows."""

    box: Box
    name: str = "_template"
    rules: int = 1

    @property
    def pawns(self) -> tuple[Pawn, ...]:
        """All that there are."""
        return self.box.pawns

    def setup(self, seats: int, names: Sequence[str] = ()) -> State:
        """§2 Nothing but the pawns, where they were named."""
        s = State.new(seats)
        s.pawns[: len(names)] = names
        return s

    def play(self, state: State) -> Flow[None]:
        """The choice of pawns, or a round."""
        if "" in state.pawns:
            return play.choose_pawns(self.box, state)
        return play.play_round(self.box, state)

    def is_over(self, state: State) -> bool:
        """§5 Somebody has taken two rounds."""
        return max(state.points) >= GOAL

    def outcome(self, state: State) -> Outcome | None:
        """§5 Places go by rounds taken; between equals, clockwise from the winner."""
        if not self.is_over(state):
            return None
        winner = Seat(state.points.index(GOAL))
        places = sorted(state.clockwise_from(winner), key=lambda seat: -state.points[seat])
        return Outcome((winner,), tuple(places), text("_template.wins", who=view.who(self.box, state, winner)))

    def pawn(self, state: State, seat: Seat) -> Pawn | None:
        """The seat's pawn, once it has one."""
        return self.box.pawn(state.pawns[seat])

    def whose(self, state: State) -> Seat:
        """Nobody's in particular: rounds are played by all.  Who took the last one holds the deck."""
        return state.leader or Seat(0)

    def turn(self, state: State) -> int:
        """The round."""
        return state.round

    def place(self, state: State, seat: Seat) -> Text:
        """The same for all."""
        return view.place(state)

    def status(self, state: State) -> tuple[Text, ...]:
        """One line a seat."""
        return view.status(self.box, state)

    def meter(self, state: State) -> Meter | None:
        """Nothing runs out."""
        return None

    def hand(self, state: State, seat: Seat) -> tuple[Text, ...]:
        """§3.2 The card that nobody else may see."""
        card = state.hands[seat]
        return () if card is None else (text("_template.card", card=card),)

    def board(self, state: State) -> BoardMap | None:
        """There is none."""
        return None

    def view(self, state: State, seat: Seat) -> view.View:
        """What *seat* may know."""
        return view.view(state, seat)

    def pile(self, state: State, source: str) -> Pile | None:
        """The deck, for a draw."""
        return table.pile(self.box, source)

    def resample(self, position: Position[State], seat: Seat) -> Position[State]:
        """Other cards where *seat* has seen none."""
        return view.resample(self.box, position, seat)

    def placement(self, state: State) -> Mapping[str, str]:
        """Cards and pawns."""
        return table.placement(self.box, state)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Pawns and cards, as far as the edition lists them."""
        return self.box.pieces

    def located(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Cards that somebody holds or has laid aside."""
        return table.located(self.box, state)


def build(edition: table.Edition, switches: Mapping[str, str]) -> HighCard:
    """The game on this edition."""
    deck = tuple(Card(n) for n in range(1, edition.deck.highest + 1))
    pawns = tuple(Pawn(p.id, text("_template.pawn", name=p.name), p.mark) for p in edition.pawn)
    names = {f"pawn/{pawn.id}": pawn.name for pawn in pawns}
    names |= {f"card/{card}": text("_template.card", card=card) for card in deck}
    return HighCard(Box(deck, pawns, BEST[switches.get(H1.code, H1.default)], listed(edition.pieces, names)))


KIT: Final = Kit(
    name="_template",
    title=Text("_template.title"),
    seats=table.SEATS,
    switches=(H1,),
    edition=table.Edition,
    check=table.check,
    build=build,
    folder=Path(__file__).parent,
    options={"dice": ("electronic", "physical")},
)

BOUND: Final = ("random", 83)
"""Of 1,000 games that four seats play at random, 999 have at most so many decisions, chance included."""
