"""All readers of a box: opened as the wiring says, each with its role and its worker; one's trouble stays its own.

Use it as `hardware.rig.Rig`: ``bank.start(listener)``, then give it time whenever `ReaderBank.deadline` has come.  The
listener is called from the readers' workers, with `TagEvent` and `DeviceEvent`; the device is ``reader ROLE``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from threading import Event, RLock
from typing import Any, Final, TypeAlias

from hardware.api import DeviceEvent, DeviceState, TagEvent, TagId, TagReader
from hardware.buses import Buses
from hardware.errors import DeviceUnavailable
from hardware.readers.input_nodes import EvdevNodes, InputNodes
from hardware.readers.presence import PATIENCE, Patience
from hardware.readers.watch import CLOSE_S, Watch
from hardware.wiring import ReaderWiring
from hardware.workers import ThreadWorker, WorkerMaker

BankEvent: TypeAlias = TagEvent | DeviceEvent
BankListener: TypeAlias = Callable[[BankEvent], None]
OpenReader: TypeAlias = Callable[["Parts", str, ReaderWiring], TagReader]

_PAUSE: Final = Event().wait
"""Nobody sets it: it waits for the time alone."""

log = logging.getLogger(__name__)


class Parts:
    """What drivers are opened with."""

    def __init__(
        self,
        buses: Buses,
        *,
        factory: Any = None,
        nodes: InputNodes | None = None,
        clock: Callable[[], float],
        pause: Callable[[float], object] = _PAUSE,
    ) -> None:
        """*factory*: an open pin factory of gpiozero's, where reset and interrupt pins are wired.  *pause* lets so many
        seconds pass for the calling worker."""
        self.buses = buses
        self.nodes = EvdevNodes() if nodes is None else nodes
        self.clock = clock
        self.pause = pause
        self._factory = factory
        self._pins: dict[str, list[Any]] = {}

    def output(self, role: str, what: str, pin: int | None) -> Callable[[bool], None] | None:
        """What sets a pin, which is high at first; None for None.  Raises `DeviceUnavailable`."""
        if pin is None:
            return None
        from hardware.gpio import OutputPin

        opened = OutputPin(self._pin_factory(what), what, pin, level=True)
        self._pins.setdefault(role, []).append(opened)
        return opened.set

    def input(self, role: str, what: str, pin: int | None) -> Callable[[], bool] | None:
        """What tells whether a pin is low; None for None.  Raises `DeviceUnavailable`."""
        if pin is None:
            return None
        from hardware.gpio import ButtonPin

        opened = ButtonPin(self._pin_factory(what), what, pin, self._edge)
        self._pins.setdefault(role, []).append(opened)
        return opened.is_pressed

    def free(self, role: str) -> None:
        """The pins of a reader."""
        for pin in self._pins.pop(role, []):
            pin.close()

    def _pin_factory(self, what: str) -> Any:
        if self._factory is None:
            raise DeviceUnavailable(what, "its pin needs GPIO, which can't be opened", remedy="mend that first")
        return self._factory

    def _edge(self, name: str, is_low: bool) -> None:
        """Levels are looked at; edges are nobody's."""


def _mfrc522(parts: Parts, role: str, wired: ReaderWiring) -> TagReader:
    from hardware.readers.mfrc522 import Mfrc522

    return Mfrc522(
        parts.buses.spi(wired.spi_port, wired.spi_device),
        f"reader {role}",
        bus_name=f"SPI port {wired.spi_port}.{wired.spi_device}",
        rst=parts.output(role, f"reset of reader {role}", wired.rst),
        irq=parts.input(role, f"interrupt of reader {role}", wired.irq),
        clock=parts.clock,
    )


def _pn532(parts: Parts, role: str, wired: ReaderWiring) -> TagReader:
    from hardware.readers.pn532 import HsuLink, I2cLink, Pn532, Pn532Link

    link: Pn532Link
    if wired.bus == "i2c":
        bus = parts.buses.i2c(wired.i2c_bus)
        link = I2cLink(bus, parts.pause, wired.address, f"I2C bus {wired.i2c_bus}")
    else:
        link = HsuLink(parts.buses.serial(wired.port), f"serial port {wired.port}")
    rst = parts.output(role, f"reset of reader {role}", wired.rst)
    return Pn532(link, f"reader {role}", rst=rst, clock=parts.clock)


def _keyboard(parts: Parts, role: str, wired: ReaderWiring) -> TagReader:
    from hardware.readers.keyboard import KeyboardReader
    from hardware.readers.keys import Numbering

    numbering = Numbering(wired.form, wired.is_reversed, wired.id_bytes)
    return KeyboardReader(parts.nodes, f"reader {role}", device=wired.device, numbering=numbering)


READERS: Final[Mapping[str, OpenReader]] = {"mfrc522": _mfrc522, "pn532": _pn532, "keyboard": _keyboard}
"""Chip, as the wiring names it -> who opens its driver."""


class ReaderBank:
    """The readers of one box."""

    def __init__(
        self,
        readers: Mapping[str, ReaderWiring],
        parts: Parts,
        *,
        worker: WorkerMaker = ThreadWorker,
        patience: Patience = PATIENCE,
        openers: Mapping[str, OpenReader] = READERS,
    ) -> None:
        """*readers*: role -> how it is wired."""
        self._parts = parts
        self._openers = openers
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
        """Fields off, workers ended, pins free.  Buses are the caller's."""
        self._listener = None
        for role, watch in self.watches.items():
            watch.close(timeout_s)
            self._parts.free(role)

    def _open(self, role: str, wired: ReaderWiring) -> TagReader:
        self._parts.free(role)  # of a try that went no further, or of the reader before
        return self._openers[wired.chip](self._parts, role, wired)

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
