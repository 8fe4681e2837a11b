"""The sections of a game's rulebook, the one function that does each of them, and how to play without it.

A game has its table in ``tests/games/NAME/sections.py``: `BOOK`.  A section is taken away so that the game stays
playable: what breaks is the expectation of its scenario, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion import open_game
from companion.bench import read_all
from companion.bench.place_twin import Twin
from companion.bench.runner import Result, Verdict, run_scenario
from companion.rulebook import Rulebook
from companion.rules.game import Kit


class Effect(NamedTuple):
    """The function or value that does what a section says, below the game's package; what stands there instead."""

    target: str
    """``module.name``, ``module.Class.name`` or ``module.NAME[key]``."""
    instead: Any
    scenario: str
    """The file in scenarios/, without ``.scn``."""


class Book(NamedTuple):
    """A rulebook, as its sections are tried."""

    kit: Kit
    effects: Mapping[str, Effect]
    without_effect: tuple[str, ...]
    """Sections of which no scenario can tell."""
    switches: str
    """The section that lists the switches."""
    options: tuple[tuple[str, str], ...] = ()
    """Table options that the rules know, with their values; the section after the switches lists them."""

    def run(self, name: str) -> Result:
        """Play a scenario of the game."""
        scenarios, mistakes = read_all([self.kit.folder / "scenarios" / f"{name}.scn"])
        assert mistakes == []
        return run_scenario(scenarios[0], Twin())

    @contextmanager
    def patched(self, target: str, instead: Any) -> Iterator[None]:
        """Something of the game is another, and no game that is built with it outlives this."""
        path, _, item = target.removesuffix("]").partition("[")
        module, *names, last = path.split(".")
        owner: Any = import_module(f"companion.games.{self.kit.name}.{module}")
        for name in names:
            owner = getattr(owner, name)
        with pytest.MonkeyPatch.context() as patch:
            if item:
                patch.setitem(getattr(owner, last), item, instead)
            else:
                patch.setattr(owner, last, instead)
            open_game._built.cache_clear()
            try:
                yield
            finally:
                open_game._built.cache_clear()

    def run_without(self, section: str) -> Result:
        """Play the scenario of a section without what the section does."""
        effect = self.effects[section]
        with self.patched(effect.target, effect.instead):
            return self.run(effect.scenario)

    def run_misread(self, name: str, code: str, value: str) -> Result:
        """Play a scenario with this value of a switch or an option, whatever is chosen."""
        as_read = import_module(f"companion.games.{self.kit.name}.game")._rules

        def misread(edition: Any, chosen: Mapping[str, str]) -> Any:
            return as_read(edition, {**chosen, code: value})

        with self.patched("game._rules", misread):
            return self.run(name)


def knows_every_section(book: Book, language: str) -> None:
    """Each section of the rulebook has an effect here, or none, and no other has."""
    numbers = [section.number for section in Rulebook.load(book.kit.folder, language).sections]
    astray = {*numbers} ^ {*book.without_effect, *book.effects}
    assert not astray, f"in the rulebook or among the effects, and not in both: {sorted(astray)}"


def names_scenarios_of_their_sections(book: Book) -> None:
    """The scenario of a section bears its number."""
    for section, effect in book.effects.items():
        assert effect.scenario.startswith(f"{section}-"), f"§{section} is told by {effect.scenario}"


def makes_a_difference(book: Book, section: str) -> None:
    """Without the section its scenario fails."""
    result = book.run_without(section)
    assert result.verdict is Verdict.FAILED, f"§{section} makes no difference to {result.path}"
    assert "at fault" not in result.reason, f"the game broke, not an expectation: {result.reason}"


def tells_apart(book: Book, code: str, value: str, other: str) -> None:
    """A scenario of this value of a switch fails where another value is played."""
    names = [path.stem for path in scenarios_of(book, f"{book.switches}-{code}-{value}")]
    assert names, f"{code}={value} has no scenario"
    assert Verdict.FAILED in [book.run_misread(name, code, other).verdict for name in names], f"{names} pass"


def knows_the_option(book: Book, option: str, value: str) -> None:
    """The scenario of this value of a table option fails where another value is played."""
    chapter, _, number = book.switches.rpartition(".")
    other = next(other for other in book.kit.options[option] if other != value)
    result = book.run_misread(f"{chapter}.{int(number) + 1}-{option}-{value}", option, other)
    assert result.verdict is Verdict.FAILED, f"{result.path} passes with {other}"


def scenarios_of(book: Book, beginning: str) -> list[Path]:
    """Those whose names begin so."""
    return sorted((book.kit.folder / "scenarios").glob(f"{beginning}*.scn"))
