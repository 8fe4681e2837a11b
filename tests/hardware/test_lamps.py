"""How lamps burn, over time."""

from itertools import pairwise

import pytest

from hardware.api import LampPattern
from hardware.lamps import LampBank
from hardware.twin.clock import Timeline

ON, OFF, SLOW, TWICE, CHASE = (
    LampPattern.ON,
    LampPattern.OFF,
    LampPattern.SLOW,
    LampPattern.TWICE,
    LampPattern.CHASE,
)


class Lit:
    """Lamps, and all their changes."""

    def __init__(self, *names: str) -> None:
        self.time = Timeline()
        self.changes: list[tuple[float, str, bool]] = []
        self.bank = LampBank({name: self._switch(name) for name in names}, self.time.time)

    def _switch(self, name: str):  # type: ignore[no-untyped-def]
        return lambda lit: self.changes.append((round(self.time.time(), 3), name, lit))

    def wait(self, seconds: float) -> None:
        end = self.time.time() + seconds
        while (due := self.bank.deadline) is not None and due <= end:
            self.time.travel_to(due)
            self.bank.advance(due)
        self.time.travel_to(end)

    def since(self, start: float = 0.0, name: str = "seat/1") -> list[tuple[float, bool]]:
        return [(round(at - start, 3), lit) for at, lamp, lit in self.changes if lamp == name and at >= start]


def test_on_is_on_and_off_is_off_and_nothing_is_due() -> None:
    lit = Lit("seat/1")
    lit.bank.set("seat/1", ON)
    lit.wait(60)
    lit.bank.set("seat/1", OFF)
    assert lit.since() == [(0, True), (60, False)]
    assert lit.bank.deadline is None


def test_slow_is_a_second_on_and_a_second_off() -> None:
    lit = Lit("seat/1")
    lit.bank.set("seat/1", SLOW)
    lit.wait(4.5)
    assert lit.since() == [(0, True), (1, False), (2, True), (3, False), (4, True)]


def test_a_pattern_that_stands_already_starts_nothing_anew() -> None:
    lit = Lit("seat/1")
    lit.bank.set("seat/1", SLOW)
    lit.wait(0.7)
    lit.bank.set("seat/1", SLOW)
    lit.wait(0.7)
    assert lit.since() == [(0, True), (1, False)]


@pytest.mark.parametrize("before", [ON, OFF])
def test_two_quick_flashes_then_as_before(before: LampPattern) -> None:
    lit = Lit("seat/1")
    lit.bank.set("seat/1", before)
    lit.wait(5)
    lit.bank.set("seat/1", TWICE)
    lit.bank.set("seat/1", before)  # what the session says of all lamps after a refusal
    lit.wait(5)
    flashes = [(0.12, True), (0.24, False), (0.36, True), (0.48, False)]
    assert lit.since(5.0) == ([(0.0, False), *flashes, (0.6, True)] if before is ON else flashes)
    assert lit.bank.deadline is None


def test_another_pattern_ends_the_flashes() -> None:
    lit = Lit("seat/1")
    lit.bank.set("seat/1", ON)
    lit.bank.set("seat/1", TWICE)
    lit.wait(0.2)
    lit.bank.set("seat/1", OFF)
    lit.wait(5)
    assert lit.since()[-1] == (0.2, False)


def test_flashes_over_a_slow_blink_leave_it_in_step() -> None:
    lit = Lit("seat/1")
    lit.bank.set("seat/1", SLOW)
    lit.bank.set("seat/1", TWICE)
    lit.wait(3.5)
    assert lit.since()[-3:] == [(1, False), (2, True), (3, False)]


@pytest.mark.parametrize("count", [1, 3, 8])
def test_counted_flashes_can_be_counted_and_are_not_too_quick(count: int) -> None:
    lit = Lit("seat/1")
    lit.bank.set("seat/1", ON)
    lit.wait(1)
    lit.bank.flash("seat/1", count)
    lit.wait(10)
    ups = [at for at, is_lit in lit.since(1.0) if is_lit]
    assert len(ups) == count + 1  # and on again at the end
    assert all(later - sooner >= 0.5 - 1e-9 for sooner, later in pairwise(ups))


def test_a_winner_makes_all_seat_lamps_take_turns() -> None:
    lit = Lit("seat/1", "seat/2", "seat/3", "error")
    for name in ("seat/1", "seat/2", "seat/3"):
        lit.bank.set(name, CHASE)
    lit.wait(1.6)
    seen = [name for at, name, is_lit in lit.changes if is_lit]
    assert seen == ["seat/1", "seat/2", "seat/3", "seat/1", "seat/2", "seat/3", "seat/1"]
    for name in ("seat/1", "seat/2", "seat/3"):
        lit.bank.set(name, OFF)
    assert not any(lit.bank.is_lit(name) for name in ("seat/1", "seat/2", "seat/3", "error"))
    assert lit.bank.deadline is None


def test_a_single_lamp_chases_the_dark() -> None:
    lit = Lit("seat/1")
    lit.bank.set("seat/1", CHASE)
    lit.wait(0.6)
    assert lit.since() == [(0, True), (0.25, False), (0.5, True)]


def test_a_loop_that_was_away_finds_the_lamp_as_it_should_be_now() -> None:
    lit = Lit("seat/1")
    lit.bank.set("seat/1", SLOW)
    lit.time.travel(7.3)
    lit.bank.advance(7.3)
    assert lit.bank.is_lit("seat/1") is False
    assert lit.bank.deadline == 8.0


def test_a_lamp_that_is_not_wired_is_ignored() -> None:
    lit = Lit("seat/1")
    lit.bank.set("seat/6", ON)
    lit.bank.flash("seat/6", 3)
    assert lit.changes == []


def test_closing_puts_all_out() -> None:
    lit = Lit("seat/1", "seat/2")
    lit.bank.set("seat/1", TWICE)
    lit.bank.set("seat/2", ON)
    lit.wait(0.15)
    lit.bank.close()
    assert not lit.bank.is_lit("seat/1")
    assert not lit.bank.is_lit("seat/2")
    assert lit.bank.deadline is None
