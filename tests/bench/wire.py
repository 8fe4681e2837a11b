"""Bytes on the bus, I2C addresses and control bytes included, as the simulated bus counts them."""

from __future__ import annotations

import random

from companion.referee.api import Button, Touch, Touched
from companion.screen.raster import draw
from hardware.api import FRAME_BYTES
from tests.bench.panel import LABELS, Panel, list_page, panel
from tests.bench.row import Figure, Row

DOWN, UP = Touched(Button.DOWN, Touch.PRESS), Touched(Button.UP, Touch.PRESS)


def sent(shown: Panel, frame: bytes) -> int:
    """Bytes that showing *frame* takes."""
    before = shown.bus.bytes
    shown.oled.show(frame)
    return shown.bus.bytes - before


def caret_steps(shown: Panel) -> list[int]:
    """The caret goes down and up in lists that needn't scroll, one row at a time."""
    found: list[int] = []
    for rows in range(2, 4):
        page = list_page(LABELS[:rows])
        shown.oled.show(draw(page.screen()))
        for touch in [DOWN] * (rows - 1) + [UP] * (rows - 1):
            page.touched(touch)
            found.append(sent(shown, draw(page.screen())))
    return found


def measure() -> Figure:
    """The dearest caret step, a frame that stands already, and frames of noise."""
    shown = panel("ssd1306")
    steps = caret_steps(shown)
    frame = draw(list_page().screen())
    shown.oled.show(frame)
    unchanged = sent(shown, frame)
    noise = random.Random(1)
    whole = max(sent(shown, noise.randbytes(FRAME_BYTES)) for _ in range(50))
    met = max(steps) <= 34 and unchanged == 0 and whole <= 1_034
    return Figure(f"{max(steps)} / {unchanged} / {whole:,}", met)


ROWS = (Row("bytes on the bus: a caret step / an unchanged frame / a whole new frame", "≤ 34 / 0 / ≤ 1,034", measure),)
