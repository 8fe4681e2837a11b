"""A simulated MFRC522 behind a chip select: registers, FIFO, timer, interrupts, and a field above its antenna.

Source: MFRC522 data sheet Rev. 3.9, sections as in `mfrc522_registers`, under the reserve made there.  Its time
goes on with each transfer (bytes at the port's clock, and what the kernel takes), so a driver that waits sees its
timer run out although nobody else's clock moves.  Left out: self-test, CRC unit, Crypto1, power-down, test registers.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Sequence
from itertools import count
from typing import Final, Literal

from hardware.twin import mfrc522_registers as chip
from hardware.twin.buses import Wires
from hardware.twin.tags import Air, Field, to_bits, to_bytes

_RESET: Final = {chip.COMMAND: 0x20, chip.COM_I_EN: 0x80, chip.COLL: 0x80, chip.MODE: 0x3F, chip.TX_CONTROL: 0x80}
"""Where registers don't begin with 0: 9.2, table 20."""
_WAKE_UP_S: Final = 0.0004
_BIT_S: Final = 128 / 13.56e6
_DELAY_S: Final = 1236 / 13.56e6
"""From the end of a frame to the answer: ISO/IEC 14443-3, 6.2.1.1 with n = 9."""
_PIN_LOOK_S: Final = 0.00001

CollisionCount = Literal["frame", "sent", "level"]


class SimulatedMfrc522:
    """The chip."""

    def __init__(self, field: Field | None = None, version: int = 0x92, seed: int = 1) -> None:
        self.field = Field() if field is None else field
        self.version = version
        self.coll_counts: CollisionCount = "frame"
        """How CollPos counts after a partial byte: bits of the FIFO (as the MFRC631 does), bits received, or bits of
        the cascade level.  The data sheet leaves it open."""
        self.time = 0.0
        self.is_stuck = False
        """No command ends, and the timer doesn't run."""
        self.floating: int | None = None
        """What the bus reads, where the chip isn't there, or doesn't answer."""
        self.is_irq_connected = True
        self._noise = random.Random(seed)
        self._is_garbage = False
        self._order = count()
        self.resets = 0
        self.reset()

    # -- hands ------------------------------------------------------------------------------------------------

    def reset(self) -> None:
        """NRSTPD low, a soft reset, or power coming back."""
        self.resets += 1
        self.registers = bytearray(64)
        for register, value in _RESET.items():
            self.registers[register] = value
        self._fifo = bytearray()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._awake_at = self.time + _WAKE_UP_S
        self.field.power(False)

    def babble(self, on: bool = True) -> None:
        """Whatever is read is noise."""
        self._is_garbage = on

    def pass_time(self, seconds: float) -> None:
        """So long later."""
        self.time += seconds
        while self._due and self._due[0][0] <= self.time:
            _, _, happen = heapq.heappop(self._due)
            happen()

    def is_irq_low(self) -> bool:
        """The level of pin IRQ, with the time that it takes to look."""
        self.pass_time(_PIN_LOOK_S)
        asked = self.registers[chip.COM_I_EN]
        is_told = bool(self.registers[chip.COM_IRQ] & asked & chip.IRQ_ALL)
        return self.is_irq_connected and self.floating is None and is_told is bool(asked & chip.IRQ_PIN_LOW)

    # -- registers --------------------------------------------------------------------------------------------

    def read(self, register: int) -> int:
        """One read of a register."""
        if self.floating is not None:
            return self.floating
        if self._is_garbage:
            return self._noise.randrange(256)
        match register:
            case chip.FIFO_DATA:
                return self._fifo.pop(0) if self._fifo else 0
            case chip.FIFO_LEVEL:
                return len(self._fifo)
            case chip.VERSION:
                return self.version
            case chip.COMMAND:
                return self.registers[chip.COMMAND] | (chip.IS_POWERED_DOWN if self.time < self._awake_at else 0)
        return self.registers[register]

    def steady(self, register: int, values: list[int], byte_s: float) -> int | None:
        """What all the reads of a transfer give, where they are of one register and nothing happens meanwhile."""
        end = self.time + byte_s * (len(values) - 1)
        if register != chip.COM_IRQ or len(set(values[:-1])) > 1 or self._is_garbage:
            return None
        if self._due and self._due[0][0] <= end:
            return None
        self.time = end
        return self.read(register)

    def write(self, register: int, value: int) -> None:
        """One write to a register."""
        if self.floating is not None:
            return
        match register:
            case chip.COMMAND:
                self._command(value & 0x0F)
            case chip.COM_IRQ:
                if value & 0x80:
                    self.registers[register] |= value & chip.IRQ_ALL
                else:
                    self.registers[register] &= ~value
            case chip.FIFO_DATA:
                self._fifo.append(value)
            case chip.FIFO_LEVEL:
                if value & chip.FLUSH:
                    self._fifo.clear()
                    self.registers[chip.ERROR] &= ~0x10
            case chip.CONTROL:
                if value & chip.TIMER_START:
                    self._start_timer(self.time)
            case chip.COLL:
                self.registers[register] = self.registers[register] & 0x7F | value & 0x80
            case chip.BIT_FRAMING:
                self.registers[register] = value
                if value & chip.START_SEND and self.registers[chip.COMMAND] & 0x0F == chip.TRANSCEIVE:
                    self._send()
            case chip.TX_CONTROL:
                self.registers[register] = value
                self.field.power(value & 0x03 == 0x03)
            case chip.VERSION | chip.ERROR:
                pass
            case _:
                self.registers[register] = value

    def _command(self, command: int) -> None:
        if command == chip.SOFT_RESET:
            self.reset()
            return
        self.registers[chip.COMMAND] = self.registers[chip.COMMAND] & 0xF0 | command
        if command == chip.IDLE:
            self._due.clear()

    # -- the air ----------------------------------------------------------------------------------------------

    def _send(self) -> None:
        framing = self.registers[chip.BIT_FRAMING]
        last_bits = framing & 0x07
        bits = to_bits(bytes(self._fifo), len(self._fifo) * 8 - (8 - last_bits if last_bits else 0))
        self._fifo.clear()
        self.registers[chip.ERROR] = 0
        if self.is_stuck:
            return
        is_heard = self.registers[chip.TX_ASK] & chip.FULL_MODULATION  # type A pauses the field, and no less is a pause
        air = self.field.exchange(bits) if is_heard else None
        sent_at = self.time + (len(bits) * 9 / 8 + 2) * _BIT_S
        if air is None:
            if self.registers[chip.T_MODE] & 0x80:
                self._start_timer(sent_at)
            return
        start = sent_at + _DELAY_S
        if air.collision is not None:
            self._in(start + air.collision * _BIT_S, self._error)
        self._in(start + (len(air.bits) * 9 / 8 + 2) * _BIT_S, lambda: self._received(air, framing, bits))

    def _start_timer(self, at: float) -> None:
        if self.is_stuck:
            return
        reload = self.registers[chip.T_RELOAD_HIGH] << 8 | self.registers[chip.T_RELOAD_LOW]
        prescaler = (self.registers[chip.T_MODE] & 0x0F) << 8 | self.registers[chip.T_PRESCALER]
        runs_s = (2 * prescaler + 1) * (reload + 1) / 13.56e6
        self._in(at + runs_s, lambda: self._interrupt(chip.IRQ_TIMER))

    def _in(self, at: float, happen: Callable[[], None]) -> None:
        heapq.heappush(self._due, (at, next(self._order), happen))

    def _received(self, air: Air, framing: int, sent: list[int]) -> None:
        align = framing >> 4 & 0x07
        bits = list(air.bits)
        if air.collision is not None:
            self.registers[chip.ERROR] |= 0x08
            if not self.registers[chip.COLL] & 0x80:
                bits[air.collision :] = [0] * (len(bits) - air.collision)
            known = max(0, len(sent) - 16)
            count = 1 + air.collision + {"frame": align, "sent": 0, "level": known}[self.coll_counts]
            place = count & 0x1F if count <= 32 else 0x20
            self.registers[chip.COLL] = self.registers[chip.COLL] & 0x80 | place
        if not air.is_parity_right:
            self.registers[chip.ERROR] |= 0x02
            self._error()
        bits = [0] * align + bits
        self.registers[chip.CONTROL] = len(bits) % 8
        self._fifo += to_bytes(bits)
        self._interrupt(chip.IRQ_RECEIVED)

    def _error(self) -> None:
        self._interrupt(chip.IRQ_ERROR)

    def _interrupt(self, bit: int) -> None:
        self.registers[chip.COM_IRQ] |= bit


