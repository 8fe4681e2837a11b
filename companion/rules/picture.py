"""Pictures that go with news: where people would rather look than read."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from companion.rules.text import Text


class Dice(NamedTuple):
    """Dice as they lie on the table, 1 to *sides* each: six have pips, others a number."""

    pips: tuple[int, ...]
    sides: int = 6


class Tally(NamedTuple):
    """Two sides that each collect points up to *goal*; *left_sum* and *right_sum* are the last sums, as ``4+3+2=9``.

    *marks* are what a point of each side looks like: ``✊``, ``☠`` or ``●``.
    """

    left: Text
    left_points: int
    left_sum: str
    right: Text
    right_points: int
    right_sum: str
    goal: int
    marks: tuple[str, str] = ("●", "●")


class Meter(NamedTuple):
    """A bar: *value* of *limit*."""

    label: Text
    value: int
    limit: int


Picture: TypeAlias = Dice | Tally | Meter
