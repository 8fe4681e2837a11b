"""Buses with simulated chips on them, peers of what `hardware.buses` opens; they count, and they fail when told to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from errno import EREMOTEIO
from typing import Any, NamedTuple, Protocol

from hardware.buses import SerialPort, SpiBus
from hardware.errors import DeviceUnavailable
from hardware.twin.chips import SimulatedChip


class Message(NamedTuple):
    """A write to an address, as ``smbus2.i2c_msg`` has it."""

    addr: int
    payload: bytes

    def __bytes__(self) -> bytes:
        return self.payload


class Reading:
    """A read from an address, as ``smbus2.i2c_msg`` has it."""

    def __init__(self, addr: int, length: int) -> None:
        self.addr = addr
        self.length = length
        self.answer = bytes(length)

    def __bytes__(self) -> bytes:
        return self.answer


class I2cChip(Protocol):
    """What answers at an address; with a method ``read_i2c(length) -> bytes``, at length too."""

    is_mute: bool
    """Whether it leaves reads unanswered."""

    @property
    def status(self) -> int:
        """What it says when it is read and nothing was asked."""

    def write_i2c(self, payload: bytes) -> None:
        """A message to its address."""


class Wires:
    """What counts bytes, and breaks."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.bytes = 0
        """That went over the wire, addresses included; also those of transfers that broke."""
        self.transfers = 0
        self.heal()

    def heal(self) -> None:
        """No fault any more."""
        self._errno = 0
        self._until: float | None = None
        self._times: int | None = None
        self._left = 0

    def fail(self, errno: int, *, for_s: float | None = None, times: int | None = None, after_bytes: int = 0) -> None:
        """After so many bytes more, transfers break with *errno*: for so long from now, so often, or until `heal`."""
        self._errno = errno
        self._until = None if for_s is None else self._now() + for_s
        self._times = times
        self._left = after_bytes

    def _let_through(self, count: int) -> int:
        """How many of the next *count* bytes get through."""
        if not self._errno:
            return count
        if self._times == 0 or (self._until is not None and self._now() >= self._until):
            self.heal()
            return count
        through = min(count, self._left)
        self._left -= through
        return through

    def _break(self) -> OSError:
        if self._times is not None:
            self._times -= 1
        return OSError(self._errno, os.strerror(self._errno))


class SimulatedI2cBus(Wires):
    """An I2C bus; implements `hardware.buses.I2cBus`, takes messages of ``smbus2`` too, and luma's own block writes."""

    message = Message
    reading = Reading

    def __init__(self, now: Callable[[], float], chips: Mapping[int, I2cChip] | None = None) -> None:
        super().__init__(now)
        self.chips: dict[int, I2cChip] = dict(chips or {})
        """Address -> chip.  Where there is none, nobody acknowledges."""

    def i2c_rdwr(self, *messages: Any) -> None:
        """Raises `OSError` where a fault says so, or nobody is at the address (errno 121)."""
        for message in messages:
            if isinstance(message, Reading):
                self._read(message)
                continue
            payload = bytes(message)
            chip = self.chips.get(message.addr)
            self.transfers += 1
            through = self._let_through(1 + len(payload))
            self.bytes += through
            if chip is None:
                raise OSError(EREMOTEIO, os.strerror(EREMOTEIO))
            if through:
                chip.write_i2c(payload[: through - 1])
            if through <= len(payload):
                raise self._break()

    def _read(self, asked: Reading) -> None:
        chip = self.chips.get(asked.addr)
        self.transfers += 1
        through = self._let_through(1 + asked.length)
        self.bytes += through
        if through <= asked.length and chip is not None:
            raise self._break()
        read: Callable[[int], bytes] | None = getattr(chip, "read_i2c", None)
        if chip is None or chip.is_mute or read is None:
            raise OSError(EREMOTEIO, os.strerror(EREMOTEIO))
        asked.answer = read(asked.length)

    def read_byte(self, i2c_addr: int) -> int:
        """The status byte.  Raises `OSError` as `i2c_rdwr` does, and where a chip doesn't answer reads."""
        chip = self.chips.get(i2c_addr)
        self.transfers += 1
        through = self._let_through(2)
        self.bytes += through
        if chip is None or (chip.is_mute and through):
            raise OSError(EREMOTEIO, os.strerror(EREMOTEIO))
        if through < 2:
            raise self._break()
        return chip.status

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Iterable[int]) -> None:
        """The same through the older call: *register* is the control byte."""
        self.i2c_rdwr(Message(i2c_addr, bytes([register, *data])))


class SimulatedSpi(Wires):
    """An SPI port with one chip behind its select line; implements `hardware.buses.SpiBus`."""

    def __init__(self, now: Callable[[], float], dc: Callable[[], bool]) -> None:
        """*dc* tells the level of the D/C pin."""
        super().__init__(now)
        self.chip: SimulatedChip | None = None
        """None: the bytes go nowhere, and nobody notices."""
        self._dc = dc

    def writebytes2(self, values: bytes) -> None:
        """Raises `OSError` where a fault says so."""
        self.transfers += 1
        through = self._let_through(len(values))
        self.bytes += through
        if self.chip is not None:
            self.chip.write_spi(values[:through], self._dc())
        if through < len(values):
            raise self._break()

    def xfer2(self, values: list[int]) -> Sequence[int]:
        """The same; nothing comes back from a display."""
        self.writebytes2(bytes(values))
        return [0] * len(values)


class SimulatedBuses:
    """Implements `hardware.buses.Buses`."""

    def __init__(
        self,
        i2c: Mapping[int, SimulatedI2cBus] | None = None,
        spi: Mapping[tuple[int, int], SpiBus] | None = None,
        serial: Mapping[str, SerialPort] | None = None,
    ) -> None:
        self._i2c = dict(i2c or {})
        self._spi = dict(spi or {})
        self._serial = dict(serial or {})
        self.are_open = False

    def i2c(self, number: int) -> SimulatedI2cBus:
        """As `hardware.buses.Buses` says."""
        if number not in self._i2c:
            raise DeviceUnavailable(f"I2C bus {number}", "the simulated box has none", remedy="correct i2c_bus")
        self.are_open = True
        return self._i2c[number]

    def spi(self, port: int, device: int) -> SpiBus:
        """As `hardware.buses.Buses` says."""
        if (port, device) not in self._spi:
            raise DeviceUnavailable(
                f"SPI port {port}.{device}", "the simulated box has none", remedy="correct spi_port"
            )
        self.are_open = True
        return self._spi[port, device]

    def serial(self, path: str) -> SerialPort:
        """As `hardware.buses.Buses` says."""
        if path not in self._serial:
            raise DeviceUnavailable(f"serial port {path}", "the simulated box has none", remedy="correct port")
        self.are_open = True
        return self._serial[path]

    def close(self) -> None:
        """As `hardware.buses.Buses` says."""
        self.are_open = False
