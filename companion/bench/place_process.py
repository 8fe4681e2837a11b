"""A daemon in a process of its own, touched and seen over its bench socket: for files that kill it.

It is ``referee play`` on the twin, on real time.  A power cut leaves the files of its folder as they were synced last;
that is told from a trace of its system calls, so only a file with a power cut is traced.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any, Final, Literal

from companion.bench.check import reference_game
from companion.bench.instructions import Powercut, Scenario, Tag
from companion.bench.place import Broken, Unable
from companion.bench.powercut import contents, rebuild, strace, synced
from companion.bench.stand import PortStand, game_options, is_quiet, language
from companion.daemon.port import Panel, Waiting
from companion.games import kit
from companion.rules.kernel import EVERYONE, Seat
from companion.rules.log import Origin, Row, RowKind
from companion.table.made_up import made_up_tags
from companion.table.pieces_file import write_pieces
from hardware.twin.readers import with_readers
from hardware.wiring import ReaderWiring, default_wiring

PATIENCE_S: Final = 30.0
"""So long a busy machine may take for anything."""
GLANCE_S: Final = 0.01
MAIN: Final = "import sys; from companion.cli import main; sys.exit(main())"


class ProcessStand(PortStand):
    """Implements `companion.bench.place.Stand` with a real daemon on real time."""

    def __init__(self, scenario: Scenario, folder: Path) -> None:
        """Starts the daemon.  Raises `Unable` where a power cut couldn't be told."""
        super().__init__()
        self._began = time.monotonic()
        self._state = folder / "state"
        self._state.mkdir()
        self._socket = folder / "bench"
        self._stderr = folder / "stderr"
        self._trace = folder / "trace"
        self._is_traced = any(isinstance(step.instruction, Powercut) for step in scenario.steps)
        self._before: dict[str, bytes] = {}
        config = folder / "referee.toml"
        sound = "quiet" if is_quiet(scenario) else "on"
        config.write_text(
            f'language = "{language(scenario)}"\nsound = "{sound}"\nstate = "{self._state}"\n{_readers(scenario)}'
        )
        if scenario.readers:
            pieces = reference_game(kit(scenario.game)).pieces
            write_pieces(self._state / "pieces" / f"{scenario.game}.toml", scenario.game, made_up_tags(pieces))
        self._command = [sys.executable, "-c", MAIN, *_arguments(scenario)]
        self._command += ["--journal", str(self._state / "game.journal"), "--config", str(config)]
        self._command += ["--bench", str(self._socket)]
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Line | None = None
        self._disk_error = 0
        self._seen = 0
        self._held_until_ms: dict[str, int] = {}
        self._lying: list[tuple[str, str | Tag]] = []
        """On which reader lies what; the daemon has the simulated readers in its process, and takes them with it."""
        self._start()

    @property
    def port(self) -> Line | None:
        """Over the socket."""
        return self._line

    def close(self) -> None:
        """End the daemon, whatever it does."""
        self._end(signal.SIGKILL)

    def now_ms(self) -> int:
        """Real time."""
        return round((time.monotonic() - self._began) * 1000)

    def hold(self, button: str, ms: int) -> None:
        """At the simulated pin."""
        self._held_until_ms[button] = self.now_ms() + ms
        super().hold(button, ms)

    def place(self, reader: str, thing: str | Tag) -> None:
        """Above the simulated antenna, now or when there is one again."""
        self._lying.append((reader, thing))
        if self._line is not None:
            super().place(reader, thing)

    def lift(self, reader: str, thing: str | Tag) -> None:
        """From there."""
        self._lying.remove((reader, thing))
        if self._line is not None:
            super().lift(reader, thing)

    def wait(self, ms: int) -> None:
        """Really; and till buttons are up that should be.  Raises `Broken` where the daemon is at fault."""
        _pause(ms / 1000)
        now_ms = self.now_ms()
        due = {button for button, until_ms in self._held_until_ms.items() if until_ms <= now_ms}
        while self._line is not None and due & set(self._line.waiting().held):
            _pause(GLANCE_S)
        if self._process is not None and self._process.poll() is not None:
            self._off()
        self._raise_faults()
        self.look()

    def look(self) -> None:
        """What went over the panel since the last look, and what is there now."""
        if self._line is not None:
            for report in self._line.since(self._seen):
                self._seen = report["n"]
                if report["kind"] == "Show" and report["for"] == EVERYONE:
                    self.saw(tuple(report["rows"]), b"")
        super().look()

    # -- faults -------------------------------------------------------------------------------------------------

    def fault_disk(self, error: int) -> None:
        """Where the journal commits; it outlives the daemon, as a disk does."""
        self._disk_error = error
        if self._line is not None:
            self._line.ask("disk", errno=error)

    def kill(self) -> None:
        """SIGKILL."""
        self._end(signal.SIGKILL)
        self.look()

    def powercut(self) -> None:
        """SIGKILL, and what wasn't synced is gone."""
        self.kill()
        with self._trace.open(encoding="ascii", errors="replace") as trace:
            rebuild(self._state, synced(trace, self._state, self._before))

    def restart(self) -> None:
        """In good order, if it runs; then again."""
        self._end(signal.SIGTERM)
        self._start()

    def jump_clock(self, ms: int) -> None:
        """Not without a system's leave."""
        raise Unable("the wall clock of a daemon in a process of its own can't be moved")

    # -- the process --------------------------------------------------------------------------------------------

    def _start(self) -> None:
        command = self._command
        if self._is_traced:
            self._before = contents(self._state)
            command = [*strace(self._trace), *command]
        environment = {name: value for name, value in os.environ.items() if name != "STATE_DIRECTORY"}
        with self._stderr.open("ab") as stderr:
            self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr, env=environment)
        self._seen = 0
        self._line = self._connect(self._process)
        for reader, thing in self._lying:
            super().place(reader, thing)
        if self._disk_error:
            self._line.ask("disk", errno=self._disk_error)
        self.look()

    def _connect(self, process: subprocess.Popen[bytes]) -> Line:
        until = time.monotonic() + PATIENCE_S
        while process.poll() is None and time.monotonic() < until:
            try:
                return Line(self._socket)
            except (FileNotFoundError, ConnectionRefusedError):
                _pause(GLANCE_S)
        said = self._stderr.read_text(errors="replace")
        raise Broken(f"the daemon doesn't start (exit status {process.poll()}): {said}")

    def _end(self, number: signal.Signals) -> None:
        process = self._process
        if process is None:
            return
        if process.poll() is None:
            os.kill(self._daemon_pid(process), number)
            process.wait(PATIENCE_S)
        self._off()

    def _daemon_pid(self, process: subprocess.Popen[bytes]) -> int:
        """The traced one is strace's child; each line of the trace begins with who made the call."""
        if not self._is_traced:
            return process.pid
        with self._trace.open(encoding="ascii") as trace:
            return int(trace.readline().split()[0])

    def _off(self) -> None:
        self._process = None
        if self._line is not None:
            self._line.close()
            self._line = None

    def _raise_faults(self) -> None:
        said = self._stderr.read_text(errors="replace")
        if "Traceback (most recent call last)" in said:
            raise Broken(f"the box is at fault: {said}")


