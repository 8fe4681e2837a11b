"""The board that an edition enters: its spaces, and what can be reached from where.

Every question that the board can put is built when it first comes up, for all seats, and kept: in mass play the same
few thousand come up over and over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import atan2, pi
from typing import Final, TypeAlias

from companion.games.warlocks.board import (
    ALONG,
    ANYWHERE,
    DETOUR,
    LEAVE,
    NOT_READY,
    PUSH,
    RIVALS,
    SPELL,
    WHERE,
)
from companion.games.warlocks.edition import Board as BoardData
from companion.games.warlocks.edition import Space as SpaceData
from companion.games.warlocks.nouns import ALL_VISITED, NAMED, NOWHERE, PRINCESS, SEATS, SQUARES, Space, SpaceKind
from companion.games.warlocks.paths import Paths
from companion.games.warlocks.state import NOBODY, State
from companion.rules.game import BoardMap, Spot
from companion.rules.kernel import CHANCE, Decision, Denied, Option, Seat
from companion.rules.text import Text, text

BySeat: TypeAlias = tuple[Decision | None, ...]
"""The same question for whoever has to answer it."""

NEAR: Final = 3
"""So many spaces before the castle a player may stay."""
SPELL_STEPS: Final = (1, 2, 3)
THROWS: Final = 13
"""More than two dice show."""
_UNIQUE: Final = (*SQUARES, SpaceKind.SEAPORT, SpaceKind.CASTLE)
_SIDES: Final = tuple(
    Text(f"warlocks.side.{side}")
    for side in ("left", "upleft", "up", "upright", "right", "downright", "down", "downleft")
)
_STAY: Final = Option("stay", NOWHERE, Text("warlocks.move.stay"))


class EnteredBoard:
    """The board of an edition."""

    def __init__(self, data: BoardData) -> None:
        spaces = data.space
        number = {space.id: Space(n) for n, space in enumerate(spaces)}
        self.ids = tuple(space.id for space in spaces)
        self.kinds = tuple(space.kind for space in spaces)
        self.labels = tuple(_label(space) for space in spaces)
        self.arrivals = tuple(text("warlocks.move.go", space=label) for label in self.labels)
        self.bits = tuple(1 << n if kind is SpaceKind.ARROW else 0 for n, kind in enumerate(self.kinds))
        self.seaport = Space(self.kinds.index(SpaceKind.SEAPORT))
        self.castle = Space(self.kinds.index(SpaceKind.CASTLE))
        self.beside: Final = tuple(tuple(sorted(number[near] for near in space.links)) for space in spaces)
        self.paths: Final = Paths(self.beside, stops(self.kinds), (self.castle,))
        self.to_castle: Final = _distances(self.beside, self.castle)
        self.arrows: Final = tuple(tuple(number[step] for step in space.arrow) for space in spaces)
        self.ways: Final = tuple(tuple(number[step] for step in space.way) for space in spaces)
        printed = {space.id: space.printed for space in spaces}
        self._names = tuple(_name(space, printed) for space in spaces)
        self._sheet = tuple((space.x_mm, space.y_mm) for space in spaces)
        links = sorted({(min(n, m), max(n, m)) for n, near in enumerate(self.beside) for m in near})
        self.map: Final = BoardMap(
            {space.id: Spot(space.id, space.x_mm, space.y_mm, space.printed, space.kind) for space in spaces},
            tuple((self.ids[a], self.ids[b]) for a, b in links),
            {},
            opens=True,
        )
        every = len(spaces)
        self._printed: dict[tuple[str, int, int], Option[Space]] = {}
        self._moves: list[list[BySeat | None]] = [[None] * (THROWS * every) for _ in (False, True)]
        """For players who can't enter the castle, and for those who can: by space and throw."""
        self._spells: list[BySeat | None] = [None] * every
        self._pushes: list[BySeat | None] = [None] * every
        self._detours: dict[tuple[Space, Space, int], BySeat] = {}
        self._leaves: dict[tuple[Space, Space], BySeat] = {}
        self._along = [_for_all("4.1", ALONG, self._options("move", n, self._arrow_end(n))) for n in range(every)]

    def _options(self, verb: str, here: int, ends: Iterable[int]) -> tuple[Option[Space], ...]:
        """*ends* as options, grouped by where they lie, seen from *here*; round the clock, beginning on the left."""
        return tuple(
            [self._option(verb, side, end) for side, end in sorted((self._side(here, end), end) for end in ends)]
        )

    def _option(self, verb: str, side: int, end: int) -> Option[Space]:
        """One object for all lists in which it stands: so few of them stay in the processor's cache."""
        key = (verb, side, end)
        found = self._printed.get(key)
        if found is None:
            name, spot = self._names[end], self.ids[end]
            found = self._printed[key] = Option(f"{verb}/{spot}", Space(end), name, 1, _SIDES[side], spot)
        return found

    def _side(self, here: int, there: int) -> int:
        (x, y), (to_x, to_y) = self._sheet[here], self._sheet[there]
        return round(4 + 4 * atan2(to_y - y, to_x - x) / pi) % len(_SIDES)

    # -- moves ------------------------------------------------------------------------------------------------------

    def where(self, s: State, seat: Seat, steps: int) -> Decision | None:
        """§3.1 Where a throw leads."""
        here = s.at[seat]
        moves = self._moves[s.princess == seat and s.visits[seat] == ALL_VISITED]
        found = moves[here * THROWS + steps]
        if found is None:
            found = moves[here * THROWS + steps] = self._find(here, steps, moves is self._moves[True])
        return found[seat]

    def _find(self, here: Space, steps: int, ready: bool) -> BySeat:
        closed = () if ready else (self.castle,)
        ends = self.paths.longest(here, steps, closed)
        refused = [
            Denied(f"move/{self.ids[end]}", "4.7", NOT_READY, self._names[end])
            for end in closed
            if end in self.paths.ends(here, steps)
        ]
        stay = (_STAY,) if may_stay(self.to_castle[here]) else ()
        return _for_all("3.1", WHERE[steps], (*self._options("move", here, ends), *stay), refused)

    def detour(self, s: State, seat: Seat, steps: int) -> Decision | None:
        """§4.3 So many spaces on, at most to the end."""
        key = (s.detours[seat], s.at[seat], steps)
        found = self._detours.get(key)
        if found is None:
            here, way = s.at[seat], self.ways[s.detours[seat]]
            gone = way.index(here) + 1 if here in way else 0
            end = way[min(gone + steps, len(way)) - 1]
            found = self._detours[key] = _for_all("4.3", DETOUR[steps], self._options("move", here, (end,)))
        return found[seat]

    def _arrow_end(self, space: int) -> tuple[Space, ...]:
        """§4.1 Where the arrow ends that is printed here; at a square, if it comes to one."""
        return self.arrows[space][-1:]

    def along(self, s: State, seat: Seat) -> Decision | None:
        """§4.1 Where the arrow leads."""
        return self._along[s.at[seat]][seat]

    def spell(self, s: State, seat: Seat, other: Seat) -> Decision | None:
        """§4.2 Where one, two or three steps lead."""
        here = s.at[other]
        found = self._spells[here]
        if found is None:
            ends = {end for steps in SPELL_STEPS for end in self.paths.ends(here, steps)} - {self.castle}
            found = self._spells[here] = _for_all("4.2", SPELL, self._options("send", here, ends))
        return found[seat]

    # -- duels ------------------------------------------------------------------------------------------------------

    def rivals(self, s: State, seat: Seat) -> tuple[Option[Seat | None], ...]:
        """§6.1 Whose pawns stand here."""
        at = s.at
        here = at[seat]
        if at.count(here) == 1:
            return ()
        pawns = s.pawns
        return tuple([RIVALS[pawns[n]][n] for n, space in enumerate(at) if space == here and n != seat])

    def push(self, s: State, seat: Seat, loser: Seat) -> Decision | None:
        """§6.3 One space in any direction."""
        here = s.at[loser]
        found = self._pushes[here]
        if found is None:
            ends = [near for near in self.beside[here] if near != self.castle]
            found = self._pushes[here] = _for_all("6.3", PUSH, self._options("push", here, ends))
        return found[seat]

    def leave(self, s: State, seat: Seat, taken: Space) -> Decision | None:
        """§6.3 One space in another direction."""
        key = (s.at[seat], taken)
        found = self._leaves.get(key)
        if found is None:
            here = key[0]
            ends = [near for near in self.beside[here] if near not in (self.castle, taken)]
            reason = text("warlocks.duel.taken", space=self.labels[taken])
            refused = [Denied(f"go/{self.ids[taken]}", "6.3", reason, self._names[taken])]
            found = self._leaves[key] = _for_all("6.3", LEAVE, self._options("go", here, ends), refused)
        return found[seat]

    # -- tables and people ------------------------------------------------------------------------------------------

    def anywhere(self, s: State, seat: Seat) -> Decision | None:
        """§4.5 Any space but the castle."""
        ends = [end for end in range(len(self.ids)) if end not in (self.castle, s.at[seat])]
        return Decision(seat, "4.5", ANYWHERE, self._options("move", s.at[seat], ends))

    def map_of(self, s: State) -> BoardMap:
        """The board with its pawns."""
        pawns: dict[str, tuple[Seat, ...]] = {}
        for seat, space in enumerate(s.at):
            if space != NOWHERE:
                pawns[self.ids[space]] = (*pawns.get(self.ids[space], ()), Seat(seat))
        her = s.at[s.princess] if s.princess != NOBODY else NOWHERE
        others = {self.ids[her]: PRINCESS} if her != NOWHERE else {}
        return self.map._replace(pawns=pawns, others=others)


