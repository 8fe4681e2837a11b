"""Pieces with tags at the simulated table, and how one of them is picked out: no widget, no clock.

A piece is found by a few letters of its id or its name.  What can't be known from outside, which of the tokens that lie
face down is which, is left to chance: `Picking.any_of_these`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from companion.daemon.tag_book import Tagged
from companion.screen.layout import shorten
from companion.words import Words


class ReaderWorld(Protocol):
    """Readers, and hands that lay tags there; `hardware.twin.world.World` has it all."""

    @property
    def roles(self) -> Sequence[str]:
        """Of the readers: ``table``, ``seat/1`` …"""

    def place(self, role: str, uid: str) -> None:
        """Lay a tag on a reader."""

    def lift(self, role: str, uid: str = "") -> None:
        """Take it away."""

    def lying(self, role: str) -> Sequence[str]:
        """What lies there."""


@dataclass(frozen=True, slots=True)
class Tappable:
    """The readers, and the pieces that can be laid on them."""

    world: ReaderWorld
    pieces: Callable[[], Sequence[Tagged]]
    """Those of the game that is played, or of all while none is."""

    def lying(self) -> str:
        """What lies where, in one line: ``table: token/17  seat/2: power/7``."""
        names = {tagged.tag: tagged.piece.id for tagged in self.pieces()}
        there = {role: [names.get(tag, tag) for tag in self.world.lying(role)] for role in self.world.roles}
        return "  ".join(f"{role}: {', '.join(ids)}" for role, ids in there.items() if ids)


class Picking:
    """Somebody looks for a piece."""

    def __init__(self, tappable: Tappable, role: str, words: Words, random: Random) -> None:
        """*role*: the reader at first."""
        self._world, self._words, self._random = tappable.world, words, random
        self._all = list(tappable.pieces())
        self.role = role
        self.typed = ""
        self._caret = 0

    @property
    def found(self) -> list[Tagged]:
        """What fits what was typed."""
        parts = self.typed.casefold().split()
        return [each for each in self._all if all(part in self._called(each).casefold() for part in parts)]

    @property
    def picked(self) -> Tagged | None:
        """The one at the caret; None where nothing fits."""
        found = self.found
        return found[self._caret] if found else None

    def lies(self, tagged: Tagged) -> bool:
        """Whether it lies on this reader."""
        return tagged.tag in self._world.lying(self.role)

    def type(self, character: str) -> None:
        """A letter more."""
        self.typed += character
        self._caret = 0

    def erase(self) -> None:
        """One less."""
        self.typed = self.typed[:-1]
        self._caret = 0

    def move(self, by: int) -> None:
        """The caret, round the ends."""
        self._caret = (self._caret + by) % max(1, len(self.found))

    def next_reader(self, by: int = 1) -> None:
        """Another reader, round the ends."""
        roles = list(self._world.roles)
        self.role = roles[(roles.index(self.role) + by) % len(roles)]
        self._caret = 0

    def any_of_these(self) -> None:
        """The caret to one that doesn't lie there, by chance: as a hand does that turns one of many."""
        if free := [n for n, each in enumerate(self.found) if not self.lies(each)]:
            self._caret = self._random.choice(free)

    def rows(self, count: int, columns: int) -> str:
        """So many rows around the caret."""
        found = self.found
        first = max(0, min(self._caret - count // 2, len(found) - count))
        return "\n".join(
            ("> " if n == self._caret else "  ")
            + ("● " if self.lies(each) else "  ")
            + shorten(self._called(each), columns)
            for n, each in enumerate(found[first : first + count], first)
        )

    def _called(self, tagged: Tagged) -> str:
        return f"{tagged.piece.id:<18} {self._words.say(tagged.piece.name)}"
