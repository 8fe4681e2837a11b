"""A long game comes back after a power cut: 1,500 decisions from the journal's file to the position.

Opening the file, reading and checking its rows, and replaying them on the rules; with it, because that is what the box
does, the ledger of facts.  Importing the modules isn't in it.  Few games are so long; mass play finds one.
"""

from __future__ import annotations

import time
from itertools import count
from random import Random
from typing import Any

from companion.journal import Journal
from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.referee.ledger import Ledger
from companion.rules.kernel import CHANCE, Decision, Option, playout, random_pick
from companion.rules.log import Origin, RowKind, offer_digest
from companion.rules.log import Row as LogRow
from tests.bench.games import SEATS, header, the_game
from tests.bench.journal import scratch
from tests.bench.row import Figure, Row

DECISIONS = 1_500
TIMES = 60
AT_MOST_MS = 20


def long_game() -> list[LogRow]:
    """The first so many answers of a game that has as many, at random."""
    game = the_game()
    lengths = ((seed, playout(game, game.setup(SEATS), random_pick(Random(seed).random))) for seed in count())
    seed = next(seed for seed, length in lengths if length >= DECISIONS)
    pick = random_pick(Random(seed).random)
    rows: list[LogRow] = []

    def note(decision: Decision) -> Option[Any]:
        option = pick(decision)
        by_chance = decision.seat == CHANCE
        origin, source = (Origin.TYPED, decision.source) if by_chance else (None, "")
        key, digest = option.key, offer_digest(decision)
        rows.append(LogRow(len(rows) + 1, RowKind.ANSWER, decision.seat, decision.rule, key, digest, origin, source))
        return option

    playout(game, game.setup(SEATS), note, DECISIONS)
    return rows


def measure() -> Figure:
    """The fastest of some tries, in milliseconds: what the machine did besides only makes it slower."""
    rows = long_game()
    tries: list[float] = []
    with scratch() as folder:
        path = folder / "game.journal"
        journal = Journal.create(path, header("1").to_dict())
        journal.append(rows)
        journal.close()
        game = the_game()
        for _ in range(TIMES):
            began = time.perf_counter()
            reopened = Journal.open(path)
            ledger = Ledger(game, Header.from_dict(reopened.header), Fate("1"), reopened.rows())
            tries.append(time.perf_counter() - began)
            reopened.close()
            assert len(ledger.log) == DECISIONS
    took_ms = min(tries) * 1e3
    return Figure(f"{took_ms:.1f} ms", took_ms <= AT_MOST_MS)


ROWS = (Row("replay of a 1,500-decision game from the journal", "≤ 20 ms", measure),)
