"""Each reader with its simulated chip, and the hands that lay tags there: what the contract is held against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from errno import EIO
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol

import pytest

from hardware.api import TagReader
from hardware.readers.keyboard import KeyboardReader
from hardware.readers.mfrc522 import Mfrc522
from hardware.readers.pn532 import HsuLink, I2cLink, Pn532, Pn532Link
from hardware.twin.buses import SimulatedI2cBus, Wires
from hardware.twin.evdev import SimulatedInput, SimulatedNodes
from hardware.twin.mfrc522 import SimulatedMfrc522, SimulatedMfrc522Port
from hardware.twin.pn532 import SimulatedHsuPort, SimulatedPn532
from hardware.twin.tags import SimulatedTag
from hardware.wiring import default_wiring

Switch = Callable[[bool], None]


class Stand(Protocol):
    """A reader, and what can be done to it."""

    reader: TagReader
    most_tags: int
    """So many at once it tells apart."""
    id_sizes: tuple[int, ...]
    has_hands: bool

    def lay(self, *tags: SimulatedTag) -> None: ...
    def lift(self, *tags: SimulatedTag) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...

    def faults(self) -> Mapping[str, Switch]:
        """What can be wrong, to be switched on and off."""

    def bus_s(self) -> float:
        """So much time has passed on its wires."""


def failing(wires: Wires) -> Switch:
    """Every transfer breaks."""
    return lambda on: wires.fail(EIO) if on else wires.heal()


def setting(thing: object, name: str, bad: object, good: object) -> Switch:
    return lambda on: setattr(thing, name, bad if on else good)


class Mfrc522Stand:
    most_tags, id_sizes, has_hands = 6, (4, 7, 10), True

    def __init__(self, has_irq: bool = False) -> None:
        self.now = 0.0
        self.chip = SimulatedMfrc522()
        self.port = SimulatedMfrc522Port(lambda: self.now, self.chip)
        irq = self.chip.is_irq_low if has_irq else None
        self.reader = Mfrc522(self.port, rst=self._set_rst, irq=irq, clock=lambda: self.now)
        self.lay, self.lift = self.chip.field.lay, self.chip.field.lift

    def unplug(self) -> None:
        self.chip.floating = 0xFF
        self.chip.field.power(False)

    def plug(self) -> None:
        self.chip.floating = None
        self.chip.reset()

    def faults(self) -> Mapping[str, Switch]:
        return {
            "no answer": setting(self.chip, "floating", 0x00, None),
            "all ones": setting(self.chip, "floating", 0xFF, None),
            "garbage": self.chip.babble,
            "never ready": setting(self.chip, "is_stuck", True, False),
            "flipped bits": setting(self.chip.field, "flips", 10_000, 0),
            "bus error": failing(self.port),
        }

    def bus_s(self) -> float:
        return self.chip.time

    def _set_rst(self, level: bool) -> None:
        if not level and self.chip.floating is None:
            self.chip.reset()


class Pn532Stand:
    most_tags, id_sizes, has_hands = 2, (4, 7, 10), True

    def __init__(self, bus: str = "hsu", chunk: int = 1 << 16) -> None:
        self.now = 0.0
        self.chip = SimulatedPn532()
        self.hsu = SimulatedHsuPort(lambda: self.now, self.chip, chunk)
        self.i2c = SimulatedI2cBus(lambda: self.now, {0x24: self.chip})
        self.bus = bus
        link: Pn532Link = HsuLink(self.hsu) if bus == "hsu" else I2cLink(self.i2c, self._pause)
        self.reader = Pn532(link, rst=self._set_rst, clock=lambda: self.now)
        self.lay, self.lift = self.chip.field.lay, self.chip.field.lift

    def _pause(self, seconds: float) -> None:
        self.chip.time += seconds

    def _set_rst(self, level: bool) -> None:
        if not level:
            self.chip.reset()

    def unplug(self) -> None:
        self.hsu.noise = b""
        self.i2c.chips.clear()

    def plug(self) -> None:
        self.chip.reset()
        self.hsu.noise = None
        self.i2c.chips[0x24] = self.chip

    def faults(self) -> Mapping[str, Switch]:
        wires: Wires = self.hsu if self.bus == "hsu" else self.i2c
        faults = {
            "hung": setting(self.chip, "is_hung", True, False),
            "flipped bits": setting(self.chip, "flips", 10_000, 0),
            "bus error": failing(wires),
        }
        if self.bus == "hsu":
            faults["no answer"] = setting(self.hsu, "noise", b"", None)
            faults["garbage"] = setting(self.hsu, "noise", bytes(range(256)), None)
        return faults

    def bus_s(self) -> float:
        return self.chip.time


class KeyboardStand:
    """Tags are laid by typing; nobody tells that they are lifted."""

    most_tags, id_sizes, has_hands = 6, (4,), True

    def __init__(self) -> None:
        self.now = 0.0
        self.input = SimulatedInput(lambda: self.now, "Sycreader RFID", "/dev/input/event3")
        self.nodes = SimulatedNodes(self.input)
        self.reader = KeyboardReader(self.nodes)
        self.plugs = 3

    def lay(self, *tags: SimulatedTag) -> None:
        for tag in tags:
            self.now += 2
            self.input.type(f"{int.from_bytes(tag.uid):010}")

    def lift(self, *tags: SimulatedTag) -> None:
        """It doesn't notice."""

    def unplug(self) -> None:
        self.input.unplug()

    def plug(self) -> None:
        self.plugs += 1
        self.input.plug(f"/dev/input/event{self.plugs}")

    def faults(self) -> Mapping[str, Switch]:
        return {"gone": lambda on: self.unplug() if on else self.plug()}

    def bus_s(self) -> float:
        return 0.0


