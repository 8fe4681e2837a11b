"""What docs/scenarios.md teaches is so: its examples pass, and it names every word of the language."""

import re
from pathlib import Path

import pytest

from companion.bench.check import check
from companion.bench.language import WORDS, parse
from companion.bench.place_twin import Twin
from companion.bench.runner import Verdict, run_scenario

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```scn\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_passes(example):
    scenario = parse(example, "docs/scenarios.md")
    assert check(scenario) == ()
    result = run_scenario(scenario, Twin())
    assert result.verdict is Verdict.PASSED, result.reason


def test_there_are_examples():
    assert len(EXAMPLES) >= 4


def test_every_word_is_taught():
    for word in WORDS:
        assert re.search(rf"`[^`]*\b{word}\b", TEXT), word
