"""Whose pawn an order is for, wherever it is read.  Castle of Shadows orders about ("Go to L2.") and names nobody."""

from __future__ import annotations

import pytest

from companion.games.masters import KIT
from companion.referee.api import Button
from companion.referee.settings import Settings
from companion.words import LANGUAGES
from tests.referee.table import Table

MUSCLOR, STRATOS = "Musclor", "Stratos"


def at_the_second_turn(**how: object) -> tuple[Table, str, str]:
    """A table where one has just moved; and who moved, and whose turn it is now."""
    table = Table(KIT, 2, names=("musclor", "stratos"), **how)  # type: ignore[arg-type]
    while "T2" not in table.screen:
        table.press(Button.ROLL if table.session.pending().page == "roll" else Button.OK)
    now = table.screen.splitlines()[0]
    return table, *((MUSCLOR, STRATOS) if STRATOS in now else (STRATOS, MUSCLOR))


def test_the_next_player_reads_whose_move_it_was() -> None:
    table, mover, asked = at_the_second_turn()
    title, said, prompt, _ = table.screen.splitlines()
    assert asked in title
    assert said.startswith(f"{mover}: Go to ")
    assert prompt == "Roll the dice"


def test_it_still_reads_so_after_a_power_cut() -> None:
    table, _, _ = at_the_second_turn()
    before = table.screen
    table.restart()
    assert table.screen == before


def test_nobody_is_named_to_himself() -> None:
    table, _, asked = at_the_second_turn()
    table.press(Button.ROLL)
    assert f"{asked}: " not in table.screen


def test_every_line_of_the_log_names_somebody() -> None:
    table, mover, _ = at_the_second_turn()
    assert table.lines[-1].startswith(f"{mover}: Go to ")
    laid_out, deeds = table.lines[:2], table.lines[2:]
    assert [line.split()[0] for line in laid_out] == ["Lay", "Set"]  # what all do, before anybody's turn
    assert all(MUSCLOR in line or STRATOS in line for line in deeds)


def test_the_history_names_whoever_did_it() -> None:
    table, mover, _ = at_the_second_turn()
    table.menu("history")
    assert table.screen.splitlines()[1].startswith(f"{mover}: Go to ")


def test_a_bots_doings_are_the_bots() -> None:
    table, mover, asked = at_the_second_turn(bots=(0, 1))
    assert asked in table.screen.splitlines()[0]
    assert f"{mover}: Go to " in table.screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_takes_over_whose_pawn_is_read_whole(language: str) -> None:
    table, *_ = at_the_second_turn(settings=Settings(language=language))
    table.press(Button.BACK, long=True)
    while "seat/0" not in table.session.pending().rows[table.session.pending().caret]:
        table.press(Button.DOWN)
    table.press(Button.OK)
    assert sum(name in table.screen for name in (MUSCLOR, STRATOS)) == 2
    assert "…" not in table.screen
