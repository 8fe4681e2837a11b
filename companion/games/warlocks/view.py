"""What everyone may see, and what is said of it.  Nothing is held back from anyone in this game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.warlocks.nouns import NAMED, NOWHERE, PAWNS, PRINCESS_PIECE, SQUARES, SpaceKind, piece_of
from companion.games.warlocks.rules import Rules
from companion.games.warlocks.state import NOBODY, State, who
from companion.rules.kernel import Seat
from companion.rules.text import Text, text

BOX = "box"


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player."""

    pawn: str
    craft: str
    """Empty: not said, or it doesn't matter."""
    space: str
    visited: tuple[str, ...]
    lost_turns: int
    detour: str
    """The X circle whose way the pawn follows; empty: none."""


@dataclass(frozen=True, slots=True)
class View:
    """The table."""

    turn: int
    whose: int
    players: tuple[PlayerView, ...]
    princess: int
    """The seat of her escort; -1: nobody has her yet."""
    winner: int


def view(m: Rules, s: State) -> View:
    """The table, as all see it."""
    return View(s.turn, s.whose, tuple(_player(m, s, seat) for seat in s.seats), s.princess, s.winner)


def _player(m: Rules, s: State, seat: Seat) -> PlayerView:
    ids = m.board.ids
    return PlayerView(
        PAWNS[s.pawns[seat]].id if s.pawns[seat] >= 0 else "",
        s.crafts[seat] or "",
        ids[s.at[seat]] if s.at[seat] != NOWHERE else "",
        tuple(square.value for square in visited(s, seat)),
        s.lost[seat],
        ids[s.detours[seat]] if s.detours[seat] != NOWHERE else "",
    )


def visited(s: State, seat: Seat) -> tuple[SpaceKind, ...]:
    """Which of the four places the player has visited."""
    return tuple(square for n, square in enumerate(SQUARES) if s.visits[seat] >> n & 1)


def place(m: Rules, s: State, seat: Seat) -> Text:
    """On what the pawn stands, for the title row."""
    at = s.at[seat]
    return Text("warlocks.place.start") if at == NOWHERE else Text(f"warlocks.place.{m.board.kinds[at]}")


def status(m: Rules, s: State) -> tuple[Text, ...]:
    """Who has the princess; then, player by player, where he stands, what he has visited and what he loses."""
    if s.princess == NOBODY:
        return ()
    lines = [text("warlocks.status.princess", who=who(s, s.princess))]
    for seat in s.seats:
        mark = PAWNS[s.pawns[seat]].mark
        lines.append(text("warlocks.status.at", mark=mark, who=who(s, seat), space=m.board.labels[s.at[seat]]))
        craft = s.crafts[seat]
        if craft is not None:
            lines.append(text("warlocks.status.craft", mark=mark, craft=Text(f"warlocks.craft.{craft}")))
        lines += [text("warlocks.status.visited", mark=mark, square=NAMED[square]) for square in visited(s, seat)]
        if s.lost[seat]:
            lines.append(text("warlocks.status.loses", mark=mark, n=s.lost[seat]))
        if s.detours[seat] != NOWHERE:
            lines.append(text("warlocks.status.detour", mark=mark))
    return tuple(lines)


def placement(m: Rules, s: State) -> dict[str, str]:
    """Every piece of the box: the six pawns and the princess."""
    where = {piece_of(pawn): BOX for pawn in PAWNS}
    for pawn, space in zip(s.pawns, s.at, strict=True):
        if space != NOWHERE:
            where[piece_of(PAWNS[pawn])] = m.board.ids[space]
    where[PRINCESS_PIECE] = m.board.ids[s.at[s.princess]] if s.princess != NOBODY else BOX
    return where
