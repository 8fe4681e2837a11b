"""``referee.toml`` as it is written: read, checked as a whole, and turned into a `Config`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from companion.daemon.config import Config, expanded
from companion.daemon.config_readers import NONE, NUMBERS, Pin, ReaderTable, Wrong, wired_readers
from companion.editions import read_text
from companion.mistakes import did_you_mean
from companion.toml import parse, read
from companion.words import LANGUAGES
from hardware.wiring import (
    Clash,
    Controller,
    KeyPath,
    NotAPin,
    PinFactoryName,
    ScreenBus,
    ScreenWiring,
    Wiring,
    clashes,
    default_wiring,
    parse_pin,
)

VERSION: Final = 1
LATER: Final = ("scanner", "web")
"""Sections that the next versions will know."""

BUTTONS: Final = ("up", "down", "ok", "back", "roll", *(f"seat/{n}" for n in range(1, 7)))
LAMPS: Final = (*(f"seat/{n}" for n in range(1, 7)), "error")


@dataclass(frozen=True, slots=True)
class _Gpio:
    pin_factory: PinFactoryName | None = None
    chip: int | None = None


@dataclass(frozen=True, slots=True)
class _Screen:
    controller: Controller | Literal["none"] | None = None
    bus: ScreenBus | None = None
    i2c_bus: int | None = None
    address: int | None = None
    spi_port: int | None = None
    spi_device: int | None = None
    dc: Pin | None = None
    rst: Pin | None = None


@dataclass(frozen=True, slots=True)
class _Buzzer:
    pin: Pin | None = None


@dataclass(frozen=True, slots=True)
class _File:
    """The file as it is written."""

    version: int = VERSION
    language: str = "en"
    sound: Literal["on", "quiet"] = "on"
    state: str = ""
    gpio: _Gpio = _Gpio()
    screen: _Screen = _Screen()
    buttons: Mapping[str, Pin] = field(default_factory=dict)
    lamps: Mapping[str, Pin] = field(default_factory=dict)
    buzzer: _Buzzer = _Buzzer()
    readers: Mapping[str, ReaderTable] = field(default_factory=dict)


def read_config(path: Path) -> Config:
    """Read a configuration.  Raises `Mistakes`: all there are, and `OSError`."""
    text = read_text(path)
    tables = parse(text, str(path))
    later = [section for section in LATER if tables.pop(section, None) is not None]
    default = default_wiring()

    def check(file: _File) -> list[Wrong]:
        too_new = [Wrong(section, "not in this version of the referee", f"take out [{section}]") for section in later]
        return [*too_new, *_mistakes(file), *_wired(file, default)[1]]

    file = read(tables, _File, text, str(path), check, patch=True)
    state = expanded(file.state) if file.state else None
    return Config(file.language, file.sound == "quiet", state, _wired(file, default)[0])


def _mistakes(file: _File) -> Iterator[Wrong]:
    """What is wrong beside the wiring."""
    if file.version != VERSION:
        yield Wrong("version", f"{file.version} is not a version that this referee knows", f"write version = {VERSION}")
    if file.language not in LANGUAGES:
        yield Wrong("language", f"no language {file.language!r}", did_you_mean(file.language, LANGUAGES))
    state = expanded(file.state)
    if file.state and not (state and state.is_absolute()):
        yield Wrong("state", f"{file.state!r} begins nowhere", "write the whole path, as /var/lib/referee")


def _wired(file: _File, default: Wiring) -> tuple[Wiring, list[Wrong]]:
    """The wiring, and what is wrong with it; then it is of no use."""
    wrong: list[Wrong] = []

    def pin(key: str, written: Pin | None, otherwise: int | None) -> int | None:
        if written is None or written == NONE:
            return otherwise if written is None else None
        try:
            return parse_pin(written)
        except NotAPin as error:
            wrong.append(Wrong(key, error.what, error.remedy))
            return None

    def pins(
        section: str, written: Mapping[str, Pin], known: Sequence[str], others: Mapping[str, int]
    ) -> dict[str, int]:
        for name in written:
            if name not in known:
                wrong.append(Wrong(f"{section}.{name}", "there is none of this name", did_you_mean(name, known)))
        found = {name: pin(f"{section}.{name}", written.get(name), others.get(name)) for name in known}
        return {name: number for name, number in found.items() if number is not None}

    wiring = Wiring(
        pin_factory=file.gpio.pin_factory or default.pin_factory,
        gpio_chip=default.gpio_chip if file.gpio.chip is None else file.gpio.chip,
        screen=_screen(file.screen, default.screen, pin, wrong),
        buttons=pins("buttons", file.buttons, BUTTONS, default.buttons),
        lamps=pins("lamps", file.lamps, LAMPS, default.lamps),
        buzzer=pin("buzzer.pin", file.buzzer.pin, default.buzzer),
        readers=wired_readers(file.readers, default.readers, pin, wrong),
    )
    return wiring, wrong + [_clashing(clash, file) for clash in clashes(wiring)]


def _screen(
    written: _Screen,
    default: ScreenWiring | None,
    pin: Callable[[str, Pin | None, int | None], int | None],
    wrong: list[Wrong],
) -> ScreenWiring | None:
    if written.controller == NONE or default is None:
        return None
    dc = pin("screen.dc", written.dc, default.dc)
    rst = pin("screen.rst", written.rst, default.rst)
    numbers = {}
    for name, (low, high, form) in NUMBERS.items():
        number = getattr(written, name)
        numbers[name] = getattr(default, name) if number is None else number
        if number is not None and not low <= number <= high:
            wrong.append(Wrong(f"screen.{name}", f"{number:{form}} can't be", f"{low:{form}} to {high:{form}}"))
    bus = written.bus or default.bus
    if bus == "spi" and written.dc == NONE:
        wrong.append(Wrong("screen.dc", "a screen on SPI needs it", "write its pin"))
    return ScreenWiring(written.controller or default.controller, bus, dc=dc or 0, rst=rst, **numbers)


def _clashing(clash: Clash, file: _File) -> Wrong:
    """At the last key that the file has: what it says can be mended there."""
    given = [key for key in clash.keys if _is_given(key, file)]
    unsaid = [_as_none(key) for key in clash.keys if key not in given]
    remedy = clash.remedy + (f"; or {' and '.join(unsaid)}, if nothing is wired there" if given and unsaid else "")
    return Wrong(".".join(_written(given[-1], file)) if given else "screen.bus", clash.what, remedy)


def _is_given(key: KeyPath, file: _File) -> bool:
    """A reader's keys go with the reader: where it stands in the file, all of them can be mended there."""
    section, name, *_ = key
    there = getattr(file, section)
    return name in there if isinstance(there, Mapping) else getattr(there, name) is not None


def _written(key: KeyPath, file: _File) -> KeyPath:
    """The key itself, or the reader's table where that leaves it out."""
    if key[0] == "readers" and getattr(file.readers[key[1]], key[2]) is None:
        return key[:2]
    return key


def _as_none(key: KeyPath) -> str:
    """How it is said that the device isn't there, by a key that can say so."""
    match key:
        case ("screen", "address" | "spi_device"):
            said = "screen.controller"
        case ("readers", role, "address" | "spi_device" | "port"):
            said = f"readers.{role}.chip"
        case _:
            said = ".".join(key)
    return f'{said} = "{NONE}"'
