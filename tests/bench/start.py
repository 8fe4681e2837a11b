"""From nothing to the frame with the first question, in instructions: what a slow Pi has to work through.

The command is given a game that a power cut ended after its first throw; so the first thing on the panel is a question.
It counts until the box says that it is ready, which it does when the frame is out.  The bytecode is cached, as it is
from the second start on.  Both run in an empty environment: what else is installed costs every interpreter a start of
its own, and could make the ratio look better.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import venv
from pathlib import Path
from sysconfig import get_path

from companion.journal import Journal
from tests.bench.games import game_at_random, header
from tests.bench.row import Figure, Row, Skipped

AT_MOST = 25
UNTIL_READY = """
import os, sys
from companion.daemon.notify import Notify
Notify.ready = lambda self: os._exit(0)
from companion.cli import main
sys.exit(main())
"""
COUNTED = re.compile(r"I +refs: +([\d,]+)")


def instructions(python: Path, *arguments: str) -> int:
    """Of one run with these arguments, its imports already compiled."""
    command = [str(python), *arguments]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env |= {"PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join((str(Path.cwd()), get_path("purelib")))}
    env |= {"PYTHONPYCACHEPREFIX": str(python.parents[1] / "cache")}
    subprocess.run(command, env=env, check=True)
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run([*valgrind, *command], env=env, capture_output=True, text=True, check=True)
    counted = COUNTED.search(done.stderr)
    assert counted, done.stderr
    return int(counted[1].replace(",", ""))


def measure() -> Figure:
    """Against an interpreter that does nothing."""
    if not shutil.which("valgrind"):
        raise Skipped("valgrind isn't installed")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder)
        python = Path(folder) / "bin" / "python"
        journal = Path(folder) / "game.journal"
        begun = Journal.create(journal, header("1").to_dict())
        begun.append(game_at_random("1")[:1])
        begun.close()
        play = ("play", "--twin", "--headless", "--bench", f"{folder}/socket", "--journal", str(journal))
        nothing = instructions(python, "-c", "pass")
        ours = instructions(python, "-c", UNTIL_READY, *play)
    ratio = ours / nothing
    return Figure(f"{ratio:.1f}× ({ours / 1e6:,.0f} M against {nothing / 1e6:.0f} M)", ratio <= AT_MOST)


ROWS = (
    Row("start to the frame with the first question, instructions against `python -c pass`", f"≤ {AT_MOST}×", measure),
)
