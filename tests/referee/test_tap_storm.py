"""Whatever is laid on whichever reader, in any order: nothing breaks, no piece is lost, and the journal agrees."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.games import GAMES, kit
from companion.referee.api import Answered, Button, Sensed
from companion.referee.settings import Settings
from companion.rules.game import UNTOLD
from companion.rules.kernel import CHANCE, ReplayDiverged
from companion.rules.log import Origin, RowKind
from companion.verify import verify
from tests.referee.table import Table

STORMS = 4
GUSTS = 250


def tagged(game: str) -> dict[str, str]:
    """Tagged where the game has that."""
    return {name: "tagged" for name, values in kit(game).options.items() if "tagged" in values}


class Storm:
    """A table where hands lay pieces down at random, a little oftener those that are asked for."""

    def __init__(self, game: str, seed: int, settings: Settings | None = None) -> None:
        self.chance = random.Random(seed)
        found = kit(game)
        self.table = Table(found, found.seats[seed % len(found.seats)], sets=tagged(game), settings=settings)
        self.pieces = [piece for piece in self.table.game.pieces if piece.bears_tag]
        self.readers = ("table", "table", *(f"seat/{n + 1}" for n in range(self.table.header.seats)))
        self.lying: list[Sensed] = []
        self.pieces_there = sorted(self.table.game.placement(self.table.session.position.table))

    def gust(self) -> None:
        chance, table = self.chance, self.table
        match chance.randrange(12):
            case 0 | 1 | 2 | 3:
                self.lay(chance.choice(self._asked() or self.pieces).id if chance.random() < 0.8 else "")
                table.wait(chance.choice((0.05, 0.4)))
            case 4:
                while self.lying and chance.random() < 0.7:
                    self.lift(chance.choice(self.lying))
            case 5:
                table.press(chance.choice((Button.UP, Button.DOWN, Button.BACK)))
            case 6:
                table.press(Button.OK, long=chance.random() < 0.3)
            case 7:
                table.press(Button.ROLL)
            case _:
                self._go_on()
        self._look()

    def _go_on(self) -> None:
        """As people do: read, throw, choose; seldom type what could be tapped."""
        pending = self.table.session.pending()
        if pending.page == "roll":
            self.table.press(Button.ROLL)
        elif pending.page not in ("ask", "map", "secret"):
            self.table.press(Button.OK)
        elif not pending.is_chance or self.chance.random() < 0.1:
            self.table.give(Answered(self.chance.choice(pending.keys)))

    def _asked(self) -> list:
        decision = self.table.session.position.decision
        sorts = {option.piece for option in (*decision.options, *decision.doubted)} if decision else set()
        return [piece for piece in self.pieces if piece.sort in sorts] if self.chance.random() < 0.7 else []

    def lay(self, piece: str) -> None:
        tag = f"tag of {piece}" if piece else "foreign"
        if any(sensed.tag == tag for sensed in self.lying):
            return
        sensed = Sensed(self.chance.choice(self.readers), tag, True, piece, self.table.game.name if piece else "")
        self.lying.append(sensed)
        self.table.give(sensed)

    def lift(self, sensed: Sensed) -> None:
        self.lying.remove(sensed)
        self.table.give(sensed._replace(is_placed=False))

    def _look(self) -> None:
        session = self.table.session
        state, whereabouts = session.position.table, session.ledger.whereabouts
        assert sorted(self.table.game.placement(state)) == self.pieces_there, "a piece was lost, or there is one more"
        located = self.table.game.located(state)
        sort_of = {piece.id: piece.sort for piece in self.pieces}
        told = Counter((sort, at) for id, sort in sort_of.items() if (at := whereabouts.place_of(id)) is not None)
        for (sort, place), count in told.items():
            assert count <= Counter(located.get(sort, ()))[place], f"{count} of {sort} at {place}"
        for sort, places in located.items():
            if sort != UNTOLD:
                assert len(places) <= sum(each == sort for each in sort_of.values()), f"more of {sort} than there are"

    def go_on_till_a_restart(self) -> None:
        session = self.table.session
        before, where = session.position, {p.id: session.ledger.whereabouts.place_of(p.id) for p in self.pieces}
        self.table.restart()
        session = self.table.session
        assert session.position == before
        assert {p.id: session.ledger.whereabouts.place_of(p.id) for p in self.pieces} == where
        assert not verify(self.table.game, self.table.header, self.table.rows).partings


@pytest.mark.parametrize("seed", range(STORMS))
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_tapped_no_piece_is_lost(game: str, seed: int) -> None:
    storm = Storm(game, seed)
    for _ in range(GUSTS):
        storm.gust()
    storm.go_on_till_a_restart()
    for _ in range(GUSTS):
        storm.gust()
    assert storm.table.rows, "nothing came of it"


@pytest.mark.parametrize("game", ["masters", "shadowlord"])
def test_the_storms_draw_by_tap_and_insist(game: str) -> None:
    origins: Counter[Origin | None] = Counter()
    for seed in range(STORMS):
        storm = Storm(game, seed)
        for _ in range(2 * GUSTS):
            storm.gust()
        origins += Counter(row.origin for row in storm.table.rows if row.seat == CHANCE)
    assert origins[Origin.TAPPED], origins


def test_a_journal_with_taps_that_the_rules_do_not_follow_says_where() -> None:
    storm = Storm("masters", 0)
    while not any(row.piece for row in storm.table.rows):
        storm.gust()
    n = next(n for n, row in enumerate(storm.table.rows) if row.kind is RowKind.ANSWER)
    storm.table.rows[n] = storm.table.rows[n]._replace(key="never-offered")
    with pytest.raises(ReplayDiverged):
        storm.table.restart()


def test_a_piece_that_vanishes_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    storm = Storm("masters", 0)
    placement = type(storm.table.game).placement
    monkeypatch.setattr(
        type(storm.table.game), "placement", lambda game, state: dict(list(placement(game, state).items())[1:])
    )
    with pytest.raises(AssertionError, match="lost"):
        storm.gust()
