"""A game told in the table's words: who stands where, what is spun and chosen, what comes of it."""

from __future__ import annotations

from functools import cache

from companion.editions import read_edition, shipped
from companion.games.megamatch import KIT, beginning
from companion.games.megamatch.edition import Edition
from companion.games.megamatch.game import MegaMatch, build
from companion.games.megamatch.nouns import Creature, Space
from companion.games.megamatch.state import State
from companion.rules.kernel import Decision, Seat
from tests.games.tale import Told

REFERENCE: Edition = read_edition(shipped(KIT), KIT)
TEAMS = ("grape", "green")


@cache
def game(edition: Edition = REFERENCE, **chosen: str) -> MegaMatch:
    return build(edition, chosen)


class Tale(Told[State]):
    """One game, grape against green, who have lined up; grape is on turn."""

    name = "megamatch"
    thrown = drawn = "spins"

    def __init__(self, edition: Edition = REFERENCE, **chosen: str) -> None:
        super().__init__(game(edition, **chosen), TEAMS)
        self.m = self.game._m
        beginning.line_up(self.m, self.state)
        self.state.whose = Seat(1)

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

    # -- as it goes on ----------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        assert self.position.decision is not None, "the game is over"
        return self.position.decision

    def at(self, creature: str) -> str:
        """Where ``grape-1`` stands or lies."""
        return str(self.game.placement(self.table)[f"creature/{creature}"])

    def stands(self, team: str) -> list[int]:
        """The numbers of those that haven't fallen."""
        return [creature + 1 for creature in self.table.standing[TEAMS.index(team)]]
