"""What is in the box, and what is fixed for a whole game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NewType

from companion.rules.game import Pawn, Piece, Switch
from companion.rules.text import Text

Card = NewType("Card", int)
"""The number that is printed on it; there is one of each."""

GOAL: Final = 2
"""Rounds to win (§5)."""

H1: Final = Switch("H1", ("highest", "lowest"), "6.1", Text("_template.h1"))
BEST: Final[dict[str, Callable[[Iterable[Card]], Card]]] = {"highest": max, "lowest": min}


@dataclass(frozen=True, slots=True)
class Box:
    """The deck, the pawns, which card of several is the best (H1), and what of all this can be tapped."""

    deck: tuple[Card, ...]
    pawns: tuple[Pawn, ...]
    best: Callable[[Iterable[Card]], Card]
    pieces: tuple[Piece, ...]

    def pawn(self, pawn_id: str) -> Pawn | None:
        """The pawn of this id."""
        return next((pawn for pawn in self.pawns if pawn.id == pawn_id), None)
