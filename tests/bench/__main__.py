"""Print the table, and with ``--save FILE`` write it down together with the machine that it was measured on."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import traceback
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from tests.bench.row import Skipped, table

MEASUREMENTS = (
    "wire", "pixels", "caret", "press", "journal", "start", "idle",
    "mass_play", "shares", "endpoints", "restart", "replay", "presses", "readers",
)  # fmt: skip
HEAD = ("what", "to reach", "measured", "met")
MET = {True: "yes", False: "NO", None: "–"}


def rows(name: str) -> Iterator[tuple[str, str, str, str]]:
    """What is measured, to reach, measured, met: of one measurement's rows."""
    for row in import_module(f"tests.bench.{name}").ROWS:
        print(f"{row.what} …", file=sys.stderr, flush=True)
        try:
            measured, met = row.measure()
        except Skipped as why:
            yield row.what, row.to_reach, f"skipped: {why}", "–"
        except Exception as fault:  # the other rows are still of interest
            traceback.print_exc()
            yield row.what, row.to_reach, f"failed: {fault!r}", "NO"
        else:
            yield row.what, row.to_reach, measured, MET[met]


def appendices(names: Iterable[str]) -> Iterator[str]:
    """What some measurements have to say beside their rows."""
    for name in names:
        if tell := getattr(import_module(f"tests.bench.{name}"), "appendix", None):
            yield tell()


def machine() -> str:
    """What it ran on, as far as it matters for the figures."""
    return (
        f"{os.cpu_count()} CPUs ({platform.machine()}), {platform.system()} {platform.release().split('-')[0]}, "
        f"{platform.python_implementation()} {platform.python_version()}"
    )


PREFACE = """# The numbers

Written by `make bench SAVE=1`; measured, not wished for. Counts of bytes, syncs, transfers and instructions are exact.
A time is held against a peer that ran in the same run, turn by turn, and the ratio is what counts: the machine may have
been busy. What each row measures, and how, stands at the head of its file in `tests/bench/`.

"""


def main() -> int:
    """Measure everything, or what is named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("measurements", nargs="*", choices=[*MEASUREMENTS, []], help="which (all, if none is named)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the table to FILE as well")
    asked = parser.parse_args()
    names = asked.measurements or MEASUREMENTS
    measured = "\n\n".join([table(HEAD, [line for name in names for line in rows(name)]), *appendices(names)])
    print(measured)
    if asked.save:
        asked.save.write_text(f"{PREFACE}Machine: {machine()}.\n\n{measured}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
