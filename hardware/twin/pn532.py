"""A simulated PN532 with a field above its antenna, on a UART or on I2C: frames in, frames out.

Source: PN532 User Manual UM0701-02, sections as in `hardware.readers.pn532_codec`, under the same reserve; frames are
taken apart here anew, so that a mistake there isn't made twice.  Assumed: how long things take; that a list is made by
calling all tags (WUPA); that of several the ones with the lowest ids are found; that an I2C read takes the frame away
whether it was long enough or not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from errno import EIO, EREMOTEIO
from typing import Final

from hardware.readers.iso14443 import HLTA
from hardware.twin.buses import Wires
from hardware.twin.tags import Field, TagState, to_bits

_ACK: Final = b"\x00\x00\xff\x00\xff\x00"
_ERROR: Final = b"\x00\x00\xff\x01\xff\x7f\x81\x00"
_WUPA: Final = [0, 1, 0, 0, 1, 0, 1]
_SLOT_S: Final = 0.01
_BYTE_S: Final = 10 / 115_200
_ACK_AFTER_S: Final = 0.001
_ANSWER_AFTER_S: Final = 0.002
_TRY_S: Final = 0.005
_ENDLESS: Final = 0xFF


class SimulatedPn532:
    """The chip and its firmware."""

    is_mute = False

    def __init__(self, field: Field | None = None, seed: int = 1) -> None:
        self.field = Field() if field is None else field
        self.firmware = bytes([0x32, 0x01, 0x06, 0x07])
        self.time = 0.0
        self.is_hung = False
        """It says nothing, till its reset line is pulled or its power comes back."""
        self.appends_ats = False
        """It lists tags as if they were of ISO/IEC 14443-4."""
        self.long_answers = False
        """It sends extended frames where normal ones would do."""
        self.flips = 0
        """So many frames to come have a bit flipped."""
        self._chance = random.Random(seed)
        self.commands: list[int] = []
        self.reset()

    # -- hands ------------------------------------------------------------------------------------------------

    def reset(self) -> None:
        """RSTPD_N low, or power coming back: it sleeps."""
        self.is_asleep = True
        self.is_hung = False
        self._is_configured = False
        self._retries = _ENDLESS
        self._heard = bytearray()
        self._last = b""
        self._outbox: list[tuple[float, bytes]] = []
        self.field.power(False)

    def due(self) -> bytes | None:
        """The frame that is ready."""
        return self._outbox[0][1] if self._outbox and self._outbox[0][0] <= self.time else None

    def take(self) -> None:
        """That frame was read."""
        self._outbox.pop(0)

    def hear(self, data: bytes) -> None:
        """Bytes from the host."""
        if self.is_hung:
            return
        self._heard += data
        while (body := self._frame()) is not None:
            self._outbox.clear()
            if body == b"again":
                self._say(self._last, _ACK_AFTER_S)
            elif body == b"broken":
                self._say(_ERROR, _ACK_AFTER_S)
            elif body:
                self._say(_ACK, _ACK_AFTER_S)
                self._command(body)

    def _frame(self) -> bytes | None:
        """What follows D4 in the next frame; b"" for an ACK, None for nothing whole."""
        start = self._heard.find(b"\x00\xff")
        if start < 0 or len(self._heard) < start + 4:
            return None
        length, check = self._heard[start + 2 : start + 4]
        if (length, check) in ((0x00, 0xFF), (0xFF, 0x00)):
            del self._heard[: start + 4]
            return b"again" if length else b""
        end = start + 4 + length + 1
        if (length + check) & 0xFF:
            del self._heard[: start + 2]
            return b""
        if len(self._heard) < end:
            return None
        body = bytes(self._heard[start + 4 : end])
        del self._heard[:end]
        return body[1:-1] if not sum(body) & 0xFF and body[0] == 0xD4 else b"broken"

    def _say(self, frame: bytes, after_s: float) -> None:
        if self.flips and frame != _ACK:
            self.flips -= 1
            broken = bytearray(frame)
            broken[self._chance.randrange(5, len(frame) - 1)] ^= 1 << self._chance.randrange(8)
            frame = bytes(broken)
        at = self._outbox[-1][0] if self._outbox else self.time
        self._outbox.append((at + after_s, frame))

    def _answer(self, code: int, data: bytes, after_s: float = _ANSWER_AFTER_S) -> None:
        body = bytes([0xD5, code + 1]) + data
        if self.long_answers:
            high, low = divmod(len(body), 256)
            head = bytes([0xFF, 0xFF, high, low, -(high + low) & 0xFF])
        else:
            head = bytes([len(body), -len(body) & 0xFF])
        self._last = b"\x00\x00\xff" + head + body + bytes([-sum(body) & 0xFF, 0x00])
        self._say(self._last, after_s)

    # -- commands ---------------------------------------------------------------------------------------------

    def _command(self, body: bytes) -> None:
        code, arguments = body[0], body[1:]
        self.commands.append(code)
        if code == 0x14:
            self._is_configured = True
            self._answer(code, b"")
        elif not self._is_configured:
            return
        elif code == 0x02:
            self._answer(code, self.firmware)
        elif code == 0x12:
            self._answer(code, b"")
        elif code == 0x32:
            if arguments[0] == 0x05:
                self._retries = arguments[3]
            self._answer(code, b"")
        elif code == 0x4A:
            self._list(code, arguments[0])
        elif code == 0x52:
            for tag in self.field.tags:
                if tag.state is TagState.ACTIVE:
                    tag.hear(to_bits(HLTA.data))
            self._answer(code, b"\x00")
        else:
            self._outbox.clear()
            self._say(_ERROR, _ACK_AFTER_S)

    def _list(self, code: int, most: int) -> None:
        self.field.power(True)
        tries = 1
        while self.field.exchange(_WUPA) is None and tries <= self._retries != _ENDLESS:
            tries += 1
        awake = sorted((tag for tag in self.field.tags if tag.state is TagState.READY), key=lambda tag: tag.uid)
        listed: dict[bytes, bytes] = {}
        for tag in awake:
            if tag.uid in listed or len(listed) < min(most, 2):
                tag.state = TagState.ACTIVE
                sel_res = 0x20 if self.appends_ats else 0x00
                ats = b"\x05\x78\x80\x70\x02" if self.appends_ats else b""
                listed[tag.uid] = bytes([0x00, 0x44, sel_res, len(tag.uid)]) + tag.uid + ats
            else:
                tag.hear(_WUPA)  # falls asleep again
        if listed or self._retries != _ENDLESS:
            numbered = b"".join(bytes([number]) + each for number, each in enumerate(listed.values(), 1))
            self._answer(code, bytes([len(listed)]) + numbered, _ANSWER_AFTER_S + (tries - 1) * _TRY_S)

    # -- I2C --------------------------------------------------------------------------------------------------

    @property
    def status(self) -> int:
        """The status byte alone; to look takes time too."""
        self.time += 2 * _BYTE_S
        self._raise_if_hung()
        return int(self.due() is not None)

    def write_i2c(self, payload: bytes) -> None:
        """A message to its address, by which it wakes, and which it misses."""
        self.time += len(payload) * _BYTE_S
        self._raise_if_hung()
        if self.is_asleep:
            self.is_asleep = False
            raise OSError(EREMOTEIO, "asleep")
        self.hear(payload)

    def read_i2c(self, length: int) -> bytes:
        """Status byte and frame; what is read beyond it is 00."""
        self.time += length * _BYTE_S
        self._raise_if_hung()
        frame = self.due()
        if frame is None:
            return bytes(length)
        self.take()
        return (b"\x01" + frame).ljust(length, b"\x00")[:length]

    def _raise_if_hung(self) -> None:
        if self.is_hung:
            raise OSError(EIO, "hung")


class SimulatedHsuPort(Wires):
    """A UART with a PN532 at its end, in the manner of ``pyserial``; a read that gives nothing took its time."""

    def __init__(self, now: Callable[[], float], chip: SimulatedPn532, chunk: int = 1 << 16, seed: int = 1) -> None:
        """*chunk*: so many bytes come at once, at most."""
        super().__init__(now)
        self.chip = chip
        self.chunk = chunk
        self.noise: bytes | None = None
        """What comes all the time instead: of a line that floats, or of another device; b"" is a dead line."""
        self._chance = random.Random(seed)
        self._ready = bytearray()

    @property
    def in_waiting(self) -> int:
        """As pyserial has it."""
        self._fetch()
        return min(len(self._ready), self.chunk)

    def read(self, size: int) -> bytes:
        """As pyserial has it.  Raises `OSError` where a fault says so."""
        self._count(size)
        if self.noise is not None:
            self.chip.time += size * _BYTE_S if self.noise else _SLOT_S
            return bytes(self._chance.choices(self.noise, k=size)) if self.noise else b""
        self._fetch()
        if not self._ready:
            self.chip.time += _SLOT_S
            self._fetch()
        data = bytes(self._ready[: min(size, self.chunk)])
        del self._ready[: len(data)]
        self.chip.time += len(data) * _BYTE_S
        return data

    def write(self, data: bytes) -> int:
        """As pyserial has it.  Raises `OSError` where a fault says so."""
        self._count(len(data))
        self.chip.time += len(data) * _BYTE_S
        if self.noise is None:
            if self.chip.is_asleep and (start := data.find(b"\x55\x55")) >= 0:
                self.chip.is_asleep = False
                data = data[start + 2 :]
            if not self.chip.is_asleep:
                self.chip.hear(data)
        return len(data)

    def reset_input_buffer(self) -> None:
        """As pyserial has it."""
        self._fetch()
        self._ready.clear()

    def close(self) -> None:
        """Nothing is open here."""

    def _count(self, size: int) -> None:
        self.transfers += 1
        through = self._let_through(size)
        self.bytes += through
        if through < size:
            raise self._break()

    def _fetch(self) -> None:
        self.chip.time = max(self.chip.time, self._now())
        while (frame := self.chip.due()) is not None:
            self.chip.take()
            self._ready += frame
