"""A file that can't be gone on with is named, kept as it is, and can be set aside."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import (
    InUse,
    Journal,
    JournalDamaged,
    JournalError,
    JournalFromNewerFormat,
    JournalFull,
    NotAJournal,
    Shelf,
    file,
    set_aside,
)
from tests.journal.conftest import HEADER, move, throw


def recorded(path: Path, rows: int = 40) -> Path:
    journal = Journal.create(path, HEADER)
    journal.append([throw(n) for n in range(1, rows + 1)])
    journal.close()
    return path


def edited(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(recorded(path), isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


@pytest.mark.parametrize("what", ["kind = 'guess'", "origin = 'heaven'", "key = cast(x'ff' as text)"])
def test_a_row_that_says_nothing_is_found_before_the_file_is_touched(path: Path, what: str) -> None:
    edited(path, f"update row set {what} where n = 7")
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match="a row can't be read"):
        Journal.open(path)
    assert path.read_bytes() == before


def written(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


def another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("create table songs (name)")


def cut_to(share: float) -> Callable[[Path], None]:
    def cut(path: Path) -> None:
        content = recorded(path).read_bytes()
        path.write_bytes(content[: int(len(content) * share)])

    return cut


def a_page_overwritten(path: Path) -> None:
    content = bytearray(recorded(path).read_bytes())
    content[512:1024] = b"\xa5" * 512
    path.write_bytes(content)


WRONG: dict[str, tuple[Callable[[Path], object], type[JournalError], str]] = {
    "a letter": (written(b"Dear Skeletor,\n" * 100), NotAJournal, "not a journal"),
    "an empty file": (written(b""), NotAJournal, "empty file"),
    "a folder": (lambda path: path.mkdir(), NotAJournal, "not a file"),
    "songs": (another_program, NotAJournal, "another program"),
    "cut in the middle": (cut_to(0.5), JournalDamaged, "cut or garbled"),
    "cut near its end": (cut_to(0.98), JournalDamaged, "cut or garbled"),
    "a page overwritten": (a_page_overwritten, JournalDamaged, "cut or garbled"),
    "from a newer referee": (lambda path: edited(path, "pragma user_version = 7"), JournalFromNewerFormat, "format 7"),
    "a row cut out": (lambda path: edited(path, "delete from row where n = 7"), JournalDamaged, "39 rows"),
    "its beginning cut out": (lambda path: edited(path, "delete from row where n < 3"), JournalDamaged, "3 to 40"),
    "no table of rows": (lambda path: edited(path, "drop table row"), JournalDamaged, "no such table"),
    "no header": (lambda path: edited(path, "delete from header"), JournalDamaged, "no header"),
    "half a header": (lambda path: edited(path, "update header set json = '{'"), JournalDamaged, "header can't"),
    "text that is none": (
        lambda path: edited(path, "update header set json = cast(x'7bff' as text)"),
        JournalDamaged,
        "damaged",
    ),
}


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_named_and_left_as_it_is(path: Path, what: str, write: bool) -> None:
    make, kind, says = WRONG[what]
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(kind, match=says) as refused:
        Journal.open(path, write)
    assert str(path) in str(refused.value)
    assert [name.name for name in path.parent.iterdir()] == [path.name]
    if before is not None:
        assert path.read_bytes() == before


@pytest.mark.parametrize("change", ["kind = 'sang'", "origin = 'heaven'", "key = cast(x'ff' as text)"])
def test_a_row_that_says_nothing_that_a_row_can_say(path: Path, change: str) -> None:
    edited(path, f"update row set {change} where n = 9")
    with closing(Journal.open(path, write=False)) as journal, pytest.raises(JournalDamaged, match="can't be read"):
        journal.rows()


def test_no_file_and_no_folder(path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such file"):
        Journal.open(path)
    with pytest.raises(FileNotFoundError, match="no such file"):
        Journal.open(path, write=False)
    with pytest.raises(FileNotFoundError, match="no such folder"):
        Journal.create(path.parent / "nowhere" / "a.journal", HEADER)
    assert list(path.parent.iterdir()) == []


def test_what_is_set_aside_keeps_its_content(path: Path) -> None:
    for k in (1, 2):
        path.write_bytes(b"letter %d" % k)
        path.with_name(path.name + "-wal").write_bytes(b"its WAL")
        aside = set_aside(path)
        assert aside.name == f"masters-1.journal.aside-{k}"
        assert aside.read_bytes() == b"letter %d" % k
        assert aside.with_name(aside.name + "-wal").read_bytes() == b"its WAL"
        assert not path.exists()
    Journal.create(path, HEADER).close()


def test_a_game_that_is_played_is_not_set_aside(journal: Journal, path: Path) -> None:
    with pytest.raises(InUse):
        set_aside(path)
    journal.append([throw(1)])
    journal.close()
    assert Journal.open(path).count == 1


def test_the_shelf_names_every_game_the_last_played_first(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    assert shelf.games() == []
    first = Journal.create(next(shelf.new_paths("masters")), {"game": "masters"})
    second = Journal.create(next(shelf.new_paths("masters")), {"game": "masters", "seats": 3})
    third = next(shelf.new_paths("warlocks"))
    third.write_bytes(b"no journal")
    second.append([throw(1), move(2)])
    second.mark_over()
    second.close()
    first.append([throw(1)])  # it is still being played
    for age, path in enumerate([first.path.with_name(first.path.name + "-wal"), second.path, third, first.path]):
        time_ns = 10**18 - age * 10**9
        os.utime(path, ns=(time_ns, time_ns))

    games = shelf.games()
    assert [(g.path.name, g.rows, g.over) for g in games] == [
        ("masters-1.journal", 1, False),
        ("masters-2.journal", 2, True),
        ("warlocks-1.journal", 0, False),
    ]
    assert games[1].header == {"game": "masters", "seats": 3}
    assert [bool(g.trouble) for g in games] == [False, False, True]
    assert "not a journal" in games[2].trouble
    assert next(shelf.new_paths("warlocks")).name == "warlocks-2.journal"
    first.close()


def test_a_journal_that_could_be_built_but_not_opened_is_not_left_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(path: Path) -> sqlite3.Connection:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(file, "open_to_write", no_room)
    with pytest.raises(JournalFull):
        Journal.create(path, HEADER)
    assert not list(path.parent.iterdir())


def test_a_disk_without_room_for_the_index_says_nothing_against_the_journal(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(path)

    def no_room(path: Path, db: sqlite3.Connection) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
        raise error

    monkeypatch.setattr(file, "_check", no_room)
    with pytest.raises(JournalFull, match="make room"):
        Journal.open(path)
