"""The pictures of the screen: caret, dice, tallies, meters.  Drawn at the upper left of their rows."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.screen.pixels import art, box, moved

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
def dice(pips: tuple[int, ...], caret: int | None) -> int:
    """One or two dice, 64 pixels wide and three rows high: lit with dark pips, hollow where nothing is typed in yet.

    *caret* stands before a die.  Raises `ValueError` for another number of dice or of pips.
    """
    if len(pips) not in _SLOTS or not all(0 <= count <= 6 for count in pips):
        raise ValueError(f"no picture for the dice {pips}")
    picture = 0
    for slot, (left, count) in enumerate(zip(_SLOTS[len(pips)], pips, strict=True)):
        picture |= moved(_die(count), left, 2)
        if slot == caret:
            picture |= moved(CARET, left - _CARET_SPACE, 10)
    return picture


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