STANDS: dict[str, Callable[[], Stand]] = {
    "mfrc522": Mfrc522Stand,
    "mfrc522-irq": lambda: Mfrc522Stand(has_irq=True),
    "pn532-hsu": Pn532Stand,
    "pn532-hsu-chunks": lambda: Pn532Stand(chunk=3),
    "pn532-i2c": lambda: Pn532Stand("i2c"),
    "keyboard": KeyboardStand,
}


class RealStand:
    """A reader of this very box.  Nobody's hands are here, and its wires aren't measured."""

    most_tags, id_sizes, has_hands = 0, (), False

    def __init__(self, role: str) -> None:
        import time

        from hardware.buses import LinuxBuses
        from hardware.gpio import open_pin_factory
        from hardware.readers.bank import READERS
        from hardware.readers.parts import Parts

        wiring = default_wiring()
        wired = wiring.readers[role]
        needs_pins = wired.rst is not None or wired.irq is not None
        factory = open_pin_factory(wiring.pin_factory, Path("/tmp"), wiring.gpio_chip) if needs_pins else None
        parts = Parts(LinuxBuses(), factory=factory, clock=time.monotonic)
        self.reader: TagReader = import_module(READERS[wired.chip]).open_reader(parts, role, wired)
        self.bus_s = time.monotonic

    def lay(self, *tags: SimulatedTag) -> None:
        raise NotImplementedError

    lift = lay

    def unplug(self) -> None:
        raise NotImplementedError

    plug = unplug

    def faults(self) -> Mapping[str, Switch]:
        return {}


def is_a_pi() -> bool:
    model = Path("/proc/device-tree/model")
    return model.exists() and "Raspberry Pi" in model.read_text(errors="replace")


def real_reader(role: str) -> Stand:
    """Skips with the reason where there is none."""
    if not default_wiring().readers:
        pytest.skip("no real reader: hardware/wiring/wiring.toml lists none under [readers]")
    if not is_a_pi():
        pytest.skip("no real reader: this is no Raspberry Pi")
    return opened(role)


@cache
def opened(role: str) -> RealStand:
    """Once: its port and its pins can't be had twice."""
    return RealStand(role)
