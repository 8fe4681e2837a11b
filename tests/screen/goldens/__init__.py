"""Golden screens: frames to the last pixel, kept as text for the test and as pictures for the eye.

A *sheet* is a set of named screens that belong together; `sheets.SHEETS` lists them all.  ``NAME.txt`` holds a sheet's
frames in braille (a character is 2x4 pixels), ``NAME.png`` shows them three times as large.  ``make goldens`` draws
both anew: look at the pictures before you commit them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from companion.screen.font import CELL_HEIGHT, CELL_WIDTH, COLUMN_BITS, glyph, plain
from companion.screen.model import Screen
from companion.screen.pixels import HEIGHT, WIDTH
from companion.screen.raster import draw

FOLDER = Path(__file__).parent
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Which bit of a braille character is which of its 4 rows of 2 dots (Unicode 15, chapter 21.1)."""
SCALE = 3
ACROSS = 4
GAP = 4


def is_lit(frame: bytes, x: int, y: int) -> bool:
    return bool(frame[WIDTH * (y // 8) + x] >> (y % 8) & 1)


def braille(frame: bytes) -> str:
    """16 lines of 64 characters."""
    return "\n".join(
        "".join(
            chr(BRAILLE + sum(DOTS[dy][dx] for dy in range(4) for dx in range(2) if is_lit(frame, x + dx, y + dy)))
            for x in range(0, WIDTH, 2)
        )
        for y in range(0, HEIGHT, 4)
    )


def text_of(frames: Mapping[str, bytes]) -> str:
    """A sheet's file."""
    return "\n".join(f"# {name}\n{braille(frame)}" for name, frame in frames.items()) + "\n"


def parts(text: str) -> dict[str, str]:
    """Each frame of a sheet's file by its name."""
    return {part.partition("\n")[0]: part.partition("\n")[2].rstrip("\n") for part in text.split("# ")[1:]}


def picture(frames: Mapping[str, bytes]) -> Image.Image:
    """All frames side by side, each with its name below."""
    width, height = WIDTH + GAP, HEIGHT + CELL_HEIGHT + GAP
    rows = -(-len(frames) // ACROSS)
    sheet = Image.new("L", (ACROSS * width + GAP, rows * height + GAP), 96)
    for place, (name, frame) in enumerate(frames.items()):
        left, top = GAP + place % ACROSS * width, GAP + place // ACROSS * height
        for y in range(HEIGHT):
            for x in range(WIDTH):
                sheet.putpixel((left + x, top + y), 255 if is_lit(frame, x, y) else 0)
        for column, character in enumerate(plain(name)):
            bits = glyph(character)
            for y in range(CELL_HEIGHT):
                for x in range(CELL_WIDTH):
                    if bits >> (COLUMN_BITS * x + y) & 1:
                        sheet.putpixel((left + CELL_WIDTH * column + x, top + HEIGHT + y), 255)
    return sheet.resize((sheet.width * SCALE, sheet.height * SCALE), Image.Resampling.NEAREST)


def drawn(screens: Mapping[str, Screen]) -> dict[str, bytes]:
    return {name: draw(screen) for name, screen in screens.items()}


def write_golden(sheet: str, screens: Mapping[str, Screen], folder: Path = FOLDER) -> None:
    """Keep these screens as they are drawn now."""
    frames = drawn(screens)
    (folder / f"{sheet}.txt").write_text(text_of(frames), encoding="utf-8")
    picture(frames).save(folder / f"{sheet}.png", optimize=True)


def check_golden(sheet: str, screens: Mapping[str, Screen], folder: Path = FOLDER) -> None:
    """Fail, and show what differs, unless these screens are drawn to the pixel as they were kept."""
    frames = drawn(screens)
    kept = parts((folder / f"{sheet}.txt").read_text(encoding="utf-8"))
    assert list(kept) == list(frames), f"{sheet}: other screens than were kept; `make goldens` draws them anew"
    for name, frame in frames.items():
        now = braille(frame)
        assert now == kept[name], f"{sheet}: {name!r} is drawn otherwise.\nKept:\n{kept[name]}\nNow:\n{now}"
    with Image.open(folder / f"{sheet}.png") as image:
        seen = image.convert("L")
    assert seen.tobytes() == picture(frames).tobytes(), f"{sheet}.png is not of these frames: `make goldens`"
