"""What readers tell becomes what enrolment is told: a tag is watched for a while before it counts.

Time is given.  Meanwhile a second tag may come, and a weak one goes and comes again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from companion.table.enrol import Enrolment, Seen

LISTEN_S: Final = 1.0
"""So long a tag is watched."""
MISSED_AT_LEAST: Final = 4
"""In so many looks a tag was missed that is told to have gone, though it didn't."""

ReadsOf: TypeAlias = Callable[[str, str], tuple[int, int] | None]
"""Reader, tag -> in how many looks it was seen since it came to lie there, and of how many; None: nobody can tell."""


class Listening:
    """Between the readers and an `Enrolment`."""

    def __init__(self, enrolment: Enrolment, reads: ReadsOf) -> None:
        """*reads* is asked when a tag was watched long enough."""
        self._enrolment = enrolment
        self._reads = reads
        self._comings: dict[tuple[str, str], int] = {}
        """What is being watched, and how often it has come."""
        self._gone: set[tuple[str, str]] = set()
        self.deadline: float | None = None
        """When `expired` is to be called."""

    def placed(self, reader: str, tag: str, at: float) -> None:
        """A tag has come."""
        which = reader, tag
        self._comings[which] = self._comings.get(which, 0) + 1
        self._gone.discard(which)
        if self.deadline is None:
            self.deadline = at + LISTEN_S

    def lifted(self, reader: str, tag: str) -> bool:
        """It has gone; True where enrolment was told at once, for it wasn't being watched."""
        which = reader, tag
        if which in self._comings:
            self._gone.add(which)
            return False
        self._enrolment.lifted(*which)
        return True

    def expired(self) -> None:
        """The time is over: tell enrolment what came, and what of it has gone again."""
        comings, gone = self._comings, self._gone
        self._comings, self._gone, self.deadline = {}, set(), None
        self._enrolment.seen(*(self._seen(*which, times) for which, times in comings.items()))
        for which in gone:
            self._enrolment.lifted(*which)

    def _seen(self, reader: str, tag: str, times: int) -> Seen:
        hits, looks = self._reads(reader, tag) or (1, 1)
        return Seen(reader, tag, hits, looks + (times - 1) * MISSED_AT_LEAST)
