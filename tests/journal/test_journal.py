"""What the referee wrote down is there, all of it, and nobody else can write into it or read it."""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import InUse, Journal, JournalFull, JournalReadOnly, NotSaved
from companion.journal.journal import FOLD_AFTER_ROWS
from companion.rules.log import Origin, Row, RowKind, standing
from tests.journal.conftest import HEADER, move, throw


def test_a_game_is_read_back_as_it_was_recorded(journal: Journal, path: Path) -> None:
    rows = [
        throw(1),
        move(2),
        Row(3, RowKind.ANSWER, -1, "2.3", "épée", "00000001", Origin.TAPPED, "token/A7", piece="token/17"),
        Row(4, RowKind.TAKE_BACK, 1, "", "", back_to=1),
        Row(5, RowKind.CONSENT, 0, "", "take-back yes"),
        Row(6, RowKind.CORRECTION, 0, "", "", back_to=0),
    ]
    journal.append(rows[:1])
    journal.append(rows[1:])
    journal.close()

    again = Journal.open(path)
    assert again.rows() == rows
    assert again.header == HEADER
    assert again.count == 6
    again.append([move(7)])
    assert standing(again.rows()) == [move(7)]
    again.close()


def test_a_journal_of_the_first_format_is_read_and_gone_on_with(journal: Journal, path: Path) -> None:
    """It knew no pieces."""
    journal.append([throw(1)])
    journal.close()
    db = sqlite3.connect(path)
    db.execute("alter table row drop column piece")
    db.execute("pragma user_version = 1")
    db.close()

    read = Journal.open(path, write=False)
    assert read.rows() == [throw(1)]
    read.close()
    again = Journal.open(path)
    tapped = Row(2, RowKind.ANSWER, -1, "2.3", "axe", "00000001", Origin.TAPPED, "token/A7", piece="token/17")
    again.append([tapped])
    assert again.rows() == [throw(1), tapped]
    again.close()


def test_only_its_owner_can_read_the_seed(path: Path) -> None:
    before = os.umask(0)
    try:
        journal = Journal.create(path, HEADER)
        journal.append([throw(1)])
    finally:
        os.umask(before)
    modes = {name.name: stat.S_IMODE(name.stat().st_mode) for name in path.parent.iterdir()}
    assert set(modes) == {path.name + side for side in ("", "-wal", "-shm", "-lock")}
    assert set(modes.values()) == {0o600}
    journal.close()
    assert [name.name for name in path.parent.iterdir()] == [path.name]


def test_rows_that_do_not_follow_are_not_taken(journal: Journal) -> None:
    journal.append([throw(1)])
    for wrong in ([throw(1)], [throw(3)], [throw(2), throw(4)]):
        with pytest.raises(ValueError, match="can't follow"):
            journal.append(wrong)
    assert journal.rows() == [throw(1)]
    journal.append([throw(2)])


def test_a_new_game_does_not_overwrite_anything(journal: Journal, path: Path) -> None:
    journal.append([throw(1)])
    journal.close()
    with pytest.raises(FileExistsError, match="name another one"):
        Journal.create(path, {"game": "warlocks"})
    path.rename(path.with_name("kept"))
    path.with_name(path.name + "-wal").write_bytes(b"rows of a game whose file is gone")
    with pytest.raises(FileExistsError):
        Journal.create(path, {"game": "warlocks"})


def test_a_power_cut_while_a_game_is_begun_leaves_nothing_in_the_way(path: Path) -> None:
    path.with_name(path.name + "-new").write_bytes(b"half a journal")
    Journal.create(path, HEADER).close()
    assert Journal.open(path).header == HEADER


def test_a_second_table_is_told_who_plays_this_game(journal: Journal, path: Path) -> None:
    with pytest.raises(InUse, match=f"process {os.getpid()} has this journal open") as refused:
        Journal.open(path)
    assert refused.value.pid == os.getpid()
    journal.append([throw(1)])
    journal.close()
    Journal.open(path).close()


