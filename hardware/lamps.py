"""How lamps burn: patterns in time.  No threads: the caller says when it is, and asks when the next change is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hardware.api import LampPattern

SLOW_S: Final = 1.0
"""On, and off, of a slow blink."""
QUICK_S: Final = 0.12
"""On, and off, of the two quick flashes."""
COUNTED_S: Final = 0.25
"""On, and off, of flashes that somebody is to count: twice a second."""
CHASE_S: Final = 0.25
"""Each lamp's turn."""

Switch = Callable[[bool], None]
"""Light on or off.  Mustn't raise."""


class _Lamp:
    """One lamp: a steady pattern, and flashes on top of it."""

    def __init__(self, switch: Switch) -> None:
        self.switch = switch
        self.is_lit = False
        self.steady = LampPattern.OFF
        self.slow_lit = False
        self.slow_at: float | None = None
        self.flash_phases = 0
        """Those that are left: odd ones are dark, so flashes begin and end with a gap and can be counted."""
        self.flash_s = 0.0
        self.flash_at: float | None = None

    @property
    def deadline(self) -> float | None:
        due = (self.slow_at, self.flash_at)
        return min((at for at in due if at is not None), default=None)

    def burn(self, pattern: LampPattern, now: float) -> None:
        """A steady pattern.  One that stands already disturbs nothing."""
        if pattern is self.steady:
            return
        self.steady = pattern
        self.flash_at = None
        self.slow_lit = pattern is LampPattern.SLOW
        self.slow_at = now + SLOW_S if self.slow_lit else None

    def flash(self, count: int, phase_s: float, now: float) -> None:
        self.flash_phases, self.flash_s, self.flash_at = 2 * count + 1, phase_s, now + phase_s

    def advance(self, now: float) -> None:
        while self.slow_at is not None and self.slow_at <= now:
            self.slow_lit = not self.slow_lit
            self.slow_at += SLOW_S
        while self.flash_at is not None and self.flash_at <= now:
            self.flash_phases -= 1
            self.flash_at = self.flash_at + self.flash_s if self.flash_phases else None

    def show(self, has_chase_turn: bool) -> None:
        if self.flash_at is not None:
            is_lit = self.flash_phases % 2 == 0
        elif self.steady is LampPattern.CHASE:
            is_lit = has_chase_turn
        else:
            is_lit = self.slow_lit or self.steady is LampPattern.ON
        if is_lit != self.is_lit:
            self.is_lit = is_lit
            self.switch(is_lit)


class LampBank:
    """Lamps by name; implements `hardware.api.Lamps`.  Call it from one thread.

    Lamps that are set to ``CHASE`` take turns among themselves, in the order in which they are wired.
    """

    def __init__(self, switches: Mapping[str, Switch], clock: Callable[[], float]) -> None:
        """All lamps are taken to be off."""
        self._lamps = {name: _Lamp(switch) for name, switch in switches.items()}
        self._clock = clock
        self._chase_turn = 0
        self._chase_at: float | None = None
        self.deadline: float | None = None
        """When `advance` has something to do; None while nothing blinks."""

    def set(self, lamp: str, pattern: LampPattern) -> None:
        """As `hardware.api.Lamps` says.  A pattern that stands already disturbs no flashes; another one ends them."""
        found = self._lamps.get(lamp)
        if found is None:
            return
        now = self._clock()
        if pattern is LampPattern.TWICE:
            found.flash(2, QUICK_S, now)
        else:
            found.burn(pattern, now)
        self.advance(now)

    def flash(self, lamp: str, count: int) -> None:
        """As `hardware.api.Lamps` says."""
        found = self._lamps.get(lamp)
        if found is not None and count > 0:
            now = self._clock()
            found.flash(count, COUNTED_S, now)
            self.advance(now)

    def advance(self, now: float) -> None:
        """Switch what is due up to *now*."""
        chasing = [lamp for lamp in self._lamps.values() if lamp.steady is LampPattern.CHASE]
        if not chasing:
            self._chase_at = None
        elif self._chase_at is None:
            self._chase_turn, self._chase_at = 0, now + CHASE_S
        while self._chase_at is not None and self._chase_at <= now:
            self._chase_turn += 1
            self._chase_at += CHASE_S
        # A single lamp takes turns with the dark.
        turn = self._chase_turn % max(2, len(chasing))
        has_turn = chasing[turn] if turn < len(chasing) else None
        for lamp in self._lamps.values():
            lamp.advance(now)
            lamp.show(lamp is has_turn)
        due = [self._chase_at, *(lamp.deadline for lamp in self._lamps.values())]
        self.deadline = min((at for at in due if at is not None), default=None)

    def is_lit(self, lamp: str) -> bool:
        """How a lamp was switched last.  Raises `KeyError` for one that isn't wired."""
        return self._lamps[lamp].is_lit

    def close(self) -> None:
        """All off."""
        now = self._clock()
        for lamp in self._lamps.values():
            lamp.burn(LampPattern.OFF, now)
            lamp.flash_at = None
        self.advance(now)
