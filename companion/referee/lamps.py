"""Which lamp burns how."""

from __future__ import annotations

from collections.abc import Callable

from companion.referee.api import Lamp, Light
from companion.rules.kernel import Seat


def name(seat: Seat) -> str:
    """The lamp of a seat: people count from 1."""
    return f"seat/{seat + 1}"


def asking(seats: int, asked: Seat | None, whose: Seat | None) -> list[Lamp]:
    """The seat that is *asked* burns steadily where it is its turn (*whose*), and blinks where it is not."""
    light = Light.ON if asked == whose else Light.SLOW
    return _each(seats, lambda seat: light if seat == asked else Light.OFF)


def bar(seats: int, value: int, limit: int) -> list[Lamp]:
    """*value* of *limit* as a bar of lamps, from the first seat on; as long as anything is left, one burns."""
    count = -(-value * seats // limit)
    return _each(seats, lambda seat: Light.ON if seat < count else Light.OFF)


def over(seats: int, is_won: bool) -> list[Lamp]:
    """All in turn for a winner; all dark where all have lost."""
    return _each(seats, lambda _: Light.CHASE if is_won else Light.OFF)


def error(is_missing: bool, is_saved: bool) -> Lamp:
    """Steady where play isn't saved, slow where a device is missing."""
    return Lamp("error", Light.ON if not is_saved else Light.SLOW if is_missing else Light.OFF)


def _each(seats: int, light: Callable[[Seat], Light]) -> list[Lamp]:
    return [Lamp(name(seat), light(seat)) for seat in map(Seat, range(seats))]
