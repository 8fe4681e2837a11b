"""Where a pawn can get to: the ways over the outer board, and the corridors.

The rules of the way are functions here; `Move` and `Ends` are what `companion.games.masters.entered` keeps of a search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from companion.games.masters.nouns import OUTSIDE, PAWNS, Space, SpaceKind
from companion.rules.kernel import Denied, Option

Walk = tuple[Space, ...]


def stops(kind: SpaceKind) -> bool:
    """Whether a move over the outer board ends here, whatever the die shows."""
    return ends_at_ravine(kind) or ends_at_drawbridge(kind)


def ends_at_ravine(kind: SpaceKind) -> bool:
    """§4.1 The last square before the ravine stops every move."""
    return kind is SpaceKind.EDGE


def ends_at_drawbridge(kind: SpaceKind) -> bool:
    """§5.1 So does the drawbridge."""
    return kind is SpaceKind.DRAWBRIDGE


def shared(kind: SpaceKind) -> bool:
    """§3.3 Any number of pawns stand before the ravine, on the drawbridge and in the first room."""
    return kind in (SpaceKind.EDGE, SpaceKind.DRAWBRIDGE, SpaceKind.ENTRANCE, SpaceKind.THRONE)


def holds_one(kind: SpaceKind) -> bool:
    """§5.6 The last square of the castle, where every corridor ends, holds one pawn; who comes later waits behind."""
    return kind is SpaceKind.LAST


def brink_stops(kind: SpaceKind) -> bool:
    """§5.7 The square before the oubliette stops every move."""
    return kind is SpaceKind.BRINK


def counts(occupied: bool) -> bool:
    """§5.5 In the castle an occupied square doesn't count."""
    return not occupied


class Chart:
    """A board as numbers: what is beside what on foot, and the corridors."""

    def __init__(self, kinds: Sequence[SpaceKind], links: Sequence[tuple[int, int]]) -> None:
        self.kinds: Final = tuple(kinds)
        beside: list[list[Space]] = [[] for _ in kinds]
        for a, b in links:
            beside[a].append(Space(b))
            beside[b].append(Space(a))
        self.beside: Final = tuple(tuple(near) for near in beside)
        self.stops: Final = tuple(stops(kind) for kind in kinds)
        self.solid: Final = tuple(holds_one(kind) if kind is SpaceKind.LAST else not shared(kind) for kind in kinds)
        """Whether a pawn on a space keeps others off it."""
        self.on_foot: Final = tuple(
            tuple(near for near in self.beside[n] if kinds[near] in OUTSIDE and not _over_ravine(kind, kinds[near]))
            for n, kind in enumerate(kinds)
        )
        self.drawbridge: Final = self.only(SpaceKind.DRAWBRIDGE)
        self.entrance: Final = self.only(SpaceKind.ENTRANCE)
        self.last: Final = self.only(SpaceKind.LAST)
        self.throne: Final = self.only(SpaceKind.THRONE)

    def only(self, kind: SpaceKind) -> Space:
        """The one space of this kind."""
        return Space(self.kinds.index(kind))

    @cached_property
    def corridors(self) -> tuple[Walk, ...]:
        """Each corridor from its first square to the last square of the castle."""
        found = []
        for first in self.beside[self.entrance]:
            if first == self.drawbridge:
                continue
            row = [self.entrance, first]
            while row[-1] != self.last:
                row += [near for near in self.beside[row[-1]] if near not in row]
            found.append(tuple(row[1:]))
        return tuple(found)

    def ways(self, start: Space, steps: int) -> tuple[Way, ...]:
        """§3.1, §3.2 Where so many steps lead from *start*."""
        going, walks = list[Walk]([(start,)]), list[Walk]()
        for _ in range(steps):
            longer = [(*walk, space) for walk in going for space in onward(self, walk)]
            walks += [walk for walk in longer if self.stops[walk[-1]]]
            going = [walk for walk in longer if not self.stops[walk[-1]]]
        return ways(self, walks + going)

    def beyond(self, edge: Space) -> tuple[Way, ...]:
        """§4.2 The first square beyond the ravine, from the last one before it."""
        landings = [near for near in self.beside[edge] if self.kinds[near] is SpaceKind.BEYOND]
        return ways(self, [(edge, landing) for landing in landings])


def onward(chart: Chart, walk: Walk) -> list[Space]:
    """§3.2 In any direction, but onto no square twice in one move."""
    return [space for space in chart.on_foot[walk[-1]] if space not in walk]


def _over_ravine(a: SpaceKind, b: SpaceKind) -> bool:
    return {a, b} == {SpaceKind.EDGE, SpaceKind.BEYOND}


class Way:
    """A square where a move can end, and the walks that lead to it."""

    __slots__ = ("_after", "_chart", "_walks", "space")

    def __init__(self, chart: Chart, space: Space, walks: Sequence[Walk]) -> None:
        self.space: Final = space
        self._chart = chart
        self._walks = walks
        self._after: tuple[Way, ...] | None = None

    @property
    def after(self) -> tuple[Way, ...]:
        """The squares that come next in the direction of travel; none behind a square where every move ends."""
        if self._after is None:
            on = self._walks if not self._chart.stops[self.space] else ()
            self._after = ways(self._chart, [(*walk, space) for walk in on for space in onward(self._chart, walk)])
        return self._after


def ways(chart: Chart, walks: Sequence[Walk]) -> tuple[Way, ...]:
    """The ends of *walks*, each with the walks that lead there, in the board's order."""
    ends: dict[Space, list[Walk]] = {}
    for walk in walks:
        ends.setdefault(walk[-1], []).append(walk)
    return tuple(Way(chart, space, ends[space]) for space in sorted(ends))


class Ends:
    """Where a move can end: *spaces*, and the occupied ones that were *refused*."""

    __slots__ = ("next_to", "options", "refused", "spaces", "tokens")

    def __init__(
        self, spaces: Sequence[Space], refused: Iterable[Denied], next_to: Iterable[Space], tokens: int
    ) -> None:
        self.spaces: Final = tuple(spaces)
        self.refused: Final = tuple(refused)
        self.next_to: Final = frozenset(next_to)
        """The spaces behind occupied ones: a pawn on one of these changes everything."""
        self.tokens: Final = tokens
        """The bits of the token squares among *spaces*."""
        self.options: Final[dict[int, tuple[Option[Space], ...]]] = {}
        """By the tokens that lie on *spaces*."""


class Move:
    """So many steps from one space, whoever is in the way.  There is one way at least."""

    __slots__ = ("clear", "crowded", "is_sure", "solid", "spaces", "ways")

    def __init__(self, chart: Chart, ways: tuple[Way, ...]) -> None:
        self.ways: Final = ways
        self.spaces: Final = frozenset([way.space for way in ways])
        self.solid: Final = frozenset([space for space in self.spaces if chart.solid[space]])
        """The ends on which a pawn keeps this one off."""
        self.is_sure: Final = len(self.solid) < len(self.spaces) or len(self.solid) >= len(PAWNS)
        """The other pawns can't stand on all of them."""
        self.clear: Ends | None = None
        """Where it ends if nobody stands on any of these."""
        self.crowded: Final[dict[frozenset[Space], Ends]] = {}
        """Where it ends if somebody stands on some of them."""
