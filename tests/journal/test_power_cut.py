"""The power goes at any moment: whole commits are there, from the first on, and never a part of one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal import Journal
from companion.rules.log import Row
from tests.journal.conftest import HEADER, move, throw

COMMITS = (1, 12, 1, 3, 2, 12, 1)
FRAME_BYTES = 24 + 512
WAL_HEAD_BYTES = 32


class Played(NamedTuple):
    """A game that is being played."""

    path: Path
    rows: list[Row]
    wal: bytes


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    path = tmp_path_factory.mktemp("played") / "masters-1.journal"
    journal = Journal.create(path, HEADER)
    rows: list[Row] = []
    for size in COMMITS:
        commit = [(throw if n % 3 else move)(n) for n in range(len(rows) + 1, len(rows) + 1 + size)]
        journal.append(commit)
        rows += commit
    wal = path.with_name(path.name + "-wal").read_bytes()
    shutil.copy(path, path.with_name("kept"))  # as it stood, before `close` folds the WAL into it
    journal.close()
    path.with_name("kept").rename(path)
    return Played(path, rows, wal)


def after_power_cut(played: Played, wal: bytes, folder: Path) -> list[Row]:
    path = folder / "cut.journal"
    shutil.copy(played.path, path)
    path.with_name(path.name + "-wal").write_bytes(wal)
    journal = Journal.open(path, write=False)
    rows = journal.rows()
    journal.close()
    journal = Journal.open(path)
    assert journal.rows() == rows
    journal.append([throw(journal.count + 1)])  # and the game goes on
    journal.close()
    for name in folder.glob("cut.journal*"):
        name.unlink()
    return rows


def is_whole(rows: Sequence[Row], played: Played) -> bool:
    return list(rows) == played.rows[: len(rows)] and len(rows) in {0, *accumulate(COMMITS)}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_wherever_the_wal_is_cut_whole_commits_are_left(played: Played, tmp_path: Path, data: st.DataObject) -> None:
    frames = (len(played.wal) - WAL_HEAD_BYTES) // FRAME_BYTES
    near_a_frame = st.integers(0, frames).flatmap(
        lambda k: st.integers(-1, 1).map(lambda d: WAL_HEAD_BYTES + k * FRAME_BYTES + d)
    )
    at = data.draw(st.one_of(st.integers(0, len(played.wal)), near_a_frame))
    assert is_whole(after_power_cut(played, played.wal[: max(at, 0)], tmp_path), played)


def test_every_commit_is_reached_by_some_cut(played: Played, tmp_path: Path) -> None:
    cuts = range(WAL_HEAD_BYTES, len(played.wal) + 1, FRAME_BYTES)
    left = {len(after_power_cut(played, played.wal[:at], tmp_path)) for at in cuts}
    assert left == {0, *accumulate(COMMITS)}


def test_a_sector_of_the_last_write_that_never_came(played: Played, tmp_path: Path) -> None:
    torn = played.wal[:-FRAME_BYTES] + bytes(FRAME_BYTES)
    assert len(after_power_cut(played, torn, tmp_path)) == sum(COMMITS[:-1])


def test_half_a_commit_and_a_lost_row_would_be_noticed(played: Played) -> None:
    assert is_whole(played.rows[:13], played)
    assert not is_whole(played.rows[:12], played)
    assert not is_whole([*played.rows[:5], *played.rows[6:14]], played)


TRACED = """
import os, sys
from pathlib import Path
from companion.journal import Journal
from tests.journal.conftest import HEADER, throw
journal = Journal.create(Path(sys.argv[1]), HEADER)
if sys.argv[2] == "careless":
    journal._db.execute("pragma synchronous = normal")
for size in (1, 12) * 40:
    os.write(2, b"append %d" % size)
    journal.append([throw(journal.count + 1 + i) for i in range(size)])
os.write(2, b"done")
journal.close()
"""


class Cost(NamedTuple):
    """What one `append` asked of the disk."""

    syncs: int
    written_bytes: int


def costs(path: Path, how: str) -> dict[int, list[Cost]]:
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed")
    trace = path.with_name("trace")
    command = [strace, "-e", "trace=write,pwrite64,fsync,fdatasync,msync", "-o", str(trace)]
    ran = subprocess.run([*command, sys.executable, "-c", TRACED, str(path), how], capture_output=True, text=True)
    if "ptrace" in ran.stderr:
        pytest.skip("strace is not allowed here")
    assert ran.returncode == 0, ran.stderr
    found: dict[int, list[Cost]] = {1: [], 12: []}
    for part in re.split(r"write\(2, \"append ", trace.read_text())[1:]:
        here = part.partition("write(2")[0]
        written = sum(int(n) for n in re.findall(r"^p?write(?:64)?\(.*= (\d+)$", here, re.M))
        found[int(re.match(r"\d+", part)[0])].append(Cost(len(re.findall(r"^f\w*sync\(", here, re.M)), written))  # type: ignore[index]
    return found


def test_a_decision_costs_one_sync_and_one_page(path: Path) -> None:
    found = costs(path, "as it is")
    assert {cost.syncs for cost in found[1] + found[12]} == {1}
    mean = {size: sum(cost.written_bytes for cost in found[size]) / len(found[size]) for size in found}
    assert 536 <= mean[1] <= 1_000
    assert 1_072 <= mean[12] <= 2_700


def test_a_journal_that_does_not_sync_would_be_noticed(path: Path) -> None:
    assert {cost.syncs for cost in costs(path, "careless")[1]} == {0}
