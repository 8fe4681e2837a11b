"""What can be wrong with a board, as a board: counts, lanes, ravine, corridors, places on the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from companion.games.masters.nouns import OUTSIDE, PAWNS, TOKENS, SpaceKind
from companion.rules.game import Mistake

FORCED: Final = 3
"""Squares behind a start before the first choice of paths."""
LABEL_COLUMNS: Final = 3
CORRIDORS: Final = 3
"""At least: the rulebook speaks of a right corridor and "the others"."""

_COUNTS: Final = {
    SpaceKind.START: (len(PAWNS), "one a pawn"),
    SpaceKind.TOKEN: (TOKENS, "one a square token"),
    SpaceKind.DRAWBRIDGE: (1, "one leads into the castle"),
    SpaceKind.ENTRANCE: (1, "the first room of the castle"),
    SpaceKind.BRINK: (1, "the square before the oubliette"),
    SpaceKind.OUBLIETTE: (1, "in the right corridor"),
    SpaceKind.LAST: (1, "before the throne room"),
    SpaceKind.THRONE: (1, "where Skeletor waits"),
}
_IN_CORRIDOR: Final = frozenset({SpaceKind.CORRIDOR, SpaceKind.BRINK, SpaceKind.OUBLIETTE})
_WAY_ON: Final = {
    SpaceKind.DRAWBRIDGE: SpaceKind.ENTRANCE,
    SpaceKind.ENTRANCE: SpaceKind.DRAWBRIDGE,
    SpaceKind.LAST: SpaceKind.THRONE,
    SpaceKind.THRONE: SpaceKind.LAST,
    SpaceKind.EDGE: SpaceKind.BEYOND,
    SpaceKind.BEYOND: SpaceKind.EDGE,
    SpaceKind.BRINK: SpaceKind.OUBLIETTE,
}
"""A space of this kind is beside one of that kind."""


class Place(NamedTuple):
    """What the survey looks at of a space."""

    id: str
    kind: SpaceKind
    label: str
    pawn: str
    links: tuple[str, ...]
    x_mm: float
    y_mm: float


class _Plan(NamedTuple):
    """The board with its links, each known at both ends."""

    kinds: Mapping[str, SpaceKind]
    beside: Mapping[str, tuple[str, ...]]
    keys: Mapping[str, str]

    def of(self, *kinds: SpaceKind) -> list[str]:
        return [space for space, kind in self.kinds.items() if kind in kinds]

    def reached(self, starts: Iterable[str], within: Collection[str]) -> set[str]:
        """All that can be reached from *starts* through spaces of *within*."""
        found, edge = set[str](), [start for start in starts if start in within]
        while edge:
            space = edge.pop()
            if space not in found:
                found.add(space)
                edge += [near for near in self.beside[space] if near in within]
        return found


def survey(places: Sequence[Place], width_mm: float, height_mm: float) -> list[Mistake]:
    """Everything that is wrong, at once."""
    plan = _plan(places)
    return [
        *_entries(places),
        *_sheet(places, width_mm, height_mm),
        *_counts(places),
        *_neighbours(plan),
        *_lanes(plan),
        *_ravine(plan),
        *_castle(plan),
        *_corridors(plan),
        *_unreachable(plan),
    ]


def _plan(places: Sequence[Place]) -> _Plan:
    kinds = {place.id: place.kind for place in places}
    beside: dict[str, dict[str, None]] = {place.id: {} for place in places}
    for place in places:
        for other in place.links:
            if other in kinds and other != place.id:
                beside[place.id][other] = beside[other][place.id] = None
    keys = {place.id: f"board.space.{n}" for n, place in enumerate(places)}
    return _Plan(kinds, {space: tuple(near) for space, near in beside.items()}, keys)


def _entries(places: Sequence[Place]) -> Iterator[Mistake]:
    """Names, labels, links: each space for itself."""
    ids = Counter(place.id for place in places)
    seen, labels = set[str](), dict[str, str]()
    for n, place in enumerate(places):
        key = f"board.space.{n}"
        if not place.id or not place.id.isalnum():
            yield Mistake(f"{key}.id", f"{place.id!r} can't name a space", "letters and digits only")
        if place.id in seen:
            yield Mistake(f"{key}.id", f"{place.id} is the name of two spaces", "give each a name of its own")
        elif place.label in labels:
            yield Mistake(f"{key}.label", f"{place.label} is printed on {labels[place.label]} too", "print another")
        seen.add(place.id)
        labels.setdefault(place.label, place.id)
        if len(place.label) > LABEL_COLUMNS:
            yield Mistake(f"{key}.label", f"{place.label} is too long", f"at most {LABEL_COLUMNS} characters")
        for m, other in enumerate(place.links):
            if other == place.id:
                yield Mistake(f"{key}.links.{m}", f"{place.id} is linked to itself", "leave it out")
            elif other not in ids:
                near = get_close_matches(other, ids, n=1)
                yield Mistake(f"{key}.links.{m}", f"no space {other!r}", f"did you mean {near[0]!r}?" if near else "")


def _sheet(places: Sequence[Place], width_mm: float, height_mm: float) -> Iterator[Mistake]:
    """Where the spaces are printed."""
    seen = dict[tuple[float, float], str]()
    for n, place in enumerate(places):
        at = (place.x_mm, place.y_mm)
        if not (0 <= place.x_mm <= width_mm and 0 <= place.y_mm <= height_mm):
            size = f"the board is {width_mm:g} x {height_mm:g} mm"
            yield Mistake(f"board.space.{n}.x_mm", f"{place.id} lies outside, at {at[0]:g}, {at[1]:g}", size)
        if at in seen:
            yield Mistake(f"board.space.{n}.x_mm", f"{place.id} lies on {seen[at]}", "move one of them")
        seen.setdefault(at, place.id)


def _counts(places: Sequence[Place]) -> Iterator[Mistake]:
    counts = Counter(place.kind for place in places)
    for kind, (wanted, why) in _COUNTS.items():
        if counts[kind] != wanted:
            yield Mistake("board.space", f"{counts[kind]} of kind {kind}", f"{wanted}: {why}")
    if counts[SpaceKind.EDGE] < 2:
        yield Mistake(
            "board.space", f"{counts[SpaceKind.EDGE]} of kind edge", "2 or more: two paths lead to the ravine"
        )
    if not counts[SpaceKind.BEYOND]:
        yield Mistake("board.space", "0 of kind beyond", "the first square beyond the ravine")
    pawns = [pawn.id for pawn in PAWNS]
    owners = Counter(place.pawn for place in places if place.kind is SpaceKind.START)
    for n, place in enumerate(places):
        if place.kind is not SpaceKind.START:
            if place.pawn:
                yield Mistake(f"board.space.{n}.pawn", f"{place.id} is no start", "only a start belongs to a pawn")
        elif place.pawn not in pawns:
            yield Mistake(f"board.space.{n}.pawn", f"no pawn {place.pawn!r}", f"one of {', '.join(pawns)}")
        elif owners[place.pawn] > 1:
            yield Mistake(f"board.space.{n}.pawn", f"{place.pawn} has {owners[place.pawn]} starts", "one a pawn")


def _neighbours(plan: _Plan) -> Iterator[Mistake]:
    """Kinds that must be beside each other."""
    for space, kind in plan.kinds.items():
        wanted = _WAY_ON.get(kind)
        if wanted and not any(plan.kinds[near] is wanted for near in plan.beside[space]):
            yield Mistake(f"{plan.keys[space]}.links", f"{space} ({kind}) isn't beside a space of kind {wanted}", "")


def _lanes(plan: _Plan) -> Iterator[Mistake]:
    """Three squares follow each start before there is a choice."""
    for start in plan.of(SpaceKind.START):
        lane, here = [start], plan.beside[start]
        while len(here) == 1 and len(lane) <= len(plan.kinds):
            lane.append(here[0])
            here = tuple(near for near in plan.beside[lane[-1]] if near not in lane)
        forced = len(lane) - 2  # the last one is where the paths part
        if forced != FORCED or len(here) < 2:
            what = f"{max(forced, 0)} forced squares follow {start}"
            yield Mistake(f"{plan.keys[start]}.links", what, f"{FORCED}, and then at least two paths to choose from")


def _ravine(plan: _Plan) -> Iterator[Mistake]:
    """It must be crossed, and can't be walked around."""
    walked = [space for space, kind in plan.kinds.items() if kind in OUTSIDE]
    near_side = plan.reached(plan.of(SpaceKind.START), set(walked) - set(plan.of(SpaceKind.BEYOND)))
    far_side = plan.reached(plan.of(SpaceKind.BEYOND), set(walked) - set(plan.of(SpaceKind.EDGE)))
    around = sorted(near_side & far_side)
    if around:
        yield Mistake("board.space", f"the ravine can be walked around by way of {', '.join(around[:5])}", "")
    for bridge in plan.of(SpaceKind.DRAWBRIDGE):
        if bridge not in far_side:
            yield Mistake(f"{plan.keys[bridge]}.links", f"no way from the ravine to {bridge}", "")
    for edge in plan.of(SpaceKind.EDGE):
        if edge not in near_side:
            yield Mistake(f"{plan.keys[edge]}.links", f"no way from a start to {edge}", "")


