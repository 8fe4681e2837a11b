"""Where a move of exact length can end, in Warlocks & Warriors: that the search finds all of it, and how soon.

Held against a plain depth-first search that walks every way and knows nothing else: from every space, all lengths from
1 to 12, over a grid of 10 x 10 without and with squares and a castle, and over the board that is shipped.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import NamedTuple

from companion.games.warlocks.paths import Paths
from tests.bench.row import Figure, Row
from tests.bench.warlocks_boards import shipped_ground

SIDE = 10
LONGEST = 12
AT_MOST_MS = 100


class Ground(NamedTuple):
    """A board, as far as moves go."""

    neighbours: Sequence[Collection[int]]
    stops: Collection[int] = ()
    last: Collection[int] = ()

    def ends(self, start: int) -> list[set[int]]:
        """By plain search: for each length, from 0 on, where a way from *start* ends."""
        found: list[set[int]] = [set() for _ in range(LONGEST + 1)]
        on_the_way = {start}

        def walk(here: int, length: int) -> None:
            for there in self.neighbours[here]:
                if there in on_the_way:
                    continue
                if there in self.stops:
                    for longer in range(length, LONGEST + 1):
                        found[longer].add(there)
                    continue
                found[length].add(there)
                if length < LONGEST and there not in self.last:
                    on_the_way.add(there)
                    walk(there, length + 1)
                    on_the_way.remove(there)

        walk(start, 1)
        return found


def grid(side: int) -> list[list[int]]:
    """Each space of a grid with those beside it."""
    beside = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    rows = range(side)
    return [
        [(y + dy) * side + x + dx for dx, dy in beside if x + dx in rows and y + dy in rows] for y in rows for x in rows
    ]


def complete() -> Figure:
    """Every start, every length."""
    squares, castle = (18, 23, 67, 81), (99,)
    grounds = [Ground(grid(SIDE)), Ground(grid(SIDE), squares, castle), Ground(*shipped_ground())]
    compared = differing = 0
    for ground in grounds:
        paths = Paths(ground.neighbours, ground.stops, ground.last)
        for start in range(len(ground.neighbours)):
            for length, ends in enumerate(ground.ends(start)[1:], 1):
                compared += 1
                differing += set(paths.ends(start, length)) != ends
    sizes = ", ".join(str(len(ground.neighbours)) for ground in grounds)
    return Figure(f"{differing} of {compared:,} differ (boards of {sizes} spaces)", not differing)


def first() -> Figure:
    """The dearest of all starts and throws on the grid, each on a board that nobody has moved on yet."""
    near, dearest = grid(SIDE), 0.0
    for start in range(len(near)):
        for length in range(2, LONGEST + 1):
            tries = []
            for _ in range(3):
                began = time.perf_counter()
                Paths(near, ()).ends(start, length)
                tries.append(time.perf_counter() - began)
            dearest = max(dearest, min(tries))
    return Figure(f"{dearest * 1e3:.1f} ms", dearest * 1e3 <= AT_MOST_MS)


ROWS = (
    Row(f"ends of moves of exact length, 1 to {LONGEST} steps, against a plain depth-first search", "equal", complete),
    Row(f"the ends of a first throw on a grid of {SIDE} × {SIDE}, nothing found before", f"≤ {AT_MOST_MS} ms", first),
)
