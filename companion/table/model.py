"""The pieces of a box, as an edition lists them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.game import Mistake, Piece
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class PieceEntry:
    """One piece in an edition's ``[pieces]``: ``"token/17" = { kind = "axe" }``."""

    kind: str
    tag: bool = True
    """False where there are as many as are wanted, and none is worth a tag."""


def listed(entries: Mapping[str, PieceEntry], names: Mapping[str, Text]) -> tuple[Piece, ...]:
    """The pieces of a checked edition; *names*: sort of piece -> what it is called."""
    pieces = [Piece(id, entry.kind, Text(""), entry.tag) for id, entry in entries.items()]
    return tuple([piece._replace(name=names[piece.sort]) for piece in pieces])


def miscounted(entries: Mapping[str, PieceEntry], wanted: Mapping[str, int]) -> list[Mistake]:
    """What is wrong with an edition's list, of which the game must have *wanted* of each sort, and nothing else.

    A list that is left out is no mistake: then no piece can be tapped.
    """
    if not entries:
        return []
    sorts = {id: Piece(id, entry.kind, Text("")).sort for id, entry in entries.items()}
    mistakes = [
        Mistake(f"pieces.{id}.kind", f"this game has no {sort}", f"known are {', '.join(wanted)}")
        for id, sort in sorts.items()
        if sort not in wanted
    ]
    found = Counter(sorts.values())
    mistakes += [
        Mistake("pieces", f"{found[sort]} pieces are {sort}", f"list {count} of them")
        for sort, count in wanted.items()
        if found[sort] != count
    ]
    return mistakes
