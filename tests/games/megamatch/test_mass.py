"""Many games at random: they end, lose no creature, never crowd a space, and are fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from companion.games.megamatch.game import MegaMatch
from companion.games.megamatch.nouns import RESERVE, SWITCHES, TOGETHER, Creature, Space
from companion.games.megamatch.state import State
from companion.rules.kernel import Decision, Flow, Option, Seat, playout, random_pick, start, step

from .tale import TEAMS, game

MIXES = [
    dict(zip((s.code for s in SWITCHES), values, strict=True)) for values in product(*(s.values for s in SWITCHES))
]


def wrong(g: MegaMatch, s: State, walls: bool = False) -> list[str]:
    """What can't be between two turns.  *walls*: whether they are spaces like the others."""
    found = []
    for seat in (Seat(0), Seat(1)):
        stands = Counter(s.at[seat][creature] for creature in s.standing[seat])
        del stands[RESERVE]
        counted = {Space(n): count for n, count in enumerate(s.crowd[seat]) if count}
        if counted != dict(stands):
            found.append(f"{counted} are counted where {dict(stands)} stand")
        if stands and max(stands.values()) > TOGETHER:
            found.append(f"more than {TOGETHER} stand together")
        if len(set(s.standing[seat])) != len(s.standing[seat]):
            found.append("somebody stands twice")
        strangers = set(stands) & set(g._m.arena.walls[1 - g._m.side(s, seat)])
        if strangers and not walls:
            found.append("somebody is on the other wall")
    return found


def play_a_turn(g: MegaMatch, s: State, pick: Callable[[Decision], Option[object]]) -> None:
    flow: Flow[None] = g.play(s)
    try:
        asked = next(flow)
        while True:
            asked = flow.send(pick(asked))
    except StopIteration:
        s.news.clear()


@pytest.mark.parametrize("part", range(4))
def test_no_creature_is_lost_whatever_the_house_rules(part: int) -> None:
    for n, chosen in list(enumerate(MIXES))[part::4]:
        g, pick = game(**chosen), random_pick(Random(n).random)
        s = g.setup(2)
        while not g.is_over(s):
            play_a_turn(g, s, pick)
            assert not wrong(g, s, chosen["G6"] == "spaces"), f"{chosen}, turn {s.turn}"


@pytest.mark.parametrize(
    "fault",
    [
        lambda s: s.crowd[0].__setitem__(3, 7),
        lambda s: s.standing[0].pop(),
        lambda s: s.standing[1].append(Creature(0)),
        lambda s: s.at[0].__setitem__(1, s.at[0][0]),
        lambda s: [s.put(Seat(0), Creature(n), Space(7)) for n in range(3)],
        lambda s: s.put(Seat(0), Creature(0), Space(len(s.crowd[0]) - 1)),
    ],
)
def test_a_lost_creature_would_be_noticed(fault: Callable[[State], object]) -> None:
    g = game()
    s = g.setup(2, TEAMS)
    play_a_turn(g, s, random_pick(Random(1).random))
    assert wrong(g, s) == []
    fault(s)
    assert wrong(g, s) != []


def test_the_placement_names_every_creature() -> None:
    g = game()
    s = g.setup(2, TEAMS)
    names = {f"creature/{team}-{n}" for team in TEAMS for n in range(1, 6)}
    assert set(g.placement(s)) == names
    playout(g, s, random_pick(Random(2).random))
    assert set(g.placement(s)) == names
    assert set(g.placement(s).values()) <= set(g._m.arena.labels), "the fallen are named where they lie"


def test_neither_the_first_player_nor_a_team_has_an_edge() -> None:
    """Of 600 random games each wins half, give or take five standard deviations (61)."""
    g, pick = game(), random_pick(Random(11).random)
    teams, firsts = Counter[int](), 0
    for _ in range(600):
        s = g.setup(2)
        play_a_turn(g, s, pick)
        first = 1 - s.whose
        playout(g, s, pick)
        outcome = g.outcome(s)
        assert outcome is not None
        teams[s.teams[outcome.winners[0]]] += 1
        firsts += outcome.winners[0] == first
    assert abs(teams[0] - 300) < 61
    assert abs(firsts - 300) < 61


def test_the_whole_game_is_the_same_step_by_step_and_in_one_go() -> None:
    g, taken = game(), list[str]()
    pick = random_pick(Random(3).random)

    def noting(decision: Decision) -> Option[object]:
        option = pick(decision)
        taken.append(option.key)
        return option

    s = g.setup(2)
    playout(g, s, noting)
    position = start(g, g.setup(2))
    for key in taken:
        position = step(position, key)
    assert position.decision is None
    assert position.table == s
