"""The game log: what was answered, in order.  Rows are never deleted; a take-back names the row it returns to."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from hashlib import blake2b
from typing import NamedTuple

from companion.rules.kernel import Decision


class RowKind(Enum):
    """What a row records."""

    ANSWER = "answer"
    TAKE_BACK = "take-back"
    CORRECTION = "correction"
    CONSENT = "consent"
    SEAT = "seat"
    """From here on the box plays a seat (key ``box``), or a person does again (key ``person``)."""


class Origin(Enum):
    """Where a chance answer came from."""

    FATE = "fate"
    TYPED = "typed"
    TAPPED = "tapped"
    BELIEVED = "believed"
    SCRIPTED = "scripted"


class Row(NamedTuple):
    """One row of the journal."""

    n: int
    """From 1, without gaps."""
    kind: RowKind
    seat: int
    """Who answered; -1 chance.  For a take-back or a correction: who asked for it."""
    rule: str
    key: str
    """The option's key.  For a consent: ``take-back yes``, ``correction no`` and so on."""
    digest: str = ""
    """Of the keys that were offered: `offer_digest`."""
    origin: Origin | None = None
    """Chance only."""
    source: str = ""
    """Chance only, as ``dice/17``."""
    back_to: int = 0
    """Take-back and correction: answers after this row no longer stand (0: none stands)."""
    piece: str = ""
    """The piece that was tapped, as ``token/17``, where it was chance that a tap answered."""


def offer_digest(decision: Decision) -> str:
    """Eight hex digits that change when the offered keys do."""
    return blake2b("\n".join(decision.keys()).encode(), digest_size=4).hexdigest()


def standing(rows: Iterable[Row]) -> list[Row]:
    """The answers that stand: the game log.

    >>> a = Row(1, RowKind.ANSWER, 0, "1", "left")
    >>> b = Row(2, RowKind.ANSWER, 0, "1", "right")
    >>> standing([a, b, Row(3, RowKind.TAKE_BACK, 0, "", "", back_to=1)]) == [a]
    True
    """
    log: list[Row] = []
    for row in rows:
        match row.kind:
            case RowKind.ANSWER:
                log.append(row)
            case RowKind.TAKE_BACK | RowKind.CORRECTION:
                while log and log[-1].n > row.back_to:
                    log.pop()
            case RowKind.CONSENT | RowKind.SEAT:
                pass
    return log
