"""Simulated input devices: keys that are pressed come out as the kernel's key events.

Source: the kernel's documentation of input events, and ``linux/input-event-codes.h`` for the codes, from memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Set
from errno import EBUSY, ENODEV
from typing import Final

from hardware.readers.input_nodes import InputNode
from hardware.readers.keys import Key

TOP_ROW: Final = {"1": 2, "2": 3, "3": 4, "4": 5, "5": 6, "6": 7, "7": 8, "8": 9, "9": 10, "0": 11}
KEYPAD: Final = {"7": 71, "8": 72, "9": 73, "4": 75, "5": 76, "6": 77, "1": 79, "2": 80, "3": 81, "0": 82}
LETTERS: Final = {"a": 30, "b": 48, "c": 46, "d": 32, "e": 18, "f": 33}
ENTER, KEYPAD_ENTER, SHIFT = 28, 96, 42
KEYBOARD: Final = frozenset(range(1, 128))
MOUSE: Final = frozenset({0x110, 0x111, 0x112})
"""Left, right and middle button."""


class SimulatedInput:
    """One device, plugged in."""

    def __init__(self, now: Callable[[], float], name: str, path: str, codes: Set[int] = KEYBOARD) -> None:
        self._now = now
        self.name = name
        self.path = path
        self.codes = codes
        self.holder = ""
        """Who has it for himself; ``us``, or another program."""
        self.is_plugged = True
        self.is_open = False
        self._events: list[Key] = []
        self.console = ""
        """What everybody else gets, as key codes in text: nobody should."""

    # -- hands ------------------------------------------------------------------------------------------------

    def press(self, code: int, *, value: int | None = None, at: float | None = None) -> None:
        """A key goes down and up; *value*: only this event."""
        for each in (1, 0) if value is None else (value,):
            if self.holder:
                if self.holder == "us":
                    self._events.append(Key(code, each, self._now() if at is None else at))
            else:
                self.console += f"{code} "

    def type(self, text: str, *, keypad: bool = False, enter: bool = True, between_s: float = 0.004) -> None:
        """What a reader does with an id: key after key, then Enter."""
        at = self._now()
        for character in text.lower():
            self.press((KEYPAD if keypad else TOP_ROW | LETTERS)[character], at=at)
            at += between_s
        if enter:
            self.press(KEYPAD_ENTER if keypad else ENTER, at=at)

    def unplug(self) -> None:
        """Pull it off."""
        self.is_plugged, self.holder = False, ""
        self._events.clear()

    def plug(self, path: str) -> None:
        """Put it back; the kernel has another path for it."""
        self.is_plugged, self.path = True, path

    # -- as `InputNode` says ----------------------------------------------------------------------------------

    def grab(self) -> None:
        """As `InputNode` says."""
        if self.holder:
            raise OSError(EBUSY, os.strerror(EBUSY))
        self.holder = "us"

    def read(self) -> Iterable[Key]:
        """As `InputNode` says."""
        if not self.is_plugged:
            raise OSError(ENODEV, os.strerror(ENODEV))
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """As `InputNode` says."""
        self.is_open = False
        if self.holder == "us":
            self.holder = ""


class SimulatedNodes:
    """Implements `hardware.readers.input_nodes.InputNodes`."""

    def __init__(self, *inputs: SimulatedInput) -> None:
        self.inputs = list(inputs)

    def all(self) -> list[InputNode]:
        """As `InputNodes` says."""
        for each in self.inputs:
            each.is_open = each.is_plugged
        return [each for each in self.inputs if each.is_plugged]
