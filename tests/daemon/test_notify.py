"""What the service manager hears, over a real datagram socket."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from companion.daemon.notify import Notify


def test_the_service_manager_hears_the_whole_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000000")
        monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
        notify = Notify()
        assert notify.watchdog_every == 15.0
        for tell in (notify.ready, notify.alive, notify.stopping):
            tell()
        notify.status("masters, turn 3")
        assert [manager.recv(200) for _ in range(4)] == [
            b"READY=1",
            b"WATCHDOG=1",
            b"STOPPING=1",
            b"STATUS=masters, turn 3",
        ]
        notify.close()


@pytest.mark.parametrize(("usec", "pid"), [("", ""), ("30000000", "1"), ("soon", "")])
def test_a_watchdog_that_is_not_ours_is_not_fed(usec: str, pid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.setenv("WATCHDOG_USEC", usec)
    monkeypatch.setenv("WATCHDOG_PID", pid)
    notify = Notify()
    assert notify.watchdog_every is None
    notify.alive()
    notify.close()
