"""What the table set on the box itself; none of it changes a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings that outlive a game."""

    language: str = "en"
    quiet: bool = False
    """No sound but the refusal."""
    bot_pace_s: float = 1.5
    """How long each move of a seat that the box plays stands on the screen."""
    consent_s: float = 60.0
    """So long a silence is a no."""
