"""A `Screen` as rows of text: for logs, the bench, and whoever can't see the pixels."""

from __future__ import annotations

from companion.screen.layout import title_row
from companion.screen.model import (
    Across,
    Block,
    DiceBeside,
    Lines,
    MapBlock,
    Menu,
    MeterBlock,
    Screen,
    TallyBlock,
)


def rows_of_text(screen: Screen) -> tuple[str, ...]:
    """Title, body and keys, a string a row; what is drawn is written out: dice as ``[3][5]``, points as ``2:1``."""
    rows = [] if screen.title is None else [title_row(screen.title)]
    for block in screen.body:
        rows += _rows(block)
    return (*rows, screen.keys) if screen.keys else tuple(rows)


def _rows(block: Block) -> list[str]:
    match block:
        case Lines(rows):
            return list(rows)
        case Menu(rows, caret):
            return [_marked(row, at == caret) for at, row in enumerate(rows)]
        case Across(items, caret):
            return [" ".join(_marked(item, at == caret) for at, item in enumerate(items))]
        case DiceBeside(pips, rows, caret):
            dice = "".join(f"{'>' if at == caret else ''}[{n or ' '}]" for at, n in enumerate(pips))
            return [dice, *rows]
        case TallyBlock():
            sides = (block.left, block.left_sum), (block.right, block.right_sum)
            points = f"{block.left_points}:{block.right_points} of {block.goal}"
            return [*(f"{name} {total}".rstrip() for name, total in sides), points]
        case MeterBlock(label, value, limit):
            return [label, f"{value} of {limit}"]
        case MapBlock():
            return [block.caption]


def _marked(row: str, is_caret: bool) -> str:
    return f">{row}" if is_caret else f" {row}"
