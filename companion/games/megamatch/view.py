"""What everyone may see, which is everything, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.megamatch.nouns import RESERVE, Creature, piece_of
from companion.games.megamatch.rules import Rules
from companion.games.megamatch.state import NO_TEAM, State
from companion.rules.game import BoardMap, Outcome
from companion.rules.kernel import Seat
from companion.rules.text import Text, text


@dataclass(frozen=True, slots=True)
class CreatureView:
    """One creature."""

    id: str
    space: str
    """Empty: it isn't on the board."""
    stands: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table."""

    turn: int
    whose: int
    teams: tuple[str, ...]
    """By seat; empty: not chosen."""
    creatures: tuple[CreatureView, ...]


def view(m: Rules, s: State) -> View:
    """The table, as all see it."""
    return View(
        s.turn,
        s.whose,
        tuple("" if team == NO_TEAM else m.pawns[team].id for team in s.teams),
        tuple(
            CreatureView(creature_id(m, team, n), m.label(s, Seat(seat), Creature(n)), n in s.standing[seat])
            for seat, team in enumerate(s.teams)
            if team != NO_TEAM
            for n in range(m.creatures)
        ),
    )


def creature_id(m: Rules, team: int, creature: int) -> str:
    """``grape-1`` leads."""
    return f"{m.pawns[team].id}-{creature + 1}"


def place(s: State, seat: Seat) -> Text:
    """How many of a player's creatures still stand, for the title row."""
    return text("megamatch.place.standing", n=len(s.standing[seat])) if s.turn else Text("megamatch.place.start")


def status(m: Rules, s: State) -> tuple[Text, ...]:
    """Where each creature stands, waits or lies."""
    return tuple(
        _line(m, s, Seat(seat), Creature(n))
        for seat, team in enumerate(s.teams)
        if team != NO_TEAM
        for n in range(m.creatures)
    )


def _line(m: Rules, s: State, seat: Seat, creature: Creature) -> Text:
    mark, name = m.pawns[s.teams[seat]].mark, m.name(s, seat, creature)
    space = m.label(s, seat, creature)
    if not space:
        return text("megamatch.status.waits", mark=mark, who=name)
    key = "megamatch.status.stands" if creature in s.standing[seat] else "megamatch.status.lies"
    return text(key, mark=mark, who=name, space=space)


def outcome(m: Rules, s: State) -> Outcome | None:
    """§6 Whoever has a creature left."""
    if all(s.standing):
        return None
    winner = Seat(0 if s.standing[0] else 1)
    return Outcome((winner,), (winner, Seat(1 - winner)), text("megamatch.wins", who=m.team(s, winner)))


def board(m: Rules, s: State) -> BoardMap:
    """The arena with those that stand."""
    pawns: dict[str, list[Seat]] = {}
    for seat, standing in enumerate(s.standing):
        for creature in standing:
            space = s.at[seat][creature]
            if space != RESERVE:
                pawns.setdefault(m.arena.labels[space], []).append(Seat(seat))
    return BoardMap(m.arena.spots, m.arena.lines, {spot: tuple(seats) for spot, seats in pawns.items()}, opens=True)


def placement(m: Rules, s: State) -> Mapping[str, str]:
    """Every creature: on a space, before its player, or in the box."""
    where = {piece_of(team.id, Creature(n)): "box" for team in m.pawns for n in range(m.creatures)}
    for seat, team in enumerate(s.teams):
        if team != NO_TEAM:
            where |= {
                piece_of(m.pawns[team].id, Creature(n)): m.label(s, Seat(seat), Creature(n)) or f"seat/{seat}"
                for n in range(m.creatures)
            }
    return where
