"""What the small screen shows, before it is pixels: a title row, up to four body rows, a row for the buttons.

128x64 pixels: a title row (inverted), four rows of 21 characters in a 6x10 font, and the last row, which says what the
buttons do now.  A `Screen` is already in the reader's language and already measured: `companion.screen.raster` draws
it, and refuses what doesn't fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

COLUMNS: Final = 21
BODY_ROWS: Final = 4
DICE_AT_MOST: Final = 6
"""In one picture."""
BESIDE_COLUMNS: Final = 10
"""Characters to the right of a picture."""


class Title(NamedTuple):
    """``◆MUSCLOR   outer  T12``: seat mark, name, place or phase, turn; together at most 21 characters."""

    mark: str
    name: str
    place: str = ""
    turn: str = ""


class Lines(NamedTuple):
    """Rows of text, at most 21 characters each."""

    rows: tuple[str, ...]


class Menu(NamedTuple):
    """The visible rows of a list, at most 20 characters each, with a caret ``>`` before one of them.

    *above* and *below*: more is there, drawn as ▴ ▾ at the right edge.  *caret* None: no caret.
    """

    rows: tuple[str, ...]
    caret: int | None
    above: bool = False
    below: bool = False


class Across(NamedTuple):
    """One row of short options side by side, the caret before one: ``>3   5``."""

    items: tuple[str, ...]
    caret: int


class DiceBeside(NamedTuple):
    """Dice drawn as dice, three rows high, with up to three rows of ten characters to the right.

    *pips*: one to six dice, 0 for a blank die (not typed in yet).  *caret*: the die that is being typed, or None.
    *sides*: dice of six have pips; others, and more than two, show a number.
    """

    pips: tuple[int, ...]
    rows: tuple[str, ...]
    caret: int | None = None
    sides: int = 6


class TallyBlock(NamedTuple):
    """Two sides that collect points, three rows high: names, points as filled and empty marks, the last sums.

    Names and sums have ten characters each.  The marks are ``✊``, ``☠`` or ``●``; over five of them are written as a
    number, ``4/12``.
    """

    left: str
    left_points: int
    left_sum: str
    right: str
    right_points: int
    right_sum: str
    goal: int
    left_mark: str = "●"
    right_mark: str = "●"


class MeterBlock(NamedTuple):
    """A bar of *value* of *limit*, one row, with its label in a row above."""

    label: str
    value: int
    limit: int


class MapSpot(NamedTuple):
    """A spot of the map, in mm on the board; the raster scales the whole board to the screen."""

    x_mm: float
    y_mm: float
    candidate: bool = False
    at_caret: bool = False
    pawns: str = ""
    """The marks of the pawns and other pieces that stand there; as many of one kind as there are, side by side."""


class MapBlock(NamedTuple):
    """The board, four rows high: links thin, spots as dots, candidates larger, the caret's one largest and named.

    Where a group is at the caret, all its spots are marked and the caption stands beside the first.  The caption is
    shortened by the raster, to sixteen characters.
    """

    spots: tuple[MapSpot, ...]
    links: tuple[tuple[int, int], ...]
    """Indices into *spots*."""
    caption: str = ""
    candidates_lit: bool = True
    """The blinking phase: False leaves the candidates' marks out (the caret's one stays)."""


Block: TypeAlias = Lines | Menu | Across | DiceBeside | TallyBlock | MeterBlock | MapBlock


@dataclass(frozen=True, slots=True)
class Screen:
    """One frame of the 128x64 display."""

    title: Title | None
    body: tuple[Block, ...]
    keys: str = ""
    """The last row: what the buttons do now, at most 21 characters."""
    unsaved: bool = False
    """The game isn't being saved: a mark in the title row says so on every screen."""


def rows_of(block: Block) -> int:
    """How many of the four body rows a block takes."""
    match block:
        case Lines(rows) | Menu(rows):
            return len(rows)
        case Across():
            return 1
        case DiceBeside() | TallyBlock():
            return 3
        case MeterBlock():
            return 2
        case MapBlock():
            return BODY_ROWS
