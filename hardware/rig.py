"""The rig: opens what a `Wiring` names, and keeps each device's trouble to itself.

Use: ``rig = Rig(wiring, clock=loop.time)``, ``rig.start(listener)``, then give it time: whenever `Rig.deadline` has
come call ``rig.advance(now)``, and look at the deadline again then and after each event.  `screen`, `lamps` and
`sounder` are there from the beginning and never raise; what isn't wired, or is broken, takes what it is told and shows
nothing.

Threads: `start`, `advance`, `close` and the three devices belong to one thread, the loop's.  The listener is called
from any: for a button in the thread of the pin library, at the edge itself, so that a press loses no time; stamps are
taken under the lock under which the listener is called, so they never go back.  Waiting for a bus is done by a worker
of the device's own.

gpiozero and luma are imported when something is wired that needs them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, TypeVar

from hardware.api import DeviceEvent, DeviceState, Lamps, Listener, Reads, RigEvent, Screen, Sounder, TagId
from hardware.buses import Buses, LinuxBuses
from hardware.buttons import Buttons
from hardware.errors import DeviceError, DeviceLost, DeviceUnavailable
from hardware.lamps import LampBank
from hardware.tunes import TunePlayer
from hardware.wiring import ScreenWiring, Wiring
from hardware.workers import ThreadWorker, WorkerMaker
from hardware.writer import CLOSE_S, FIRST_RETRY_S, LAST_RETRY_S, NoScreen, ScreenWriter

if TYPE_CHECKING:
    from hardware.gpio import ButtonPin, OutputPin, TonePin
    from hardware.links import Link
    from hardware.readers.bank import ReaderBank
    from hardware.readers.input_nodes import InputNodes
    from hardware.readers.parts import Parts

OLED: Final = "oled"
BUTTONS: Final = "buttons"
LAMPS: Final = "lamps"
BUZZER: Final = "buzzer"
"""The devices, as they are called in `DeviceEvent` and in `Rig.states`; a reader is called ``reader`` and its role."""

log = logging.getLogger(__name__)

_Pin = TypeVar("_Pin")


class Rig:
    """The devices of one box."""

    def __init__(
        self,
        wiring: Wiring,
        *,
        clock: Callable[[], float],
        factory: Any = None,
        buses: Buses | None = None,
        worker: WorkerMaker = ThreadWorker,
        notify_folder: Path = Path("/tmp"),
        nodes: InputNodes | None = None,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        """*clock*: monotonic seconds, from any thread.  *factory*: an open pin factory of gpiozero's that stays the
        caller's; None: the one that the wiring names, for which *notify_folder* must be writable.  *buses*, and the
        *nodes* of input devices: None for the real ones.  *worker* makes the workers of screen and readers; *pause*
        lets so many seconds pass for the one that calls it, None: by waiting."""
        self._wiring = wiring
        self._clock = clock
        self._factory = factory
        self._is_own_factory = factory is None
        self._notify_folder = notify_folder
        self._buses = LinuxBuses() if buses is None else buses
        self._lock = RLock()
        self._listener: Listener | None = None
        self._states: dict[str, DeviceState] = {}
        self._buttons: Buttons | None = None
        self._button_pins: dict[str, ButtonPin] = {}
        self._lamp_pins: dict[str, OutputPin] = {}
        self._tone_pin: TonePin | None = None
        self._screen_pins: list[OutputPin] = []
        self._retry_s = FIRST_RETRY_S
        self._retry_at: float | None = None
        self._lamps = LampBank({name: partial(self._switch, name) for name in wiring.lamps}, clock)
        self._tunes = TunePlayer(self._tone, clock)
        self._writer: ScreenWriter | NoScreen = NoScreen()
        if wiring.screen is not None:
            open_screen = partial(self._open_screen, wiring.screen)
            self._writer = ScreenWriter(OLED, open_screen, partial(self._report, OLED), clock, worker)
        self._parts: Parts | None = None
        self._readers: ReaderBank | None = None
        if wiring.readers:
            from hardware.readers.bank import ReaderBank
            from hardware.readers.parts import PAUSE, Parts

            self._parts = Parts(self._buses, factory=factory, nodes=nodes, clock=clock, pause=pause or PAUSE)
            self._readers = ReaderBank(wiring.readers, self._parts, worker=worker)

    # -- for the loop -----------------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """The display: shows the newest frame as soon as its bus allows."""
        return self._writer

    @property
    def lamps(self) -> Lamps:
        """The lamps."""
        return self._lamps

    @property
    def sounder(self) -> Sounder:
        """The buzzer."""
        return self._tunes

    @property
    def states(self) -> Mapping[str, DeviceState]:
        """How each wired device is; what isn't wired isn't there."""
        return self._states if self._readers is None else {**self._states, **self._readers.states}

    @property
    def tags(self) -> Mapping[str, frozenset[TagId]]:
        """Role of a reader -> what lies there, as far as it was told."""
        return {} if self._readers is None else self._readers.tags

    def reads(self, role: str, tag: TagId) -> Reads | None:
        """How often a tag was seen since it came to lie on this reader; None where it doesn't, or nobody can tell."""
        return None if self._readers is None else self._readers.reads(role, tag)

    @property
    def deadline(self) -> float | None:
        """When `advance` has something to do; None: not before the next event."""
        buttons = None if self._buttons is None else self._buttons.deadline
        readers = None if self._readers is None else self._readers.deadline
        due = (buttons, self._lamps.deadline, self._tunes.deadline, self._writer.deadline, readers, self._retry_at)
        return min((at for at in due if at is not None), default=None)

    def start(self, listener: Listener) -> None:
        """Open all devices; what can't be opened is told to the listener, and tried again."""
        self._listener = listener
        self._open_pins()
        self._writer.start()
        if self._readers is not None:
            self._readers.start(self._hear)

    def advance(self, now: float) -> None:
        """Do what is due up to *now*."""
        with self._lock:
            if self._buttons is not None:
                self._tell(self._buttons.advance(now))
        if self._lamps.deadline is not None:
            self._lamps.advance(now)
        self._tunes.advance(now)
        self._writer.advance(now)
        if self._readers is not None:
            self._readers.advance(now)
        if self._retry_at is not None and self._retry_at <= now:
            self._open_pins()

    def close(self, timeout_s: float = CLOSE_S) -> None:
        """Panel cleared and off, lamps off, silence; pins and buses are free.  What hangs is given up then."""
        self._listener = None
        self._retry_at = None
        self._lamps.close()
        self._tunes.close()
        end = self._clock() + timeout_s
        self._writer.close(timeout_s)
        if self._readers is not None:
            self._readers.close(max(0.0, end - self._clock()))
        with self._lock:
            self._buttons = None
        pins: list[ButtonPin | OutputPin | TonePin] = [*self._button_pins.values(), *self._lamp_pins.values()]
        pins += self._screen_pins
        if self._tone_pin is not None:
            pins.append(self._tone_pin)
        for pin in pins:
            pin.close()
        self._button_pins, self._lamp_pins, self._screen_pins, self._tone_pin = {}, {}, [], None
        if self._is_own_factory and self._factory is not None:
            self._factory.close()
            self._factory = None
        self._buses.close()

    # -- pins -------------------------------------------------------------------------------------------------

    def _open_pins(self) -> None:
        wiring = self._wiring
        wired = {BUTTONS: bool(wiring.buttons), LAMPS: bool(wiring.lamps), BUZZER: wiring.buzzer is not None}
        devices = [device for device, is_wired in wired.items() if is_wired]
        reader_pins = any(pin is not None for reader in wiring.readers.values() for pin in (reader.rst, reader.irq))
        if not (devices or reader_pins or (wiring.screen is not None and wiring.screen.bus == "spi")):
            return
        for device in devices:
            if device not in self._states:
                self._report(device, DeviceState.STARTING, "")
        if not self._open_factory(devices):
            return
        from hardware.gpio import ButtonPin, OutputPin, TonePin

        pins = self._factory
        if self._parts is not None:
            self._parts.factory = pins
        if wired[BUTTONS]:
            with self._lock:  # an edge that comes meanwhile waits
                self._button_pins = self._set_up(
                    BUTTONS,
                    {name: partial(ButtonPin, pins, name, pin, self._edge) for name, pin in wiring.buttons.items()},
                )
                self._buttons = Buttons(self._button_pins, self._is_pressed)
        if wired[LAMPS]:
            self._lamp_pins = self._set_up(
                LAMPS,
                {
                    name: partial(OutputPin, pins, f"lamp {name}", pin, self._lamps.is_lit(name))
                    for name, pin in wiring.lamps.items()
                },
            )
        if wiring.buzzer is not None:
            self._tone_pin = self._set_up(BUZZER, {BUZZER: partial(TonePin, pins, BUZZER, wiring.buzzer)}).get(BUZZER)

    def _open_factory(self, devices: Iterable[str]) -> bool:
        if self._factory is None:
            from hardware.gpio import open_pin_factory

            try:
                self._factory = open_pin_factory(self._wiring.pin_factory, self._notify_folder, self._wiring.gpio_chip)
            except DeviceUnavailable as error:
                self._retry_at = self._clock() + self._retry_s
                self._retry_s = min(2 * self._retry_s, LAST_RETRY_S)
                for device in devices:
                    self._report(device, DeviceState.ABSENT, str(error))
                return False
        self._retry_at = None
        return True

    def _set_up(self, device: str, openers: Mapping[str, Callable[[], _Pin]]) -> dict[str, _Pin]:
        """Open each pin of a device; one that can't be set up is left out, and named."""
        opened: dict[str, _Pin] = {}
        wrong: list[str] = []
        for name, open_pin in openers.items():
            try:
                opened[name] = open_pin()
            except DeviceError as error:
                wrong.append(str(error))
        left = DeviceState.DEGRADED if opened else DeviceState.ABSENT
        self._report(device, left if wrong else DeviceState.OK, " | ".join(wrong))
        return opened

    def _edge(self, button: str, is_down: bool) -> None:
        """From a thread of the pin library's."""
        with self._lock:
            if self._buttons is not None:
                at = self._clock()
                self._buttons.edge(button, is_down, at)
                self._tell(self._buttons.advance(at))

    def _is_pressed(self, button: str) -> bool:
        """A button whose pin is lost counts as up."""
        try:
            return self._button_pins[button].is_pressed()
        except DeviceLost as error:
            self._report(BUTTONS, DeviceState.DEGRADED, str(error))
            return False

    def _switch(self, lamp: str, is_lit: bool) -> None:
        pin = self._lamp_pins.get(lamp)
        if pin is not None:
            try:
                pin.set(is_lit)
            except DeviceLost as error:
                self._report(LAMPS, DeviceState.DEGRADED, str(error))

    def _tone(self, hz: float | None) -> None:
        if self._tone_pin is not None:
            try:
                self._tone_pin.set(hz)
            except DeviceLost as error:
                self._report(BUZZER, DeviceState.FAILED, str(error))

    # -- the screen -------------------------------------------------------------------------------------------

    def _open_screen(self, screen: ScreenWiring) -> Screen:
        """By the screen's worker.  Raises `DeviceUnavailable`."""
        from hardware.oled import Oled

        return Oled(self._link(screen), screen.controller, OLED, self._clock)

    def _link(self, screen: ScreenWiring) -> Link:
        from hardware.links import I2cLink, SpiLink

        if screen.bus == "i2c":
            return I2cLink(self._buses.i2c(screen.i2c_bus), screen.address, f"I2C bus {screen.i2c_bus}")
        bus = self._buses.spi(screen.spi_port, screen.spi_device)
        if self._factory is None:
            raise DeviceUnavailable(OLED, "its D/C pin needs GPIO, which can't be opened", remedy="mend that first")
        from hardware.gpio import OutputPin

        for pin in self._screen_pins:  # of a try that went no further
            pin.close()
        dc = OutputPin(self._factory, "D/C of the display", screen.dc)
        self._screen_pins = [dc]
        rst = None
        if screen.rst is not None:
            rst = OutputPin(self._factory, "reset of the display", screen.rst, level=True)
            self._screen_pins.append(rst)
        return SpiLink(bus, dc.set, None if rst is None else rst.set, f"SPI port {screen.spi_port}.{screen.spi_device}")

    # -- what is told -----------------------------------------------------------------------------------------

    def _report(self, device: str, state: DeviceState, why: str) -> None:
        """From any thread.  One line of the log, and one event, for each change of a state."""
        with self._lock:
            if self._states.get(device) is state:
                return
            self._states[device] = state
            is_well = state in (DeviceState.OK, DeviceState.STARTING)
            log.log(logging.INFO if is_well else logging.WARNING, "%s %s%s", device, state.value, why and f": {why}")
            self._tell([DeviceEvent(device, state, why, self._clock())])

    def _hear(self, event: RigEvent) -> None:
        """From a reader's worker."""
        with self._lock:
            self._tell([event])

    def _tell(self, events: Iterable[RigEvent]) -> None:
        """A listener's fault is its own: the other events, and the thread that calls, live on."""
        for event in events:
            if self._listener is not None:
                try:
                    self._listener(event)
                except Exception:
                    log.exception("the listener failed on %r", event)
