"""What is different between two frames, and what it costs to say so.  Pure byte arithmetic.

A frame is 1024 page bytes: byte 128*p + x holds the eight pixels of column x in page p, bit 0 uppermost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from hardware.api import FRAME_BYTES, HEIGHT, WIDTH

PAGES: Final = HEIGHT // 8
BLANK: Final = bytes(FRAME_BYTES)

Pages = tuple[bytes, ...]
"""A frame cut into its eight pages."""


class Window(NamedTuple):
    """A rectangle of columns x0 <= x < x1 and pages p0 <= p < p1."""

    x0: int
    x1: int
    p0: int
    p1: int

    @property
    def area(self) -> int:
        """In bytes."""
        return (self.x1 - self.x0) * (self.p1 - self.p0)

    def around(self, other: Window) -> Window:
        """The smallest window that holds both."""
        return Window(min(self.x0, other.x0), max(self.x1, other.x1), min(self.p0, other.p0), max(self.p1, other.p1))

    def cut(self, pages: Pages) -> bytes:
        """Its bytes, page after page."""
        if self.p1 - self.p0 == 1:
            return pages[self.p0][self.x0 : self.x1]
        return b"".join([page[self.x0 : self.x1] for page in pages[self.p0 : self.p1]])


WHOLE: Final = Window(0, WIDTH, 0, PAGES)


def cut(frame: bytes) -> Pages:
    """The eight pages of a frame.  Raises `ValueError` for one of another size: the caller's fault."""
    if len(frame) != FRAME_BYTES:
        raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(frame)}")
    return tuple([frame[at : at + WIDTH] for at in range(0, FRAME_BYTES, WIDTH)])


def _spans_pattern(bridge: int) -> re.Pattern[bytes]:
    """Matches a run of bytes that differ, across up to *bridge* equal bytes."""
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % bridge)


class Differ:
    """Finds what to send, for a bus on which each further window costs *overhead* bytes."""

    def __init__(self, overhead: int) -> None:
        self._overhead = overhead
        self._spans = _spans_pattern(overhead)

    def spans(self, old: Pages, new: Pages) -> Iterator[Window]:
        """Windows of one page each that hold all differences; a gap is bridged where that is cheaper."""
        for p in range(PAGES):
            was, now = old[p], new[p]
            if was != now:
                changed = int.from_bytes(was, "little") ^ int.from_bytes(now, "little")
                for match in self._spans.finditer(changed.to_bytes(WIDTH, "little")):
                    yield Window(match.start(), match.end(), p, p + 1)

    def windows(self, old: Pages, new: Pages) -> Sequence[Window]:
        """Windows that hold all differences, joined to rectangles where that is cheaper; never dearer than all."""
        found: list[Window] = []
        cost = 0
        for window in self.spans(old, new):
            joined = window
            while (at := self._cheaper(found, joined)) is not None:
                other = found.pop(at)
                cost -= other.area + self._overhead
                joined = joined.around(other)
            found.append(joined)
            cost += joined.area + self._overhead
        return found if cost < WHOLE.area + self._overhead else (WHOLE,)

    def _cheaper(self, found: Sequence[Window], window: Window) -> int | None:
        """Which of *found* is better sent in one with *window*."""
        for at in range(len(found) - 1, -1, -1):
            other = found[at]
            if window.around(other).area <= window.area + other.area + self._overhead:
                return at
        return None


_EVERY_BYTE: Final = int.from_bytes(b"\1" * FRAME_BYTES, "little")
_ALL_BITS: Final = (1 << 8 * FRAME_BYTES) - 1


def shifted(frame: bytes, x: int, y: int) -> bytes:
    """*frame* moved by *x* pixels to the right and *y* down (negative: left, up); what leaves the panel is lost."""
    if y:
        # One big number, byte 0 lowest: a shift by y within every byte, and what left a byte goes one page on.
        pixels = int.from_bytes(frame, "little")
        rows, pages = y % 8, y // 8
        kept = _EVERY_BYTE * (0xFF >> rows)
        within = (pixels & kept) << rows
        beyond = (pixels & ~kept) >> 8 - rows
        page = 8 * WIDTH
        pixels = _moved(within, pages * page) | _moved(beyond, (pages + 1) * page)
        frame = pixels.to_bytes(FRAME_BYTES, "little")
    if x:
        edge = bytes(min(abs(x), WIDTH))
        pages_of = cut(frame)
        moved = (
            (edge + page[:-x] if x < WIDTH else edge for page in pages_of)
            if x > 0
            else (page[-x:] + edge for page in pages_of)
        )
        frame = b"".join(moved)
    return frame


def _moved(pixels: int, bits: int) -> int:
    """To higher bytes by so many bits, or to lower ones; what leaves the frame is lost."""
    return (pixels << bits) & _ALL_BITS if bits >= 0 else pixels >> -bits
