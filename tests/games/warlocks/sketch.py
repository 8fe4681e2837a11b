"""Small boards for stories, written as lines of spaces: ``sea-a-b-c-castle b-d-ruins``."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from itertools import pairwise

from companion.games.warlocks.edition import Board, Edition, Space
from companion.games.warlocks.nouns import SQUARES, SpaceKind
from companion.games.warlocks.survey import LABEL_COLUMNS
from companion.games.warlocks.tables import TOTALS, Row, Table

SPACING_MM = 40.0

NOTHING = tuple(Table(str(square), "house", (Row(tuple(TOTALS)),)) for square in SQUARES)  # type: ignore[arg-type]


def links(lines: str) -> dict[str, list[str]]:
    """Each space and those beside it, in the order in which they are named."""
    beside: dict[str, list[str]] = {}
    for line in lines.split():
        spaces = line.split("-")
        for space in spaces:
            beside.setdefault(space, [])
        for one, other in pairwise(spaces):
            if other not in beside[one]:
                beside[one].append(other)
                beside[other].append(one)
    return beside


def kind_of(space: str, given: Mapping[str, str]) -> SpaceKind:
    """As *given*; otherwise a kind that the name says (``sea`` is Seaport), otherwise a plain space."""
    if space in given:
        return SpaceKind(given[space])
    name = {"sea": "seaport"}.get(space, space.rstrip(string.digits))
    return SpaceKind(name) if name in set(SpaceKind) else SpaceKind.PLAIN


def board(
    lines: str,
    kinds: Mapping[str, str] | None = None,
    arrows: Mapping[str, str] | None = None,
    ways: Mapping[str, str] | None = None,
) -> Board:
    """*arrows* and *ways*: from which space over which, as ``{"b": "c-d"}``.  Seaport and castle may be left out."""
    over, ways = arrows or {}, ways or {}
    given = {**dict.fromkeys(over, "arrow"), **dict.fromkeys(ways, "x"), **(kinds or {})}
    beside = links(lines)
    for needed in ("sea", "castle"):
        if all(kind_of(space, given) is not kind_of(needed, {}) for space in beside):
            beside[needed] = []
    spaces = [
        Space(
            space,
            kind_of(space, given),
            SPACING_MM * (1 + n % 8),
            SPACING_MM * (1 + n // 8),
            tuple(beside[space]),
            space[:LABEL_COLUMNS],
            arrow=tuple(over[space].split("-")) if space in over else (),
            way=tuple(ways[space].split("-")) if space in ways else (),
        )
        for n, space in enumerate(beside)
    ]
    return Board("house", 400.0, 400.0, tuple(spaces))


def sketch(
    lines: str,
    kinds: Mapping[str, str] | None = None,
    arrows: Mapping[str, str] | None = None,
    ways: Mapping[str, str] | None = None,
    tables: Iterable[Table] = (),
) -> Edition:
    """An edition with this board; a square whose table isn't among *tables* does nothing."""
    other = {table.square for table in tables}
    return Edition(
        "a sketch",
        "warlocks",
        board(lines, kinds, arrows, ways),
        (*tables, *(table for table in NOTHING if table.square not in other)),
    )
