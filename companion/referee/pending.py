"""What a session waits for."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class State(Enum):
    """Where a session stands; the lobby's are ``idle`` and ``setup``."""

    AWAITING_CHOICE = "awaiting-choice"
    AWAITING_TABLE = "awaiting-table"
    CONSENT = "consent"
    PAUSED = "paused"
    OVER = "over"


class Pending(NamedTuple):
    """What is asked just now, for the bench."""

    state: State
    page: str
    """The page on top: ``ask map roll dice secret peek look notice bot menu text refusal tap contest table
    consent pause over``."""
    seat: int
    """Who is asked, or whose hand throws; -1: nobody."""
    rule: str
    keys: tuple[str, ...]
    """The keys of the pending decision."""
    is_chance: bool
    source: str
    rows: tuple[tuple[str, ...], ...]
    """For each row of the list on top the option keys behind it: several for a group, none for what can't be had."""
    caret: int
    denied: str = ""
    """The section of the refusal on the screen."""
    script: tuple[str, ...] = ()
    """Scripted chance that no decision has offered yet."""
