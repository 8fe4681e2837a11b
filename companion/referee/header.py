"""What a game was begun with: the head of its journal, and all that a replay needs beside the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final


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
        header = cls(**{**data, **{name: tuple(data[name]) for name in _TUPLES}})
        for name, kind in _KINDS.items():
            if type(getattr(header, name)) is not kind:
                raise TypeError(f"{name} is no {kind.__name__}")
        for name, kind in _TUPLES.items():
            if any(type(each) is not kind for each in getattr(header, name)):
                raise TypeError(f"{name} are not all {kind.__name__}")
        for name in ("switches", "options"):
            if not all(isinstance(word, str) for item in getattr(header, name).items() for word in item):
                raise TypeError(f"{name} are not all str")
        return header


_KINDS: Final[Mapping[str, type]] = {
    "game": str,
    "rules": int,
    "seats": int,
    "seed": str,
    "edition": str,
    "edition_toml": str,
    "switches": dict,
    "options": dict,
    "bench": bool,
}
_TUPLES: Final[Mapping[str, type]] = {"names": str, "bots": int}
"""JSON knows no tuples: they come as lists."""
