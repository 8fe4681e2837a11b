"""The games that are measured, as they are shipped, and what a session records of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import count, islice
from typing import Any

from companion.games import kit
from companion.open_game import game_of, new_header
from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.referee.ledger import Ledger
from companion.referee.session import Session
from companion.referee.settings import Settings
from companion.rulebook import Rulebook
from companion.rules.game import Game
from companion.rules.kernel import CHANCE
from companion.rules.log import Origin, Row
from companion.words import Words

GAME = "masters"
"""Where one will do."""
SEATS = 4


def header(seed: str, bots: tuple[str, ...] = (), name: str = GAME) -> Header:
    """Of a game for as many as can play, on the reference edition and without house rules."""
    return new_header(name, kit(name).seats[-1], bots=bots, seed=seed)


@cache
def the_game(name: str = GAME) -> Game[Any]:
    """With its default rules."""
    return game_of(header("any", name=name))[1]


def session(seed: str, name: str = GAME) -> Session:
    """People on all seats, nobody has done anything yet."""
    rulebook = cache(partial(Rulebook.load, kit(name).folder))
    return Session(the_game(name), header(seed, name=name), Fate(seed), Words("en"), rulebook, Settings())


def game_at_random(seed: str) -> list[Row]:
    """All rows of one game: chance is fate's, and every choice is made as the box makes it."""
    ledger = Ledger(the_game(), header(seed, ("all",)), Fate(seed))
    while (decision := ledger.position.decision) is not None:
        if decision.seat == CHANCE:
            ledger.answer(ledger.fated(decision), Origin.FATE)
        else:
            ledger.answer(ledger.bot_choice(decision))
    return ledger.rows


def recorded(rows: int) -> tuple[Row, ...]:
    """So many rows, of as many games as that takes, numbered as those of one."""

    def all_games() -> Iterator[Row]:
        for seed in count(1):
            yield from game_at_random(str(seed))

    return tuple(replace(row, n=n) for n, row in enumerate(islice(all_games(), rows), 1))
