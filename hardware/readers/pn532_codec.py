"""The PN532 as bytes: frames, commands, what they answer.  No I/O.

Source: PN532 User Manual UM0701-02 Rev. 02 (NXP, 5 November 2007), cited by section from memory: the
document couldn't be opened when this was written.  The bytes of frames and commands agree with public logs of modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from hardware.api import TagId
from hardware.readers.iso14443 import ID_SIZES, tag_id

I2C_ADDRESS: Final = 0x24
IS_READY: Final = 0x01
"""The bit of the status byte before each I2C answer (6.2.4)."""

# Commands, 7.2 and 7.3; the answer's code is one more.
GET_FIRMWARE_VERSION: Final = 0x02
SET_PARAMETERS: Final = 0x12
SAM_CONFIGURATION: Final = 0x14
RF_CONFIGURATION: Final = 0x32
IN_LIST_PASSIVE_TARGET: Final = 0x4A
IN_RELEASE: Final = 0x52

SET_UP: Final = (
    bytes([SAM_CONFIGURATION, 0x01, 0x14, 0x01]),  # 7.2.10: normal mode; it also ends the sleep after power-on
    bytes([SET_PARAMETERS, 0x00]),  # 7.2.9: no automatic RATS; an id is all that is wanted
    bytes([RF_CONFIGURATION, 0x05, 0xFF, 0x01, 0x02]),  # 7.3.1, item 5: three tries to find a tag, not endless ones
)
ASK_VERSION: Final = bytes([GET_FIRMWARE_VERSION])
LIST: Final = bytes([IN_LIST_PASSIVE_TARGET, 2, 0x00])
"""7.3.5: as many as it can hold, which is two; 106 kBd, type A."""
RELEASE: Final = bytes([IN_RELEASE, 0x00])
"""7.3.11: all of them."""

WAKE_UP: Final = b"\x55\x55" + bytes(14)
"""For a UART that sleeps: edges that wake it, and 1.2 ms in which its clock starts (7.2.11)."""
ACK: Final = bytes.fromhex("0000ff00ff00")
NACK: Final = bytes.fromhex("0000ffff0000")

_TO_CHIP: Final = 0xD4
_TO_HOST: Final = 0xD5
_ERROR: Final = 0x7F
_IC: Final = 0x32
_IS_ISO_14443_4: Final = 0x20
"""Of SEL_RES: an ATS may follow where RATS is sent."""


class Kind(Enum):
    """What a frame is (6.2.1)."""

    ACK = "ack"
    NACK = "nack"
    ERROR = "error"
    """It didn't understand the last command."""
    ANSWER = "answer"
    BROKEN = "broken"
    """A length or a checksum was wrong."""


class Received(NamedTuple):
    """A frame from the chip: its kind; of an answer the code and what follows it."""

    kind: Kind
    code: int = 0
    data: bytes = b""


def frame(command: bytes) -> bytes:
    """A command as it goes over the wire: normal, or extended where it is long (6.2.1.1, 6.2.1.2).

    >>> frame(ASK_VERSION).hex()
    '0000ff02fed4022a00'
    """
    body = bytes([_TO_CHIP]) + command
    length = len(body)
    if length < 0x100:
        head = bytes([length, -length & 0xFF])
    else:
        high, low = divmod(length, 0x100)
        head = bytes([0xFF, 0xFF, high, low, -(high + low) & 0xFF])
    return b"\x00\x00\xff" + head + body + bytes([-sum(body) & 0xFF, 0x00])


class Frames:
    """Takes bytes as they come, in pieces of any size, and gives the frames in them.

    What lies between frames is nobody's.  A frame's length is the one that it tells.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Received]:
        """More bytes."""
        self._buffer += data
        while (received := self._next()) is not None:
            yield received

    def clear(self) -> None:
        """Forget what began."""
        self._buffer.clear()

    @property
    def missing(self) -> int:
        """How many bytes the frame still wants that began; 0: none has, or it doesn't say yet."""
        end = self._end()
        return 0 if end is None else max(0, end - len(self._buffer))

    def _end(self) -> int | None:
        """Where the frame ends that begins with the buffer's start code; None: not yet known, or nowhere."""
        head = bytes(self._buffer[2:7])
        if len(head) < 2:
            return None
        if head[:2] in (b"\x00\xff", b"\xff\x00"):
            return 4
        if head[:2] == b"\xff\xff":
            if len(head) < 5:
                return None
            return 7 + head[2] * 0x100 + head[3] + 1
        return 4 + head[0] + 1

    def _next(self) -> Received | None:
        start = self._buffer.find(b"\x00\xff")
        if start < 0:
            del self._buffer[: max(0, len(self._buffer) - 1)]
            return None
        del self._buffer[:start]
        end = self._end()
        if end is None:
            return None
        length, check = self._buffer[2], self._buffer[3]
        if (length, check) == (0x00, 0xFF):
            return self._take(4, Received(Kind.ACK))
        if (length, check) == (0xFF, 0x00):
            return self._take(4, Received(Kind.NACK))
        is_extended = (length, check) == (0xFF, 0xFF)
        lengths = self._buffer[4:7] if is_extended else self._buffer[2:4]
        if sum(lengths) & 0xFF or end == 5:
            return self._take(2, Received(Kind.BROKEN))  # what follows may hold a frame of its own
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[7 if is_extended else 4 : end])
        if sum(body) & 0xFF:
            return self._take(2, Received(Kind.BROKEN))
        if body[0] == _ERROR:
            return self._take(end, Received(Kind.ERROR))
        if body[0] != _TO_HOST or len(body) < 3:
            return self._take(end, Received(Kind.BROKEN))
        return self._take(end, Received(Kind.ANSWER, body[1], body[2:-1]))

    def _take(self, count: int, received: Received) -> Received:
        del self._buffer[:count]
        return received


class NotAsInTheManual(ValueError):
    """An answer whose checksums are right says what can't be."""


def firmware(data: bytes) -> str:
    """What GetFirmwareVersion answers, for people (7.2.2).  Raises `NotAsInTheManual`.

    >>> firmware(bytes.fromhex("32010607"))
    'PN532 firmware 1.6'
    """
    if len(data) != 4 or data[0] != _IC:
        raise NotAsInTheManual(f"no PN532 says {data.hex()} when it is asked for its version")
    return f"PN532 firmware {data[1]}.{data[2]}"


def targets(data: bytes) -> list[TagId]:
    """The ids in an answer to `LIST` (7.3.5): type A, with or without an ATS.  Raises `NotAsInTheManual`."""
    if not data:
        raise NotAsInTheManual("the list of tags is empty of everything")
    found: list[TagId] = []
    rest = data[1:]
    for _ in range(data[0]):
        # Target number, SENS_RES, SEL_RES, and the id with its length.
        if len(rest) < 5 or rest[4] not in ID_SIZES or len(rest) < 5 + rest[4]:
            raise NotAsInTheManual(f"no list of tags: {data.hex()}")
        end = 5 + rest[4]
        found.append(tag_id(rest[5:end]))
        if rest[3] & _IS_ISO_14443_4 and end < len(rest) and _is_ats(rest, end, len(found) < data[0]):
            end += rest[end]
        rest = rest[end:]
    return found


def _is_ats(rest: bytes, at: int, others_follow: bool) -> bool:
    """An ATS begins with its own length.  Without RATS the next target begins there, whose number is its first byte."""
    length = rest[at]
    if not others_follow:
        return length == len(rest) - at
    return length > 1 and at + length < len(rest) and rest[at + length] == rest[0] + 1
