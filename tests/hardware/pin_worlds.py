"""gpiozero's pin factories, each over a world that the tests can move: the twin's, RPi.GPIO's, lgpio's.

The two real libraries are replaced at their lowest level, by peers that go by their names; gpiozero's own code for them
runs as it is.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import gpiozero.pins.local

from hardware.gpio import open_pin_factory
from hardware.twin.lgpio import FakeLgpio
from hardware.twin.pins import TwinFactory
from hardware.twin.rpigpio import FakeRpiGpio

PI_5 = 0xD04170


@dataclass
class PinWorld:
    """A pin factory, and hands and eyes for its pins."""

    factory: Any
    move: Callable[[int, bool], None]
    """Close (True) or open the contact of a pin."""
    level: Callable[[int], bool]
    tone_hz: Callable[[int], float | None]


@contextmanager
def installed(modules: dict[str, ModuleType], gpiozeros: str) -> Iterator[None]:
    """These modules can be imported, on a Raspberry Pi 5; *gpiozeros* is the module that binds them."""
    before = {name: sys.modules.get(name) for name in (*modules, gpiozeros)}
    revision = gpiozero.pins.local.get_pi_revision
    sys.modules.update(modules)
    sys.modules.pop(gpiozeros, None)
    gpiozero.pins.local.get_pi_revision = lambda: PI_5
    try:
        yield
    finally:
        gpiozero.pins.local.get_pi_revision = revision
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module


@contextmanager
def rpigpio(fake: FakeRpiGpio | None = None) -> Iterator[FakeRpiGpio]:
    """``RPi.GPIO`` is there."""
    fake = FakeRpiGpio() if fake is None else fake
    package = ModuleType("RPi")
    package.GPIO = fake  # type: ignore[attr-defined]
    with installed({"RPi": package, "RPi.GPIO": fake}, "gpiozero.pins.rpigpio"):
        yield fake


@contextmanager
def lgpio(labels: dict[int, str]) -> Iterator[FakeLgpio]:
    """``lgpio`` is there, on a box with these chips."""
    fake = FakeLgpio(labels)
    with installed({"lgpio": fake}, "gpiozero.pins.lgpio"):
        yield fake


@contextmanager
def twin_world(folder: Path) -> Iterator[PinWorld]:
    factory = TwinFactory()
    yield PinWorld(factory, factory.move_contact, factory.is_driven_high, factory.tone_hz)
    factory.close()


@contextmanager
def rpigpio_world(folder: Path) -> Iterator[PinWorld]:
    with rpigpio() as fake:
        factory = open_pin_factory("rpigpio", folder)

        def tone(pin: int) -> float | None:
            pwm = fake.tones.get(pin)
            return pwm.frequency if pwm is not None and pwm.runs and pwm.duty_pct else None

        yield PinWorld(
            factory, lambda pin, closed: fake.drive(pin, int(not closed)), lambda pin: bool(fake.levels[pin]), tone
        )
        factory.close()


@contextmanager
def lgpio_world(folder: Path) -> Iterator[PinWorld]:
    with lgpio({0: "pinctrl-rp1"}) as fake:
        factory = open_pin_factory("lgpio", folder)

        def tone(pin: int) -> float | None:
            hz, duty = fake.lines[pin].pwm
            return hz if duty else None

        yield PinWorld(
            factory, lambda pin, closed: fake.drive(pin, int(not closed)), lambda pin: bool(fake.lines[pin].level), tone
        )
        factory.close()


WORLDS = {"twin": twin_world, "rpigpio": rpigpio_world, "lgpio": lgpio_world}
