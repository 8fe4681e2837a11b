"""Who does a device's blocking work: a thread of its own, or whoever asks (where time travels and all is to be told
beforehand).
"""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Protocol

Work = Callable[[], None]
"""Does all there is to do, and returns.  Mustn't raise."""


class Worker(Protocol):
    """Runs one piece of work again and again, never twice at once."""

    def kick(self) -> None:
        """Have the work done, soon.  Kicks that come before it begins are one.  From any thread."""

    def stop(self, timeout_s: float) -> bool:
        """Let what was kicked be done, and end.  False: it hangs, and is left behind."""


class WorkerMaker(Protocol):
    """Makes a worker for a device."""

    def __call__(self, name: str, work: Work) -> Worker:
        """*name* of the device."""


class ThreadWorker:
    """A `Worker` that is a thread."""

    def __init__(self, name: str, work: Work) -> None:
        self._work = work
        self._kicks: SimpleQueue[bool] = SimpleQueue()
        self._is_kicked = False
        # A daemon: a bus that hangs must not keep the process alive.
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def kick(self) -> None:
        """As `Worker` says."""
        if not self._is_kicked:
            self._is_kicked = True
            self._kicks.put(True)

    def stop(self, timeout_s: float) -> bool:
        """As `Worker` says."""
        self._kicks.put(False)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while self._kicks.get():
            self._is_kicked = False  # first: a kick from now on may mean something that this run doesn't see
            self._work()


class InlineWorker:
    """A `Worker` that is the caller: when `kick` returns, the work is done."""

    def __init__(self, name: str, work: Work) -> None:
        self._work = work
        self._is_working = False
        self._is_kicked = False

    def kick(self) -> None:
        """As `Worker` says.  A kick from within the work is heeded when that is done."""
        self._is_kicked = True
        if self._is_working:
            return
        self._is_working = True
        try:
            while self._is_kicked:
                self._is_kicked = False
                self._work()
        finally:
            self._is_working = False

    def stop(self, timeout_s: float) -> bool:
        """As `Worker` says."""
        return True
