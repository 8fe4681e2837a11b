"""All readers of a box: opened as the wiring says, each with its role and its worker; one's trouble stays its own.

Use it as `hardware.rig.Rig`: ``bank.start(listener)``, then give it time whenever `ReaderBank.deadline` has come.  The
listener is called from the readers' workers, with `TagEvent` and `DeviceEvent`; the device is ``reader ROLE``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from threading import RLock
from typing import Final, TypeAlias

from hardware.api import DeviceEvent, DeviceState, Reads, TagEvent, TagId, TagReader
from hardware.errors import DeviceUnavailable
from hardware.readers.parts import Parts
from hardware.readers.presence import PATIENCE, Patience
from hardware.readers.watch import CLOSE_S, Watch
from hardware.wiring import ReaderWiring
from hardware.workers import ThreadWorker, WorkerMaker

BankEvent: TypeAlias = TagEvent | DeviceEvent
BankListener: TypeAlias = Callable[[BankEvent], None]

log = logging.getLogger(__name__)


READERS: Final[Mapping[str, str]] = {
    "mfrc522": "hardware.readers.mfrc522",
    "pn532": "hardware.readers.pn532",
    "keyboard": "hardware.readers.keyboard",
}
"""Chip, as the wiring names it -> the module whose ``open_reader(parts, role, wired)`` gives its driver."""


class ReaderBank:
    """The readers of one box."""

    def __init__(
        self,
        readers: Mapping[str, ReaderWiring],
        parts: Parts,
        *,
        worker: WorkerMaker = ThreadWorker,
        patience: Patience = PATIENCE,
    ) -> None:
        """*readers*: role -> how it is wired."""
        self._parts = parts
        self._lock = RLock()
        self._listener: BankListener | None = None
        self._states: dict[str, DeviceState] = {}
        self.watches: Mapping[str, Watch] = {
            role: Watch(
                role,
                partial(self._open, role, wired),
                self._tell,
                partial(self._report, f"reader {role}"),
                parts.clock,
                worker,
                patience,
            )
            for role, wired in readers.items()
        }

    @property
    def states(self) -> Mapping[str, DeviceState]:
        """How each reader is, by its device name."""
        return self._states

    @property
    def tags(self) -> Mapping[str, frozenset[TagId]]:
        """Role -> what lies there."""
        return {role: watch.tags for role, watch in self.watches.items()}

    def reads(self, role: str, tag: TagId) -> Reads | None:
        """As `Watch.reads` says."""
        return self.watches[role].reads(tag)

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do."""
        return min((watch.deadline for watch in self.watches.values() if watch.deadline is not None), default=None)

    def start(self, listener: BankListener) -> None:
        """Open all; what can't be opened is told to the listener, and tried again."""
        self._listener = listener
        for watch in self.watches.values():
            watch.start()

    def advance(self, now: float) -> None:
        """Do what is due up to *now*."""
        for watch in self.watches.values():
            watch.advance(now)

    def close(self, timeout_s: float = CLOSE_S) -> None:
        """Fields off, workers ended, pins free, within this time for all.  Buses are the caller's."""
        self._listener = None
        for watch in self.watches.values():
            watch.shut_soon()
        end = self._parts.clock() + timeout_s
        for role, watch in self.watches.items():
            watch.close(max(0.0, end - self._parts.clock()))
            self._parts.free(role)

    def _open(self, role: str, wired: ReaderWiring) -> TagReader:
        self._parts.free(role)  # of a try that went no further, or of the reader before
        if wired.chip not in READERS:
            known = ", ".join(READERS)
            raise DeviceUnavailable(f"reader {role}", f"there is no chip {wired.chip!r}", remedy=f"known are {known}")
        reader: TagReader = import_module(READERS[wired.chip]).open_reader(self._parts, role, wired)
        return reader

    def _report(self, device: str, state: DeviceState, why: str) -> None:
        """One line of the log, and one event, for each change of a state."""
        with self._lock:
            if self._states.get(device) is state:
                return
            self._states[device] = state
            is_well = state in (DeviceState.OK, DeviceState.STARTING)
            log.log(logging.INFO if is_well else logging.WARNING, "%s %s%s", device, state.value, why and f": {why}")
            self._tell(DeviceEvent(device, state, why, self._parts.clock()))

    def _tell(self, event: BankEvent) -> None:
        """A listener's fault is its own."""
        with self._lock:
            if self._listener is not None:
                try:
                    self._listener(event)
                except Exception:
                    log.exception("the listener failed on %r", event)
