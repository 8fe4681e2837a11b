"""Where the time of mass play goes: each function's share of the time that is its own, without what it calls.

By cProfile, whose clock runs for Python's functions and, by name, for the interpreter's own.  It makes what is called
often look dearer than it is.  A game function above a fifth is one that a table could answer, or has to say why not.
"""

from __future__ import annotations

import cProfile
import pstats
import random
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from companion.games import GAMES, kit
from companion.rules.kernel import playout, random_pick
from tests.bench.games import the_game
from tests.bench.row import Figure, Row, table

ROOT = Path(__file__).parents[2]
DECISIONS = 100_000
AT_MOST = 0.20
TOLD = 10


class Share(NamedTuple):
    """Of all time in mass play of a game."""

    share: float
    function: str
    of_game: bool
    """It is one of the game's own, not the kernel's or the interpreter's."""


@cache
def shares(name: str) -> tuple[Share, ...]:
    """The largest first."""
    game, seats = the_game(name), kit(name).seats[-1]
    pick = random_pick(random.Random(1).random)
    playout(game, game.setup(seats), pick)  # what is kept once for all games
    profile = cProfile.Profile()
    left = DECISIONS
    while left > 0:
        state = game.setup(seats)
        profile.enable()
        left -= playout(game, state, pick)
        profile.disable()
    times = {where: own for where, (_, _, own, _, _) in pstats.Stats(profile).stats.items()}  # type: ignore[attr-defined]
    total = sum(times.values())
    found = [Share(own / total, *_named(where)) for where, own in times.items()]
    return tuple(sorted(found, reverse=True))


def _named(where: tuple[str, int, str]) -> tuple[str, bool]:
    file, line, function = where
    if not line:
        return function.strip("<>").partition(" at 0x")[0], False  # an address differs from run to run
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return f"{path.name} {function}", False
    inside = path.relative_to(ROOT)
    return f"{inside} {function}", inside.parts[:2] == ("companion", "games")


def measure(name: str) -> Figure:
    """The largest of the game's own."""
    largest = next(share for share in shares(name) if share.of_game)
    return Figure(f"{largest.share:.0%} ({largest.function})", largest.share <= AT_MOST)


ROWS = tuple(
    Row(f"largest share of own time of a function of the game, mass play: {name}", "≤ 20 %", partial(measure, name))
    for name in GAMES
)


def appendix() -> str:
    """The largest shares of each game, for docs/bench.md."""
    said = ["## Where the time of mass play goes\n", __doc__.partition("\n\n")[2].replace(".  ", ". ")]
    for name in GAMES:
        cells = [(f"{share:.1%}", f"`{function}`") for share, function, _ in shares(name)[:TOLD]]
        said.append(table((name, "function"), cells) + "\n")
    return "\n".join(said)
