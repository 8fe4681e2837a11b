"""Which lamp burns how."""

from __future__ import annotations

from companion.referee.api import Lamp, Light
from companion.rules.kernel import Seat


def name(seat: Seat) -> str:
    """The lamp of a seat: people count from 1."""
    return f"seat/{seat + 1}"


def lamps(
    seats: int, asked: Seat | None, whose: Seat | None, is_over: bool, is_missing: bool, is_saved: bool
) -> list[Lamp]:
    """All seat lamps and the error lamp.

    *asked* burns steadily where it is its turn (*whose*), and blinks where it is asked out of turn.
    """
    out = []
    for seat in map(Seat, range(seats)):
        light = Light.OFF
        if is_over:
            light = Light.CHASE
        elif seat == asked:
            light = Light.ON if seat == whose else Light.SLOW
        out.append(Lamp(name(seat), light))
    error = Light.ON if not is_saved else Light.SLOW if is_missing else Light.OFF
    return [*out, Lamp("error", error)]
