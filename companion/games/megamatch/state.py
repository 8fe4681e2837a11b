"""All that changes in the course of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from companion.games.megamatch.nouns import RESERVE, SEATS, Creature, Space
from companion.rules.kernel import EVERYONE, MuteNews, News, Seat
from companion.rules.picture import Picture
from companion.rules.text import Arg, Text

NO_TEAM = -1
FIRST_SEAT = Seat(0)


@dataclass(slots=True)
class State:
    """Who stands where and who is next.  A list has an entry a seat, unless it says otherwise."""

    teams: list[int]
    """The team's place in the edition's list; -1: not chosen."""
    at: list[list[Space]]
    """By creature: where it stands or lies; `RESERVE`: it isn't on the board."""
    standing: list[list[Creature]]
    """Those that haven't been knocked over, by number; the reserve is among them."""
    crowd: list[list[int]]
    """By space: how many stand there."""
    turn: int = 0
    """0: the set-up."""
    whose: Seat = FIRST_SEAT
    """Who has this turn; between two turns, who had the last one."""
    spins: int = 0
    news: list[News] = field(default_factory=list, compare=False)

    @classmethod
    def new(cls, creatures: int, spaces: int) -> State:
        """Before anything is set up; *creatures* are those of one team."""
        seats = max(SEATS)
        return cls(
            [NO_TEAM] * seats,
            [[RESERVE] * creatures for _ in range(seats)],
            [[Creature(n) for n in range(creatures)] for _ in range(seats)],
            [[0] * spaces for _ in range(seats)],
        )

    def copy(self) -> Self:
        """An equal state that shares nothing that can change."""
        return type(self)(
            self.teams[:],
            [at[:] for at in self.at],
            [standing[:] for standing in self.standing],
            [crowd[:] for crowd in self.crowd],
            self.turn,
            self.whose,
            self.spins,
        )

    def put(self, seat: Seat, creature: Creature, space: Space) -> None:
        """A standing creature goes there, from wherever it was."""
        at, crowd = self.at[seat], self.crowd[seat]
        here = at[creature]
        if here != RESERVE:
            crowd[here] -= 1
        at[creature] = space
        crowd[space] += 1

    def fall(self, seat: Seat, creature: Creature) -> None:
        """A creature lies from now on where it stood."""
        self.standing[seat].remove(creature)
        self.crowd[seat][self.at[seat][creature]] -= 1

    def on(self, seat: Seat, space: Space) -> list[Creature]:
        """Those that stand there."""
        at = self.at[seat]
        return [creature for creature in self.standing[seat] if at[creature] == space]


def opponent(seat: Seat) -> Seat:
    """The other one of the two."""
    return Seat(1 - seat)


def say(s: State, key: str, picture: Picture | None = None, /, **args: Arg) -> None:
    """Tell everyone what just happened; in mass play, nobody."""
    if type(s.news) is not MuteNews:
        s.news.append(News(Text(key, tuple(args.items())), EVERYONE, picture))
