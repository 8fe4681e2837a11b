"""A `Screen` as pixels.

A title row of 10 pixels and a dark line, four body rows of 10, a dotted line, the last row.  Rows and pictures are
drawn once and kept: composing a frame shifts and ORs numbers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.screen.board_map import board_map
from companion.screen.font import CELL_HEIGHT, CELL_WIDTH, glyph, plain
from companion.screen.layout import shorten, title_row
from companion.screen.model import (
    BESIDE_COLUMNS,
    BODY_ROWS,
    COLUMNS,
    Across,
    Block,
    DiceBeside,
    Lines,
    MapBlock,
    Menu,
    MeterBlock,
    Screen,
    TallyBlock,
    Title,
    rows_of,
)
from companion.screen.pictures import CARET, dice, meter_bar, tally_marks
from companion.screen.pixels import WIDTH, box, dots, moved, page_bytes

LEFT: Final = 1
"""Column 0 of the text begins at this pixel: 21 columns are 126 pixels."""
TITLE_HEIGHT: Final = CELL_HEIGHT
BODY_TOP: Final = TITLE_HEIGHT + 1
LAST_ROW_TOP: Final = 54
_RULE: Final = dots((x, 52) for x in range(0, WIDTH, 3))
_TITLE_BAR: Final = box(0, 0, WIDTH, TITLE_HEIGHT)
_UNSAVED_COLUMNS: Final = 2
_CAPTION_COLUMNS: Final = 16
"""A map's caption is shortened to these: a longer one would hide too much of the map."""
_BESIDE: Final = COLUMNS - BESIDE_COLUMNS
_EDGE_MARK: Final = moved(box(0, 0, 2, 6), WIDTH - 2, 2)
"""Instead of ▴ or ▾ in a row that is full to its last column."""


def draw(screen: Screen) -> bytes:
    """The frame as `hardware.api.Screen.show` takes it: 1024 page bytes.

    Raises `ValueError` for a row or a block that doesn't fit; it names the row.
    """
    frame = 0
    if screen.title is not None or screen.unsaved:
        frame = _title(screen.title, screen.unsaved)
    row = 0
    for block in screen.body:
        height = rows_of(block)
        if row + height > BODY_ROWS:
            raise ValueError(
                f"body row {row + 1}: {type(block).__name__} takes {height} rows, {BODY_ROWS - row} are left"
            )
        frame |= _block(block, row + 1) << (BODY_TOP + CELL_HEIGHT * row)
        row += height
    if screen.keys:
        frame |= _RULE | _row(screen.keys, COLUMNS, "last row") << LAST_ROW_TOP
    return page_bytes(frame)


@lru_cache(maxsize=64)
def _title(title: Title | None, unsaved: bool) -> int:
    columns = COLUMNS - _UNSAVED_COLUMNS if unsaved else COLUMNS
    text = title_row(title, columns) if title is not None else ""
    bar = _TITLE_BAR ^ _row(text, columns, "title")
    if unsaved:
        # A notch at the right end: dark, with a warning sign.
        x = LEFT + CELL_WIDTH * (COLUMNS - 1)
        bar = bar & ~box(x - 3, 0, WIDTH - x + 3, TITLE_HEIGHT) | moved(glyph("⚠"), x, 0)
    return bar


def _block(block: Block, row: int) -> int:
    match block:
        case Lines():
            return _stacked(block.rows, COLUMNS, row)
        case Menu():
            return _menu(block, row)
        case Across():
            return _across(block, row)
        case DiceBeside():
            beside = _stacked(block.rows, BESIDE_COLUMNS, row)
            return dice(block.pips, block.caret, block.sides) | moved(beside, CELL_WIDTH * _BESIDE, 0)
        case TallyBlock():
            left = _side(block.left, block.left_points, block.left_sum, block.left_mark, block.goal, row)
            right = _side(block.right, block.right_points, block.right_sum, block.right_mark, block.goal, row)
            return left | moved(right, CELL_WIDTH * _BESIDE, 0)
        case MeterBlock():
            return _meter(block, row)
        case MapBlock():
            return board_map(block, _text(shorten(block.caption, _CAPTION_COLUMNS))[0])


def _row(text: str, columns: int, name: str) -> int:
    """One row of text at the upper left, refused where it is longer than *columns*."""
    picture, length = _text(text)
    if length > columns:
        raise ValueError(f"{name}: {text!r} has {length} columns, {columns} fit")
    return picture


@lru_cache(maxsize=512)
def _text(text: str) -> tuple[int, int]:
    text = plain(text)
    picture = 0
    for column, character in enumerate(text):
        picture |= glyph(character) << (64 * (LEFT + CELL_WIDTH * column))
    return picture, len(text)


def _stacked(rows: tuple[str, ...], columns: int, row: int) -> int:
    picture = 0
    for index, text in enumerate(rows):
        picture |= _row(text, columns, f"body row {row + index}") << (CELL_HEIGHT * index)
    return picture


def _menu(menu: Menu, row: int) -> int:
    picture = moved(_stacked(menu.rows, COLUMNS - 1, row), CELL_WIDTH, 0)
    if menu.caret is not None:
        if not 0 <= menu.caret < len(menu.rows):
            raise ValueError(f"body row {row}: no row {menu.caret} for the caret among {len(menu.rows)}")
        picture |= moved(CARET, LEFT, CELL_HEIGHT * menu.caret)
    if menu.above:
        picture |= _edge("▴", menu.rows[0])
    if menu.below:
        picture |= moved(_edge("▾", menu.rows[-1]), 0, CELL_HEIGHT * (len(menu.rows) - 1))
    return picture


def _edge(mark: str, text: str) -> int:
    _, length = _text(text)
    return _EDGE_MARK if length == COLUMNS - 1 else moved(glyph(mark), LEFT + CELL_WIDTH * (COLUMNS - 1), 0)


def _across(across: Across, row: int) -> int:
    if not 0 <= across.caret < len(across.items):
        raise ValueError(f"body row {row}: no item {across.caret} for the caret among {len(across.items)}")
    name = f"body row {row}"
    for gap in ("  ", " ", ""):
        text = gap.join(f" {plain(item)}" for item in across.items)
        if len(text) <= COLUMNS:
            break
    column = sum(len(plain(item)) + 1 + len(gap) for item in across.items[: across.caret])
    return _row(text, COLUMNS, name) | moved(CARET, LEFT + CELL_WIDTH * column, 0)


def _side(name: str, points: int, last_sum: str, mark: str, goal: int, row: int) -> int:
    marks = tally_marks(mark, points, goal)
    figures = "" if marks else f"{points}/{goal}"
    text = _stacked((name, figures, last_sum), BESIDE_COLUMNS, row)
    return text | moved(marks, LEFT, CELL_HEIGHT)


def _meter(meter: MeterBlock, row: int) -> int:
    figures = f"{meter.value}/{meter.limit}"
    bar_columns = COLUMNS - len(figures) - 1
    bar = meter_bar(meter.value, meter.limit, CELL_WIDTH * bar_columns - 1)
    picture = _stacked((meter.label, ""), COLUMNS, row) | moved(bar, LEFT, CELL_HEIGHT)
    return picture | moved(_row(figures, COLUMNS, f"body row {row + 1}"), CELL_WIDTH * (bar_columns + 1), CELL_HEIGHT)
