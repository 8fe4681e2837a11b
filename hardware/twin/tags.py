"""Simulated tags in a field: bits go in, and what all of them answer at once comes out.

Source: ISO/IEC 14443-3, type A (6.3 states, 6.4 commands, 6.5 select sequence), from memory but for what the data sheet
NTAG213F/216F (Rev. 3.1, 8.4) says of states.  Assumed: a tag that hears another's SELECT falls back to IDLE or HALT
(`stays_ready` for the other reading); where answers differ in length, the longer one goes on alone.
"""

from __future__ import annotations

import random
from enum import Enum
from typing import Final, NamedTuple

from hardware.readers.iso14443 import CASCADE_TAG, ID_SIZES, SELECT_CODES, bcc, crc_a

_REQA: Final = 0x26
_WUPA: Final = 0x52
_HLTA: Final = b"\x50\x00"


class TagState(Enum):
    """What a tag listens to."""

    OFF = "off"
    IDLE = "idle"
    READY = "ready"
    ACTIVE = "active"
    HALT = "halt"


class Air(NamedTuple):
    """What a reader's antenna gets: data bits, the first one first."""

    bits: tuple[int, ...]
    collision: int | None
    """The place of the first bit on which the tags don't agree."""
    is_parity_right: bool = True


def to_bits(data: bytes, count: int | None = None) -> list[int]:
    """The bits of *data* as they go through the air, lowest first; *count*: only so many."""
    bits = [byte >> n & 1 for byte in data for n in range(8)]
    return bits if count is None else bits[:count]


def to_bytes(bits: list[int]) -> bytes:
    """The reverse; the last byte is filled up with zeros."""
    return bytes(sum(bit << n for n, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))


class SimulatedTag:
    """One tag."""

    def __init__(self, uid: str | bytes, *, misses: int = 0, of: int = 1, seed: int = 1) -> None:
        """*uid* in hex.  A weak tag doesn't hear the first *misses* of each *of* calls to wake up."""
        self.uid = bytes.fromhex(uid) if isinstance(uid, str) else uid
        if len(self.uid) not in ID_SIZES:
            raise ValueError("an id has 4, 7 or 10 bytes")
        self.misses, self.of = misses, of
        self.has_wrong_bcc = False
        """Its check bytes are wrong, and its parity right; it minds no other's."""
        self.has_wrong_crc = False
        """The same of what it answers when it is selected."""
        self.stays_ready = False
        """It stays awake when another tag is selected."""
        self.state = TagState.OFF
        self._chance = random.Random(seed)
        self._calls = 0
        self._was_halted = False
        self._level = 0

    @property
    def levels(self) -> list[bytes]:
        """The four bytes of each cascade level."""
        uid, levels = self.uid, []
        while len(uid) > 4:
            levels.append(bytes([CASCADE_TAG]) + uid[:3])
            uid = uid[3:]
        return [*levels, uid]

    def power(self, on: bool) -> None:
        """The field comes, or goes."""
        if on is (self.state is TagState.OFF):
            self.state = TagState.IDLE if on else TagState.OFF
            self._was_halted = False

    def hear(self, bits: list[int]) -> list[int] | None:
        """A frame of the reader's; the answer, or None."""
        if self.state is TagState.OFF:
            return None
        data = to_bytes(bits)
        if len(bits) == 7:
            return self._called(data[0])
        if self.state is TagState.READY and data[0] in SELECT_CODES and len(data) > 1:
            return self._asked(SELECT_CODES.index(data[0]), data, bits)
        if self.state is TagState.ACTIVE and data == _HLTA + crc_a(_HLTA):
            self.state = TagState.HALT
            return None
        self._fall_back()
        return None

    def _called(self, call: int) -> list[int] | None:
        if self.state in (TagState.READY, TagState.ACTIVE):
            self._fall_back()
            return None
        if call not in (_REQA, _WUPA):
            return None
        self._calls += 1
        if (self._calls - 1) % self.of < self.misses:
            return None
        if self.state is TagState.HALT and call != _WUPA:
            return None
        self._was_halted = self.state is TagState.HALT
        self.state, self._level = TagState.READY, 0
        return to_bits(bytes([0x04 | ID_SIZES.index(len(self.uid)) << 6, 0x00]))

    def _asked(self, level: int, data: bytes, bits: list[int]) -> list[int] | None:
        if level != self._level:
            self._fall_back()
            return None
        mine = self.levels[level]
        check = bcc(mine) ^ self.has_wrong_bcc
        nvb = data[1]
        if nvb == 0x70:
            is_meant = data == (body := data[:2] + mine + bytes([check])) + crc_a(body)
            if not is_meant and not (self.has_wrong_bcc and data[2:6] == mine):
                if not self.stays_ready:
                    self._fall_back()
                return None
            is_last = level + 1 == len(self.levels)
            if is_last:
                self.state = TagState.ACTIVE
            else:
                self._level += 1
            answer = bytes([0x00 if is_last else 0x04])
            return to_bits(answer + (b"\0\0" if self.has_wrong_crc else crc_a(answer)))
        known = (nvb >> 4) * 8 + (nvb & 0x0F) - 16
        whole = to_bits(mine + bytes([check]))
        if len(bits) != known + 16 or not 0 <= known < len(whole) or bits[16:] != whole[:known]:
            return None
        return whole[known:]

    def _fall_back(self) -> None:
        if self.state is not TagState.HALT:
            self.state = TagState.HALT if self._was_halted else TagState.IDLE


class RandomTag(SimulatedTag):
    """A telephone or a bank card: four bytes from 08 on, new each time that it comes into a field."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__("08000000", seed=seed)

    def power(self, on: bool) -> None:
        """As `SimulatedTag` says."""
        if on and self.state is TagState.OFF:
            self.uid = b"\x08" + self._chance.randbytes(3)
        super().power(on)


class Field:
    """The place above one antenna."""

    def __init__(self, seed: int = 1) -> None:
        self.tags: list[SimulatedTag] = []
        self.is_on = False
        self.flips = 0
        """So many answers to come have one bit flipped, of which the parity tells."""
        self.exchanges = 0
        self._chance = random.Random(seed)

    def lay(self, *tags: SimulatedTag) -> None:
        """Put tags there."""
        for tag in tags:
            self.tags.append(tag)
            tag.power(self.is_on)

    def lift(self, *tags: SimulatedTag) -> None:
        """Take tags away; without any: all."""
        for tag in tags or tuple(self.tags):
            self.tags.remove(tag)
            tag.power(False)

    def power(self, on: bool) -> None:
        """The antenna goes on or off."""
        self.is_on = on
        for tag in self.tags:
            tag.power(on)

    def exchange(self, bits: list[int]) -> Air | None:
        """A frame of the reader's, and what comes back; None: nothing."""
        self.exchanges += 1
        answers = [answer for tag in self.tags if (answer := tag.hear(bits)) is not None]
        if not answers or not self.is_on:
            return None
        heard = [{answer[n] for answer in answers if n < len(answer)} for n in range(max(map(len, answers)))]
        collision = next((n for n, levels in enumerate(heard) if len(levels) > 1), None)
        mixed = [max(levels) for levels in heard]
        if self.flips:
            self.flips -= 1
            mixed[self._chance.randrange(len(mixed))] ^= 1
            return Air(tuple(mixed), collision, False)
        return Air(tuple(mixed), collision)
