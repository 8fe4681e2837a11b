"""M.U.S.C.L.E. Mega-Match: two teams of wrestlers, one arena, one spinner."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.games.megamatch.edition import Edition, check
from companion.games.megamatch.game import build
from companion.games.megamatch.nouns import OPTIONS, SEATS, SWITCHES
from companion.rules.game import Kit
from companion.rules.text import Text

KIT: Final = Kit(
    name="megamatch",
    title=Text("megamatch.title"),
    seats=SEATS,
    switches=SWITCHES,
    edition=Edition,
    check=check,
    build=build,
    folder=Path(__file__).parent,
    options=OPTIONS,
)

BOUND: Final = ("random", 510)
"""Of 1,000 games that players and spinner play at random, 999 have at most so many decisions, chance included."""
