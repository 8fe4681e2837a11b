"""The sections of the rulebook against their scenarios: each section does something, and its scenario notices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.bench import read_all
from companion.bench.place_twin import Twin
from companion.bench.runner import Result, Verdict, run_scenario
from companion.editions import read_edition, shipped
from companion.games.warlocks import KIT, game
from companion.games.warlocks.entered import EnteredBoard
from companion.games.warlocks.nouns import SWITCHES
from companion.rulebook import Rulebook
from companion.words import LANGUAGES

from .sections import INTRODUCTIONS, MOOT, SECTIONS, patched, without

FOLDER = KIT.folder / "scenarios"


def run(name: str) -> Result:
    scenarios, mistakes = read_all([FOLDER / f"{name}.scn"])
    assert mistakes == []
    return run_scenario(scenarios[0], Twin())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_of_the_rulebook_is_known_here(language: str) -> None:
    numbers = [section.number for section in Rulebook.load(KIT.folder, language).sections]
    assert sorted(numbers) == sorted([*INTRODUCTIONS, *MOOT, *SECTIONS])


def test_every_pair_names_a_scenario_of_its_section() -> None:
    for section, effect in SECTIONS.items():
        assert effect.scenario.startswith(f"{section}-")
        assert (FOLDER / f"{effect.scenario}.scn").exists()


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.scn")), ids=lambda path: path.stem)
def test_as_the_rules_are_it_passes(path: Any) -> None:
    result = run(path.stem)
    assert result.verdict is Verdict.PASSED, result.reason


@pytest.mark.parametrize("section", SECTIONS)
def test_without_a_section_its_scenario_fails(section: str) -> None:
    with without(section):
        result = run(SECTIONS[section].scenario)
    assert result.verdict is Verdict.FAILED, f"§{section} makes no difference to {result.path}"
    assert ".scn:" in result.reason, "an expectation broke, not the game"


@pytest.mark.parametrize("section", ["3.2", "2.3"])
def test_with_it_again_the_scenario_passes(section: str) -> None:
    """What is taken away comes back, tables that were found without it included."""
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

    with patched("game._rules", misread):
        assert run(f"10.1-{code}-{value}").verdict is Verdict.FAILED


def test_the_free_board_makes_a_difference() -> None:
    as_read = game._rules

    def misread(edition: Any, chosen: Mapping[str, str]) -> Any:
        return as_read(edition, {**chosen, "board": "entered"})

    with patched("game._rules", misread):
        assert run("10.2-board-free").verdict is Verdict.FAILED


def test_no_throw_on_the_shipped_board_is_too_long() -> None:
    """§3.3 has nothing to do there, and so no scenario."""
    edition = read_edition(shipped(KIT), KIT)
    board = EnteredBoard(edition.board)
    for space in range(len(board.ids)):
        if space != board.castle:
            for throw in range(2, 13):
                assert set(board.paths.ends(space, throw)) - {board.castle}, (board.ids[space], throw)
