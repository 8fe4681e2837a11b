"""Play N random games of every game, or of those that are named, and print what became of them.

Exit status 0: all ended and kept their pieces; 1: one didn't; 2: wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from companion.games import GAMES
from tests.bench.row import quantile, table
from tests.cores import spread
from tests.laws.plays import KITS, bound
from tests.mass.playing import Mass, Played

AT_ONCE = 100
NAMED_AT_MOST = 10
HEAD = ("game", "seats", "games", "decisions p50", "p99", "p99.9", "max", "ended", "conserved")


class Part(NamedTuple):
    """Some of the games of one name: *first* and those that follow it."""

    name: str
    first: int
    games: int


@cache
def registered(name: str) -> Mass:
    """The mass play of a game of the registry."""
    return Mass(KITS[name], bound(name)[1])


def play(part: Part, mass: Callable[[str], Mass] = registered) -> tuple[str, list[Played]]:
    """Them, one after another."""
    return part.name, [mass(part.name).play(n) for n in range(part.first, part.first + part.games)]


def parts(names: Sequence[str], games: int) -> list[Part]:
    """So many games of each, cut up for the cores."""
    return [Part(name, n, min(AT_ONCE, games - n)) for name in names for n in range(0, games, AT_ONCE)]


def lines(played: Mapping[str, Sequence[Played]]) -> list[tuple[str, ...]]:
    """The table: a line for each game and number of seats."""
    found = []
    for name, games in played.items():
        for seats in sorted({game.seats for game in games}):
            some = [game for game in games if game.seats == seats]
            lengths = [game.decisions for game in some]
            told = [f"{quantile(lengths, share):,.0f}" for share in (0.5, 0.99, 0.999, 1)]
            ended, kept = sum(game.ended for game in some), sum(not game.lost for game in some)
            found.append((name, str(seats), f"{len(some):,}", *told, f"{ended:,}", f"{kept:,}"))
    return found


def report(played: Mapping[str, Sequence[Played]]) -> int:
    """Print it; the exit status."""
    print(table(HEAD, lines(played)))
    failed = [game for games in played.values() for game in games if game.lost or not game.ended]
    for game in failed[:NAMED_AT_MOST]:
        print(f"{game.told}: {game.lost or f'no end after {game.decisions:,} decisions'}")
    if len(failed) > NAMED_AT_MOST:
        print(f"and {len(failed) - NAMED_AT_MOST:,} more")
    return 1 if failed else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """As the command says."""
    parser = argparse.ArgumentParser(prog="python -m tests.mass", description=__doc__)
    parser.add_argument("games", type=int, metavar="N", help="how many of each")
    parser.add_argument("names", nargs="*", choices=[*KITS, []], metavar="GAME", help="which (all, if none is named)")
    asked = parser.parse_args(arguments)
    if asked.games < 1:
        parser.error("N is 1 or more")
    names = asked.names or list(GAMES)
    played: dict[str, list[Played]] = {name: [] for name in names}
    for name, games in spread(play, parts(names, asked.games), "games"):
        played[name] += games
    return report(played)


if __name__ == "__main__":
    sys.exit(main())
