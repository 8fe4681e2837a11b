"""The bitmap font: 6x10 cells from ``6x10.bdf``, read when the first character is drawn.

A picture is one number in the shape of a frame: bit ``64 * x + y`` is the pixel in column *x*, row *y*, so that moving
a picture is a shift and laying one over another is an OR.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

CELL_WIDTH: Final = 6
CELL_HEIGHT: Final = 10
COLUMN_BITS: Final = 64
"""Pixels of one column in a picture."""
NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"
_NO_BREAK_SPACES: Final = "\N{NARROW NO-BREAK SPACE}\N{FIGURE SPACE}"
_WITHOUT_WIDTH: Final = ("Mn", "Me", "Cf", "Cc")
"""Unicode categories of what stands on or between characters: accents, joiners, direction marks, controls."""


@lru_cache(maxsize=1)
def _glyphs() -> dict[str, str]:
    """Each character's part of the file, not looked into yet."""
    parts = Path(__file__).with_name("6x10.bdf").read_text("ascii").split("\nENCODING ")[1:]
    return {chr(int(part[: part.index("\n")])): part for part in parts}


@cache
def glyph(character: str) -> int:
    """The picture of a character of the font, at the upper left.  Raises `KeyError` for another one (see `plain`)."""
    rows = _glyphs()[character].partition("BITMAP\n")[2].split("\n", CELL_HEIGHT)[:CELL_HEIGHT]
    picture = 0
    for y, row in enumerate(rows):
        bits = int(row, 16)
        for x in range(CELL_WIDTH):
            if bits >> (7 - x) & 1:
                picture |= 1 << (COLUMN_BITS * x + y)
    return picture


def plain(text: str) -> str:
    """*text* in characters of the font, one column each; what is plain already is returned as it is.

    A character that the font lacks is written with the letters it is composed of, without their accents (``ő`` as
    ``o``), and where there are none as ``?``.  White space becomes a space; what has no width of its own (joiners,
    direction marks, controls) is dropped.

    >>> plain("Zoë Ňový ﬁn 🐯")
    'Zoë Nový fin ?'
    """
    if text.isascii() and text.isprintable():
        return text
    return _plain(text)


@lru_cache(maxsize=256)
def _plain(text: str) -> str:
    known = _glyphs()
    if all(character in known for character in text):
        return text
    from unicodedata import category, normalize  # only for the rare name

    said = []
    for character in normalize("NFC", text):
        if character in known:
            said.append(character)
        elif character in _NO_BREAK_SPACES:
            said.append(NO_BREAK_SPACE)
        elif character.isspace():
            said.append(" ")
        elif category(character) not in _WITHOUT_WIDTH:
            said.append("".join(base for base in normalize("NFKD", character) if base in known) or "?")
    return "".join(said)
