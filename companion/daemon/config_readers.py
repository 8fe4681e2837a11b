"""The part of the configuration that wires readers of tags: ``[readers.table]``, ``[readers."seat/1"]`` …"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from companion.mistakes import did_you_mean
from hardware.wiring import DEFAULT_BUS, ReaderWiring

NONE: Final = "none"
ROLES: Final = ("table", *(f"seat/{n}" for n in range(1, 7)))

BUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "mfrc522": ("spi",),
    "pn532": ("i2c", "serial"),
    "keyboard": ("input",),
}
"""Chip -> what it can be wired to; a chip that isn't here can be wired to anything."""
NUMBERS: Final[Mapping[str, tuple[int, int, str]]] = {
    "i2c_bus": (0, 31, "d"),
    "address": (0x08, 0x77, "#04x"),  # I2C specification UM10204, section 3.1.12: the others are reserved
    "spi_port": (0, 6, "d"),
    "spi_device": (0, 2, "d"),
}
"""Key -> smallest, largest, and how it is written."""
ID_BYTES: Final = (4, 7, 10)

Pin: TypeAlias = int | str
ReadPin: TypeAlias = Callable[[str, Pin | None, int | None], int | None]
"""Key, what is written there and what holds otherwise -> the pin."""


class Wrong(NamedTuple):
    """A mistake before it has a line."""

    key: str
    what: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class ReaderTable:
    """A reader as it is written; what is None is left out."""

    chip: str | None = None
    bus: Literal["spi", "i2c", "serial", "input"] | None = None
    spi_port: int | None = None
    spi_device: int | None = None
    i2c_bus: int | None = None
    address: int | None = None
    port: str | None = None
    rst: Pin | None = None
    irq: Pin | None = None
    device: str | None = None
    form: Literal["decimal", "hex"] | None = None
    is_reversed: bool | None = None
    id_bytes: int | None = None


def wired_readers(
    written: Mapping[str, ReaderTable], default: Mapping[str, ReaderWiring], pin: ReadPin, wrong: list[Wrong]
) -> dict[str, ReaderWiring]:
    """The readers, by their roles.  What is wrong is added to *wrong*; then they are of no use."""
    for role in written:
        if role not in ROLES:
            wrong.append(Wrong(f"readers.{role}", "there is none of this name", did_you_mean(role, ROLES)))
    found = dict(default)
    for role, table in written.items():
        if table.chip == NONE:
            found.pop(role, None)
        elif (reader := _reader(f"readers.{role}", table, default.get(role), pin, wrong)) is not None:
            found[role] = reader
    return found


def _reader(
    key: str, table: ReaderTable, default: ReaderWiring | None, pin: ReadPin, wrong: list[Wrong]
) -> ReaderWiring | None:
    from hardware.readers.bank import READERS

    chip = table.chip or (default.chip if default else "")
    if chip not in READERS:
        known = ", ".join(f'"{each}"' for each in READERS)
        if table.chip:
            wrong.append(Wrong(f"{key}.chip", f"no chip {chip!r}", did_you_mean(chip, READERS)))
        else:
            wrong.append(Wrong(f"{key}.chip", "missing", f'write {known}, or "{NONE}"'))
    start = default if default is not None and default.chip == chip else ReaderWiring(chip)
    pins = {name: pin(f"{key}.{name}", getattr(table, name), getattr(start, name)) for name in ("rst", "irq")}
    wrong += _misfits(key, table, chip)
    if chip not in READERS:
        return None
    bus = table.bus or (start.bus if start is default else DEFAULT_BUS.get(chip, "spi"))
    names = (*NUMBERS, "port", "device", "form", "is_reversed", "id_bytes")
    said: dict[str, Any] = {name: getattr(table, name) for name in names}
    told = {name: getattr(start, name) if value is None else value for name, value in said.items()}
    return ReaderWiring(chip, bus, **pins, **told)  # type: ignore[arg-type]


def _misfits(key: str, table: ReaderTable, chip: str) -> Iterator[Wrong]:
    buses = BUSES.get(chip)
    if table.bus is not None and buses and table.bus not in buses:
        fits = " or ".join(f'"{bus}"' for bus in buses)
        yield Wrong(f"{key}.bus", f"a reader with {chip} isn't wired to {table.bus}", f"write {fits}")
    for name, (low, high, form) in NUMBERS.items():
        number = getattr(table, name)
        if number is not None and not low <= number <= high:
            yield Wrong(f"{key}.{name}", f"{number:{form}} can't be", f"{low:{form}} to {high:{form}}")
    if table.id_bytes is not None and table.id_bytes not in ID_BYTES:
        yield Wrong(f"{key}.id_bytes", f"an id hasn't {table.id_bytes} bytes", "4, 7 or 10")
    if table.port is not None and not table.port.startswith("/"):
        yield Wrong(f"{key}.port", f"{table.port!r} begins nowhere", "write the whole path, as /dev/serial0")
