"""The sections of every rulebook against their scenarios: each section does something, and its scenario notices."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from companion.bench.runner import Verdict
from companion.games.masters import moves
from companion.words import LANGUAGES

from . import sections
from .sections import Book, Effect

TABLES: Final = sorted(Path(__file__).parent.glob("*/sections.py"))
BOOKS: Final[dict[str, Book]] = {
    path.parent.name: import_module(f"tests.games.{path.parent.name}.sections").BOOK for path in TABLES
}
MASTERS: Final = BOOKS["masters"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BOOKS)
def test_every_section_of_the_rulebook_is_known_here(game: str, language: str) -> None:
    sections.knows_every_section(BOOKS[game], language)


@pytest.mark.parametrize("game", BOOKS)
def test_a_section_is_told_by_a_scenario_of_its_own(game: str) -> None:
    sections.names_scenarios_of_their_sections(BOOKS[game])


@pytest.mark.parametrize(
    ("game", "section"), [(name, section) for name, book in BOOKS.items() for section in book.effects]
)
def test_without_a_section_its_scenario_fails(game: str, section: str) -> None:
    sections.makes_a_difference(BOOKS[game], section)


@pytest.mark.parametrize(
    ("game", "section"),
    [
        pytest.param("masters", "3.2", id="a function"),
        pytest.param("shadowlord", "9.2", id="a method"),
        pytest.param("masters", "8.1", id="a rule by its switch"),
        pytest.param("megamatch", "4.2", id="what a board is built with"),
    ],
)
def test_with_it_again_the_scenario_passes(game: str, section: str) -> None:
    """What is taken away comes back, what was built without it included."""
    book = BOOKS[game]
    book.run_without(section)
    assert book.run(book.effects[section].scenario).verdict is Verdict.PASSED


@pytest.mark.parametrize(
    ("game", "code", "value", "other"),
    [
        pytest.param(name, switch.code, value, other, id=f"{name} {switch.code}={value}, not {other}")
        for name, book in BOOKS.items()
        for switch in book.kit.switches
        for value in switch.values
        for other in switch.values
        if other != value
    ],
)
def test_each_value_of_a_switch_is_told_from_the_others(game: str, code: str, value: str, other: str) -> None:
    sections.tells_apart(BOOKS[game], code, value, other)


@pytest.mark.parametrize(
    ("game", "option", "value"), [(name, *option) for name, book in BOOKS.items() for option in book.options]
)
def test_each_table_option_that_the_rules_know_makes_a_difference(game: str, option: str, value: str) -> None:
    sections.knows_the_option(BOOKS[game], option, value)


# -- a table of sections that is wrong is caught


def test_a_section_that_is_missing_is_caught() -> None:
    with pytest.raises(AssertionError, match=r"'9\.3'"):
        sections.knows_every_section(MASTERS._replace(without_effect=()), "en")


def test_a_scenario_of_another_section_is_caught() -> None:
    borrowed = MASTERS.effects["3.2"]._replace(scenario="3.1-move")
    with pytest.raises(AssertionError, match=r"§3\.2 is told by 3\.1-move"):
        sections.names_scenarios_of_their_sections(MASTERS._replace(effects={"3.2": borrowed}))


def test_a_section_that_does_nothing_is_caught() -> None:
    idle = Effect("moves.onward", moves.onward, "3.2-no-square-twice")
    with pytest.raises(AssertionError, match=r"§3\.2 makes no difference"):
        sections.makes_a_difference(MASTERS._replace(effects={"3.2": idle}), "3.2")


def test_a_game_that_breaks_without_a_section_is_caught() -> None:
    broken = Effect("moves.onward", None, "3.2-no-square-twice")
    with pytest.raises(AssertionError, match="the game broke"):
        sections.makes_a_difference(MASTERS._replace(effects={"3.2": broken}), "3.2")


def test_a_switch_that_changes_nothing_is_caught() -> None:
    with pytest.raises(AssertionError, match=r"9\.1-M36-first.* pass"):
        sections.tells_apart(MASTERS, "M36", "first", "first")
    with pytest.raises(AssertionError, match="M36=last has no scenario"):
        sections.tells_apart(MASTERS, "M36", "last", "first")


def test_an_option_that_changes_nothing_is_caught() -> None:
    with pytest.raises(AssertionError, match=r"9\.2-dice-physical.* passes"):
        sections.knows_the_option(MASTERS, "dice", "physical")
