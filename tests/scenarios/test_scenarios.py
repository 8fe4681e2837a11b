"""Every scenario that comes with a game or stands here, each a test of its own."""

from pathlib import Path

import pytest

from companion.bench import read_all
from companion.bench.place_twin import Twin
from companion.bench.report import line
from companion.bench.runner import Verdict, run_scenario

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("companion/games/*/scenarios/*.scn"), *ROOT.glob("tests/scenarios/*.scn")])


@pytest.mark.parametrize("path", [pytest.param(path, id=str(path.relative_to(ROOT))) for path in FILES])
def test_scenario(path):
    scenarios, mistakes = read_all([path])
    assert mistakes == []
    result = run_scenario(scenarios[0], Twin())
    if result.verdict is Verdict.SKIPPED:
        pytest.skip(result.reason)
    assert result.verdict is Verdict.PASSED, line(result)


def test_there_are_scenarios():
    assert len(FILES) > 10
