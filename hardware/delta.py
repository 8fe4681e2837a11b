"""What is different between two frames, and what it costs to say so.  Pure byte arithmetic.

A frame is 1024 page bytes: byte 128*p + x holds the eight pixels of column x in page p, bit 0 uppermost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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


class Differ:
    """Finds what to send, for a bus on which each further window costs *overhead* bytes."""

    def __init__(self, overhead: int) -> None:
        self._overhead = overhead
        # A run of bytes that differ, across as many equal bytes as a further window would cost.
        self._run = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % overhead)

    def spans(self, old: Pages, new: Pages) -> list[Window]:
        """Windows of one page each that hold all differences; a gap is bridged where that is cheaper."""
        found: list[Window] = []
        for p in range(PAGES):
            was, now = old[p], new[p]
            if was == now:
                continue
            changed = int.from_bytes(was, "little") ^ int.from_bytes(now, "little")
            first, last = (changed & -changed).bit_length() - 1 >> 3, changed.bit_length() - 1 >> 3
            if last - first <= self._overhead + 1:
                found.append(Window(first, last + 1, p, p + 1))
            else:
                runs = self._run.finditer(changed.to_bytes(WIDTH, "little"))
                found += [Window(run.start(), run.end(), p, p + 1) for run in runs]
        return found

    def windows(self, old: Pages, new: Pages) -> Sequence[Window]:
        """Windows that hold all differences, joined to rectangles where that is cheaper; never dearer than all."""
        found: list[Window] = []
        for window in self.spans(old, new):
            x0, x1, p0, p1 = window
            at = len(found) - 1
            while at >= 0:
                left, right, top, bottom = found[at]
                left, right = x0 if x0 < left else left, x1 if x1 > right else right
                top, bottom = p0 if p0 < top else top, p1 if p1 > bottom else bottom
                apart = (x1 - x0) * (p1 - p0) + found[at].area + self._overhead
                if (right - left) * (bottom - top) <= apart:
                    # Larger now, it may have come near those that were passed over.
                    x0, x1, p0, p1 = left, right, top, bottom
                    del found[at]
                    at = len(found)
                at -= 1
            found.append(Window(x0, x1, p0, p1))
        cost = sum([window.area + self._overhead for window in found])
        return found if cost < WHOLE.area + self._overhead else (WHOLE,)


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
