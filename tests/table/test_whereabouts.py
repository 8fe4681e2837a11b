"""Pieces are followed from what the game knows of their kind, and never taken to be where they aren't."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from companion.rules.game import UNTOLD
from companion.table.whereabouts import Move, Whereabouts

AXE = "token/axe"


def test_a_tapped_piece_lies_where_one_of_its_sort_has_come_up() -> None:
    pieces = Whereabouts({})
    assert pieces.follow({AXE: ("A1",)}, AXE, "token/1") == []
    assert pieces.place_of("token/1") == "A1"


def test_it_goes_where_its_sort_goes() -> None:
    pieces = Whereabouts({})
    pieces.follow({AXE: ("A1",)}, AXE, "token/1")
    assert pieces.follow({AXE: ("seat/0",)}) == [Move(AXE, "A1", "seat/0", "token/1")]
    assert pieces.place_of("token/1") == "seat/0"


def test_of_two_at_one_place_it_is_not_known_which_one_has_gone() -> None:
    pieces = Whereabouts({AXE: ("seat/0",)})
    pieces.follow({AXE: ("seat/0", "A1")}, AXE, "token/1")
    pieces.follow({AXE: ("seat/0", "seat/0")})
    assert pieces.follow({AXE: ("seat/0", "B2")}) == [Move(AXE, "seat/0", "B2", "")]
    assert pieces.place_of("token/1") is None


def test_what_goes_out_of_sight_is_forgotten() -> None:
    pieces = Whereabouts({})
    pieces.follow({AXE: ("A1",)}, AXE, "token/1")
    assert pieces.follow({AXE: ()}) == []
    assert pieces.place_of("token/1") is None


def test_what_was_typed_in_is_not_taken_for_the_one_that_goes_out_of_sight() -> None:
    pieces = Whereabouts({})
    pieces.follow({AXE: ("A1",)}, AXE, "token/1")
    pieces.follow({AXE: ("B2",)}, AXE)
    assert pieces.place_of("token/1") is None


def test_which_one_is_taken_up_is_not_sure_where_others_lie_that_nobody_has_told() -> None:
    pieces = Whereabouts({})
    pieces.follow({AXE: ("seat/0",), UNTOLD: ("seat/0",)}, AXE, "token/1")
    assert pieces.place_of("token/1") == "seat/0"
    assert pieces.follow({AXE: ("A1",)}) == [Move(AXE, "seat/0", "A1", "")]
    assert pieces.place_of("token/1") is None


def test_who_shows_that_it_lies_there_is_right_against_what_was_thought() -> None:
    pieces = Whereabouts({})
    pieces.follow({AXE: ("A1",)}, AXE, "token/1")
    pieces.put("token/2", AXE, "A1")
    assert (pieces.place_of("token/1"), pieces.place_of("token/2")) == (None, "A1")


class HonestTable(RuleBasedStateMachine):
    """Real pieces with names; the game is told sorts, and sees what lies open; taps are honest.

    In one answer no place both loses and gets a piece of one sort: the games see to it.
    """

    whereabouts: type[Whereabouts] = Whereabouts

    @initialize(counts=st.lists(st.integers(1, 4), min_size=1, max_size=2))
    def lay_out(self, counts: list[int]) -> None:
        self.real: dict[str, str] = {}
        self.sort_of = {f"{s}/{n}": f"sort/{s}" for s, count in enumerate(counts) for n in range(count)}
        self.pieces = self.whereabouts({})
        self.seen: dict[str, str] = {}

    def follow(self, sort: str = "", piece: str = "") -> None:
        """The game goes on, if it can come to this."""
        changed = {p for p in self.sort_of if self.seen.get(p) != self.real.get(p)}
        left = {(self.sort_of[p], self.seen[p]) for p in changed if p in self.seen}
        come = {(self.sort_of[p], self.real[p]) for p in changed if p in self.real}
        if left & come:
            self.real = dict(self.seen)
        else:
            self.pieces.follow(self.located(), sort, piece)
            self.seen = dict(self.real)

    def located(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for piece, place in self.real.items():
            found.setdefault(self.sort_of[piece], []).append(place)
        return {sort: tuple(sorted(places)) for sort, places in found.items()}

    places = st.sampled_from(("A1", "B2", "seat/0", "seat/1"))

    @rule(data=st.data(), place=places, is_tapped=st.booleans(), also=st.booleans())
    def turn_up(self, data: Any, place: str, is_tapped: bool, also: bool) -> None:
        """A piece comes to light; *also* something else happens before the next question."""
        unseen = sorted(set(self.sort_of) - set(self.real))
        assume(unseen)
        piece = data.draw(st.sampled_from(unseen))
        if also:
            self._shift(data)
        self.real[piece] = place
        self.follow(self.sort_of[piece], piece if is_tapped else "")

    @rule(data=st.data(), times=st.integers(1, 3))
    def go_on(self, data: Any, times: int) -> None:
        for _ in range(times):
            self._shift(data)
        self.follow()

    def _shift(self, data: Any) -> None:
        """A piece that lies open goes elsewhere, or out of sight."""
        if not self.real:
            return
        piece = data.draw(st.sampled_from(sorted(self.real)))
        place = data.draw(st.sampled_from(("A1", "B2", "seat/0", "seat/1", "")))
        if place:
            self.real[piece] = place
        else:
            del self.real[piece]

    @invariant()
    def no_piece_is_thought_to_be_where_it_is_not(self) -> None:
        for piece in self.sort_of:
            place = self.pieces.place_of(piece)
            assert place is None or self.real.get(piece) == place, f"{piece} is at {self.real.get(piece)}, not {place}"

    @invariant()
    def no_more_pieces_are_thought_to_be_there_than_are(self) -> None:
        located = self.located()
        thought = Counter((sort, place) for p, sort in self.sort_of.items() if (place := self.pieces.place_of(p)))
        for (sort, place), count in thought.items():
            assert count <= Counter(located.get(sort, ()))[place]


def test_at_an_honest_table_no_piece_is_thought_to_be_where_it_is_not() -> None:
    run_state_machine_as_test(HonestTable, settings=settings(max_examples=200, deadline=None, stateful_step_count=25))


def test_that_law_falls_for_one_who_guesses() -> None:
    class Guessing(Whereabouts):
        def _trim(self, sort: str, sure: str) -> None:
            """Whatever lies there."""

        def place_of(self, piece: str) -> str | None:
            return super().place_of(piece) or next((p[0] for p in self._located.values() if len(p) == 1), None)

    class Guess(HonestTable):
        whereabouts = Guessing

    with pytest.raises(AssertionError, match=r"is at|<="):
        run_state_machine_as_test(Guess, settings=settings(max_examples=200, deadline=None, database=None))
