"""The readers of a simulated table: tags come and go, plugs are pulled, chips go wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from hardware.buses import SerialPort, SpiBus
from hardware.twin.buses import SimulatedI2cBus
from hardware.twin.clock import CallAt
from hardware.twin.evdev import SimulatedNodes
from hardware.twin.pins import TwinFactory
from hardware.twin.tags import SimulatedTag
from hardware.twin.wired_readers import Mfrc522OnSpi, Pn532AtAPort, Pn532OnI2c, SimulatedReader, TypingReader
from hardware.wiring import ReaderWiring, Wiring

ReaderFault: TypeAlias = Literal["hang", "stuck", "garbage", "flips", "bus", "vanish", "irq", "grabbed", "weak"]
"""What can be wrong with a reader; which of them its chip knows is in its `SimulatedReader.switches`.

``hang``: it says nothing any more; a PN532 does again after a reset by its line.  ``stuck``: nothing that it is told to
do ends.  ``garbage``: noise is read.  ``flips``: bits flip in the air, or on the wire.  ``bus``: transfers break with
an errno.  ``vanish``: its plug is out.  ``irq``: its interrupt pin never moves.  ``grabbed``: another program has it
for itself before the referee opens it.  ``weak``: tags miss some of the calls to them.
"""

CHIPS: Final = ("mfrc522", "pn532", "keyboard")
"""Those that are simulated."""

Weakness: TypeAlias = tuple[int, int]
"""So many calls a tag misses, of so many."""
STRONG: Final = (0, 1)


class SimulatedReaders:
    """All readers of a table."""

    def __init__(
        self,
        wired: Mapping[str, ReaderWiring],
        now: Callable[[], float],
        call_at: CallAt | None,
        factory: TwinFactory,
        i2c: dict[int, SimulatedI2cBus],
        spi: dict[tuple[int, int], SpiBus],
    ) -> None:
        """*i2c* and *spi*: buses with what is there already; the readers are put on them."""
        self._now, self._call_at = now, call_at
        self._factory, self._i2c, self._spi = factory, i2c, spi
        self.nodes = SimulatedNodes()
        self.serial: dict[str, SerialPort] = {}
        self.by_role: Mapping[str, SimulatedReader] = {role: self._wire(role, reader) for role, reader in wired.items()}
        self._lying: dict[str, list[SimulatedTag]] = {role: [] for role in wired}
        self._weakness: dict[str, Weakness] = {}
        self._broken: dict[tuple[str, str], object] = {}
        """Reader and fault -> which fault it is: the end of an earlier one ends nothing."""

    # -- hands ------------------------------------------------------------------------------------------------

    def place(self, role: str, uid: str) -> None:
        """As `World.place` says."""
        reader = self._at(role)
        tag = next((tag for tags in self._lying.values() for tag in tags if tag.uid == bytes.fromhex(uid)), None)
        if tag is None:
            tag = SimulatedTag(uid)
        elif tag in self._lying[role]:
            return
        else:
            self.lift(next(role for role, tags in self._lying.items() if tag in tags), uid)
        tag.misses, tag.of = self._weakness.get(role, STRONG)
        self._lying[role].append(tag)
        reader.lay(tag)

    def lift(self, role: str, uid: str = "") -> None:
        """As `World.lift` says."""
        reader = self._at(role)
        lying = [tag for tag in self._lying[role] if not uid or tag.uid == bytes.fromhex(uid)]
        if uid and not lying:
            raise ValueError(f"no tag {uid} lies on the reader {role}")
        for tag in lying:
            self._lying[role].remove(tag)
            reader.lift(tag)

    def lying(self, role: str) -> tuple[str, ...]:
        """As `World.lying` says."""
        self._at(role)
        return tuple(tag.uid.hex().upper() for tag in self._lying[role])

    def power(self, role: str, on: bool) -> None:
        """The plug of a reader goes in, or out."""
        self._at(role).power(on)

    def fault(
        self, role: str, kind: ReaderFault | Literal["none"], *, errno: int, for_s: float | None, weakness: Weakness
    ) -> None:
        """As `World.fault` says."""
        reader = self._at(role)
        if kind == "none":
            for each in [each for whose, each in self._broken if whose == role]:
                self._heal(role, each)
            return
        known = (*reader.switches, *(("bus",) if reader.wires else ()), "vanish", "weak")
        if kind not in known:
            raise ValueError(f"the reader {role} can't have the fault {kind!r}; it knows: {', '.join(known)}")
        if for_s is not None and self._call_at is None:
            raise ValueError("a reader's fault can't end by itself in a world without call_at")
        fault = self._broken[role, kind] = object()
        if kind == "bus" and reader.wires is not None:
            reader.wires.fail(errno)
        else:
            self._switch(role, kind, True, weakness)
        if for_s is not None and self._call_at is not None:
            self._call_at(self._now() + for_s, lambda: self._heal(role, kind, fault))

    def pause(self, seconds: float) -> None:
        """A driver waits: its chip's time goes on."""
        for reader in self.by_role.values():
            if isinstance(reader, Pn532OnI2c):
                reader.chip.time += seconds

    # ---------------------------------------------------------------------------------------------------------

    def _wire(self, role: str, wired: ReaderWiring) -> SimulatedReader:
        match wired.chip:
            case "mfrc522":
                mfrc522 = Mfrc522OnSpi(self._now)
                self._spi[wired.spi_port, wired.spi_device] = mfrc522.wires
                if wired.rst is not None:
                    self._factory.watchers[wired.rst] = mfrc522.reset_line
                if wired.irq is not None:
                    self._factory.pulled_low[wired.irq] = mfrc522.chip.is_irq_low
                return mfrc522
            case "pn532":
                pn532: Pn532OnI2c | Pn532AtAPort
                if wired.bus == "i2c":
                    bus = self._i2c.setdefault(wired.i2c_bus, SimulatedI2cBus(self._now))
                    pn532 = Pn532OnI2c(bus, wired.address)
                else:
                    pn532 = Pn532AtAPort(self._now)
                    self.serial[wired.port] = pn532.wires
                if wired.rst is not None:
                    self._factory.watchers[wired.rst] = pn532.reset_line
                return pn532
            case "keyboard":
                typing = TypingReader(self._now, role, wired)
                self.nodes.inputs.append(typing.input)
                return typing
            case chip:
                raise ValueError(f"the reader {role} has no simulated chip: there is none for {chip!r}")

    def _at(self, role: str) -> SimulatedReader:
        if role not in self.by_role:
            there = ", ".join(self.by_role) or "none"
            raise ValueError(f"there is no reader {role!r}; wired are: {there}")
        return self.by_role[role]

    def _heal(self, role: str, kind: str, fault: object = None) -> None:
        if fault is None or self._broken.get((role, kind)) is fault:
            del self._broken[role, kind]
            self._switch(role, kind, False, STRONG)

    def _switch(self, role: str, kind: str, on: bool, weakness: Weakness) -> None:
        reader = self.by_role[role]
        match kind:
            case "vanish":
                reader.power(not on)
            case "bus" if reader.wires is not None:
                reader.wires.heal()
            case "weak":
                self._weakness[role] = weakness
                for tag in self._lying[role]:
                    tag.misses, tag.of = weakness
            case _:
                reader.switches[kind](on)


TABLE: Final = ReaderWiring("mfrc522", "spi", spi_device=1, rst=4)
"""A reader of the table, beside any display and on no pin of the standard wiring."""


def with_readers(wiring: Wiring, *roles: str) -> Wiring:
    """With a reader for each of these roles that has none, or one whose chip isn't simulated: ``table`` an MFRC522,
    ``seat/1`` to ``seat/6`` PN532s on I2C buses of their own."""
    readers = {role: wired for role, wired in wiring.readers.items() if wired.chip in CHIPS}
    for role in roles:
        if role == "table":
            readers.setdefault(role, TABLE)
        else:
            readers.setdefault(role, ReaderWiring("pn532", "i2c", i2c_bus=2 + int(role.removeprefix("seat/"))))
    return replace(wiring, readers=readers)
