"""What a restart costs the rules: one decision, answered in a turn that is run again from where it began.

The turn is the longest, in answers since the settled state before it, that 200 random games of each game have, over
house rules, table options and numbers of seats in rotation.  All its decisions are answered cold; the dearest counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from companion.games import GAMES
from companion.rules.game import Game
from companion.rules.kernel import Decision, Option, cold, random_pick, start, step
from tests.bench.row import Figure, Row
from tests.mass.__main__ import registered

RANDOM_GAMES = 200
TIMES = 20
AT_MOST_MS = 5


class Turn(NamedTuple):
    """One step of a game: where it began, and what was answered in it."""

    game: Game[Any]
    settled: Any
    keys: tuple[str, ...]


def longest_turn(name: str) -> Turn:
    """Of all."""
    longest: Turn | None = None
    for n in range(RANDOM_GAMES):
        game, seats, _ = registered(name).setting(n)
        state, pick = game.setup(seats), random_pick(Random(n).random)
        while not game.is_over(state):
            before = state.copy()
            keys = one_step(game, state, pick)
            if longest is None or len(keys) > len(longest.keys):
                longest = Turn(game, before, keys)
    assert longest is not None
    return longest


def one_step(game: Game[Any], state: Any, pick: Callable[[Decision], Option[Any]]) -> tuple[str, ...]:
    """Play it, in place; what was answered."""
    flow, keys = game.play(state), list[str]()
    try:
        asked = next(flow)
        while True:
            option = pick(asked)
            keys.append(option.key)
            asked = flow.send(option)
    except StopIteration:
        state.news.clear()
        return tuple(keys)


def answered_cold(turn: Turn) -> float:
    """Seconds that the dearest of its answers takes; of each the fastest of some tries, as the machine is busy."""
    position, dearest = start(turn.game, turn.settled), 0.0
    for key in turn.keys:
        tries = []
        for _ in range(TIMES):
            rested = cold(position)
            began = time.perf_counter()
            step(rested, key)
            tries.append(time.perf_counter() - began)
        dearest = max(dearest, min(tries))
        position = step(position, key)
    return dearest


def measure(name: str) -> Figure:
    """In milliseconds."""
    turn = longest_turn(name)
    took_ms = answered_cold(turn) * 1e3
    return Figure(f"{took_ms:.2f} ms ({len(turn.keys)} answers)", took_ms <= AT_MOST_MS)


ROWS = tuple(
    Row(
        f"a decision answered cold in the longest turn of {RANDOM_GAMES} random games: {name}",
        f"≤ {AT_MOST_MS} ms",
        partial(measure, name),
    )
    for name in GAMES
)
