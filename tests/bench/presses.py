"""How often a button is pressed before a decision is made.

A thousand games of each are played at random.  Of their stretches of forty decisions one in 50, drawn by lot, is played
again on the session itself, all seats by people, who choose the same and throw with ROLL.  From the moment when a
decision stands until it is answered, every press counts: to read on, to open a group, each row that the caret moves
(the shorter way round), and the last OK; to hold OK for a private choice is one.  Holding a button to repeat would be
fewer.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

from companion.games import GAMES
from companion.referee.api import Button, Touch, Touched
from companion.referee.pending import Pending
from companion.referee.session import Session
from companion.rules.kernel import CHANCE
from companion.rules.log import Row as LogRow
from tests.bench.games import answered_at_random, session
from tests.bench.row import Figure, Row, quantile
from tests.cores import spread

GAMES_PLAYED = 1_000
AT_MOST = 8
STRETCH = 40
"""Decisions, throws among them."""
SHARE = 1 / 50
LOST = 200
"""More presses than any option is away."""


def presses_for(pending: Pending, key: str, is_held: bool) -> list[Touched]:
    """The next few touches towards this option, from the page that is on the screen; *is_held*: OK is."""
    match pending.page:
        case "roll":
            return [Touched(Button.ROLL, Touch.PRESS)]
        case "ask" | "map":
            return [*along(pending, key), Touched(Button.OK, Touch.SHORT)]
        case "secret" if not is_held:
            return [Touched(Button.OK, Touch.PRESS)]
        case "secret":
            return [*along(pending, key), Touched(Button.ROLL, Touch.PRESS)]
        case _:
            return [Touched(Button.OK, Touch.SHORT)]


def along(pending: Pending, key: str) -> list[Touched]:
    """UP or DOWN to the row that has it, the shorter way."""
    here = next(row for row, keys in enumerate(pending.rows) if key in keys)
    down = (here - pending.caret) % len(pending.rows)
    up = len(pending.rows) - down
    return [Touched(Button.DOWN if down <= up else Button.UP, Touch.PRESS)] * min(down, up)


def decide(table: Session, key: str) -> int:
    """Press until the pending decision is answered; how often that was."""
    before, presses, is_held = len(table.ledger.log), 0, False
    while len(table.ledger.log) == before:
        for touch in presses_for(table.pending(), key, is_held):
            table.receive(touch, 0.0)
            is_held = is_held or touch == Touched(Button.OK, Touch.PRESS)
            presses += 1
        assert presses < LOST, f"{key} is not found: {table.pending()}"
    if is_held:
        table.receive(Touched(Button.OK, Touch.RELEASE), 0.0)
    return presses


def play(which: tuple[str, int]) -> Counter[int]:
    """One game, by name and seed; of its choices in the stretches that are looked at, by how many presses they took."""
    name, seed = which
    counted: Counter[int] = Counter()
    rows, draw = answered_at_random(name, str(seed)), random.Random(seed).random
    for first in range(0, len(rows), STRETCH):
        if draw() < SHARE:
            counted += stretch(name, seed, rows, first)
    return counted


def stretch(name: str, seed: int, rows: list[LogRow], first: int) -> Counter[int]:
    """From the *first* row on.  The one before it is pressed too, for the news of its answer are to be read."""
    counted: Counter[int] = Counter()
    before = max(first - 1, 0)
    table = session(str(seed), name, rows[:before])
    table.begin(0.0)
    while len(table.ledger.log) < min(first + STRETCH, len(rows)):
        row = rows[len(table.ledger.log)]
        presses = decide(table, row.key)
        if row.seat != CHANCE and row.n > first:
            counted[presses] += 1
    return counted


def measure(name: str) -> Figure:
    """Of the seats' own choices alone: a throw is one press and would make the figure look better."""
    counted: Counter[int] = Counter()
    for each in spread(play, [(name, seed) for seed in range(GAMES_PLAYED)], name):
        counted += each
    presses = list(counted.elements())
    p95 = quantile(presses, 0.95)
    mean = sum(presses) / len(presses)
    return Figure(f"{p95:.0f} (mean {mean:.1f}, most {max(presses)}; {len(presses):,} choices)", p95 <= AT_MOST)


ROWS = tuple(
    Row(f"presses a decision over {GAMES_PLAYED:,} random games, p95: {name}", f"≤ {AT_MOST}", partial(measure, name))
    for name in GAMES
)
