"""The registry of games, and house rules as people type them."""

import subprocess
import sys
from dataclasses import replace

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


WITH_PRESETS = replace(kit("_template"), presets={"rulebook": {}, "booklet": {"H1": "lowest"}})


def test_a_preset_sets_several_switches_and_what_is_said_beside_it_wins() -> None:
    assert resolve_switches(WITH_PRESETS, {"preset": "booklet"}) == {"H1": "lowest", "dice": "electronic"}
    assert resolve_switches(WITH_PRESETS, {"preset": "rulebook"}) == resolve_switches(WITH_PRESETS, {})
    for given in ({"preset": "booklet", "H1": "highest"}, {"H1": "highest", "preset": "booklet"}):
        assert resolve_switches(WITH_PRESETS, given)["H1"] == "highest"


def test_a_preset_that_there_is_not_is_guessed() -> None:
    with pytest.raises(WrongSwitches, match="no preset 'bokklet': did you mean booklet"):
        resolve_switches(WITH_PRESETS, {"preset": "bokklet"})
    with pytest.raises(WrongSwitches, match="no switch 'perset': did you mean preset"):
        resolve_switches(WITH_PRESETS, {"perset": "booklet"})
    with pytest.raises(WrongSwitches, match="_template has no switch 'preset'"):
        resolve_switches(kit("_template"), {"preset": "booklet"})


def test_all_wrong_switches_are_named_at_once() -> None:
    with pytest.raises(WrongSwitches) as wrong:
        resolve_switches(kit("_template"), {"h1": "lowest", "H1": "lowset", "dice": "of bone", "tokens": "tagged"})
    assert wrong.value.mistakes == (
        "_template has no switch 'h1': did you mean H1?",
        "H1 can't be 'lowset': did you mean lowest?",
        "dice can't be 'of bone': there is electronic, physical",
        "_template has no switch 'tokens': there is H1, dice",
    )
