"""Shapes, as pictures in the form that `companion.screen.font` describes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from companion.screen.font import COLUMN_BITS

WIDTH: Final = 128
HEIGHT: Final = 64
FRAME_BYTES: Final = WIDTH * HEIGHT // 8
_PAGES: Final = HEIGHT // 8


def moved(picture: int, x: int, y: int) -> int:
    """*picture*, *x* to the right and *y* down; it must still lie inside the frame."""
    return picture << (COLUMN_BITS * x + y)


@lru_cache(maxsize=256)
def box(x: int, y: int, width: int, height: int) -> int:
    """A filled rectangle."""
    columns = ((1 << COLUMN_BITS * width) - 1) // ((1 << COLUMN_BITS) - 1)
    return moved(columns * ((1 << height) - 1), x, y)


def art(*rows: str) -> int:
    """A picture drawn in characters: ``#`` is lit."""
    return dots((x, y) for y, row in enumerate(rows) for x, character in enumerate(row) if character == "#")


def dots(points: Iterable[tuple[int, int]]) -> int:
    """Single pixels."""
    columns = [0] * WIDTH
    for x, y in points:
        columns[x] |= 1 << y
    return int.from_bytes(b"".join(column.to_bytes(8, "little") for column in columns), "little")


def line(x0: int, y0: int, x1: int, y1: int) -> list[tuple[int, int]]:
    """The pixels of a line, both ends included."""
    steps = max(abs(x1 - x0), abs(y1 - y0))
    if not steps:
        return [(x0, y0)]
    return [
        (x0 + ((x1 - x0) * step * 2 + steps) // (2 * steps), y0 + ((y1 - y0) * step * 2 + steps) // (2 * steps))
        for step in range(steps + 1)
    ]


def page_bytes(picture: int) -> bytes:
    """A whole frame as the panel holds it: byte ``128 * page + x``, bit 0 uppermost."""
    columns = picture.to_bytes(FRAME_BYTES, "little")
    return b"".join([columns[page::_PAGES] for page in range(_PAGES)])
