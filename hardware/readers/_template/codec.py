"""The module as bytes.  No I/O.

Source: cite the data sheet here, document and revision, and its sections below; say what you couldn't look up.
"""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Final

from hardware.api import TagId
from hardware.readers.iso14443 import ID_SIZES, tag_id

WHO: Final = b"V"
WHAT: Final = b"?"
"""Commands.  Each is answered by a length, so many bytes, and the exclusive or of those as a check."""


def whole(received: bytes) -> bytes | None:
    """What an answer says; None while some of it is still to come.  Raises `ValueError` where its check is wrong."""
    if not received or len(received) < received[0] + 2:
        return None
    body = received[1 : received[0] + 1]
    if reduce(xor, body, 0) != received[received[0] + 1]:
        raise ValueError("the check byte is wrong")
    return body


def tags(body: bytes) -> list[TagId]:
    """The ids in an answer to `WHAT`, each after its length.  Raises `ValueError`."""
    found: list[TagId] = []
    while body:
        size = body[0]
        if size not in ID_SIZES or len(body) <= size:
            raise ValueError("no list of ids")
        found.append(tag_id(body[1 : 1 + size]))
        body = body[1 + size :]
    return found
