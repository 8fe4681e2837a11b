"""All that changes in the course of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from companion.games._template.nouns import Card
from companion.rules.kernel import EVERYONE, News, Seat
from companion.rules.picture import Picture
from companion.rules.text import Text


@dataclass(slots=True)
class State:
    """One entry a seat in each list."""

    pawns: list[str]
    """Empty before the seat has chosen."""
    hands: list[Card | None]
    aside: list[Card | None]
    """The card that was swapped, face down till the round is over."""
    points: list[int]
    leader: Seat | None = None
    """Who took the last round."""
    round: int = 0
    drawn: int = 0
    """Cards drawn in this round."""
    throws: int = 0
    news: list[News] = field(default_factory=list, compare=False)

    @classmethod
    def new(cls, seats: int) -> State:
        """Before anything has happened."""
        return cls([""] * seats, [None] * seats, [None] * seats, [0] * seats)

    def copy(self) -> Self:
        """An equal state that shares no list."""
        return type(self)(
            self.pawns[:],
            self.hands[:],
            self.aside[:],
            self.points[:],
            self.leader,
            self.round,
            self.drawn,
            self.throws,
        )

    @property
    def seats(self) -> list[Seat]:
        """All, clockwise."""
        return [Seat(n) for n in range(len(self.points))]

    def clockwise_from(self, first: Seat) -> list[Seat]:
        """All, clockwise, from *first* on."""
        return self.seats[first:] + self.seats[:first]

    def is_out(self, card: Card) -> bool:
        """Whether it has left the deck in this round."""
        return card in self.hands or card in self.aside

    def tell(self, text: Text, audience: Seat = EVERYONE, picture: Picture | None = None) -> None:
        """Say what just happened."""
        self.news.append(News(text, audience, picture))
