"""Mass play: how many decisions a second the rules take, written as flows, against hand-tuned integers."""

from __future__ import annotations

import random
import statistics
import time

from companion.rules.kernel import playout, random_pick
from tests.bench.anchors import ww_engine
from tests.bench.games import SEATS, the_game
from tests.bench.row import Figure, Row, interleaved

ROUNDS, ROUND_S = 9, 0.4


def measure() -> Figure:
    """One core, CPU time, the same policy: every option alike, chance by its weights."""
    game = the_game()
    pick = random_pick(random.Random(1).random)
    seeds = iter(range(10**9))

    def ours() -> float:
        decisions = 0
        began = time.process_time()
        while time.process_time() - began < ROUND_S:
            decisions += playout(game, game.setup(SEATS), pick)
        return decisions / (time.process_time() - began)

    def peer() -> float:
        actions = 0
        began = time.process_time()
        while time.process_time() - began < ROUND_S:
            actions += ww_engine.playout(next(seeds), SEATS, 20_000)[0]
        return actions / (time.process_time() - began)

    ratio = interleaved(ROUNDS, ours, peer)
    return Figure(f"{ratio.median:.2f}× ({statistics.median(ratio.ours):,.0f} a second)", ratio.median >= 0.5)


ROWS = (Row("decisions a second in mass play of Masters, one core, against a hand-tuned engine", "≥ 0.5×", measure),)
