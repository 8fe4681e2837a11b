"""Every move of any position against a plain reading of chapter 4: what is offered, what is taken, what is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.megamatch import moves
from companion.games.megamatch.game import MegaMatch
from companion.games.megamatch.nouns import Creature, Space
from companion.games.megamatch.state import State
from companion.rules.kernel import Decision, Seat

from .tale import REFERENCE, TEAMS, game

ROWS, COLUMNS, MOST = 4, 5, 2
HERE, THERE = Seat(0), Seat(1)


class Noted(State):
    """Notes every step, of those too that nobody is asked for."""

    def __init__(self, labels: tuple[str, ...], s: State) -> None:
        super().__init__(s.teams, s.at, s.standing, s.crowd)
        self.labels, self.steps = labels, list[tuple[int, str]]()

    def put(self, seat: Seat, creature: Creature, space: Space) -> None:
        super().put(seat, creature, space)
        self.steps.append((creature, self.labels[space]))

    def took(self) -> list[tuple[int, str]]:
        """The steps since the last question."""
        steps, self.steps = self.steps, []
        return steps


SIZES = tuple(
    replace(REFERENCE, team=tuple(replace(team, creatures=count) for team in REFERENCE.team)) for count in (5, 12, 36)
)
"""Up to so many that whole rows are full, and a way through leads over several spaces."""


class Reading:
    """The rules of a move once more, by trying every way: names of spaces are all that it knows of the board."""

    def __init__(self, stops: bool, walls: bool) -> None:
        self.stops, self.walls = stops, walls
        self.mine: dict[int, str] = {}
        self.enemies: set[str] = set()
        self.found: dict[tuple[int, str, int], bool] = {}

    def near(self, here: str) -> Iterator[str]:
        for column in range(ord(here[0]) - 1, ord(here[0]) + 2):
            for row in range(int(here[1:]) - 1, int(here[1:]) + 2):
                first = 0 if self.walls else 1
                inside = ord("A") <= column < ord("A") + COLUMNS and first <= row <= ROWS + 1 - first
                if inside and (there := f"{chr(column)}{row}") != here:
                    yield there

    def others(self, creature: int, space: str) -> int:
        return sum(at == space for other, at in self.mine.items() if other != creature)

    def may_come(self, creature: int, to: str, left: int) -> bool:
        """Whether it may enter *to* when *left* steps remain after that: it must come to rest somewhere."""
        if self.others(creature, to) < MOST:
            return True
        if (self.stops and to in self.enemies) or not left:
            return False
        tried = (creature, to, left)
        if tried not in self.found:
            self.found[tried] = any(self.may_come(creature, on, left - 1) for on in self.near(to))
        return self.found[tried]

    def can_come(self, creature: int, left: int) -> set[str]:
        """Where its first of *left* steps may lead."""
        self.found.clear()
        return {to for to in self.near(self.mine[creature]) if self.may_come(creature, to, left - 1)}


@st.composite
def positions(draw: st.DrawFn) -> tuple[MegaMatch, Noted, Reading, bool]:
    """Creatures anywhere, two of a side on a space at most, crowded so that there is much to pass."""
    chosen = {
        "G5": draw(st.sampled_from(["all", "up-to"])),
        "G6": draw(st.sampled_from(["down", "spaces"])),
        "G7": draw(st.sampled_from(["stop", "pass"])),
    }
    g = game(draw(st.sampled_from(SIZES)), **chosen)
    arena = g._m.arena
    s = Noted(arena.labels, g.setup(2, TEAMS))
    rows = draw(st.integers(1, ROWS))
    spaces = [n for n, label in enumerate(arena.labels) if 1 <= int(label[1:]) <= rows]
    reading = Reading(chosen["G7"] == "stop", chosen["G6"] == "spaces")
    for seat in (HERE, THERE):
        wall = arena.walls[seat]
        room = draw(st.permutations(sorted([*spaces, *wall] * MOST)))
        most = min(g._m.creatures, len(room))
        count = draw(st.integers(1, most) | st.integers(max(1, most - 3), most))
        for n in range(g._m.creatures):
            if n < count:
                s.put(seat, Creature(n), Space(room[n]))
                if seat == HERE:
                    reading.mine[n] = arena.labels[room[n]]
                else:
                    reading.enemies.add(arena.labels[room[n]])
            else:
                s.at[seat][n] = Space(spaces[0])
                s.crowd[seat][spaces[0]] += 1
                s.fall(seat, Creature(n))
    s.took()
    return g, s, reading, chosen["G5"] == "up-to"


@settings(max_examples=250, deadline=None)
@given(positions(), st.integers(1, 6), st.integers(0, 10**6))
def test_every_move_keeps_to_the_rules(position: tuple[MegaMatch, Noted, Reading, bool], spun: int, seed: int) -> None:
    g, s, reading, may_stop = position
    m, random = g._m, Random(seed)
    left, mover, stopped, is_done, has_stepped = spun, -1, set[int](), False, False
    lost: list[int] = []
    flow = moves.move(m, s, HERE, spun)
    asked: Decision | None = next(flow, None)
    while True:
        lost += [int(dict(n.text.args)["n"]) for n in s.news if n.text.key == "megamatch.move.lost"]  # type: ignore[arg-type]
        for creature, to in s.took():
            assert creature not in stopped, "it had come to an enemy"
            assert to in reading.can_come(creature, left), "it can't come to rest from there"
            if mover not in (-1, creature):
                assert reading.others(mover, reading.mine[mover]) < MOST, "it was left where it may not stop"
            mover, reading.mine[creature], left = creature, to, left - 1
            has_stepped = True
            if reading.stops and to in reading.enemies:
                stopped.add(creature)
        s.news.clear()
        if asked is None:
            break
        keys = asked.keys()
        assert not set(keys) & {denial.key for denial in asked.refused}
        if asked.rule == "4.2":
            creature = m.names[0].index(dict(asked.prompt.args)["who"])
            spaces = {key.removeprefix("step/") for key in keys if key.startswith("step/")}
            assert spaces == reading.can_come(creature, left)
            has_stepped = has_stepped and mover == creature
            rests = reading.others(creature, reading.mine[creature]) < MOST
            others = [n for n in reading.mine if n not in {creature, *stopped} and reading.can_come(n, left)]
            assert ("another" in keys) == bool(rests and has_stepped and others)
            assert ("done" in keys) == (rests and may_stop)
        else:
            offered = {int(key.removeprefix("creature/")) - 1 for key in keys if key != "done"}
            able = {n for n in reading.mine if n not in stopped and reading.can_come(n, left)}
            assert offered == able or offered == able - {mover}
            assert offered
        key = random.choice(keys)
        is_done = is_done or key == "done"
        has_stepped = has_stepped and key.startswith("step/")
        option = asked.option(key)
        try:
            asked = flow.send(option)  # type: ignore[arg-type]
        except StopIteration:
            asked = None
    assert all(reading.others(n, at) < MOST for n, at in reading.mine.items()), "three stand together"
    if is_done:
        assert not lost
        return
    assert lost == ([left] if left else [])
    if left:
        assert not any(n not in stopped and reading.can_come(n, left) for n in reading.mine), "a step was possible"
