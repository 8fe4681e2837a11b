"""Time that travels: an hour passes as soon as nobody has anything to do before it is over."""

from __future__ import annotations

import asyncio
import heapq
import selectors
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar, TypeVarTuple

CallAt = Callable[[float, Callable[[], object]], object]
"""In the manner of ``loop.call_at``."""

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")


class NothingScheduled(RuntimeError):
    """Somebody waits, and nothing will ever happen: a fault of the program or of the test, which would hang."""


class _TravellingSelector(selectors.DefaultSelector):
    """Looks at real files first; when none has news, lets the loop's clock jump instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.loop: TravellingLoop | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0) or self.loop is None:
            return ready
        if self.loop.is_waiting_for_threads:
            return super().select(None)
        if timeout is not None:
            self.loop.jump()
            return []
        if len(self.get_map()) > 1:  # one is the loop's own, by which threads wake it
            return super().select(None)
        raise NothingScheduled("nothing is ready and nothing is scheduled")


class TravellingLoop(asyncio.SelectorEventLoop):
    """An event loop whose `time` stands still while anything is ready, and then jumps to the next timer.

    While an executor works, or a file may have news and no timer is set, it really waits; time stands still.
    """

    def __init__(self, start: float = 0.0) -> None:
        """Time begins at *start* seconds."""
        self._time = start
        self._executor_jobs = 0
        selector = _TravellingSelector()
        super().__init__(selector)
        selector.loop = self

    def time(self) -> float:
        """The travelling time, in seconds."""
        return self._time

    @property
    def is_waiting_for_threads(self) -> bool:
        """Whether an executor works for this loop."""
        return self._executor_jobs > 0

    def run_in_executor(self, executor: Any, func: Callable[[*_Args], _T], *args: *_Args) -> asyncio.Future[_T]:
        """As in asyncio; time stands still till it is done."""
        future = super().run_in_executor(executor, func, *args)
        self._executor_jobs += 1
        future.add_done_callback(self._job_done)
        return future

    async def shutdown_default_executor(self, *args: Any) -> None:
        """As in asyncio, which lets a thread of its own wait for the executor's."""
        self._executor_jobs += 1
        try:
            await super().shutdown_default_executor(*args)
        finally:
            self._executor_jobs -= 1

    def _job_done(self, future: asyncio.Future[_T]) -> None:
        self._executor_jobs -= 1

    def jump(self) -> None:
        """To the next timer: exactly there, for what is due is compared with the time."""
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        self._time = max(self._time, timers[0].when())


class Timeline:
    """Travelling time without a loop, for straight-line code: a clock, and timers that run when time comes to them."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start
        self._order = count()
        self._timers: list[tuple[float, int, Callable[[], object]]] = []

    def time(self) -> float:
        """In seconds."""
        return self._now

    def call_at(self, when: float, do: Callable[[], object]) -> None:
        """Have *do* called when it is *when*."""
        heapq.heappush(self._timers, (when, next(self._order), do))

    def travel(self, seconds: float) -> None:
        """Let time pass, from timer to timer."""
        self.travel_to(self._now + seconds)

    def travel_to(self, when: float) -> None:
        """Let time pass till it is *when*."""
        while self._timers and self._timers[0][0] <= when:
            at, _, do = heapq.heappop(self._timers)
            self._now = max(self._now, at)
            do()
        self._now = max(self._now, when)
