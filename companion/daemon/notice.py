"""A notice: one screen that stands until somebody presses a button, and then something else comes before the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.daemon.sitting import Seated
from companion.referee.api import Button, Input, Show, Tick, Touch, Touched
from companion.screen.model import Screen

Next = Callable[[], Seated]


class Go(NamedTuple):
    """An output: this comes next."""

    next: Next


class Notice:
    """Shows *screen*; OK leads to *ok*, BACK to *back*, and so does OK by itself after *stands_s* seconds."""

    def __init__(self, screen: Screen, ok: Next, back: Next | None = None, stands_s: float | None = None) -> None:
        """*stands_s* None: until somebody presses."""
        self._screen = screen
        self._ok, self._back = ok, back
        self._stands_s = stands_s
        self.deadline: float | None = None

    def begin(self, at: float) -> list[Any]:
        """The screen."""
        if self._stands_s is not None:
            self.deadline = at + self._stands_s
        return [Show(self._screen)]

    def receive(self, input: Input, at: float) -> list[Any]:
        """OK, BACK or the end of its time."""
        match input:
            case Touched(Button.OK, Touch.SHORT):
                return [Go(self._ok)]
            case Touched(Button.BACK, Touch.SHORT) if self._back is not None:
                return [Go(self._back)]
            case Tick() if self.deadline is not None and at >= self.deadline:
                return [Go(self._ok)]
            case _:
                return []
