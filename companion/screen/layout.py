"""Words in rows of so many columns, by fixed rules: no word and no number is cut without saying so.

Every function first writes its text in characters of the font (`font.plain`), one column each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from companion.screen.font import NO_BREAK_SPACE, plain
from companion.screen.model import COLUMNS, Title

ELLIPSIS: Final = "…"
_NUMBER: Final = re.compile(rf"\d(?:[\d.,:/{NO_BREAK_SPACE}]*\d)?")
_LOOSE_END: Final = f" {NO_BREAK_SPACE}.,:;+-–—'’\"“„«‹(§#"
"""What means nothing before an ellipsis."""
_PLACE_COLUMNS: Final = 6
_NAME_COLUMNS: Final = 8
"""Place and name in a title give way down to these, the place first."""


@lru_cache(maxsize=256)
def shorten(text: str, columns: int) -> str:
    """*text*, or as much of its beginning as fits before an ellipsis.

    Whole words, where that keeps at least half of the columns; else the last word is cut.  A number is never cut but
    left out.  Raises `ValueError` for no columns at all.

    >>> shorten("Corridor of mirrors", 16), shorten("Bartholomew", 8), shorten("Square 1024", 10)
    ('Corridor of…', 'Barthol…', 'Square…')
    """
    if columns < 1:
        raise ValueError(f"{columns} columns hold no text")
    text = plain(text)
    if len(text) <= columns:
        return text
    cut = columns - 1
    space = text.rfind(" ", 0, columns)
    if 2 * space >= columns:
        cut = space
    else:
        for number in _NUMBER.finditer(text):
            if number.start() < cut < number.end():
                cut = number.start()
    return text[:cut].rstrip(_LOOSE_END) + ELLIPSIS


def wrap(text: str, columns: int) -> list[str]:
    """*text* in rows of at most *columns*, broken at spaces and at newlines; no rows for no words.

    A word that is longer than a row is broken at its no-break spaces, and what is still longer is shortened.

    >>> wrap("B4 is occupied: you would stand on B5", 21)
    ['B4 is occupied: you', 'would stand on B5']
    """
    rows: list[str] = []
    for paragraph in text.split("\n"):
        row = ""
        for word in _words(plain(paragraph), columns):
            if row and len(row) + 1 + len(word) <= columns:
                row += " " + word
            else:
                if row:
                    rows.append(row)
                row = word
        rows.append(row)
    return rows if any(rows) else []


def _words(paragraph: str, columns: int) -> list[str]:
    words = []
    for word in paragraph.split(" "):
        for part in [word] if len(word) <= columns else word.split(NO_BREAK_SPACE):
            if part:
                words.append(shorten(part, columns))
    return words


def pages(lines: Sequence[str], rows: int) -> list[tuple[str, ...]]:
    """*lines* in pages of *rows* rows; the last one may be shorter.

    >>> pages(["one", "two", "three"], 2)
    [('one', 'two'), ('three',)]
    """
    return [tuple(lines[start : start + rows]) for start in range(0, len(lines), rows)]


def title_row(title: Title, columns: int = COLUMNS) -> str:
    """The title as one row: mark and name on the left, place and turn on the right.

    Where that is too long, this gives way, in this order: the wide gap before the turn; the place, down to six
    columns; the name, down to eight; the place altogether; the rest of the name.  Mark and turn stay.  Raises
    `ValueError` if even these don't fit.

    >>> title_row(Title("◆", "MUSCLOR", "outer", "T12"))
    '◆MUSCLOR   outer  T12'
    >>> title_row(Title("▲", "BARTHOLOMEW", "throne room", "T104"))
    '▲BARTHOL… thron… T104'
    """
    mark, name, place, turn = plain(title.mark), plain(title.name), plain(title.place), plain(title.turn)
    gap = " " if turn else ""
    room = columns - len(mark) - len(gap + turn)
    if room < min(1, len(name)):
        raise ValueError(f"title: {mark + gap + turn!r} leaves no room for a name in {columns} columns")
    if place:
        place = shorten(place, max(_PLACE_COLUMNS, room - 1 - len(name)))
        if len(name) + 1 + len(place) > room:
            name_columns = max(_NAME_COLUMNS, room - 1 - len(place))
            if min(name_columns, len(name)) + 1 + len(place) > room:
                place = ""
            else:
                name = shorten(name, name_columns)
    if name:
        name = shorten(name, room)
    left = mark + name
    if place and gap and len(left) + 1 + len(place) + 2 + len(turn) <= columns:
        gap = "  "
    right = place + gap + turn if place else turn
    return left + right.rjust(columns - len(left))
