"""All that changes in the course of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Self

from companion.games.warlocks.nouns import NOWHERE, PAWNS, Craft, Space
from companion.rules.dice import Pips
from companion.rules.kernel import EVERYONE, MuteNews, News, Seat
from companion.rules.picture import Dice, Picture
from companion.rules.text import Arg, Text, text

NO_PAWN: Final = -1
NOBODY: Final = Seat(-1)


@dataclass(slots=True)
class State:
    """Who stands where and what is to come.  A list has an entry a seat."""

    pawns: list[int]
    """The pawn's place in `PAWNS`; -1: not chosen."""
    crafts: list[Craft | None]
    """None: not said, or it doesn't matter."""
    at: list[Space]
    visits: list[int]
    """A bit for each of `SQUARES`."""
    lost: list[int]
    """Turns that are still to be lost."""
    detours: list[Space]
    """The X circle whose marked way the pawn follows; `NOWHERE`: none."""
    bumped: list[int]
    """How often the pawn was moved by anything but its player's throw."""
    princess: Seat = NOBODY
    """Her escort."""
    winner: Seat = NOBODY
    turn: int = 0
    """0: the set-up."""
    whose: Seat = NOBODY
    """Who has this turn; between two turns, who had the last one."""
    throws: int = 0
    duels: int = 0
    """Fought in this turn."""
    spells: int = 0
    """The bits of the seats that have cast a spell in this turn."""
    arrows: int = 0
    """The bits of the spaces whose arrow has moved a pawn in this turn."""
    news: list[News] = field(default_factory=list, compare=False)

    @classmethod
    def new(cls, seats: int) -> State:
        """Before anything has happened."""
        return cls(
            [NO_PAWN] * seats,
            [None] * seats,
            [NOWHERE] * seats,
            [0] * seats,
            [0] * seats,
            [NOWHERE] * seats,
            [0] * seats,
        )

    def copy(self) -> Self:
        """An equal state that shares no list."""
        return type(self)(
            self.pawns[:],
            self.crafts[:],
            self.at[:],
            self.visits[:],
            self.lost[:],
            self.detours[:],
            self.bumped[:],
            self.princess,
            self.winner,
            self.turn,
            self.whose,
            self.throws,
            self.duels,
            self.spells,
            self.arrows,
        )

    @property
    def seats(self) -> list[Seat]:
        """All, clockwise."""
        return [Seat(n) for n in range(len(self.at))]


def who(s: State, seat: Seat) -> Text:
    """The name of a player: the pawn's."""
    if s.pawns[seat] == NO_PAWN:
        return text("warlocks.seat", number=seat + 1)
    return PAWNS[s.pawns[seat]].name


def say(s: State, key: str, picture: Picture | None = None, /, **args: Arg) -> None:
    """Tell everyone what just happened; in mass play, nobody."""
    if type(s.news) is not MuteNews:
        s.news.append(News(Text(key, tuple(args.items())), EVERYONE, picture))


def tell(s: State, what: Text) -> None:
    """The same, with a text that stands ready: where it is said so often that mass play would feel it."""
    if type(s.news) is not MuteNews:
        s.news.append(News(what))


def tell_who(s: State, key: str, seat: Seat) -> None:
    """Tell everyone what concerns one player (``who``)."""
    if type(s.news) is not MuteNews:
        s.news.append(News(text(key, who=who(s, seat))))


def tell_move(s: State, key: str, seat: Seat, space: Text) -> None:
    """Tell everyone where a pawn goes (``who`` and ``space``)."""
    if type(s.news) is not MuteNews:
        s.news.append(News(text(key, who=who(s, seat), space=space)))


def tell_total(s: State, pips: Pips) -> None:
    """Tell everyone what a throw came to."""
    if type(s.news) is not MuteNews:
        s.news.append(News(text("warlocks.threw", total=sum(pips)), EVERYONE, Dice(pips)))
