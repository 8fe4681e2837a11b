"""Mass play: how many decisions a second the rules take, written as flows, against others in the same run.

One core, CPU time, the same policy: every option alike, chance by its weights.  Every throw is a decision, here and
there.  The hand-tuned engine and boardgame.io's client play the core of Warlocks & Warriors on one board; against
boardgame.io our Warlocks & Warriors plays on a board with the same spaces and links.  The other games play on their
own boards, with as many seats as they have.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games import GAMES, kit
from companion.rules.game import Game
from companion.rules.kernel import playout, random_pick
from tests.bench.anchors import ww_engine
from tests.bench.boardgame_io import peer
from tests.bench.games import the_game
from tests.bench.row import Figure, Ratio, Row, Skipped, interleaved
from tests.bench.warlocks_boards import of_the_anchor

ROUNDS, ROUND_S = 9, 0.4
SEATS = 4


def ours(game: Game[Any], seats: int) -> Callable[[], float]:
    """A round of random games, as decisions a second."""
    pick = random_pick(random.Random(1).random)

    def play() -> float:
        decisions = 0
        began = time.process_time()
        while time.process_time() - began < ROUND_S:
            decisions += playout(game, game.setup(seats), pick)
        return decisions / (time.process_time() - began)

    return play


def against_the_engine() -> Figure:
    """Masters: twice as slow as integers that nobody can read is fast enough."""
    seeds = iter(range(10**9))

    def engine() -> float:
        actions = 0
        began = time.process_time()
        while time.process_time() - began < ROUND_S:
            actions += ww_engine.playout(next(seeds), SEATS, 20_000)[0]
        return actions / (time.process_time() - began)

    ratio = interleaved(ROUNDS, ours(the_game("masters"), SEATS), engine)
    return Figure(_told(ratio), ratio.median >= 0.5)


def against_boardgame_io(game: Game[Any], seats: int) -> Ratio:
    """Ours and theirs, round by round.  Raises `Skipped`."""
    with peer() as theirs:
        return interleaved(ROUNDS, ours(game, seats), partial(theirs.rate, ROUND_S))


def warlocks() -> Figure:
    """The same game on the same board."""
    ratio = against_boardgame_io(of_the_anchor(), SEATS)
    return Figure(_told(ratio), ratio.median >= 60)


def another(name: str) -> Figure:
    """A game that boardgame.io doesn't play: its own speed, and for comparison theirs in the same run."""
    game, seats = the_game(name), kit(name).seats[-1]
    try:
        return Figure(_told(against_boardgame_io(game, seats)), None)
    except Skipped as why:
        play = ours(game, seats)
        return Figure(f"{statistics.median(play() for _ in range(ROUNDS)):,.0f} a second ({why})", None)


def _told(ratio: Ratio) -> str:
    return f"{ratio.median:.3g}× ({statistics.median(ratio.ours):,.0f} a second)"


IN_MASS_PLAY = "decisions a second in mass play of {}, one core, against {}"
ROWS = (
    Row(IN_MASS_PLAY.format("Masters", "a hand-tuned engine"), "≥ 0.5×", against_the_engine),
    Row(IN_MASS_PLAY.format("Warlocks", "boardgame.io on the same board"), "≥ 60×", warlocks),
    *(
        Row(IN_MASS_PLAY.format(name.capitalize(), "boardgame.io's Warlocks"), "–", partial(another, name))
        for name in GAMES
        if name not in ("masters", "warlocks")
    ),
)
