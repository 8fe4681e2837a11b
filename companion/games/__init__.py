"""The games there are, by name.  A game's code is imported when it is asked for, and not before."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from companion.mistakes import did_you_mean
from companion.rules.game import Kit

GAMES: Final[Mapping[str, str]] = {
    "masters": "companion.games.masters",
    "shadowlord": "companion.games.shadowlord",
    "megamatch": "companion.games.megamatch",
    "warlocks": "companion.games.warlocks",
}
"""Name on the command line -> the module that has the game's `KIT` and its `BOUND`."""

PRESET: Final = "preset"
"""Stands beside the switches' codes, and chooses several of them."""

TEMPLATE: Final = "companion.games._template"
"""The tiny game that a new game is copied from.  Not offered to players; `kit("_template")` finds it all the same."""


class UnknownGame(LookupError):
    """No game of this name: the caller's fault."""


class WrongSwitches(ValueError):
    """Switches or table options that a game doesn't know, all of them: the caller's fault."""

    def __init__(self, mistakes: tuple[str, ...]) -> None:
        super().__init__("; ".join(mistakes))
        self.mistakes = mistakes


def kit(name: str) -> Kit:
    """The game of this name.  Raises `UnknownGame`."""
    module = {**GAMES, "_template": TEMPLATE}.get(name)
    if module is None:
        raise UnknownGame(f"no game {name!r}: {did_you_mean(name, GAMES)}")
    found: Kit = import_module(module).KIT
    return found


def resolve_switches(kit: Kit, given: Mapping[str, str]) -> dict[str, str]:
    """Every switch and table option of a game with its value: the *given* one, else the preset's, else the default.

    ``preset`` names one of the kit's presets.  Raises `WrongSwitches`, which names all codes and values that the game
    doesn't know.
    """
    known = {switch.code: switch.values for switch in kit.switches} | dict(kit.options)
    mistakes = []
    preset: Mapping[str, str] = {}
    for code, value in given.items():
        if code == PRESET and kit.presets:
            preset = kit.presets.get(value, {})
            if value not in kit.presets:
                mistakes.append(f"{kit.name} has no preset {value!r}: {did_you_mean(value, kit.presets)}")
        elif code not in known:
            choices = [*known, PRESET] if kit.presets else known
            mistakes.append(f"{kit.name} has no switch {code!r}: {did_you_mean(code, choices)}")
        elif value not in known[code]:
            mistakes.append(f"{code} can't be {value!r}: {did_you_mean(value, known[code])}")
    if mistakes:
        raise WrongSwitches(tuple(mistakes))
    return {code: given.get(code, preset.get(code, values[0])) for code, values in known.items()}
