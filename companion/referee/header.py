"""What a game was begun with: the head of its journal, and all that a replay needs beside the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Header:
    """The facts that hold for a whole game."""

    game: str
    rules: int
    """The rules version of the game it was begun under."""
    seats: int
    seed: str
    """Fate's secret, until the end.  Never shown, never logged."""
    edition: str = "reference"
    edition_toml: str = ""
    """The whole edition file as it was: a replay needs no file but the journal."""
    names: tuple[str, ...] = ()
    """Pawn ids in seat order, where they were given."""
    switches: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    """Table options: ``dice tokens cards memory board``."""
    bots: tuple[int, ...] = ()
    """Seats that the box plays."""
    bench: bool = False
    """Chance may have been scripted."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Header:
        """The inverse of `to_dict`.  Raises `TypeError` or `KeyError` for what is no header."""
        tuples = {name: tuple(data[name]) for name in ("names", "bots")}
        return cls(**{**data, **tuples})
