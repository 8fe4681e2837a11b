"""What lies on the readers, and which of it is news: a tag counts once nothing more has come for a moment.

Two pieces laid down together are read in one look, or in two: who acts at the first would take the other for the
answer to the next question.
"""

from __future__ import annotations

from typing import Final

from companion.referee.api import Sensed

SETTLE_S: Final = 0.25
"""So long nothing has changed on a reader: more than two looks."""


class Taps:
    """What lies where, and what has come since it was last asked for."""

    def __init__(self) -> None:
        self._lying: dict[str, dict[str, Sensed]] = {}
        self._fresh: dict[str, dict[str, Sensed]] = {}
        self._due: dict[str, float] = {}
        self._contested: dict[str, dict[str, Sensed]] = {}

    @property
    def deadline(self) -> float | None:
        """When something has lain long enough."""
        return min(self._due.values(), default=None)

    def heard(self, sensed: Sensed, at: float) -> None:
        """A tag was placed, or lifted: a tap is both, and counts all the same."""
        lying = self._lying.setdefault(sensed.reader, {})
        if sensed.is_placed:
            lying[sensed.tag] = sensed
            self._fresh.setdefault(sensed.reader, {})[sensed.tag] = sensed
        else:
            lying.pop(sensed.tag, None)
            contested = self._contested.get(sensed.reader, {})
            if sensed.tag in contested:  # what is left there is what was meant
                del self._contested[sensed.reader]
                rest = {tag: each for tag, each in contested.items() if tag in lying}
                self._fresh.setdefault(sensed.reader, {}).update(rest)
        if self._fresh.get(sensed.reader):
            self._due[sensed.reader] = at + SETTLE_S

    def settled(self, at: float) -> list[tuple[Sensed, ...]]:
        """What was placed, a reader an entry, and has settled by now; it is news once."""
        due = [reader for reader, when in self._due.items() if when <= at]
        for reader in due:
            del self._due[reader]
            self._contested.pop(reader, None)
        return [tuple(self._fresh.pop(reader).values()) for reader in due]

    def contest(self, several: tuple[Sensed, ...]) -> None:
        """More than one of these could be meant: the others are news once one is lifted."""
        for sensed in several:
            if sensed.tag in self._lying.get(sensed.reader, {}):
                self._contested.setdefault(sensed.reader, {})[sensed.tag] = sensed

    def forget(self, reader: str, tag: str) -> None:
        """It has been understood, and is no news any more."""
        fresh = self._fresh.get(reader, {})
        if fresh.pop(tag, None) is not None and not fresh:
            del self._fresh[reader], self._due[reader]

    def lies(self, piece: str) -> bool:
        """Whether this piece lies on any reader."""
        return any(sensed.piece == piece for lying in self._lying.values() for sensed in lying.values())
