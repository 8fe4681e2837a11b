"""Chapter 2, and section 7.1: the teams, their walls, and who starts."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.megamatch.nouns import TOGETHER, Creature, Space
from companion.games.megamatch.rules import Rules
from companion.games.megamatch.state import FIRST_SEAT, NO_TEAM, State, opponent, say
from companion.rules.kernel import Denied, Flow, Option, Seat, choose
from companion.rules.text import Text, text

_FIRST = Text("megamatch.first.spin")


def choose_teams(m: Rules, s: State) -> Flow[None]:
    """§2.1 One player takes a team, the other one has the other."""
    if NO_TEAM in s.teams:
        options = [
            Option(f"team/{pawn.id}", team, pawn.name, piece=leader)
            for team, (pawn, (leader, *_)) in enumerate(zip(m.pawns, m.tapped, strict=True))
        ]
        followers = [
            Denied(piece, "2.1", text("megamatch.denied.follower", leader=names[0]), piece=piece)
            for names, (_, *others) in zip(m.names, m.tapped, strict=True)
            for piece in others
            if piece
        ]
        team = yield from choose(FIRST_SEAT, "2.1", Text("megamatch.team.which"), options, followers)
        s.teams[:] = [team, 1 - team]


def line_up(m: Rules, s: State) -> None:
    """§2.2 Each team along the top of its wall, from column A on, its leader first."""
    for n in range(len(s.teams)):
        seat = Seat(n)
        wall = m.arena.walls[m.side(s, seat)]
        spaces = spaces_on_wall(wall)[: m.creatures]
        for creature, space in enumerate(spaces):
            s.put(seat, Creature(creature), space)
        first, last = m.arena.labels[wall[0]], m.arena.labels[wall[-1]]
        key = "megamatch.team.line_up" if len(spaces) <= len(wall) else "megamatch.team.line_up_two"
        say(s, key, who=m.team(s, seat), first=first, last=last)


def spaces_on_wall(wall: Sequence[Space]) -> list[Space]:
    """§7.1 Where creature after creature stands: one on each space, and then a second one on each."""
    return [*wall] * TOGETHER


def first_spin(m: Rules, s: State) -> Flow[Seat]:
    """§2.3 The higher number goes first; equal numbers are spun again."""
    other = opponent(FIRST_SEAT)
    while True:
        mine = yield from m.spinner.number(s, FIRST_SEAT, "2.3", _FIRST)
        say(s, "megamatch.first.spun", who=m.team(s, FIRST_SEAT), number=mine)
        theirs = yield from m.spinner.number(s, other, "2.3", _FIRST)
        key = "megamatch.first.spun" if theirs != mine else "megamatch.first.tie"
        say(s, key, who=m.team(s, other), number=theirs)
        if theirs != mine:
            first = FIRST_SEAT if mine > theirs else other
            say(s, "megamatch.first.starts", who=m.team(s, first))
            return first
