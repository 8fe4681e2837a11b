"""A box that waits for an answer and nobody gives one: how often it wakes, what goes over the bus, how large it is.

Wake-ups are voluntary context switches of all its threads.  The service manager's watchdog is fed meanwhile, as the
unit has it.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.row import Figure, Row, Skipped

WATCHED_S = 20
SETTLES_S = 2.0
WATCHDOG_S = 30


@contextmanager
def service_manager() -> Iterator[dict[str, str]]:
    """An environment in which somebody wants to be told that the box is alive."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        path = f"{folder}/notify"
        listener.bind(path)
        yield {**os.environ, "NOTIFY_SOCKET": path, "WATCHDOG_USEC": str(WATCHDOG_S * 1_000_000)}


def wakeups(pid: int) -> int:
    """Of all threads of a process, so far."""
    found = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        found += int(re.findall(r"^voluntary_ctxt_switches:\s+(\d+)", status.read_text(), re.MULTILINE)[0])
    return found


def resident_mb(pid: int) -> float:
    """Resident memory in megabytes of 2**20 bytes."""
    return int(re.findall(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)[0]) / 1024


def measure() -> Figure:
    """All three in one run."""
    if not Path("/proc/self/task").exists():
        raise Skipped("this system has no /proc")
    command = [sys.executable, "-m", "tests.bench.box", str(WATCHED_S + 2 * SETTLES_S)]
    with service_manager() as env, subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as box:
        assert box.stdout is not None
        assert box.stdout.readline() == "ready\n"
        pause = threading.Event()
        pause.wait(SETTLES_S)
        before = wakeups(box.pid)
        pause.wait(WATCHED_S)
        each_second = (wakeups(box.pid) - before) / WATCHED_S
        resident = resident_mb(box.pid)
        sent = int(box.stdout.readline())
    met = each_second <= 2 and sent == 0 and resident <= 48
    return Figure(f"{each_second:.1f}, {sent}, {resident:.0f} MB", met)


ROWS = (
    Row(
        "idle with nothing blinking: wake-ups a second, bytes on the bus, resident memory (without Textual)",
        "≤ 2, 0, ≤ 48 MB",
        measure,
    ),
)
