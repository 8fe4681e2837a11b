"""Chapter 5: who fights where, what the Ms come to, who falls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.megamatch.nouns import TOGETHER, Creature, Space
from companion.games.megamatch.rules import Rules
from companion.games.megamatch.state import State, opponent, say
from companion.rules.kernel import Flow, MuteNews, Option, Seat, choose
from companion.rules.picture import Tally
from companion.rules.text import Text, text


def combats(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§5.1 After the move of *seat*, one combat on every space where both sides stand, in the board's order."""
    for space in shared(s):
        yield from fight(m, s, seat, space)


def shared(s: State) -> list[Space]:
    """§5.1 The spaces where both sides stand."""
    return [Space(n) for n, (mine, theirs) in enumerate(zip(*s.crowd, strict=True)) if mine and theirs]


def fight(m: Rules, s: State, mover: Seat, space: Space) -> Flow[None]:
    """§5.2 Whoever moved spins first, each side once for each of its creatures; the Ms are added up."""
    say(s, "megamatch.combat.begins", space=m.arena.labels[space])
    other = opponent(mover)
    fighters = [(seat, creature) for seat in (mover, other) for creature in s.on(seat, space)]
    spun: dict[Seat, list[int]] = {mover: [], other: []}
    for n, (seat, creature) in enumerate(fighters, 1):
        ms = yield from spin_for(m, s, seat, creature)
        spun[seat].append(ms)
        if n < len(fighters):  # the last spin is seen in the tally
            say(s, "megamatch.combat.spun", who=m.name(s, seat, creature), n=ms)
    ahead = sum(spun[mover]) - sum(spun[other])
    picture = _tally(m, s, mover, spun)
    if not ahead:
        tie(m, s, space, picture)
        return
    winner = mover if ahead > 0 else other
    say(s, "megamatch.combat.won", picture, who=m.team(s, winner), n=abs(ahead))
    yield from knock_over(m, s, winner, space, falls(abs(ahead)))


def spin_for(m: Rules, s: State, seat: Seat, creature: Creature) -> Flow[int]:
    """§5.2 The Ms of one creature."""
    return m.spinner.letters(s, seat, "5.2", text("megamatch.combat.spin", who=m.name(s, seat, creature)))


def falls(ahead: int) -> int:
    """§5.3 One M more fells one creature; two or more fell two."""
    return min(ahead, TOGETHER)


def knock_over(m: Rules, s: State, winner: Seat, space: Space, count: int) -> Flow[None]:
    """§5.3 As many as stand there at most; where one of two falls, it is the one that its player names."""
    loser = opponent(winner)
    those = s.on(loser, space)
    count = yield from m.spared(m, s, winner, min(count, len(those)))
    if count < len(those):
        those = (yield from which_falls(m, s, loser, those)) if count else []
    for creature in those:
        lay_down(m, s, loser, creature)


def all_fall(m: Rules, s: State, winner: Seat, most: int) -> Flow[int]:
    """§5.3 Nobody is spared (G10=all)."""
    yield from ()
    return most


def winner_spares(m: Rules, s: State, winner: Seat, most: int) -> Flow[int]:
    """§5.3 The winner says how many fall (G10=spare)."""
    options = [Option(f"fell/{n}", n, text("megamatch.combat.fell", n=n)) for n in range(most, -1, -1)]
    return (yield from choose(winner, "5.3", Text("megamatch.combat.how_many"), options))


SPARED: Final[dict[str, Callable[[Rules, State, Seat, int], Flow[int]]]] = {"all": all_fall, "spare": winner_spares}


def which_falls(m: Rules, s: State, loser: Seat, those: list[Creature]) -> Flow[list[Creature]]:
    """§5.4 The loser chooses."""
    options = [
        Option(f"falls/{creature + 1}", creature, m.name(s, loser, creature), piece=m.piece(s, loser, creature))
        for creature in those
    ]
    return [(yield from choose(loser, "5.4", Text("megamatch.combat.which_falls"), options))]


def tie(m: Rules, s: State, space: Space, picture: Tally | None) -> None:
    """§5.5 Nobody falls; whoever is still there after the next move fights again."""
    say(s, "megamatch.combat.tie", picture)


def lay_down(m: Rules, s: State, seat: Seat, creature: Creature) -> None:
    """§5.6 It lies where it fell, and is out of the game."""
    s.fall(seat, creature)
    say(s, "megamatch.combat.falls", who=m.name(s, seat, creature))


def _tally(m: Rules, s: State, mover: Seat, spun: Mapping[Seat, list[int]]) -> Tally | None:
    """The marks are the creatures that stand there."""
    if type(s.news) is MuteNews:
        return None
    other = opponent(mover)
    mine, theirs = spun[mover], spun[other]
    return Tally(m.team(s, mover), len(mine), _sum(mine), m.team(s, other), len(theirs), _sum(theirs), TOGETHER)


def _sum(ms: list[int]) -> str:
    return f"{'+'.join(map(str, ms))}={sum(ms)}" if len(ms) > 1 else str(sum(ms))