def test_a_game_can_be_read_while_it_is_played(journal: Journal, path: Path) -> None:
    journal.append([throw(1)])
    reader = Journal.open(path, write=False)
    journal.append([throw(2)])
    assert [row.n for row in reader.rows()] == [1, 2]
    reader.close()
    journal.append([throw(3)])
    journal.close()
    assert Journal.open(path).count == 3


PLAYS_ON = """
import sys
from pathlib import Path
from companion.journal import Journal
from tests.journal.conftest import throw
journal = Journal.open(Path(sys.argv[1]))
journal.append([throw(journal.count + 1)])
print("recorded", flush=True)
sys.stdin.read()
"""


def test_a_killed_table_leaves_its_rows_and_lets_go(journal: Journal, path: Path) -> None:
    journal.close()
    other = subprocess.Popen(
        [sys.executable, "-c", PLAYS_ON, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == "recorded\n"
        with pytest.raises(InUse) as refused:
            Journal.open(path)
        assert refused.value.pid == other.pid
        other.send_signal(signal.SIGKILL)
    again = Journal.open(path)
    assert again.rows() == [throw(1)]
    again.append([throw(2)])
    again.close()


@pytest.mark.parametrize(("number", "kind"), [(errno.ENOSPC, JournalFull), (errno.EROFS, JournalReadOnly)])
def test_what_the_disk_refuses_is_not_recorded_and_can_be_recorded_later(
    path: Path, number: int, kind: type[NotSaved]
) -> None:
    trouble: list[OSError] = []

    def disk() -> None:
        if trouble:
            raise trouble[0]

    journal = Journal.create(path, HEADER, before_commit=disk)
    journal.append([throw(1)])
    trouble.append(OSError(number, os.strerror(number)))
    with pytest.raises(kind) as refused:
        journal.append([throw(2), move(3)])
    assert refused.value.errno == number
    assert isinstance(refused.value, OSError)
    assert journal.rows() == [throw(1)]
    with pytest.raises(kind):
        journal.mark_over()
    assert not journal.over

    trouble.clear()
    journal.append([throw(2), move(3)])
    journal.close()
    trouble.append(OSError(number, os.strerror(number)))
    with pytest.raises(kind):
        Journal.open(path, before_commit=disk)
    with pytest.raises(kind):
        Journal.create(path.with_name("other.journal"), HEADER, before_commit=disk)
    assert [name.name for name in path.parent.iterdir()] == [path.name]
    assert Journal.open(path).rows() == [throw(1), throw(2), move(3)]


def test_a_disk_that_refuses_a_page_of_sqlite_s_is_named_too(journal: Journal, path: Path) -> None:
    journal.append([throw(1)])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(NotSaved) as refused:
        journal.append([throw(2)])
    assert refused.value.errno == errno.EBUSY
    other.execute("rollback")
    other.close()
    journal.append([throw(2)])
    journal._db.execute("pragma max_page_count = 1")  # SQLite's own way to say that the disk is full
    with pytest.raises(JournalFull):
        journal.append([throw(n) for n in range(3, 60)])
    assert journal.rows() == [throw(1), throw(2)]


def test_a_game_that_is_over_goes_on_with_the_next_row(journal: Journal, path: Path) -> None:
    journal.append([throw(1)])
    journal.mark_over()
    journal.close()
    again = Journal.open(path)
    assert again.over
    again.append([Row(2, RowKind.TAKE_BACK, 0, "", "", back_to=0)])
    again.close()
    assert not Journal.open(path).over


def test_a_long_game_does_not_pile_up_its_wal(journal: Journal, path: Path) -> None:
    journal._db.execute("pragma synchronous = off")  # the test's time, not what is tested
    for first in range(1, 2 * FOLD_AFTER_ROWS, 12):
        journal.append([throw(n) for n in range(first, first + 12)])
    assert path.with_name(path.name + "-wal").stat().st_size < 500_000
    assert journal.count > 2 * FOLD_AFTER_ROWS - 12
    assert [row.n for row in journal.rows()] == list(range(1, journal.count + 1))
    journal.close()
