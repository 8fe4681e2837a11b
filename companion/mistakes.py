"""Mistakes in files that people write: all of them at once, each with its place and what mends it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple


class Mistake(NamedTuple):
    """One mistake."""

    file: str
    line: int
    """From 1; 0 where it is no line's."""
    key: str
    """Dotted, as ``board.spaces.3.links``; entries of lists count from 0.  May be empty."""
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        key = f" {self.key}:" if self.key else ""
        return f"{place}:{key} {self.what}{self.remedy and f' — {self.remedy}'}"


class Mistakes(ValueError):
    """A file with mistakes, in the order of their lines: its writer must act.  As text: one a line."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(sorted(mistakes, key=lambda mistake: mistake[:2]))
        super().__init__("\n".join(map(str, self.mistakes)))


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The one of *known* that was probably meant; small letters and capitals count as the same."""
    by_small_letters = {name.lower(): name for name in known}
    near = get_close_matches(word.lower(), by_small_letters, n=1)
    return by_small_letters[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """What was meant, or all that there is.

    >>> did_you_mean("languge", ["language", "sound"])
    'did you mean language?'
    >>> did_you_mean("readers", ["language", "sound"])
    'there is language, sound'
    """
    known = list(known)
    near = nearest(word, known)
    return f"did you mean {near}?" if near else f"there is {', '.join(known) or 'nothing else'}"
