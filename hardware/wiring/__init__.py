"""What is wired where.  ``wiring.toml`` beside this file is the single source of the defaults.

`parse_pin` and `clashes` say what is wrong in values, not in print: the reader of a configuration file knows the line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from hardware.wiring.pins import POSITION, NotAPin, parse_pin, pin_name

__all__ = [
    "DEFAULT_BUS",
    "WIRING_TOML",
    "Clash",
    "Fault",
    "KeyPath",
    "NotAPin",
    "ReaderWiring",
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
ReaderChip: TypeAlias = Literal["mfrc522", "pn532", "keyboard"]
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
class ReaderWiring:
    """A reader of tags.  Pins are BCM numbers; what counts depends on *chip* and *bus*.

    An MFRC522 is on SPI, a PN532 on I2C or at a serial port (``bus = "serial"``), one that types is an input device.
    """

    chip: str
    """`ReaderChip`, or one that a box adds of its own."""
    bus: Literal["spi", "i2c", "serial", "input"] = "spi"
    spi_port: int = 0
    spi_device: int = 0
    i2c_bus: int = 1
    address: int = 0x24
    port: str = "/dev/serial0"
    rst: int | None = None
    irq: int | None = None
    device: str = ""
    """Of one that types: a part of what it calls itself."""
    form: Literal["decimal", "hex"] = "decimal"
    """How it writes an id."""
    is_reversed: bool = False
    """It types the last byte first."""
    id_bytes: int | None = None
    """Of each id: 4, 7 or 10; None: as many as the number needs."""


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
    readers: Mapping[str, ReaderWiring] = field(default_factory=dict)
    """By their roles: ``table``, and ``seat/1`` … for a reader that is one seat's."""


class Fault(Enum):
    """What is wrong with a pin."""

    TWICE = "twice"
    ON_BUS = "on-bus"
    NO_GPIO = "no-gpio"
    SAME_PLACE = "same-place"
    """Two devices have one chip select, one address or one serial port; the pin is one of their bus's."""


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
        readers={role: _reader(reader) for role, reader in said.get("readers", {}).items()},
    )


ReaderBus: TypeAlias = Literal["spi", "i2c", "serial", "input"]
DEFAULT_BUS: Final[Mapping[str, ReaderBus]] = {"mfrc522": "spi", "pn532": "i2c", "keyboard": "input"}
"""Chip -> what it is wired to where nothing else is said; for a chip of a box's own: ``spi``."""


def _reader(said: Mapping[str, Any]) -> ReaderWiring:
    pins = {key: parse_pin(said[key]) for key in ("rst", "irq") if key in said}
    return ReaderWiring(**{"bus": DEFAULT_BUS.get(said["chip"], "spi"), **said, **pins})


def bus_pins(wiring: Wiring) -> Mapping[int, str]:
    """The pins that the buses in use own, each with its part: ``{2: "SDA of I2C bus 1", ...}``.

    SPI drivers of the kernel claim every chip select of a port, wired or not.  Buses that an overlay of the owner's
    puts on other pins (I2C 3 and up) aren't known here.
    """
    owned: dict[int, str] = {}
    for place in _places(wiring).values():
        parts = _BUS_PARTS.get(place[:2], {})
        owned |= {pin: f"{part} of {_BUS_NAMES[place[0]]} {place[1]}" for pin, part in parts.items()}
    return owned


_BUS_NAMES: Final = {"i2c": "I2C bus", "spi": "SPI port", "serial": "the UART"}
_BUS_PARTS: Final[Mapping[tuple[object, ...], Mapping[int, str]]] = {
    ("i2c", 0): {0: "SDA", 1: "SCL"},
    ("i2c", 1): {2: "SDA", 3: "SCL"},
    ("spi", 0): {10: "MOSI", 9: "MISO", 11: "SCLK", 8: "CE0", 7: "CE1"},
    ("spi", 1): {20: "MOSI", 19: "MISO", 21: "SCLK", 18: "CE0", 17: "CE1", 16: "CE2"},
    ("serial", "/dev/serial0"): {14: "TXD", 15: "RXD"},
}


def _places(wiring: Wiring) -> dict[KeyPath, tuple[str, int | str, int]]:
    """Key -> where the device is that it places: kind and number of the bus, and chip select or address there."""
    places: dict[KeyPath, tuple[str, int | str, int]] = {}
    screen = wiring.screen
    if screen is not None and screen.bus == "i2c":
        places["screen", "address"] = ("i2c", screen.i2c_bus, screen.address)
    elif screen is not None:
        places["screen", "spi_device"] = ("spi", screen.spi_port, screen.spi_device)
    for role, reader in wiring.readers.items():
        match reader.bus:
            case "i2c":
                places["readers", role, "address"] = ("i2c", reader.i2c_bus, reader.address)
            case "spi":
                places["readers", role, "spi_device"] = ("spi", reader.spi_port, reader.spi_device)
            case "serial":
                places["readers", role, "port"] = ("serial", reader.port, 0)
    return places


def _crowded(wiring: Wiring) -> list[Clash]:
    """Places that more than one device is given."""
    keys_of: dict[tuple[str, int | str, int], list[KeyPath]] = {}
    for key, place in _places(wiring).items():
        keys_of.setdefault(place, []).append(key)
    found: list[Clash] = []
    for place, keys in keys_of.items():
        if len(keys) == 1:
            continue
        kind, bus, at = place
        named = {"i2c": f"address 0x{at:02x} of I2C bus {bus}", "spi": f"chip select {at} of SPI port {bus}"}
        remedy = {
            "i2c": "give one another bus or address",
            "spi": "give each its own chip select and its own reset pin",
        }
        pins = _BUS_PARTS.get((kind, bus), {})
        pin = next((pin for pin, part in pins.items() if part == f"CE{at}"), min(pins, default=-1))
        what = f"{named.get(kind, f'serial port {bus}')} is given to {_and(keys)}"
        found.append(Clash(Fault.SAME_PLACE, tuple(keys), pin, what, remedy.get(kind, "give each its own port")))
    return found


def _and(keys: Sequence[KeyPath]) -> str:
    return " and ".join(".".join(key) for key in keys)


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
    for role, reader in wiring.readers.items():
        pins = {"rst": reader.rst, "irq": reader.irq}
        used += [(("readers", role, name), pin) for name, pin in pins.items() if pin is not None]
    return used


def clashes(wiring: Wiring) -> list[Clash]:
    """Everything that is wrong with the pins, in their order on the header, then with places on buses; empty: it can be
    wired so."""
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
            what = f"{pin_name(pin)} is {on_bus[pin]}, which {_user(wiring, on_bus[pin])} uses"
            found.append(Clash(Fault.ON_BUS, tuple(keys), pin, what, free))
        if len(keys) > 1:
            what = f"{pin_name(pin)} is given to {_and(keys)}"
            found.append(Clash(Fault.TWICE, tuple(keys), pin, what, free))
    return found + _crowded(wiring)


def _user(wiring: Wiring, part: str) -> str:
    """Who is on the bus that a pin is a part of."""
    for key, place in _places(wiring).items():
        if part.endswith(f" of {_BUS_NAMES[place[0]]} {place[1]}"):
            return "the screen" if key[0] == "screen" else f"the reader {key[1]}"
    return "a device"


def _free(taken: set[int]) -> str:
    """A remedy: what could be taken, first what no bus may want one day."""
    free = sorted(set(POSITION) - taken - _ADD_ON_PINS, key=lambda pin: (pin in _BUS_PINS, pin))
    return f"free: {', '.join(map(pin_name, free[:6]))}" if free else "no pin is free"
