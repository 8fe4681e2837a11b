"""A whole box on the twin, in time that travels."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

from companion.daemon.box import Box
from companion.daemon.host import ShelfHost
from companion.daemon.notice import Next
from companion.daemon.notify import Notify
from companion.daemon.port import Disk, Port
from companion.open_game import new_header
from companion.referee.header import Header
from companion.referee.settings import Settings
from companion.rules.log import Row
from hardware.twin.clock import TravellingLoop
from hardware.twin.world import World
from hardware.wiring import Wiring, default_wiring
from hardware.workers import InlineWorker, WorkerMaker

GAME = "_template"
PATIENCE = 500
ELECTRONIC = new_header(GAME, 3, seed="7", bench=True)
TYPED = new_header(GAME, 3, sets={"dice": "physical"}, seed="7", bench=True)


class Table:
    """People before a box.  Used as a context; the box is closed at its end."""

    def __init__(
        self,
        folder: Path,
        header: Header | None = ELECTRONIC,
        *,
        wiring: Wiring | None = None,
        notify: Notify | None = None,
        first: Callable[[ShelfHost], Next] | None = None,
        unplugged: bool = False,
        worker: WorkerMaker = InlineWorker,
    ) -> None:
        """*header* None: what the state folder has.  *first*: something else than that."""
        self.loop = TravellingLoop()
        wiring = default_wiring() if wiring is None else wiring
        self.world = World(wiring, self.loop.time, self.loop.call_at)
        if unplugged:
            self.world.unplug()
        self.rig = self.world.rig(worker)
        self.disk = Disk()
        self.host = ShelfHost(
            folder,
            Settings(),
            games=[GAME],
            bench=True,
            before_commit=self.disk,
            has_readers=bool(wiring.readers),
        )
        self.box = Box(self.loop, self.rig, self.host, notify or Notify())
        self.port = Port(self.loop, self.box, self.world, self.disk)
        self._random = Random(1)
        self._first = self.host.first
        if first is not None:
            self._first = first(self.host)
        elif header is not None:
            self._first = lambda: self.host.begin(replace(header))

    def __enter__(self) -> Self:
        try:
            self.box.open(self._first)
        except BaseException:
            self._close()
            raise
        self.wait(0.05)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._close()

    def _close(self) -> None:
        self.box.close()
        self.loop.close()
        self.world.factory.close()

    # -- what people do -----------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))

    def press(self, button: str, hold_s: float = 0.1) -> None:
        self.port.press(button, hold_s)
        self.wait(hold_s + 0.1)

    def get_on(self, times: int = 1) -> None:
        """Do what the box waits for."""
        for _ in range(times):
            asked = self.port.waiting()
            if asked.page in ("ask", "secret", "dice"):
                self.port.answer(self._random.choice(asked.keys))
                self.wait(0.05)
            else:
                self.press("roll" if asked.page == "roll" else "ok")

    def play_to_the_end(self) -> None:
        for _ in range(PATIENCE):
            if self.port.outcome() is not None:
                return
            self.get_on()
        raise AssertionError(f"no end in sight: {self.screen}")

    # -- what they see ------------------------------------------------------------------------------------------

    @property
    def screen(self) -> str:
        return " ".join(" ".join(self.port.screen()).split())

    @property
    def is_dark(self) -> bool:
        return not any(self.world.pixels())

    def saved(self) -> list[Row]:
        """On the disk, as another process would read it."""
        from companion.journal import Journal

        path = self.host.last_journal
        assert path is not None
        journal = Journal.open(path, write=False)
        try:
            return journal.rows()
        finally:
            journal.close()

    def outputs(self, kind: type[Any]) -> list[Any]:
        return [report.output for report in self.port.reports if isinstance(report.output, kind)]
