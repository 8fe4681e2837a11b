"""The sections of the rulebook against their scenarios: each section does something, and its scenario notices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.bench import read_all
from companion.bench.place_twin import Twin
from companion.bench.runner import Result, Verdict, run_scenario
from companion.games.shadowlord import KIT, game
from companion.games.shadowlord.nouns import SWITCHES
from companion.rulebook import Rulebook
from companion.words import LANGUAGES

from .sections import INTRODUCTIONS, SECTIONS, patched, without

FOLDER = KIT.folder / "scenarios"


def run(name: str) -> Result:
    scenarios, mistakes = read_all([FOLDER / f"{name}.scn"])
    assert mistakes == []
    return run_scenario(scenarios[0], Twin())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_of_the_rulebook_is_known_here(language: str) -> None:
    numbers = [section.number for section in Rulebook.load(KIT.folder, language).sections]
    assert sorted(numbers) == sorted([*INTRODUCTIONS, *SECTIONS])


def test_every_pair_names_a_scenario_of_its_section() -> None:
    for section, effect in SECTIONS.items():
        assert effect.scenario.startswith(f"{section}-")
        assert (FOLDER / f"{effect.scenario}.scn").exists()


@pytest.mark.parametrize("section", SECTIONS)
def test_without_a_section_its_scenario_fails(section: str) -> None:
    with without(section):
        result = run(SECTIONS[section].scenario)
    assert result.verdict is Verdict.FAILED, f"§{section} makes no difference to {result.path}"
    assert ".scn:" in result.reason, "an expectation broke, not the game"


@pytest.mark.parametrize("section", ["7.3", "9.5"])
def test_with_it_again_the_scenario_passes(section: str) -> None:
    """What is taken away comes back."""
    with without(section):
        run(SECTIONS[section].scenario)
    assert run(SECTIONS[section].scenario).verdict is Verdict.PASSED


@pytest.mark.parametrize(
    ("code", "value", "other"),
    [
        pytest.param(switch.code, value, other, id=f"{switch.code}={value}, not {other}")
        for switch in SWITCHES
        for value in switch.values
        for other in switch.values
        if other != value
    ],
)
def test_each_value_of_a_switch_is_told_from_the_others(code: str, value: str, other: str) -> None:
    as_read = game._rules

    def misread(edition: Any, chosen: Mapping[str, str]) -> Any:
        return as_read(edition, {**chosen, code: other})

    names = [path.stem for path in sorted(FOLDER.glob(f"12.1-{code}-{value}*.scn"))]
    with patched("game._rules", misread):
        assert Verdict.FAILED in [run(name).verdict for name in names]


def test_real_cards_make_a_difference() -> None:
    as_read = game._rules

    def misread(edition: Any, chosen: Mapping[str, str]) -> Any:
        return as_read(edition, {**chosen, "cards": "electronic"})

    with patched("game._rules", misread):
        assert run("12.2-cards-physical").verdict is Verdict.FAILED
