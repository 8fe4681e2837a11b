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

from tests.bench.row import Skipped

MEASUREMENTS = ("wire", "pixels", "caret", "press", "journal", "start", "idle", "mass_play", "replay", "presses")


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
            yield row.what, row.to_reach, measured, "yes" if met else "NO"


def table(cells: Iterable[tuple[str, str, str, str]]) -> str:
    """As Markdown, the columns lined up for those who read it as it is."""
    lines = [("what", "to reach", "measured", "met"), *cells]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    said = ["| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines]
    said.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(said)


def machine() -> str:
    """What it ran on, as far as it matters for the figures."""
    return (
        f"{os.cpu_count()} CPUs ({platform.machine()}), {platform.system()} {platform.release().split('-')[0]}, "
        f"{platform.python_implementation()} {platform.python_version()}"
    )


HEAD = """# The numbers

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
    measured = table(line for name in asked.measurements or MEASUREMENTS for line in rows(name))
    print(measured)
    if asked.save:
        asked.save.write_text(f"{HEAD}Machine: {machine()}.\n\n{measured}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
