"""The wires of a real box: I2C and SPI of the Linux kernel.  The only file that imports smbus2 and spidev.

Drivers take what is opened here, or its peer from `hardware.twin.buses`.
"""

from __future__ import annotations

import errno
from typing import Any, Final, Protocol

from hardware.errors import DeviceUnavailable

SPI_HZ: Final = 2_000_000
"""Slow enough for the SH1106, whose serial clock is slower than the SSD1306's; a whole frame takes 4 ms."""


class I2cBus(Protocol):
    """An open bus, in the manner of ``smbus2``.  Transfers raise `OSError`."""

    def message(self, address: int, payload: bytes) -> Any:
        """A write of *payload* to the chip at *address*, for `i2c_rdwr`."""

    def i2c_rdwr(self, *messages: Any) -> None:
        """One transfer."""

    def read_byte(self, i2c_addr: int) -> int:
        """What the chip at the address says when nothing is asked."""


class SpiBus(Protocol):
    """An open port with its chip select, in the manner of ``spidev``.  Nobody answers there: a loss isn't noticed."""

    def writebytes2(self, values: bytes) -> None:
        """One transfer, however long."""


class Buses(Protocol):
    """Opens buses.  Raises `DeviceUnavailable`."""

    def i2c(self, number: int) -> I2cBus:
        """``/dev/i2c-number``; the same object at each call."""

    def spi(self, port: int, device: int) -> SpiBus:
        """``/dev/spidevport.device``; the same object at each call."""

    def close(self) -> None:
        """Close all."""


class _LinuxI2cBus:
    def __init__(self, number: int) -> None:
        import smbus2

        self.message = smbus2.i2c_msg.write
        self._bus = smbus2.SMBus(number)
        self.i2c_rdwr = self._bus.i2c_rdwr
        self.read_byte = self._bus.read_byte

    def close(self) -> None:
        self._bus.close()


class LinuxBuses:
    """Implements `Buses` with what the kernel has."""

    def __init__(self) -> None:
        self._i2c: dict[int, _LinuxI2cBus] = {}
        self._spi: dict[tuple[int, int], Any] = {}

    def i2c(self, number: int) -> I2cBus:
        """As `Buses` says."""
        if number not in self._i2c:
            try:
                self._i2c[number] = _LinuxI2cBus(number)
            except OSError as error:
                raise _unavailable(f"I2C bus {number}", f"/dev/i2c-{number}", "i2c", error) from error
        return self._i2c[number]

    def spi(self, port: int, device: int) -> SpiBus:
        """As `Buses` says."""
        if (port, device) not in self._spi:
            name = f"SPI port {port}.{device}"
            try:
                import spidev
            except ImportError as error:
                remedy = "install the package python3-spidev"
                raise DeviceUnavailable(name, "the Python package spidev is missing", remedy=remedy) from error
            bus = spidev.SpiDev()
            try:
                bus.open(port, device)
                bus.max_speed_hz = SPI_HZ
                bus.mode = 0
            except OSError as error:
                raise _unavailable(name, f"/dev/spidev{port}.{device}", "spi", error) from error
            self._spi[port, device] = bus
        return self._spi[port, device]  # type: ignore[no-any-return]

    def close(self) -> None:
        """As `Buses` says."""
        for bus in (*self._i2c.values(), *self._spi.values()):
            bus.close()
        self._i2c.clear()
        self._spi.clear()


def _unavailable(name: str, node: str, group: str, error: OSError) -> DeviceUnavailable:
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            remedy = f"switch {group.upper()} on with raspi-config (Interface Options) and start the box again"
            return DeviceUnavailable(name, f"{node} isn't there", remedy=remedy)
        case errno.EACCES | errno.EPERM:
            remedy = f"add the user to the group that owns it (usually {group}), and log in again"
            return DeviceUnavailable(name, f"{node} may not be opened", remedy=remedy)
        case errno.EBUSY:
            return DeviceUnavailable(name, f"{node} is in use", remedy="stop the other program that uses it")
        case _:
            return DeviceUnavailable(name, f"{node}: {error.strerror}", remedy="see the kernel's messages (dmesg)")
