"""What a game offers to the referee, the twin and mass play, beyond its flows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from companion.rules.kernel import Flow, Position, Seat, State
from companion.rules.picture import Meter
from companion.rules.text import Text

S = TypeVar("S", bound=State)

UNTOLD: Final = ""
"""No sort of piece: in `Game.located` it stands for those that nobody has told."""


class Pile(NamedTuple):
    """A hidden pile that fate orders once: *items* (option keys) are dealt over *slots*.

    A chance decision whose source is ``name/slot`` gets the item of that slot.  ``len(items) == len(slots)``.
    """

    name: str
    slots: tuple[str, ...]
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[Seat, ...]
    """Empty: all lost."""
    places: tuple[Seat, ...]
    """The seats in the order in which they came in; those that were not placed are left out."""
    text: Text


class Spot(NamedTuple):
    """A place on the board: where it is, in mm from the board's upper left corner, and what is printed on it."""

    id: str
    x_mm: float
    y_mm: float
    label: str
    kind: str = ""


class BoardMap(NamedTuple):
    """The board as people see it now."""

    spots: Mapping[str, Spot]
    links: tuple[tuple[str, str], ...]
    pawns: Mapping[str, tuple[Seat, ...]]
    """Spot id -> the seats whose pawns stand there, a seat as often as it has pieces there."""
    others: Mapping[str, str] = MappingProxyType({})
    """Spot id -> the marks of the pieces there that are no seat's, one character of the screen's font each."""
    opens: bool = False
    """Whether a question that points at spots is better looked at than read: it opens on the map."""


class Piece(NamedTuple):
    """A thing of the box that people take in their hands, as the edition lists it: one pawn, one token, one card."""

    id: str
    """``token/17``: what an owner's ``pieces.toml`` calls it, and what may be written on it."""
    kind: str
    """What it is: ``axe``.  Pieces of one class and kind can stand for one another."""
    name: Text
    bears_tag: bool = True
    """Whether it is worth a tag; not so where there are as many as are wanted."""

    @property
    def sort(self) -> str:
        """Class and kind, as ``token/axe``: what an `Option` names."""
        return f"{self.id.partition('/')[0]}/{self.kind}"


class Pawn(NamedTuple):
    """A pawn, or whatever else a seat is known by: *id* is used in files and on the command line."""

    id: str
    name: Text
    mark: str
    """One character of the screen's font that stands for it (◆ ● ▲ ■ …)."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A house rule: *code* of the rulings, the values it can take (the first is the default)."""

    code: str
    values: tuple[str, ...]
    rule: str
    label: Text

    @property
    def default(self) -> str:
        """The value that holds where nothing is said."""
        return self.values[0]


class Game(Protocol[S]):
    """A game on one edition with its switches set.  Stateless: everything that changes is in *S*."""

    @property
    def name(self) -> str:
        """As on the command line."""

    @property
    def rules(self) -> int:
        """The rules version: raised when an old log would replay differently."""

    @property
    def pawns(self) -> tuple[Pawn, ...]:
        """All that there are, in the edition's order."""

    def setup(self, seats: int, names: Sequence[str] = ()) -> S:
        """The first settled state.  *names* are pawn ids in seat order; where given, pawns are not asked for."""

    def play(self, state: S) -> Flow[None]:
        """One step."""

    def is_over(self, state: S) -> bool:
        """Whether this settled state is the end."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None."""

    def pawn(self, state: S, seat: Seat) -> Pawn | None:
        """What this seat is known by; None before it has chosen."""

    def whose(self, state: S) -> Seat:
        """Whose turn it is."""

    def turn(self, state: S) -> int:
        """The number of the turn, from 1; 0 in the set-up."""

    def place(self, state: S, seat: Seat) -> Text:
        """Where the seat is, or in which phase, in at most eight characters: for the title row."""

    def status(self, state: S) -> tuple[Text, ...]:
        """Who holds what, as far as it is public: one line a fact, seat by seat."""

    def meter(self, state: S) -> Meter | None:
        """What runs out for all of them, as a bar for screen and lamps; None where nothing does."""

    def hand(self, state: S, seat: Seat) -> tuple[Text, ...]:
        """What this seat holds and the others may not see, a line a thing: for its holder's eyes, while it peeks."""

    def board(self, state: S) -> BoardMap | None:
        """The board with its pawns; None where no board is entered."""

    def view(self, state: S, seat: Seat) -> Any:
        """All that this seat may know: a frozen dataclass, built up field by field."""

    def pile(self, state: S, source: str) -> Pile | None:
        """The hidden pile that *source* draws from; None for a throw or a spin."""

    def resample(self, position: Position[S], seat: Seat) -> Position[S]:
        """Another position that *seat* can't tell from this one, differing in all that may differ.

        Where the game holds nothing back from anyone, the same position.
        """

    def placement(self, state: S) -> Mapping[str, str]:
        """Piece id -> where it is (a spot, ``seat/0``, ``pile``, ``box``): every piece, always.

        These ids are the referee's own: of pieces that look alike it doesn't know which is which.
        """

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The things in the box, as the edition lists them; empty where it lists none."""

    def located(self, state: S) -> Mapping[str, tuple[str, ...]]:
        """Sort of piece -> where those are of which the referee knows it, an entry a piece, as `placement` names it.

        A piece that nobody has seen isn't counted.  Only for sorts that are drawn or turned; never shown to anyone.
        Under `UNTOLD`: the places where such pieces lie among those that have been seen, and can be taken for them.
        """


class Mistake(NamedTuple):
    """Something wrong in an edition: *key* is the dotted path in the file, as ``board.spaces.3.links``."""

    key: str
    what: str
    remedy: str = ""


class CantBuild(ValueError):
    """The edition and what was chosen don't go together; the message says what would.  The caller's fault."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What the registry knows of a game: how to read its edition, and how to build it."""

    name: str
    title: Text
    seats: range
    switches: tuple[Switch, ...]
    edition: type[Any]
    """A frozen dataclass, as `companion.toml.read` fills it."""
    check: Callable[[Any], list[Mistake]]
    """What is wrong with a well-formed edition, as a board and as a set of pieces."""
    build: Callable[[Any, Mapping[str, str]], Game[Any]]
    """(edition, switches and table options) -> the game.  Switches that are left out have their default.

    Raises `CantBuild`.
    """
    folder: Path
    """Where ``editions/ rulebook.md rulebook.fr.md scenarios/ words/`` are."""
    options: Mapping[str, tuple[str, ...]]
    """Table options (``dice tokens cards memory board``) and their values, the default first."""
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Name -> the switches that it sets together, as ``preset=NAME`` chooses them.  The first one is the default."""
