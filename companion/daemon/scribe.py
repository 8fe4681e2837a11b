"""Rows on their way to the journal: on disk before anyone sees what they say, or kept until there is room again."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final, Protocol

from companion.rules.log import Row

RETRY_AFTER: Final = 15.0
"""Seconds between two tries while the disk takes nothing; each input tries as well."""

log = logging.getLogger(__name__)


class Rows(Protocol):
    """What the scribe needs of a journal."""

    over: bool

    def rows(self) -> list[Row]:
        """All that are on the disk."""

    def append(self, rows: Sequence[Row]) -> None:
        """One commit, on disk when this returns.  Raises `OSError` while the disk is full or read-only."""

    def mark_over(self) -> None:
        """Note that the game has ended.  Raises as `append` does."""

    def close(self) -> None:
        """Give the file back."""


class Scribe:
    """Writes rows, in order.  What the disk doesn't take stays in memory and goes first when it does."""

    def __init__(self, journal: Rows) -> None:
        self._journal = journal
        self._kept: list[Row] = []
        self._is_over = False
        self.retry_at: float | None = None
        """When `retry` is due; None while all is saved."""

    @property
    def saving(self) -> bool:
        """Whether the journal has every row."""
        return self.retry_at is None

    def rows(self) -> list[Row]:
        """All, those in memory too."""
        return self._journal.rows() + self._kept

    def write(self, rows: Sequence[Row], at: float, is_over: bool = False) -> bool:
        """Commit *rows*, with all that was kept.  False: they are in memory alone.  *is_over*: the game has ended."""
        self._kept.extend(rows)
        self._is_over = is_over
        try:
            if self._kept:
                self._journal.append(self._kept)
                self._kept = []
            if is_over and not self._journal.over:
                self._journal.mark_over()
        except OSError as why:
            if self.saving:
                log.error("the game is not being saved: %s; play goes on, make room on the disk", why)
            self.retry_at = at + RETRY_AFTER
            return False
        if not self.saving:
            log.warning("the game is being saved again")
        self.retry_at = None
        return True

    def retry(self, at: float) -> bool:
        """Try again, if anything is kept.  True where that was so and it now is written."""
        return not self.saving and self.write((), at, self._is_over)

    def close(self) -> None:
        """A last try, then the file is closed."""
        try:
            if not self.saving and not self.retry(0.0):
                log.error("%d rows could not be saved and are lost", len(self._kept))
        finally:
            self._journal.close()
