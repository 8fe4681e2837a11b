"""Shadowlord!  Four masters, an alliance each, and a Power Stone that its timer guards."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.games.shadowlord.edition import Edition
from companion.games.shadowlord.game import build
from companion.games.shadowlord.nouns import OPTIONS, PRESETS, SEATS, SWITCHES
from companion.games.shadowlord.survey import check
from companion.rules.game import Kit
from companion.rules.text import Text

KIT: Final = Kit(
    name="shadowlord",
    title=Text("shadowlord.title"),
    seats=SEATS,
    switches=SWITCHES,
    edition=Edition,
    check=check,
    build=build,
    folder=Path(__file__).parent,
    options=OPTIONS,
    presets=PRESETS,
)

BOUND: Final = ("random", 36000)
"""Of 1,500 games that four seats play at random, 999 in 1,000 have at most so many decisions, chance included."""
