"""What runs out for all: a bar on the screen, and on the lamps."""

from __future__ import annotations

import pytest

from companion.games._template.state import State
from companion.referee.api import Button, Devices, Flashes, Light
from companion.rules.kernel import Flow
from companion.rules.picture import Meter
from companion.screen.model import MeterBlock
from companion.screen.raster import draw
from tests.referee.table import Table
from tests.referee.toy import ask, at_the_table, said

TIMER = said("stone timer")


def after_news_of(value: int, limit: int = 10, seats: int = 4) -> Table:
    """Seat 2 is asked; before it, the timer is moved."""

    def tale(s: State) -> Flow[None]:
        yield from ask(0, "Go on?", "yes", "no")
        s.tell(said("The deck is mixed."), picture=Meter(TIMER, value, limit))
        yield from ask(1, "Which way?", "left", "right")

    table = at_the_table(tale, seats)
    table.choose("yes")
    return table


def lit(table: Table) -> list[str]:
    """The lamps of the seats that burn."""
    lamps = table.session._outlet._lit
    return [name for name, lamp in lamps.items() if lamp.light is Light.ON and name != "error"]


def test_a_meter_stands_at_the_top_of_the_status() -> None:
    def tale(s: State) -> Flow[None]:
        yield from ask(0, "Go on?", "yes", "no")

    table = at_the_table(tale, runs_out=Meter(TIMER, 6, 10))
    table.menu("status")
    assert "STATUS\nstone timer 6/10\nSeat 1 holds nothing\n" in table.screen
    table.press(Button.OK)
    assert "Seat 3 holds nothing" in table.screen
    for screen in table.shown:
        draw(screen)
    table = at_the_table(tale)
    table.menu("status")
    assert "STATUS\nSeat 1 holds nothing" in table.screen


def test_a_label_that_is_too_long_for_its_row_is_shortened() -> None:
    def tale(s: State) -> Flow[None]:
        yield from ask(0, "Go on?", "yes", "no")

    table = at_the_table(tale, runs_out=Meter(said("so long until the Shadowlord wins"), 0, 10))
    table.menu("status")
    draw(table.shown[-1])


@pytest.mark.parametrize(
    ("value", "seats", "burning"),
    [(10, 4, 4), (9, 4, 4), (6, 4, 3), (5, 4, 2), (1, 4, 1), (0, 4, 0), (1, 6, 1), (7, 2, 2), (5, 2, 1)],
)
def test_while_a_bar_is_read_the_lamps_are_one(value: int, seats: int, burning: int) -> None:
    table = after_news_of(value, seats=seats)
    assert table.session.pending().page == "notice"
    assert any(isinstance(block, MeterBlock) for block in table.shown[-1].body)
    assert lit(table) == [f"seat/{n}" for n in range(1, burning + 1)]


def test_behind_it_the_lamps_are_the_seats_again() -> None:
    table = after_news_of(10)
    table.press(Button.OK)
    assert table.session.pending().seat == 1
    assert lit(table) == []
    assert table.session._outlet._lit["seat/2"].light is Light.SLOW


def test_without_a_screen_the_lamps_alone_tell_it() -> None:
    def tale(s: State) -> Flow[None]:
        yield from ask(0, "Go on?", "yes", "no")
        s.tell(said("The deck is mixed."), picture=Meter(TIMER, 5, 10))
        yield from ask(1, "Which way?", "left", "right")

    table = at_the_table(tale, 4)
    table.give(Devices(("oled",), has_screen=False))
    out = table.press(Button.OK)
    assert lit(table) == ["seat/1", "seat/2"]
    assert not any(isinstance(item, Flashes) for item in out)
    out = table.press(Button.OK)
    assert Flashes("seat/2", 1) in out
