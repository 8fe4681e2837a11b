"""The bench: the scenario language, the places where scenarios run, and what is told of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.bench.instructions import Scenario
    from companion.bench.place import Place
    from companion.bench.runner import Result
    from companion.mistakes import Mistake

PLACES: Final = ("twin",)
"""Where scenarios run.  A rig and a virtual machine are places to come."""


def run(
    files: Sequence[Path], place: str = "twin", junit: Path | None = None, html: Path | None = None, log: bool = False
) -> int:
    """Run scenario files and print a line for each; *log*: the game log as well.  *junit*, *html*: reports to write.

    Returns the exit status: 0 all passed or were skipped, 1 one failed, 2 a file has mistakes (then none was run), a
    report can't be written, or there is no such place.
    """
    if place not in PLACES:
        print(f"no place {place}; there is: {', '.join(PLACES)}", file=sys.stderr)
        return 2
    scenarios, mistakes = read_all(files)
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    if mistakes:
        return 2
    from companion.bench import report
    from companion.bench.place_twin import Twin
    from companion.bench.runner import Verdict

    results = _run_all(scenarios, Twin(), log)
    for path, write in ((junit, report.junit), (html, report.html)):
        try:
            if path is not None:
                path.write_text(write(results, place), encoding="utf-8")
        except OSError as error:
            print(f"{path}: the report can't be written: {error.strerror}", file=sys.stderr)
            return 2
    return int(any(result.verdict is Verdict.FAILED for result in results))


def read_all(files: Iterable[Path]) -> tuple[list[Scenario], list[Mistake]]:
    """Read the files and check them against their games: those that can be run, and all that is wrong in the others."""
    from companion.bench.check import check
    from companion.bench.language import read
    from companion.mistakes import Mistakes

    scenarios: list[Scenario] = []
    mistakes: list[Mistake] = []
    for file in files:
        try:
            scenario = read(file)
        except Mistakes as wrong:
            mistakes += wrong.mistakes
        else:
            mistakes += check(scenario)
            scenarios.append(scenario)
    return scenarios, mistakes


def _run_all(scenarios: Sequence[Scenario], place: Place, log: bool) -> list[Result]:
    from companion.bench.report import line, summary
    from companion.bench.runner import run_scenario

    results = []
    for n, scenario in enumerate(scenarios, 1):
        if sys.stderr.isatty():
            print(f"\r\x1b[K{n}/{len(scenarios)} {scenario.path}", end="", file=sys.stderr, flush=True)
        result = run_scenario(scenario, place)
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        print(line(result, log), flush=True)
        results.append(result)
    print(summary(results))
    return results
