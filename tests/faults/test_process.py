"""The referee as a process: under a service manager, under signals, beside another one, without any device."""

from __future__ import annotations

import os
import signal
import socket
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.open_game import new_header
from tests.faults.daemons import PATIENCE_S, Daemon, Gone

GAME = ["_template", "--seats", "3"]
STOPS_WITHIN_S = 5.0
NO_GPIO = not list(Path("/dev").glob("gpiochip*"))


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A service manager with a short watchdog."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(PATIENCE_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "200000")
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        yield listening


def said(manager: socket.socket, word: bytes) -> bool:
    """Waits for it."""
    while heard := manager.recv(4096):
        if heard == word:
            return True
    return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_in_good_order_and_in_time(tmp_path: Path, number: int, manager: socket.socket) -> None:
    journal = tmp_path / "game.journal"
    daemon = Daemon(tmp_path, [*GAME, "--journal", str(journal)])
    try:
        assert said(manager, b"READY=1")
        daemon.connect()
        assert stat.S_IMODE((tmp_path / "bench").stat().st_mode) == 0o600
        daemon.ask("press", button="ok", hold_s=0.02)
        daemon.listen(0.1)
        daemon.ask("answer", key=daemon.ask("waiting")["keys"][0])
        assert said(manager, b"WATCHDOG=1")
        begin = time.monotonic()
        os.kill(daemon.process.pid, number)
        assert daemon.process.wait(PATIENCE_S) == 0
        assert time.monotonic() - begin < STOPS_WITHIN_S
        assert said(manager, b"STOPPING=1")
    finally:
        daemon.kill()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.journal", "notify", "stderr"]
    reading = Journal.open(journal, write=False)
    assert reading.count == 1
    reading.close()


@pytest.mark.parametrize("under_the_unit", [True, False])
def test_safe_shutdown_asks_for_the_power_off_only_where_the_unit_gave_leave(
    tmp_path: Path, under_the_unit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_time = tmp_path / "run"
    run_time.mkdir()
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    if under_the_unit:
        monkeypatch.setenv("RUNTIME_DIRECTORY", str(run_time))
    daemon = Daemon(tmp_path, [*GAME, "--journal", str(tmp_path / "game.journal")])
    try:
        daemon.connect()
        for button, hold_s in (("ok", 0.02), ("back", 0.7), ("up", 0.02)):  # read on; menu; round its end: shut down
            daemon.ask("press", button=button, hold_s=hold_s)
            daemon.listen(hold_s + 0.1)
        daemon.ask("press", button="ok", hold_s=0.02)
        assert daemon.process.wait(PATIENCE_S) == 0
    finally:
        daemon.kill()
    assert [path.name for path in run_time.iterdir()] == (["poweroff"] if under_the_unit else [])


def test_the_second_referee_on_a_journal_is_refused_and_the_first_plays_on(tmp_path: Path) -> None:
    journal = tmp_path / "game.journal"
    (tmp_path / "second").mkdir()
    first = Daemon(tmp_path, [*GAME, "--journal", str(journal)])
    second = None
    try:
        first.connect()
        second = Daemon(tmp_path / "second", [*GAME, "--journal", str(journal)])
        with pytest.raises(Gone):
            second.connect()
        assert second.process.wait(PATIENCE_S) == 3
        assert f"process {first.process.pid}" in second.stderr_path.read_text()
        first.ask("press", button="ok", hold_s=0.02)
        first.listen(0.1)
        first.ask("answer", key=first.ask("waiting")["keys"][0])
        assert len(first.ask("rows")) == 1
    finally:
        first.kill()
        if second is not None:
            second.kill()


def test_a_journal_that_was_left_by_a_killed_referee_is_free(tmp_path: Path) -> None:
    for _ in range(2):
        daemon = Daemon(tmp_path, [*GAME, "--journal", str(tmp_path / "game.journal")])
        try:
            daemon.connect()
        finally:
            daemon.kill()


@pytest.mark.skipif(not NO_GPIO, reason="this machine has GPIO: its devices would be there")
def test_a_real_table_without_any_device_stays_up_where_something_else_answers(tmp_path: Path) -> None:
    """The bench stands for a page on a phone."""
    config = tmp_path / "referee.toml"
    config.write_text("")
    daemon = Daemon(tmp_path, [*GAME, "--config", str(config)], twin=False)
    try:
        daemon.connect()
        assert daemon.ask("waiting")["sitting"] == "game"
        assert daemon.ask("lamps")["error"] == "slow"
        with pytest.raises(ValueError, match="real box"):
            daemon.ask("press", button="ok")
        assert daemon.process.poll() is None
    finally:
        daemon.kill()
    log = daemon.stderr_path.read_text().splitlines()
    assert sum("buttons absent" in line for line in log) == 1, "a change of state is said once"


def test_a_bad_request_is_answered_and_the_next_one_too(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path, [*GAME, "--journal", str(tmp_path / "game.journal")])
    try:
        daemon.connect()
        for wrong in (
            {"do": "dance"},
            {"do": "press", "button": "doorbell"},
            {"do": "answer"},
            {"do": "since", "m": 1},
        ):
            with pytest.raises(ValueError, match="Error"):
                daemon.ask(**wrong)
        assert daemon.ask("waiting")["sitting"] == "game"
    finally:
        daemon.kill()


def test_the_header_notes_that_there_was_a_bench(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path, [*GAME, "--journal", str(tmp_path / "game.journal")])
    try:
        daemon.connect()
    finally:
        daemon.kill()
    journal = Journal.open(tmp_path / "game.journal", write=False)
    assert journal.header["bench"] is True
    assert new_header("_template").bench is False
    journal.close()
