"""Which tags lie on a reader: what looks find becomes what happened.  Pure, and the time is given.

A tag has gone when several complete looks in a row missed it, and some time has passed over them.  A look that failed
says nothing, and one with answers that couldn't be read says only what is there.  Each tag is judged by itself: what
else comes and goes changes nothing for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware.api import Inventory, Reads, TagChange, TagEvent, TagId


@dataclass(frozen=True, slots=True)
class Patience:
    """What it takes for a tag to have gone: so many complete looks without it, over at least so long."""

    misses: int = 4
    gone_s: float = 0.5


PATIENCE: Final = Patience()


@dataclass(slots=True)
class _Missing:
    """How often a tag was missed in a row, and since when."""

    count: int = 0
    since: float = 0.0


class Presence:
    """The tags on one reader."""

    def __init__(self, reader: str, patience: Patience = PATIENCE) -> None:
        """*reader*: its role, as events are to bear it."""
        self._reader = reader
        self._patience = patience
        self._here: dict[TagId, _Missing] = {}
        self._reads: dict[TagId, Reads] = {}
        self._is_faulty = False
        self._has_looked = False

    @property
    def tags(self) -> frozenset[TagId]:
        """What lies there, as far as it was told."""
        return frozenset(self._here)

    def reads(self, tag: TagId) -> Reads | None:
        """How often it was seen since it came to lie there; None where it doesn't lie."""
        return self._reads.get(tag)

    def looked(self, inventory: Inventory, at: float) -> list[TagEvent]:
        """A look was completed."""
        events: list[TagEvent] = []
        if self._is_faulty:
            self._is_faulty = False
            events.append(self._event(TagChange.BACK, None, at))
        for tag in sorted(inventory.tags):
            if tag not in self._here:
                placed = self._event(TagChange.PLACED, tag, at)
                events.append(placed._replace(was_there=not self._has_looked))
            self._here[tag] = _Missing()
        self._has_looked = True
        for tag in self._here:
            is_seen = tag in inventory.tags
            hits, looks = self._reads.get(tag, (0, 0))
            self._reads[tag] = Reads(hits + is_seen, looks + (is_seen or not inventory.unread))
        if not inventory.unread:
            events += [self._event(TagChange.REMOVED, tag, at) for tag in self._missed(inventory, at)]
        return events

    def failed(self, why: str, at: float) -> list[TagEvent]:
        """A look couldn't be completed."""
        for missing in self._here.values():
            missing.count = 0
        if self._is_faulty:
            return []
        self._is_faulty = True
        return [self._event(TagChange.FAULT, None, at, why)]

    def _missed(self, inventory: Inventory, at: float) -> list[TagId]:
        gone: list[TagId] = []
        for tag, missing in self._here.items():
            if tag in inventory.tags:
                continue
            if not missing.count:
                missing.since = at
            missing.count += 1
            if missing.count >= self._patience.misses and at - missing.since >= self._patience.gone_s:
                gone.append(tag)
        for tag in gone:
            del self._here[tag], self._reads[tag]
        return gone

    def _event(self, change: TagChange, tag: TagId | None, at: float, why: str = "") -> TagEvent:
        return TagEvent(self._reader, change, tag, at, why)
