"""What the rules ask of a board.

The rules never search: they ask the board where a pawn can go, and put the question where there is more than one
answer.  `entered` answers from the spaces of an edition, `free` without knowing a single one.  Of every question the
values are spaces, `NOWHERE` where the pawn stays; None: there is nowhere to go.
"""

from __future__ import annotations

from typing import Final, Protocol

from companion.games.warlocks.nouns import ALL_VISITED, PAWNS, SEATS, Space, SpaceKind, piece_of
from companion.games.warlocks.state import State
from companion.rules.game import BoardMap
from companion.rules.kernel import Decision, Option, Seat
from companion.rules.text import Text, text

WHERE: Final = {steps: text("warlocks.move.where", n=steps) for steps in range(2, 13)}
DETOUR: Final = {steps: text("warlocks.way.where", n=steps) for steps in range(2, 13)}
ALONG: Final = Text("warlocks.arrow.where")
SPELL: Final = Text("warlocks.spell.where")
PUSH: Final = Text("warlocks.duel.push")
LEAVE: Final = Text("warlocks.duel.leave")
ANYWHERE: Final = Text("warlocks.table.where")
NOT_READY: Final = Text("warlocks.castle.closed")

RIVALS: Final[tuple[tuple[Option[Seat | None], ...], ...]] = tuple(
    tuple(Option(f"duel/{pawn.id}", Seat(seat), pawn.name, piece=piece_of(pawn)) for seat in range(SEATS[-1]))
    for pawn in PAWNS
)
"""By pawn and seat: whom a pawn meets."""


class Board(Protocol):
    """What the rules ask."""

    ids: tuple[str, ...]
    kinds: tuple[SpaceKind, ...]
    labels: tuple[Text, ...]
    arrivals: tuple[Text, ...]
    """What is said when a pawn moves to a space by its player's throw."""
    bits: tuple[int, ...]
    """The bit of a space in `State.arrows`; 0: nobody knows which arrow it is."""
    seaport: Space
    castle: Space

    def where(self, s: State, seat: Seat, steps: int) -> Decision | None:
        """§3.1 Where a throw leads; `NOWHERE`: near the castle, the pawn stays."""

    def detour(self, s: State, seat: Seat, steps: int) -> Decision | None:
        """§4.3 How far a throw leads on the marked way."""

    def along(self, s: State, seat: Seat) -> Decision | None:
        """§4.1 Where the arrow leads on which the pawn stands."""

    def spell(self, s: State, seat: Seat, other: Seat) -> Decision | None:
        """§4.2 Where *seat* can send the pawn of *other*."""

    def rivals(self, s: State, seat: Seat) -> tuple[Option[Seat | None], ...]:
        """§6.1 Whose pawns stand where this one has come to; more than one: the players say which."""

    def push(self, s: State, seat: Seat, loser: Seat) -> Decision | None:
        """§6.3 Where *seat*, who has won, can send the loser."""

    def leave(self, s: State, seat: Seat, taken: Space) -> Decision | None:
        """§6.3 Where the winner can go, once the loser has gone to *taken*."""

    def anywhere(self, s: State, seat: Seat) -> Decision | None:
        """§4.5 Where a table that the players read can send the pawn."""

    def map_of(self, s: State) -> BoardMap | None:
        """The board with its pawns, where one is entered."""


def is_ready(s: State, seat: Seat) -> bool:
    """§4.7 With the princess, and all four places visited."""
    return s.princess == seat and s.visits[seat] == ALL_VISITED
