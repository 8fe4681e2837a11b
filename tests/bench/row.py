"""A line of the table, and what it takes to fill it in."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Figure(NamedTuple):
    """What came out, and whether that is what was to be reached."""

    measured: str
    met: bool | None
    """None: nothing was to be reached."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line: what is measured, what it has to reach, and who measures it."""

    what: str
    to_reach: str
    measure: Callable[[], Figure]
    """Raises `Skipped`."""


class Skipped(Exception):
    """Something that this measurement needs isn't here; the message says what."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """Ours against a peer's, round by round."""

    ours: tuple[float, ...]
    peers: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of the rounds' own ratios: what slows a round down slows both."""
        return statistics.median(a / b for a, b in zip(self.ours, self.peers, strict=True))


def interleaved(rounds: int, ours: Callable[[], float], peer: Callable[[], float]) -> Ratio:
    """Measure both in every round, the order changing, after one round that doesn't count."""
    ours(), peer()
    mine: list[float] = []
    theirs: list[float] = []
    for n in range(rounds):
        turns: list[tuple[list[float], Callable[[], float]]] = [(mine, ours), (theirs, peer)]
        for values, measure in turns if n % 2 else reversed(turns):
            values.append(measure())
    return Ratio(tuple(mine), tuple(theirs))


def cpu_seconds(times: int, work: Callable[[], object]) -> float:
    """CPU time of one call, in seconds."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def quantile(values: Iterable[float], share: float) -> float:
    """The value that *share* of them don't exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def table(head: Sequence[str], cells: Iterable[Sequence[str]]) -> str:
    """As Markdown, the columns lined up for those who read it as it is."""
    lines = [head, *cells]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    said = ["| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines]
    said.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(said)
