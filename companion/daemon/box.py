"""The box: what its devices say goes into the session, what the session puts out goes to the devices.

One event loop owns the game, and everything here but `Box.heard` runs on it, one callback at a time, to its end: there
is nothing to lock.  A commit is made inside the callback: what comes behind it on the screen has to wait for it anyhow,
and so does every later echo, which would show the same.  Drivers stamp edges in their own threads, so a slow disk
delays what is shown, never what was pressed.

Nothing that goes wrong ends the box: a missing device is said and worked around, a disk that takes nothing is tried
again, and a fault of the session is logged and mended from the journal.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Any, Final

from companion.daemon.care import ScreenCare
from companion.daemon.notice import Go, Next, Notice
from companion.daemon.notify import Notify
from companion.daemon.sitting import Host, Seated
from companion.referee.api import (
    Begin,
    Button,
    Devices,
    Enrol,
    Flashes,
    Input,
    Lamp,
    Leave,
    Play,
    Record,
    Resume,
    Saving,
    Sensed,
    Setting,
    Show,
    Tick,
    Touch,
    Touched,
    Wish,
)
from companion.referee.session import Session
from companion.rules.kernel import Seat
from companion.screen.model import Screen
from companion.screen.raster import draw
from hardware.api import (
    ButtonEvent,
    DeviceEvent,
    DeviceState,
    Gesture,
    LampPattern,
    RigEvent,
    TagChange,
    TagEvent,
    Tune,
)
from hardware.rig import BUTTONS, OLED, Rig

FAULT_STANDS_S: Final = 10.0
"""So long a fault of the session is shown, unless OK is pressed before."""
FAULTS_IN_A_ROW: Final = 3
"""So often a game is built anew without a row of progress before the box goes back to the lobby."""
BUTTONS_BY_NAME: Final[Mapping[str, Button | Seat]] = {
    **{button.value: button for button in Button},
    **{f"seat/{n}": Seat(n - 1) for n in range(1, 7)},
}
TOUCHES: Final = {gesture: Touch(gesture.value) for gesture in Gesture}
MISSING: Final = (DeviceState.ABSENT, DeviceState.FAILED)
INPUT_OPENS: Final = (DeviceState.OK, DeviceState.DEGRADED)

log = logging.getLogger(__name__)

Listener = Callable[[Any], None]
"""Told every output once it has gone out: a `Record` is on disk by then, or is marked as unsaved."""


class Ending(Enum):
    """Why the box ends."""

    STOPPED = "stopped"
    SHUT_DOWN = "shut-down"
    """The table wants the power off."""
    AT_FAULT = "at-fault"
    """Nothing can be put before the table any more."""


class NoInput(Exception):
    """Nobody could answer; the message says what to do."""


class Box:
    """The owner of the game."""

    def __init__(self, loop: asyncio.AbstractEventLoop, rig: Rig, host: Host, notify: Notify) -> None:
        """Nothing happens before `open`.  *loop* has the clock that *rig* was given."""
        self._loop, self._rig, self._host, self._notify = loop, rig, host, notify
        self.seated = Seated(Notice(Screen(None, ()), host.lobby))
        """What is before the table."""
        self.ended: asyncio.Future[Ending] = loop.create_future()
        """Done when the box is to be closed, and why."""
        self._care = ScreenCare(rig.screen, loop.time())
        self._listeners: list[Listener] = []
        self._missing: set[str] = set()
        self._waking: set[str] = set()
        self._lit: set[str] = set()
        self._shown: Screen | None = None
        self._is_saving = self._said_saving = True
        self._faults = 0
        self._fed = loop.time()
        self._timer: asyncio.TimerHandle | None = None

    # -- from outside -----------------------------------------------------------------------------------------

    def open(self, first: Next, has_other_input: bool = False) -> None:
        """Open the devices, put *first* before the table, and say that the box is ready.

        Raises `NoInput` where no button opens and there is no other way either, and what *first* raises; then `close`
        is still to be called.
        """
        self._rig.start(self.heard)
        if self._rig.states.get(BUTTONS) not in INPUT_OPENS and not has_other_input:
            raise NoInput("no way of input opens: see above what is wrong with the buttons, or wire some")
        self.seated = first()
        self._begin(self._loop.time())
        self._notify.ready()
        self._arm()

    def heard(self, event: RigEvent) -> None:
        """From the devices, in any thread."""
        self._loop.call_soon_threadsafe(self._device, event)

    def give(self, input: Input) -> None:
        """An input that comes from no device: from a page, or the bench."""
        self._receive(input, self._loop.time())
        self._arm()

    def listen(self, listener: Listener) -> None:
        """Add someone to be told every output."""
        self._listeners.append(listener)

    def stop(self, ending: Ending = Ending.STOPPED) -> None:
        """End the box: `ended` is done."""
        if not self.ended.done():
            self.ended.set_result(ending)

    def close(self) -> None:
        """Panel cleared, lamps off, journal closed."""
        self._notify.stopping()
        if self._timer is not None:
            self._timer.cancel()
        self._rig.close()
        if self.seated.scribe is not None:
            self.seated.scribe.close()

    # -- what comes in ----------------------------------------------------------------------------------------

    def _device(self, event: RigEvent) -> None:
        at = self._loop.time()
        match event:
            case ButtonEvent():
                if not self._wakes(event, at):
                    self._receive(Touched(BUTTONS_BY_NAME[event.button], TOUCHES[event.gesture]), at)
            case TagEvent():
                self._tag(event, at)
            case DeviceEvent():
                is_missing = event.state in MISSING
                if is_missing != (event.device in self._missing):
                    self._missing ^= {event.device}
                    self._receive(self._devices(), at)
        self._rig.advance(at)  # behind the answer, which must lose no time
        self._arm()

    def _tag(self, event: TagEvent, at: float) -> None:
        """A tag came or went.  A reader that fails, or is back, is a matter of its device."""
        if event.tag is None:
            return
        is_placed = event.change is TagChange.PLACED
        if is_placed:
            self._care.touched(at)  # it wakes the panel, and counts: a piece isn't laid down by chance
        broken = self._host.broken_files
        bearer = self._host.bearer(event.tag)
        if self._host.broken_files != broken:
            self._receive(self._devices(), at)
        sensed = Sensed(event.reader, event.tag, is_placed, bearer.piece, bearer.game, event.was_there)
        self._receive(sensed, at)

    def _devices(self) -> Devices:
        has_screen = OLED in self._rig.states and OLED not in self._missing
        files = [f"tags {name}" for name in self._host.broken_files]
        return Devices((*sorted(self._missing), *files), has_screen)

    def _wakes(self, event: ButtonEvent, at: float) -> bool:
        """Whether this gesture belongs to a press that only woke the panel."""
        if self._care.touched(at):
            self._waking.add(event.button)
        if event.button not in self._waking:
            return False
        if event.gesture is Gesture.RELEASE:
            self._waking.discard(event.button)
        return True

    def _receive(self, input: Input, at: float) -> None:
        scribe = self.seated.scribe
        if scribe is not None and scribe.retry(at):
            self._say_saving(at)
        self._turn(input, at)

    def _turn(self, input: Input, at: float) -> None:
        try:
            self._put_out(self.seated.sitting.receive(input, at), at)
        except Exception:
            self._fault(at)

    # -- what goes out ----------------------------------------------------------------------------------------

    def _put_out(self, outputs: Iterable[Any], at: float) -> None:
        """In their order.  A `Record` that isn't on disk marks every screen behind it."""
        for output in outputs:
            if isinstance(output, Show) and not self._is_saving:
                output = output._replace(screen=replace(output.screen, unsaved=True))
            next = self._next(output)
            if next is None:
                self._perform(output, at)
            self._tell(output)
            if next is not None:
                self._sit(next, at)
                return
        self._say_saving(at)

    def _tell(self, output: Any) -> None:
        """A listener's fault is its own."""
        for listener in self._listeners:
            try:
                listener(output)
            except Exception:
                log.exception("a listener is at fault")

    def _perform(self, output: Any, at: float) -> None:
        match output:
            case Record(rows):
                assert self.seated.scribe is not None  # only a game has rows
                self._is_saving = self.seated.scribe.write(rows, at, self._is_over())
                self._faults = 0
            case Show(screen):
                self._show(screen)  # there is one panel: what is one seat's is shown while that seat holds its button
            case Lamp(lamp, light):
                self._lit.add(lamp)
                self._rig.lamps.set(lamp, LampPattern(light.value))
            case Flashes(lamp, count):
                self._rig.lamps.flash(lamp, count)
            case Play(sound):
                self._rig.sounder.play(Tune(sound.value))
            case Setting():
                self._host.keep(output)
            case Leave(Wish.SHUT_DOWN):
                self.stop(Ending.SHUT_DOWN)

    def _is_over(self) -> bool:
        sitting = self.seated.sitting
        return isinstance(sitting, Session) and sitting.position.decision is None

    def _show(self, screen: Screen) -> None:
        if screen == self._shown:
            return
        try:
            frame = draw(screen)
        except ValueError:
            log.exception("a screen that can't be drawn: %r", screen)
            return
        self._shown = screen
        self._rig.screen.show(frame)

    def _say_saving(self, at: float) -> None:
        """Tell the session when the journal begins or ceases to take rows."""
        is_saving = self.seated.scribe is None or self.seated.scribe.saving
        if is_saving != self._said_saving:
            self._said_saving = self._is_saving = is_saving
            self._turn(Saving(is_saving), at)

    # -- from one sitting to the next -------------------------------------------------------------------------

    def _next(self, output: Any) -> Next | None:
        """What this output puts before the table, if anything."""
        match output:
            case Leave(Wish.LOBBY):
                return self._host.lobby
            case Leave(Wish.AGAIN):
                return self._host.again
            case Go(next):
                return next
            case Begin() | Resume():
                return partial(self._host.follow, output)
            case Enrol(game):
                return partial(self._host.enrol, game, self._rig.reads)
            case _:
                return None

    def _sit(self, next: Next, at: float) -> None:
        try:
            seated = next()
        except Exception:
            self._fault(at)
        else:
            self._put_before_the_table(seated, at)

    def _put_before_the_table(self, seated: Seated, at: float) -> None:
        before, self.seated = self.seated.scribe, seated
        if before is not None and before is not seated.scribe:
            before.close()
        self._begin(at)

    def _begin(self, at: float) -> None:
        """The first outputs of what has come before the table."""
        for lamp in sorted(self._lit):
            self._rig.lamps.set(lamp, LampPattern.OFF)
        self._lit.clear()
        self._shown = None
        self._said_saving = self._is_saving = True
        self._notify.status(self._status())
        try:
            self._put_out(self.seated.sitting.begin(at), at)
        except Exception:
            self._fault(at)
            return
        devices = self._devices()
        if devices.missing or not devices.has_screen:
            self._turn(devices, at)

    def _fault(self, at: float) -> None:
        """From an except block: say it, then build the game anew from its journal, where nothing is lost."""
        self._faults += 1
        log.exception("the referee is at fault (%d); the game is kept", self._faults)
        if self._faults > 2 * FAULTS_IN_A_ROW:
            self.stop(Ending.AT_FAULT)
            return
        then = self._host.anew if self._faults <= FAULTS_IN_A_ROW else self._host.lobby
        self._put_before_the_table(self._host.fault(then, FAULT_STANDS_S), at)

    def _status(self) -> str:
        sitting = self.seated.sitting
        if isinstance(sitting, Session):
            return f"{sitting.header.game}, {sitting.header.seats} seats"
        return "no game is on"

    # -- time -------------------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Wake at the first deadline of all."""
        scribe = self.seated.scribe
        every = self._notify.watchdog_every
        due = [
            self.seated.sitting.deadline,
            self._rig.deadline,
            self._care.deadline,
            None if scribe is None else scribe.retry_at,
            None if every is None else self._fed + every,
        ]
        at = min((when for when in due if when is not None), default=None)
        if self._timer is not None:
            if not self._timer.cancelled() and self._timer.when() == at:
                return
            self._timer.cancel()
        self._timer = None if at is None else self._loop.call_at(at, self._wake)

    def _wake(self) -> None:
        at = self._loop.time()
        self._timer = None
        self._rig.advance(at)
        self._care.tick(at)
        if (scribe := self.seated.scribe) is not None and scribe.retry_at is not None and at >= scribe.retry_at:
            scribe.retry(at)
            self._say_saving(at)
        if (deadline := self.seated.sitting.deadline) is not None and at >= deadline:
            self._turn(Tick(), at)
        if (every := self._notify.watchdog_every) is not None and at >= self._fed + every:
            self._fed = at
            self._notify.alive()
        self._arm()
