"""Hold N games of every game, or of those that are named, to every law on plays, and print what falls.

Exit status 0: all held; 1: one fell; 2: wrong usage.  The tests do the same with few games.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from companion.games import GAMES
from companion.rules.game import Kit
from tests.cores import spread

from . import positions, questions, secrets
from .plays import KITS, mixes, play_through

LAWS = (*positions.LAWS, *questions.LAWS, *secrets.LAWS)
NAMED_AT_MOST = 20


class Held(NamedTuple):
    """One game, played by name and number."""

    name: str
    fallen: tuple[str, ...]
    """The laws that it broke, each with the game and what was wrong."""


@cache
def _mixes(name: str) -> list[dict[str, str]]:
    return mixes(KITS[name])


def hold(part: tuple[str, int]) -> Held:
    """The *n*-th play of a registered game; the first ones are those of the tests."""
    name, n = part
    return Held(name, fallen(KITS[name], _mixes(name), n))


def fallen(kit: Kit, mixed: Sequence[dict[str, str]], n: int) -> tuple[str, ...]:
    """What falls in the *n*-th play of a kit."""
    switches, seats = mixed[n % len(mixed)], kit.seats[n % len(kit.seats)]
    which = f"{kit.name}, play {n}, {seats} seats, {' '.join('='.join(item) for item in switches.items())}"
    found: list[str] = []

    def note(law: str, fault: Exception) -> None:
        found.append(f"{law}: {which}: {str(fault) or repr(fault)}")

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
    names: list[Any] = asked.names or list(GAMES)
    played, broke = Counter[str](), Counter[str]()
    said: list[str] = []
    for name, laws in spread(hold, [(name, n) for n in range(asked.games) for name in names], "plays"):
        played[name] += 1
        broke[name] += bool(laws)
        said += laws
    for name in names:
        kept = f"{played[name] - broke[name]} of {played[name]} plays keep all {len(LAWS)} laws"
        print(f"{name}: {kept}")
    for line in sorted(said)[:NAMED_AT_MOST]:
        print(line)
    if len(said) > NAMED_AT_MOST:
        print(f"and {len(said) - NAMED_AT_MOST} more")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
