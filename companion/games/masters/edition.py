"""The edition: board, tokens and cards as data, and what can be wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from companion.games.masters import survey
from companion.games.masters.nouns import (
    CARDS,
    PIECE_NAMES,
    ROUND_TOKENS,
    ROUNDS_TO_WIN,
    TOKENS,
    WEAPONS,
    Card,
    SpaceKind,
    Token,
)
from companion.rules.game import Mistake
from companion.table.model import PieceEntry, miscounted

Source = Literal["rulebook", "public", "house"]


class Composition(StrEnum):
    """How much is known of the mixes of tokens and cards (M1)."""

    KNOWN = "known"
    """Kinds and counts: what isn't left can't be turned."""
    TOTALS = "totals"
    """So many pieces, one spaceship among them; nothing else."""


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the board."""

    id: str
    kind: SpaceKind
    x_mm: float
    y_mm: float
    links: tuple[str, ...] = ()
    """Ids of the spaces beside it; naming a link at one of its ends is enough."""
    label: str = ""
    """What is printed on it, at most three characters; empty: the id."""
    pawn: str = ""
    """Of a start: whose."""

    @property
    def printed(self) -> str:
        """What is printed on it."""
        return self.label or self.id


@dataclass(frozen=True, slots=True)
class Board:
    """The board, measured from its upper left corner."""

    source: Source
    width_mm: float
    height_mm: float
    space: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Tokens:
    """So many tokens that show the same."""

    kind: Token
    count: int
    source: Source


@dataclass(frozen=True, slots=True)
class Cards:
    """So many cards that show the same."""

    kind: Card
    count: int
    source: Source


@dataclass(frozen=True, slots=True)
class Edition:
    """The whole file."""

    edition: str
    game: Literal["masters"]
    composition: Composition
    token: tuple[Tokens, ...] = ()
    card: tuple[Cards, ...] = ()
    board: Board | None = None
    """None: the board isn't entered, and only free mode can be played."""
    pieces: Mapping[str, PieceEntry] = field(default_factory=dict, hash=False)
    """Empty: nothing can be tapped."""


def check(edition: Edition) -> list[Mistake]:
    """All that is wrong with the pieces and the board."""
    mistakes = [*_twice("token", edition.token), *_twice("card", edition.card)]
    known = edition.composition is Composition.KNOWN
    if known or edition.token:
        mistakes += _tokens(edition.token, known)
    if known or edition.card:
        mistakes += _cards(edition.card, known)
    mistakes += _pieces(edition, known)
    if edition.board is not None:
        board = edition.board
        mistakes += survey.survey([_place(space) for space in board.space], board.width_mm, board.height_mm)
    return mistakes


def _place(space: Space) -> survey.Place:
    return survey.Place(space.id, space.kind, space.printed, space.pawn, space.links, space.x_mm, space.y_mm)


def _pieces(edition: Edition, known: bool) -> Iterator[Mistake]:
    """Where only totals are known, any mix of kinds will do that adds up to them."""
    found = Counter(f"{id.partition('/')[0]}/{entry.kind}" for id, entry in edition.pieces.items())
    wanted = {sort: ROUNDS_TO_WIN if sort in ROUND_TOKENS else 1 for sort in PIECE_NAMES}
    counts = {f"token/{entry.kind}": entry.count for entry in edition.token}
    counts |= {f"card/{entry.kind}": entry.count for entry in edition.card}
    mixed = [f"token/{token}" for token in Token if known or token is not Token.SHIP]
    mixed += [f"card/{card}" for card in Card]
    wanted |= {sort: counts.get(sort, 0) if known else found[sort] for sort in mixed}
    yield from miscounted(edition.pieces, wanted)
    if known or not edition.pieces:
        return
    for name, total in (("token", TOKENS), ("card", CARDS + 1)):
        listed = sum(n for sort, n in found.items() if sort.startswith(f"{name}/"))
        if listed != total:
            yield Mistake("pieces", f"{listed} pieces are {name}/…", f"list {total} of them")


def _twice(key: str, entries: Sequence[Tokens | Cards]) -> Iterator[Mistake]:
    seen = set[str]()
    for n, entry in enumerate(entries):
        if entry.kind in seen:
            yield Mistake(f"{key}.{n}.kind", f"{entry.kind} is listed a second time", "list each kind once")
        seen.add(entry.kind)
        if entry.count < 1:
            yield Mistake(f"{key}.{n}.count", f"{entry.count} of {entry.kind}", "1 or more, or no entry")


def _tokens(entries: Sequence[Tokens], known: bool) -> Iterator[Mistake]:
    counts = Counter[Token]()
    for entry in entries:
        counts[entry.kind] += entry.count
    total = counts.total()
    if known and total != TOKENS:
        yield Mistake("token", f"the counts add up to {total}", f"there are {TOKENS} square tokens")
    if not known and total > TOKENS:
        yield Mistake("token", f"the counts add up to {total}", f"there are only {TOKENS} square tokens")
    if counts[Token.SHIP] > 1 or (known and not counts[Token.SHIP]):
        yield Mistake("token", f"{counts[Token.SHIP]} spaceships", "there is one spaceship")
    if not known:
        return
    for weapon in WEAPONS:
        if not counts[weapon]:
            yield Mistake("token", f"no {weapon}", "there is at least one token of each weapon")
    if not counts[Token.TIGER]:
        yield Mistake("token", "no tiger", "there is at least one combat tiger")
    if counts[Token.MONSTER] < 2:
        yield Mistake("token", f"{counts[Token.MONSTER]} monsters", "the rulebook speaks of at least two")


def _cards(entries: Sequence[Cards], known: bool) -> Iterator[Mistake]:
    total = sum(entry.count for entry in entries)
    if known and total != CARDS:
        yield Mistake("card", f"the counts add up to {total}", f"there are {CARDS} cards beside the Skeletor card")
    if not known and total > CARDS:
        yield Mistake("card", f"the counts add up to {total}", f"there are only {CARDS} beside the Skeletor card")
    if known:
        for card in Card:
            if not any(entry.kind is card for entry in entries):
                yield Mistake("card", f"no {card}", "there is at least one card of each obstacle")
