"""One writer a journal: a lock on a file beside it, which dies with the process that holds it.

The lock is not on the journal itself: closing any descriptor of a file drops the record locks that SQLite holds on it
in the same process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Self

from companion.journal.errors import InUse


class Lock:
    """Held from `take` until `release`."""

    def __init__(self, side: Path, fd: int) -> None:
        self._side = side
        self._fd = fd

    @classmethod
    def take(cls, path: Path) -> Self:
        """Own the journal *path*.  Raises `InUse`, or `OSError` where the folder can't be written."""
        side = path.with_name(path.name + "-lock")
        while True:
            fd = os.open(side, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(fd).st_ino == side.stat().st_ino:
                    with suppress(OSError):  # on a full disk the lock holds without a name
                        os.ftruncate(fd, 0)
                        os.pwrite(fd, str(os.getpid()).encode(), 0)
                    return cls(side, fd)
            except BlockingIOError:
                pid = os.pread(fd, 20, 0)
                os.close(fd)
                raise InUse(path, int(pid) if pid.isdigit() else 0) from None
            except FileNotFoundError:
                pass
            except OSError:
                os.close(fd)
                raise
            os.close(fd)  # its holder removed it between our open and our lock: it isn't the lock any more

    def release(self) -> None:
        """Let go.  The side file goes first, while it is still ours."""
        with suppress(OSError):
            self._side.unlink()
        os.close(self._fd)
