"""Chapter 4: how a spin becomes steps."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.megamatch.nouns import RESERVE, TOGETHER, Creature, Space
from companion.games.megamatch.rules import Early, Rules
from companion.games.megamatch.state import State, opponent, say
from companion.rules.kernel import CHANCE, Decision, Denied, Flow, Option, Seat
from companion.rules.text import Text, text

DONE: Final = -1
"""Instead of a creature or a space: the rest of the spin isn't used."""
ANOTHER: Final = Space(-2)
"""Instead of a space: another creature goes on."""
NEVER: Final = 1_000_000
"""More steps than any spin has."""

_DONE: Final = Option("done", Space(DONE), Text("megamatch.move.done"))
_ANOTHER: Final = Option("another", ANOTHER, Text("megamatch.move.another"))
EARLY: Final[dict[str, Early]] = {
    "all": Early((), (Denied("done", "4.3", Text("megamatch.denied.done")),)),
    "up-to": Early((_DONE,), ()),
}
"""G5."""
_GO_ON: Final = tuple(Denied(key, "4.4", Text("megamatch.denied.go_on")) for key in ("done", "another"))
"""A third creature passes through: it can't stay."""
STOPS: Final = {"stop": True, "pass": False}
"""G7."""


class Steps(NamedTuple):
    """Where one step can lead from a space, and where it can't and why."""

    options: list[Option[Space]]
    refused: list[Denied]


def move(m: Rules, s: State, seat: Seat, left: int) -> Flow[None]:
    """§4.1 The spin is divided among as many creatures as the player likes, in any order, step by step."""
    stopped: list[Creature] = []
    last: Creature | None = None
    while left:
        movers = able(m, s, seat, left, stopped, last)
        if not movers:
            lose(s, left)
            return
        mover = yield from who_moves(m, s, seat, left, movers, stopped)
        if mover == DONE:
            return
        last = mover
        left = yield from go(m, s, seat, mover, left, stopped)


def able(m: Rules, s: State, seat: Seat, left: int, stopped: list[Creature], last: Creature | None) -> list[Creature]:
    """§4.3 The creatures that could take a step; not the one that stopped of itself just before."""
    at = s.at[seat]
    return [
        creature
        for creature in s.standing[seat]
        if creature != last and creature not in stopped and can_step(m, s, seat, at[creature], left)
    ]


def can_step(m: Rules, s: State, seat: Seat, here: Space, left: int) -> bool:
    """Whether a creature that stands *here* could take one step and, with the others that are *left*, stop."""
    if here == RESERVE:
        return False
    crowd = s.crowd[seat]
    ways = m.arena.ways[here]
    for to in ways:
        if not is_full(crowd[to]):
            return True
    return any(way_out(m, s, seat, here, to) < left for to in ways)


def who_moves(
    m: Rules, s: State, seat: Seat, left: int, movers: list[Creature], stopped: list[Creature]
) -> Flow[Creature]:
    """§4.1 Which creature takes the next steps; asked where there is a choice."""
    options: list[Option[Creature]] = [
        Option(
            f"creature/{creature + 1}",
            creature,
            text("megamatch.move.who", who=name, space=label),
            spot=label,
            piece=m.piece(s, seat, creature),
        )
        for creature in movers
        for name, label in [(m.name(s, seat, creature), m.label(s, seat, creature))]
    ]
    options += m.early.options
    if len(options) == 1:
        return options[0].value
    reason = Text("megamatch.denied.stopped")
    refused = [Denied(f"creature/{c + 1}", "4.5", reason, piece=m.piece(s, seat, c)) for c in stopped]
    prompt = text("megamatch.move.which", n=left)
    option = yield Decision(seat, "4.1", prompt, tuple(options), "", CHANCE, (*refused, *m.early.refused))
    return option.value  # type: ignore[no-any-return]


def go(m: Rules, s: State, seat: Seat, creature: Creature, left: int, stopped: list[Creature]) -> Flow[int]:
    """§4.1 One creature moves, and where it ends is told; the steps that are left for others."""
    here = s.at[seat][creature]
    left = yield from walk(m, s, seat, creature, left, stopped)
    if s.at[seat][creature] != here:
        say(s, "megamatch.move.put", who=m.name(s, seat, creature), space=m.label(s, seat, creature))
    return left


def walk(m: Rules, s: State, seat: Seat, creature: Creature, left: int, stopped: list[Creature]) -> Flow[int]:
    """§4.2 Step by step, until the spin is used up, an enemy stops it, or another goes on; the steps left."""
    at, crowd, enemies = s.at[seat], s.crowd[seat], s.crowd[opponent(seat)]
    before = left
    while left:
        here = at[creature]
        options, refused = steps(m, s, seat, here, left)
        if not options:
            break
        if crowd[here] <= TOGETHER:
            if left < before and able(m, s, seat, left, stopped, creature):
                options.append(_ANOTHER)
            options += m.early.options
            refused += m.early.refused
        else:
            refused += _GO_ON
        to = options[0].value
        if len(options) > 1:
            prompt = text("megamatch.move.step", who=m.name(s, seat, creature), n=left)
            option = yield Decision(seat, "4.2", prompt, tuple(options), "", CHANCE, tuple(refused))
            to = option.value
        if to == ANOTHER:
            break
        if to == DONE:
            return 0
        s.put(seat, creature, to)
        left -= 1
        if enemies[to] and m.stops:
            stopped.append(creature)
            break
    return left


def steps(m: Rules, s: State, seat: Seat, here: Space, left: int) -> Steps:
    """§4.2, §4.4 to §4.6 Where a creature that stands *here* can go with the first of the steps that are *left*."""
    arena, crowd, enemies = m.arena, s.crowd[seat], s.crowd[opponent(seat)]
    options, refused = [], list(arena.closed[here])
    for to in arena.forward[m.side(s, seat)][here]:
        if not is_full(crowd[to]):
            options.append(arena.fight[to] if enemies[to] else arena.free[to])
            continue
        out = way_out(m, s, seat, here, to)
        if out < left:
            options.append(arena.through[to])
        else:
            refused.append(arena.full[to] if out == NEVER or left == 1 else arena.no_way_out[to])
    return Steps(options, refused)


def is_full(crowd: int) -> bool:
    """§4.4 Whether a space holds as many creatures of a side as may stop there."""
    return crowd >= TOGETHER


def way_out(m: Rules, s: State, seat: Seat, here: Space, full: Space) -> int:
    """§4.4 How many steps lead on from a *full* space to one where the creature that comes from *here* may stop.

    `NEVER` where none does, and where an enemy keeps it on a full space.
    """
    ways, crowd, enemies = m.arena.ways, s.crowd[seat], s.crowd[opponent(seat)]
    edge, seen = [full], [full]
    count = 0
    while edge := [space for space in edge if not (m.stops and enemies[space])]:
        count += 1
        beyond = []
        for space in edge:
            for to in ways[space]:
                if not is_full(crowd[to] - (to == here)):
                    return count
                if to not in seen:
                    seen.append(to)
                    beyond.append(to)
        edge = beyond
    return NEVER


def lose(s: State, left: int) -> None:
    """§4.3 Steps that nobody can take are lost."""
    say(s, "megamatch.move.lost", n=left)
