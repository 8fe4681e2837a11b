"""Random games by the fast drive, one after another: that they end, and that no piece is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from companion.games import resolve_switches
from companion.rules.game import Game, Kit
from companion.rules.kernel import playout, random_pick
from tests.laws.plays import build, pairwise

TIMES_THE_BOUND = 200
"""A game that is so many times longer than its bound has no end."""


class Played(NamedTuple):
    """One game."""

    seats: int
    decisions: int
    """Chance included."""
    ended: bool
    lost: str
    """What became of the pieces; empty: they are where pieces can be."""
    told: str
    """Which game it was, for whoever wants to play it again."""


@dataclass(frozen=True)
class Mass:
    """All games of one kit, by number: numbers of seats and mixes of house rules and table options in rotation."""

    kit: Kit
    bound: int
    """999 of 1,000 of its games have at most so many decisions."""

    @cached_property
    def mixes(self) -> list[dict[str, str]]:
        """Pairwise, the defaults first, and what is preset."""
        kit = self.kit
        mixed = pairwise({switch.code: switch.values for switch in kit.switches} | dict(kit.options))
        return [*mixed, *(resolve_switches(kit, preset) for preset in kit.presets.values())]

    @cached_property
    def _games(self) -> list[Game[Any]]:
        return [build(self.kit, mix) for mix in self.mixes]

    def setting(self, n: int) -> tuple[Game[Any], int, str]:
        """The *n*-th game, how many play it, and both in words."""
        seats = self.kit.seats[n % len(self.kit.seats)]
        mix = n // len(self.kit.seats) % len(self.mixes)
        changed = [f"{code}={value}" for code, value in self.mixes[mix].items() if self.mixes[0][code] != value]
        told = f"{self.kit.name}, game {n}, {seats} seats, {' '.join(changed) or 'default rules'}"
        return self._games[mix], seats, told

    def play(self, n: int) -> Played:
        """From its first decision to its end, or until it can be said that there is none."""
        game, seats, told = self.setting(n)
        try:
            state = game.setup(seats)
            before = dict(game.placement(state))
            decisions = playout(game, state, random_pick(Random(n).random), TIMES_THE_BOUND * self.bound)
        except Exception as fault:
            fault.add_note(told)
            raise
        return Played(seats, decisions, game.is_over(state), lost(before, game.placement(state), seats), told)


def lost(before: Mapping[str, str], after: Mapping[str, str], seats: int) -> str:
    """What is wrong with the pieces: came, went, or are where nothing can be.  Empty: nothing is."""
    wrong = [f"{piece} went" for piece in sorted(before.keys() - after.keys())]
    wrong += [f"{piece} came" for piece in sorted(after.keys() - before.keys())]
    there = {f"seat/{seat}" for seat in range(seats)}
    for piece, place in sorted(after.items()):
        if not place or place != place.strip() or (place.startswith("seat/") and place not in there):
            wrong.append(f"{piece} is at {place!r}")
    return ", ".join(wrong)
