"""The simulated table: what is wired to the pins and buses, and the hands that touch it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from errno import EIO
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, Literal, assert_never

from hardware.buses import SpiBus
from hardware.rig import Rig
from hardware.twin.buses import SimulatedBuses, SimulatedI2cBus, SimulatedSpi
from hardware.twin.chips import SimulatedChip, SimulatedSh1106, SimulatedSsd1306
from hardware.twin.pins import TwinFactory
from hardware.wiring import Controller, Wiring
from hardware.workers import InlineWorker, WorkerMaker

if TYPE_CHECKING:
    from hardware.twin.clock import CallAt
    from hardware.twin.evdev import SimulatedNodes
    from hardware.twin.readers import ReaderFault, SimulatedReaders, Weakness

_CHIPS: Final = {"ssd1306": SimulatedSsd1306, "sh1106": SimulatedSh1106}
_BOUNCES: Final = (0.08, 0.15, 0.31, 0.36, 0.72, 1.0)
"""When a bouncing contact changes, in parts of the time for which it bounces; as it ends, so it began."""


class World:
    """Everything beyond the drivers, wired as *wiring* says: `rig` has the devices on this side.

    Call it from the loop's thread.  What a call brings about on the pins has happened when it returns.
    """

    def __init__(
        self,
        wiring: Wiring,
        now: Callable[[], float],
        call_at: CallAt | None = None,
        panel: Controller | None = None,
    ) -> None:
        """*call_at* is needed for bounce, and for faults of readers that end.  *panel*: the controller that the module
        really has, where it isn't the one of the wiring."""
        self._wiring = wiring
        self._now = now
        self._call_at = call_at
        self._moves: dict[str, int] = {}
        """Button -> how often it was moved: bounce of an earlier move is over then."""
        self._bounce_s: dict[str, float] = {}
        self.factory = TwinFactory()
        self.chip: SimulatedChip | None = None
        """The controller of the display, if there is one."""
        self.i2c: SimulatedI2cBus | None = None
        self.spi: SimulatedSpi | None = None
        i2c: dict[int, SimulatedI2cBus] = {}
        spi: dict[tuple[int, int], SpiBus] = {}
        screen = wiring.screen
        if screen is not None:
            self.chip = _CHIPS[panel or screen.controller]()
            if screen.bus == "i2c":
                self.i2c = i2c[screen.i2c_bus] = SimulatedI2cBus(now)
            else:
                self.spi = SimulatedSpi(now, lambda: self.factory.is_driven_high(screen.dc))
                spi[screen.spi_port, screen.spi_device] = self.spi
                if screen.rst is not None:
                    self.factory.watchers[screen.rst] = self._reset_line
        self._i2c, self._spi = i2c, spi
        self.buses = SimulatedBuses(i2c, spi, self.readers.serial if wiring.readers else {})
        self._is_plugged = False
        self.plug()

    @cached_property
    def readers(self) -> SimulatedReaders:
        """All readers of tags.  A table without any needn't load what they are made of."""
        from hardware.twin.readers import SimulatedReaders

        return SimulatedReaders(self._wiring.readers, self._now, self._call_at, self.factory, self._i2c, self._spi)

    @property
    def nodes(self) -> SimulatedNodes:
        """Input devices: readers that type."""
        return self.readers.nodes

    # -- hands ------------------------------------------------------------------------------------------------

    def press(self, button: str) -> None:
        """Push a button down, and keep it there."""
        self._move(button, True)

    def release(self, button: str) -> None:
        """Let it go."""
        self._move(button, False)

    def bounce(self, button: str, trace_ms: Sequence[float]) -> None:
        """Have a contact change at each of these moments, in ms from now."""
        if self._call_at is None:
            raise ValueError("a contact can't bounce in a world without call_at")
        move = self._moves[button] = self._moves.get(button, 0) + 1
        start = self._now()
        for at_ms in trace_ms:
            self._call_at(start + at_ms / 1000, lambda: self._toggle(button, move))

    def place(self, role: str, uid: str) -> None:
        """Lay a tag (its id in hex) on a reader.  It is one thing: where it lay before it lies no more."""
        self.readers.place(role, uid)

    def lift(self, role: str, uid: str = "") -> None:
        """Take a tag off a reader; empty: all that lie there.  Raises `ValueError` for one that doesn't."""
        self.readers.lift(role, uid)

    def plug(self, role: str = "") -> None:
        """Put the display (its memory is noise then), or the reader of this role, on its bus, and power it up."""
        if role:
            self.readers.power(role, True)
            return
        if self._is_plugged or self.chip is None:
            return
        self._is_plugged = True
        self.chip.power_cycle()
        self._connect(self.chip)

    def unplug(self, role: str = "") -> None:
        """Pull the display off, or the reader of this role; what lies on it goes on lying there."""
        if role:
            self.readers.power(role, False)
            return
        self._is_plugged = False
        self._connect(None)

    def fault(
        self,
        device: Literal["oled", "button", "reader"],
        button: str = "",
        *,
        errno: int = 0,
        for_s: float | None = None,
        bounce_ms: float = 0,
        role: str = "table",
        kind: ReaderFault | Literal["none"] = "hang",
        weakness: Weakness = (3, 4),
    ) -> None:
        """``oled``: its transfers break with *errno*, for so long or until errno 0.  ``button``: the contact of
        *button* bounces for *bounce_ms* at each move from now on.  ``reader``: the one of this *role* has a fault, for
        so long or until *kind* none, which ends all; *errno* counts for ``bus``, *weakness* for ``weak``.

        Raises `ValueError` for a reader that isn't there, or that can't have such a fault.
        """
        match device:
            case "oled":
                wires = self.i2c or self.spi
                if wires is not None:
                    if errno:
                        wires.fail(errno, for_s=for_s)
                    else:
                        wires.heal()
            case "button":
                self._bounce_s[button] = bounce_ms / 1000
            case "reader":
                self.readers.fault(role, kind, errno=errno or EIO, for_s=for_s, weakness=weakness)
            case _:
                assert_never(device)

    # -- the other side ---------------------------------------------------------------------------------------

    def rig(self, worker: WorkerMaker = InlineWorker) -> Rig:
        """The devices of the box, with their wires in this world."""
        rig = partial(Rig, self._wiring, clock=self._now, factory=self.factory, buses=self.buses, worker=worker)
        return rig(nodes=self.nodes, pause=self.readers.pause) if self._wiring.readers else rig()

    @property
    def roles(self) -> Sequence[str]:
        """Of the readers."""
        return tuple(self._wiring.readers)

    def lying(self, role: str) -> Sequence[str]:
        """The ids of what lies on a reader, whether it tells or not; first what came first."""
        return self.readers.lying(role)

    # -- eyes and ears ----------------------------------------------------------------------------------------

    def lamp(self, name: str) -> bool:
        """Whether a lamp burns just now; one that isn't wired doesn't."""
        return name in self._wiring.lamps and self.factory.is_driven_high(self._wiring.lamps[name])

    @property
    def buzzer_hz(self) -> float | None:
        """What the buzzer sounds just now; None: nothing."""
        return None if self._wiring.buzzer is None else self.factory.tone_hz(self._wiring.buzzer)

    def pixels(self) -> bytes:
        """What is lit on the panel: 1024 page bytes.  An unplugged one is dark."""
        return self.chip.pixels() if self.chip is not None and self._is_plugged else bytes(1024)

    @property
    def wire_bytes(self) -> int:
        """So many bytes went to the display, I2C addresses included."""
        wires = self.i2c or self.spi
        return 0 if wires is None else wires.bytes

    # ---------------------------------------------------------------------------------------------------------

    def _move(self, button: str, down: bool) -> None:
        self._moves[button] = self._moves.get(button, 0) + 1
        self.factory.move_contact(self._wiring.buttons[button], down)
        bounce_s = self._bounce_s.get(button, 0.0)
        if bounce_s:
            self.bounce(button, [part * bounce_s * 1000 for part in _BOUNCES])

    def _toggle(self, button: str, move: int) -> None:
        if self._moves[button] == move:
            pin = self._wiring.buttons[button]
            self.factory.move_contact(pin, pin not in self.factory.closed_contacts)

    def _connect(self, chip: SimulatedChip | None) -> None:
        screen = self._wiring.screen
        if self.spi is not None:
            self.spi.chip = chip
        elif self.i2c is not None and screen is not None:
            if chip is not None:
                self.i2c.chips[screen.address] = chip
            else:
                self.i2c.chips.pop(screen.address, None)

    def _reset_line(self, level: bool) -> None:
        if not level and self.chip is not None:
            self.chip.reset()
