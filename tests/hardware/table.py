"""A simulated table on travelling time, and what the tests of the hardware share."""

from collections.abc import Iterator
from dataclasses import replace

from hardware.api import ButtonEvent, DeviceEvent, DeviceState, RigEvent
from hardware.twin.clock import Timeline
from hardware.twin.world import World
from hardware.wiring import Controller, ScreenBus, Wiring, default_wiring


def wiring(controller: Controller = "ssd1306", bus: ScreenBus = "i2c") -> Wiring:
    """The standard wiring with this screen."""
    standard = default_wiring()
    assert standard.screen is not None
    return replace(standard, screen=replace(standard.screen, controller=controller, bus=bus))


class Table:
    """A rig at a simulated table.  Nothing happens but by `wait` and the hands of `world`."""

    def __init__(self, wired: Wiring | None = None, panel: Controller | None = None) -> None:
        self.wired = wiring() if wired is None else wired
        self.time = Timeline()
        self.world = World(self.wired, self.time.time, self.time.call_at, panel)
        self.heard: list[RigEvent] = []
        self.rig = self.world.rig()

    def start(self) -> "Table":
        self.rig.start(self.heard.append)
        return self

    def wait(self, seconds: float) -> None:
        """As the daemon's loop would: time passes from deadline to deadline."""
        end = self.time.time() + seconds
        while (due := self.rig.deadline) is not None and due <= end:
            self.time.travel_to(due)
            self.rig.advance(self.time.time())
        self.time.travel_to(end)
        self.rig.advance(end)

    def tap(self, button: str, seconds: float = 0.1) -> None:
        self.world.press(button)
        self.wait(seconds)
        self.world.release(button)
        self.wait(0.1)

    def gestures(self) -> list[str]:
        """``ok press`` …, all so far."""
        return [f"{event.button} {event.gesture.value}" for event in self.heard if isinstance(event, ButtonEvent)]

    def states(self, device: str) -> list[DeviceState]:
        """What was said of a device, in order."""
        return [event.state for event in self.device_events(device)]

    def device_events(self, device: str) -> list[DeviceEvent]:
        return [event for event in self.heard if isinstance(event, DeviceEvent) and event.device == device]

    def bytes_of(self, frame: bytes) -> int:
        """What showing a frame costs on the wire."""
        before = self.world.wire_bytes
        self.rig.screen.show(frame)
        return self.world.wire_bytes - before


def lit(*dots: tuple[int, int]) -> bytes:
    """A frame with these dots (x, y)."""
    frame = bytearray(1024)
    for x, y in dots:
        frame[128 * (y // 8) + x] |= 1 << y % 8
    return bytes(frame)


def dots(frame: bytes) -> Iterator[tuple[int, int]]:
    """The lit dots of a frame."""
    for at, byte in enumerate(frame):
        for bit in range(8):
            if byte >> bit & 1:
                yield at % 128, at // 128 * 8 + bit