class Line:
    """A connection to a bench socket; the names are those of `companion.daemon.port.Port`."""

    def __init__(self, path: Path) -> None:
        """Raises `OSError` where nobody answers."""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(PATIENCE_S)
        try:
            self._socket.connect(str(path))
        except BaseException:
            self._socket.close()
            raise
        self._file = self._socket.makefile("rb")

    def close(self) -> None:
        """Hang up."""
        self._file.close()
        self._socket.close()

    def ask(self, do: str, **arguments: Any) -> Any:
        """A request and its answer.  Raises `Broken` where the line is dead, `Unable` for what can't be done there."""
        try:
            self._socket.sendall(json.dumps({"do": do, **arguments}).encode() + b"\n")
            answer = self._file.readline()
        except OSError as error:
            raise Broken(f"the daemon doesn't answer: {error}") from error
        if not answer:
            raise Broken("the daemon has ended")
        message: dict[str, Any] = json.loads(answer)
        if "error" in message:
            raise Unable(message["error"])
        return message["ok"]

    def press(self, button: str, hold_s: float) -> None:
        """As `Port.press`."""
        self.ask("press", button=button, hold_s=hold_s)

    def answer(self, key: str) -> None:
        """As `Port.answer`."""
        self.ask("answer", key=key)

    def script(self, key: str) -> None:
        """As `Port.script`."""
        self.ask("script", key=key)

    def place(self, role: str, uid: str) -> None:
        """As `Port.place`."""
        self.ask("place", role=role, uid=uid)

    def lift(self, role: str, uid: str) -> None:
        """As `Port.lift`."""
        self.ask("lift", role=role, uid=uid)

    def fault(self, device: Literal["oled", "button", "reader"], **how: Any) -> None:
        """As `Port.fault`."""
        self.ask("fault", device=device, **how)

    def waiting(self) -> Waiting:
        """As `Port.waiting`."""
        told = self.ask("waiting")
        tuples = {name: tuple(told[name]) for name in ("keys", "refused", "held")}
        return Waiting(**{**told, **tuples, "rows": tuple(map(tuple, told["rows"]))})

    def since(self, n: int) -> list[dict[str, Any]]:
        """As `Port.since`, each report as JSON has it."""
        reports: list[dict[str, Any]] = self.ask("since", n=n)
        return reports

    def screen(self) -> tuple[str, ...]:
        """As `Port.screen`."""
        return tuple(self.ask("screen"))

    def panel(self) -> Panel:
        """As `Port.panel`."""
        told = self.ask("panel")
        return Panel(tuple(told["rows"]), bytes.fromhex(told["pixels"]))

    def is_lit(self, lamp: str) -> bool:
        """As `Port.is_lit`."""
        return bool(self.ask("lit", lamp=lamp))

    def rows(self) -> Sequence[Row]:
        """As `Port.rows`."""
        return [_row(**row) for row in self.ask("rows")]

    def view(self, seat: Seat) -> str:
        """As `Port.view`."""
        return json.dumps(self.ask("view", seat=seat), ensure_ascii=False)

    def outcome(self) -> tuple[str, ...] | None:
        """As `Port.outcome`."""
        told = self.ask("outcome")
        return None if told is None else tuple(told)


