"""The things of the box that can bear a tag, and where those are of which the referee knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.shadowlord.edition import Ally, Edition, Shadow
from companion.games.shadowlord.nouns import PAWNS
from companion.rules.game import Piece
from companion.rules.text import Text, text
from companion.table.model import listed

STONE: Final = "stone/power"
TIMER: Final = "timer/marker"


def card_sort(number: int) -> str:
    """What a power card with this number is among the pieces."""
    return f"power/{number}"


def _discs(edition: Edition) -> list[Ally | Shadow]:
    return [*edition.ally, *edition.shadow]


def sorts(edition: Edition) -> dict[str, int]:
    """Sort of piece -> how many of it are in the box; of ships one stands for all of its colour."""
    once = [f"pawn/{pawn.id}" for pawn in PAWNS]
    once += [f"disc/{each.id}" for each in _discs(edition)]
    once += ["disc/shadowlord", STONE, TIMER, *[f"ship/{pawn.id}" for pawn in PAWNS], "ship/shadows"]
    cards = {card_sort(entry.number): entry.count for entry in edition.card}
    return dict.fromkeys(once, 1) | cards


def of_characters(ids: Sequence[str]) -> tuple[str, ...]:
    """By character: masters, who come first, have pawns, all others have discs."""
    return tuple(f"{'pawn' if n < len(PAWNS) else 'disc'}/{id}" for n, id in enumerate(ids))


def pieces(edition: Edition) -> tuple[Piece, ...]:
    """All that there are, by their names."""
    names = {
        STONE: Text("shadowlord.piece.stone"),
        TIMER: Text("shadowlord.piece.timer"),
        "disc/shadowlord": Text("shadowlord.lord"),
        "ship/shadows": text("shadowlord.piece.ship", whose=Text("shadowlord.shadows")),
    }
    for pawn in PAWNS:
        names[f"pawn/{pawn.id}"] = pawn.name
        names[f"ship/{pawn.id}"] = text("shadowlord.piece.ship", whose=pawn.name)
    for each in _discs(edition):
        names[f"disc/{each.id}"] = text("shadowlord.name", name=each.name)
    for entry in edition.card:
        names[card_sort(entry.number)] = text("shadowlord.piece.card", number=entry.number)
    return listed(edition.pieces, names)
