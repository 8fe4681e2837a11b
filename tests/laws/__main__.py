"""Hold N games of every game, or of those that are named, to every law on plays, and print what falls.

Exit status 0: all held; 1: one fell; 2: wrong usage.  The tests do the same with few games.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from companion.games import GAMES
from companion.rules.game import Kit
from tests.cores import spread

from . import pieces, positions, questions, secrets
from .plays import KITS, mixes, play_through

LAWS = (*positions.LAWS, *questions.LAWS, *pieces.LAWS, *secrets.LAWS)


class Fallen(NamedTuple):
    """A law that a play broke."""

    game: str
    law: str
    told: str
    """Which play it was, and what was wrong."""


@cache
def _mixes(name: str) -> list[dict[str, str]]:
    return mixes(KITS[name])


def hold(part: tuple[str, int]) -> tuple[Fallen, ...]:
    """What falls in the *n*-th play of a registered game; the first ones are those of the tests."""
    name, n = part
    return fallen(KITS[name], _mixes(name), n)


def fallen(kit: Kit, mixed: Sequence[dict[str, str]], n: int) -> tuple[Fallen, ...]:
    """What falls in the *n*-th play of a kit."""
    switches, seats = mixed[n % len(mixed)], kit.seats[n % len(kit.seats)]
    which = f"play {n}, {seats} seats, {' '.join('='.join(item) for item in switches.items())}"
    found: list[Fallen] = []

    def note(law: str, fault: Exception) -> None:
        found.append(Fallen(kit.name, law, f"{which}: {str(fault) or repr(fault)}"))

    try:
        play = play_through(kit, switches, seats, n % 3 == 0, n)
    except Exception as fault:  # a law of its own: a game can be played
        note("can_be_played", fault)
        return tuple(found)
    for law in LAWS:
        try:
            law(play)
        except Exception as fault:  # whatever it is, the other laws are of interest
            note(law.__name__, fault)
    return tuple(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """As the command says."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws", description=__doc__)
    parser.add_argument("games", type=int, metavar="N", help="how many of each")
    parser.add_argument("names", nargs="*", choices=[*KITS, []], metavar="GAME", help="which (all, if none is named)")
    asked = parser.parse_args(arguments)
    if asked.games < 1:
        parser.error("N is 1 or more")
    names: list[str] = asked.names or list(GAMES)
    plays = [(name, n) for n in range(asked.games) for name in names]
    broken = [each for found in spread(hold, plays, "plays") for each in found]
    for name in names:
        mine = [each for each in broken if each.game == name]
        print(f"{name}: {asked.games} plays, {len(LAWS)} laws, {len({each.law for each in mine})} broken")
        for law, times in Counter(each.law for each in mine).most_common():
            print(f"  {law}, {times} times, as in {min(each.told for each in mine if each.law == law)}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
