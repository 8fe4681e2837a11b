"""What the buzzer plays.  No threads: the caller says when it is, and asks when the next note is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from hardware.api import Tune


class Note(NamedTuple):
    """A tone, or silence where *hz* is None."""

    hz: float | None
    ms: int


_G3, _C4, _E4, _G4, _C5, _E5, _G5, _C6 = 196.0, 261.6, 329.6, 392.0, 523.3, 659.3, 784.0, 1046.5

TUNES: Final[Mapping[Tune, tuple[Note, ...]]] = {
    Tune.CLICK: (Note(2000.0, 6),),
    Tune.DONE: (Note(_C5, 90), Note(_G5, 140)),
    Tune.REFUSED: (Note(_G4, 140), Note(_C4, 220)),
    Tune.CARD: (Note(_G3, 180),),
    Tune.MARCH: (
        Note(_G4, 120),
        Note(None, 60),
        Note(_G4, 120),
        Note(None, 60),
        Note(_G4, 90),
        Note(_C5, 180),
        Note(_G4, 90),
        Note(_C5, 300),
    ),
    Tune.FANFARE: (
        Note(_C5, 120),
        Note(_E5, 120),
        Note(_G5, 120),
        Note(_C6, 240),
        Note(None, 40),
        Note(_G5, 120),
        Note(_C6, 480),
    ),
    Tune.LOST: (Note(_G4, 200), Note(_E4, 200), Note(_C4, 200), Note(_G3, 480)),
}

Tone = Callable[[float | None], None]
"""Sound at so many Hz, or silence.  Mustn't raise."""


class TunePlayer:
    """One buzzer; implements `hardware.api.Sounder`.  Call it from one thread."""

    def __init__(self, tone: Tone, clock: Callable[[], float]) -> None:
        """The buzzer is taken to be silent."""
        self._tone = tone
        self._clock = clock
        self._notes: tuple[Note, ...] = ()
        """Those that come after the one that sounds."""
        self.deadline: float | None = None
        """When `advance` has something to do; None while all is silent."""

    def play(self, tune: Tune) -> None:
        """As `hardware.api.Sounder` says."""
        self._notes = TUNES[tune]
        now = self.deadline = self._clock()
        self.advance(now)

    def advance(self, now: float) -> None:
        """Sound what is due at *now*.  Notes that nobody looked at in their time aren't made up for."""
        if self.deadline is None or self.deadline > now:
            return
        hz: float | None = None
        while self.deadline is not None and self.deadline <= now:
            if self._notes:
                (hz, ms), self._notes = self._notes[0], self._notes[1:]
                self.deadline += ms / 1000
            else:
                hz = self.deadline = None
        self._tone(hz)

    def close(self) -> None:
        """Silence."""
        self._notes, self.deadline = (), None
        self._tone(None)
