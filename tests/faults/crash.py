"""Kill the referee at random moments, start it again, and see that nothing is lost: ``python -m tests.faults.crash N``.

The games have a table each, and a round in turn.  A round starts a real daemon on the journal of its table's last one,
plays at random through the bench socket, and ends with SIGKILL: at a random moment, or as the process is about to write
to the journal's file, or to sync what it has written.  Then the journal is held against all that was seen:

* every row that was said to be on disk is there, and no screen had gone out that knew more than the journal does;
* what was there before is there still, so no answer of fate has become another;
* ``verify`` agrees with rules and fate;
* the daemon that is started next asks what a session that is built here from the same journal asks.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.games import GAMES, kit
from companion.journal import Journal
from companion.open_game import game_of
from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.referee.pending import Pending
from companion.referee.session import Session
from companion.referee.settings import Settings
from companion.rulebook import Rulebook
from companion.rules.log import Origin, Row
from companion.verify import verify
from companion.words import Words
from tests.faults.daemons import Daemon, Gone, cannot_kill_at_a_call

MOST_INPUTS: Final = 40
AT_A_CALL: Final = 0.3
"""The share of rounds that end so, where strace can do it."""
ANEW: Final = 0.1
"""The share of rounds that begin another game, with other options: some games last for hours."""
CALLS: Final = {"pwrite64": (1, 40), "fdatasync": (1, 20)}
"""Where they end: at a call, the first of the process or another up to the last of these.  A start makes 12 to 17
writes and 3 to 5 syncs, a decision two and one."""
TAP_S: Final = 0.02
BETWEEN_S: Final = 0.04
"""A finger leaves a contact alone for so long, or its next press is bounce."""
LONG_S: Final = 0.7


class Loss(Exception):
    """Something that somebody had seen is not as it was."""


@dataclass
class Crash:
    """A table whose referee dies again and again."""

    folder: Path
    random: Random
    game: str
    most_inputs: int = MOST_INPUTS
    at_a_call: float = AT_A_CALL
    anew: float = ANEW
    calls: dict[str, tuple[int, int]] = field(default_factory=lambda: dict(CALLS))
    planted: str = ""
    games: int = 1
    rows: list[Row] = field(default_factory=list)
    """As the journal had them after the last round."""
    told: Counter[str] = field(default_factory=Counter)
    """How often what happened."""

    @property
    def journal(self) -> Path:
        """The game that is on."""
        return self.folder / f"game-{self.games}.journal"

    def round(self) -> None:
        """Start, compare, play, kill, compare.  Raises `Loss`."""
        if self.random.random() < self.anew:
            self._next_game()
        kill_at = None
        if self.random.random() < self.at_a_call:
            call = self.random.choice(list(self.calls))
            kill_at = call, self.random.randint(*self.calls[call])
        played = kit(self.game)
        seats, seed = str(self.random.choice(played.seats)), f"{self.random.random()}"
        sets = [f"--set={option}={self.random.choice(values)}" for option, values in played.options.items()]
        daemon = Daemon(
            self.folder,  # what is played holds for a new journal; one that there is goes on as it was begun
            [self.game, "--seats", seats, "--seed", seed, *sets, "--journal", str(self.journal)],
            kill_at=kill_at,
            planted=self.planted,
        )
        try:
            daemon.connect()
            self._same_question(daemon)
            self._play(daemon)
        except Gone as gone:
            if kill_at is None:
                raise Loss(f"the referee ended by itself ({gone}): see {daemon.stderr_path}") from gone
        finally:
            daemon.kill()
        self.told[f"killed at {kill_at[0]}" if kill_at and daemon.ended_by_itself else "killed at a moment"] += 1
        self._nothing_lost(daemon)

    def _play(self, daemon: Daemon) -> None:
        for _ in range(self.random.randint(1, self.most_inputs)):
            asked = daemon.ask("waiting")
            if asked["state"] == "over":
                return
            self._input(daemon, asked, daemon.ask)
        self._input(daemon, daemon.ask("waiting"), daemon.send)
        daemon.listen(self.random.uniform(0.0, 0.004))

    def _input(self, daemon: Daemon, asked: dict[str, Any], do: Callable[..., Any]) -> None:
        """What somebody might do now."""
        self.told["inputs"] += 1
        if asked["page"] in ("ask", "secret", "dice") and asked["keys"]:
            if self.random.random() < 0.04:
                self._take_back(daemon)
            else:
                do("answer", key=self.random.choice(asked["keys"]))
            return
        do("press", button="roll" if asked["page"] == "roll" else "ok", hold_s=TAP_S)
        daemon.listen(TAP_S + BETWEEN_S)

    def _take_back(self, daemon: Daemon) -> None:
        daemon.ask("press", button="back", hold_s=LONG_S)
        daemon.listen(LONG_S + BETWEEN_S)
        if daemon.ask("waiting")["page"] == "menu":
            daemon.ask("press", button="ok", hold_s=TAP_S)
            daemon.listen(BETWEEN_S)
            self.told["take-backs"] += 1

    # -- what must hold ---------------------------------------------------------------------------------------

    def _same_question(self, daemon: Daemon) -> None:
        """The daemon asks what a session that is built here from the journal asks."""
        if not self.rows:
            return
        asked = daemon.ask("waiting")
        mine = self._pending()
        here = (mine.seat, mine.rule, mine.keys, mine.source, mine.caret)
        there = (asked["seat"], asked["rule"], tuple(asked["keys"]), asked["source"], asked["caret"])
        if here != there:
            raise Loss(f"after a restart {there} is asked, and not {here}")

    def _pending(self) -> Pending:
        header, rows = self._read()
        kit, game = game_of(header)
        rulebook = partial(Rulebook.load, kit.folder)
        session = Session(game, header, Fate(header.seed), Words("en"), rulebook, Settings(), rows)
        session.begin(0.0)
        return session.pending()

    def _read(self) -> tuple[Header, list[Row]]:
        journal = Journal.open(self.journal, write=False)
        try:
            return Header.from_dict(journal.header), journal.rows()
        finally:
            journal.close()

    def _nothing_lost(self, daemon: Daemon) -> None:
        if not self.journal.exists():
            if self.rows or daemon.reports:
                raise Loss(f"{self.journal} is gone")
            return
        header, rows = self._read()
        if rows[: len(self.rows)] != self.rows:
            raise Loss("rows of an earlier round have changed")
        check_reports(daemon.reports, rows)
        _, game = game_of(header)
        report = verify(game, header, rows)
        if report.partings:
            raise Loss(f"verify: row {report.partings[0].row.n}: {report.partings[0].why}")
        self.told["rows"] += len(rows) - len(self.rows)
        self.told["answers of fate"] += sum(row.origin is Origin.FATE for row in rows[len(self.rows) :])
        self.rows = rows
        if report.position.decision is None:
            self._next_game()
            self.told["games played to the end"] += 1

    def _next_game(self) -> None:
        """With a journal of its own."""
        self.games += 1
        self.rows = []


def check_reports(reports: list[dict[str, Any]], rows: list[Row]) -> None:
    """What was said to be on disk is there, and nothing that was shown knew more.  Raises `Loss`."""
    for report in reports:
        if report["of_rows"] > len(rows):
            raise Loss(f"a {report['kind']} knew {report['of_rows']} rows; the journal has {len(rows)}")
        for said in report.get("rows", ()) if report["kind"] == "Record" else ():
            row = rows[said["n"] - 1]
            if (row.key, row.source, row.seat) != (said["key"], said["source"], said["seat"]):
                raise Loss(f"row {row.n} was {said['key']} and is {row.key}")


def main(arguments: list[str]) -> int:
    """Exit status 0: nothing was lost; 1: something was; 2: wrong usage."""
    if len(arguments) not in (1, 2) or not arguments[0].isdecimal():
        print("usage: python -m tests.faults.crash N [SEED]", file=sys.stderr)
        return 2
    rounds = int(arguments[0])
    seed = arguments[1] if len(arguments) > 1 else str(time.time_ns())
    why_not = cannot_kill_at_a_call()
    if why_not:
        print(f"kills at a system call: skipped, {why_not}")
    with tempfile.TemporaryDirectory(prefix="referee-crash-") as folder:
        tables = [table(Path(folder), name, f"{seed}/{name}", 0.0 if why_not else AT_A_CALL) for name in GAMES]
        for n, crash in enumerate(islice(cycle(tables), rounds), 1):
            try:
                crash.round()
            except Loss as loss:
                print(f"\nround {n} of {rounds} (seed {seed}, {crash.game}): {loss}")
                return 1
            if sys.stdout.isatty() or n % 50 == 0 or n == rounds:
                end = "" if sys.stdout.isatty() and n < rounds else "\n"
                rows = sum(table.told["rows"] for table in tables)
                print(f"\r{n}/{rounds} rounds, {rows} rows, nothing lost", end=end, flush=True)
        for crash in tables:
            told = "; ".join(f"{what}: {often}" for what, often in sorted(crash.told.items()))
            print(f"{crash.game}: {told or 'no round'}")
    return 0


def table(folder: Path, name: str, seed: str, at_a_call: float) -> Crash:
    """One for each game, with a folder of its own."""
    own = folder / name
    own.mkdir()
    return Crash(own, Random(seed), name, at_a_call=at_a_call)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
