"""A game's journal: a header, and rows that are only ever added.

SQLite in WAL mode with ``synchronous=FULL``: when `Journal.append` returns, its rows are on the disk; after a power cut
in its middle, all of them are there or none.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self

from companion.journal import file
from companion.journal.errors import JournalDamaged, NotSaved, not_saved
from companion.journal.lock import Lock
from companion.rules.log import Origin, Row, RowKind

FOLD_AFTER_ROWS: Final = 1_500
"""About 1 MB: the WAL is folded into the file when a journal is opened or closed, and after so many rows."""

BeforeCommit = Callable[[], None]
"""Called before each commit; an `OSError` that it raises counts as the disk's (full and read-only disks on trial)."""

_INSERT: Final = "insert into row values (?,?,?,?,?,?,?,?,?,?)"
_KINDS: Final[Mapping[str | None, RowKind]] = {k.value: k for k in RowKind} | {None: RowKind.ANSWER}
_ORIGINS: Final[Mapping[str | None, Origin | None]] = {o.value: o for o in Origin} | {None: None}


def _disk_as_it_is() -> None:
    """No fault."""


class Journal:
    """An open journal.  Any thread may use it, one at a time."""

    def __init__(self, path: Path, db: sqlite3.Connection, lock: Lock | None, before_commit: BeforeCommit) -> None:
        """For `create` and `open`.  *lock* None: for reading only."""
        self.path = path
        self._db = db
        self._lock = lock
        self._before_commit = before_commit
        text, over = db.execute("select json, over from header").fetchone()
        self.header: Mapping[str, Any] = json.loads(text)
        """What the game was begun with."""
        self.over = bool(over)
        """Whether the game has ended (see `mark_over`)."""
        self.count: int = db.execute("select count(*) from row").fetchone()[0]
        """How many rows there are; the next one's ``n`` is one more."""
        self._unfolded = 0
        self._inode = path.stat().st_ino

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Any], before_commit: BeforeCommit = _disk_as_it_is) -> Self:
        """Begin a journal and open it for writing; it is there whole or not at all.  *header*: what JSON can hold.

        Raises `FileExistsError` rather than overwrite anything, `InUse`, and `NotSaved`.
        """
        text = json.dumps(header, ensure_ascii=False, separators=(",", ":"))
        if not path.parent.is_dir():
            raise FileNotFoundError(f"{path.parent}: there is no such folder")
        with _saving(path), _locked(path) as lock:
            if not file.is_free(path):
                raise FileExistsError(f"{path}: there is a file of this name already; name another one")
            before_commit()
            file.build(path, text)
            try:
                return cls(path, file.open_to_write(path), lock, before_commit)
            except BaseException:
                file.remove(path)
                raise

    @classmethod
    def open(cls, path: Path, write: bool = True, before_commit: BeforeCommit = _disk_as_it_is) -> Self:
        """Open a journal to go on with it, or (*write* False) to read it, which also goes while another plays it.

        Raises `FileNotFoundError`, `NotAJournal`, `JournalDamaged`, `JournalFromNewerFormat`; for writing also `InUse`
        and `NotSaved`.
        """
        if not write:
            with _saving(path):
                return cls(path, file.open_to_read(path), None, before_commit)
        if not path.exists():
            raise FileNotFoundError(f"{path}: there is no such file")
        with _saving(path), _locked(path) as lock:
            with closing(cls(path, file.open_to_read(path), None, before_commit)) as unread:
                unread.rows()  # whatever is wrong with the file is found before it is touched
            before_commit()
            return cls(path, file.open_to_write(path), lock, before_commit)

    def rows(self) -> list[Row]:
        """All rows, in order.  Raises `JournalDamaged` for one that says nothing that a row can say."""
        try:
            return [
                Row(n, _KINDS[kind], seat, rule, key, digest.hex(), _ORIGINS[origin], source or "", back_to or 0, *more)
                for n, kind, seat, rule, key, digest, origin, source, back_to, *more in self._every_row()
            ]
        except (KeyError, ValueError, sqlite3.Error) as error:
            raise JournalDamaged(self.path, f"a row can't be read ({error})") from error

    def _every_row(self) -> Iterator[tuple[Any, ...]]:
        """As they are stored; format 1 knew no pieces, and its rows end before them."""
        known = file.columns(self._db)
        piece = ", coalesce(piece, '')" if "piece" in known else ""
        return self._db.execute(
            f"select n, kind, seat, rule, key, digest, origin, source, back_to{piece} from row order by n"
        )

    def append(self, rows: Iterable[Row]) -> None:
        """Record *rows* for good: one commit, one sync.  A game that was over goes on (`over` is False again).

        Raises `NotSaved`, also where somebody took the file away, for rows would go where nobody finds them: nothing
        was recorded, the same rows can be appended again.  Raises `ValueError` where the
        numbers don't go on from `count`.
        """
        rows = tuple(rows)
        for n, row in enumerate(rows, self.count + 1):
            if row.n != n:
                raise ValueError(f"row {row.n} can't follow row {n - 1}")
        self._commit(_INSERT, [_columns(row) for row in rows])
        self.count += len(rows)
        self._unfolded += len(rows)
        if self._unfolded >= FOLD_AFTER_ROWS:
            with suppress(sqlite3.Error):  # the rows are recorded; folding can wait
                file.fold(self._db)
                self._unfolded = 0

    def mark_over(self) -> None:
        """Note that the game has ended, for the shelf.  Raises `NotSaved`."""
        if not self.over:
            self._commit("update header set over = ?", [(1,)])
            self.over = True

    def close(self) -> None:
        """Fold the WAL into the file and let go of it.  What was recorded is safe also without this."""
        self._db.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _commit(self, statement: str, values: list[tuple[Any, ...]]) -> None:
        db = self._db
        try:
            self._before_commit()
            if self.path.stat().st_ino != self._inode:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            db.execute("begin immediate")
            db.executemany(statement, values)
            if self.over:
                db.execute("update header set over = 0")
            db.execute("commit")
        except BaseException as error:
            if db.in_transaction:
                db.execute("rollback")
            if isinstance(error, OSError | sqlite3.Error):
                raise not_saved(self.path, error) from error
            raise


def _columns(row: Row) -> tuple[Any, ...]:
    kind = None if row.kind is RowKind.ANSWER else row.kind.value
    origin = row.origin and row.origin.value
    digest = bytes.fromhex(row.digest)
    return (
        row.n,
        kind,
        row.seat,
        row.rule,
        row.key,
        digest,
        origin,
        row.source or None,
        row.back_to or None,
        row.piece or None,
    )


@contextmanager
def _saving(path: Path) -> Iterator[None]:
    """Name what the disk refused."""
    try:
        yield
    except (NotSaved, FileExistsError, FileNotFoundError):
        raise
    except (OSError, sqlite3.Error) as error:
        raise not_saved(path, error) from error


@contextmanager
def _locked(path: Path) -> Iterator[Lock]:
    """The journal is ours; if this fails, not any more."""
    lock = Lock.take(path)
    try:
        yield lock
    except BaseException:
        lock.release()
        raise
