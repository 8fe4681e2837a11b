"""CPU of a caret step: the page takes the touch, the screen is composed, compared with what stands, and sent.

Held against the usual way to do the same with luma: draw the list into its canvas, which displays the whole frame.
Both send to a bus that only counts.
"""

from __future__ import annotations

import warnings

from luma.core.interface.serial import i2c
from luma.core.render import canvas
from luma.oled.device import ssd1306
from PIL import ImageFont

from companion.referee.api import Button, Touch, Touched
from companion.screen.raster import draw
from hardware.links import I2cLink
from hardware.oled import Oled
from tests.bench.panel import ADDRESS, LABELS, CountingBus, list_page
from tests.bench.row import Figure, Row, cpu_seconds, interleaved

ROUNDS = 9
ROW_PIXELS = 10
DOWN = Touched(Button.DOWN, Touch.PRESS)


def measure() -> Figure:
    """A step each, the same list, the caret going round."""
    page = list_page(LABELS[:3])
    oled = Oled(I2cLink(CountingBus(), ADDRESS, "bench"), "ssd1306")
    oled.show(draw(page.screen()))

    def ours() -> None:
        page.touched(DOWN)
        oled.show(draw(page.screen()))

    device = ssd1306(i2c(bus=CountingBus(), address=ADDRESS))
    device.persist = True
    font = ImageFont.load_default()
    rows = ["MUSCLOR   outer  T12", "Move 5. Where to?", *LABELS[:3], "OK go  OK… map  ?why"]
    at = 0

    def lumas() -> None:
        nonlocal at
        at = (at + 1) % 3
        with canvas(device) as picture:
            for n, row in enumerate(rows):
                picture.text((8, n * ROW_PIXELS), row, font=font, fill="white")
            picture.text((0, (2 + at) * ROW_PIXELS), ">", font=font, fill="white")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # luma's own, about a call of Pillow
        ratio = interleaved(ROUNDS, lambda: cpu_seconds(400, ours), lambda: cpu_seconds(40, lumas))
    said = f"1/{1 / ratio.median:.0f} ({min(ratio.ours) * 1e6:.0f} µs against {min(ratio.peers) * 1e6:.0f} µs)"
    return Figure(said, ratio.median <= 1 / 20)


ROWS = (Row("CPU of a caret step (compose, compare, emit) against luma's canvas + display", "≤ 1/20", measure),)
