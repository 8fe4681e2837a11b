"""Chapters 3, 6 and 7: the turn, the end, the reserve.  The others are `beginning`, `moves`, `combat`."""

from __future__ import annotations

from companion.games.megamatch import beginning, combat, moves
from companion.games.megamatch.nouns import RESERVE, TOGETHER, Space
from companion.games.megamatch.rules import Rules
from companion.games.megamatch.state import State, opponent, say
from companion.rules.kernel import Flow, Option, Seat, choose
from companion.rules.text import Text, text

_SPIN = Text("megamatch.move.spin")


def set_up(m: Rules, s: State) -> Flow[None]:
    """Chapter 2: teams, walls, and who starts."""
    yield from beginning.choose_teams(m, s)
    beginning.line_up(m, s)
    first = yield from beginning.first_spin(m, s)
    s.whose = opponent(first)  # `turn` goes on from here


def turn(m: Rules, s: State) -> Flow[None]:
    """Chapter 3: whose turn it is now; a spin, a move, and the combats after it."""
    s.turn += 1
    s.whose = seat = next_seat(s)
    yield from enter_reserve(m, s, seat)
    number = yield from spin_to_move(m, s, seat)
    yield from moves.move(m, s, seat, number)
    yield from combat.combats(m, s, seat)


def next_seat(s: State) -> Seat:
    """§3.1 The players take turns."""
    return opponent(s.whose)


def spin_to_move(m: Rules, s: State, seat: Seat) -> Flow[int]:
    """§3.2 The number is what the player's creatures move in all."""
    return m.spinner.number(s, seat, "3.2", _SPIN)


def is_over(s: State) -> bool:
    """§6 One side has no creature standing."""
    return not all(s.standing)


def enter_reserve(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§7.2 Creature after creature comes onto the wall, as long as there is room."""
    for creature in s.standing[seat]:
        if s.at[seat][creature] != RESERVE:
            continue
        room = room_on_wall(m, s, seat)
        if not room:
            return
        name, labels = m.name(s, seat, creature), m.arena.labels
        options = [
            Option(f"enter/{labels[space]}", space, text("megamatch.to.free", space=labels[space]), spot=labels[space])
            for space in room
        ]
        space = room[0]
        if len(room) > 1:
            space = yield from choose(seat, "7.2", text("megamatch.reserve.where", who=name), options)
        s.put(seat, creature, space)
        say(s, "megamatch.move.put", who=name, space=labels[space])


def room_on_wall(m: Rules, s: State, seat: Seat) -> list[Space]:
    """§7.2 The spaces of one's own wall where another creature may stand, and no enemy does."""
    mine, theirs = s.crowd[seat], s.crowd[opponent(seat)]
    wall = m.arena.walls[m.side(s, seat)]
    return [space for space in wall if mine[space] < TOGETHER and not theirs[space]]
