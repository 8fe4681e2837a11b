"""The MFRC522 as bytes: registers, transfers, what they mean.  No I/O.

Source: MFRC522 data sheet Rev. 3.9 (NXP, 27 April 2016), cited by section.  The document couldn't be opened when this
was written: CollReg and BitFramingReg were read as public sources quote them, the rest is from memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hardware.readers.iso14443 import Frame, Reply

# Registers, 9.3.
COMMAND: Final = 0x01
COM_I_EN: Final = 0x02
DIV_I_EN: Final = 0x03
COM_IRQ: Final = 0x04
ERROR: Final = 0x06
FIFO_DATA: Final = 0x09
FIFO_LEVEL: Final = 0x0A
BIT_FRAMING: Final = 0x0D
COLL: Final = 0x0E
MODE: Final = 0x11
TX_MODE: Final = 0x12
RX_MODE: Final = 0x13
TX_CONTROL: Final = 0x14
TX_ASK: Final = 0x15
T_MODE: Final = 0x2A
T_PRESCALER: Final = 0x2B
T_RELOAD_HIGH: Final = 0x2C
T_RELOAD_LOW: Final = 0x2D
VERSION: Final = 0x37

# Commands, 10.3, and a bit of CommandReg, 9.3.1.2.
IDLE: Final = 0x00
TRANSCEIVE: Final = 0x0C
SOFT_RESET: Final = 0x0F
IS_POWERED_DOWN: Final = 0x10

# Bits of ComIrqReg, 9.3.1.5.
IRQ_ALL: Final = 0x7F
IRQ_RECEIVED: Final = 0x20
IRQ_IDLE: Final = 0x10
IRQ_ERROR: Final = 0x02
IRQ_TIMER: Final = 0x01
IRQ_DONE: Final = IRQ_RECEIVED | IRQ_IDLE | IRQ_TIMER
IRQ_PIN_LOW: Final = 0x80
"""Of ComIEnReg, 9.3.1.3: pin IRQ is inverted, which is low when something is to be told."""
IRQ_PIN_PUSHES: Final = 0x80
"""Of DivIEnReg, 9.3.1.4: pin IRQ drives both ways."""

FLUSH: Final = 0x80
START_SEND: Final = 0x80
TIMER_START: Final = 0x40
"""TStartNow of ControlReg, 9.3.1.13."""
CONTROL: Final = 0x0C
ANTENNA_ON: Final = 0x83
_ANTENNA: Final = 0x03

# Bits of ErrorReg, 9.3.1.7.
_OVERFLOW: Final = 0x10
_COLLISION: Final = 0x08
_PARITY: Final = 0x02
_PROTOCOL: Final = 0x01
_COLLISION_NOWHERE: Final = 0x20
"""CollPosNotValid of CollReg, 9.3.1.15."""
_FIFO_BYTES: Final = 64

SET_UP: Final = (
    (COM_I_EN, IRQ_PIN_LOW | IRQ_DONE | IRQ_ERROR),
    (DIV_I_EN, IRQ_PIN_PUSHES),
    # 8.5: the timer starts after each transmission and tells after (2 * 169 + 1) * (40 + 1) / 13.56 MHz = 1.02 ms.
    # Tags answer after 0.09 ms (ISO/IEC 14443-3, 6.2.1.1); what starts to come stops the timer.
    (T_MODE, 0x80),
    (T_PRESCALER, 169),
    (T_RELOAD_HIGH, 0),
    (T_RELOAD_LOW, 40),
    (TX_MODE, 0x00),  # 106 kBd, check bytes by us: some frames have none
    (RX_MODE, 0x00),
    (TX_ASK, 0x40),  # 100 % modulation, as type A wants it
    (MODE, 0x3D),
    (COLL, 0x00),  # after a collision, bits are zeros
    (TX_CONTROL, ANTENNA_ON),
)
"""Registers and what they are set to after a reset."""

STATUS: Final = (ERROR, FIFO_LEVEL, CONTROL, COLL)
"""What tells how an exchange went, in the order in which `reply` wants it."""

VERSIONS: Final = {0x90: "version 0.0", 0x91: "version 1.0", 0x92: "version 2.0"}
"""9.3.4.8; version 0.0 and other numbers are known from modules, not from the data sheet."""
NOBODY: Final = (0x00, 0xFF)
"""What a line that nobody drives reads."""


class Health(NamedTuple):
    """What is read before each look."""

    version: int
    tx_control: int

    @property
    def is_sending(self) -> bool:
        """Whether the antenna is on: after a loss of power it isn't."""
        return self.tx_control & _ANTENNA == _ANTENNA


HEALTH: Final = (VERSION, TX_CONTROL)


def write(register: int, *values: int) -> list[int]:
    """A transfer that writes to one register (8.1.2.2, 8.1.2.3)."""
    return [register << 1, *values]


def read(registers: Sequence[int]) -> list[int]:
    """A transfer that reads registers; each byte of the answer belongs to the address before it (8.1.2.1)."""
    return [*(0x80 | register << 1 for register in registers), 0x00]


LOOKS: Final = read((COM_IRQ,) * 16)
"""To look sixteen times in one transfer: that is 0.07 ms at 2 MHz, and costs the processor as much as one look."""


def readings(answer: Sequence[int]) -> Sequence[int]:
    """What the registers of a `read` held."""
    return answer[1:]


def framing(frame: Frame) -> int:
    """BitFramingReg for a frame, not yet sending."""
    return frame.align << 4 | frame.last_bits


def reply(status: Sequence[int], data: bytes) -> Reply:
    """What `STATUS` and the bytes of the FIFO say.

    CollPos counts from 1, and 32 is written as 0.  Whether the bits that `Frame.align` leaves free are counted is
    told by the sheet of the MFRC631 (Rev. 3.3, 9.6.4: they are), not by that of the MFRC522.  `search` gets along if
    they aren't.
    """
    error, _, control, coll = status
    collision: int | None = None
    if error & _COLLISION:
        collision = -1 if coll & _COLLISION_NOWHERE else ((coll & 0x1F) or 32) - 1
    # A reply whose last byte isn't whole is none that a search asks for.
    is_broken = bool(error & (_PARITY | _PROTOCOL | _OVERFLOW)) or bool(control & 0x07) or not data
    return Reply(data, collision, is_broken)


def fifo_level(status: Sequence[int]) -> int:
    """How many bytes wait in the FIFO."""
    return min(status[1] & 0x7F, _FIFO_BYTES)
