"""A game told in the table's words: who stands where, what is spun and chosen, what comes of it."""

from __future__ import annotations

from functools import cache

from companion.editions import read_edition, shipped
from companion.games.megamatch import KIT, beginning
from companion.games.megamatch.edition import Edition
from companion.games.megamatch.game import MegaMatch, build
from companion.games.megamatch.nouns import Creature, Space
from companion.games.megamatch.state import State
from companion.rules.kernel import CHANCE, Decision, Denied, Position, Seat, denied, start, step

REFERENCE: Edition = read_edition(shipped(KIT), KIT)
TEAMS = ("grape", "green")


@cache
def game(edition: Edition = REFERENCE, **chosen: str) -> MegaMatch:
    return build(edition, chosen)


class Tale:
    """One game, grape against green, who have lined up; grape is on turn."""

    def __init__(self, edition: Edition = REFERENCE, **chosen: str) -> None:
        self.game = game(edition, **chosen)
        self.m = self.game._m
        self.state: State = self.game.setup(2, TEAMS)
        beginning.line_up(self.m, self.state)
        self.state.whose = Seat(1)
        self._position: Position[State] | None = None

    # -- as the table stands ----------------------------------------------------------------------------------------

    def number(self, space: str) -> Space:
        return Space(self.m.arena.labels.index(space))

    def stand(self, **teams: str) -> Tale:
        """By number, as ``grape="A1 - B2"``: the first creature on A1, the third on B2, the others have fallen."""
        for team, words in teams.items():
            seat = Seat(TEAMS.index(team))
            spaces = [*words.split(), *["-"] * self.m.creatures][: self.m.creatures]
            for n, space in enumerate(spaces):
                if space == "-":
                    self.state.fall(seat, Creature(n))
                else:
                    self.state.put(seat, Creature(n), self.number(space))
        return self

    def on_turn(self, team: str) -> Tale:
        self.state.whose = Seat(1 - TEAMS.index(team))
        return self

    # -- as it goes on ----------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position[State]:
        if self._position is None:
            self._position = start(self.game, self.state)
        return self._position

    def play(self, *keys: str) -> Tale:
        """Spin and choose these, in turn."""
        for key in keys:
            refusal = denied(self.position, key)
            assert refusal is None, f"{refusal}; {self.asked} is asked §{self.rule}: {', '.join(self.keys)}"
            self._position = step(self.position, key)
        return self

    @property
    def table(self) -> State:
        return self.position.table

    @property
    def decision(self) -> Decision:
        assert self.position.decision is not None, "the game is over"
        return self.position.decision

    @property
    def news(self) -> list[str]:
        """What was said since the last answer, by key."""
        return [news.text.key.removeprefix("megamatch.") for news in self.position.news]

    @property
    def keys(self) -> tuple[str, ...]:
        return self.position.decision.keys() if self.position.decision else ()

    @property
    def rule(self) -> str:
        return self.position.decision.rule if self.position.decision else ""

    @property
    def asked(self) -> str:
        """Whose answer is wanted: ``grape``, or ``grape spins``."""
        decision = self.position.decision
        if decision is None:
            return "nobody"
        return f"{TEAMS[decision.by]} spins" if decision.seat == CHANCE else TEAMS[decision.seat]

    @property
    def on(self) -> str:
        """Whose turn it is."""
        return TEAMS[self.table.whose]

    def why_not(self, key: str) -> Denied:
        refusal = denied(self.position, key)
        assert refusal is not None, f"{key} is allowed"
        return refusal

    def at(self, creature: str) -> str:
        """Where ``grape-1`` stands or lies."""
        return self.game.placement(self.table)[f"creature/{creature}"]

    def stands(self, team: str) -> list[int]:
        """The numbers of those that haven't fallen."""
        return [creature + 1 for creature in self.table.standing[TEAMS.index(team)]]
