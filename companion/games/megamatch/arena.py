"""The arena with its two walls: spaces, their names, and where a step can lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase
from typing import Final, NamedTuple

from companion.games.megamatch.edition import Edition
from companion.games.megamatch.nouns import Space
from companion.rules.game import Spot
from companion.rules.kernel import Denied, Option
from companion.rules.text import Text, text


class Square(NamedTuple):
    """A space by row and column, both from 1; rows 0 and one more than the arena has are the walls."""

    row: int
    column: int
    is_wall: bool

    @property
    def label(self) -> str:
        """The column's letter and the row's number."""
        return f"{ascii_uppercase[self.column - 1]}{self.row}"


class Arena:
    """The spaces in the board's order: row by row from the first wall to the second, each from column A on."""

    def __init__(self, edition: Edition, walls: str) -> None:
        """*walls*: G6."""
        self._squares: Final = squares_of(edition)
        self.labels: Final = tuple(square.label for square in self._squares)
        self.walls: Final = tuple(
            tuple(Space(self.labels.index(Square(row, column, True).label)) for column in sorted(wall.columns))
            for row, wall in zip((0, edition.arena.rows + 1), edition.wall, strict=True)
        )
        """By wall, from its lowest column on."""
        touching = touched(self._squares)
        self.ways: Final = tuple(ENTERED[walls](self._squares, near) for near in touching)
        """Space -> the spaces that a step can lead to."""
        self.forward: Final = tuple(self._sorted(towards) for towards in (1, -1))
        """Side (the first wall's, the second's) -> the same, those ahead first."""
        self.closed: Final = tuple(
            tuple(
                Denied(f"step/{self.labels[to]}", "4.6", Text("megamatch.denied.wall"))
                for to in near
                if to not in self.ways[space]
            )
            for space, near in enumerate(touching)
        )
        """Space -> the walls beside it that can't be entered."""
        self.free: Final = self._steps("megamatch.to.free")
        self.fight: Final = self._steps("megamatch.to.fight")
        self.through: Final = self._steps("megamatch.to.through")
        self.full: Final = self._denials("megamatch.denied.full")
        self.no_way_out: Final = self._denials("megamatch.denied.no_way_out")
        self.spots: Final = self._spots(edition.arena.pitch_mm)
        self.lines: Final = tuple(
            (self.labels[space], self.labels[to])
            for space, near in enumerate(touching)
            for to in near
            if space < to and self._is_beside(space, to)
        )
        """What the map draws: the steps along rows and columns."""

    def _sorted(self, towards: int) -> tuple[tuple[Space, ...], ...]:
        def ahead(here: Square, to: Space) -> tuple[int, int, int]:
            there = self._squares[to]
            aside = there.column - here.column
            return (here.row - there.row) * towards, abs(aside), aside

        return tuple(
            tuple(sorted(near, key=lambda to: ahead(here, to)))
            for here, near in zip(self._squares, self.ways, strict=True)
        )

    def _steps(self, key: str) -> tuple[Option[Space], ...]:
        return tuple(
            Option(f"step/{label}", Space(n), text(key, space=label), spot=label) for n, label in enumerate(self.labels)
        )

    def _denials(self, key: str) -> tuple[Denied, ...]:
        return tuple(Denied(f"step/{label}", "4.4", text(key, space=label)) for label in self.labels)

    def _spots(self, pitch_mm: float) -> Mapping[str, Spot]:
        """The walls are left and right, so that the rows run down a screen that is wider than high."""
        return {
            square.label: Spot(
                square.label,
                (square.row + 0.5) * pitch_mm,
                (square.column - 0.5) * pitch_mm,
                square.label,
                "wall" if square.is_wall else "arena",
            )
            for square in self._squares
        }

    def _is_beside(self, space: int, to: int) -> bool:
        one, other = self._squares[space], self._squares[to]
        return one.row == other.row or one.column == other.column


def squares_of(edition: Edition) -> tuple[Square, ...]:
    """Every space, in the board's order."""
    arena, (first, second) = edition.arena, edition.wall
    rows = [(0, sorted(first.columns), True)]
    rows += [(row, list(range(1, arena.columns + 1)), False) for row in range(1, arena.rows + 1)]
    rows += [(arena.rows + 1, sorted(second.columns), True)]
    return tuple(Square(row, column, is_wall) for row, columns, is_wall in rows for column in columns)


def touched(squares: Sequence[Square]) -> tuple[tuple[Space, ...], ...]:
    """§4.2 Space -> the spaces at its sides and at its corners."""
    return tuple(tuple(Space(n) for n, to in enumerate(squares) if to != here and touch(here, to)) for here in squares)


def touch(one: Square, other: Square) -> bool:
    """§4.2 Whether one step leads from one to the other: ahead, back, sideways or diagonally."""
    return abs(one.row - other.row) <= 1 and abs(one.column - other.column) <= 1


def off_the_walls(squares: Sequence[Square], near: Sequence[Space]) -> tuple[Space, ...]:
    """§4.6 Steps lead down from a wall, and onto none (G6=down)."""
    return tuple(space for space in near if not squares[space].is_wall)


def everywhere(squares: Sequence[Square], near: Sequence[Space]) -> tuple[Space, ...]:
    """§4.6 A wall's spaces are like the others (G6=spaces)."""
    return tuple(near)


ENTERED: Final[dict[str, Callable[[Sequence[Square], Sequence[Space]], tuple[Space, ...]]]] = {
    "down": off_the_walls,
    "spaces": everywhere,
}
