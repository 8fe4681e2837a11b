"""Long lists: by group where the game groups them, by runs where it doesn't."""

from __future__ import annotations

import pytest

from companion.games._template.state import State
from companion.referee.api import Button
from companion.rules.kernel import CHANCE, Decision, Flow, Option, Seat
from companion.screen.raster import draw
from tests.referee.table import Table
from tests.referee.toy import at_the_table, options, said

AT_MOST = 16
"""Presses, OK among them, for any of sixty-four."""


def typed_list(*some: Option[str]) -> Table:
    """Seat 0 is asked what a real card says."""

    def tale(s: State) -> Flow[None]:
        yield Decision(CHANCE, "3.2", said("Which card?"), some, "power-deck/0/1", Seat(0))

    return at_the_table(tale, sets={"cards": "physical"})


def rows(table: Table) -> list[str]:
    return [item.label for item in table.session._pages[-1].browser.items]  # type: ignore[attr-defined]


@pytest.mark.parametrize("count", [1, 8, 11, 16])
def test_what_can_be_walked_through_lies_open(count: int) -> None:
    """The eleven sums of two dice, say."""
    table = typed_list(*options(*(f"sum/{n}" for n in range(count))))
    assert len(rows(table)) == count


@pytest.mark.parametrize("count", [17, 30, 64, 100])
def test_more_open_by_runs_and_each_is_found_with_few_presses(count: int) -> None:
    keys = [f"card-{n}" for n in range(count)]
    table = typed_list(*options(*keys))
    assert len(rows(table)) <= 10
    assert rows(table)[0].startswith("card-0–card-")
    assert [key for row in table.session.pending().rows for key in row] == keys
    assert table.choose(keys[count // 2]) <= AT_MOST
    for screen in table.shown:
        draw(screen)


def test_the_name_of_a_run_fits_its_row() -> None:
    table = typed_list(*options(*(f"Invincible-Darkness-{n}" for n in range(30))))
    assert ">Invincible-Darkn…–…" in table.screen
    draw(table.shown[-1])


def test_groups_are_the_games_own_and_long_ones_open_by_runs() -> None:
    some = [*options(*(f"warrior-{n}" for n in range(20)), group="Warriors"), *options("none")]
    table = typed_list(*some, *options("axel", "sten", group="Merchants"))
    assert rows(table) == ["Warriors", "none", "Merchants"]
    table.press(Button.OK)
    assert rows(table)[:2] == ["warrior-0–", "warrior-5–"]
    table.press(Button.OK)
    assert rows(table)[0] == "warrior-0"
    table.press(Button.BACK)
    table.press(Button.BACK)
    assert rows(table) == ["Warriors", "none", "Merchants"]


def test_what_points_nowhere_stays_outside_the_runs() -> None:
    table = typed_list(*options(*(f"A{n}" for n in range(30)), spots=True), *options("done"))
    assert rows(table)[-1] == "done"
    assert table.session.pending().rows[-1] == ("done",)
