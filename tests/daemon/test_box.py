"""The box at the table: what fingers do to it, what it shows, what it saves, and how it ends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.daemon.box import Box, Ending, NoInput
from companion.daemon.notify import Notify
from companion.referee.api import Flashes, Record, Setting, Show
from companion.referee.lobby import Lobby
from companion.referee.session import Session
from companion.screen.raster import draw
from hardware.wiring import default_wiring
from tests.daemon.boxes import ELECTRONIC, PATIENCE, TYPED, Table

MINUTE = 60.0


def test_what_the_panel_holds_is_what_the_session_showed(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        for _ in range(12):
            table.get_on()
            assert table.world.pixels() == draw(table.outputs(Show)[-1].screen)


def test_a_whole_game_by_its_buttons_is_in_the_journal_to_the_last_row(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.play_to_the_end()
        assert table.saved() == table.port.rows()
        assert table.world.lamp("error") is False
    assert not any(table.world.pixels())
    assert not any(table.world.lamp(lamp) for lamp in default_wiring().lamps)


def test_a_result_is_on_the_disk_before_anything_shows_it(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        seen: list[bool] = []
        table.port.followers.append(lambda report: seen.append(table.saved()[: report.rows] == table.port.rows()))
        table.get_on(15)
        assert len(seen) > 30
        assert all(seen)


def test_the_order_of_writing_and_showing_is_noticed_where_it_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault that the test above is there for."""
    put_out = Box._put_out

    def late(box: Box, outputs: list[object], at: float) -> None:
        put_out(box, sorted(outputs, key=lambda output: isinstance(output, Record)), at)

    monkeypatch.setattr(Box, "_put_out", late)
    with Table(tmp_path) as table:
        seen: list[bool] = []
        table.port.followers.append(lambda report: seen.append(table.saved()[: report.rows] == table.port.rows()))
        table.get_on(15)
        assert not all(seen)


