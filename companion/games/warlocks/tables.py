"""The table of each square: what a throw of two dice does to whoever ends a turn there.

`docs/result-tables.md` shows how a table is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, Literal

from companion.games.warlocks.nouns import SQUARES, SpaceKind
from companion.rules.game import Mistake

TOTALS: Final = range(2, 13)
MOST_TURNS: Final = 9
Square = Literal["ruins", "maze", "dungeon", "lair"]
Side = Literal["left", "right", "here"]
"""Whose the princess becomes: the player's to the left or to the right, or the one's who threw."""


@dataclass(frozen=True, slots=True)
class Row:
    """What happens at *totals*, in the order of the fields; without any of them, nothing."""

    totals: tuple[int, ...]
    text: str = ""
    """What is read out, as it stands on the board."""
    lose_turns: int = 0
    princess: Side | None = None
    """``left``, ``right``: if the player escorts her, she goes to that neighbour; ``here``: she comes to him."""
    move: str = ""
    """The space to which the pawn goes."""
    again: bool = False
    """Whether the player throws once more at the same table."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table of one square."""

    square: Square
    source: Literal["rulebook", "public", "house", "table"]
    """``table``: it isn't entered; the players read it from their board each time."""
    row: tuple[Row, ...] = ()


def check(tables: Sequence[Table], kinds: Mapping[str, SpaceKind]) -> list[Mistake]:
    """All that is wrong with them; *kinds* are those of the board's spaces, empty where no board is entered."""
    mistakes = []
    ending = _ending(tables, kinds)
    counts = Counter[str](table.square for table in tables)
    for square in SQUARES:
        if kinds and not counts[square.value]:
            remedy = f'a [[table]] with square = "{square}"; its source is "table" if the players read it'
            mistakes.append(Mistake("table", f"{square} has no table", remedy))
    seen = set[str]()
    for n, table in enumerate(tables):
        if table.square in seen:
            mistakes.append(Mistake(f"table.{n}.square", f"{table.square} has a second table", "one a square"))
        seen.add(table.square)
        mistakes += _totals(f"table.{n}", table)
        mistakes += _rows(f"table.{n}", table, kinds)
        if table.row and table.square not in ending:
            what = f"no throw at {table.square} ends the turn"
            mistakes.append(Mistake(f"table.{n}.row", what, "let one of them lead neither back nor to a new throw"))
    return mistakes


def _ending(tables: Sequence[Table], kinds: Mapping[str, SpaceKind]) -> set[str]:
    """The squares where a turn can end, sooner or later: a table may send on to the next."""

    def ends(row: Row) -> bool:
        there = kinds.get(row.move)
        return not row.again and (there not in SQUARES or there.value in ending)

    ending = {table.square for table in tables if not table.row}
    for _ in SQUARES:
        ending |= {table.square for table in tables if any(map(ends, table.row))}
    return set[str](ending)


def _totals(key: str, table: Table) -> Iterator[Mistake]:
    if table.source == "table":
        if table.row:
            yield Mistake(f"{key}.row", f"{table.square} is read from the board, and has entries", "leave one out")
        return
    counts = Counter(total for row in table.row for total in row.totals)
    for total in TOTALS:
        if not counts[total]:
            yield Mistake(f"{key}.row", f"{table.square} has no entry for {total}", "every total from 2 to 12, once")
    seen = set[int]()
    for n, row in enumerate(table.row):
        for m, total in enumerate(row.totals):
            if total not in TOTALS:
                yield Mistake(f"{key}.row.{n}.totals.{m}", f"two dice never show {total}", "2 to 12")
            elif total in seen:
                what = f"{table.square} has a second entry for {total}"
                yield Mistake(f"{key}.row.{n}.totals.{m}", what, "every total from 2 to 12, once")
            seen.add(total)


def _rows(key: str, table: Table, kinds: Mapping[str, SpaceKind]) -> Iterator[Mistake]:
    for n, row in enumerate(table.row):
        if not 0 <= row.lose_turns <= MOST_TURNS:
            yield Mistake(f"{key}.row.{n}.lose_turns", f"{row.lose_turns} lost turns", f"0 to {MOST_TURNS}")
        if row.text and not row.text.strip():
            yield Mistake(f"{key}.row.{n}.text", "nothing but blanks", "write the words, or leave it out")
        if not row.move:
            continue
        if row.again:
            yield Mistake(f"{key}.row.{n}.again", "the pawn moves away and throws again", "one or the other")
        if not kinds:
            continue
        if row.move not in kinds:
            near = get_close_matches(row.move, kinds, n=1)
            remedy = f"did you mean {near[0]!r}?" if near else "a space of the board"
            yield Mistake(f"{key}.row.{n}.move", f"no space {row.move!r}", remedy)
        elif kinds[row.move] is SpaceKind.CASTLE:
            yield Mistake(f"{key}.row.{n}.move", f"{row.move} is the castle", "only a throw leads into it")
