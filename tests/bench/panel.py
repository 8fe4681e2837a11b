"""What the rows about the screen share: panels on a bus that counts, and a page with a list as players see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from companion.referee.browse import Browser, Item
from companion.referee.pages import ListPage
from companion.screen.model import Title
from hardware.links import I2cLink
from hardware.oled import Oled
from hardware.twin.buses import Message, SimulatedI2cBus
from hardware.twin.chips import SimulatedChip, SimulatedSh1106, SimulatedSsd1306

ADDRESS = 0x3C
Controller = Literal["ssd1306", "sh1106"]
CHIPS: dict[Controller, type[SimulatedChip]] = {"ssd1306": SimulatedSsd1306, "sh1106": SimulatedSh1106}


class Panel(NamedTuple):
    """Our driver, and the chip at the other end of its wires."""

    oled: Oled
    bus: SimulatedI2cBus
    chip: SimulatedChip


def panel(controller: Controller) -> Panel:
    """A panel on I2C that shows nothing yet."""
    chip = CHIPS[controller]()
    bus = SimulatedI2cBus(lambda: 0.0, {ADDRESS: chip})
    return Panel(Oled(I2cLink(bus, ADDRESS, "bench"), controller), bus, chip)


class CountingBus:
    """Takes what is sent and only counts it: neither side pays for a simulated chip."""

    message = Message

    def __init__(self) -> None:
        self.bytes = 0

    def i2c_rdwr(self, *messages: Message) -> None:
        """Our driver's way: address, control byte and payload."""
        for message in messages:
            self.bytes += 1 + len(message.payload)

    def read_byte(self, address: int) -> int:
        """Our driver asks whether the panel is on."""
        self.bytes += 2
        return 0

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        """luma's way."""
        self.bytes += 2 + len(list(data))


LABELS = ("A7  token", "A9", "C2  token", "C4", "D1  spaceship", "D3")


def list_page(labels: tuple[str, ...] = LABELS) -> ListPage:
    """Where to?"""
    items = tuple(Item(label, label) for label in labels)
    return ListPage(
        Title("◆", "MUSCLOR", "outer", "T12"), (), "Move 5. Where to?", Browser(items), "OK go  OK… map  ?why"
    )
