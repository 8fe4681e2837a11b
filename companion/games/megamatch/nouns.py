"""What is in the box, by the rulebook's names."""

from __future__ import annotations

from typing import Final, NewType

from companion.rules.game import Switch
from companion.rules.text import Text

Space = NewType("Space", int)
"""A space of arena or wall, by its place in the board's order."""
Creature = NewType("Creature", int)
"""A creature by its number within its team, from 0; 0 leads."""

RESERVE: Final = Space(-1)
"""Off the board: not set up yet, or waiting for room on the wall."""

SEATS: Final = range(2, 3)
WALL_SPACES: Final = 5
TOGETHER: Final = 2
"""So many creatures of a side stand on one space at most; so many fall in one combat at most."""
LEAST_CREATURES: Final = WALL_SPACES

SWITCHES: Final = (
    Switch("G5", ("all", "up-to"), "8.1", Text("megamatch.switch.G5")),
    Switch("G6", ("down", "spaces"), "8.1", Text("megamatch.switch.G6")),
    Switch("G7", ("stop", "pass"), "8.1", Text("megamatch.switch.G7")),
    Switch("G10", ("all", "spare"), "8.1", Text("megamatch.switch.G10")),
    Switch("G14", ("box", "ten", "twelve"), "8.1", Text("megamatch.switch.G14")),
)
TEAM_SIZES: Final = {"box": 0, "ten": 10, "twelve": 12}
"""G14: creatures a team; 0: as many as the edition has."""
OPTIONS: Final = {"dice": ("electronic", "physical")}


def piece_of(team: str, creature: Creature) -> str:
    """A creature among the pieces: ``creature/grape-1`` leads."""
    return f"creature/{team}-{creature + 1}"
