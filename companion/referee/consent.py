"""Consent: the others are asked in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.kernel import Seat
from companion.rules.log import Row


class Belief(NamedTuple):
    """What can't be by all that is known, and what somebody insists on: this answer of chance."""

    key: str
    piece: str
    """The piece that was tapped."""


class Consent:
    """Who has still to be asked: whether it may go back to before a row, a choice or a reading; or what to believe."""

    def __init__(self, about: Row | Belief, others: Sequence[Seat]) -> None:
        """*others* is never empty; seats that the box plays agree unasked and aren't in it."""
        self.about = about
        self._left = list(others)

    @property
    def asked(self) -> Seat:
        """Who is asked now."""
        return self._left[0]

    def next(self) -> bool:
        """Go to the next seat; False when all were asked."""
        self._left.pop(0)
        return bool(self._left)
