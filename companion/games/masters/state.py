"""All that changes in the course of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self, TypeVar

from companion.games.masters.nouns import CARDS, NOWHERE, TOKENS, Card, CardId, Space, Token, TokenId
from companion.rules.dice import Pips
from companion.rules.kernel import EVERYONE, MuteNews, News, Seat
from companion.rules.picture import Dice, Picture
from companion.rules.text import Arg, Text, text

K = TypeVar("K", bound=StrEnum)

NO_CARD = CardId(-1)
NO_PAWN = -1
FIRST_SEAT = Seat(0)


@dataclass(slots=True)
class State:
    """What lies where and who is next.  A list has an entry a seat, unless it says otherwise."""

    pawns: list[int]
    """The pawn's place in the edition's list; -1: not chosen."""
    at: list[Space]
    lanes: list[int]
    """In which corridor the pawn is, or was last; -1: in none."""
    held: list[dict[Token, TokenId]]
    kept: list[CardId]
    """The card before the player; -1: none."""
    misses: list[bool]
    """Whether the next turn is lost."""
    token_at: list[Space]
    """Token -> the space where it lies face down, or `HELD`, `OUT`, `FACE_UP`."""
    token_is: list[Token | None]
    """Token -> what it shows; None while nobody has seen it."""
    unseen_tokens: tuple[int, ...]
    """How many of each kind nobody has seen."""
    pile: list[CardId]
    """Top first."""
    card_is: list[Card | None]
    unseen_cards: tuple[int, ...]
    face_down: int = 0
    """The bits (`Board.bits`) of the spaces on which a token lies."""
    ship: Space = NOWHERE
    """Where the spaceship lies face up."""
    fists: int = 0
    skulls: int = 0
    """Rounds that Skeletor has won in the battle that goes on."""
    winners: list[Seat] = field(default_factory=list)
    """In the order in which they beat Skeletor."""
    turn: int = 0
    """0: the set-up."""
    whose: Seat = FIRST_SEAT
    """Who has this turn; between two turns, who had the last one."""
    throws: int = 0
    turned: int = 0
    """Tokens that were turned in free mode, where a token has no square that could name it."""
    insisted: int = 0
    """How often the table has said of a token or a card what couldn't be by all that was known."""
    news: list[News] = field(default_factory=list, compare=False)

    @classmethod
    def new(cls, seats: int, tokens: tuple[int, ...], cards: tuple[int, ...]) -> State:
        """Before anything is laid out; *tokens* and *cards* are the mixes, by kind."""
        return cls(
            [NO_PAWN] * seats,
            [NOWHERE] * seats,
            [-1] * seats,
            [{} for _ in range(seats)],
            [NO_CARD] * seats,
            [False] * seats,
            [NOWHERE] * TOKENS,
            [None] * TOKENS,
            tokens,
            [],
            [None] * CARDS,
            cards,
        )

    def copy(self) -> Self:
        """An equal state that shares nothing that can change."""
        return type(self)(
            self.pawns[:],
            self.at[:],
            self.lanes[:],
            [held.copy() for held in self.held],
            self.kept[:],
            self.misses[:],
            self.token_at[:],
            self.token_is[:],
            self.unseen_tokens,
            self.pile[:],
            self.card_is[:],
            self.unseen_cards,
            self.face_down,
            self.ship,
            self.fists,
            self.skulls,
            self.winners[:],
            self.turn,
            self.whose,
            self.throws,
            self.turned,
            self.insisted,
        )

    @property
    def seats(self) -> range:
        """All, clockwise."""
        return range(len(self.at))


def anew(s: State, source: str) -> str:
    """The name of a source of which the table may have told something else before it insisted on another."""
    return f"{source}/{s.insisted}" if s.insisted else source


def unsee(s: State, shown: list[K | None], kind: K, hidden: Iterable[int]) -> None:
    """§9.2 The table insists on a kind that is used up: one of the *hidden* that was seen to be it is unknown again."""
    s.insisted += 1
    shown[next(n for n in hidden if shown[n] is kind)] = None


def say(s: State, key: str, picture: Picture | None = None, /, **args: Arg) -> None:
    """Tell everyone what just happened; in mass play, nobody."""
    if type(s.news) is not MuteNews:
        s.news.append(News(Text(key, tuple(args.items())), EVERYONE, picture))


def tell(s: State, what: Text) -> None:
    """The same, with a text that stands ready: where it is said so often that mass play would feel it."""
    if type(s.news) is not MuteNews:
        s.news.append(News(what))


def tell_dice(s: State, key: str, pips: Pips) -> None:
    """Tell everyone what was thrown (``a`` and ``b``)."""
    if type(s.news) is not MuteNews:
        s.news.append(News(text(key, a=pips[0], b=pips[1]), EVERYONE, Dice(pips)))


def tell_total(s: State, key: str, pips: Pips) -> None:
    """Tell everyone what a throw came to (``total``)."""
    if type(s.news) is not MuteNews:
        s.news.append(News(text(key, total=sum(pips)), EVERYONE, Dice(pips)))
