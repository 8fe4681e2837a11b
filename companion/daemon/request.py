"""What ``referee play`` was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.editions import REFERENCE


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """As on the command line, unchecked: `companion.open_game.new_header` checks what belongs to a game."""

    game: str | None = None
    """None: what was being played goes on, or the lobby."""
    twin: bool = False
    seats: int | None = None
    names: tuple[str, ...] = ()
    """Pawns in seat order."""
    bots: tuple[str, ...] = ()
    """``all``, or pawns, or seats from 1."""
    seed: str | None = None
    sets: Mapping[str, str] = field(default_factory=dict)
    """Switches and table options."""
    edition: str = REFERENCE
    """One that comes with the game, or a file."""
    headless: bool = False
    journal: Path | None = None
    """A journal to begin, or to go on with; None: on the shelf of the state folder."""
    config: Path | None = None
    """The configuration; None: none was found, or the twin is played."""
    bench: Path | None = None
    """Where the bench's socket is to stand."""
