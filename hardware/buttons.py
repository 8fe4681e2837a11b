"""What a finger did, from the edges of a bouncing contact.  No threads, no I/O, no clock: edges are stamped, and the
caller says when it is.

A button is up or down.  The first edge away from that is believed at once: a press must not wait.  Then the contact is
locked out until it has been quiet for `Timing.debounce_ms`, though never longer than `Timing.lockout_ms`; what its
edges say meanwhile is bounce.  When the lock-out ends the level itself is read, and so it is every `Timing.check_ms`
while the button is down, because an edge can be lost: a lost release can't leave a button stuck.  Nothing is read and
nothing is due while a button is up.

A button that is down when all begins is a jammed one, or somebody leans on the box: it says nothing until it was up.

Edges of several buttons may come out of order; what was waiting is taken in the order of the stamps, and equal stamps
in the order of arrival.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from functools import partial
from math import inf
from operator import attrgetter
from typing import Final, NamedTuple

from hardware.api import ButtonEvent, Gesture


class Timing(NamedTuple):
    """How long things take, in ms.  Contacts of cheap tactile switches bounce for up to 5 ms, worn ones for longer."""

    debounce_ms: int = 15
    lockout_ms: int = 75
    check_ms: int = 80
    long_ms: int = 600
    repeat_delay_ms: int = 400
    repeat_ms: int = 120


TIMING: Final = Timing()


class _Edge(NamedTuple):
    button: str
    pressed: bool
    at: float


_NEVER: Final = inf


class _Button:
    """One contact.  Its events come stamped with when the thing happened, not with when it was noticed."""

    def __init__(self, name: str, pressed: bool, repeats: bool, timing: Timing) -> None:
        self.name = name
        self.repeats = repeats
        self.timing = timing
        self.pressed = pressed
        self.jammed = pressed
        self.last: _Edge | None = None
        """The last edge that was taken for bounce."""
        self.lockout_end = _NEVER
        self.quiet_at = _NEVER
        """The end of the lock-out."""
        self.check_at = _NEVER
        self.long_at = _NEVER
        self.repeat_at = _NEVER
        self.deadline = _NEVER
        """The first of the four."""

    def edge(self, edge: _Edge) -> list[ButtonEvent]:
        if self.quiet_at != _NEVER:
            self.last = edge
            self.quiet_at = min(max(self.quiet_at, edge.at + self.timing.debounce_ms / 1000), self.lockout_end)
            self._arm()
            return []
        return [] if edge.pressed == self.pressed else self._believe(edge.pressed, edge.at)

    def advance(self, now: float, is_pressed: Callable[[], bool]) -> list[ButtonEvent]:
        """All that is due up to *now*, in its order."""
        events: list[ButtonEvent] = []
        while (due := self.deadline) <= now:
            if due == self.quiet_at:
                self.quiet_at = _NEVER
                pressed = is_pressed()
                if pressed != self.pressed:
                    last = self.last
                    at = last.at if last is not None and last.pressed == pressed else due
                    events += self._believe(pressed, at)
            elif due == self.check_at:
                self.check_at = now + self.timing.check_ms / 1000
                if not is_pressed():
                    events += self._believe(False, due)
            elif due == self.long_at:
                self.long_at = _NEVER
                events.append(ButtonEvent(self.name, Gesture.LONG, due))
            else:
                # Repeats that nobody looked at aren't made up for: the caret would run away.
                period = self.timing.repeat_ms / 1000
                self.repeat_at = due + period if due + period > now else now + period
                events.append(ButtonEvent(self.name, Gesture.REPEAT, due))
            self._arm()
        return events

    def _arm(self) -> None:
        self.deadline = min(self.quiet_at, self.check_at, self.long_at, self.repeat_at)

    def _believe(self, pressed: bool, at: float) -> list[ButtonEvent]:
        """The button is up, or down, from *at* on; the contact is locked out."""
        timing = self.timing
        was_jammed, self.jammed = self.jammed, False
        is_short = self.long_at != _NEVER
        self.pressed = pressed
        self.last = None
        self.quiet_at = at + timing.debounce_ms / 1000
        self.lockout_end = at + timing.lockout_ms / 1000
        if pressed:
            self.check_at = at + timing.check_ms / 1000
            self.long_at = at + timing.long_ms / 1000
            self.repeat_at = at + timing.repeat_delay_ms / 1000 if self.repeats else _NEVER
            self._arm()
            return [ButtonEvent(self.name, Gesture.PRESS, at)]
        self.check_at = self.long_at = self.repeat_at = _NEVER
        self._arm()
        if was_jammed:
            return []
        short = [ButtonEvent(self.name, Gesture.SHORT, at)] if is_short else []
        return [*short, ButtonEvent(self.name, Gesture.RELEASE, at)]


class Buttons:
    """All buttons of a box."""

    def __init__(
        self,
        names: Iterable[str],
        is_pressed: Callable[[str], bool],
        repeating: Collection[str] = ("up", "down"),
        timing: Timing = TIMING,
    ) -> None:
        """*is_pressed* reads the level of a button as it is now; it mustn't raise."""
        self._is_pressed = is_pressed
        self._buttons = {name: _Button(name, is_pressed(name), name in repeating, timing) for name in names}
        self._edges: deque[_Edge] = deque()

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do, edges apart; None while all are up and quiet."""
        due = min([button.deadline for button in self._buttons.values()], default=_NEVER)
        return None if due == _NEVER else due

    def edge(self, button: str, pressed: bool, at: float) -> None:
        """A contact closed or opened at *at*.  From any thread; `advance` takes it up."""
        self._edges.append(_Edge(button, pressed, at))

    def advance(self, now: float) -> list[ButtonEvent]:
        """What fingers did up to *now*, by the edges that came and the time that passed; in the order of the stamps."""
        events: list[ButtonEvent] = []
        waiting = [self._edges.popleft() for _ in range(len(self._edges))]
        for edge in waiting if len(waiting) < 2 else sorted(waiting, key=attrgetter("at")):
            button = self._buttons[edge.button]
            if button.deadline <= edge.at:
                # An edge is news of the level before it too: just before it closed, the contact was open.
                events += button.advance(edge.at, partial(bool, not edge.pressed))
            events += button.edge(edge)
        for name, button in self._buttons.items():
            if button.deadline <= now:
                events += button.advance(now, partial(self._is_pressed, name))
        if len(events) > 1:
            events.sort(key=attrgetter("at"))
        return events
