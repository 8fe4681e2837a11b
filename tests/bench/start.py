"""From nothing to the frame with the first question, in instructions: what a slow Pi has to work through.

The bytecode is cached, as it is from the second start on.  Both run in an empty environment: what else is installed
costs every interpreter a start of its own, and could make the ratio look better.
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

from tests.bench.row import Figure, Row, Skipped

AT_MOST = 25
COUNTED = re.compile(r"I +refs: +([\d,]+)")


def instructions(python: Path, *arguments: str) -> int:
    """Of one run with these arguments, its imports already compiled."""
    command = [str(python), *arguments]
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join((str(Path.cwd()), get_path("purelib")))}
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
        nothing = instructions(python, "-c", "pass")
        ours = instructions(python, "-m", "tests.bench.box", "start")
    ratio = ours / nothing
    return Figure(f"{ratio:.1f}× ({ours / 1e6:,.0f} M against {nothing / 1e6:.0f} M)", ratio <= AT_MOST)


ROWS = (
    Row("start to the frame with the first question, instructions against `python -c pass`", f"≤ {AT_MOST}×", measure),
)
