"""The referee is killed again and again, and nothing that anybody saw is lost.  ``make crash N=200`` kills more."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.faults.crash import AT_A_CALL, CALLS, Crash, Loss
from tests.faults.daemons import cannot_kill_at_a_call

GAME = "_template"
KILLS = 10

SHOWN_FIRST = """
from companion.daemon.box import Box
from companion.referee.api import Record
put_out = Box._put_out
Box._put_out = lambda box, outputs, at: put_out(box, sorted(outputs, key=lambda o: isinstance(o, Record)), at)
"""
"""A result is shown, and then saved."""
NOT_WRITTEN = """
from companion.daemon.scribe import Scribe
write = Scribe.write
Scribe.write = lambda scribe, rows, *more: True if len(rows) == 1 and rows[0].n % 7 == 0 else write(scribe, rows, *more)
"""
"""Some rows never come to the journal, though they are said to be there.  (Those behind them can't be appended.)"""
NEW_FATE = """
import os
from companion.referee.fate import Fate
begin = Fate.__init__
Fate.__init__ = lambda fate, seed: begin(fate, os.urandom(8).hex())
"""
"""Each start has a fate of its own: a power cut is a chance for a better roll."""
FORGETFUL = """
from companion.journal import Journal
rows = Journal.rows
Journal.rows = lambda journal: rows(journal)[:-1]
Journal.append = lambda journal, rows: None
"""
"""The last answer is given up at a restart."""


def crash(folder: Path, seed: int, **more: object) -> Crash:
    return Crash(folder, Random(seed), game=GAME, most_inputs=10, **more)  # type: ignore[arg-type]


def rounds(table: Crash, n: int) -> None:
    for _ in range(n):
        table.round()


def test_ten_kills_lose_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    why_not = cannot_kill_at_a_call()
    if why_not:
        with capsys.disabled():
            print(f"\nkills at a system call: skipped, {why_not}")
    table = crash(tmp_path, seed=3, at_a_call=0.0 if why_not else AT_A_CALL)
    rounds(table, KILLS)
    assert table.told["rows"] > KILLS
    assert table.told["answers of fate"] > KILLS
    assert why_not or any(table.told[f"killed at {call}"] for call in CALLS)


@pytest.mark.parametrize(
    ("planted", "noticed"),
    [
        pytest.param(SHOWN_FIRST, "knew", id="shown first"),
        pytest.param(NOT_WRITTEN, "ended by itself|knew|was .* and is", id="not written"),
        pytest.param(NEW_FATE, "fate says|is asked", id="new fate"),
        pytest.param(FORGETFUL, "is asked|knew", id="forgetful"),
    ],
)
def test_a_planted_fault_is_noticed(planted: str, noticed: str, tmp_path: Path) -> None:
    if planted is SHOWN_FIRST and (why_not := cannot_kill_at_a_call()):
        pytest.skip(why_not)
    table = crash(tmp_path, seed=1, planted=planted, at_a_call=0.0)
    if planted is SHOWN_FIRST:
        table.at_a_call, table.calls = 1.0, {"pwrite64": (18, 23)}
    with pytest.raises(Loss, match=noticed):
        rounds(table, 8)
