"""How tags are told apart by their ids: ISO/IEC 14443-3, type A.  Codec and search, no I/O.

Sections are those of ISO/IEC 14443-3:2018, clause 6, whose table of contents was at hand; the text was not, and is
cited from memory.  Frames, cascade and check bytes agree with what was read of the data sheets of tags (NTAG213F/216F
Rev. 3.1, 9 and 9.1; NTAG203 Rev. 3.0, 8.8.3 and 8.8.4).

`search` is a generator: it yields frames to send and gets replies, so it runs over any chip that sends single frames.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import reduce
from operator import xor
from typing import Final, NamedTuple, TypeAlias

from hardware.api import Inventory, TagId

CASCADE_TAG: Final = 0x88
"""CT, in place of the first byte of an id that goes on at the next cascade level (6.5.4)."""
ID_SIZES: Final = (4, 7, 10)
SELECT_CODES: Final = (0x93, 0x95, 0x97)
"""SEL of cascade levels 1 to 3 (6.5.3.2)."""
_SAK_GOES_ON: Final = 0x04
"""The id isn't complete (6.5.3.4)."""
_LEVEL_BITS: Final = 32
_WHOLE: Final = 0x70
"""NVB of a SELECT: all of the level is known (6.5.3.3)."""


class Frame(NamedTuple):
    """What a reader sends."""

    data: bytes
    last_bits: int = 0
    """So many bits of the last byte are sent; 0: all."""

    @property
    def align(self) -> int:
        """The place, in its byte, of the first bit of the reply: it goes on where the frame ended (6.2.3.3)."""
        return self.last_bits if len(self.data) > 1 else 0


class Reply(NamedTuple):
    """What came back.  Bits before the frame's alignment are nobody's."""

    data: bytes
    collision: int | None = None
    """Two tags sent different bits: the first such bit, counted from 0 as the chip counts (`PLACES`); -1: unknown."""
    is_broken: bool = False
    """Parity or framing was wrong."""


Silence: TypeAlias = None
WUPA: Final = Frame(b"\x52", 7)
"""Wakes tags in IDLE and in HALT (6.4.1)."""


def crc_a(data: bytes) -> bytes:
    """The check bytes of 6.2.4, low byte first.

    >>> crc_a(bytes([0x50, 0x00])).hex()
    '57cd'
    """
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return crc.to_bytes(2, "little")


def bcc(level: bytes) -> int:
    """The check byte over the four bytes of a cascade level (6.5.4)."""
    return reduce(xor, level)


HLTA: Final = Frame(b"\x50\x00" + crc_a(b"\x50\x00"))
"""Puts the selected tag to rest; nobody answers (6.4.3).  Tags that were awake and not selected go back to sleep."""


def tag_id(uid: bytes) -> TagId:
    """Raises `ValueError` for a size that no tag has.

    >>> tag_id(bytes.fromhex("04a1b2c3d4e580"))
    '04A1B2C3D4E580'
    """
    if len(uid) not in ID_SIZES:
        raise ValueError(f"an id has 4, 7 or 10 bytes, not {len(uid)}")
    return TagId(uid.hex().upper())


def is_random(tag: TagId) -> bool:
    """Whether this is another id at each meeting, as of telephones and bank cards: four bytes that begin with 08
    (6.5.4).  Such a tag can't be known again."""
    return len(tag) == 8 and tag.startswith("08")


class Known(NamedTuple):
    """The first bits of a cascade level, the first one lowest."""

    value: int = 0
    bits: int = 0

    def then(self, bit: int) -> Known:
        """One bit more."""
        return Known(self.value | bit << self.bits, self.bits + 1)

    def cut(self, bits: int) -> Known:
        """No more than so many."""
        return Known(self.value & (1 << bits) - 1, bits)


def anticollision(level: int, known: Known) -> Frame:
    """Asks all tags whose level (0 to 2) begins so for the rest of it (6.4.2)."""
    whole, rest = divmod(known.bits, 8)
    nvb = (2 + whole) << 4 | rest
    return Frame(bytes([SELECT_CODES[level], nvb]) + known.value.to_bytes(5, "little")[: whole + bool(rest)], rest)


def select(level: int, level_bytes: bytes) -> Frame:
    """Selects the tag with these four bytes (6.4.2)."""
    body = bytes([SELECT_CODES[level], _WHOLE, *level_bytes, bcc(level_bytes)])
    return Frame(body + crc_a(body))


def rest_of_level(known: Known, reply: Reply) -> bytes | None:
    """The four bytes that *known* and a clean reply make; None where the check byte or the length is wrong."""
    first, align = divmod(known.bits, 8)
    if reply.is_broken or len(reply.data) != 5 - first:
        return None
    value = known.value | int.from_bytes(reply.data, "little") >> align << known.bits
    *level, check = value.to_bytes(5, "little")
    return bytes(level) if bcc(bytes(level)) == check else None


PLACES: Final[tuple[Callable[[Known, int], int], ...]] = (
    lambda known, count: known.bits // 8 * 8 + count,
    lambda known, count: known.bits + count,
    lambda known, count: count,
)
"""Where in the level a collision is that was counted in the bytes of the reply, in the bits that came, or in the level:
chips differ, and are silent about it.  All agree where nothing was known."""


def up_to(known: Known, reply: Reply, place: int) -> Known | None:
    """*known* and what all tags sent before the bit at *place*; None where that can't be."""
    first, align = divmod(known.bits, 8)
    if not known.bits <= place < _LEVEL_BITS or place // 8 >= first + len(reply.data):
        return None
    return Known(known.value | int.from_bytes(reply.data, "little") >> align << known.bits, place).cut(place)


