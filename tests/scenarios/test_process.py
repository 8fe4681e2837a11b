"""A daemon in a process of its own: the same game log, and nothing that was seen is ever lost."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.bench import place_process
from companion.bench.instructions import Scenario
from companion.bench.language import parse, read
from companion.bench.place import Stand
from companion.bench.place_process import ProcessStand
from companion.bench.place_twin import Twin
from companion.bench.runner import Verdict, run_scenario

HERE = Path(__file__).parent
UNSYNCED = """
from companion.journal import file
open_to_write = file.open_to_write
def open_without_syncs(path):
    db = open_to_write(path)
    db.execute("pragma synchronous = off")
    return db
file.open_to_write = open_without_syncs
"""


class Apart(Twin):
    """Every file gets a daemon of its own."""

    @contextmanager
    def stand(self, scenario: Scenario) -> Iterator[Stand]:
        with TemporaryDirectory() as folder:
            stand = ProcessStand(scenario, Path(folder))
            try:
                yield stand
            finally:
                stand.close()


@pytest.mark.parametrize("name", ["refusal", "foreign-tag", "seat-reader"])
def test_the_same_scenario_leaves_the_same_game_log_in_process_and_over_the_socket(name):
    scenario = read(HERE / f"{name}.scn")
    here, apart = run_scenario(scenario, Twin()), run_scenario(scenario, Apart())
    assert here.reason == apart.reason == ""
    assert here.log == apart.log
    assert here.log
    assert here.frames[-1].frame == apart.frames[-1].frame


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_journal_that_does_not_sync_loses_the_game_and_the_scenario_says_so(monkeypatch):
    """The planted fault of the power cut."""
    monkeypatch.setattr(place_process, "MAIN", UNSYNCED + place_process.MAIN)
    result = run_scenario(read(HERE / "powercut.scn"), Twin())
    assert result.verdict is Verdict.FAILED
    assert "powercut.scn:10: the log ends before it begins, not pawn/moon pawn/star" in result.reason


def test_without_strace_a_power_cut_is_skipped_with_the_reason(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run_scenario(read(HERE / "powercut.scn"), Twin())
    assert (result.verdict, result.reason) == (
        Verdict.SKIPPED,
        "no strace here, so that what was synced can't be told: install strace",
    )


def test_a_daemon_that_breaks_down_fails_the_scenario(monkeypatch):
    monkeypatch.setattr(place_process, "MAIN", "raise SystemExit('the fuse is gone')")
    result = run_scenario(parse("game _template\nseats 2\nkill\n", "x.scn"), Twin())
    assert result.verdict is Verdict.FAILED
    assert "the daemon doesn't start (exit status 1): the fuse is gone" in result.reason


def test_what_is_not_on_this_place_is_told():
    result = run_scenario(parse("game _template\nseats 2\njump clock +3h\nkill\n", "x.scn"), Twin())
    assert (result.verdict, result.reason) == (
        Verdict.SKIPPED,
        "the wall clock of a daemon in a process of its own can't be moved",
    )


def test_what_the_dice_show_can_stand_right_below_a_restart():
    told = 'game _template\nseats sun moon\nkill\nrestart\nchance 4-3\nexpect log ends "4-3"\n'
    result = run_scenario(parse(told, "x.scn"), Twin())
    assert (result.verdict, result.reason) == (Verdict.PASSED, "")
