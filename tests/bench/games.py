"""The games that are measured, as they are shipped, and what a session records of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import count, islice
from random import Random
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
from companion.rules.kernel import CHANCE, Decision, Option, playout
from companion.rules.log import Origin, Row, RowKind
from companion.words import Words

GAME = "masters"
"""Where one will do."""
SEATS = 4


def header(seed: str, bots: tuple[str, ...] = (), name: str = GAME) -> Header:
    """Of a game for as many as can play, on the reference edition and without house rules."""
    return new_header(name, kit(name).seats[-1], bots=bots, seed=seed)


@cache
def common_header(name: str) -> Header:
    """Of any game but for its seed."""
    return header("any", name=name)


@cache
def the_game(name: str = GAME) -> Game[Any]:
    """With its default rules."""
    return game_of(common_header(name))[1]


def session(seed: str, name: str = GAME, rows: Sequence[Row] = ()) -> Session:
    """People on all seats, after so many *rows*."""
    rulebook = cache(partial(Rulebook.load, kit(name).folder))
    written = replace(common_header(name), seed=seed)
    return Session(the_game(name), written, Fate(seed), Words("en"), rulebook, Settings(), rows)


def answered_at_random(name: str, seed: str) -> list[Row]:
    """All rows of one game by the fast drive: chance is fate's, and every choice as likely as another."""
    game, fate, choose = the_game(name), Fate(seed), Random(seed).choice
    state = game.setup(kit(name).seats[-1])
    rows: list[Row] = []

    def answer(decision: Decision) -> Option[Any]:
        by_chance = decision.seat == CHANCE
        option = choose(decision.options)
        if by_chance:
            fated = decision.option(fate.answer(decision, game.pile(state, decision.source)))
            assert fated is not None
            option = fated
        origin = Origin.FATE if by_chance else None
        source = decision.source if by_chance else ""
        n = len(rows) + 1
        rows.append(Row(n, RowKind.ANSWER, decision.seat, decision.rule, option.key, "", origin, source))
        return option

    playout(game, state, answer)
    return rows


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

    return tuple(row._replace(n=n) for n, row in enumerate(islice(all_games(), rows), 1))
