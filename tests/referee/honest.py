"""A table with real pieces, each with a tag of its own: hands that draw, turn, hold and shuffle them as the game says.

The referee is told the truth, by tap or by hand.  So whatever is tapped here has to be taken.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from companion.games import kit
from companion.referee.api import Answered, Button, Sensed
from companion.referee.ledger import whom
from companion.referee.tablepage import TablePage
from companion.rules.kernel import CHANCE, Decision
from companion.rules.log import Origin
from tests.referee.table import Table

MOST_QUESTIONS = 20_000


class Refused(AssertionError):
    """An honest tap was not taken."""


class Hands:
    """The people at a table, and the pieces in front of them; *taps* is how often they tap what could be typed."""

    def __init__(self, game: str, seed: int, sets: Mapping[str, str], taps: float = 0.8) -> None:
        self.chance = random.Random(seed)
        self.taps = taps
        found = kit(game)
        self.table = Table(found, found.seats[seed % len(found.seats)], seed=str(seed), sets=sets)
        self.kinds = {piece.id: piece.sort for piece in self.table.game.pieces if piece.bears_tag}
        self.told = 0
        """Pieces that were tapped to answer chance."""
        self.resting: Sensed | None = None
        """What is still on a reader and has to go elsewhere."""

    # -- what every game says for itself ----------------------------------------------------------------------

    def in_hand(self, decision: Decision) -> str:
        """The piece that was just drawn or turned; empty: nobody says, and nobody need."""
        raise NotImplementedError

    def choice(self, decision: Decision, key: str) -> str:
        """The piece that a hand takes up for this choice; empty: none."""
        return ""

    def done(self, decision: Decision, before: Any, piece: str) -> None:
        """The game has gone on from *before*."""

    def lies_at(self, sort: str, place: str) -> str:
        """The piece of this sort that lies there; empty: there is no telling."""
        return ""

    def look(self) -> None:
        """Nothing is taken to be where it isn't."""

    # -- playing ----------------------------------------------------------------------------------------------

    def play(self) -> None:
        """To the end."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """One question or page after the other."""
        for _ in range(MOST_QUESTIONS):
            if self.table.session.pending().page == "over":
                return
            self._step()
            yield
        raise AssertionError("the game doesn't end")

    def _step(self) -> None:
        table = self.table
        pending = table.session.pending()
        match pending.page:
            case "notice":
                table.press(Button.OK)
            case "roll":
                self._answer(lambda: table.press(Button.ROLL))
            case "table":
                self._put_down()
            case "ask" | "map" | "secret":
                decision = table.session.position.decision
                assert decision is not None
                if decision.seat == CHANCE:
                    self._draw(decision)
                else:
                    self._choose(decision)
            case _:
                raise Refused(f"{pending.page}: {table.screen}")

    def _answer(self, act: Any, piece: str = "") -> None:
        position = self.table.session.position
        decision, before = position.decision, position.table
        assert decision is not None
        act()
        if self.table.session.position == position:
            raise Refused(f"{decision.source} {piece or ''}: {self.table.session.pending().page} {self.table.screen}")
        self.done(decision, before, piece)

    def _draw(self, decision: Decision) -> None:
        piece = self.in_hand(decision)
        if not piece:
            self._answer(lambda: self.table.give(Answered(self.chance.choice(decision.keys()))))
            return
        if self.chance.random() < self.taps:
            self._answer(lambda: self.tap(piece, decision), piece)
            row = next(row for row in reversed(self.table.rows) if row.piece)
            if (row.piece, row.origin) != (piece, Origin.TAPPED):
                raise Refused(f"{piece} was taken for {row}")
            self.told += 1
            return
        keys = [option.key for option in decision.options if option.piece == self.kinds[piece]]
        if any(option.key == "power/unseen" for option in decision.options) and self.chance.random() < 0.7:
            keys = ["power/unseen"]
        if not keys:
            raise Refused(f"{piece} can't be told: {decision}")
        self._answer(lambda: self.table.give(Answered(keys[0])), piece)

    def _choose(self, decision: Decision) -> None:
        key = self.chance.choice(decision.keys())
        piece = self.choice(decision, key)
        alike = [option.key for option in decision.options if option.piece == self.kinds.get(piece, "-")]
        if piece and alike == [key] and self.chance.random() < self.taps:
            self._answer(lambda: self.tap(piece, decision), piece)
        else:
            self._answer(lambda: self.table.give(Answered(key)), piece)

    def tap(self, piece: str, decision: Decision) -> None:
        """It is laid down and taken up, or left there for a while."""
        sensed = self.lay(piece, self.chance.choice(("table", f"seat/{whom(decision) + 1}")))
        if self.table.session.pending().page == "table" and self.chance.random() < 0.5:
            self.resting = sensed
        else:
            self.lift(sensed)

    def lay(self, piece: str, reader: str) -> Sensed:
        sensed = Sensed(reader, f"tag of {piece}", True, piece, self.table.game.name)
        self.table.give(sensed)
        self.table.wait(0.3)
        return sensed

    def lift(self, sensed: Sensed) -> None:
        self.table.give(sensed._replace(is_placed=False))
        self.table.wait(0.3)

    def _put_down(self) -> None:
        """What goes to the board is put there, and tapped on the way if one likes."""
        page = self.table.session._pages[-1]
        assert isinstance(page, TablePage)
        found = [(due, self.lies_at(due.sort, due.place)) for due in page._due]
        for due, piece in found:
            if piece and piece not in due.pieces:
                raise Refused(f"{piece} has to go to {due.place}, and {sorted(due.pieces)} are wanted")
        if self.resting is not None:
            self.lift(self.resting)
            self.resting = None
        elif self.chance.random() < 0.5:
            for _, piece in found:
                if piece:
                    self.lift(self.lay(piece, "table"))
        if self.table.session.pending().page == "table":
            self.table.press(Button.OK)


class MastersHands(Hands):
    """Tokens that were shuffled and laid out face down, and a pile of cards."""

    def __init__(self, seed: int, taps: float = 0.8, **sets: str) -> None:
        super().__init__("masters", seed, {"tokens": "tagged", "cards": "tagged", **sets}, taps)
        placed = sorted(self.table.game.placement(self.table.session.position.table))
        self.real: dict[str, str] = {}
        """What the referee calls it -> what it is."""
        for noun in ("token", "card"):
            ours = [id for id in self.kinds if id.startswith(f"{noun}/")]
            theirs = [id for id in placed if id.startswith(f"{noun}/") and id != "card/skeletor"]
            self.chance.shuffle(ours)
            self.real |= dict(zip(theirs, ours, strict=True))
        self.is_free = sets.get("board") == "free"
        self.at = {piece: "board" for piece in self.kinds if piece.startswith("token/")}
        """In free mode, where nobody asks on which square: ``board``, ``seat/0``, ``out``."""
        self.turned = ""

    def in_hand(self, decision: Decision) -> str:
        noun, _, number = decision.source.partition("/")
        state = self.table.session.position.table
        if noun == "card":
            card = state.kept[decision.by]
            return self.real[f"card/{card + 1}"]
        if noun != "token":
            return ""
        if self.is_free:
            return self.chance.choice([piece for piece, at in self.at.items() if at == "board"])
        places, square = self.table.game.placement(state), number.partition("/")[0]
        lying = [n for n, at in enumerate(state.token_at, 1) if at >= 0 and places[f"token/{n}"] == square]
        return self.real[f"token/{lying[0]}"]

    def choice(self, decision: Decision, key: str) -> str:
        if not key.startswith("give/"):
            return ""
        sort, seat = f"token/{key.removeprefix('give/')}", decision.seat
        if self.is_free:
            return next(p for p, at in self.at.items() if at == f"seat/{seat}" and self.kinds[p] == sort)
        places = self.table.game.placement(self.table.session.position.table)
        return next(
            self.real[id] for id, at in places.items() if at == f"seat/{seat}" and self.kinds[self.real[id]] == sort
        )

    def done(self, decision: Decision, before: Any, piece: str) -> None:
        if not self.is_free:
            return
        if decision.source.startswith("token/"):
            self.turned = piece
        after = self.table.session.position.table
        for seat, (was, now) in enumerate(zip(before.held, after.held, strict=True)):
            for kind in now.keys() - was.keys():
                assert self.kinds[self.turned] == f"token/{kind}"
                self.at[self.turned] = f"seat/{seat}"
            for kind in was.keys() - now.keys():
                gone = next(p for p, at in self.at.items() if at == f"seat/{seat}" and self.kinds[p] == f"token/{kind}")
                is_out = after.token_at.count(-3) > before.token_at.count(-3)
                self.at[gone] = "out" if is_out else "board"
        ships = [p for p in self.at if self.kinds[p] == "token/ship"]
        for ship in ships:
            place = self.table.game.located(after).get("token/ship", ())
            self.at[ship] = "out" if place else "board"

    def lies_at(self, sort: str, place: str) -> str:
        if self.is_free:
            return ""
        places = self.table.game.placement(self.table.session.position.table)
        there = [piece for id, piece in self.real.items() if places[id] == place and self.kinds[piece] == sort]
        return there[0] if there else ""

    def look(self) -> None:
        whereabouts = self.table.session.ledger.whereabouts
        places = self.table.game.placement(self.table.session.position.table)
        for id, piece in self.real.items():
            if self.is_free and id.startswith("token/"):
                continue
            known = whereabouts.place_of(piece)
            assert known in (None, places[id]), f"{piece} is at {places[id]}, not at {known}"
