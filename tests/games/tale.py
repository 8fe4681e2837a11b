"""A game told in the table's words, as far as all games are told alike: who is asked what, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from companion.rules.game import Game
from companion.rules.kernel import CHANCE, Denied, Position, Seat, State, denied, start, step


class Table(State, Protocol):
    """The state of a game in which there is a turn."""

    whose: Seat


S = TypeVar("S", bound=Table)


class Told(Generic[S]):
    """One game between *players*: its state is arranged before the first question, and is the position's after it."""

    name: ClassVar[str]
    """Of the game, as it begins the keys of what is said."""
    thrown: ClassVar[str] = "throws"
    """What somebody does by whose hand dice or a spinner decide."""
    drawn: ClassVar[str] = "draws"
    """The same for everything else that chance decides."""

    def __init__(self, game: Game[S], players: Sequence[str]) -> None:
        self.game: Any = game
        self.players = tuple(players)
        self.state = game.setup(len(players), self.players)
        self._position: Position[S] | None = None

    # -- as the table stands ----------------------------------------------------------------------------------------

    def seat(self, player: str) -> Seat:
        return Seat(self.players.index(player))

    def on_turn(self, player: str) -> Self:
        self.state.whose = Seat((self.seat(player) - 1) % len(self.players))
        return self

    # -- as it goes on ----------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position[S]:
        if self._position is None:
            self._position = start(self.game, self.state)
        return self._position

    def play(self, *keys: str) -> Self:
        """Throw, draw and choose these, in turn."""
        for key in keys:
            refusal = denied(self.position, key)
            assert refusal is None, f"{refusal}; {self.asked} is asked §{self.rule}: {', '.join(self.keys)}"
            self._position = step(self.position, key)
        return self

    def insist(self, key: str) -> Self:
        """All agree that it is so, though by all that is known it can't be."""
        decision = self.position.decision
        assert decision is not None
        assert key in [option.key for option in decision.doubted], f"nobody doubts {key}"
        self._position = step(self.position, key)
        return self

    @property
    def table(self) -> S:
        return self.position.table

    @property
    def news(self) -> list[str]:
        """What was said since the last answer, by key."""
        return [news.text.key.removeprefix(f"{self.name}.") for news in self.position.news]

    @property
    def keys(self) -> tuple[str, ...]:
        decision = self.position.decision
        return decision.keys() if decision else ()

    @property
    def rule(self) -> str:
        decision = self.position.decision
        return decision.rule if decision else ""

    @property
    def asked(self) -> str:
        """Whose answer is wanted, or by whose hand chance decides, as ``musclor throws``."""
        decision = self.position.decision
        if decision is None:
            return "nobody"
        if decision.seat == CHANCE:
            return f"{self.players[decision.by]} {self.thrown if decision.source.startswith('dice') else self.drawn}"
        return self.players[decision.seat]

    @property
    def on(self) -> str:
        """Whose turn it is."""
        return self.players[self.table.whose]

    def why_not(self, key: str) -> Denied:
        refusal = denied(self.position, key)
        assert refusal is not None, f"{key} is allowed"
        return refusal
