"""What holds in a game: arena, spinner, teams, and the house rules as functions and values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.games.megamatch.arena import Arena
from companion.games.megamatch.nouns import RESERVE, Creature
from companion.games.megamatch.spinner import Spinner
from companion.games.megamatch.state import NO_TEAM, State
from companion.rules.game import Pawn
from companion.rules.kernel import Denied, Flow, Option, Seat
from companion.rules.text import Text, text


@dataclass(frozen=True, slots=True)
class Early:
    """G5: how a player can stop before the spin is used up."""

    options: tuple[Option[Any], ...]
    refused: tuple[Denied, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """Nothing in here changes in the course of a game."""

    arena: Arena
    spinner: Spinner
    pawns: tuple[Pawn, ...]
    """The teams, in the edition's order."""
    sides: tuple[int, ...]
    """Team -> which wall is its own."""
    names: tuple[tuple[Text, ...], ...]
    """Team -> creature -> its name."""
    tapped: tuple[tuple[str, ...], ...]
    """Team -> creature -> the sort of piece that it is; empty where the edition lists none."""
    creatures: int
    """Of each team (G14)."""
    early: Early
    """G5."""
    stops: bool
    """G7: whether a creature that comes to a standing enemy goes no further in this move."""
    spared: Callable[[Rules, State, Seat, int], Flow[int]]
    """G10: (rules, state, winner, how many may fall) -> how many do."""

    def team(self, s: State, seat: Seat) -> Text:
        """The name of a player: the team's."""
        team = s.teams[seat]
        return text("megamatch.seat", number=seat + 1) if team == NO_TEAM else self.pawns[team].name

    def name(self, s: State, seat: Seat, creature: Creature) -> Text:
        """The name of a creature."""
        return self.names[s.teams[seat]][creature]

    def piece(self, s: State, seat: Seat, creature: Creature) -> str:
        """What is tapped to name a creature."""
        return self.tapped[s.teams[seat]][creature]

    def label(self, s: State, seat: Seat, creature: Creature) -> str:
        """What is printed where the creature is; empty: it isn't on the board."""
        space = s.at[seat][creature]
        return "" if space == RESERVE else self.arena.labels[space]

    def side(self, s: State, seat: Seat) -> int:
        """Whose wall is whose: 0 for the first one's owner."""
        return self.sides[s.teams[seat]]
