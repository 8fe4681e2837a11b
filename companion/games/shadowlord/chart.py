"""The board as the rules see it: what is beside what, and what is printed where."""

from __future__ import annotations

from typing import Any, Final

from companion.games.shadowlord.edition import Board
from companion.games.shadowlord.nouns import PAWNS, Space, SpaceKind
from companion.rules.game import BoardMap, Spot
from companion.rules.kernel import Option
from companion.rules.text import text

_SIGHTS: Final = ("plain", "disc", "ally", "shadow", "other")
PLAIN, DISC, ALLY, SHADOW, OTHER = range(len(_SIGHTS))
"""What a character meets in a space, for the label: see `Chart.go`."""


class Chart:
    """The spaces, by number.  Nothing in here changes."""

    def __init__(self, board: Board) -> None:
        """*board* has been checked."""
        spaces = board.space
        number = {space.id: Space(n) for n, space in enumerate(spaces)}
        self.ids: Final = tuple(space.id for space in spaces)
        self.printed: Final = tuple(space.printed for space in spaces)
        self.kinds: Final = tuple(space.kind for space in spaces)
        self.beside: Final = tuple(tuple(number[other] for other in space.links) for space in spaces)
        masters = [pawn.id for pawn in PAWNS]
        self.master_of: Final = tuple(masters.index(s.master) if s.master is not None else -1 for s in spaces)
        """Space -> whose home planet it is, by its place in the list of pawns; -1: none."""
        self.home: Final = tuple(Space(self.master_of.index(n)) for n in range(len(masters)))
        self.fortress: Final = Space(self.kinds.index(SpaceKind.FORTRESS))
        closed = (SpaceKind.FORTRESS, SpaceKind.HOME)
        self.is_open: Final = tuple(kind not in closed for kind in self.kinds)
        """Whether a ship can be dropped there, and a minor shadow can go there."""
        is_outer = [
            kind is SpaceKind.CORNER or any(self.kinds[other] is SpaceKind.HOME for other in beside)
            for kind, beside in zip(self.kinds, self.beside, strict=True)
        ]
        rings = [Space(n) for n in range(len(spaces)) if self.is_open[n]]
        self.outer_ring: Final = tuple(space for space in rings if is_outer[space])
        self.inner_ring: Final = tuple(space for space in rings if not is_outer[space])
        self.corners: Final = tuple(space for space in rings if self.kinds[space] is SpaceKind.CORNER)
        self.ruins: Final = tuple(space for space in rings if self.kinds[space] is SpaceKind.RUIN)
        pairs = [(i, other) for i, s in zip(self.ids, spaces, strict=True) for other in s.links if i < other]
        self.map: Final = BoardMap(
            {space.id: Spot(space.id, space.x_mm, space.y_mm, space.printed, space.kind) for space in spaces},
            tuple(pairs),
            {},
        )
        self.go: Final = tuple(self._options("go", sight) for sight in _SIGHTS)
        """By what is to be met there, by space: the way there."""
        self.to: Final = self._options("to", "plain")

    def _options(self, verb: str, sight: str) -> tuple[Option[Any], ...]:
        return tuple(
            Option(f"{verb}/{i}", Space(n), text(f"shadowlord.to.{sight}", space=printed), spot=i)
            for n, (i, printed) in enumerate(zip(self.ids, self.printed, strict=True))
        )
