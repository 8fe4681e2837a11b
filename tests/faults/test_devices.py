"""Devices go and come back in the middle of a game; nobody at the table has to start anything again."""

from __future__ import annotations

import errno
from pathlib import Path

from companion.referee.api import Devices, Flashes, Show
from companion.screen.raster import draw
from tests.daemon.boxes import Table


def test_the_screen_is_unplugged_in_mid_game_and_comes_back(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on(7)
        table.world.unplug()
        table.get_on(4)
        assert table.port.lamps()["error"] == "slow"
        rows = len(table.port.rows())
        table.get_on(2)
        assert len(table.port.rows()) > rows
        table.world.plug()
        table.wait(31)
        assert table.port.lamps()["error"] == "off"
        assert table.world.pixels() == draw(table.outputs(Show)[-1].screen)


def test_while_it_is_away_the_lamps_tell_the_place_of_the_caret(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on()
        assert not table.outputs(Flashes)
        table.world.unplug()
        table.press("down")
        table.press("down")
        assert table.outputs(Flashes)[-1].count == 3


def test_a_bus_that_breaks_for_a_while_shows_the_right_frame_afterwards(tmp_path: Path) -> None:
    for number in (errno.EIO, errno.ETIMEDOUT, errno.EREMOTEIO):
        with Table(tmp_path / str(number)) as table:
            table.get_on(4)
            table.world.fault("oled", errno=number, for_s=20)
            table.get_on(3)
            assert table.world.pixels() != draw(table.outputs(Show)[-1].screen)
            table.wait(60)
            assert table.world.pixels() == draw(table.outputs(Show)[-1].screen)


def test_a_box_whose_screen_is_missing_from_the_start_plays(tmp_path: Path) -> None:
    with Table(tmp_path, unplugged=True) as table:
        table.get_on(6)
        assert table.saved()
        assert table.port.lamps()["error"] == "slow"


def test_a_contact_that_bounces_moves_the_caret_once(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on()
        table.world.fault("button", "down", bounce_ms=8)
        table.press("down", hold_s=0.2)
        assert table.port.waiting().caret == 1


def test_the_session_is_told_of_a_change_and_not_of_each_failure(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        told: list[object] = []
        receive = table.box.seated.sitting.receive
        table.box.seated.sitting.receive = lambda given, at: (told.append(given), receive(given, at))[1]  # type: ignore[method-assign, func-returns-value]
        table.world.unplug()
        table.press("down")
        table.wait(300)
        table.world.plug()
        table.wait(60)
        assert [given for given in told if isinstance(given, Devices)] == [Devices(("oled",), False), Devices((), True)]
