"""How bytes get to a display: over I2C with a control byte, over SPI with a D/C pin.

Both have what luma's serial interfaces have (``command``, ``data``, ``cleanup``) and a ``reset``.  They own neither bus
nor pins.  Sections: SSD1306 data sheet rev 1.1, 8.1.5 (I2C) and 8.1.3 (4-wire SPI); the SH1106 is driven alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol

from hardware.buses import I2cBus, SpiBus

_COMMANDS: Final = b"\x00"
_DATA: Final = b"\x40"
"""Control bytes with Co = 0: all that follows in this message is commands, or is data."""

_STATUS_OFF: Final = 0x40
"""D6 of the status byte: the display is off (9.2; of the SH1106, command 23)."""


class Link(Protocol):
    """The way to one display.  Transfers raise `OSError` or `hardware.errors.DeviceLost`."""

    @property
    def bus_name(self) -> str:
        """As people name it."""

    @property
    def address(self) -> int | None:
        """On that bus, where it has some."""

    def reset(self) -> None:
        """Pull the reset line, where there is one."""

    def command(self, *cmd: int) -> None:
        """Send commands with their arguments."""

    def data(self, data: Iterable[int]) -> None:
        """Send display data."""

    def is_on(self) -> bool | None:
        """Whether the panel says that it is on; None: nobody can be asked."""

    def cleanup(self) -> None:
        """Nothing is owned here: for luma's sake."""


class I2cLink:
    """A display on I2C.  Two bytes are spent on each transfer: the address and the control byte."""

    def __init__(self, bus: I2cBus, address: int, bus_name: str) -> None:
        self._bus = bus
        self.address = address
        self.bus_name = bus_name

    def reset(self) -> None:
        """Such modules have no reset line."""

    def command(self, *cmd: int) -> None:
        """As `Link` says."""
        self._bus.i2c_rdwr(self._bus.message(self.address, _COMMANDS + bytes(cmd)))

    def data(self, data: Iterable[int]) -> None:
        """As `Link` says."""
        self._bus.i2c_rdwr(self._bus.message(self.address, _DATA + bytes(data)))

    def is_on(self) -> bool | None:
        """As `Link` says."""
        return not self._bus.read_byte(self.address) & _STATUS_OFF

    def cleanup(self) -> None:
        """As `Link` says."""


class SpiLink:
    """A display on SPI.  D/C low means commands, high means data."""

    address = None

    def __init__(
        self, bus: SpiBus, dc: Callable[[bool], None], rst: Callable[[bool], None] | None, bus_name: str
    ) -> None:
        """*dc* and *rst* set the level of their pins, True for high."""
        self._bus = bus
        self._dc = dc
        self._rst = rst
        self._level: bool | None = None
        self.bus_name = bus_name

    def reset(self) -> None:
        """RES# low for at least 3 us (8.5): setting a pin from Python takes longer."""
        self._level = None
        if self._rst is not None:
            self._rst(False)
            self._rst(True)

    def command(self, *cmd: int) -> None:
        """As `Link` says."""
        self._write(False, bytes(cmd))

    def data(self, data: Iterable[int]) -> None:
        """As `Link` says."""
        self._write(True, bytes(data))

    def is_on(self) -> bool | None:
        """As `Link` says: nothing comes back over these wires."""
        return None

    def cleanup(self) -> None:
        """As `Link` says."""

    def _write(self, level: bool, values: bytes) -> None:
        if level is not self._level:
            self._level = None
            self._dc(level)
            self._level = level
        self._bus.writebytes2(values)
