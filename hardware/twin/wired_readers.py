"""Simulated readers one by one, each on its wires: its plug, its reset line, and what its chip can have wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeAlias

from hardware.readers.keys import Numbering
from hardware.twin.buses import SimulatedI2cBus, Wires
from hardware.twin.evdev import SimulatedInput
from hardware.twin.mfrc522 import SimulatedMfrc522, SimulatedMfrc522Port
from hardware.twin.pn532 import SimulatedHsuPort, SimulatedPn532
from hardware.twin.tags import Field, SimulatedTag
from hardware.wiring import ReaderWiring

Switch: TypeAlias = Callable[[bool], None]
MANY: Final = 1 << 30


class SimulatedReader(Protocol):
    """A reader with what lies on it."""

    def lay(self, tag: SimulatedTag) -> None:
        """A tag comes."""

    def lift(self, tag: SimulatedTag) -> None:
        """It goes."""

    def power(self, on: bool) -> None:
        """The plug goes in, or out."""

    @property
    def wires(self) -> Wires | None:
        """Its bus, which can break."""

    @property
    def switches(self) -> Mapping[str, Switch]:
        """Faults that its chip knows, but for ``bus``, ``vanish`` and ``weak``."""


class _InAField:
    """What readers with an antenna have in common."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self.lay, self.lift = field.lay, field.lift


class Mfrc522OnSpi(_InAField):
    """An MFRC522."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.chip = SimulatedMfrc522()
        self.wires = SimulatedMfrc522Port(now, self.chip)
        self._is_silent = self._is_out = False
        super().__init__(self.chip.field)

    @property
    def switches(self) -> Mapping[str, Switch]:
        """As `SimulatedReader` says."""
        chip = self.chip
        return {
            "hang": self._hang,
            "stuck": lambda on: setattr(chip, "is_stuck", on),
            "garbage": chip.babble,
            "flips": lambda on: setattr(chip.field, "flips", MANY * on),
            "irq": lambda on: setattr(chip, "is_irq_connected", not on),
        }

    def power(self, on: bool) -> None:
        """As `SimulatedReader` says."""
        self._is_out = not on
        self.chip.reset()
        self._float()

    def reset_line(self, level: bool) -> None:
        """The pin NRSTPD."""
        if not level and self.chip.floating is None:
            self.chip.reset()

    def _hang(self, on: bool) -> None:
        self._is_silent = on
        self._float()

    def _float(self) -> None:
        self.chip.floating = 0xFF if self._is_out else 0x00 if self._is_silent else None


class _Pn532(_InAField):
    """A PN532, whatever it is wired to."""

    def __init__(self) -> None:
        self.chip = SimulatedPn532()
        super().__init__(self.chip.field)

    def reset_line(self, level: bool) -> None:
        """The pin RSTPD_N."""
        if not level:
            self.chip.reset()

    def _switches(self) -> dict[str, Switch]:
        chip = self.chip
        return {
            "hang": lambda on: setattr(chip, "is_hung", on),
            "flips": lambda on: setattr(chip, "flips", MANY * on),
        }


class Pn532OnI2c(_Pn532):
    """On an I2C bus, where others may be too."""

    def __init__(self, bus: SimulatedI2cBus, address: int) -> None:
        super().__init__()
        self.wires, self._address = bus, address
        bus.chips[address] = self.chip

    @property
    def switches(self) -> Mapping[str, Switch]:
        """As `SimulatedReader` says."""
        return self._switches()

    def power(self, on: bool) -> None:
        """As `SimulatedReader` says."""
        self.chip.reset()
        if on:
            self.wires.chips[self._address] = self.chip
        else:
            self.wires.chips.pop(self._address, None)


class Pn532AtAPort(_Pn532):
    """At a serial port."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self.wires = SimulatedHsuPort(now, self.chip)
        self._is_noisy = self._is_out = False

    @property
    def switches(self) -> Mapping[str, Switch]:
        """As `SimulatedReader` says."""
        return self._switches() | {"garbage": self._garble}

    def power(self, on: bool) -> None:
        """As `SimulatedReader` says."""
        self._is_out = not on
        self.chip.reset()
        self._noise()

    def _garble(self, on: bool) -> None:
        self._is_noisy = on
        self._noise()

    def _noise(self) -> None:
        self.wires.noise = b"" if self._is_out else bytes(range(256)) if self._is_noisy else None


class TypingReader:
    """One that types the id of what comes, and doesn't notice what goes."""

    wires = None

    def __init__(self, now: Callable[[], float], role: str, wired: ReaderWiring) -> None:
        self.input = SimulatedInput(now, wired.device or f"Simulated reader {role}", self._path(role, 1))
        self._role = role
        self._form = Numbering(wired.form, wired.is_reversed, wired.id_bytes)
        self._plugs = 1
        self._is_mute = self._is_wanted = False

    @staticmethod
    def _path(role: str, plugs: int) -> str:
        return f"/dev/input/simulated-{role.replace('/', '-')}-{plugs}"

    @property
    def switches(self) -> Mapping[str, Switch]:
        """As `SimulatedReader` says."""
        return {
            "hang": lambda on: setattr(self, "_is_mute", on),
            "grabbed": self._want,
        }

    def lay(self, tag: SimulatedTag) -> None:
        """As `SimulatedReader` says."""
        if self._is_mute or not self.input.is_plugged:
            return
        number = int.from_bytes(tag.uid, "little" if self._form.is_reversed else "big")
        digits = 2 * len(tag.uid)
        self.input.type(f"{number:0{digits}x}" if self._form.form == "hex" else f"{number:010}")

    def lift(self, tag: SimulatedTag) -> None:
        """Unnoticed."""

    def power(self, on: bool) -> None:
        """As `SimulatedReader` says."""
        if on and not self.input.is_plugged:
            self._plugs += 1
            self.input.plug(self._path(self._role, self._plugs))
            self._want(self._is_wanted)
        elif not on:
            self.input.unplug()

    def _want(self, on: bool) -> None:
        """Another program gets it where nobody has it: before the box starts, or when its plug was out."""
        self._is_wanted = on
        if self.input.holder != "us":
            self.input.holder = "another program" if on else ""
