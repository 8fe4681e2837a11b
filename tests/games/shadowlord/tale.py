"""A game told in the table's words: who stands where with what, what is drawn and chosen, what comes of it."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.editions import read_edition, shipped
from companion.games.shadowlord import KIT
from companion.games.shadowlord.edition import Edition
from companion.games.shadowlord.game import Shadowlord, build
from companion.games.shadowlord.nouns import FACE_DOWN, NO_DISC, NOBODY, NOWHERE, SHADOWS, Card, Character, Space
from companion.games.shadowlord.rules import hand_of, portrait_of
from companion.games.shadowlord.state import Leave, State
from companion.rules.kernel import Seat
from companion.rules.text import Text
from companion.rules.unseen import UNKNOWN, Kind
from tests.games.tale import Told

REFERENCE: Edition = read_edition(shipped(KIT), KIT)
DEALT = {
    "earth": ("randi", "elfrida"),
    "air": ("holger", "sigurd"),
    "fire": ("viggo", "bors"),
    "water": ("sten", "gye"),
}
"""The warrior and the diplomat that each master has in these stories."""
MINORS = ("lynx", "racson", "claw", "cruel", "hector", "gwyth", "halifax", "darkness")
NOTHING = "1-5"
"""A throw for which the guide card has nothing to say."""
PASSING = {"4.2": "hand", "5": NOTHING, "6.2": "done", "6.3": "store", "7": "done", "7.1": "stay", "8": "none"}
"""What somebody answers who wants nothing."""


@cache
def game(edition: Edition = REFERENCE, **chosen: str) -> Shadowlord:
    return build(edition, chosen)


class Tale(Told[State]):
    """One game between *masters*, the first of whom is on turn, each at home with two allies and without ships."""

    name = "shadowlord"

    def __init__(self, *masters: str, edition: Edition = REFERENCE, **chosen: str) -> None:
        super().__init__(game(edition, **chosen), masters)
        self.m = self.game._m
        for master in masters:
            seat = self.seat(master)
            self._join(seat, self.character(master), self.m.chart.home[self.state.pawns[seat]])
            for ally in DEALT[master]:
                self.join(master, **{ally: master.upper()})
        self.state.piled = tuple(self.state.hidden)
        for space in self.m.disc_spaces:
            self.state.disc[space] = FACE_DOWN
        self.state.whose = Seat(len(masters) - 1)

    # -- as the table stands ----------------------------------------------------------------------------------------

    def seat(self, side: str) -> Seat:
        return SHADOWS if side == "shadows" else super().seat(side)

    def character(self, name: str) -> Character:
        return Character(self.m.cast.ids.index(name))

    def space(self, name: str) -> Space:
        return Space(self.m.chart.ids.index(name))

    def _join(self, seat: Seat, c: Character, space: Space) -> None:
        self.state.alliance[seat].append(c)
        self.state.at[c] = space

    def join(self, master: str, **allies: str) -> Tale:
        """These are in the alliance as well, and stand here."""
        for ally, space in allies.items():
            self.state.hidden.remove(self.character(ally))
            self._join(self.seat(master), self.character(ally), self.space(space))
        return self

    def stand(self, **characters: str) -> Tale:
        for name, space in characters.items():
            self.state.at[self.character(name)] = self.space(space)
        return self

    def ships(self, **characters: int) -> Tale:
        for name, count in characters.items():
            self.state.ring[self.character(name)] = count
        return self

    def away(self, *shadows: str) -> Tale:
        """These minor shadows are dead."""
        for shadow in shadows or MINORS:
            self.state.shadows.remove(self.character(shadow))
            self.state.at[self.character(shadow)] = NOWHERE
            self.state.ring[self.character(shadow)] = 0
        return self

    def claim(self, **spaces: str) -> Tale:
        """Loose ships of a master lie there, as ``LEO="fire"``."""
        for space, master in spaces.items():
            self.state.claim[self.space(space)] = self.seat(master)
            self.state.loose[self.space(space)] = 1
        return self

    def guest(self, space: str, host: str, guest: str) -> Tale:
        self.state.leaves.append(Leave(self.space(space), self.seat(host), self.seat(guest)))
        return self

    def disc(self, **spaces: str) -> Tale:
        """An ally lies there face up; with ``""`` nothing lies there."""
        for space, ally in spaces.items():
            if ally:
                self.state.hidden.remove(self.character(ally))
            self.state.disc[self.space(space)] = self.character(ally) if ally else NO_DISC
        return self

    def stone(self, holder: str) -> Tale:
        self.state.stone = self.character(holder)
        return self

    def _out_of_the_pile(self, number: int) -> Card:
        s, n = self.state, self.m.cards.number(Card(number))
        s.pile = tuple(count - (i == n) for i, count in enumerate(s.pile))
        s.drawn += 1
        assert min(s.pile) >= 0, f"no {number} is left"
        return Card(number)

    def hold(self, master: str, *numbers: int) -> Tale:
        """Power cards in the hand."""
        seat = self.seat(master)
        cards = [self._out_of_the_pile(number) for number in numbers]
        self.state.hands[seat] = tuple(sorted([*self.state.hands[seat], *cards]))
        return self

    def under(self, **characters: int) -> Tale:
        """A power card under a portrait."""
        for name, number in characters.items():
            self.state.under[self.character(name)] += (self._out_of_the_pile(number),)
        return self

    def hold_unseen(self, holder: str, count: int = 1) -> Tale:
        """Real cards that the box hasn't seen: in the hand of a master, or under the portrait of an ally."""
        s = self.state
        for _ in range(count):
            s.drawn += 1
            assert s.unseen is not None
            if holder in self.players:
                s.hands[self.seat(holder)] += (Card(UNKNOWN),)
                s.unseen = s.unseen.draw(hand_of(self.seat(holder)))
            else:
                s.under[self.character(holder)] += (Card(UNKNOWN),)
                s.unseen = s.unseen.draw(portrait_of(self.character(holder)))
        return self

    def turned_up(self, *numbers: int) -> Tale:
        """All have seen these real cards; they lie among the discarded ones."""
        s = self.state
        for number in numbers:
            n = self.m.cards.number(Card(number))
            assert s.unseen is not None
            s.unseen = s.unseen.turn_up(Kind(n))
            s.drawn += 1
            s.discarded = tuple(count + (i == n) for i, count in enumerate(s.discarded))
        return self

    def pile(self, *numbers: int) -> Tale:
        """Nothing but these is left in the pile; all the rest that nobody holds has been discarded."""
        s = self.state
        left = tuple(numbers.count(number) for number in self.m.cards.numbers)
        discarded = zip(s.discarded, s.pile, left, strict=True)
        s.discarded = tuple(before + had - has for before, had, has in discarded)
        assert min(s.discarded) >= 0
        s.pile, s.drawn = left, s.piled_cards - sum(left)
        return self

    def nothing_discarded(self) -> Tale:
        """The discarded cards are out of this story altogether."""
        self.state.discarded = (0,) * len(self.state.discarded)
        return self

    def timer(self, slot: int) -> Tale:
        self.state.timer = slot
        return self

    def between_turns(self) -> Tale:
        """The last turn is over and nothing of the next one has happened: the table may be arranged again."""
        assert self.position.answers == (), "a turn is under way"
        self.state, self._position = self.position.settled.copy(), None
        return self

    # -- as it goes on ----------------------------------------------------------------------------------------------

    def to(self, rule: str) -> Tale:
        """The player on turn lets everything pass till this is asked, and draws whatever is lowest."""
        turn = self.table.turn
        while self.rule != rule:
            assert self.table.turn == turn, f"§{rule} wasn't asked in this turn"
            key = PASSING.get(self.rule, "")
            self.play(key if key in self.keys else self.keys[0])
        return self

    def done(self) -> Tale:
        """The rest of the turn brings nothing."""
        turn = self.table.turn
        while self.table.turn == turn and self.rule:
            key = PASSING.get(self.rule, "none")
            self.play(key if key in self.keys else self.keys[0])
        return self

    def move(self, character: str, *spaces: str) -> Tale:
        """A character moves there by way of these spaces, and stops if it is still asked."""
        self.to("7").play(f"take/{character}", *[f"go/{space}" for space in spaces])
        return self.play("stay") if self.rule == "7.1" else self

    def draw(self, *numbers: int) -> Tale:
        """Power cards are turned up."""
        return self.play(*[f"power/{number}" for number in numbers])

    @property
    def prompt(self) -> Text:
        """The question, as its words are looked up."""
        assert self.position.decision is not None
        return self.position.decision.prompt

    def at(self, name: str) -> str:
        space = self.table.at[self.character(name)]
        return str(self.m.chart.ids[space]) if space != NOWHERE else ""

    def ring(self, name: str) -> int:
        return self.table.ring[self.character(name)]

    def alliance(self, master: str) -> list[str]:
        return [self.m.cast.ids[c] for c in self.table.alliance[self.seat(master)]]

    def hand(self, master: str) -> list[int]:
        return list(self.table.hands[self.seat(master)])

    def portrait(self, name: str) -> list[int]:
        return list(self.table.under[self.character(name)])

    def owner(self, space: str) -> str:
        """Whose loose ships lie there."""
        owner = self.table.claim[self.space(space)]
        return "" if owner == NOBODY else self.players[owner]

    def lies(self, space: str) -> str:
        """The disc there: ``""``, ``?`` face down, or who it is."""
        disc = self.table.disc[self.space(space)]
        return {NO_DISC: "", FACE_DOWN: "?"}.get(disc) or (self.m.cast.ids[disc] if disc >= 0 else "")

    def discarded(self) -> list[int]:
        return [
            int(number)
            for number, count in zip(self.m.cards.numbers, self.table.discarded, strict=True)
            for _ in range(count)
        ]

    @property
    def holder(self) -> str:
        """Who has the Power Stone."""
        return str(self.m.cast.ids[self.table.stone])

    @property
    def outcome(self) -> Any:
        return self.game.outcome(self.table)

    @property
    def winners(self) -> list[str]:
        assert self.outcome is not None, "it isn't over"
        return [self.players[seat] for seat in self.outcome.winners]
