"""A fault of the referee's own: it is said, the game is built anew from its journal, and the box lives on."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from companion.daemon.box import FAULT_STANDS_S, FAULTS_IN_A_ROW, Ending
from companion.referee.lobby import Lobby
from companion.referee.session import Session
from tests.daemon.boxes import Table


class Planted(Exception):
    """Ours."""


def break_next(table: Table, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """The next inputs of any session break it in the middle of its work."""
    receive = Session.receive
    left = [times]

    def breaking(self: Session, *given: Any) -> Any:
        if left[0]:
            left[0] -= 1
            receive(self, *given)
            raise Planted
        return receive(self, *given)

    monkeypatch.setattr(Session, "receive", breaking)


def test_it_is_said_and_the_game_goes_on_from_its_last_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        rows, question = table.saved(), table.port.waiting().keys
        break_next(table, monkeypatch, 1)
        table.get_on()
        assert "made a mistake" in table.screen
        assert "Planted" in caplog.text
        table.press("ok")
        assert table.port.waiting().keys == question
        assert table.saved() == rows
        table.get_on(5)
        assert table.saved() == table.port.rows()
        assert len(table.saved()) > len(rows)


def test_nobody_has_to_press_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        question = table.port.waiting().keys
        break_next(table, monkeypatch, 1)
        table.get_on()
        table.wait(FAULT_STANDS_S + 1)
        assert table.port.waiting().keys == question


def test_a_game_that_always_breaks_is_put_back_on_the_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        break_next(table, monkeypatch, 1000)
        for _ in range(FAULTS_IN_A_ROW + 1):
            table.get_on()
            table.press("ok")
        assert isinstance(table.box.seated.sitting, Lobby)
        assert table.saved()


def test_a_lobby_that_always_breaks_ends_the_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """So that the service manager starts it again."""

    def broken(self: Lobby, at: float) -> Any:
        raise Planted

    monkeypatch.setattr(Lobby, "begin", broken)
    with caplog.at_level(logging.CRITICAL), Table(tmp_path, header=None) as table:
        table.wait(20 * FAULT_STANDS_S)
        assert table.box.ended.result() is Ending.AT_FAULT


def test_rows_that_were_not_saved_yet_are_not_lost_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        table.disk.error = 28
        table.get_on(4)
        rows = list(table.port.rows())
        break_next(table, monkeypatch, 1)
        table.get_on()
        table.press("ok")
        assert table.port.rows() == rows
        table.disk.error = 0
        table.wait(20)
        assert table.saved() == table.port.rows()


def test_a_screen_that_cannot_be_drawn_is_logged_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(screen: object) -> bytes:
        raise ValueError("row 2 doesn't fit")

    with Table(tmp_path) as table:
        table.get_on(3)
        with monkeypatch.context() as patch:
            patch.setattr("companion.daemon.box.draw", broken)
            table.get_on(3)
        assert "doesn't fit" in caplog.text
        table.get_on(3)
        assert table.saved() == table.port.rows()
        assert not table.is_dark
