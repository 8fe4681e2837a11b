"""The journal: what one input costs on the disk, counted by strace, and in time against append + fdatasync.

The rows are those of a game of Masters as the session records it.  The table holds the mean over a long game; the most
that one of them took stands beside it (now and then a page of the file is full and is split).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.journal import Journal
from companion.rules.log import Row as LogRow
from tests.bench.anchors.append_log import AppendLog
from tests.bench.games import recorded
from tests.bench.row import Figure, Row, Skipped

DECISIONS = 1_440
"""A long game: its journal is never so large that an input has to copy the WAL into the file."""
MARK = "/input-ends-here"


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder on the tree's own disk: /tmp may be memory, where a sync costs nothing."""
    Path("build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir="build", prefix="bench-") as folder:
        yield Path(folder)


def batches(size: int) -> Iterator[tuple[LogRow, ...]]:
    """The rows of whole games one after another, *size* an input."""
    rows = recorded(DECISIONS)
    for first in range(0, DECISIONS, size):
        yield rows[first : first + size]


def record(folder: Path, size: int) -> None:
    """What strace watches: every input ends with a look for a file that nobody has."""
    journal = Journal.create(folder / "game.journal", {"game": "masters"})
    os.access(MARK, os.F_OK)
    for rows in batches(size):
        journal.append(rows)
        os.access(MARK, os.F_OK)
    journal.close()


class Cost(NamedTuple):
    """Of one input."""

    syncs: int
    written_bytes: int


CALL = re.compile(r"(?P<call>fsync|fdatasync|write|pwrite64|writev|pwritev2?)\(.*= (?P<result>\d+)$")


def costs(trace: str) -> list[Cost]:
    """From strace's lines, input by input; what came before the first mark is the journal's making."""
    inputs = trace.split(MARK)[1:-1]
    found: list[Cost] = []
    for lines in inputs:
        calls = [match for line in lines.splitlines() if (match := CALL.search(line))]
        syncs = sum(call["call"] in ("fsync", "fdatasync") for call in calls)
        found.append(Cost(syncs, sum(int(call["result"]) for call in calls if "write" in call["call"])))
    return found


def counted(size: int, at_most_bytes: int) -> Figure:
    """Syncs and bytes of an input with *size* decisions."""
    if not shutil.which("strace"):
        raise Skipped("strace isn't installed")
    with scratch() as folder:
        trace = folder / "trace"
        calls = "trace=access,faccessat,faccessat2,fsync,fdatasync,write,pwrite64,writev,pwritev,pwritev2"
        child = [sys.executable, "-m", "tests.bench.journal", str(folder), str(size)]
        watched = ["strace", "-f", "-qq", "-s", "40", "-e", calls, "-o", str(trace), *child]
        done = subprocess.run(watched, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Skipped(f"strace may not trace here: {done.stderr.strip().splitlines()[-1:]}")
        inputs = costs(trace.read_text())
    assert len(inputs) == DECISIONS // size
    syncs = {cost.syncs for cost in inputs}
    written = [cost.written_bytes for cost in inputs]
    mean = statistics.mean(written)
    said = f"{'–'.join(str(n) for n in sorted(syncs))}, {mean:,.0f} (at most {max(written):,})"
    return Figure(said, syncs == {1} and mean <= at_most_bytes)


def timed() -> Figure:
    """The median commit against the median append, turn by turn."""
    ours: list[float] = []
    appends: list[float] = []
    with scratch() as folder:
        journal = Journal.create(folder / "game.journal", {"game": "masters"})
        log = AppendLog(folder / "log")
        for rows in batches(1):
            line = json.dumps([row._asdict() for row in rows], default=lambda member: member.value).encode()
            began = time.perf_counter()
            journal.append(rows)
            between = time.perf_counter()
            log.append(line)
            ours.append(between - began)
            appends.append(time.perf_counter() - between)
        journal.close()
        log.close()
    ratio = statistics.median(ours) / statistics.median(appends)
    said = f"{ratio:.2f}× ({statistics.median(ours) * 1e6:,.0f} µs against {statistics.median(appends) * 1e6:,.0f} µs)"
    return Figure(said, ratio <= 1.2)


ROWS = (
    Row("journal, one input with one decision: syncs, bytes written", "1, ≤ 1,000", lambda: counted(1, 1_000)),
    Row("journal, one input with one decision: time against append + fdatasync", "≤ 1.2×", timed),
    Row("journal, one input with twelve decisions: syncs, bytes written", "1, ≤ 2,700", lambda: counted(12, 2_700)),
)


if __name__ == "__main__":
    record(Path(sys.argv[1]), int(sys.argv[2]))
