"""An honest table of Shadowlord: discs on their spaces, a pile of power cards, hands, portraits and what lies open."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.rules.kernel import CHANCE, Decision
from companion.rules.unseen import UNKNOWN
from tests.referee.honest import Hands


class ShadowlordHands(Hands):
    """Cards are followed through hands, portraits, battles and shuffles as people do: by where they lie."""

    def __init__(self, seed: int, taps: float = 0.8, mixes_up: bool = False, **sets: str) -> None:
        super().__init__("shadowlord", seed, {"tokens": "tagged", "cards": "tagged", **sets}, taps)
        self.mixes_up = mixes_up
        """Whether who holds two cards of a number, one of them unseen, takes either for the other."""
        self.m = self.table.game._m  # type: ignore[attr-defined]
        self.pile = [id for id in self.kinds if id.startswith("power/")]
        self.chance.shuffle(self.pile)
        self.held: dict[str, dict[str, int]] = {}
        """Place -> card -> what the referee was told of it."""
        self.limbo: list[tuple[str, str, int]] = []
        """Taken from a place, and not shown to all yet."""
        self.heap: list[str] = []
        """What all have seen, oldest first."""
        self.discs: dict[str, str] = {}
        self.picked = ""
        self.drawn = ""

    # -- what is drawn ----------------------------------------------------------------------------------------

    def in_hand(self, decision: Decision) -> str:
        name, _, place = decision.source.partition("/")
        if name == "disc":
            return self._disc(decision, place)
        if name == "power-deck":
            return self.pile[-1]
        if name == "power-shown":
            return self.limbo[self._shown(decision)][1]
        return ""

    def _disc(self, decision: Decision, place: str) -> str:
        if place not in self.discs:
            rest = [option.piece for option in decision.options if option.piece not in self.discs.values()]
            self.discs[place] = self.chance.choice(rest)
        return self.discs[place]

    def _shown(self, decision: Decision) -> int:
        is_under = decision.prompt.key == "shadowlord.card.show_under"
        origin = self._portrait(decision) if is_under else "seat/"
        return next(n for n, each in enumerate(self.limbo) if each[2] == UNKNOWN and each[0].startswith(origin))

    def _portrait(self, decision: Decision) -> str:
        """Whose cards it is about."""
        who = dict(decision.prompt.args)["who"]
        cast = self.m.cast
        return f"under/{next(i for i, name in zip(cast.ids, cast.names, strict=True) if name == who)}"

    def choice(self, decision: Decision, key: str) -> str:
        self.picked = ""
        name, _, number = key.partition("/")
        if (decision.rule, name) in (("6.2", "redeem"), ("9.3", "hand")):
            place = f"seat/{decision.seat}"
        elif (decision.rule, name) == ("9.3", "under"):
            place = self._portrait(decision)
        else:
            return ""
        there = self.held.get(place, {})
        if number == "unseen":
            able = [c for c, told in there.items() if told == UNKNOWN]
        elif self.mixes_up:
            able = [c for c in there if self.kinds[c] == f"power/{number}"]
        else:
            able = [c for c, told in there.items() if told == int(number)]
        self.picked = self.chance.choice(able)
        return "" if number == "unseen" else self.picked

    # -- what moves -------------------------------------------------------------------------------------------

    def _places(self, state: Any) -> dict[str, Counter[int]]:
        places = {f"seat/{n}": Counter(map(int, cards)) for n, cards in enumerate(state.hands)}
        return places | {
            f"under/{i}": Counter(map(int, cards)) for i, cards in zip(self.m.cast.ids, state.under, strict=True)
        }

    def done(self, decision: Decision, before: Any, piece: str) -> None:
        after = self.table.session.position.table
        if decision.source.startswith("power-deck"):
            card = self.pile.pop()
            if decision.rule != "4.1":
                self.heap.append(card)
            else:
                self.drawn = card
        elif decision.source.startswith("power-shown"):
            self.heap.append(self.limbo.pop(self._shown(decision))[1])
        was, now = self._places(before), self._places(after)
        gained = [(place, told) for place in now for told in (now[place] - was[place]).elements()]
        lost = [(place, told) for place in now for told in (was[place] - now[place]).elements()]
        if decision.rule == "4.1" and decision.seat == CHANCE:
            ((place, told),) = gained
            self.held.setdefault(place, {})[self.drawn] = told
            gained = []
        elif decision.rule == "4.2" and gained:
            ((place, told),), ((origin, _),) = gained, lost
            self.held[origin].pop(self.drawn)
            self.held.setdefault(place, {})[self.drawn] = told
            gained = lost = []
        assert not gained, f"{decision}: {gained}"
        for place, told in lost:
            self._take(place, told)
        self._show(after)
        if after.shuffles != before.shuffles:
            self._shuffle(after)
        if self.table.session.position.decision is not None:
            self._compare(after)

    def _take(self, place: str, told: int) -> None:
        there = self.held[place]
        card = self.picked if self.picked in there else next(c for c, t in there.items() if t == told)
        mark = there.pop(card)
        if mark != told:  # it was taken for another one, which now counts as what this one was
            other = next(c for c, t in there.items() if t == told)
            there[other] = mark
        self.picked = ""
        self.limbo.append((place, card, told))

    def _show(self, after: Any) -> None:
        """What was tapped before is shown without a question."""
        laid = Counter(int(each.card) for each in after.laid)
        waiting = Counter(told for _, _, told in self.limbo if told != UNKNOWN) - laid
        for told in waiting.elements():
            n = next(n for n, each in enumerate(self.limbo) if each[2] == told)
            self.heap.append(self.limbo.pop(n)[1])

    def _shuffle(self, after: Any) -> None:
        assert not self.pile
        for number, n in zip(self.m.cards.numbers, after.composition, strict=True):
            these = [c for c in self.heap if self.kinds[c] == f"power/{number}"][:n]
            assert len(these) == n, f"{number}: {n} discarded, {these}"
            self.pile += these
        self.heap = [c for c in self.heap if c not in self.pile]
        self.chance.shuffle(self.pile)

    def _compare(self, state: Any) -> None:
        """The model is as the referee says, by what it was told."""
        for place, told in self._places(state).items():
            assert Counter(self.held.get(place, {}).values()) == told, f"{place}: {self.held.get(place)}, {told}"
        assert len(self.pile) == state.piled_cards - state.drawn + (
            1 if (d := self.table.session.position.decision) and d.source.startswith("power-deck") else 0
        )

    def look(self) -> None:
        whereabouts = self.table.session.ledger.whereabouts
        real = dict.fromkeys(self.pile, "pile")
        for place, cards in self.held.items():
            real |= dict.fromkeys(cards, place)
        for card, place in real.items():
            known = whereabouts.place_of(card)
            assert known in (None, place), f"{card} is at {place}, not at {known}"
