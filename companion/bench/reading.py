"""What somebody who looks at the panel reads there."""

from __future__ import annotations

from collections.abc import Iterator

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


def rows(screen: Screen) -> tuple[str, ...]:
    """Row by row: title, body, what the buttons do.  Dice read as ``[4] [3]``, a tally's points as ``2/3``."""
    title = screen.title
    head = () if title is None else (" ".join(filter(None, (title.mark, title.name, title.place, title.turn))),)
    body = (row for block in screen.body for row in _block(block))
    return tuple(row for row in (*head, *body, screen.keys) if row)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Lines(texts):
            yield from texts
        case Menu(texts, caret):
            yield from (f"{'>' if n == caret else ' '}{text}" for n, text in enumerate(texts))
        case Across(items, caret):
            yield " ".join(f"{'>' if n == caret else ' '}{item}" for n, item in enumerate(items))
        case DiceBeside(pips, texts):
            yield " ".join(f"[{number or ' '}]" for number in pips)
            yield from texts
        case TallyBlock():
            yield f"{block.left} {block.left_points}/{block.goal} {block.left_sum}"
            yield f"{block.right} {block.right_points}/{block.goal} {block.right_sum}"
        case MeterBlock(label, value, limit):
            yield f"{label} {value}/{limit}"
        case MapBlock():
            yield block.caption
