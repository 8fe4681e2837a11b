"""The edition: what is printed on cards and pawns, as data; and where each piece lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from companion.games._template.nouns import Box
from companion.games._template.state import State
from companion.rules.game import Mistake, Pile
from companion.table.model import PieceEntry, miscounted

SEATS: Final = range(2, 5)

Source = Literal["rulebook", "public", "house"]


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards from 1 to *highest*."""

    source: Source
    highest: int


@dataclass(frozen=True, slots=True)
class PawnEntry:
    """One pawn of the box."""

    source: Source
    id: str
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class Edition:
    """The whole file."""

    edition: str
    game: Literal["_template"]
    deck: Deck
    pawn: tuple[PawnEntry, ...]
    pieces: Mapping[str, PieceEntry] = field(default_factory=dict, hash=False)
    """Each pawn and each card, of a kind of its own; left out, nothing can be tapped."""


def check(edition: Edition) -> list[Mistake]:
    """Each must be able to draw twice in a round, and to take a pawn of its own."""
    mistakes = []
    most = max(SEATS)
    if edition.deck.highest < 2 * most:
        mistakes.append(Mistake("deck.highest", f"{edition.deck.highest} cards", f"{2 * most} or more"))
    if len(edition.pawn) < most:
        mistakes.append(Mistake("pawn", f"{len(edition.pawn)} pawns", f"{most} or more"))
    mistakes += _twice("id", [pawn.id for pawn in edition.pawn])
    mistakes += _twice("mark", [pawn.mark for pawn in edition.pawn])
    if mistakes:
        return mistakes  # what there should be isn't known yet
    cards = [f"card/{card}" for card in range(1, edition.deck.highest + 1)]
    return miscounted(edition.pieces, dict.fromkeys([f"pawn/{pawn.id}" for pawn in edition.pawn] + cards, 1))


def _twice(what: str, entries: Sequence[str]) -> list[Mistake]:
    return [
        Mistake(f"pawn.{n}.{what}", f"{entry!r} for the second time", "one of its own for each pawn")
        for n, entry in enumerate(entries)
        if entry in entries[:n]
    ]


def pile(box: Box, source: str) -> Pile | None:
    """The deck as it was shuffled for a round: ``deck/3/1`` is the first card of the third round."""
    name, _, _ = source.rpartition("/")
    if not name.startswith("deck/"):
        return None
    slots = tuple(str(n) for n, _ in enumerate(box.deck, 1))
    return Pile(name, slots, tuple(f"card/{card}" for card in box.deck))


def placement(box: Box, s: State) -> dict[str, str]:
    """Where every card and every pawn is."""
    where = {f"card/{card}": "deck" for card in box.deck} | {f"pawn/{pawn.id}": "box" for pawn in box.pawns}
    for seat in s.seats:
        where |= {f"card/{card}": f"seat/{seat}" for card in [s.hands[seat]] if card is not None}
        where |= {f"card/{card}": f"aside/{seat}" for card in [s.aside[seat]] if card is not None}
        where |= {f"pawn/{pawn}": f"seat/{seat}" for pawn in [s.pawns[seat]] if pawn}
    return where


def located(box: Box, s: State) -> dict[str, tuple[str, ...]]:
    """Where the cards are that have left the deck: every one was seen by the referee when it was drawn."""
    return {piece: (at,) for piece, at in placement(box, s).items() if piece.startswith("card/") and at != "deck"}
