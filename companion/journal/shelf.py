"""The folder of saved games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.journal.errors import JournalError, not_saved
from companion.journal.file import beside, is_free
from companion.journal.journal import Journal

SUFFIX: Final = ".journal"


class Saved(NamedTuple):
    """A game on the shelf."""

    path: Path
    header: Mapping[str, Any]
    """Empty where the journal can't be read."""
    rows: int
    over: bool
    trouble: str = ""
    """Why the journal can't be read, and what mends it."""


class Shelf:
    """A folder of journals, made (mode 0700) when the first game is begun.  Nothing in it holds a date."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_paths(self, game: str) -> Iterator[Path]:
        """Names that are free: ``masters-1.journal``, ``masters-2.journal`` …  Raises `NotSaved`."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise not_saved(self.folder, error) from error
        names = (self.folder / f"{game}-{k}{SUFFIX}" for k in count(1))
        return filter(is_free, names)

    def games(self) -> list[Saved]:
        """All games, the one that was played last first."""
        return [_saved(path) for path in sorted(self.folder.glob(f"*{SUFFIX}"), key=_last_written, reverse=True)]


def _saved(path: Path) -> Saved:
    try:
        journal = Journal.open(path, write=False)
    except (JournalError, OSError) as error:
        return Saved(path, {}, 0, False, str(error))
    try:
        return Saved(path, journal.header, journal.count, journal.over)
    finally:
        journal.close()


def _last_written(path: Path) -> tuple[int, str]:
    times = [name.stat().st_mtime_ns for name in (path, beside(path)[0]) if name.exists()]
    return max(times, default=0), path.name
