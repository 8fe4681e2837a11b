"""What the panel shows when only changes are sent, against luma's own full redraw on a second panel."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator

from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.screen.raster import draw
from hardware.api import FRAME_BYTES, HEIGHT, WIDTH
from hardware.twin.buses import SimulatedI2cBus
from tests.bench.panel import ADDRESS, CHIPS, Controller, list_page, panel
from tests.bench.row import Figure, Row

FRAMES = 2_000
DEVICES = {"ssd1306": ssd1306, "sh1106": sh1106}


def frames(chance: random.Random) -> Iterator[bytes]:
    """Each a little or wholly different from the one before: rectangles, single dots, noise, a screen, nothing new."""
    frame = bytearray(FRAME_BYTES)
    for _ in range(FRAMES):
        match chance.randrange(8):
            case 0:
                frame = bytearray(chance.randbytes(FRAME_BYTES))
            case 1:
                frame = bytearray(draw(list_page().screen()))
            case 2:
                pass
            case 3 | 4:
                for _ in range(chance.randrange(1, 6)):
                    frame[chance.randrange(FRAME_BYTES)] ^= 1 << chance.randrange(8)
            case _:
                left, page = chance.randrange(WIDTH), chance.randrange(HEIGHT // 8)
                right, last = chance.randrange(left, WIDTH), chance.randrange(page, HEIGHT // 8)
                for p in range(page, last + 1):
                    frame[128 * p + left : 128 * p + right + 1] = chance.randbytes(right + 1 - left)
        yield bytes(frame)


def image(frame: bytes) -> Image.Image:
    """For luma: each column of a page is a byte whose lowest bit is the uppermost pixel."""
    picture = Image.new("1", (WIDTH, HEIGHT))
    pixels = picture.load()
    assert pixels is not None
    for at, column in enumerate(frame):
        for bit in range(8):
            if column >> bit & 1:
                pixels[at % WIDTH, at // WIDTH * 8 + bit] = 255
    return picture


def different(controller: Controller) -> int:
    """How many frames don't look the same."""
    ours = panel(controller)
    chip = CHIPS[controller]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # luma's own, about a call of Pillow
        full = DEVICES[controller](i2c(bus=SimulatedI2cBus(lambda: 0.0, {ADDRESS: chip}), address=ADDRESS))
        wrong = 0
        for frame in frames(random.Random(2)):
            ours.oled.show(frame)
            full.display(image(frame))
            wrong += ours.chip.pixels() != chip.pixels()
        full.persist = True
    return wrong


def measure() -> Figure:
    """On both controllers."""
    wrong = {controller: different(controller) for controller in CHIPS}
    if not any(wrong.values()):
        return Figure(f"identical ({' and '.join(name.upper() for name in wrong)})", True)
    return Figure(", ".join(f"{name.upper()}: {n} differ" for name, n in wrong.items()), False)


ROWS = (
    Row(f"pixels in the simulated chip against luma's own full redraw, {FRAMES:,} random frames", "identical", measure),
)
