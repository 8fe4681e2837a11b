"""Ids of tags, as people and readers write them: one spelling for each, and what can't be one.

An id is 4, 7 or 10 bytes.  ISO/IEC 14443-3, 6.5.4: four bytes that begin with 08 are another id at each meeting, and 88
where a level of an id begins says that the id goes on; so it can't be the first byte of a level that ends one.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import xor
from typing import Final, NamedTuple

SIZES: Final = (4, 7, 10)
_SEPARATORS: Final = re.compile(r"[\s:.\-]+")
_CASCADE: Final = 0x88
_RANDOM: Final = 0x08


class WrongId(ValueError):
    """No tag has this id."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


class Likeness(NamedTuple):
    """Two ids that are most likely one tag's."""

    tag: str
    """The other one, as it is known."""
    is_reversed: bool
    is_decimal: bool

    def __str__(self) -> str:
        how = "read backwards" if self.is_reversed else ""
        number = "as a decimal number" if self.is_decimal else ""
        return f"{self.tag} {' and '.join(word for word in (how, number) if word)}"


def canonical(written: str) -> str:
    """The id in upper-case hex, whatever separates its bytes.  Raises `WrongId` for what can't be one.

    >>> canonical("04:a1:b2:c3"), canonical("04-A1 b2 C3")
    ('04A1B2C3', '04A1B2C3')
    """
    digits = _SEPARATORS.sub("", written).upper()
    if not digits:
        raise WrongId("it is empty", "write the id of a tag")
    strange = sorted({c for c in digits if c not in "0123456789ABCDEF"})
    if strange:
        raise WrongId(f"{''.join(strange)} is no hex digit", "write an id in 0 to 9 and A to F")
    id = bytes.fromhex(digits) if len(digits) % 2 == 0 else b""
    if len(id) not in SIZES:
        raise WrongId(f"{_counted(digits)}, and ids have 4, 7 or 10", _mended(digits, id))
    if (len(id) == 4 and id[0] == _CASCADE) or (len(id) == 7 and id[3] == _CASCADE):
        raise WrongId("it is a part of a longer id: 88 says that more follows", "read the tag with another reader")
    if len(set(id)) == 1 and id[0] in (0x00, 0xFF):
        raise WrongId("no tag says this, but a line that isn't connected", "read the tag again")
    return digits


def is_random(tag: str) -> bool:
    """Whether it is made up anew at each meeting, as by telephones and bank cards."""
    return len(tag) == 8 and int(tag[:2], 16) == _RANDOM


def likeness(written: str, tag: str) -> Likeness | None:
    """Whether what a reader wrote is *tag*, which is known, read backwards or as a decimal number.

    >>> str(likeness("C3B2A104", "04A1B2C3"))
    '04A1B2C3 read backwards'
    >>> str(likeness("0077705923", "04A1B2C3"))
    '04A1B2C3 as a decimal number'
    """
    digits = _SEPARATORS.sub("", written).upper()
    backwards = bytes.fromhex(tag)[::-1].hex().upper()
    if digits == tag:
        return None
    if digits == backwards:
        return Likeness(tag, True, False)
    if digits.isascii() and digits.isdecimal():
        number = int(digits)
        if number in (int(tag, 16), int(backwards, 16)):
            return Likeness(tag, number != int(tag, 16), True)
    return None


def _counted(digits: str) -> str:
    count, unit = (len(digits), "digit") if len(digits) % 2 else (len(digits) // 2, "byte")
    return f"it has {count} {unit}{'' if count == 1 else 's'}"


def _mended(digits: str, id: bytes) -> str:
    if len(id) == 5 and reduce(xor, id[:4]) == id[4]:
        return f"the last byte is a check byte: write {digits[:8]}"
    if len(id) == 8 and id[0] == _CASCADE:
        return f"the first byte, 88, is none of the id's: write {digits[2:]}"
    if digits.isdecimal() and len(digits) >= 9 and int(digits) < 1 << 32:
        return f"a decimal number? Then write {int(digits):08X}"
    return "write two hex digits a byte"


def looks_like_an_id(typed: str) -> bool:
    """Whether somebody who typed this meant an id, be it right or wrong: eight digits at least."""
    digits = _SEPARATORS.sub("", typed)
    return len(digits) >= 8 and all(c in "0123456789abcdefABCDEF" for c in digits)
