"""Keyboard-type readers as key codes: what they type, and the ids that it stands for.  No I/O.

Codes are those of ``linux/input-event-codes.h``: places on a keyboard, whatever its layout prints on them.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, NamedTuple, TypeAlias

from hardware.api import TagId
from hardware.readers.iso14443 import ID_SIZES, tag_id

_TOP_ROW: Final = {code: str((code - 1) % 10) for code in range(2, 12)}
_KEYPAD: Final = {71: "7", 72: "8", 73: "9", 75: "4", 76: "5", 77: "6", 79: "1", 80: "2", 81: "3", 82: "0"}
_LETTERS: Final = {30: "a", 48: "b", 46: "c", 32: "d", 18: "e", 33: "f"}
_ENTER: Final = frozenset({28, 96})
_IGNORED: Final = frozenset({42, 54, 29, 97, 56, 100, 58, 69, 125, 126})
"""Shift, control, alt, caps lock, num lock, meta: they change characters, not codes."""
DIGITS: Final = _TOP_ROW | _KEYPAD
_DOWN: Final = 1
"""Of a key event: 0 is up, 2 is a repeat."""
LINE_S: Final = 1.0
"""A reader types faster; a gap as long as this ends a number that had no Enter."""

NumberForm: TypeAlias = Literal["decimal", "hex"]


@dataclass(frozen=True, slots=True)
class Numbering:
    """How a reader writes the id of a tag."""

    form: NumberForm = "decimal"
    is_reversed: bool = False
    """It types the last byte of the id first."""
    id_bytes: int | None = None
    """4, 7 or 10; None: as many as the number needs."""

    def tag(self, typed: str) -> TagId | None:
        """The id that was typed; None where no id is written so.

        >>> Numbering().tag("0077710019")
        '04A1C2C3'
        >>> Numbering("hex", is_reversed=True).tag("c3c2a104")
        '04A1C2C3'
        """
        try:
            number = int(typed, 16 if self.form == "hex" else 10)
        except ValueError:
            return None
        least = (len(typed) + 1) // 2 if self.form == "hex" else (number.bit_length() + 7) // 8
        size = self.id_bytes or next((size for size in ID_SIZES if size >= least), 0)
        if not number or not 0 < least <= size:
            return None
        return tag_id(number.to_bytes(size, "little" if self.is_reversed else "big"))


class Key(NamedTuple):
    """An event of an input device: *code* of the key, *value* 1 down, 0 up, 2 repeated; *at* in seconds."""

    code: int
    value: int
    at: float


class Typed(Enum):
    """What a key came to, when it wasn't an id."""

    NOTHING = "nothing"
    GARBLED = "garbled"
    """A line, or what was left of one without Enter, is no id."""


class Keys:
    """Takes key events, gives ids.  An id counts when Enter follows on it within `LINE_S` of each of its digits."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._line = ""
        self._is_spoilt = False
        self._last_at = 0.0

    def key(self, key: Key) -> TagId | Typed:
        """One event."""
        if key.value != _DOWN or key.code in _IGNORED:
            return Typed.NOTHING
        told: TagId | Typed = Typed.NOTHING
        if self._line and not 0 <= key.at - self._last_at < LINE_S:
            told = self._end(None)
        self._last_at = key.at
        if key.code in _ENTER:
            return self._end(self._numbering.tag(self._line)) if self._line or self._is_spoilt else told
        character = DIGITS.get(key.code) or (_LETTERS.get(key.code) if self._numbering.form == "hex" else None)
        if character is None:
            self._is_spoilt = True
        else:
            self._line += character
        return told

    def _end(self, tag: TagId | None) -> TagId | Typed:
        tag = None if self._is_spoilt else tag
        self._line, self._is_spoilt = "", False
        return Typed.GARBLED if tag is None else tag


def can_type_ids(codes: Set[int]) -> bool:
    """Whether a device with these keys has all digits, in one place or the other, and Enter."""
    return bool(codes & _ENTER) and (_TOP_ROW.keys() <= codes or _KEYPAD.keys() <= codes)
