"""The owner of the wires.  What the bytes mean stands in `codec`."""

from __future__ import annotations

from typing import Final

from hardware.api import Inventory
from hardware.buses import SERIAL_BAUD, SERIAL_SLOT_S, SerialPort
from hardware.errors import DeviceLost
from hardware.readers._template import codec

MOST_SECONDS: Final = 0.15
"""Of one command, counted in bytes and in reads that gave nothing."""


class Reader:
    """Implements `hardware.api.TagReader`.  Blocks while it talks: not for the loop."""

    tells_leaving = True

    def __init__(self, port: SerialPort, name: str = "reader", *, bus_name: str = "UART") -> None:
        """*port* is open, and stays the caller's.  Nothing is sent before `set_up`."""
        self._port = port
        self._name = name
        self._bus_name = bus_name

    def set_up(self, *, hard: bool = False) -> None:
        """As `hardware.api.TagReader` says.  This module has nothing to set; that it answers is all."""
        self.about()

    def about(self) -> str:
        """As `hardware.api.TagReader` says."""
        return self._ask(codec.WHO).decode("ascii", "replace")

    def poll(self) -> Inventory:
        """As `hardware.api.TagReader` says."""
        try:
            return Inventory(frozenset(codec.tags(self._ask(codec.WHAT))))
        except ValueError:
            return Inventory(frozenset(), unread=1)  # somebody is there, and nobody knows who

    def close(self) -> None:
        """As `hardware.api.TagReader` says: the wires are the caller's."""

    def _ask(self, command: bytes) -> bytes:
        received, left_s = b"", MOST_SECONDS
        try:
            self._port.reset_input_buffer()
            self._port.write(command)
            while left_s > 0:
                data = self._port.read(max(1, self._port.in_waiting))
                left_s -= len(data) * 10 / SERIAL_BAUD or SERIAL_SLOT_S
                received += data
                if (body := codec.whole(received)) is not None:
                    return body
        except OSError as error:
            raise self._lost(f"its wires fail ({error})") from error
        except ValueError as error:
            raise self._lost(f"what it says is broken: {error}") from error
        raise self._lost("no answer")

    def _lost(self, what: str) -> DeviceLost:
        return DeviceLost(self._name, what, remedy="check its plug and its wires", bus=self._bus_name)
