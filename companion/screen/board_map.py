"""The board as a small map, 128 pixels wide and four rows high.

Across and down are scaled each to fill the picture, though never more than four times as much as the other: what is
left of, right of, above and below on the board is so on the map, and seventy spots can be told apart.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from companion.screen.font import CELL_HEIGHT, CELL_WIDTH, COLUMN_BITS, glyph, plain
from companion.screen.model import MapBlock
from companion.screen.pixels import WIDTH, art, box, dots, line, moved

_HEIGHT: Final = 42
_MARGIN: Final = 5
"""From the edge to the middle of the outermost spots: the largest mark fits there."""
_STRETCH: Final = 4.0

_DOT: Final = art("###", "###", "###")
_SMALL_DOT: Final = art("##", "##")
"""Where linked spots lie too close for the larger one."""
_DOT_PITCH: Final = 5
_CROWD: Final = 80
_NEAR: Final = 12
"""Of more spots than a crowd only those are joined that lie farther apart: the eye joins the others."""
_CANDIDATE: Final = art(".###.", "#...#", "#...#", "#...#", ".###.")
_AROUND: Final = (
    "..##.##..",
    ".#.....#.",
    "#.......#",
    "#.......#",
    ".........",
    "#.......#",
    "#.......#",
    ".#.....#.",
    "..##.##..",
)
"""A candidate where something stands; as wide as it must be, and higher where a mark is."""
_CARET: Final = (
    "..#####..",
    ".##...##.",
    "##.....##",
    "#.......#",
    "#.......#",
    "#.......#",
    "##.....##",
    ".##...##.",
    "..#####..",
)
_LOW: Final = box(0, 2, CELL_WIDTH, 5)
"""Where a mark lies that fits into a ring of nine; figures and skulls are higher."""
_CENTRE: Final = art("###", "###", "###")
_PAWN_PITCH: Final = 6
_REACH: Final = 6
"""From the middle of the caret's mark to its caption."""
Point: TypeAlias = tuple[int, int]


def board_map(block: MapBlock, caption: int) -> int:
    """The map, with the *caption*'s picture beside the caret's spot.  Raises `ValueError` for a map without spots."""
    if not block.spots:
        raise ValueError("map: there are no spots")
    points, ground = _ground(tuple([(spot.x_mm, spot.y_mm) for spot in block.spots]), block.links)
    picture, kept_clear = ground, 0
    carets: list[tuple[Point, str]] = []
    for point, spot in zip(points, block.spots, strict=True):
        if spot.at_caret:
            carets.append((point, spot.pawns))
        elif spot.candidate or spot.pawns:
            stamp, halo = _marks(point, spot.pawns, spot.candidate)
            kept_clear |= halo
            if spot.candidate and not block.candidates_lit:
                stamp, halo = _marks(point, spot.pawns, False)
            picture = picture & ~halo | stamp
    for point, pawns in carets:
        stamp, halo = _caret(point, pawns)
        kept_clear |= halo
        picture = picture & ~halo | stamp
    if caption:
        width = (caption.bit_length() - 1) // COLUMN_BITS + 2
        x, y = _caption_place(ground, kept_clear, width, carets[0][0] if carets else None)
        picture = picture & ~box(x, y, width, CELL_HEIGHT) | moved(caption, x, y)
    return picture


@lru_cache(maxsize=8)
def _ground(places: tuple[tuple[float, float], ...], links: tuple[tuple[int, int], ...]) -> tuple[list[Point], int]:
    """Where each spot lies on the map, and the links and dots."""
    points = _scaled(places)
    close = any(_apart(points[a], points[b]) < _DOT_PITCH for a, b in links)
    drawn = [link for link in links if len(points) <= _CROWD or _apart(points[link[0]], points[link[1]]) > _NEAR]
    picture = dots(pixel for a, b in drawn for pixel in line(*points[a], *points[b])[3:-2:3])
    for x, y in points:
        picture |= moved(_SMALL_DOT if close else _DOT, x - 1, y - 1)
    return points, picture


