"""Display controllers, byte for byte: what a driver sends goes in, what an eye sees comes out.

Sources: SSD1306 data sheet rev 1.1 (Solomon Systech, April 2008) and SH1106 data sheet V2.2 (Sino Wealth), cited by
section and command number from memory: the documents weren't at hand when this was written, so the numbers of the
sections, and what is marked "assumed" below, deserve a second look with the data sheet open.

The glass is mounted as on the common modules: the picture is upright with segment remap (A1) and reversed COM scan
(C8).  Memory is noise at power-on.  Timing, COM pin layouts (DA), pre-charge, clocks and the scrolling engine are taken
in and have no effect on what is seen.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final

from hardware.api import FRAME_BYTES, HEIGHT, WIDTH

_PAGES: Final = HEIGHT // 8
_DARK: Final = bytes(FRAME_BYTES)


class SimulatedChip(ABC):
    """What the two controllers have in common."""

    columns: ClassVar[int]
    """Of the memory."""
    first_column: ClassVar[int]
    """Of the memory, that the glass shows leftmost when upright."""
    arguments: ClassVar[Mapping[int, int]]
    """Command -> how many argument bytes it takes, where it takes any."""

    is_mute = False
    """Whether it leaves reads unanswered, as a clone may."""

    def __init__(self, seed: int = 1) -> None:
        """*seed* of the noise in the memory."""
        self._noise = random.Random(seed)
        self.power_cycle()

    def power_cycle(self) -> None:
        """Off and on: memory is noise, registers are reset."""
        self.memory = [bytearray(self._noise.randbytes(self.columns)) for _ in range(_PAGES)]
        self.reset()

    def reset(self) -> None:
        """RES# low: registers as at power-on, memory as it is (SSD1306 8.5)."""
        self._command: list[int] = []
        """A command that waits for arguments: it may do so across transfers."""
        self.undefined: list[int] = []
        """Bytes that came as commands and are none of this chip's.  Ignored (assumed)."""
        self.page = 0
        self.column = 0
        self.is_on = False
        self.is_pumped = False
        """The charge pump, without which the module stays dark."""
        self.is_inverted = False
        self.is_all_on = False
        self.is_remapped = False
        self.is_scan_reversed = False
        self.start_line = 0
        self.offset = 0
        self.multiplex = HEIGHT - 1
        self.contrast = 0x7F

    @property
    def status(self) -> int:
        """What it says when it is read: D6 for off (9.2); the other bits are nobody's business."""
        return 0x00 if self.is_on else 0x40

    def write_i2c(self, payload: bytes) -> None:
        """A message to its address: control bytes with Co (0x80: one byte follows) and D/C (0x40: data); 8.1.5.2."""
        at = 0
        while at < len(payload):
            control = payload[at]
            end = at + 2 if control & 0x80 else len(payload)
            self.write_spi(payload[at + 1 : end], bool(control & 0x40))
            at = end

    def write_spi(self, values: bytes, is_data: bool) -> None:
        """Bytes with their D/C level; 8.1.3."""
        if is_data:
            self._data(values)
        else:
            for value in values:
                self._take(value)

    def _take(self, value: int) -> None:
        """One byte of a command."""
        self._command.append(value)
        code, *args = self._command
        if len(args) < self.arguments.get(code, 0):
            return
        self._command = []
        if not (self._common(code, args) or self._own(code, args)):
            self.undefined.append(code)

    def _common(self, code: int, args: list[int]) -> bool:
        """Commands that both chips have alike; SSD1306 table 9-1."""
        match code:
            case 0xE3:  # NOP
                pass
            case _ if 0x40 <= code <= 0x7F:
                self.start_line = code & 0x3F
            case 0x81:
                self.contrast = args[0]
            case 0xA0 | 0xA1:
                self.is_remapped = code == 0xA1
            case 0xA4 | 0xA5:
                self.is_all_on = code == 0xA5
            case 0xA6 | 0xA7:
                self.is_inverted = code == 0xA7
            case 0xA8:
                self.multiplex = args[0] & 0x3F
            case 0xAE | 0xAF:
                self.is_on = code == 0xAF
            case _ if 0xC0 <= code <= 0xCF:
                self.is_scan_reversed = bool(code & 0x08)
            case 0xD3:
                self.offset = args[0] & 0x3F
            case 0xD5 | 0xD9 | 0xDA | 0xDB:
                pass
            case _:
                return False
        return True

    @abstractmethod
    def _own(self, code: int, args: list[int]) -> bool:
        """Commands of this chip alone; False for none of them."""

    @abstractmethod
    def _data(self, values: bytes) -> None:
        """Into the memory."""

    def _put(self, values: bytes) -> None:
        """Into the page from the column on."""
        self.memory[self.page][self.column : self.column + len(values)] = values

    def pixels(self) -> bytes:
        """What an eye sees on the glass: 1024 page bytes."""
        if not (self.is_on and self.is_pumped):
            return _DARK
        driven = (2 << self.multiplex) - 1
        turn = (self.start_line + self.offset) % HEIGHT
        shown = [page[self.first_column : self.first_column + WIDTH] for page in self.memory]
        seen: list[bytes] = []
        for column in zip(*shown, strict=True):
            rows = int.from_bytes(bytes(column), "little")
            if turn:
                rows = (rows >> turn | rows << HEIGHT - turn) & (1 << HEIGHT) - 1
            if self.is_inverted:
                rows = ~rows
            rows = driven if self.is_all_on else rows & driven
            if not self.is_scan_reversed:
                rows = int(f"{rows:0{HEIGHT}b}"[::-1], 2)
            seen.append(rows.to_bytes(_PAGES, "little"))
        if not self.is_remapped:
            seen.reverse()
        by_column = b"".join(seen)
        return b"".join(by_column[p::_PAGES] for p in range(_PAGES))


