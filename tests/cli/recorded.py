"""Journals of whole games, recorded by the session's own ledger."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.journal import Journal
from companion.open_game import game_of, new_header
from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.referee.ledger import Ledger
from companion.rules.kernel import CHANCE
from companion.rules.log import Origin, Row

HEADER = new_header("_template", seats=3, bots=("all",), seed="a fair seed")


def begin(header: Header = HEADER, rows: tuple[Row, ...] = ()) -> Ledger:
    """A game with nobody at the table but the box."""
    return Ledger(game_of(header)[1], header, Fate(header.seed), rows)


def go_on(ledger: Ledger, decisions: int = 10_000) -> None:
    """Fate answers chance, and the box every seat, till the end or for so many decisions."""
    while decisions and (decision := ledger.position.decision) is not None:
        decisions -= 1
        if decision.seat != CHANCE:
            ledger.answer(ledger.bot_choice(decision))
        elif (fact := ledger.fact(decision)) is not None:
            ledger.answer(fact.key, fact.origin)
        else:
            ledger.answer(ledger.fated(decision), Origin.FATE)


def saved(path: Path, ledger: Ledger, **header: object) -> Path:
    """The ledger as a journal at *path*; *header* changes what it was begun with."""
    journal = Journal.create(path, replace(ledger.header, **header).to_dict())  # type: ignore[arg-type]
    journal.append(ledger.rows)
    journal.close()
    return path


def whole_game(path: Path) -> Path:
    """From the first question to the end."""
    ledger = begin()
    go_on(ledger)
    return saved(path, ledger)