def _castle(plan: _Plan) -> Iterator[Mistake]:
    """The drawbridge is the only way in."""
    ways_in = {(SpaceKind.DRAWBRIDGE, SpaceKind.ENTRANCE)}
    for space, kind in plan.kinds.items():
        for near in plan.beside[space]:
            other = plan.kinds[near]
            if kind in OUTSIDE and other not in OUTSIDE and (kind, other) not in ways_in:
                what = f"{space} ({kind}) leads into the castle, to {near} ({other})"
                yield Mistake(f"{plan.keys[space]}.links", what, "the drawbridge is the only way in")


def _corridors(plan: _Plan) -> Iterator[Mistake]:
    """Each is a row of squares from the first room to the last square; the right one is the shortest."""
    lengths, right = dict[str, int](), dict[str, int]()
    for entrance in plan.of(SpaceKind.ENTRANCE):
        for first in plan.beside[entrance]:
            if plan.kinds[first] not in _IN_CORRIDOR:
                continue
            row = [entrance, first]
            while plan.kinds[row[-1]] in _IN_CORRIDOR:
                on = [near for near in plan.beside[row[-1]] if near not in row]
                if len(on) != 1:
                    what = "ends" if not on else f"forks to {', '.join(on)}"
                    remedy = "a corridor is a row of squares from the first room to the last square"
                    yield Mistake(f"{plan.keys[row[-1]]}.links", f"the corridor {what} at {row[-1]}", remedy)
                    break
                row += on
            else:
                kinds = [plan.kinds[space] for space in row]
                if kinds[-1] is not SpaceKind.LAST:
                    what = f"the corridor from {first} comes to {row[-1]} ({kinds[-1]})"
                    yield Mistake(f"{plan.keys[row[-2]]}.links", what, "it leads to the last square")
                    continue
                lengths[first] = len(row) - 2
                if SpaceKind.OUBLIETTE in kinds:
                    right[first] = len(row) - 2
                    hole = kinds.index(SpaceKind.OUBLIETTE)
                    if kinds[hole - 1] is not SpaceKind.BRINK:
                        what = f"{row[hole - 1]} is before the oubliette and is of kind {kinds[hole - 1]}"
                        yield Mistake(f"{plan.keys[row[hole - 1]]}.kind", what, "its kind is brink")
    if len(lengths) < CORRIDORS:
        what = f"{len(lengths)} corridors lead from the first room to the last square"
        yield Mistake("board.space", what, f"{CORRIDORS} or more")
    if lengths and not right:
        yield Mistake("board.space", "no corridor holds the oubliette", "the right one does")
    for first, length in right.items():
        for other, others in lengths.items():
            if other not in right and others <= length:
                what = f"the corridor with the oubliette has {length} squares, the one from {other} {others}"
                yield Mistake(f"{plan.keys[first]}", what, "it is shorter than every other")


def _unreachable(plan: _Plan) -> Iterator[Mistake]:
    reached = plan.reached(plan.of(SpaceKind.START), plan.kinds.keys())
    for space in plan.kinds:
        if space not in reached:
            yield Mistake(f"{plan.keys[space]}.links", f"{space} can't be reached from a start", "link it")
