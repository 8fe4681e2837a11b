"""Registers, commands and bits of an MFRC522 for its simulated peer: apart from the driver's, so that a slip shows.

Source: MFRC522 data sheet Rev. 3.9, 9.2 (table 20) for addresses, 9.3 for bits, 10.3 for commands; from memory, since
the document couldn't be opened.
"""

from __future__ import annotations

from typing import Final

COMMAND: Final = 0x01
COM_I_EN: Final = 0x02
COM_IRQ: Final = 0x04
ERROR: Final = 0x06
FIFO_DATA: Final = 0x09
FIFO_LEVEL: Final = 0x0A
CONTROL: Final = 0x0C
BIT_FRAMING: Final = 0x0D
COLL: Final = 0x0E
MODE: Final = 0x11
TX_CONTROL: Final = 0x14
TX_ASK: Final = 0x15
T_MODE: Final = 0x2A
T_PRESCALER: Final = 0x2B
T_RELOAD_HIGH: Final = 0x2C
T_RELOAD_LOW: Final = 0x2D
VERSION: Final = 0x37

IDLE: Final = 0b0000
TRANSCEIVE: Final = 0b1100
SOFT_RESET: Final = 0b1111

IS_POWERED_DOWN: Final = 1 << 4
"""PowerDown of CommandReg, 9.3.1.2: set till the oscillator runs."""
IRQ_PIN_LOW: Final = 1 << 7
"""IRqInv of ComIEnReg, 9.3.1.3."""
IRQ_RECEIVED: Final = 1 << 5
IRQ_ERROR: Final = 1 << 1
IRQ_TIMER: Final = 1 << 0
IRQ_ALL: Final = (1 << 7) - 1
"""ComIrqReg, 9.3.1.5, but for its top bit, which says whether a write sets or clears."""
FLUSH: Final = 1 << 7
"""FlushBuffer of FIFOLevelReg, 9.3.1.11."""
TIMER_START: Final = 1 << 6
"""TStartNow of ControlReg, 9.3.1.13."""
START_SEND: Final = 1 << 7
"""StartSend of BitFramingReg, 9.3.1.14."""
FULL_MODULATION: Final = 1 << 6
"""Force100ASK of TxASKReg, 9.3.2.6."""
