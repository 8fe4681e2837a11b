"""The registry of games, and house rules as people type them."""

import subprocess
import sys

import pytest

from companion.games import GAMES, UnknownGame, WrongSwitches, kit, resolve_switches


@pytest.mark.parametrize("name", ["_template", *GAMES])
def test_a_game_is_found_by_its_name(name: str) -> None:
    assert kit(name).name == name


def test_a_name_that_is_nearly_right_is_guessed() -> None:
    with pytest.raises(UnknownGame, match="no game 'Mastres': did you mean masters"):
        kit("Mastres")


def test_a_name_that_is_nothing_like_it_is_told_what_there_is() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess': there is masters"):
        kit("chess")


def test_the_template_is_not_offered() -> None:
    assert "_template" not in GAMES


def test_a_game_is_imported_only_when_it_is_asked_for() -> None:
    code = "import sys, companion.games; print([m for m in sys.modules if m.startswith('companion.games.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_what_is_not_said_has_its_default() -> None:
    template = kit("_template")
    assert resolve_switches(template, {}) == {"H1": "highest", "dice": "electronic"}
    assert resolve_switches(template, {"H1": "lowest"}) == {"H1": "lowest", "dice": "electronic"}


def test_all_wrong_switches_are_named_at_once() -> None:
    with pytest.raises(WrongSwitches) as wrong:
        resolve_switches(kit("_template"), {"h1": "lowest", "H1": "lowset", "dice": "of bone", "tokens": "tagged"})
    assert wrong.value.mistakes == (
        "_template has no switch 'h1': did you mean H1?",
        "H1 can't be 'lowset': did you mean lowest?",
        "dice can't be 'of bone': there is electronic, physical",
        "_template has no switch 'tokens': there is H1, dice",
    )
