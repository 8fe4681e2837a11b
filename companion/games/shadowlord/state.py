"""All that changes in the course of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Self

from companion.games.shadowlord.nouns import FACE_DOWN, NO_DISC, NOBODY, NOWHERE, Card, Character, Space
from companion.rules.kernel import EVERYONE, MuteNews, News, Seat
from companion.rules.picture import Picture
from companion.rules.text import Arg, Text
from companion.rules.unseen import Counts, Holder, Unseen

NO_PAWN = -1
FIRST_SEAT = Seat(0)


class Laid(NamedTuple):
    """An extra card that lies face down in a battle."""

    side: Seat
    holder: Holder
    """Where it came from."""
    card: Card


class Meeting(NamedTuple):
    """A battle that is due (§9.1)."""

    space: Space
    attacker: Seat
    defender: Seat


class Leave(NamedTuple):
    """*guest* may be where *host* is (§7.4)."""

    space: Space
    host: Seat
    guest: Seat


@dataclass(slots=True)
class State:
    """What lies where and who is next.  A list has an entry a seat, a character or a space, as it says."""

    pawns: list[int]
    """Seat -> the master, by its place in the list of pawns; -1: not chosen."""
    alliance: list[list[Character]]
    """Seat -> its characters, the master first; empty: before the set-up, and once the master is dead."""
    hands: list[tuple[Card, ...]]
    """Seat -> its cards, sorted."""
    storage: list[int]
    """Seat -> ships that were built and not placed."""
    shadows: list[Character]
    """Those that are on the board."""
    at: list[Space]
    """Character -> where it stands."""
    ring: list[int]
    """Character -> the ships in its ring."""
    under: list[tuple[Card, ...]]
    """Character -> the cards under its portrait, sorted."""
    claim: list[Seat]
    """Space -> whose loose ships lie there."""
    loose: list[int]
    """Space -> how many."""
    disc: list[Character]
    """Space -> the ally's disc that lies there and is nobody's, `FACE_DOWN` or `NO_DISC`."""
    hidden: list[Character]
    """Those whose discs nobody has turned up, wherever they lie."""
    piled: tuple[Character, ...]
    """Those whose discs were shuffled and laid out at the start."""
    stone: Character
    """Who holds the Power Stone."""
    composition: Counts
    """What the pile was shuffled from, by number."""
    pile: Counts
    """What is left of it; where real cards are drawn this isn't known, and stays as it was shuffled."""
    discarded: Counts
    unseen: Unseen | None
    """What is known of real cards; None where the box draws."""
    piled_cards: int
    """Cards in the pile when it was shuffled."""
    drawn: int = 0
    """How many of them have been drawn."""
    shuffles: int = 0
    """How often it was shuffled anew."""
    timer: int = 0
    laid: list[Laid] = field(default_factory=list)
    """Extra cards that lie face down."""
    open: list[Card] = field(default_factory=list)
    """Cards of the battle that lie face up."""
    meetings: list[Meeting] = field(default_factory=list)
    """Battles that this turn has brought and that are not fought yet."""
    leaves: list[Leave] = field(default_factory=list)
    came: dict[Character, Space] = field(default_factory=dict)
    """From where a character came that has moved in this turn."""
    fallen: list[Seat] = field(default_factory=list)
    """Whose masters died, in that order."""
    keeper: Seat = NOBODY
    """Who held the stone at the end of a turn of his own, and has held it since (S1)."""
    crowned: Seat = NOBODY
    """Who has held the stone for a round (S1)."""
    turn: int = 0
    """0: the set-up."""
    whose: Seat = FIRST_SEAT
    """Who has this turn; between two turns, who had the last one."""
    throws: int = 0
    shown: int = 0
    """Real cards that were named."""
    news: list[News] = field(default_factory=list, compare=False)

    @classmethod
    def new(cls, seats: int, characters: int, spaces: int, lord: Character, cards: Counts) -> State:
        """Before anything is laid out."""
        return cls(
            [NO_PAWN] * seats,
            [[] for _ in range(seats)],
            [()] * seats,
            [0] * seats,
            [],
            [NOWHERE] * characters,
            [0] * characters,
            [()] * characters,
            [NOBODY] * spaces,
            [0] * spaces,
            [NO_DISC] * spaces,
            [],
            (),
            lord,
            cards,
            cards,
            (0,) * len(cards),
            None,
            sum(cards),
        )

    def copy(self) -> Self:
        """An equal state that shares nothing that can change."""
        return type(self)(
            self.pawns[:],
            [characters[:] for characters in self.alliance],
            self.hands[:],
            self.storage[:],
            self.shadows[:],
            self.at[:],
            self.ring[:],
            self.under[:],
            self.claim[:],
            self.loose[:],
            self.disc[:],
            self.hidden[:],
            self.piled,
            self.stone,
            self.composition,
            self.pile,
            self.discarded,
            self.unseen,
            self.piled_cards,
            self.drawn,
            self.shuffles,
            self.timer,
            self.laid[:],
            self.open[:],
            self.meetings[:],
            self.leaves[:],
            self.came.copy(),
            self.fallen[:],
            self.keeper,
            self.crowned,
            self.turn,
            self.whose,
            self.throws,
            self.shown,
        )

    @property
    def seats(self) -> range:
        """All, clockwise."""
        return range(len(self.pawns))

    def is_living(self, seat: int) -> bool:
        """Whether its master is in the game."""
        return bool(self.alliance[seat])

    def living(self) -> list[Seat]:
        """Those whose masters are in the game."""
        return [Seat(seat) for seat, characters in enumerate(self.alliance) if characters]

    def here(self, seat: Seat, space: Space) -> list[Character]:
        """The seat's characters on a space."""
        at = self.at
        return [c for c in self.alliance[seat] if at[c] == space]

    def held(self, seat: Seat) -> list[Card]:
        """All power cards that the seat knows, if anybody does: in its hand, under portraits, laid face down."""
        cards = [*self.hands[seat], *[laid.card for laid in self.laid if laid.side == seat]]
        for c in self.alliance[seat]:
            cards += self.under[c]
        return cards

    def shadows_here(self, space: Space) -> list[Character]:
        """The shadows on a space."""
        at = self.at
        return [c for c in self.shadows if at[c] == space]

    def may_stay(self, space: Space, one: Seat, other: Seat) -> bool:
        """Whether one of the two is the other's guest there."""
        return bool(self.leaves) and (
            Leave(space, one, other) in self.leaves or Leave(space, other, one) in self.leaves
        )

    def lies_open(self, space: Space) -> bool:
        """Whether an ally's disc lies there face up."""
        return self.disc[space] not in (NO_DISC, FACE_DOWN)


def say(s: State, key: str, picture: Picture | None = None, /, **args: Arg) -> None:
    """Tell everyone what just happened; in mass play, nobody."""
    if type(s.news) is not MuteNews:
        s.news.append(News(Text(key, tuple(args.items())), EVERYONE, picture))


def whisper(s: State, seat: Seat, key: str, /, **args: Arg) -> None:
    """Tell one seat alone."""
    if type(s.news) is not MuteNews:
        s.news.append(News(Text(key, tuple(args.items())), seat))