def stops(kinds: Sequence[SpaceKind]) -> list[int]:
    """§3.4 The squares, which no move goes over."""
    return [n for n, kind in enumerate(kinds) if kind in SQUARES]


def may_stay(to_castle: int) -> bool:
    """§3.5 Whether a player so many spaces before the castle may stay."""
    return 0 < to_castle <= NEAR


def _for_all(rule: str, prompt: Text, options: tuple[Option[Space], ...], refused: Sequence[Denied] = ()) -> BySeat:
    if not options:
        return (None,) * SEATS[-1]
    denied = tuple(refused)
    return tuple([Decision(Seat(n), rule, prompt, options, "", CHANCE, denied) for n in range(SEATS[-1])])


def _distances(beside: Sequence[Collection[int]], there: int) -> tuple[int, ...]:
    """Steps to *there* by the shortest way; -1: none leads there."""
    steps = [-1] * len(beside)
    steps[there] = 0
    queue = [there]
    for space in queue:
        for near in beside[space]:
            if steps[near] < 0:
                steps[near] = steps[space] + 1
                queue.append(near)
    return tuple(steps)


def _label(space: SpaceData) -> Text:
    """What a space is called in a sentence."""
    return NAMED[space.kind] if space.kind in _UNIQUE else text("warlocks.at", space=space.printed)


def _name(space: SpaceData, printed: dict[str, str]) -> Text:
    """What stands in a list: where the space is, and what it does."""
    if space.kind in _UNIQUE:
        return NAMED[space.kind]
    if space.kind is SpaceKind.PLAIN:
        return text("warlocks.at", space=space.printed)
    onward = (*space.arrow, *space.way)
    if not onward:
        return text(f"warlocks.to.{space.kind}", space=space.printed)
    return text(f"warlocks.to.{space.kind}", space=space.printed, end=printed[onward[-1]])