def test_a_caret_that_moves_writes_nothing(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on()
        assert table.port.waiting().page == "ask"
        rows, frame = len(table.saved()), table.world.pixels()
        table.press("down")
        assert table.world.pixels() != frame
        assert len(table.saved()) == rows


def test_after_a_restart_the_same_question_stands_and_fate_says_the_same(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on(9)
        before, rows = table.port.waiting(), list(table.port.rows())
    with Table(tmp_path, header=None) as table:
        after = table.port.waiting()
        assert (after.seat, after.rule, after.keys, after.source) == (
            before.seat,
            before.rule,
            before.keys,
            before.source,
        )
        assert table.port.rows() == rows
        table.get_on(9)
        going_on = list(table.port.rows())
    with Table(tmp_path / "uninterrupted") as table:
        for _ in range(PATIENCE):
            if len(table.port.rows()) >= len(rows):
                break
            table.get_on()
    assert [row.key for row in table.port.rows()] == [row.key for row in rows]
    assert len(going_on) > len(rows)


def test_nobody_there_the_panel_rests_and_the_press_that_wakes_it_is_no_answer(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on(3)
        frame, question = table.world.pixels(), table.port.waiting()
        table.wait(3 * MINUTE)
        assert table.world.pixels() == frame
        table.wait(30 * MINUTE)
        assert table.is_dark
        table.press("ok", hold_s=0.8)
        assert table.world.pixels() == frame
        assert table.port.waiting() == question
        table.press("down")
        assert table.port.waiting() != question


def test_the_watchdog_is_fed_as_long_as_the_game_answers(tmp_path: Path) -> None:
    class Manager(Notify):
        def __init__(self) -> None:
            super().__init__()
            self.watchdog_every = 15.0  # type: ignore[misc]
            self.heard: list[str] = []

        def _tell(self, line: str) -> None:
            self.heard.append(line)

    manager = Manager()
    with Table(tmp_path, notify=manager) as table:
        assert manager.heard == ["STATUS=_template, 3 seats", "READY=1"]
        table.wait(MINUTE + 1)
        assert manager.heard[2:] == ["WATCHDOG=1"] * 4
    assert manager.heard[-1] == "STOPPING=1"


def test_nothing_wakes_an_idle_box_but_what_is_due(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on(2)
        for _ in range(PATIENCE):
            if "slow" not in table.port.lamps().values():
                break
            table.get_on()
        table.wait(2)  # the tune ends
        wakes = 0
        advance = table.rig.advance

        def counted(now: float) -> None:
            nonlocal wakes
            wakes += 1
            advance(now)

        table.rig.advance = counted  # type: ignore[method-assign]
        sent = table.world.wire_bytes
        table.wait(MINUTE)
        assert wakes == 0
        assert table.world.wire_bytes == sent


def test_save_and_leave_lead_to_the_lobby_and_from_there_back(tmp_path: Path) -> None:
    with Table(tmp_path, TYPED) as table:
        table.get_on(4)
        question = table.port.waiting()
        table.press("back", hold_s=0.8)
        table.press("up")  # round the end: shut down
        table.press("up")  # leave
        table.press("ok")
        assert isinstance(table.box.seated.sitting, Lobby)
        assert not any(table.world.lamp(f"seat/{seat}") for seat in (1, 2, 3, 4))
        table.press("ok")  # go on …
        table.press("ok")  # … with this one
        assert isinstance(table.box.seated.sitting, Session)
        assert table.port.waiting().keys == question.keys


def test_safe_shutdown_ends_the_box_and_says_that_the_power_may_go(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on(4)
        table.press("back", hold_s=0.8)
        table.press("up")
        table.press("ok")
        assert table.box.ended.result() is Ending.SHUT_DOWN


def test_played_to_the_end_and_again_with_the_same_seats(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.play_to_the_end()
        first = table.port.session
        for _ in range(PATIENCE):
            if table.port.waiting().page == "over":
                break
            table.press("ok")
        table.press("ok")
        again = table.port.session
        assert first is not None
        assert again is not None
        assert again.header.seed != first.header.seed
        assert replace(again.header, seed="") == replace(first.header, seed="")
        table.get_on(3)
        assert table.saved() == table.port.rows()
        assert [path.name for path in sorted(tmp_path.glob("games/*.journal"))] == [
            "_template-1.journal",
            "_template-2.journal",
        ]


def test_a_listener_that_fails_fails_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def broken(output: object) -> None:
        raise RuntimeError("the page is closed")

    with Table(tmp_path) as table:
        table.box.listen(broken)
        table.get_on(4)
        assert table.saved() == table.port.rows()
        assert table.port.rows()
    assert "the page is closed" in caplog.text


def test_a_setting_outlives_the_box(tmp_path: Path) -> None:
    with Table(tmp_path, header=None) as table:
        table.press("down")
        while "Fran" not in table.screen.partition(">")[2]:
            table.press("down")
            assert len(table.outputs(Show)) < 20, table.screen
        table.press("ok")
        assert table.outputs(Setting)
    with Table(tmp_path, header=None) as table:
        assert table.host.settings.language == "fr"


def test_without_a_screen_the_lamps_tell_the_place_of_the_caret(tmp_path: Path) -> None:
    with Table(tmp_path, wiring=replace(default_wiring(), screen=None)) as table:
        table.get_on()
        table.press("down")
        assert table.outputs(Flashes)[-1].count == 2


def test_a_box_without_any_way_of_input_does_not_begin(tmp_path: Path) -> None:
    with pytest.raises(NoInput, match="buttons"), Table(tmp_path, wiring=replace(default_wiring(), buttons={})):
        pass
    assert not list(tmp_path.rglob("*.journal"))


def test_one_button_that_opens_is_a_way_of_input(tmp_path: Path) -> None:
    with Table(tmp_path, wiring=replace(default_wiring(), buttons={"ok": 5})) as table:
        assert table.port.waiting().page == "notice"
        table.press("ok")
        assert table.port.waiting().page == "ask"


def test_a_scripted_throw_is_marked_as_such(tmp_path: Path) -> None:
    with Table(tmp_path, ELECTRONIC) as table:
        for _ in range(PATIENCE):
            if table.port.waiting().page == "roll":
                break
            table.get_on()
        table.port.script("6-6")
        table.get_on()
        assert [row.key for row in table.saved() if row.origin is not None and row.origin.value == "scripted"] == [
            "6-6"
        ]


def test_a_private_choice_is_on_the_panel_while_its_button_is_held(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        while table.port.waiting().page != "secret":
            table.get_on()
        blank = table.world.pixels()
        table.world.press("ok")
        table.wait(0.2)
        assert table.world.pixels() == draw(table.outputs(Show)[-1].screen) != blank
        table.world.release("ok")
        table.wait(0.2)
        assert table.world.pixels() == blank
