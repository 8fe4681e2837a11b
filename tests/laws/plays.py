"""What the laws are tried on: whole games, played at random, over mixes of house rules, seats and table options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import combinations, product
from random import Random
from typing import Any

from companion.editions import read_edition, shipped
from companion.games import GAMES, TEMPLATE, kit
from companion.referee.fate import Fate
from companion.rules.game import Game, Kit
from companion.rules.kernel import CHANCE, Decision, Option, Position, start, step

MODULES = {"_template": TEMPLATE, **GAMES}
KITS = {name: kit(name) for name in MODULES}
PLAYS_AT_LEAST = 20
MOST_DECISIONS = 50_000
"""A random game that isn't over by then has no end; see also the law on the stated bound."""


def bound(name: str) -> tuple[str, int]:
    """The policy, and so many decisions as 999 of 1,000 of its games have at most."""
    stated: tuple[str, int] = import_module(MODULES[name]).BOUND
    return stated


def reference(kit: Kit) -> Any:
    """The edition that ships with a game."""
    return read_edition(shipped(kit), kit)


def build(kit: Kit, switches: Mapping[str, str] | None = None) -> Game[Any]:
    """The game on its reference edition."""
    return kit.build(reference(kit), switches or {})


def pairwise(factors: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Mixes, few of them, in which every two values of two factors meet; the first has the first values only."""
    names = sorted(factors)
    wanted = {
        frozenset({(a, x), (b, y)}) for a, b in combinations(names, 2) for x, y in product(factors[a], factors[b])
    } | {frozenset({(a, x)}) for a in names for x in factors[a]}
    mixes = []
    mix = {name: factors[name][0] for name in names}
    while True:
        mixes.append(mix)
        wanted -= _met(mix)
        if not wanted:
            return mixes
        mix = dict(min(wanted, key=sorted))
        for name in names:
            if name not in mix:
                tried = [mix | {name: value} for value in factors[name]]
                mix = max(tried, key=lambda m: len(_met(m) & wanted))


def _met(mix: Mapping[str, str]) -> set[frozenset[tuple[str, str]]]:
    return {frozenset(pair) for pair in combinations(mix.items(), 2)} | {frozenset({item}) for item in mix.items()}


@dataclass(frozen=True)
class Play:
    """One game, from its first question to its end: fate answers chance, the players choose at random."""

    kit: Kit
    game: Game[Any]
    seats: int
    names: tuple[str, ...]
    seed: int
    positions: tuple[Position[Any], ...]
    keys: tuple[str, ...]
    switches: Mapping[str, str]

    def setup(self) -> Any:
        return self.game.setup(self.seats, self.names)

    def some(self, count: int = 40) -> Iterator[tuple[int, Position[Any], str]]:
        """Places in the game, the first and the last among them: (how many answers before, position, next answer)."""
        last = len(self.keys) - 1
        within = Random(self.seed).sample(range(1, last), min(count, last - 1)) if last > 1 else []
        for n in sorted({0, *within, max(last, 0)}):
            yield n, self.positions[n], self.keys[n]


def play_through(kit: Kit, switches: Mapping[str, str], seats: int, named: bool, seed: int) -> Play:
    """Play it.  *named*: the pawns are named beforehand, not chosen."""
    game = build(kit, switches)
    random = Random(seed)
    names = tuple(random.sample([pawn.id for pawn in game.pawns], seats)) if named else ()
    fate = Fate(str(seed))
    positions = [start(game, game.setup(seats, names))]
    keys: list[str] = []
    while (decision := positions[-1].decision) is not None:
        assert len(keys) < MOST_DECISIONS, f"{kit.name} with {switches}, seed {seed}, doesn't end"
        if decision.seat == CHANCE:
            key = fate.answer(decision, game.pile(positions[-1].table, decision.source))
        else:
            key = random.choice(decision.keys())
        keys.append(key)
        positions.append(step(positions[-1], key))
    return Play(kit, game, seats, names, seed, tuple(positions), tuple(keys), switches)


def mixes(kit: Kit) -> list[dict[str, str]]:
    """Pairwise, over house rules and table options; as many as there are to be plays."""
    some = pairwise({switch.code: switch.values for switch in kit.switches} | dict(kit.options))
    return [some[n % len(some)] for n in range(max(len(some), PLAYS_AT_LEAST))]


def play_of(kit: Kit, n: int) -> Play:
    """The *n*-th play of a kit: mixes, numbers of seats and the ways to choose pawns in turn."""
    return play_through(kit, mixes(kit)[n], kit.seats[n % len(kit.seats)], n % 3 == 0, n)


@cache
def registered_play(name: str, n: int) -> Play:
    """The same for a game of the registry, played once only."""
    return play_of(KITS[name], n)


def scripted(keys: Sequence[str]) -> Callable[[Decision], Option[Any]]:
    """A policy that gives these answers in turn."""
    left = iter(keys)

    def pick(decision: Decision) -> Option[Any]:
        option = decision.option(next(left))
        assert option is not None
        return option

    return pick
