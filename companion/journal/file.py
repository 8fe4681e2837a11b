"""The file of a journal: how it is laid out, begun, checked and opened.

Pages are 512 bytes, so a decision costs one WAL frame of 536 bytes as a rule.  The file is checked through SQLite
alone and read-only: a foreign file, or one that another process is writing, is never changed by looking at it.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from companion.journal.errors import (
    JournalDamaged,
    JournalFromNewerFormat,
    JournalFull,
    NotAJournal,
    code_of,
)

FORMAT: Final = 2
APPLICATION_ID: Final = 0x52656665
"""``Refe``, at byte 68 of the file (https://www.sqlite.org/fileformat.html, section 1.3.14)."""

NO_ROOM_TO_READ: Final = (
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP,
)
"""The WAL's index finds no room: that says nothing against the journal."""

SCHEMA: Final = (
    "create table header (json text not null, over integer not null) strict",
    "create table row (n integer primary key, kind text, seat integer not null, rule text not null, key text not null,"
    " digest blob not null, origin text, source text, back_to integer, piece text) strict",
)
"""To spare bytes, a row leaves out what goes without saying: the kind ``answer``, no origin, no source, back to 0, no
piece.  Format 1 had no pieces."""


def beside(path: Path) -> tuple[Path, Path]:
    """What SQLite keeps beside the file: the WAL and its index."""
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def is_free(path: Path) -> bool:
    """Whether neither the file nor anything of SQLite's beside it is there."""
    return not any(name.exists() for name in (path, *beside(path)))


def build(path: Path, header_json: str) -> None:
    """Write a new journal file without rows, mode 0600 from its first moment.  It appears under its name when whole."""
    new = path.with_name(path.name + "-new")
    new.unlink(missing_ok=True)  # left by a power cut
    os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600))
    try:
        with closing(_connect(new, "mode=rw")) as db:
            for pragma in ("page_size = 512", "journal_mode = off", "synchronous = full"):
                db.execute(f"pragma {pragma}")
            db.execute("begin")
            for table in SCHEMA:
                db.execute(table)
            db.execute("insert into header values (?, 0)", (header_json,))
            db.execute(f"pragma application_id = {APPLICATION_ID}")
            db.execute(f"pragma user_version = {FORMAT}")
            db.execute("commit")
            db.execute("pragma journal_mode = wal")
        new.rename(path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def remove(path: Path) -> None:
    """Take a journal away again, with what SQLite keeps beside it."""
    for name in (path, *beside(path)):
        with suppress(OSError):
            name.unlink()


def open_to_read(path: Path) -> sqlite3.Connection:
    """Check the whole file.  Raises `FileNotFoundError`, `NotAJournal`, `JournalDamaged`, `JournalFromNewerFormat`."""
    if not path.exists():
        raise FileNotFoundError(f"{path}: there is no such file")
    if not path.is_file():
        raise NotAJournal(path, "not a file")
    # Without a WAL, mode=ro would leave an empty one behind.
    db = _connect(path, "mode=ro" if beside(path)[0].exists() else "mode=ro&immutable=1")
    try:
        _check(path, db)
    except sqlite3.DatabaseError as error:
        db.close()
        if getattr(error, "sqlite_errorcode", 0) in NO_ROOM_TO_READ:
            raise JournalFull(path) from error
        match code_of(error):
            case sqlite3.SQLITE_NOTADB:
                raise NotAJournal(path) from error
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR | sqlite3.SQLITE_IOERR:
                raise JournalDamaged(path, f"cut or garbled ({error})") from error
        raise
    except (ValueError, RecursionError) as error:
        db.close()
        raise JournalDamaged(path, f"its header can't be read ({error})") from error
    except BaseException:
        db.close()
        raise
    return db


def _check(path: Path, db: sqlite3.Connection) -> None:
    if _number(db, "pragma application_id") != APPLICATION_ID:
        raise NotAJournal(path, "an SQLite file of another program" if path.stat().st_size else "an empty file")
    found = _number(db, "pragma user_version")
    if found > FORMAT:
        raise JournalFromNewerFormat(path, found, FORMAT)
    for (said,) in db.execute("pragma quick_check(1)"):
        if said != "ok":
            said = " ".join(str(said).removeprefix("*** in database main ***").split())
            raise JournalDamaged(path, f"cut or garbled ({said})")
    headers = db.execute("select json from header").fetchall()
    if len(headers) != 1 or not isinstance(json.loads(headers[0][0]), dict):
        raise JournalDamaged(path, "it has no header")
    count, first, last = db.execute("select count(*), min(n), max(n) from row").fetchone()
    if count and (first, last) != (1, count):
        raise JournalDamaged(path, f"its {count} rows are numbered {first} to {last}")


def columns(db: sqlite3.Connection) -> list[str]:
    """Those of a row."""
    return [name for (name,) in db.execute("select name from pragma_table_info('row')")]


def _number(db: sqlite3.Connection, query: str) -> int:
    number: int = db.execute(query).fetchone()[0]
    return number


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open a checked file.  Raises `sqlite3.Error` where the disk doesn't take a write."""
    db = _connect(path, "mode=rw")
    try:
        db.execute("pragma synchronous = full")
        db.execute("pragma wal_autocheckpoint = 0")
        if _number(db, "pragma user_version") < 2:
            db.execute("alter table row add column piece text")
        fold(db)
    except BaseException:
        db.close()
        raise
    return db


def fold(db: sqlite3.Connection) -> None:
    """Copy the WAL into the file and begin a new one.

    A WAL's first commit syncs three times (the folder, the WAL's header, the frames), so it is done here, with a write
    that says nothing new, and not when a player waits.
    """
    db.execute("pragma wal_checkpoint(truncate)")
    db.execute(f"pragma user_version = {FORMAT}")


def _connect(path: Path, how: str) -> sqlite3.Connection:
    uri = f"file:{quote(str(path.absolute()))}?{how}"
    return sqlite3.connect(uri, timeout=0, isolation_level=None, check_same_thread=False, uri=True)
