"""What holds in a game: the board, the tables, and the house rules as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from companion.games.warlocks.board import Board
from companion.games.warlocks.nouns import NOWHERE, Craft, Space
from companion.games.warlocks.state import State
from companion.rules.kernel import Decision, Flow, Option, Seat

Effect: TypeAlias = "Callable[[Rules, State, Seat, bool], Flow[bool] | None]"
"""What a space does to whoever stops there, by throw or not, and whether that has moved him.  None: he stays."""


class Result(NamedTuple):
    """What a table says."""

    text: str = ""
    lose_turns: int = 0
    princess: int | None = None
    """To whom she goes, counted from the player to the left: 0 to himself, others only if he escorts her."""
    move: Space = NOWHERE
    again: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """Nothing in here changes in the course of a game."""

    board: Board
    effects: tuple[Effect | None, ...]
    """By space."""
    peaceful: tuple[bool, ...]
    """By space: whether nobody fights there (W4)."""
    quiet: tuple[bool, ...]
    """By space: whether nothing can happen to whoever stops there alone."""
    is_x: tuple[bool, ...]
    """By space: whether a detour begins there (§4.3)."""
    is_safe: tuple[bool, ...]
    """By space: whether no spell moves a pawn away (§4.2)."""
    results: Mapping[Space, Mapping[int, Result] | None]
    """By square and total; None: the players read it from their board."""
    asks_craft: bool
    casters: frozenset[Craft | None]
    """Who can use a star (W18)."""
    bonus: Mapping[bool, Mapping[Craft | None, int]]
    """What is added in a duel, on a star and elsewhere (W18)."""
    forced_spells: bool
    """Whether a star works for those, too, who haven't come by their own throw (W7)."""


def pick(decision: Decision) -> Flow[Any]:
    """Ask, where there is more than one option."""
    options = decision.options
    option: Option[Any] = options[0] if len(options) == 1 else (yield decision)
    return option.value


def send(s: State, seat: Seat, space: Space) -> None:
    """Move a pawn otherwise than by its player's throw: it leaves its detour, if it was on one."""
    s.at[seat] = space
    s.bumped[seat] += 1
    s.detours[seat] = NOWHERE
