"""Long work on every core, with a bar on a terminal and nothing where the output is piped."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import Pool
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Part = TypeVar("Part")
Done = TypeVar("Done")


def cores() -> int:
    """How many there are for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[[Part], Done], parts: Sequence[Part], what: str, processes: int | None = None
) -> Iterator[Done]:
    """What *work* makes of each of the parts, as they get done.  *what* stands beside the bar.

    *work* and its parts travel to other processes, unless there is only one.
    """
    with _workers(work, parts, min(processes or cores(), len(parts))) as done, _bar() as bar:
        task = bar.add_task(what, total=len(parts))
        for each in done:
            yield each
            bar.advance(task)


@contextmanager
def _workers(work: Callable[[Part], Done], parts: Sequence[Part], processes: int) -> Iterator[Iterator[Done]]:
    if processes <= 1:
        yield map(work, parts)
        return
    with Pool(processes) as pool:
        yield pool.imap_unordered(work, parts)


def _bar() -> Progress:
    """On the terminal, beside what is printed; it goes when the work is done."""
    console = Console(stderr=True)
    shown = sys.stdout.isatty() and console.is_terminal
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not shown)
