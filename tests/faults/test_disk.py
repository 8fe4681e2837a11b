"""The disk takes nothing: play goes on from memory, everybody sees it, and nothing is lost that can be saved later."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from companion.daemon.scribe import RETRY_AFTER
from companion.journal import JournalFull, JournalReadOnly, NotSaved
from companion.referee.api import Show
from companion.referee.lobby import Lobby
from tests.daemon.boxes import Table

FAULTS = [errno.ENOSPC, errno.EROFS, errno.EIO]


@pytest.mark.parametrize("number", FAULTS)
def test_play_goes_on_from_memory_and_every_screen_says_so(tmp_path: Path, number: int) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        rows = len(table.saved())
        table.disk.error = number
        seen = len(table.outputs(Show))
        table.get_on(6)
        assert len(table.saved()) == rows < len(table.port.rows())
        shows = table.outputs(Show)[seen:]
        revealing = [show for show in shows if show.screen.unsaved]
        assert revealing[0] == shows[1] or revealing[0] == shows[0]  # before the first row nothing was at stake
        assert table.world.lamp("error")


@pytest.mark.parametrize("number", FAULTS)
def test_rows_are_written_at_the_next_input_that_finds_room(tmp_path: Path, number: int) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        table.disk.error = number
        table.get_on(6)
        table.disk.error = 0
        table.press("down")
        assert table.saved() == table.port.rows()
        assert not table.outputs(Show)[-1].screen.unsaved
        assert not table.world.lamp("error")
        table.get_on(4)
        assert table.saved() == table.port.rows()


def test_or_by_themselves_while_nobody_touches_anything(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        table.disk.error = errno.ENOSPC
        table.get_on(6)
        table.wait(3 * RETRY_AFTER)
        assert table.saved() != table.port.rows()
        table.disk.error = 0
        table.wait(RETRY_AFTER)
        assert table.saved() == table.port.rows()
        assert not table.outputs(Show)[-1].screen.unsaved


def test_and_at_the_latest_when_the_box_is_closed(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        table.disk.error = errno.ENOSPC
        table.get_on(6)
        rows = list(table.port.rows())
        table.disk.error = 0
    assert table.saved() == rows


def test_a_journal_that_is_taken_away_is_not_taken_for_saved(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        journal = table.host.last_journal
        assert journal is not None
        journal.rename(tmp_path / "elsewhere")
        table.get_on(6)
        assert table.outputs(Show)[-1].screen.unsaved
        (tmp_path / "elsewhere").rename(journal)
        table.wait(RETRY_AFTER)
        assert not table.outputs(Show)[-1].screen.unsaved
        assert table.saved() == table.port.rows()


@pytest.mark.parametrize("row", ["leave", "shut_down"])
def test_nobody_leaves_an_unsaved_game_by_mistake(tmp_path: Path, row: str) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        table.disk.error = errno.ENOSPC
        table.get_on(6)
        rows = list(table.port.rows())
        table.press("back", 0.8)
        while table.port.waiting().rows[table.port.waiting().caret] != (row,):
            table.press("down")
        table.press("ok")
        assert "Make room on the disk, or lose the last moves" in table.screen
        table.disk.error = 0
        table.press("back")
        assert table.port.rows() == table.saved() == rows
        assert not table.box.ended.done()


def test_who_was_told_what_gets_lost_can_leave_all_the_same(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.get_on(8)
        rows = table.saved()
        table.disk.error = errno.EROFS
        table.get_on(6)
        table.press("back", 0.8)
        while table.port.waiting().rows[table.port.waiting().caret] != ("leave",):
            table.press("down")
        table.press("ok")
        table.press("ok")
        assert isinstance(table.box.seated.sitting, Lobby)
        assert table.saved() == rows


def test_the_end_of_a_game_that_could_not_be_saved_is_known_once_it_is(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        table.disk.error = errno.ENOSPC
        table.play_to_the_end()
        assert table.saved() == []
        table.disk.error = 0
        table.wait(RETRY_AFTER)
    with Table(tmp_path, header=None) as table:
        assert isinstance(table.box.seated.sitting, Lobby)


@pytest.mark.parametrize(("number", "error"), [(errno.ENOSPC, JournalFull), (errno.EROFS, JournalReadOnly)])
def test_a_disk_that_takes_nothing_at_the_start_is_an_error_and_leaves_nothing(
    tmp_path: Path, number: int, error: type[Exception]
) -> None:
    table = Table(tmp_path)
    table.disk.error = number
    with pytest.raises(error), table:
        pass
    assert not list(tmp_path.rglob("*.journal*"))


def test_a_state_folder_that_cannot_be_made_is_found_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file stands in the way")
    table = Table(tmp_path / "state" / "referee")
    with pytest.raises(NotSaved, match="games"):
        table.host.check_shelf()
    with pytest.raises(NotSaved), table:
        pass
