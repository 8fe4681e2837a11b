"""A long game comes back after a power cut: 1,500 decisions from the journal's file to the position.

Opening the file, reading and checking its rows, and replaying them on the rules; with it, because that is what the box
does, the ledger of facts.  Importing the modules isn't in it.  The answers are those of one game where it is long
enough; else of the longest game that is found, and the time is scaled to 1,500.
"""

from __future__ import annotations

import time

from companion.journal import Journal
from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.referee.ledger import Ledger
from tests.bench.games import game_at_random, header, the_game
from tests.bench.journal import scratch
from tests.bench.row import Figure, Row

DECISIONS = 1_500
GAMES = 40
TIMES = 60
AT_MOST_MS = 20


def measure() -> Figure:
    """The fastest of some tries, in milliseconds: what the machine did besides only makes it slower."""
    games = {str(seed): game_at_random(str(seed)) for seed in range(GAMES)}
    seed = max(games, key=lambda seed: len(games[seed]))
    rows = games[seed][:DECISIONS]
    tries: list[float] = []
    with scratch() as folder:
        path = folder / "game.journal"
        journal = Journal.create(path, header(seed).to_dict())
        journal.append(rows)
        journal.close()
        game = the_game()
        for _ in range(TIMES):
            began = time.perf_counter()
            reopened = Journal.open(path)
            ledger = Ledger(game, Header.from_dict(reopened.header), Fate(seed), reopened.rows())
            tries.append(time.perf_counter() - began)
            reopened.close()
            assert len(ledger.log) == len(rows)
    took_ms = min(tries) * 1e3 * DECISIONS / len(rows)
    scaled = "" if len(rows) == DECISIONS else f" (scaled from {len(rows):,} decisions)"
    return Figure(f"{took_ms:.1f} ms{scaled}", took_ms <= AT_MOST_MS)


ROWS = (Row("replay of a 1,500-decision game from the journal", "≤ 20 ms", measure),)
