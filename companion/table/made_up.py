"""Tags for the pieces of a box that has none: in a scenario, and at the simulated table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from companion.rules.game import Piece

MAKER = 0x04
"""The first byte of an NTAG's id: NXP, as ISO/IEC 7816-6 numbers makers."""


def made_up_tag(piece: str) -> str:
    """The id of this piece's tag, as files write it: seven bytes, the same on every run and every machine."""
    digest = hashlib.blake2b(piece.encode(), digest_size=6).digest().replace(b"\x88", b"\x08")
    return bytes([MAKER, *digest]).hex().upper()  # an id in which 88 begins a level goes on behind it


def made_up_tags(pieces: Iterable[Piece]) -> Mapping[str, str]:
    """Tag -> piece id, for all that bear one."""
    return {made_up_tag(piece.id): piece.id for piece in pieces if piece.bears_tag}
