"""What can be wrong with a board, as a board: counts, links, arrows, marked ways, places on the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from math import inf
from typing import Final, NamedTuple

from companion.games.warlocks.nouns import INNS, LARGE, SQUARES, SpaceKind
from companion.rules.game import Mistake

LABEL_COLUMNS: Final = 5
LAST_CHARACTER: Final = "ÿ"
"""The screen has the letters and signs up to this one, in the order of Unicode."""
ARROW_SPACES: Final = 2

_ONE: Final = {
    SpaceKind.SEAPORT: "where all pawns start",
    SpaceKind.CASTLE: "where the princess is brought",
    **dict.fromkeys(SQUARES, "each place of danger is one square"),
}
_SOME: Final = (*LARGE, SpaceKind.ARROW, SpaceKind.STAR, SpaceKind.X)


class Place(NamedTuple):
    """What the survey looks at of a space."""

    id: str
    kind: SpaceKind
    label: str
    links: tuple[str, ...]
    arrow: tuple[str, ...]
    way: tuple[str, ...]
    x_mm: float
    y_mm: float


class _Plan(NamedTuple):
    """The board, each link known at both ends."""

    kinds: Mapping[str, SpaceKind]
    beside: Mapping[str, tuple[str, ...]]
    keys: Mapping[str, str]

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
        *_links(places, plan),
        *_size(width_mm, height_mm),
        *_sheet(places, width_mm, height_mm),
        *_counts(places),
        *_arrows(places, plan),
        *_ways(places, plan),
        *_unreachable(plan),
        *_way_in(plan),
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


def _no_space(key: str, name: str, known: Iterable[str]) -> Mistake:
    near = get_close_matches(name, list(known), n=1)
    return Mistake(key, f"no space {name!r}", f"did you mean {near[0]!r}?" if near else "a space of the board")


def _entries(places: Sequence[Place]) -> Iterator[Mistake]:
    """Names and labels: each space for itself."""
    seen, labels = set[str](), dict[str, str]()
    for n, place in enumerate(places):
        key = f"board.space.{n}"
        if not (place.id.isalnum() and _is_shown(place.id)):
            yield Mistake(f"{key}.id", f"{place.id!r} can't name a space", "letters and digits only")
        elif not _is_shown(place.label):
            remedy = "letters, digits and signs, no blank at its ends"
            yield Mistake(f"{key}.label", f"{place.label!r} can't be shown", remedy)
        if place.id in seen:
            yield Mistake(f"{key}.id", f"{place.id} is the name of two spaces", "give each a name of its own")
        elif place.label in labels:
            yield Mistake(f"{key}.label", f"{place.label} is printed on {labels[place.label]} too", "print another")
        seen.add(place.id)
        labels.setdefault(place.label, place.id)
        if len(place.label) > LABEL_COLUMNS:
            yield Mistake(f"{key}.label", f"{place.label} is too long", f"at most {LABEL_COLUMNS} characters")


def _is_shown(text: str) -> bool:
    """Whether *text* looks on the screen as it is written."""
    return text.strip() == text and text.isprintable() and all(each <= LAST_CHARACTER for each in text)


def _links(places: Sequence[Place], plan: _Plan) -> Iterator[Mistake]:
    """A link can be gone both ways, and both of its ends say so."""
    named = {(place.id, other) for place in places for other in place.links}
    for n, place in enumerate(places):
        for m, other in enumerate(place.links):
            key = f"board.space.{n}.links.{m}"
            if other == place.id:
                yield Mistake(key, f"{place.id} is linked to itself", "leave it out")
            elif other not in plan.kinds:
                yield _no_space(key, other, plan.kinds)
            elif other in place.links[:m]:
                yield Mistake(key, f"{place.id} is linked to {other} twice", "once is enough")
            elif (other, place.id) not in named:
                remedy = f"add {place.id} to the links of {other}, or leave it out here"
                yield Mistake(key, f"the link from {place.id} to {other} is one-way", remedy)


def _size(width_mm: float, height_mm: float) -> Iterator[Mistake]:
    for key, length in (("board.width_mm", width_mm), ("board.height_mm", height_mm)):
        if not 0 < length < inf:
            yield Mistake(key, f"{length:g} mm", "a length of more than 0")


def _sheet(places: Sequence[Place], width_mm: float, height_mm: float) -> Iterator[Mistake]:
    """Where the spaces are printed; a length that is a mistake itself puts none of them outside."""
    width, height = (length if 0 < length < inf else inf for length in (width_mm, height_mm))
    seen = dict[tuple[float, float], str]()
    for n, place in enumerate(places):
        at = (place.x_mm, place.y_mm)
        if not (0 <= place.x_mm <= width and 0 <= place.y_mm <= height and max(at) < inf):
            size = f"the board is {width_mm:g} x {height_mm:g} mm"
            yield Mistake(f"board.space.{n}.x_mm", f"{place.id} lies outside, at {at[0]:g}, {at[1]:g}", size)
        if at in seen:
            yield Mistake(f"board.space.{n}.x_mm", f"{place.id} lies on {seen[at]}", "move one of them")
        seen.setdefault(at, place.id)


def _counts(places: Sequence[Place]) -> Iterator[Mistake]:
    counts = Counter(place.kind for place in places)
    for kind, why in _ONE.items():
        if counts[kind] != 1:
            yield Mistake("board.space", f"{counts[kind]} of kind {kind}", f"1: {why}")
    for kind in _SOME:
        if not counts[kind]:
            yield Mistake("board.space", f"0 of kind {kind}", "1 or more: the rulebook speaks of it")
    if not any(counts[kind] for kind in INNS):
        yield Mistake("board.space", "neither tavern nor camp", "1 or more: an X circle leads to one")


def _steps(key: str, what: str, place: Place, steps: Sequence[str], plan: _Plan) -> Iterator[Mistake]:
    """*steps* go from space to neighbouring space, away from *place*, and not into the castle."""
    here = place.id
    for m, step in enumerate(steps):
        if step not in plan.kinds:
            yield _no_space(f"{key}.{m}", step, plan.kinds)
            return
        if step not in plan.beside.get(here, ()):
            yield Mistake(f"{key}.{m}", f"{step} isn't beside {here}", f"{what} goes from neighbour to neighbour")
            return
        if step == place.id or step in steps[:m]:
            yield Mistake(f"{key}.{m}", f"{what} comes to {step} twice", "each space once")
        if plan.kinds[step] is SpaceKind.CASTLE:
            yield Mistake(f"{key}.{m}", f"{what} leads into the castle", "only a throw leads into it")
        here = step


def _arrows(places: Sequence[Place], plan: _Plan) -> Iterator[Mistake]:
    for n, place in enumerate(places):
        key, arrow = f"board.space.{n}.arrow", place.arrow
        if place.kind is not SpaceKind.ARROW:
            if arrow:
                yield Mistake(key, f"{place.id} is no arrow", "only an arrow points anywhere")
            continue
        if not arrow:
            yield Mistake(key, f"the arrow of {place.id} points nowhere", "the two spaces that it leads over")
        elif len(arrow) > ARROW_SPACES:
            yield Mistake(key, f"the arrow of {place.id} leads over {len(arrow)} spaces", f"{ARROW_SPACES}, or 1")
        yield from _steps(key, f"the arrow of {place.id}", place, arrow, plan)
        first = arrow[0] if arrow else ""
        if len(arrow) > 1 and plan.kinds.get(first) in SQUARES:
            yield Mistake(f"{key}.1", f"the arrow of {place.id} leads over the square {first}", "it ends there")
        if len(arrow) == 1 and first in plan.kinds and plan.kinds[first] not in (*SQUARES, SpaceKind.CASTLE):
            onward = [near for near in plan.beside[first] if near != place.id]
            if any(plan.kinds[near] is not SpaceKind.CASTLE for near in onward):
                remedy = f"{ARROW_SPACES}: one only before a dead end"
                yield Mistake(key, f"the arrow of {place.id} leads over 1 space", remedy)


def _ways(places: Sequence[Place], plan: _Plan) -> Iterator[Mistake]:
    for n, place in enumerate(places):
        key, way = f"board.space.{n}.way", place.way
        if place.kind is not SpaceKind.X:
            if way:
                yield Mistake(key, f"{place.id} is no X circle", "only an X circle has a marked way")
            continue
        if not way:
            yield Mistake(key, f"no way leads from {place.id}", "its spaces in order, up to the tavern or the camp")
            continue
        yield from _steps(key, f"the way from {place.id}", place, way, plan)
        for m, step in enumerate(way[:-1]):
            if plan.kinds.get(step) in (*SQUARES, *INNS):
                yield Mistake(f"{key}.{m}", f"the way from {place.id} goes on behind {step}", "it ends there")
        if way[-1] in plan.kinds and plan.kinds[way[-1]] not in INNS:
            what = f"the way from {place.id} ends at {way[-1]} ({plan.kinds[way[-1]]})"
            yield Mistake(f"{key}.{len(way) - 1}", what, "a tavern or a camp")


def _unreachable(plan: _Plan) -> Iterator[Mistake]:
    starts = [space for space, kind in plan.kinds.items() if kind is SpaceKind.SEAPORT]
    if not starts:
        return
    passed = [space for space, kind in plan.kinds.items() if kind is not SpaceKind.CASTLE]
    reached = plan.reached(starts, passed)
    for space, kind in plan.kinds.items():
        is_castle = kind is SpaceKind.CASTLE
        if not (reached.intersection(plan.beside[space]) if is_castle else space in reached):
            what = f"{space} ({kind})" if kind in (*SQUARES, SpaceKind.CASTLE) else space
            yield Mistake(f"{plan.keys[space]}.links", f"no way from Seaport to {what}", "link it to the others")


def _way_in(plan: _Plan) -> Iterator[Mistake]:
    """Two dice show two at least: the last step into the castle needs a space before it that doesn't stop the move."""
    for castle in [space for space, kind in plan.kinds.items() if kind is SpaceKind.CASTLE]:
        before = [near for near in plan.beside[castle] if plan.kinds[near] not in SQUARES]
        if not any(len(plan.beside[near]) > 1 for near in before) and plan.beside[castle]:
            what = f"no throw of two dice ends in {castle}"
            yield Mistake(f"{plan.keys[castle]}.links", what, "put a space that is no square before it")
