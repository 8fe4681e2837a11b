"""What is wired where.  ``wiring.toml`` beside this file is the single source of the defaults.

`parse_pin` and `clashes` say what is wrong in values, not in print: the reader of a configuration file knows the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from hardware.wiring.pins import POSITION, NotAPin, parse_pin, pin_name

__all__ = [
    "WIRING_TOML",
    "Clash",
    "Fault",
    "KeyPath",
    "NotAPin",
    "ScreenWiring",
    "Wiring",
    "bus_pins",
    "clashes",
    "default_wiring",
    "parse_pin",
    "pin_name",
]

_ADD_ON_PINS: Final = {0, 1}
"""Kept for the memory of add-on boards."""
_BUS_PINS: Final = {2, 3, 7, 8, 9, 10, 11, 14, 15}
"""Of I2C 1, SPI 0 and the UART."""

WIRING_TOML: Final = Path(__file__).with_name("wiring.toml")

Controller: TypeAlias = Literal["ssd1306", "sh1106"]
ScreenBus: TypeAlias = Literal["i2c", "spi"]
PinFactoryName: TypeAlias = Literal["lgpio", "rpigpio", "native"]
KeyPath: TypeAlias = tuple[str, ...]
"""A key as it stands in the file: ``("lamps", "seat/1")``."""


@dataclass(frozen=True, slots=True)
class ScreenWiring:
    """An OLED of 128x64 pixels.  Pins are BCM numbers; *dc* and *rst* count with ``bus = "spi"`` alone."""

    controller: Controller
    bus: ScreenBus
    i2c_bus: int
    address: int
    spi_port: int
    spi_device: int
    dc: int
    rst: int | None


@dataclass(frozen=True, slots=True)
class Wiring:
    """All that is wired.  Pins are BCM numbers; what isn't wired is None, or isn't in its mapping."""

    pin_factory: PinFactoryName
    gpio_chip: int | None
    """Number of ``/dev/gpiochip…``; None: the one with a Raspberry Pi's label.  For lgpio alone."""
    screen: ScreenWiring | None
    buttons: Mapping[str, int]
    """``up down ok back roll``, and ``seat/1`` … for a seat with a button of its own."""
    lamps: Mapping[str, int]
    """``seat/1`` to ``seat/6`` and ``error``."""
    buzzer: int | None


class Fault(Enum):
    """What is wrong with a pin."""

    TWICE = "twice"
    ON_BUS = "on-bus"
    NO_GPIO = "no-gpio"


class Clash(NamedTuple):
    """A pin that can't be wired so: every key that names it, what is wrong, what mends it."""

    fault: Fault
    keys: tuple[KeyPath, ...]
    pin: int
    what: str
    remedy: str


def default_wiring() -> Wiring:
    """The wiring of ``wiring.toml``."""
    import tomllib

    with WIRING_TOML.open("rb") as file:
        said: dict[str, Any] = tomllib.load(file)
    screen = said["screen"] | {key: parse_pin(said["screen"][key]) for key in ("dc", "rst")}
    return Wiring(
        pin_factory=said["gpio"]["pin_factory"],
        gpio_chip=said["gpio"].get("chip"),
        screen=ScreenWiring(**screen),
        buttons={name: parse_pin(pin) for name, pin in said["buttons"].items()},
        lamps={name: parse_pin(pin) for name, pin in said["lamps"].items()},
        buzzer=parse_pin(said["buzzer"]["pin"]),
    )


def bus_pins(wiring: Wiring) -> Mapping[int, str]:
    """The pins that the bus in use owns, each with its part: ``{2: "SDA of I2C bus 1", ...}``.

    SPI drivers of the kernel claim every chip select of a port, wired or not.  Buses that an overlay of the owner's
    puts on other pins (I2C 3 and up) aren't known here.
    """
    screen = wiring.screen
    if screen is None:
        return {}
    if screen.bus == "i2c":
        parts = {0: {0: "SDA", 1: "SCL"}, 1: {2: "SDA", 3: "SCL"}}.get(screen.i2c_bus, {})
        return {pin: f"{part} of I2C bus {screen.i2c_bus}" for pin, part in parts.items()}
    parts = {
        0: {10: "MOSI", 9: "MISO", 11: "SCLK", 8: "CE0", 7: "CE1"},
        1: {20: "MOSI", 19: "MISO", 21: "SCLK", 18: "CE0", 17: "CE1", 16: "CE2"},
    }.get(screen.spi_port, {})
    return {pin: f"{part} of SPI port {screen.spi_port}" for pin, part in parts.items()}


def _used(wiring: Wiring) -> list[tuple[KeyPath, int]]:
    """Every key that names a pin, with that pin."""
    used: list[tuple[KeyPath, int]] = []
    if wiring.screen is not None and wiring.screen.bus == "spi":
        used.append((("screen", "dc"), wiring.screen.dc))
        if wiring.screen.rst is not None:
            used.append((("screen", "rst"), wiring.screen.rst))
    used += [(("buttons", name), pin) for name, pin in wiring.buttons.items()]
    used += [(("lamps", name), pin) for name, pin in wiring.lamps.items()]
    if wiring.buzzer is not None:
        used.append((("buzzer", "pin"), wiring.buzzer))
    return used


def clashes(wiring: Wiring) -> list[Clash]:
    """Everything that is wrong with the pins, in their order on the header; empty: it can be wired so."""
    keys_of: dict[int, list[KeyPath]] = {}
    for key, pin in _used(wiring):
        keys_of.setdefault(pin, []).append(key)
    on_bus = bus_pins(wiring)
    free = _free(set(keys_of) | set(on_bus))
    found: list[Clash] = []
    for pin, keys in sorted(keys_of.items()):
        try:
            parse_pin(pin)
        except NotAPin as wrong:
            found.append(Clash(Fault.NO_GPIO, tuple(keys), pin, wrong.what, wrong.remedy))
            continue
        if pin in on_bus:
            what = f"{pin_name(pin)} is {on_bus[pin]}, which the screen uses"
            found.append(Clash(Fault.ON_BUS, tuple(keys), pin, what, free))
        if len(keys) > 1:
            what = f"{pin_name(pin)} is given to {' and '.join('.'.join(key) for key in keys)}"
            found.append(Clash(Fault.TWICE, tuple(keys), pin, what, free))
    return found


def _free(taken: set[int]) -> str:
    """A remedy: what could be taken, first what no bus may want one day."""
    free = sorted(set(POSITION) - taken - _ADD_ON_PINS, key=lambda pin: (pin in _BUS_PINS, pin))
    return f"free: {', '.join(map(pin_name, free[:6]))}" if free else "no pin is free"
