"""The screen that never blocks and never fails: a `Screen` in front of the real one, with a worker in between.

What is wanted of the panel is one small value, and the newest counts: a slow bus skips frames, it doesn't queue them.
A panel that can't be opened, or is lost, is tried again after 0.5 s, then after twice as long each time up to 30 s.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from hardware.api import FRAME_BYTES, DeviceState, Screen
from hardware.delta import BLANK
from hardware.errors import DeviceError
from hardware.workers import WorkerMaker

FIRST_RETRY_S: Final = 0.5
LAST_RETRY_S: Final = 30.0
CLOSE_S: Final = 2.0
"""So long a bus that hangs is waited for at the end."""

log = logging.getLogger(__name__)


class _Wanted(NamedTuple):
    """How the panel is to be."""

    frame: bytes = BLANK
    contrast_pct: int | None = None
    shift: tuple[int, int] = (0, 0)
    is_asleep: bool = False
    is_closed: bool = False


_NOTHING_DONE: Final = _Wanted(frame=b"")


class ScreenWriter:
    """Implements `hardware.api.Screen`.  Call it from one thread."""

    def __init__(
        self,
        name: str,
        open_screen: Callable[[], Screen],
        report: Callable[[DeviceState, str], None],
        clock: Callable[[], float],
        worker: WorkerMaker,
    ) -> None:
        """*open_screen* raises `DeviceError`; it and *report* are called by the worker.  The screen that it gives
        remembers what it was told in vain, and makes up for it at the next `show`."""
        self._open_screen = open_screen
        self._report = report
        self._clock = clock
        self._screen: Screen | None = None
        self._wanted = _Wanted()
        self._done = _NOTHING_DONE
        self._was_ok = False
        self._is_broken = False
        self._retry_s = FIRST_RETRY_S
        self.deadline: float | None = None
        """When `advance` has to try again; None while all is well."""
        self._worker = worker(name, self._work)

    # -- for the caller ---------------------------------------------------------------------------------------

    def start(self) -> None:
        """Open the panel and show darkness."""
        self._report(DeviceState.STARTING, "")
        self._worker.kick()

    def show(self, frame: bytes) -> None:
        """As `hardware.api.Screen` says, but soon, and without `DeviceLost`.  Raises `ValueError` for another size."""
        if len(frame) != FRAME_BYTES:
            raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(frame)}")
        _, contrast_pct, shift, is_asleep, is_closed = self._wanted  # a press waits for this: it is quicker so
        self._want(_Wanted(frame, contrast_pct, shift, is_asleep, is_closed))

    def contrast(self, pct: int) -> None:
        """As `hardware.api.Screen` says."""
        self._want(self._wanted._replace(contrast_pct=pct))

    def shift(self, x: int, y: int) -> None:
        """As `hardware.api.Screen` says."""
        self._want(self._wanted._replace(shift=(x, y)))

    def sleep(self) -> None:
        """As `hardware.api.Screen` says."""
        self._want(self._wanted._replace(is_asleep=True))

    def wake(self) -> None:
        """As `hardware.api.Screen` says."""
        self._want(self._wanted._replace(is_asleep=False))

    def close(self, timeout_s: float = CLOSE_S) -> None:
        """Clear the panel, switch it off, end the worker.  One that hangs for so long is left behind."""
        self._wanted = self._wanted._replace(is_closed=True)
        self._worker.kick()
        if not self._worker.stop(timeout_s):
            log.warning("the screen's bus hangs; its worker is left behind")
        self.deadline = None

    def advance(self, now: float) -> None:
        """Try again what is due."""
        if self.deadline is not None and self.deadline <= now:
            # Set before the worker begins, so that it stands whatever the worker finds.
            self._retry_s = min(2 * self._retry_s, LAST_RETRY_S)
            self.deadline = now + self._retry_s
            self._worker.kick()

    def _want(self, wanted: _Wanted) -> None:
        if wanted != self._wanted and not self._wanted.is_closed:
            self._wanted = wanted
            if not self._is_broken:
                self._worker.kick()

    # -- for the worker ---------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            while (wanted := self._wanted) != self._done:
                if wanted.is_closed:
                    self._shut()
                else:
                    self._bring_to(wanted)
                self._done = wanted
        except DeviceError as error:
            self._failed(str(error))
        except Exception as error:  # a fault of the driver's must end neither the worker nor the game
            log.exception("the screen's driver is at fault")
            self._failed(f"its driver is at fault: {error!r}")
        else:
            self._went_well()

    def _bring_to(self, wanted: _Wanted) -> None:
        """What the screen remembers is done once it was told; the frame, once it didn't fail."""
        if self._screen is None:
            self._screen = self._open_screen()
        screen, done = self._screen, self._done
        if wanted.contrast_pct is not None and wanted.contrast_pct != done.contrast_pct:
            self._done = self._done._replace(contrast_pct=wanted.contrast_pct)
            screen.contrast(wanted.contrast_pct)
        if wanted.is_asleep and not done.is_asleep:
            self._done = self._done._replace(is_asleep=True)
            screen.sleep()
        if wanted.shift != done.shift:
            self._done = self._done._replace(shift=wanted.shift)
            screen.shift(*wanted.shift)
        if wanted.frame != done.frame:
            screen.show(wanted.frame)
        if done.is_asleep and not wanted.is_asleep:
            self._done = self._done._replace(is_asleep=False)
            screen.wake()

    def _shut(self) -> None:
        if self._screen is not None:
            self._screen.close()

    def _failed(self, why: str) -> None:
        self._done = self._done._replace(frame=b"")
        if not self._is_broken:
            self._is_broken = True
            self._retry_s = FIRST_RETRY_S
            self.deadline = self._clock() + FIRST_RETRY_S
        self._report(DeviceState.FAILED if self._was_ok else DeviceState.ABSENT, why)

    def _went_well(self) -> None:
        if self._was_ok and not self._is_broken:
            return
        self._was_ok = True
        self._is_broken = False
        self.deadline = None
        self._report(DeviceState.OK, "")
        if self._wanted != self._done:  # wanted while all seemed broken, so nobody kicked
            self._worker.kick()


class NoScreen:
    """The screen of a box without one; implements `hardware.api.Screen`."""

    deadline: float | None = None

    def start(self) -> None:
        """Nothing."""

    def show(self, frame: bytes) -> None:
        """Nothing."""

    def contrast(self, pct: int) -> None:
        """Nothing."""

    def shift(self, x: int, y: int) -> None:
        """Nothing."""

    def sleep(self) -> None:
        """Nothing."""

    def wake(self) -> None:
        """Nothing."""

    def close(self, timeout_s: float = CLOSE_S) -> None:
        """Nothing."""

    def advance(self, now: float) -> None:
        """Nothing."""