class SimulatedMfrc522Port(Wires):
    """An SPI port with an MFRC522 behind its chip select, in the manner of ``spidev``."""

    def __init__(
        self, now: Callable[[], float], chip: SimulatedMfrc522, hz: float = 2e6, gap_s: float = 2.2e-5
    ) -> None:
        """*gap_s*: what a transfer takes beside its bytes; assumed, not measured on a Raspberry Pi."""
        super().__init__(now)
        self.chip = chip
        self._byte_s = 8 / hz
        self._gap_s = gap_s

    def xfer2(self, values: list[int]) -> Sequence[int]:
        """Raises `OSError` where a fault says so.  8.1.2: reads, or a write to one register."""
        self.transfers += 1
        through = self._let_through(len(values))
        self.bytes += through
        self.chip.time = max(self.chip.time, self._now())
        if through < len(values):
            raise self._break()
        self.chip.pass_time(self._byte_s)
        first = values[0]
        answer = [0] * len(values)
        if first & 0x80 and (level := self.chip.steady(first >> 1 & 0x3F, values, self._byte_s)) is not None:
            answer[1:] = [level] * (len(values) - 1)
        elif first & 0x80:
            for n in range(1, len(values)):
                self.chip.pass_time(self._byte_s)
                answer[n] = self.chip.read(values[n - 1] >> 1 & 0x3F)
        else:
            for value in values[1:]:
                self.chip.pass_time(self._byte_s)
                self.chip.write(first >> 1 & 0x3F, value)
        self.chip.pass_time(self._gap_s)
        return answer

    def writebytes2(self, values: bytes) -> None:
        """The same, one way."""
        self.xfer2(list(values))

    def close(self) -> None:
        """Nothing is open here."""
