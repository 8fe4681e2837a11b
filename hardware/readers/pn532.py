"""A reader with a PN532, on a UART (HSU) or on I2C: the owner of the wires.  Bytes are the business of `pn532_codec`.

The chip finds tags by itself, two at most.  Sections: PN532 User Manual UM0701-02, under the reserve made there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

from hardware.api import Inventory
from hardware.buses import SERIAL_BAUD, SERIAL_SLOT_S, I2cBus, SerialPort
from hardware.errors import DeviceLost
from hardware.readers import pn532_codec as codec
from hardware.readers.pn532_codec import Frames, Kind, NotAsInTheManual, Received

if TYPE_CHECKING:
    from hardware.readers.parts import Parts
    from hardware.wiring import ReaderWiring

SLOT_S: Final = SERIAL_SLOT_S
"""So long `Pn532Link.receive` waits at most."""
ACK_S: Final = 0.03
"""It acknowledges within 15 ms (6.2.1.3)."""
MOST_SECONDS: Final = 0.18
"""Of one look, counted in slots without news and in bytes, and by the clock too."""
_MOST_REPEATS: Final = 2
_BYTE_S: Final = 10 / SERIAL_BAUD
_I2C_CHUNK: Final = 64
"""Two tags with ids of ten bytes fit."""


class Pn532Link(Protocol):
    """The way to one PN532.  All raise `OSError`."""

    @property
    def bus_name(self) -> str:
        """As people name it."""

    @property
    def address(self) -> int | None:
        """On that bus, where it has some."""

    def wake(self) -> None:
        """What it needs to hear after a sleep."""

    def send(self, data: bytes) -> None:
        """A frame."""

    @property
    def reads_from_the_start(self) -> bool:
        """Whether each read begins with a frame's first byte, so that what was cut off doesn't follow."""

    def receive(self, more: int) -> bytes:
        """What has come, or b"" after `SLOT_S` without anything.  *more*: so much longer is the frame than was read."""


class HsuLink:
    """On a UART: an open port in the manner of pyserial, 115,200 Bd, 8N1, whose reads time out after `SLOT_S`."""

    address = None
    reads_from_the_start = False

    def __init__(self, port: SerialPort, bus_name: str = "UART") -> None:
        self._port = port
        self.bus_name = bus_name

    def wake(self) -> None:
        """As `Pn532Link` says."""
        self._port.reset_input_buffer()
        self._port.write(codec.WAKE_UP)

    def send(self, data: bytes) -> None:
        """As `Pn532Link` says."""
        self._port.write(data)

    def receive(self, more: int) -> bytes:
        """As `Pn532Link` says."""
        return bytes(self._port.read(max(1, self._port.in_waiting)))


class I2cLink:
    """On I2C.  Each read begins with a status byte, and gives a frame from its beginning (6.2.4)."""

    reads_from_the_start = True

    def __init__(
        self,
        bus: I2cBus,
        pause: Callable[[float], object],
        address: int = codec.I2C_ADDRESS,
        bus_name: str = "I2C",
    ) -> None:
        """*pause* lets so many seconds pass for this thread alone."""
        self._bus = bus
        self._pause = pause
        self.address = address
        self.bus_name = bus_name

    def wake(self) -> None:
        """As `Pn532Link` says: its own address wakes it, and it may leave that unanswered (6.2.4)."""
        try:
            self._bus.i2c_rdwr(self._bus.message(self.address, codec.ACK))
        except OSError:
            self._pause(SLOT_S / 5)

    def send(self, data: bytes) -> None:
        """As `Pn532Link` says."""
        self._bus.i2c_rdwr(self._bus.message(self.address, data))

    def receive(self, more: int) -> bytes:
        """As `Pn532Link` says."""
        for _ in range(5):
            if self._bus.read_byte(self.address) & codec.IS_READY:
                asked: Any = self._bus.reading(self.address, 1 + _I2C_CHUNK + more)
                self._bus.i2c_rdwr(asked)
                return bytes(asked)[1:]
            self._pause(SLOT_S / 5)
        return b""


class Pn532:
    """Implements `hardware.api.TagReader`.  Blocks while it talks: not for the loop."""

    tells_leaving = True

    def __init__(
        self,
        link: Pn532Link,
        name: str = "reader",
        *,
        rst: Callable[[bool], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*name* in errors.  *rst* sets the level of pin RSTPD_N, True for high.  Nothing is sent before `set_up`."""
        self._link = link
        self._name = name
        self._rst = rst
        self._frames = Frames()
        self._clock = clock
        self._left_s = 0.0
        self._until = 0.0
        self.repeats = 0
        """So many frames came broken, and were asked for again."""

    # -- as `TagReader` says ----------------------------------------------------------------------------------

    def set_up(self, *, hard: bool = False) -> None:
        """As `hardware.api.TagReader` says."""
        if hard and self._rst is not None:
            self._rst(False)
            self._rst(True)
        self._begin()
        try:
            self._link.wake()
            self._link.send(codec.ACK)  # whatever it was told before, it shall forget (6.2.1.3)
        except OSError as error:
            raise self._broken(error) from error
        self._frames.clear()
        for command in codec.SET_UP:
            self._begin()
            self._call(command)
        self.about()

    def about(self) -> str:
        """As `hardware.api.TagReader` says."""
        self._begin()
        try:
            return codec.firmware(self._call(codec.ASK_VERSION))
        except NotAsInTheManual as error:
            raise self._lost(str(error), "it has to be a PN532") from error

    def poll(self) -> Inventory:
        """As `hardware.api.TagReader` says.  Of three tags or more it finds two."""
        self._begin()
        try:
            found = codec.targets(self._call(codec.LIST))
        except NotAsInTheManual as error:
            raise self._lost(str(error), "if it goes on, try another module") from error
        if found:
            self._call(codec.RELEASE)
        return Inventory(frozenset(found))

    def close(self) -> None:
        """As `hardware.api.TagReader` says: the wires are the caller's."""

    # -- commands ---------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._left_s = MOST_SECONDS
        self._until = self._clock() + MOST_SECONDS

    def _call(self, command: bytes) -> bytes:
        """What it answers to a command.  A frame that comes broken, or not whole, is asked for again."""
        self._frames.clear()
        is_acknowledged, is_silent, more, repeats = False, True, 0, 0
        try:
            self._link.send(codec.frame(command))
            start_s = self._left_s
            while self._left_s > 0 and self._clock() < self._until:
                data = self._link.receive(more)
                self._left_s -= len(data) * _BYTE_S or SLOT_S
                is_silent = is_silent and not data
                is_broken = False
                for received in self._frames.feed(data):
                    match received:
                        case Received(Kind.ACK):
                            is_acknowledged = True
                        case Received(Kind.ANSWER, code, answer) if code == command[0] + 1 and is_acknowledged:
                            return answer
                        case Received(Kind.ERROR):
                            raise self._lost("it doesn't understand what it is told", "it has to be a PN532")
                        case Received(Kind.BROKEN):
                            is_broken = True
                if not is_acknowledged:
                    if start_s - self._left_s > ACK_S:
                        break
                elif is_broken or (self._frames.missing and (self._link.reads_from_the_start or not data)):
                    if repeats == _MOST_REPEATS:
                        break
                    more, repeats = self._frames.missing, repeats + 1
                    self._frames.clear()
                    self._link.send(codec.NACK)
        except OSError as error:
            raise self._broken(error) from error
        finally:
            self.repeats += repeats
        raise self._lost("no answer" if is_silent else "nothing that it says can be read", self._remedy)

    @property
    def _remedy(self) -> str:
        address = self._link.address
        if address is None:
            return "check TX and RX (they cross over), the switches of the module (HSU), and 3.3 V"
        return f"check SDA and SCL and the switches of the module (I2C); i2cdetect has to show {address:02x}"

    def _broken(self, error: OSError) -> DeviceLost:
        why = f"errno {error.errno}" if error.errno else str(error)
        return self._lost(f"its wires fail ({why})", self._remedy)

    def _lost(self, what: str, remedy: str) -> DeviceLost:
        return DeviceLost(self._name, what, remedy=remedy, bus=self._link.bus_name, address=self._link.address)


def open_reader(parts: Parts, role: str, wired: ReaderWiring) -> Pn532:
    """As `hardware.readers.bank.READERS` says."""
    link: Pn532Link
    if wired.bus == "i2c":
        link = I2cLink(parts.buses.i2c(wired.i2c_bus), parts.pause, wired.address, f"I2C bus {wired.i2c_bus}")
    else:
        link = HsuLink(parts.buses.serial(wired.port), f"serial port {wired.port}")
    rst = parts.output(role, f"reset of reader {role}", wired.rst)
    return Pn532(link, f"reader {role}", rst=rst, clock=parts.clock)
