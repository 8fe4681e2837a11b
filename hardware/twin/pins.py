"""gpiozero's mock pins with a world outside: contacts that are closed before anybody looks, edges that get lost.

Three things that the stock mock factory can't do are done here.  The level of an input comes from its contact, so a
button can be held at power-on; closing the factory frees its pins; and nothing is written down that grows for ever.
Callbacks run in the caller, before the call that moved the contact returns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from hardware.gpio import mock_pins

_MockPWMPin: Any = mock_pins().MockPWMPin
_MockFactory: Any = mock_pins().MockFactory
_PI_4B: Final = "c03112"


class TwinPin(_MockPWMPin):  # type: ignore[misc]
    """A pin whose contact, if closed, connects it to ground."""

    _state: float
    """gpiozero's name for the level, as are the other names with an underscore."""

    def __init__(self, factory: TwinFactory, info: Any) -> None:
        super().__init__(factory, info)
        factory.by_number[self._number] = self

    def follow(self) -> None:
        """Take the level that the contact and the pull make, and tell of the edge."""
        level = self._pull == "up" and self._number not in self.factory.closed_contacts
        if self._function != "input" or self._state == level:
            return
        self._state = level
        if self._when_changed is None or self._edges not in ("both", "rising" if level else "falling"):
            return
        if self.factory.lost_edges.get(self._number, 0):
            self.factory.lost_edges[self._number] -= 1
        else:
            self._call_when_changed()

    def drive_high(self) -> None:
        """Only its contact drives an input here."""
        self.follow()

    drive_low = drive_high

    def _get_state(self) -> float:
        pulled = self.factory.pulled_low.get(self._number)
        return self._state if pulled is None or self._function != "input" else float(not pulled())

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state = value
        watcher = self.factory.watchers.get(self._number)
        if watcher is not None:
            watcher(bool(value))
        return True

    def _enable_event_detect(self) -> None:
        if self._number in self.factory.without_edges:
            raise RuntimeError("Failed to add edge detection")


class TwinFactory(_MockFactory):  # type: ignore[misc]
    """A Raspberry Pi 4B whose pins end in a simulated table."""

    _boards: ClassVar[list[Any]] = []

    def __init__(self) -> None:
        super().__init__(revision=_PI_4B, pin_class=TwinPin)
        self.by_number: dict[int, TwinPin] = {}
        """Pins that a driver has taken."""
        self.closed_contacts: set[int] = set()
        """Pins whose button is down, whether anybody looks or not."""
        self.watchers: dict[int, Callable[[bool], None]] = {}
        """What is wired to an output: told its level when it changes."""
        self.pulled_low: dict[int, Callable[[], bool]] = {}
        """What a chip drives: tells whether it pulls the pin low just now.  There are no edges."""
        self.without_edges: set[int] = set()
        """Pins on which edge detection can't be switched on."""
        self.lost_edges: dict[int, int] = {}
        """How many of the next edges of a pin nobody is told of."""

    def move_contact(self, pin: int, closed: bool) -> None:
        """Close or open the contact of a pin."""
        (self.closed_contacts.add if closed else self.closed_contacts.discard)(pin)
        taken = self.by_number.get(pin)
        if taken is not None:
            taken.follow()

    def is_driven_high(self, pin: int) -> bool:
        """Whether a driver puts out a high level (of a PWM signal: any)."""
        taken = self.by_number.get(pin)
        return taken is not None and taken.function == "output" and taken.state > 0

    def tone_hz(self, pin: int) -> float | None:
        """The frequency of the PWM signal on a pin; None where there is silence."""
        return self.by_number[pin].frequency if self.is_driven_high(pin) else None

    def close(self) -> None:
        """Free all pins; the world outside stays as it is."""
        super().close()
        self._reservations.clear()
        self.by_number.clear()

    def _get_board_info(self) -> Any:
        """The same board for all: building its description takes longer than a whole game start."""
        if not self._boards:
            self._boards.append(super()._get_board_info())
        return self._boards[0]
