"""Masters of the Universe: Castle of Shadows.  Weapons outside, the castle with its obstacles, Skeletor in the end."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.games.masters.edition import Edition, check
from companion.games.masters.game import build
from companion.games.masters.nouns import OPTIONS, SEATS, SWITCHES
from companion.rules.game import Kit
from companion.rules.text import Text

KIT: Final = Kit(
    name="masters",
    title=Text("masters.title"),
    seats=SEATS,
    switches=SWITCHES,
    edition=Edition,
    check=check,
    build=build,
    folder=Path(__file__).parent,
    options=OPTIONS,
)

BOUND: Final = ("random", 1550)
"""Of 1,000 games that four seats play at random, 999 have at most so many decisions, chance included."""
