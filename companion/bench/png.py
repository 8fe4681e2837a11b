"""A frame of the panel as a picture file, with nothing but the standard library (PNG specification, third edition)."""

from __future__ import annotations

import struct
import zlib
from typing import Final

WIDTH: Final = 128
HEIGHT: Final = 64
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEAD: Final = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 1, 0, 0, 0, 0)
"""One bit of grey: 1 is lit."""


def png(frame: bytes) -> bytes:
    """1024 page bytes (bit 0 of each is its uppermost pixel) as a PNG of 128x64."""
    rows = bytearray()
    for y in range(HEIGHT):
        page = frame[y // 8 * WIDTH : (y // 8 + 1) * WIDTH]
        bits = "".join(str(byte >> (y % 8) & 1) for byte in page)
        rows += b"\0" + int(bits, 2).to_bytes(WIDTH // 8, "big")
    chunks = (_chunk(b"IHDR", _HEAD), _chunk(b"IDAT", zlib.compress(bytes(rows), 9)), _chunk(b"IEND", b""))
    return _SIGNATURE + b"".join(chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