def _apart(one: Point, other: Point) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _scaled(places: tuple[tuple[float, float], ...]) -> list[Point]:
    xs, ys = [x for x, _ in places], [y for _, y in places]
    room_x, room_y = WIDTH - 1 - 2 * _MARGIN, _HEIGHT - 1 - 2 * _MARGIN
    span_x, span_y = max(xs) - min(xs), max(ys) - min(ys)
    scale_x, scale_y = room_x / (span_x or 1), room_y / (span_y or 1)
    scale_x, scale_y = min(scale_x, _STRETCH * scale_y), min(scale_y, _STRETCH * scale_x)
    left, top = _MARGIN + (room_x - span_x * scale_x) / 2, _MARGIN + (room_y - span_y * scale_y) / 2
    return [(round(left + (x - min(xs)) * scale_x), round(top + (y - min(ys)) * scale_y)) for x, y in places]


@lru_cache(maxsize=256)
def _marks(point: Point, pieces: str, candidate: bool) -> tuple[int, int]:
    """What is drawn on a spot, and the dark ground that it stands on."""
    x, y = point
    if candidate and pieces:
        return _ringed(_AROUND, point, pieces)
    if candidate:
        return moved(_CANDIDATE, x - 2, y - 2), box(x - 2, y - 2, 5, 5)
    if not pieces:
        return 0, 0
    crowd = _crowd(pieces)
    width = _PAWN_PITCH * len(crowd) - 1
    left = min(max(1, x - width // 2), WIDTH - 1 - width)
    return _row_of(crowd, left, y), box(left - 1, y - 3, width + 2, 7)


@lru_cache(maxsize=256)
def _caret(point: Point, pieces: str) -> tuple[int, int]:
    x, y = point
    if pieces:
        return _ringed(_CARET, point, pieces)
    return moved(_ring(_CARET, 0, 0), x - 4, y - 4) | moved(_CENTRE, x - 1, y - 1), box(x - 4, y - 4, 9, 9)


def _ringed(ring: tuple[str, ...], point: Point, pieces: str) -> tuple[int, int]:
    """All that stands on a spot, with a ring around it, and the dark ground."""
    crowd = _crowd(pieces)
    room = int(any(_glyph(mark) & ~_LOW for mark in crowd))  # on each side, for what is high
    wider, higher = _PAWN_PITCH * (len(crowd) - 1) + 2 * room, 2 * room
    x, y = point
    left, top = min(max(0, x - 4 - wider // 2), WIDTH - 9 - wider), y - 4 - room
    drawn = moved(_ring(ring, wider, higher), left, top) | _row_of(crowd, left + 2 + room, y)
    return drawn, box(left, top, 9 + wider, 9 + higher)


@lru_cache(maxsize=32)
def _ring(ring: tuple[str, ...], wider: int, higher: int) -> int:
    """Its middle column and its middle row so much longer."""
    rows = [row[:4] + row[4] * (1 + wider) + row[5:] for row in ring]
    return art(*rows[:4], *rows[4:5] * (1 + higher), *rows[5:])


def _crowd(pieces: str) -> str:
    """Three or more of one mark are written as a number and the mark."""
    counted = {mark: pieces.count(mark) for mark in pieces}
    return "".join(mark * count if count < 3 else f"{count}{mark}" for mark, count in counted.items())


def _row_of(crowd: str, left: int, y: int) -> int:
    picture = 0
    for place, mark in enumerate(crowd):
        picture |= _pawn(mark, left + 2 + _PAWN_PITCH * place, y)
    return picture


def _pawn(mark: str, x: int, y: int) -> int:
    """A mark around a point: those of the seats are five pixels wide and high."""
    return moved(_glyph(mark), x - 2, y - 4)


def _glyph(mark: str) -> int:
    return glyph(plain(mark)[:1] or "?")


@lru_cache(maxsize=64)
def _caption_place(ground: int, kept_clear: int, width: int, caret: Point | None) -> Point:
    """Where a caption of *width* pixels covers no mark, if that can be: beside the caret's spot, else anywhere."""
    right, bottom = WIDTH - width, _HEIGHT - CELL_HEIGHT
    near: set[Point] = set()
    if caret is not None:
        x, y = caret
        lefts = (x + _REACH, x - _REACH - width, x - width // 2)
        tops = (y - CELL_HEIGHT // 2, y - _REACH - CELL_HEIGHT, y + _REACH)
        near = {(min(max(0, left), right), min(max(0, top), bottom)) for left in lefts for top in tops}
    far = {(right * step // 8, top) for step in range(9) for top in (0, bottom // 2, bottom)}

    def covered(place: Point) -> tuple[int, bool, int, Point]:
        area = box(*place, width, CELL_HEIGHT)
        return (kept_clear & area).bit_count(), place not in near, (ground & area).bit_count(), place

    return min(near | far, key=covered)
