"""Warlocks & Warriors.  Through the wilderness with the princess, to four places of danger, and into the castle."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.games.warlocks.edition import Edition, check
from companion.games.warlocks.game import build
from companion.games.warlocks.nouns import OPTIONS, SEATS, SWITCHES
from companion.rules.game import Kit
from companion.rules.text import Text

KIT: Final = Kit(
    name="warlocks",
    title=Text("warlocks.title"),
    seats=SEATS,
    switches=SWITCHES,
    edition=Edition,
    check=check,
    build=build,
    folder=Path(__file__).parent,
    options=OPTIONS,
)

BOUND: Final = ("random", 11_000)
"""Of 1,000 games that six seats play at random, 999 have at most so many decisions, chance included."""
