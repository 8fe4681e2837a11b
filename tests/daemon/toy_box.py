"""A box on the table for the terminal's tests: it notes every finger, and shows how often DOWN was pressed.

``python -m tests.daemon.toy_box`` plays with it; its task ends with status 7 when ROLL is pressed.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable

from companion.daemon.terminal import Tell, sit_down
from companion.screen.model import Lines, Screen
from companion.screen.raster import draw
from companion.words import Words


class ToyBox:
    """Fulfils `companion.daemon.terminal.TableWorld`."""

    def __init__(self) -> None:
        self.buzzer_hz: float | None = None
        self.lit: set[str] = set()
        self.missing: set[str] = {"seat/6"}
        self.fingers: list[tuple[str, str, float]] = []
        self.rolled = asyncio.Event()
        self.say: Callable[[str], None] = lambda line: None

    def lines(self, tell: Tell) -> None:
        self.say = tell
        tell("The table is set.")

    def pixels(self) -> bytes:
        downs = sum(finger[:2] == ("down", "press") for finger in self.fingers)
        return draw(Screen(None, (Lines((f"{downs} down",)),), "OK"))

    def press(self, button: str) -> None:
        self.fingers.append((button, "press", time.monotonic()))
        if button == "roll":
            self.rolled.set()

    def release(self, button: str) -> None:
        self.fingers.append((button, "release", time.monotonic()))

    def lamp(self, lamp: str) -> bool:
        if lamp in self.missing:
            raise KeyError(lamp)
        return lamp in self.lit

    async def until_rolled(self) -> int:
        try:
            await self.rolled.wait()
            return 7
        finally:
            self.say("The box is closed.")

    @property
    def touched(self) -> list[str]:
        """``ok press``, ``ok release`` …"""
        return [f"{button} {what}" for button, what, _ in self.fingers]


if __name__ == "__main__":
    box = ToyBox()
    sys.exit(sit_down(box, box.lines, box.until_rolled, lambda: Words("en")))
