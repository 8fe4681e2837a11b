"""The games there are, by name.  A game's code is imported when it is asked for, and not before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Final

from companion.rules.game import Kit

GAMES: Final[Mapping[str, str]] = {
    "masters": "companion.games.masters",
}
"""Name on the command line -> the module that has the game's `KIT` and its `BOUND`."""

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
        raise UnknownGame(f"no game {name!r}{_instead(name, GAMES)}")
    found: Kit = import_module(module).KIT
    return found


def resolve_switches(kit: Kit, given: Mapping[str, str]) -> dict[str, str]:
    """Every switch and table option of a game with its value: the *given* one, else the default.

    Raises `WrongSwitches`, which names all codes and values that the game doesn't know.
    """
    known = {switch.code: switch.values for switch in kit.switches} | dict(kit.options)
    mistakes = []
    for code, value in given.items():
        if code not in known:
            mistakes.append(f"{kit.name} has no switch {code!r}{_instead(code, known)}")
        elif value not in known[code]:
            mistakes.append(f"{code} can't be {value!r}{_instead(value, known[code])}")
    if mistakes:
        raise WrongSwitches(tuple(mistakes))
    return {code: given.get(code, values[0]) for code, values in known.items()}


def _instead(wrong: str, right: Iterable[str]) -> str:
    """What may have been meant, or else all that there is."""
    by_small_letters = {name.lower(): name for name in right}
    near = get_close_matches(wrong.lower(), by_small_letters, n=1)
    if near:
        return f": did you mean {by_small_letters[near[0]]!r}?"
    return f": there is {', '.join(by_small_letters.values()) or 'none'}"