def sak(reply: Reply | Silence) -> int | None:
    """What a SELECT was answered with; None where it wasn't, or the check bytes are wrong."""
    if reply is None or reply.is_broken or reply.collision is not None or len(reply.data) != 3:
        return None
    return reply.data[0] if crc_a(reply.data[:1]) == reply.data[1:] else None


class Branch(NamedTuple):
    """Where tags may still be: below these levels, which were selected, and these bits of the next one."""

    levels: tuple[bytes, ...] = ()
    known: Known = Known()
    asked: int = 0
    """So many bits were known when a collision was told; `known` has those on which the tags agreed, and one more."""
    ways: int = 0
    """So many `PLACES` were left by which it was told; 0: it wasn't told where."""

    @property
    def must_answer(self) -> bool:
        """Whether somebody is there beyond doubt: how a collision in a whole level is counted, all agree on."""
        return not self.known.bits or (not self.asked and bool(self.ways))

    @property
    def is_leap(self) -> bool:
        """Whether it relies on where a collision was said to be."""
        return self.known.bits > self.asked + 1

    def other(self) -> Branch:
        """The one with the other last bit."""
        return self._replace(known=self.known._replace(value=self.known.value ^ 1 << self.known.bits - 1))


Search: TypeAlias = Generator[Frame, Reply | Silence, Inventory]
_Steps: TypeAlias = Generator[Frame, Reply | Silence, None]


def search(were_there: bool = False) -> Search:
    """Find every tag in the field, and leave all of them at rest.  *were_there*: a silent field is asked twice.

    Each tag is woken, told apart bit by bit, selected and put to rest again; a collision leaves a branch for later.  A
    WUPA wakes those that rest already, too, which then answer in their own branches alone.

    Where a collision is, is read as `PLACES` has it, till that leads to a branch which is empty, as can't be; where no
    way to read it is left, tags are told apart one bit at a time, for which nothing needs to be believed.  What garbage
    answers is searched for ever: whoever sends the frames counts them, and throws `TimeIsUp` in.
    """
    return _Search().run(were_there)


class TimeIsUp(Exception):
    """Thrown into a `search` that takes too long: it ends with what it has found."""


class _Search:
    def __init__(self) -> None:
        self._found: set[TagId] = set()
        self._unread = 0
        self._places = PLACES
        self._branches = [Branch()]

    def run(self, were_there: bool) -> Search:
        try:
            yield from self._run(were_there)
        except TimeIsUp:
            self._unread += 1
        return Inventory(frozenset(self._found), self._unread)

    def _run(self, were_there: bool) -> _Steps:
        while self._branches:
            branch = self._branches.pop()
            is_told = branch != Branch()
            reply = yield WUPA
            if reply is None and (were_there or is_told):
                reply = yield WUPA  # a tag that was awake took the first for a mistake, and fell asleep (6.3.3)
            if reply is None:
                self._unread += is_told
            else:
                yield from self._descend(branch)
                yield HLTA

    def _descend(self, branch: Branch) -> _Steps:
        """From a branch to a tag; what else is met on the way becomes a branch."""
        for n, level in enumerate(branch.levels):
            if sak((yield select(n, level))) is None:
                self._unread += 1
                return
        while True:
            levels, known, _, _ = branch
            reply = yield anticollision(len(levels), known)
            if reply is None:
                if not branch.known.bits or branch.is_leap or self._branches[-1:] != [branch.other()]:
                    self._nobody(branch)
                    return
                self._unread += branch.must_answer
                branch = self._branches.pop()  # whom a frame doesn't mean stays awake (6.4.2): no new call
            elif reply.collision is not None:
                if known.bits == _LEVEL_BITS:
                    self._unread += 1
                    return
                agreed = self._agreed(known, reply, reply.collision)
                ways = len(self._places) if agreed else 0
                branch = Branch(levels, (agreed or known).then(1), known.bits, ways)
                self._branches.append(branch.other())
            else:
                own = rest_of_level(known, reply)
                answer = None if own is None else sak((yield select(len(levels), own)))
                if own is None or answer is None:
                    self._unread += 1
                    return
                goes_on = bool(answer & _SAK_GOES_ON)
                if goes_on is not (own[0] == CASCADE_TAG and len(levels) < 2):
                    self._unread += 1
                    return
                if not goes_on:
                    self._found.add(tag_id(b"".join(level[1:] for level in levels) + own))
                    return
                branch = Branch((*levels, own))

    def _agreed(self, known: Known, reply: Reply, count: int) -> Known | None:
        """What all tags of a branch have in common; None where that isn't told."""
        for place in self._places:
            if (agreed := up_to(known, reply, place(known, count))) is not None:
                return agreed
            if known.bits and count >= 0:
                self._places = self._places[1:]
        return None

    def _nobody(self, branch: Branch) -> None:
        """A branch is empty.  Where tags collided there are tags for either bit: then the place was another."""
        levels, known, asked, ways = branch
        if branch.is_leap and asked:
            if ways == len(self._places):
                self._places = self._places[1:]
            if branch.other() in self._branches:
                self._branches.remove(branch.other())
            again = Branch(levels, known.cut(asked).then(1), asked, ways)
            self._branches += [again.other(), again]
        else:
            self._unread += branch.must_answer
