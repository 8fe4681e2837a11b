"""A real referee as a process of its own, with a line to its bench socket: for what only a process can show."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

PATIENCE_S: Final = 30.0
"""So long a busy machine may take for anything."""
MAIN: Final = "import sys; from companion.cli import main; sys.exit(main())"


class Gone(Exception):
    """The process has ended, by itself or by what was planted."""


class Daemon:
    """One run of ``referee play`` without a terminal."""

    def __init__(
        self,
        folder: Path,
        arguments: Sequence[str],
        *,
        twin: bool = True,
        kill_at: tuple[str, int] | None = None,
        planted: str = "",
    ) -> None:
        """*folder* gets the state and the socket.  *kill_at*: SIGKILL comes as it enters a system call for so manieth
        time, by strace.  *planted*: Python that is run first, to break something."""
        self.reports: list[dict[str, Any]] = []
        """Every output that came, oldest first."""
        self.ended_by_itself = False
        """Or by what was planted: before `kill`."""
        self._socket_path = folder / "bench"
        self._socket_path.unlink(missing_ok=True)
        self._socket: socket.socket | None = None
        self._unread = b""
        command = [sys.executable, "-c", f"{planted}\n{MAIN}", "play", *arguments]
        command += ["--twin", "--headless"] if twin else []
        command += ["--bench", str(self._socket_path)]
        if kill_at is not None:
            call, when = kill_at
            inject = f"inject={call}:signal=KILL:when={when}"
            command = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject, *command]
        environment = {**os.environ, "XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self.stderr_path = folder / "stderr"
        with self.stderr_path.open("ab") as stderr:
            self.process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=stderr, env=environment, start_new_session=True
            )

    # -- the line ---------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Wait till the bench socket answers, and follow the outputs.  Raises `Gone`."""
        end = time.monotonic() + PATIENCE_S
        while True:
            line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                line.connect(str(self._socket_path))
                break
            except (FileNotFoundError, ConnectionRefusedError):
                line.close()
            if self.process.poll() is not None or time.monotonic() > end:
                raise Gone(f"no socket; exit status {self.process.returncode}")
            self._pause(0.005)
        self._socket = line
        self.ask("follow")

    def ask(self, do: str, **arguments: Any) -> Any:
        """A request and its answer.  Raises `Gone` where the process ended, `ValueError` for a refusal."""
        self.send(do, **arguments)
        while True:
            message = self._read(PATIENCE_S)
            if message is None:
                raise Gone(f"no answer to {do}")
            if "error" in message:
                raise ValueError(message["error"])
            return message["ok"]

    def send(self, do: str, **arguments: Any) -> None:
        """A request whose answer nobody waits for."""
        assert self._socket is not None
        try:
            self._socket.sendall(json.dumps({"do": do, **arguments}).encode() + b"\n")
        except OSError as error:
            raise Gone(str(error)) from error

    def listen(self, seconds: float) -> None:
        """Take what comes meanwhile."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self._read(left) is None:
                return

    def _read(self, patience_s: float) -> dict[str, Any] | None:
        """The next message that is no report; None: nothing in that time.  Raises `Gone` at the end of the line."""
        assert self._socket is not None
        end = time.monotonic() + patience_s
        while True:
            while b"\n" in self._unread:
                line, _, self._unread = self._unread.partition(b"\n")
                message: dict[str, Any] = json.loads(line)
                if "report" not in message:
                    return message
                self.reports.append(message["report"])
            ready, _, _ = select.select([self._socket], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                return None
            try:
                more = self._socket.recv(1 << 16)
            except ConnectionError:
                more = b""
            if not more:
                raise Gone("the line is dead")
            self._unread += more

    # -- the end ----------------------------------------------------------------------------------------------

    def kill(self) -> None:
        """SIGKILL, and read what had been said before it."""
        self.ended_by_itself = self.process.poll() is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)  # strace, where there is one, and the referee
        self.hang_up()

    def hang_up(self) -> None:
        """Read the line to its end."""
        if self._socket is not None:
            try:
                while self._read(PATIENCE_S) is not None:
                    pass
            except Gone:
                pass
            self._socket.close()
            self._socket = None
        self.process.wait(PATIENCE_S)

    def _pause(self, seconds: float) -> None:
        select.select([], [], [], seconds)


def cannot_kill_at_a_call() -> str:
    """Why this machine can't kill a process as it enters a system call; empty: it can."""
    strace = shutil.which("strace")
    if strace is None:
        return "no strace here"
    tried = subprocess.run(
        [strace, "-qq", "-o", "/dev/null", "true"], check=False, capture_output=True, timeout=PATIENCE_S
    )
    return "" if tried.returncode == 0 else "strace may not trace here"
