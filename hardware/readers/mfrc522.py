"""A reader with an MFRC522 on SPI: the owner of the bus.  What the bytes mean stands in `mfrc522_codec`.

A look takes at most `MOST_TRANSFERS` transfers, each of which takes about 0.1 ms at most, and ends as well when the
clock says so: 200 ms in all.  Two readers share a port with a chip select each; a reset line belongs to one reader.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from hardware.api import Inventory
from hardware.errors import DeviceLost
from hardware.readers import mfrc522_codec as codec
from hardware.readers.iso14443 import Frame, Reply, TimeIsUp, search

if TYPE_CHECKING:
    from hardware.readers.parts import Parts
    from hardware.wiring import ReaderWiring

MOST_TRANSFERS: Final = 1_800
MOST_SECONDS: Final = 0.18
"""Of one look; the exchange that is under way is finished."""
_MOST_LOOKS: Final = 60
"""Transfers that wait for the chip: 5 ms.  Its own timer ends a wait after 1 ms."""
_ERROR_LOOKS: Final = 8
"""So many more after an error: what is being received takes 0.5 ms at most."""
_PIN_LOOKS: Final = 400

log = logging.getLogger(__name__)


class Spi(Protocol):
    """An open SPI port with its chip select, mode 0, up to 10 MHz, in the manner of ``spidev``."""

    def xfer2(self, values: list[int]) -> Sequence[int]:
        """One transfer, both ways."""


class Mfrc522:
    """Implements `hardware.api.TagReader`.  Blocks while it talks: not for the loop."""

    tells_leaving = True

    def __init__(
        self,
        spi: Spi,
        name: str = "reader",
        *,
        bus_name: str = "SPI",
        rst: Callable[[bool], None] | None = None,
        irq: Callable[[], bool] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*name* in errors.  *rst* sets the level of pin RST, True for high.  *irq* tells whether pin IRQ is low, which
        spares transfers; it may fail at any time.  Nothing is sent before `set_up`."""
        self._spi = spi
        self._name = name
        self._bus_name = bus_name
        self._rst = rst
        self._irq = irq
        self._clock = clock
        self._is_irq_told = False
        self._is_irq_used = False
        self._version = 0
        self._were_there = True
        self._last_transfer = 0
        self._until = 0.0
        self.transfers = 0
        """So many there were on the bus."""

    # -- as `TagReader` says ----------------------------------------------------------------------------------

    def set_up(self, *, hard: bool = False) -> None:
        """As `hardware.api.TagReader` says."""
        if hard and self._rst is not None:
            self._rst(False)  # 100 ns are enough (8.8.1): setting a pin from Python takes longer
            self._rst(True)
        else:
            self._write(codec.COMMAND, codec.SOFT_RESET)
        for _ in range(_MOST_LOOKS):
            command, version = self._read((codec.COMMAND, codec.VERSION))
            if not command & codec.IS_POWERED_DOWN:
                break
        self._version = self._known_version(version)
        if command & codec.IS_POWERED_DOWN:
            raise self._lost("it doesn't wake up after a reset", "switch its power off and on")
        for register, value in codec.SET_UP:
            self._write(register, value)
        if not self._health().is_sending:
            raise self._lost("it doesn't keep what is written to it", "check its wires and its 3.3 V")
        self._were_there = True
        self._try_irq()

    def about(self) -> str:
        """As `hardware.api.TagReader` says; a version that no data sheet has is told as such."""
        version = self._known_version(self._health().version)
        known = codec.VERSIONS.get(version, f"version register 0x{version:02x}, perhaps a clone")
        return f"MFRC522 {known}"

    def poll(self) -> Inventory:
        """As `hardware.api.TagReader` says."""
        self._last_transfer = self.transfers + MOST_TRANSFERS
        self._until = self._clock() + MOST_SECONDS
        health = self._health()
        if self._known_version(health.version) != self._version or not health.is_sending:
            raise self._lost("it has lost its power for a moment", "check its plug and its 3.3 V")
        tags = search(self._were_there)
        self._were_there = True  # till it is known better
        try:
            frame = next(tags)
            while True:
                if self.transfers >= self._last_transfer or self._clock() >= self._until:
                    frame = tags.throw(TimeIsUp())
                else:
                    frame = tags.send(self._exchange(frame))
        except StopIteration as end:
            found: Inventory = end.value
        self._were_there = bool(found.tags or found.unread)
        return found

    def close(self) -> None:
        """As `hardware.api.TagReader` says: the field goes off."""
        try:
            self._write(codec.TX_CONTROL, 0)
        except DeviceLost:
            log.debug("%s was gone when it was closed", self._name)

    # -- frames -----------------------------------------------------------------------------------------------

    def _exchange(self, frame: Frame) -> Reply | None:
        framing = codec.framing(frame)
        self._write(codec.COMMAND, codec.IDLE)
        self._write(codec.COM_IRQ, codec.IRQ_ALL)
        self._write(codec.FIFO_LEVEL, codec.FLUSH)
        self._write(codec.FIFO_DATA, *frame.data)
        self._write(codec.BIT_FRAMING, framing)
        self._write(codec.COMMAND, codec.TRANSCEIVE)
        self._write(codec.BIT_FRAMING, framing | codec.START_SEND)
        if self._wait() & (codec.IRQ_DONE | codec.IRQ_ERROR) == codec.IRQ_TIMER:
            return None
        status = self._read(codec.STATUS)
        level = codec.fifo_level(status)
        return codec.reply(status, bytes(self._read((codec.FIFO_DATA,) * level)) if level else b"")

    def _wait(self) -> int:
        """ComIrqReg, as soon as something is over."""
        is_told = self._is_irq_used and self._is_pin_low()
        left = _ERROR_LOOKS
        for n in range(_MOST_LOOKS):
            for irq in codec.readings(self._transfer(codec.LOOKS)):
                if irq & ~codec.IRQ_ALL:
                    raise self._lost(f"the bus reads 0x{irq:02x}", "check its wires")
                if irq & codec.IRQ_DONE:
                    if self._is_irq_used and not is_told and n == 0:
                        self._do_without_irq()
                    return irq
            if irq & codec.IRQ_ERROR:
                left -= 1
                if not left:
                    return irq
        raise self._lost("it doesn't finish what it is told to do", "switch its power off and on")

    # -- the interrupt pin ------------------------------------------------------------------------------------

    def _try_irq(self) -> None:
        """Let the chip's timer pull the pin, and see whether it comes, and goes."""
        self._is_irq_used = False
        if self._irq is None:
            return
        self._write(codec.COMMAND, codec.IDLE)
        self._write(codec.COM_IRQ, codec.IRQ_ALL)
        was_low = self._irq()
        self._write(codec.CONTROL, codec.TIMER_START)
        self._wait()
        is_low = self._irq()
        self._write(codec.COM_IRQ, codec.IRQ_ALL)
        if was_low or not is_low or self._irq():
            self._do_without_irq()
        else:
            self._is_irq_used = True

    def _is_pin_low(self) -> bool:
        return self._irq is not None and any(self._irq() for _ in range(_PIN_LOOKS))

    def _do_without_irq(self) -> None:
        self._is_irq_used = False
        if not self._is_irq_told:
            self._is_irq_told = True
            log.warning("%s: its interrupt pin doesn't tell; it is asked instead. Check the wire of IRQ", self._name)

    # -- the bus ----------------------------------------------------------------------------------------------

    def _health(self) -> codec.Health:
        return codec.Health(*self._read(codec.HEALTH))

    def _known_version(self, version: int) -> int:
        if version in codec.NOBODY:
            what = f"its version register reads 0x{version:02x}: that is wiring or a clone, not an empty field"
            raise self._lost(what, "check SDA (chip select), SCK, MOSI, MISO, RST and 3.3 V; then try another module")
        return version

    def _write(self, register: int, *values: int) -> None:
        self._transfer(codec.write(register, *values))

    def _read(self, registers: Sequence[int]) -> Sequence[int]:
        return codec.readings(self._transfer(codec.read(registers)))

    def _transfer(self, values: list[int]) -> Sequence[int]:
        self.transfers += 1
        try:
            return self._spi.xfer2(values)
        except OSError as error:
            raise self._lost(f"its bus fails (errno {error.errno})", "check its wires; start the box again") from error

    def _lost(self, what: str, remedy: str) -> DeviceLost:
        return DeviceLost(self._name, what, remedy=remedy, bus=self._bus_name)


def open_reader(parts: Parts, role: str, wired: ReaderWiring) -> Mfrc522:
    """As `hardware.readers.bank.READERS` says."""
    return Mfrc522(
        parts.buses.spi(wired.spi_port, wired.spi_device),
        f"reader {role}",
        bus_name=f"SPI port {wired.spi_port}.{wired.spi_device}",
        rst=parts.output(role, f"reset of reader {role}", wired.rst),
        irq=parts.input(role, f"interrupt of reader {role}", wired.irq),
        clock=parts.clock,
    )
