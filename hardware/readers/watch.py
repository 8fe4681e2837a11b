"""One reader, kept going: looked at by a worker of its own, mended by a ladder, told of as events and states.

A look that fails is repeated; then the chip is set up anew, then by its reset line, then everything is opened anew,
again and again with pauses that grow to `LAST_PAUSE_S`.  A reader that hangs holds up its own worker and nobody else.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from typing import Final

from hardware.api import DeviceState, Reads, TagEvent, TagId, TagReader
from hardware.errors import DeviceError
from hardware.readers.presence import PATIENCE, Patience, Presence
from hardware.workers import WorkerMaker

LOOK_EVERY_S: Final = 0.1
FIRST_PAUSE_S: Final = 0.5
LAST_PAUSE_S: Final = 30.0
CLOSE_S: Final = 2.0
GARBLED_LOOKS: Final = 10
"""So many in a row with answers that can't be read are told: somebody has to lift a tag."""

log = logging.getLogger(__name__)


class Watch:
    """`start`, `advance` and `close` belong to one thread, the loop's; *hear* and *report* are called by the worker."""

    def __init__(
        self,
        role: str,
        open_reader: Callable[[], TagReader],
        hear: Callable[[TagEvent], None],
        report: Callable[[DeviceState, str], None],
        clock: Callable[[], float],
        worker: WorkerMaker,
        patience: Patience = PATIENCE,
        every_s: float = LOOK_EVERY_S,
    ) -> None:
        """*open_reader* gives it before its `set_up`, and raises `DeviceError`.  *every_s*: from look to look."""
        self._open_reader = open_reader
        self._hear = hear
        self._report = report
        self._clock = clock
        self._every_s = self._wait_s = every_s
        self._presence = Presence(role, patience)
        self._reader: TagReader | None = None
        self._about = ""
        self._trouble = 0
        self._garbled = 0
        self._was_ok = False
        self._is_closed = False
        self.deadline: float | None = None
        """When `advance` has something to do."""
        self.counts: Counter[str] = Counter()
        """So many ``looks``, ``faults``, ``garbled`` answers, and ``set-ups``, ``resets`` and ``openings``."""
        self._worker = worker(role, self._work)

    @property
    def tags(self) -> frozenset[TagId]:
        """What lies there, as far as it was told."""
        return self._presence.tags

    def reads(self, tag: TagId) -> Reads | None:
        """How often a tag was seen since it came to lie there; None where it doesn't, or the reader can't tell."""
        reader = self._reader
        return None if reader is None or not reader.tells_leaving else self._presence.reads(tag)

    def start(self) -> None:
        """Look for the first time."""
        self._report(DeviceState.STARTING, "")
        self.advance(self._clock())

    def advance(self, now: float) -> None:
        """Look, if it is time to."""
        if not self._is_closed and (self.deadline is None or self.deadline <= now):
            self._worker.kick()
            self.deadline = now + self._wait_s

    def shut_soon(self) -> None:
        """Have the worker put the reader away."""
        if not self._is_closed:
            self._is_closed = True
            self.deadline = None
            self._worker.kick()

    def close(self, timeout_s: float = CLOSE_S) -> None:
        """End the worker.  A reader that hangs for so long is left behind."""
        self.shut_soon()
        if not self._worker.stop(timeout_s):
            log.warning("a reader hangs; its worker is left behind")

    # -- for the worker ---------------------------------------------------------------------------------------

    def _work(self) -> None:
        if self._is_closed:
            self._shut()
            return
        try:
            self._look(self._ready())
        except DeviceError as error:
            self._failed(str(error))
        except Exception as error:  # a fault of the driver's must end neither the worker nor the game
            log.exception("the driver of a reader is at fault")
            self._failed(f"its driver is at fault: {error!r}")

    def _ready(self) -> TagReader:
        """The reader, after as much of the ladder as its trouble needs."""
        if self._trouble >= 4:
            self._shut()
        if self._reader is None:
            self.counts["openings"] += 1
            reader = self._open_reader()
            try:
                reader.set_up(hard=True)
                self._about = reader.about()
            except BaseException:
                reader.close()
                raise
            self._reader = reader
        elif self._trouble == 2:
            self.counts["set-ups"] += 1
            self._reader.set_up()
        elif self._trouble == 3:
            self.counts["resets"] += 1
            self._reader.set_up(hard=True)
        return self._reader

    def _look(self, reader: TagReader) -> None:
        inventory = reader.poll()
        self.counts["looks"] += 1
        self.counts["garbled"] += inventory.unread
        self._trouble = 0
        self._wait_s = self._every_s
        self._was_ok = True
        for event in self._presence.looked(inventory, self._clock()):
            self._hear(event)
        self._garbled = self._garbled + 1 if inventory.unread else 0
        if not self._garbled:
            self._report(DeviceState.OK, self._about)
        elif self._garbled == GARBLED_LOOKS:
            self._report(DeviceState.DEGRADED, "its tags can't be told apart; lift one, or lay them further apart")

    def _failed(self, why: str) -> None:
        self.counts["faults"] += 1
        self._trouble += 1
        if self._reader is None or self._trouble >= 4:
            self._wait_s = min(max(2 * self._wait_s, FIRST_PAUSE_S), LAST_PAUSE_S)
        if not self._was_ok:
            self._report(DeviceState.ABSENT, why)
            return
        for event in self._presence.failed(why, self._clock()):
            self._hear(event)
        self._report(DeviceState.DEGRADED if self._trouble < 4 else DeviceState.FAILED, why)

    def _shut(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None
