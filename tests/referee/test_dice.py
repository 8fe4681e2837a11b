"""Dice of any kind, typed in and shown."""

from __future__ import annotations

import pytest

from companion.games._template.state import State
from companion.referee.api import Button, Show
from companion.rules.dice import roll, roll_of
from companion.rules.kernel import CHANCE, Decision, Flow, Option, Seat
from companion.rules.log import Origin
from companion.rules.picture import Dice
from companion.screen.model import DiceBeside
from companion.screen.raster import draw
from tests.referee.table import Table
from tests.referee.toy import ask, at_the_table, options, said

REAL = {"dice": "physical"}


def throws(count: int, sides: int) -> Table:
    """The first seat is asked what so many real dice show."""

    def tale(s: State) -> Flow[None]:
        pips = yield from roll_of(s, Seat(0), "3.1", count, sides)
        s.tell(said(f"threw {pips}"), picture=Dice(pips, sides))
        yield from ask(1, "Which?", "left", "right")

    return at_the_table(tale, sets=REAL)


def type_in(table: Table, *pips: int) -> None:
    """Turn each die to where it is to be."""
    for wanted in pips:
        page = table.session._pages[-1]
        while page.pips[page.die] != wanted:  # type: ignore[attr-defined]
            table.press(Button.UP)
        table.press(Button.OK)


@pytest.mark.parametrize(
    ("sides", "pips"), [(6, (2, 5)), (8, (8, 1)), (8, (7,)), (10, (10, 3)), (4, (4, 1, 2)), (12, (1, 12, 3))]
)
def test_whatever_dice_there_are_they_are_typed_one_by_one(sides: int, pips: tuple[int, ...]) -> None:
    table = throws(len(pips), sides)
    assert table.session.pending().page == "dice"
    type_in(table, *pips)
    key = "-".join(map(str, pips))
    assert [(row.key, row.origin) for row in table.rows] == [(key, Origin.TYPED)]
    for screen in table.shown:
        draw(screen)


def test_a_die_turns_round_its_ends() -> None:
    table = throws(1, 8)
    for shown in (4, 5, 6, 7, 8, 1):
        assert f"[{shown}]" in table.screen
        table.press(Button.UP)
    table.press(Button.DOWN)
    table.press(Button.DOWN)
    assert "[8]" in table.screen


def test_one_die_is_asked_for_as_one() -> None:
    assert "What does\nthe die\nshow?" in throws(1, 8).screen
    assert "What do\nthe dice\nshow?" in throws(2, 8).screen


def test_back_leads_to_the_die_before() -> None:
    table = throws(3, 4)
    table.press(Button.OK)
    table.press(Button.OK)
    table.press(Button.BACK)
    table.press(Button.UP)
    table.press(Button.OK)
    table.press(Button.OK)
    assert table.rows[0].key == "2-3-2"


def test_what_was_thrown_is_drawn_with_its_sides() -> None:
    table = throws(2, 8)
    type_in(table, 8, 3)
    shown = next(block for screen in reversed(table.shown) for block in screen.body if isinstance(block, DiceBeside))
    assert (shown.pips, shown.sides) == ((8, 3), 8)


def test_two_dice_of_six_are_what_they_were() -> None:
    def tale(s: State) -> Flow[None]:
        yield from roll(s, Seat(0), "3.1")

    table = at_the_table(tale, sets=REAL)
    assert "[3][3]" in table.screen
    type_in(table, 6, 1)
    assert table.rows[0].key == "6-1"


@pytest.mark.parametrize(
    "keys",
    [("2", "4", "6"), ("1-1", "1-2", "2-2"), ("0", "1", "2"), ("low", "high"), ("1", "1-2")],
    ids=["no whole die", "sorted throws", "from nought", "words", "one or two"],
)
def test_what_is_no_throw_of_dice_is_a_list(keys: tuple[str, ...]) -> None:
    def tale(s: State) -> Flow[None]:
        drawn: Option[str] = yield Decision(CHANCE, "3.1", said("What?"), tuple(options(*keys)), "dice/1", Seat(0))
        s.tell(said(drawn.value))

    table = at_the_table(tale, sets=REAL)
    assert table.session.pending().page == "ask"
    table.choose(keys[-1])
    assert (table.rows[0].key, table.rows[0].origin) == (keys[-1], Origin.TYPED)


def test_a_spin_with_a_real_spinner_is_a_list_and_without_one_waits_for_roll() -> None:
    def tale(s: State) -> Flow[None]:
        yield Decision(CHANCE, "3.1", said("Spin"), tuple(options("3", "5", "red")), "spin/1", Seat(1))

    table = at_the_table(tale, sets=REAL)
    assert table.session.pending().page == "ask"
    table.choose("red")
    table = at_the_table(tale)
    assert table.session.pending().page == "roll"
    assert any(isinstance(item, Show) for item in table.press(Button.ROLL))
    assert table.rows[0].origin is Origin.FATE