class SimulatedSsd1306(SimulatedChip):
    """128x64 memory; three addressing modes (10.1.3), of which page addressing stands at power-on."""

    columns = 128
    first_column = 0
    arguments: ClassVar = {
        0x20: 1,
        0x21: 2,
        0x22: 2,
        0x26: 6,
        0x27: 6,
        0x29: 5,
        0x2A: 5,
        0x81: 1,
        0x8D: 1,
        0xA3: 2,
        0xA8: 1,
        0xD3: 1,
        0xD5: 1,
        0xD9: 1,
        0xDA: 1,
        0xDB: 1,
    }
    _HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2

    def reset(self) -> None:
        """As `SimulatedChip` says."""
        super().reset()
        self.addressing = self._PAGE
        self.columns_set = (0, self.columns - 1)
        self.pages_set = (0, _PAGES - 1)
        self.start_column = 0
        """Of page addressing."""

    def _own(self, code: int, args: list[int]) -> bool:
        match code:
            case _ if code <= 0x1F:  # 10.1.1, 10.1.2: for page addressing alone
                if self.addressing == self._PAGE:
                    kept, shift = (0xF0, 0) if code < 0x10 else (0x0F, 4)
                    self.start_column = (self.start_column & kept | (code & 0x0F) << shift) % self.columns
                    self.column = self.start_column
            case 0x20:
                self.addressing = args[0] & 0x03
            case 0x21:  # 10.1.4: sets the pointer too
                self.columns_set = (args[0] & 0x7F, args[1] & 0x7F)
                self.column = self.columns_set[0]
            case 0x22:  # 10.1.5
                self.pages_set = (args[0] & 0x07, args[1] & 0x07)
                self.page = self.pages_set[0]
            case _ if 0xB0 <= code <= 0xB7:  # 10.1.13: for page addressing alone
                if self.addressing == self._PAGE:
                    self.page = code & 0x07
            case 0x8D:
                self.is_pumped = bool(args[0] & 0x04)
            case 0x26 | 0x27 | 0x29 | 0x2A | 0x2E | 0x2F | 0xA3:  # scrolling
                pass
            case _:
                return False
        return True

    def _data(self, values: bytes) -> None:
        left, right = self.columns_set
        top, bottom = self.pages_set
        if self.addressing == self._VERTICAL:
            for at in range(len(values)):
                self._put(values[at : at + 1])
                self.page = top if self.page == bottom else (self.page + 1) % _PAGES
                if self.page == top:
                    self.column = left if self.column == right else (self.column + 1) % self.columns
            return
        if self.addressing == self._PAGE:
            left, right = self.start_column, self.columns - 1
        at = 0
        while at < len(values):
            # A pointer beyond the end of its window runs on to the end of the memory (assumed).
            end = right if self.column <= right else self.columns - 1
            run = values[at : at + end + 1 - self.column]
            self._put(run)
            at += len(run)
            self.column += len(run)
            if self.column > end:
                self.column = left if end == right else 0
                if self.addressing == self._HORIZONTAL:
                    self.page = top if self.page == bottom else (self.page + 1) % _PAGES


class SimulatedSh1106(SimulatedChip):
    """132x64 memory, page addressing alone; the glass of 128 columns shows the middle of it."""

    columns = 132
    first_column = 2
    arguments: ClassVar = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def reset(self) -> None:
        """As `SimulatedChip` says; the DC-DC converter is enabled at power-on (command 10)."""
        super().reset()
        self.is_pumped = True
        self._column_before: int | None = None
        """While read-modify-write is on, in which only reads would differ: the column that its end goes back to."""

    def _own(self, code: int, args: list[int]) -> bool:
        match code:
            case _ if code <= 0x1F:  # commands 1 and 2
                kept, shift = (0xF0, 0) if code < 0x10 else (0x0F, 4)
                self.column = self.column & kept | (code & 0x0F) << shift
            case _ if 0x30 <= code <= 0x33:  # pump voltage
                pass
            case 0xAD:
                self.is_pumped = bool(args[0] & 0x01)
            case _ if 0xB0 <= code <= 0xB7:  # command 12
                self.page = code & 0x07
            case 0xE0:
                self._column_before = self.column
            case 0xEE:
                if self._column_before is not None:
                    self.column, self._column_before = self._column_before, None
            case _:
                return False
        return True

    def _data(self, values: bytes) -> None:
        """The column goes on up to the last one and stays behind it; the page never changes (command 1)."""
        run = values[: max(0, self.columns - self.column)]
        self._put(run)
        self.column = min(self.column + len(run), self.columns) if run else self.column
