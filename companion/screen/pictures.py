"""The pictures of the screen: caret, dice, tallies, meters.  Drawn at the upper left of their rows."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.screen.font import CELL_WIDTH, COLUMN_BITS, glyph
from companion.screen.model import DICE_AT_MOST
from companion.screen.pixels import art, box, dots, moved

CARET: Final = moved(art("##..", ".##.", "..##", "..##", ".##.", "##.."), 0, 1)
"""``>`` in bold.  Four pixels wide and six high: in every row it stands on at most two pages of the panel, so that a
step of a row up or down writes three pages at most."""

_DIE: Final = 25
_PIP: Final = art(".###.", "#####", "#####", "#####", ".###.")
_PIP_AT: Final = (2, 10, 18)
_PIPS: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    (),
    ((1, 1),),
    ((0, 0), (2, 2)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 0), (2, 0), (0, 2), (2, 2)),
    ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
)
"""Where the pips of each face lie on a grid of three by three."""
_SLOTS: Final[dict[int, tuple[int, ...]]] = {1: (19,), 2: (5, 37)}
"""The left edge of each die, for one die and for two."""
_CARET_SPACE: Final = 5
_SMALL: Final = (15, 13)
_SMALL_ACROSS: Final = 3
_SMALL_PITCH: Final = (20, 15)
"""More than two dice lie in rows of three."""
_DIGIT_WIDTH: Final = 5
_DIGIT_TOP: Final = 1
_DIGIT_HEIGHT: Final = 7

_FULL: Final = {
    "✊": art(
        ".#.##.#.",
        "##.##.##",
        "##.##.##",
        "##.##.##",
        "......##",
        "#####.##",
        "#####.##",
        "......#.",
        ".#####..",
    ),
    "☠": art(
        "..#####..",
        ".#######.",
        "#########",
        "#..###..#",
        "#..###..#",
        "####.####",
        ".#######.",
        "..#.#.#..",
        "..#.#.#..",
    ),
    "●": art(
        "..#####..",
        ".#######.",
        "#########",
        "#########",
        "#########",
        "#########",
        "#########",
        ".#######.",
        "..#####..",
    ),
}
_EMPTY: Final = art(
    ".........",
    "...###...",
    "..#...#..",
    ".#.....#.",
    ".#.....#.",
    ".#.....#.",
    "..#...#..",
    "...###...",
    ".........",
)
_MARK_PITCH: Final = 12
MARKS_AT_MOST: Final = 5
"""More points than these are written as a number."""


@lru_cache(maxsize=64)
def dice(pips: tuple[int, ...], caret: int | None, sides: int = 6) -> int:
    """Dice, 64 pixels wide and three rows high: lit with dark pips or numbers, hollow where nothing is typed in yet.

    *caret* stands before a die.  Raises `ValueError` for another number of dice or of pips.
    """
    if not 1 <= len(pips) <= DICE_AT_MOST or not all(0 <= count <= sides for count in pips):
        raise ValueError(f"no picture for the dice {pips} of {sides} sides")
    picture = 0
    for place, count in enumerate(pips):
        if len(pips) in _SLOTS:
            left, top, height = _SLOTS[len(pips)][place], 2, _DIE
            die = _die(count) if sides == 6 else _numbered(count, _DIE, _DIE, 2)
        else:
            row, column = divmod(place, _SMALL_ACROSS)
            left, top = _CARET_SPACE + _SMALL_PITCH[0] * column, _SMALL_PITCH[1] * row
            height, die = _SMALL[1], _numbered(count, *_SMALL, 1)
        picture |= moved(die, left, top)
        if place == caret:
            picture |= moved(CARET, left - _CARET_SPACE, top + height // 2 - 4)
    return picture


def _numbered(count: int, width: int, height: int, scale: int) -> int:
    """A die that shows a number, *scale* times as large as in the font."""
    corners = sum(box(x, y, 1, 1) for x in (0, width - 1) for y in (0, height - 1))
    face = box(0, 0, width, height) & ~corners
    if not count:
        return face & ~box(1, 1, width - 2, height - 2)
    figures = str(count)
    across = scale if len(figures) == 1 else 1
    number_width = across * (CELL_WIDTH * (len(figures) - 1) + _DIGIT_WIDTH)
    left, top = (width - number_width) // 2, (height - scale * _DIGIT_HEIGHT) // 2
    for place, figure in enumerate(figures):
        face &= ~moved(_enlarged(figure, across, scale), left + across * CELL_WIDTH * place, top)
    return face


def _enlarged(figure: str, across: int, down: int) -> int:
    """A figure of the font, from its own upper edge on."""
    bits = glyph(figure) >> _DIGIT_TOP
    return dots(
        (across * x + dx, down * y + dy)
        for x in range(_DIGIT_WIDTH)
        for y in range(_DIGIT_HEIGHT)
        if bits >> (COLUMN_BITS * x + y) & 1
        for dx in range(across)
        for dy in range(down)
    )


def _die(count: int) -> int:
    edge = _DIE - 1
    corners = sum(box(x, y, 1, 1) for x in (0, edge) for y in (0, edge))
    face = box(0, 0, _DIE, _DIE) & ~corners
    if not count:
        return face & ~box(1, 1, _DIE - 2, _DIE - 2)
    for x, y in _PIPS[count]:
        face &= ~moved(_PIP, _PIP_AT[x], _PIP_AT[y])
    return face


@lru_cache(maxsize=64)
def tally_marks(mark: str, points: int, goal: int) -> int:
    """*points* of *goal* as filled and empty marks in one row, or nothing where they are too many for that.

    Raises `ValueError` for a mark that has no picture.
    """
    if mark not in _FULL:
        raise ValueError(f"no picture for the mark {mark!r}; there are {' '.join(_FULL)}")
    if not 0 <= points <= goal <= MARKS_AT_MOST:
        return 0
    picture = 0
    for place in range(goal):
        picture |= moved(_FULL[mark] if place < points else _EMPTY, _MARK_PITCH * place, 0)
    return picture


@lru_cache(maxsize=64)
def meter_bar(value: int, limit: int, width: int) -> int:
    """A bar of *value* of *limit*: a cell each where they are at least four pixels wide, else in one piece.

    Raises `ValueError` unless 0 <= *value* <= *limit* and 0 < *limit*.
    """
    if not 0 <= value <= limit or not limit:
        raise ValueError(f"no bar for {value} of {limit}")
    cell = (width - 1) // limit
    if cell < 4:
        frame = box(0, 1, width, 7) & ~box(1, 2, width - 2, 5)
        return frame | box(0, 1, max(value and 1, width * value // limit), 7) if value else frame
    picture = 0
    for place in range(limit):
        filled = box(cell * place, 1, cell - 1, 7)
        hollow = filled & ~box(cell * place + 1, 2, cell - 3, 5)
        picture |= filled if place < value else hollow
    return picture
