"""The wires of a real box: I2C, SPI and UARTs of the Linux kernel.

The only file that imports smbus2, spidev and pyserial.  Drivers take what is opened here, or its
peer from `hardware.twin.buses`.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import Any, Final, Protocol

from hardware.errors import DeviceUnavailable

SPI_HZ: Final = 2_000_000
"""Slow enough for the SH1106, whose serial clock is slower than the SSD1306's; a whole frame takes 4 ms."""
SERIAL_BAUD: Final = 115_200
SERIAL_SLOT_S: Final = 0.01
"""So long a read from a serial port waits for its first byte."""


class I2cBus(Protocol):
    """An open bus, in the manner of ``smbus2``.  Transfers raise `OSError`."""

    def message(self, address: int, payload: bytes) -> Any:
        """A write of *payload* to the chip at *address*, for `i2c_rdwr`."""

    def reading(self, address: int, length: int) -> Any:
        """A read of so many bytes, for `i2c_rdwr`; ``bytes`` of it are the answer."""

    def i2c_rdwr(self, *messages: Any) -> None:
        """One transfer."""

    def read_byte(self, i2c_addr: int) -> int:
        """What the chip at the address says when nothing is asked."""


class SpiBus(Protocol):
    """An open port with its chip select, in the manner of ``spidev``.  Nobody answers there: a loss isn't noticed."""

    def writebytes2(self, values: bytes) -> None:
        """One transfer, however long."""

    def xfer2(self, values: list[int]) -> Sequence[int]:
        """One transfer both ways: for each byte that goes one comes."""


class SerialPort(Protocol):
    """An open port, in the manner of ``pyserial``.  All raise `OSError`."""

    @property
    def in_waiting(self) -> int:
        """So many bytes have come."""

    def read(self, size: int) -> bytes:
        """So many, or what came before the port's time was up."""

    def write(self, data: bytes) -> int | None:
        """All of them; a port that takes none raises after 0.2 s."""

    def reset_input_buffer(self) -> None:
        """Forget what has come."""


class Buses(Protocol):
    """Opens buses.  Raises `DeviceUnavailable`."""

    def i2c(self, number: int) -> I2cBus:
        """``/dev/i2c-number``; the same object at each call."""

    def spi(self, port: int, device: int) -> SpiBus:
        """``/dev/spidevport.device``; the same object at each call."""

    def serial(self, path: str) -> SerialPort:
        """A port of `SERIAL_BAUD`, opened anew at each call (the one before is closed) and for this program alone."""

    def close(self) -> None:
        """Close all."""


class _LinuxI2cBus:
    def __init__(self, number: int) -> None:
        import smbus2

        self.message = smbus2.i2c_msg.write
        self.reading = smbus2.i2c_msg.read
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
        self._serial: dict[str, Any] = {}

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

    def serial(self, path: str) -> SerialPort:
        """As `Buses` says."""
        import serial

        if path in self._serial:
            self._serial.pop(path).close()
        try:
            port = serial.Serial(path, SERIAL_BAUD, timeout=SERIAL_SLOT_S, write_timeout=0.2, exclusive=True)
        except OSError as error:
            raise _unavailable(f"serial port {path}", path, "dialout", error) from error
        self._serial[path] = port
        return port  # type: ignore[no-any-return]

    def close(self) -> None:
        """As `Buses` says."""
        for bus in (*self._i2c.values(), *self._spi.values(), *self._serial.values()):
            bus.close()
        self._serial.clear()
        self._i2c.clear()
        self._spi.clear()


def _unavailable(name: str, node: str, group: str, error: OSError) -> DeviceUnavailable:
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            what = "the serial port" if group == "dialout" else group.upper()
            remedy = f"switch {what} on with raspi-config (Interface Options) and start the box again"
            return DeviceUnavailable(name, f"{node} isn't there", remedy=remedy)
        case errno.EACCES | errno.EPERM:
            remedy = f"add the user to the group that owns it (usually {group}), and log in again"
            return DeviceUnavailable(name, f"{node} may not be opened", remedy=remedy)
        case errno.EBUSY | errno.EAGAIN:
            return DeviceUnavailable(name, f"{node} is in use", remedy="stop the other program that uses it")
        case _:
            return DeviceUnavailable(name, f"{node}: {error.strerror}", remedy="see the kernel's messages (dmesg)")