def _row(kind: str, origin: str | None, **rest: Any) -> Row:
    return Row(kind=RowKind(kind), origin=None if origin is None else Origin(origin), **rest)


def _readers(scenario: Scenario) -> str:
    """As a configuration has them: those of a world in this process."""
    wired = with_readers(default_wiring(), *scenario.readers).readers
    return "".join(f'\n[readers."{role}"]\n{_wired(reader)}' for role, reader in wired.items())


def _wired(reader: ReaderWiring) -> str:
    said = {"chip": reader.chip, "bus": reader.bus}
    if reader.bus == "spi":
        places = {"spi_port": reader.spi_port, "spi_device": reader.spi_device}
    else:
        places = {"i2c_bus": reader.i2c_bus, "address": reader.address}
    pins = {name: f"GPIO{pin}" for name, pin in (("rst", reader.rst), ("irq", reader.irq)) if pin is not None}
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in {**said, **places, **pins}.items())


def _arguments(scenario: Scenario) -> list[str]:
    seats = ",".join(scenario.names) or str(scenario.seats)
    arguments = ["play", scenario.game, "--twin", "--headless", "--seats", seats, "--seed", scenario.seed]
    if scenario.bots:
        arguments += ["--bots", ",".join(scenario.bots)]
    for name, value in game_options(scenario).items():
        arguments += ["--set", f"{name}={value}"]
    return arguments


def _pause(seconds: float) -> None:
    Event().wait(seconds)
