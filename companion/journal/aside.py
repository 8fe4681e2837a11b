"""Out of the way, but never lost: files that can't be gone on with keep their content under another name."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from companion.journal.file import beside, is_free
from companion.journal.lock import Lock


def set_aside(path: Path) -> Path:
    """Rename a damaged or foreign file, and what stands beside it, and return the new name; nothing is overwritten.

    Raises `InUse` while another process plays it, and `OSError` where the folder can't be written.
    """
    lock = Lock.take(path)
    try:
        names = (path.with_name(f"{path.name}.aside-{k}") for k in count(1))
        aside = next(name for name in names if is_free(name))
        for old, new in zip((*beside(path), path), (*beside(aside), aside), strict=True):
            if old.exists():
                old.rename(new)
    finally:
        lock.release()
    return aside
