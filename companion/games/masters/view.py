"""What everyone may see, and what is said of it.  Nothing is held back from one player that another knows.

What was seen and turned face down again is public, and nobody is reminded of it (option ``memory``): neither view nor
status holds it while the memory is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.masters.nouns import CARD_NAMES, NOWHERE, PAWNS, TOKEN_NAMES, SpaceKind, Token
from companion.games.masters.rules import Rules, who
from companion.games.masters.state import NO_CARD, NO_PAWN, State
from companion.rules.game import Outcome
from companion.rules.kernel import Seat
from companion.rules.text import Text, text

_PLACES: Final = {
    SpaceKind.EDGE: "masters.place.ravine",
    SpaceKind.DRAWBRIDGE: "masters.place.bridge",
    SpaceKind.ENTRANCE: "masters.place.castle",
    SpaceKind.CORRIDOR: "masters.place.castle",
    SpaceKind.BRINK: "masters.place.castle",
    SpaceKind.LAST: "masters.place.castle",
    SpaceKind.THRONE: "masters.place.skeletor",
}


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player."""

    pawn: str
    space: str
    tokens: tuple[str, ...]
    card: str
    """The card that is kept; empty: none."""
    misses_turn: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table."""

    turn: int
    whose: int
    players: tuple[PlayerView, ...]
    face_down: tuple[str, ...]
    """Ids of the spaces where a token lies face down."""
    known: tuple[tuple[str, str], ...]
    """With an open memory: where a token lies that has been seen, and what it shows."""
    ship: str
    """Where the spaceship lies face up; empty: nowhere."""
    cards_in_pile: int
    fists: int
    skulls: int
    winners: tuple[int, ...]


def view(m: Rules, s: State) -> View:
    """The table, as all see it."""
    ids = m.board.ids
    lying = sorted((space, token) for token, space in enumerate(s.token_at) if space >= 0)
    seen = [(ids[space], s.token_is[token]) for space, token in lying]
    return View(
        s.turn,
        s.whose,
        tuple(_player(m, s, seat) for seat in s.seats),
        tuple(space for space, _ in seen),
        tuple((space, kind.value) for space, kind in seen if kind is not None and m.open_memory),
        ids[s.ship] if s.ship != NOWHERE else "",
        len(s.pile),
        s.fists,
        s.skulls,
        tuple(s.winners),
    )


def _player(m: Rules, s: State, seat: int) -> PlayerView:
    card = s.card_is[s.kept[seat]] if s.kept[seat] != NO_CARD else None
    return PlayerView(
        PAWNS[s.pawns[seat]].id if s.pawns[seat] != NO_PAWN else "",
        m.board.ids[s.at[seat]] if s.at[seat] != NOWHERE else "",
        tuple(token.value for token in Token if token in s.held[seat]),
        card.value if card is not None else "",
        s.misses[seat],
    )


def place(m: Rules, s: State, seat: Seat) -> Text:
    """Where a player is, for the title row."""
    if s.at[seat] == NOWHERE:
        return Text("masters.place.start")
    return Text(_PLACES.get(m.kind(s, seat), "masters.place.outer"))


def status(m: Rules, s: State) -> tuple[Text, ...]:
    """Who stands where and holds what."""
    lines: list[Text] = []
    for n in s.seats:
        seat = Seat(n)
        if s.at[seat] == NOWHERE:
            continue
        mark = PAWNS[s.pawns[seat]].mark
        lines.append(text("masters.status.at", mark=mark, who=who(s, seat), space=m.label(s.at[seat])))
        lines += [
            text("masters.status.holds", mark=mark, token=TOKEN_NAMES[token])
            for token in Token
            if token in s.held[seat]
        ]
        card = s.card_is[s.kept[seat]] if s.kept[seat] != NO_CARD else None
        if card is not None:
            lines.append(text("masters.status.keeps", mark=mark, card=CARD_NAMES[card]))
        if s.misses[seat]:
            lines.append(text("masters.status.misses", mark=mark))
        if seat in s.winners:
            lines.append(text("masters.status.won", mark=mark, place=s.winners.index(seat) + 1))
    if s.ship != NOWHERE:
        lines.append(text("masters.status.ship", space=m.label(s.ship)))
    return tuple(lines)


def outcome(m: Rules, s: State) -> Outcome | None:
    """§8.1, §8.2 Who won, and who came in after."""
    if not m.is_over(s):
        return None
    first = s.winners[0]
    return Outcome((first,), tuple(s.winners), text("masters.wins", who=who(s, first)))
