"""The panel rests while nobody is there, and wakes without taking the waking press as an answer."""

from __future__ import annotations

from companion.daemon.care import BRIGHT_PCT, DIM_PCT, SHIFTS, Rest, ScreenCare

MINUTE = 60.0


class Panel:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def show(self, frame: bytes) -> None:
        self.told.append(("show", frame))

    def contrast(self, pct: int) -> None:
        self.told.append(("contrast", pct))

    def shift(self, x: int, y: int) -> None:
        self.told.append(("shift", x, y))

    def sleep(self) -> None:
        self.told.append(("sleep",))

    def wake(self) -> None:
        self.told.append(("wake",))

    def close(self) -> None:
        self.told.append(("close",))


def idle(care: ScreenCare, until: float) -> None:
    """Nobody touches anything: the clock runs from deadline to deadline."""
    while (deadline := care.deadline) is not None and deadline <= until:
        care.tick(deadline)


def test_an_evening_without_a_hand_on_the_box() -> None:
    panel = Panel()
    care = ScreenCare(panel, at=0.0)
    idle(care, 2 * MINUTE - 1)
    assert panel.told == []
    idle(care, 2 * MINUTE)
    assert panel.told == [("contrast", DIM_PCT)]
    idle(care, 10 * MINUTE - 1)
    assert care.rest is Rest.DIM
    idle(care, 14 * MINUTE)
    assert panel.told[1:] == [("shift", *SHIFTS[n % len(SHIFTS)]) for n in range(5)]
    idle(care, 24 * 60 * MINUTE)
    assert care.rest is Rest.BLANK
    assert panel.told[-1] == ("sleep",)
    assert care.deadline is None


def test_whenever_the_last_hand_was_what_is_due_gets_done() -> None:
    """Sums of binary fractions round: 40.94 + 120 - 40.94 is less than 120."""
    for hundredth in range(10_000):
        care = ScreenCare(Panel(), at=hundredth / 100)
        deadlines = []
        while (deadline := care.deadline) is not None and len(deadlines) < 100:
            deadlines.append(deadline)
            care.tick(deadline)
        assert care.rest is Rest.BLANK, f"touched at {hundredth / 100}"


def test_a_press_on_a_dim_panel_is_an_answer_and_on_a_blank_one_it_is_not() -> None:
    panel = Panel()
    care = ScreenCare(panel, at=0.0)
    assert not care.touched(10.0)
    assert panel.told == []
    idle(care, 5 * MINUTE)
    assert not care.touched(5 * MINUTE)
    assert panel.told[-1] == ("contrast", BRIGHT_PCT)
    idle(care, 5 * MINUTE + 30 * MINUTE)
    panel.told.clear()
    assert care.touched(40 * MINUTE)
    assert panel.told == [("shift", 0, 0), ("wake",), ("contrast", BRIGHT_PCT)]
    assert not care.touched(40 * MINUTE)


def test_a_box_that_slept_through_every_deadline_goes_straight_to_blank() -> None:
    panel = Panel()
    care = ScreenCare(panel, at=0.0)
    care.tick(3 * 60 * MINUTE)
    assert panel.told == [("contrast", DIM_PCT), ("sleep",)]
