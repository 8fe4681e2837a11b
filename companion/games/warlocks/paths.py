"""Where a move of exactly so many steps can end, if no space is entered twice.

Walking every such way is hopeless where spaces have four neighbours (a 10 x 10 grid has 300,000 ways of twelve steps).
So the search looks only for ends that it hasn't found yet, and leaves a way as soon as none of them can still be
reached with the steps that are left.  Sets of spaces are bits of an `int`.  What was found is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

_BYTE: Final = 8


class Paths:
    """The ways over one board, found when they are asked for.

    *neighbours*: for each space those beside it.  *stops*: a move that comes to one of them ends there, whatever is
    left of it.  *last*: can be entered with the very last step alone.
    """

    def __init__(
        self, neighbours: Sequence[Collection[int]], stops: Collection[int], last: Collection[int] = ()
    ) -> None:
        self._near: Final = tuple(_bits(beside) for beside in neighbours)
        self._stops: Final = _bits(stops)
        self._last: Final = _bits(last)
        self._open: Final = (1 << len(self._near)) - 1 & ~self._stops & ~self._last
        """The spaces that a way can go through."""
        self._around: Final = tuple(self._table(first) for first in range(0, len(self._near), _BYTE))
        self._found: Final[dict[tuple[int, int], tuple[int, ...]]] = {}

    def _table(self, first: int) -> tuple[int, ...]:
        """For every set of eight spaces, from *first* on, all that are beside one of them."""
        table = [0]
        for near in self._near[first : first + _BYTE]:
            table += [around | near for around in table]
        return tuple(table)

    def ends(self, start: int, steps: int) -> tuple[int, ...]:
        """Where *steps* steps from *start* can end, in the board's order; *start* is never entered again."""
        key = (start, steps)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = tuple(_each(self._stopped(start, steps) | self._exact(start, steps)))
        return found

    def longest(self, start: int, steps: int, closed: Collection[int] = ()) -> tuple[int, ...]:
        """The same, or where the longest shorter move can end if there is none; *closed* spaces, of *last*, are walls.

        A shorter move never ends on one of *last*.
        """
        ends = tuple([end for end in self.ends(start, steps) if end not in closed])
        while not ends and steps > 1:
            steps -= 1
            ends = tuple([end for end in self.ends(start, steps) if not self._last >> end & 1])
        return ends

    def _beside(self, spaces: int) -> int:
        """All that are beside one of *spaces*."""
        beside = 0
        for table in self._around:
            if not spaces:
                break
            beside |= table[spaces & 255]
            spaces >>= _BYTE
        return beside

    def _stopped(self, start: int, steps: int) -> int:
        """The stops that lie on a way of so many steps or fewer: the shortest way to a space enters none twice."""
        reached = layer = 1 << start
        stopped = 0
        for _ in range(steps):
            beside = self._beside(layer)
            stopped |= beside & self._stops & ~(1 << start)
            layer = beside & self._open & ~reached
            reached |= layer
        return stopped

    def _exact(self, start: int, steps: int) -> int:
        """The other spaces at which a way of exactly so many steps ends."""
        near, beside, last = self._near, self._beside, self._last
        found = 0

        def search(here: int, left: int, free: int) -> None:
            """Go on from *here* over spaces that are *free*."""
            nonlocal found
            if left == 1:
                found |= near[here] & (free | last)
                return
            onward = near[here] & free
            for step in _each(onward):
                still_free = free & ~(1 << step)
                hoped = 1 << step
                for _ in range(left - 2):
                    hoped = beside(hoped) & still_free
                if beside(hoped) & (still_free | last) & ~found:
                    search(step, left - 1, still_free)

        if steps:
            search(start, steps, self._open & ~(1 << start))
        return found & ~(1 << start)


def _bits(spaces: Collection[int]) -> int:
    return sum(1 << space for space in set(spaces))


def _each(spaces: int) -> Iterator[int]:
    while spaces:
        lowest = spaces & -spaces
        yield lowest.bit_length() - 1
        spaces ^= lowest
