"""The game that is measured, as it is shipped, and what a session records of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count, islice
from typing import Any

import cattrs

from companion.games import kit, resolve_switches
from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.referee.ledger import Ledger
from companion.referee.session import Session
from companion.referee.settings import Settings
from companion.rulebook import Rulebook
from companion.rules.game import Game, Kit
from companion.rules.kernel import CHANCE
from companion.rules.log import Origin, Row
from companion.words import Words

SEATS = 4


@cache
def masters_kit() -> Kit:
    """Castle of Shadows."""
    return kit("masters")


@cache
def masters() -> Game[Any]:
    """The game on the reference board, without house rules."""
    found = masters_kit()
    edition = tomllib.loads((found.folder / "editions" / "reference.toml").read_text(encoding="utf-8"))
    return found.build(cattrs.structure(edition, found.edition), resolve_switches(found, {}))


def header(seed: str, bots: tuple[int, ...] = ()) -> Header:
    """Of a game that four play."""
    return Header("masters", masters().rules, SEATS, seed, switches=resolve_switches(masters_kit(), {}), bots=bots)


@cache
def _rulebook(language: str) -> Rulebook:
    return Rulebook.load(masters_kit().folder, language)


def session(seed: str) -> Session:
    """Four people at the table, nobody has done anything yet."""
    return Session(masters(), header(seed), Fate(seed), Words("en"), _rulebook, Settings())


def game_at_random(seed: str) -> list[Row]:
    """All rows of one game: chance is fate's, and every choice is made as the box makes it."""
    ledger = Ledger(masters(), header(seed, tuple(range(SEATS))), Fate(seed))
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
