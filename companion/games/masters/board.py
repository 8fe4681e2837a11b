"""What the rules ask of a board.

The rules never search: they ask the board for candidates, and put the question where there is more than one.
`companion.games.masters.entered` answers from the spaces of an edition, `companion.games.masters.free` without knowing
a single one.
"""

from __future__ import annotations

from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from companion.games.masters.nouns import Space, SpaceKind, TokenId
from companion.games.masters.state import State
from companion.rules.dice import Pips
from companion.rules.game import BoardMap
from companion.rules.kernel import Decision, Denied, Flow, Option, Seat
from companion.rules.text import Text

T = TypeVar("T")

MOST_SQUARES: Final = 3
"""In the castle, a turn."""


class Ahead(NamedTuple):
    """A square in the castle that a pawn can go to."""

    space: Space
    lane: int
    counted: int
    """Squares that counted on the way, 1 to 3."""


class Candidates(NamedTuple, Generic[T]):
    """What can be chosen, and what can't be and why."""

    options: tuple[Option[T], ...]
    refused: tuple[Denied, ...] = ()


class Board(Protocol):
    """What the rules ask.  Candidates come without a question; where there are none, none is possible."""

    ids: tuple[str, ...]
    kinds: tuple[SpaceKind, ...]
    is_outside: tuple[bool, ...]
    """Whether a turn that begins on a space is a throw and a move: outside, but not at the ravine or the drawbridge."""
    labels: tuple[Text, ...]
    arrivals: tuple[Text, ...]
    """What is said when a pawn moves to a space."""
    bits: tuple[int, ...]
    """The bit of a space in `State.face_down`; 0: no token can lie there."""
    drawbridge: Space
    entrance: Space
    throne: Space

    def lay_out(self, s: State) -> None:
        """§1.1 A token on each token square, face down."""

    def start(self, pawn: int) -> Space:
        """Where a pawn begins."""

    def walkable(self, s: State, seat: Seat, pips: Pips) -> tuple[int, ...]:
        """§3.1 Those of the two numbers that lead anywhere; equal ones once."""

    def where(self, s: State, seat: Seat, steps: int) -> Decision | None:
        """§3.1 Where so many steps lead; None: nowhere."""

    def beyond(self, s: State, seat: Seat) -> Candidates[Space]:
        """§4.2 The first square beyond the ravine, or the next free one."""

    def turn(self, s: State, seat: Seat) -> Flow[TokenId]:
        """§3.5 The token that lies where the pawn stands, seen from now on."""

    def lift(self, s: State, token: TokenId, to: Space) -> None:
        """Take a token off the board: it is now *to* (`HELD`, `OUT`, `FACE_UP`)."""

    def lay(self, s: State, token: TokenId, space: Space) -> None:
        """Put a token on a space, face down."""

    def empty(self, s: State) -> Candidates[Space]:
        """§3.8 Token squares without a token and without a pawn."""

    def landings(self, s: State, seat: Seat) -> Candidates[Space]:
        """§3.9 Where the spaceship can land; the drawbridge at least."""

    def is_covered(self, s: State, seat: Seat) -> bool:
        """§3.10 Whether another pawn stands on the square of the spaceship, so that this one can't stay."""

    def after_ship(self, s: State, seat: Seat) -> Decision | None:
        """§3.10 Where the pawn stands if it lets the spaceship be; None: where it is."""

    def ahead(self, s: State, seat: Seat, risk: bool) -> Decision | None:
        """§5.3 Where one, two or three squares lead (values: `Ahead`); *risk*: the labels say when a card is drawn."""

    def behind(self, s: State, seat: Seat, squares: int, stop: Space) -> Candidates[Space]:
        """§6.11 Where a retreat ends: *stop* is not passed, and the oubliette leads to the drawbridge."""

    def over_oubliette(self, s: State, seat: Seat) -> Candidates[Space]:
        """§5.8 The first free square behind the oubliette."""

    def map_of(self, s: State) -> BoardMap | None:
        """The board with its pawns, where one is entered."""
