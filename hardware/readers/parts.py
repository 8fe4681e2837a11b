"""What the drivers of readers are opened with: buses, pins, input devices, a clock."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any, Final

from hardware.buses import Buses
from hardware.errors import DeviceUnavailable
from hardware.readers.input_nodes import EvdevNodes, InputNodes

PAUSE: Final = Event().wait
"""Nobody sets it: it waits for the time alone."""


class Parts:
    """Handed to ``open_reader`` of each driver."""

    def __init__(
        self,
        buses: Buses,
        *,
        factory: Any = None,
        nodes: InputNodes | None = None,
        clock: Callable[[], float],
        pause: Callable[[float], object] = PAUSE,
    ) -> None:
        """*factory*: an open pin factory of gpiozero's, where reset and interrupt pins are wired.  *pause* lets so many
        seconds pass for the calling worker."""
        self.buses = buses
        self.nodes = EvdevNodes() if nodes is None else nodes
        self.clock = clock
        self.pause = pause
        self.factory = factory
        self._pins: dict[str, list[Any]] = {}

    def output(self, role: str, what: str, pin: int | None) -> Callable[[bool], None] | None:
        """What sets a pin, which is high at first; None for None.  Raises `DeviceUnavailable`."""
        if pin is None:
            return None
        from hardware.gpio import OutputPin

        opened = OutputPin(self._pin_factory(what), what, pin, level=True)
        self._pins.setdefault(role, []).append(opened)
        return opened.set

    def input(self, role: str, what: str, pin: int | None) -> Callable[[], bool] | None:
        """What tells whether a pin is low; None for None.  Raises `DeviceUnavailable`."""
        if pin is None:
            return None
        from hardware.gpio import ButtonPin

        opened = ButtonPin(self._pin_factory(what), what, pin, self._edge)
        self._pins.setdefault(role, []).append(opened)
        return opened.is_pressed

    def free(self, role: str) -> None:
        """The pins of a reader."""
        for pin in self._pins.pop(role, []):
            pin.close()

    def _pin_factory(self, what: str) -> Any:
        if self.factory is None:
            raise DeviceUnavailable(what, "its pin needs GPIO, which can't be opened", remedy="mend that first")
        return self.factory

    def _edge(self, name: str, is_low: bool) -> None:
        """Levels are looked at; edges are nobody's."""
