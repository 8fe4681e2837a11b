"""What can be wrong with a journal, and what mends it.  A raised error means that nothing was recorded or changed."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path


class JournalError(Exception):
    """Base class.  The message names the file and what mends it."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path}: {what}")
        self.path = path


class NotAJournal(JournalError):
    """The file is something else.  It was not touched."""

    def __init__(self, path: Path, what: str = "") -> None:
        super().__init__(path, f"not a journal of the referee{what and f' ({what})'}; name another file")


class JournalDamaged(JournalError):
    """The file was a journal, and is cut or garbled.  It was not touched."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(path, f"the journal is damaged: {what}; set it aside, or take a copy of it that is whole")


class JournalFromNewerFormat(JournalError):
    """A newer referee wrote the file.  It was not touched."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(path, f"written in format {found}, this referee reads up to {known}; install a newer referee")


class InUse(JournalError):
    """Another process plays this game: *pid*, or 0 where it can't be told."""

    def __init__(self, path: Path, pid: int) -> None:
        who = f"process {pid}" if pid else "another process"
        super().__init__(path, f"{who} has this journal open; end that game first, or name another file")
        self.pid = pid


class NotSaved(JournalError, OSError):
    """The disk did not take it; *errno* says why.  Nothing was recorded: the same rows can be appended again."""

    def __init__(self, path: Path, number: int, remedy: str = "look at the disk") -> None:
        super().__init__(path, f"not saved: {os.strerror(number).lower()}; {remedy}")
        self.errno = number


class JournalFull(NotSaved):
    """No room on the disk."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, errno.ENOSPC, "make room on the disk")


class JournalReadOnly(NotSaved):
    """The file, its folder or its disk can't be written."""

    def __init__(self, path: Path, number: int = errno.EROFS) -> None:
        super().__init__(path, number, "make the folder writable, or name another one")


def code_of(error: sqlite3.Error) -> int:
    """The primary result code (https://www.sqlite.org/rescode.html); what Python itself can't decode is corrupt."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF


def not_saved(path: Path, error: OSError | sqlite3.Error) -> NotSaved:
    """The error to raise for what the disk or SQLite said."""
    number = error.errno if isinstance(error, OSError) else _ERRNO.get(code_of(error))
    match number:
        case errno.ENOSPC | errno.EDQUOT:
            return JournalFull(path)
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return JournalReadOnly(path, number)
        case errno.ENOENT:
            return NotSaved(path, number, "put the file back where it was")
        case _:
            return NotSaved(path, number or errno.EIO)


_ERRNO = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_CANTOPEN: errno.EROFS,
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_BUSY: errno.EBUSY,
    sqlite3.SQLITE_LOCKED: errno.EBUSY,
}
