"""Sparing the OLED: it dims, shifts and blanks while nobody touches anything.  No clock: the caller says when it is."""

from __future__ import annotations

from enum import IntEnum
from itertools import cycle
from typing import Final

from hardware.api import Screen

DIM_AFTER: Final = 2 * 60.0
SHIFT_AFTER: Final = 10 * 60.0
SHIFT_EVERY: Final = 60.0
BLANK_AFTER: Final = 30 * 60.0
BRIGHT_PCT: Final = 100
DIM_PCT: Final = 10
SHIFTS: Final = ((1, 0), (1, 1), (0, 1), (0, 0))
"""Pixels: so far that each lit dot rests sometimes, so near that nothing leaves the panel for long."""


class Rest(IntEnum):
    """How far the panel has gone to rest."""

    AWAKE = 0
    DIM = 1
    SHIFTING = 2
    BLANK = 3


class ScreenCare:
    """What an idle hour asks of the panel."""

    def __init__(self, screen: Screen, at: float) -> None:
        """Somebody is taken to be there at *at*."""
        self._screen = screen
        self._touched = at
        self._shifts = cycle(SHIFTS)
        self._next_shift = at + SHIFT_AFTER
        self.rest = Rest.AWAKE

    @property
    def deadline(self) -> float | None:
        """When `tick` is due; None while the panel is off."""
        match self.rest:
            case Rest.AWAKE:
                return self._touched + DIM_AFTER
            case Rest.DIM:
                return self._next_shift
            case Rest.SHIFTING:
                return min(self._next_shift, self._touched + BLANK_AFTER)
            case Rest.BLANK:
                return None

    def touched(self, at: float) -> bool:
        """Somebody did something.  True where the panel was off: it only wakes then, and what was done is no answer."""
        self._touched = at
        self._next_shift = at + SHIFT_AFTER
        was = self.rest
        if was is Rest.AWAKE:
            return False
        self.rest = Rest.AWAKE
        if was >= Rest.SHIFTING:
            self._shifts = cycle(SHIFTS)
            self._screen.shift(0, 0)
        if was is Rest.BLANK:
            self._screen.wake()
        self._screen.contrast(BRIGHT_PCT)
        return was is Rest.BLANK

    def tick(self, at: float) -> None:
        """Go as far to rest as the idle time up to *at* asks."""
        # As `deadline` says it, to the last bit: a difference would round otherwise, and be due for ever.
        if self.rest is Rest.AWAKE and at >= self._touched + DIM_AFTER:
            self.rest = Rest.DIM
            self._screen.contrast(DIM_PCT)
        if self.rest in (Rest.DIM, Rest.SHIFTING) and at >= self._touched + BLANK_AFTER:
            self.rest = Rest.BLANK
            self._screen.sleep()
        elif self.rest in (Rest.DIM, Rest.SHIFTING) and at >= self._next_shift:
            self.rest = Rest.SHIFTING
            self._next_shift = at + SHIFT_EVERY
            self._screen.shift(*next(self._shifts))
