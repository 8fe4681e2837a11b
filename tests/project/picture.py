"""Draw the README's picture of the table anew: ``python -m tests.project.picture FILE``.

What is drawn is the table of `referee play --twin` itself, a few turns into a game.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from companion.daemon.box import Box
from companion.daemon.host import ShelfHost
from companion.daemon.notify import Notify
from companion.daemon.port import Disk, Port
from companion.daemon.terminal import COLUMNS, ROWS, Tell, TerminalTable
from companion.open_game import new_header
from companion.referee.api import Button, Told, Touch, Touched
from companion.referee.settings import Settings
from companion.rules.kernel import EVERYONE
from companion.words import Words
from hardware.rig import Rig
from hardware.twin.world import World
from hardware.wiring import default_wiring
from hardware.workers import InlineWorker

GAME, SEATS, SEED = "masters", 3, "4"
ANSWERS = 14
WEB_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
BRAILLE = re.compile("<text[^>]*>[^<]*[\u2800-\u28ff][^<]*</text>")
CELLS = re.compile(r'<g class="terminal-\d+-matrix">')
PIXEL = 6.1
"""Half a column of the drawn terminal, which is a quarter of a line."""
LEFT, TOP = 2, 4
"""Of the panel, in such pixels: inside its frame."""


async def picture() -> str:
    """As SVG, with the fonts of whoever looks at it."""
    loop = asyncio.get_running_loop()
    world = World(default_wiring(), time.monotonic)
    rig = Rig(default_wiring(), clock=time.monotonic, factory=world.factory, buses=world.buses, worker=InlineWorker)
    with tempfile.TemporaryDirectory() as folder:
        host = ShelfHost(Path(folder), Settings(quiet=True))
        box = Box(loop, rig, host, Notify())
        port = Port(loop, box, world, Disk())

        async def main() -> int:
            box.open(partial(host.begin, new_header(GAME, SEATS, seed=SEED)))
            await box.ended
            return 0

        table = TerminalTable(world, lambda tell: box.listen(partial(say, tell)), main, lambda: Words("en"))
        async with table.run_test(size=(COLUMNS, ROWS)) as pilot:
            await pilot.pause()
            while not is_worth_a_look(port):
                box.give(Touched(Button.OK, Touch.SHORT))
            await pilot.pause(0.5)
            drawn = table.export_screenshot(title="referee play --twin")
            lit = world.pixels()
        box.close()
    return WEB_FONTS.sub("", with_pixels(drawn, lit))


def with_pixels(drawn: str, lit: bytes) -> str:
    """The panel's pixels as squares instead of braille, whose dots fonts set where they like."""
    squares = "".join(
        f"M{(LEFT + at % 128) * PIXEL:.1f} {(TOP + at // 128 * 8 + bit) * PIXEL:.1f}h5.5v5.5h-5.5z"
        for at, column in enumerate(lit)
        for bit in range(8)
        if column >> bit & 1
    )
    return CELLS.sub(lambda cells: f'{cells[0]}<path fill="#c8f4ff" d="{squares}"/>', BRAILLE.sub("", drawn), count=1)


def say(tell: Tell, output: object) -> None:
    """The public log's lines."""
    if isinstance(output, Told) and output.audience == EVERYONE:
        tell(output.line)


def is_worth_a_look(port: Port) -> bool:
    """A list of some length, later than in the set-up."""
    waiting = port.waiting()
    return waiting.page == "ask" and len(waiting.rows) > 2 and len(port.rows()) > ANSWERS


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(asyncio.run(picture()), encoding="utf-8")
