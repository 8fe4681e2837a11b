"""The kernel's own promises, on flows of a few lines."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.kernel import (
    CHANCE,
    Decision,
    Denied,
    Flow,
    FlowNotDeterministic,
    News,
    NotAnOption,
    Option,
    Position,
    ReplayDiverged,
    RulesError,
    Seat,
    allowed,
    choose,
    cold,
    denied,
    playout,
    random_pick,
    replay,
    start,
    step,
    walk,
)
from companion.rules.text import Text

from .plays import KITS, build

SAY = Text("rules.throw")


@dataclass(slots=True)
class Steps:
    """How far along a path a pawn has come."""

    at: int = 0
    news: list[News] = field(default_factory=list, compare=False)

    def copy(self) -> Self:
        return type(self)(self.at)


@dataclass(frozen=True)
class Path:
    """A game of one rule."""

    rule: Callable[[Steps], Flow[None]]
    length: int = 3
    name: str = "path"

    def play(self, state: Steps) -> Flow[None]:
        return self.rule(state)

    def is_over(self, state: Steps) -> bool:
        return state.at >= self.length


def one_or_two(s: Steps) -> Flow[None]:
    """Two moves a turn, of one step or two each."""
    for _ in range(2):
        s.at += yield from choose(Seat(0), "1", SAY, [Option("one", 1, SAY), Option("two", 2, SAY)])
        s.news.append(News(Text(f"at {s.at}")))


def test_a_turn_is_settled_when_its_flow_ends() -> None:
    first = start(Path(one_or_two, 6), Steps())
    second = step(first, "one")
    third = step(second, "two")
    assert (first.settled, second.settled, third.settled) == (Steps(0), Steps(0), Steps(3))
    assert (first.table, second.table, third.table) == (Steps(0), Steps(1), Steps(3))
    assert second.answers == ("one",)
    assert third.answers == ()


def test_news_belong_to_the_position_that_they_led_to() -> None:
    position = step(start(Path(one_or_two, 6), Steps()), "one")
    assert position.news == (News(Text("at 1")),)
    assert step(position, "two").news == (News(Text("at 3")),)
    assert replay(position.game, Steps(), ["one", "two"]).news == (News(Text("at 3")),)


def test_undo_is_keeping_the_old_position() -> None:
    before = start(Path(one_or_two, 6), Steps())
    assert step(before, "two").table == Steps(2)
    assert step(before, "one").table == Steps(1)
    assert before == start(Path(one_or_two, 6), Steps())


def test_steps_without_a_choice_pass_by() -> None:
    def drift(s: Steps) -> Flow[None]:
        s.news.append(News(Text(f"passes {s.at}")))
        s.at += 1
        if s.at == 3:
            yield from choose(Seat(0), "1", SAY, [Option("on", None, SAY)])

    position = start(Path(drift, 5), Steps())
    assert position.settled == Steps(2)
    assert [news.text.key for news in position.news] == ["passes 0", "passes 1", "passes 2"]
    end = step(position, "on")
    assert end.decision is None
    assert [news.text.key for news in end.news] == ["passes 3", "passes 4"]


def test_a_game_in_which_nobody_ever_chooses_is_named() -> None:
    def idle(s: Steps) -> Flow[None]:
        yield from ()

    with pytest.raises(RulesError, match="path: 1000 steps in a row without a decision"):
        start(Path(idle), Steps())


def test_a_flow_that_asks_something_else_the_second_time_is_named() -> None:
    asked = count()

    def sly(s: Steps) -> Flow[None]:
        yield from choose(Seat(0), "1", SAY, [Option(f"door {next(asked)}", None, SAY)])
        s.at += 3

    position = start(Path(sly), Steps())
    with pytest.raises(FlowNotDeterministic, match=r"asks .*door 1.* had asked .*door 0"):
        step(cold(position), "door 0")


def test_a_flow_that_ends_early_the_second_time_is_named() -> None:
    runs = count()

    def tired(s: Steps) -> Flow[None]:
        for _ in range(2 - next(runs)):
            yield from choose(Seat(0), "1", SAY, [Option("on", None, SAY)])

    position = step(start(Path(tired), Steps()), "on")
    with pytest.raises(FlowNotDeterministic, match="ended before its recorded answers"):
        step(cold(position), "on")


def test_a_rule_that_fails_leaves_the_position_as_it_was() -> None:
    def brittle(s: Steps) -> Flow[None]:
        s.at += yield from choose(Seat(0), "1", SAY, [Option("one", 1, SAY), Option("fall", 0, SAY)])
        if s.at == 0:
            raise RuntimeError("fell")

    position = start(Path(brittle, 1), Steps())
    with pytest.raises(RuntimeError, match="fell"):
        step(position, "fall")
    assert step(position, "one").table == Steps(1)


def test_a_refusal_says_why_and_everything_else_is_not_asked() -> None:
    def wall(s: Steps) -> Flow[None]:
        no = [Denied("two", "1.1", Text("a wall"))]
        s.at += yield from choose(Seat(0), "1", SAY, [Option("one", 1, SAY)], no)

    position = start(Path(wall, 1), Steps())
    assert denied(position, "one") is None
    assert denied(position, "two") == Denied("two", "1.1", Text("a wall"))
    assert denied(position, "ten") == Denied("ten", "1", Text("rules.not_asked"))
    end = step(position, "one")
    assert denied(end, "one") == Denied("one", "", Text("rules.over"))
    with pytest.raises(NotAnOption):
        step(end, "one")


@pytest.mark.parametrize("wrong", [0, 1, 2, 3])
def test_replay_names_the_first_answer_that_no_longer_fits(wrong: int) -> None:
    keys = ["one", "one", "two", "one"]
    there = replay(Path(one_or_two, 9), Steps(), keys[:wrong])
    keys[wrong] = "three"
    with pytest.raises(ReplayDiverged) as diverged:
        replay(Path(one_or_two, 9), Steps(), keys)
    assert (diverged.value.seq, diverged.value.key) == (wrong, "three")
    assert diverged.value.position == there


def test_replay_names_an_answer_after_the_end() -> None:
    with pytest.raises(ReplayDiverged) as diverged:
        replay(Path(one_or_two, 2), Steps(), ["one", "one", "one"])
    assert diverged.value.seq == 2
    assert diverged.value.position.decision is None


def test_mass_play_stops_when_it_is_told_to() -> None:
    state = Steps()
    assert playout(Path(one_or_two, 100), state, random_pick(Random(1).random), at_most=5) == 5
    assert state.at < 100


def test_mass_play_draws_by_weight_where_weights_differ() -> None:
    bag = (Option("red", 0, SAY, 1), Option("blue", 0, SAY, 3))
    pick = random_pick(Random(4).random)
    drawn = Counter(pick(Decision(CHANCE, "1", SAY, bag, "bag/1", even=False)).key for _ in range(4000))
    assert 2850 < drawn["blue"] < 3150
    alike = Counter(pick(Decision(Seat(0), "1", SAY, bag)).key for _ in range(4000))
    assert 1850 < alike["blue"] < 2150


def test_a_walk_goes_from_here_to_the_end() -> None:
    positions = list(walk(start(Path(one_or_two, 4), Steps()), lambda decision: decision.options[0]))
    assert [position.table.at for position in positions] == [0, 1, 2, 3, 4]


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 40), st.booleans()), max_size=40))
def test_however_a_game_is_forked_each_branch_is_its_own_replay(moves: list[tuple[int, int, bool]]) -> None:
    """Any position reached so far is played on, warm or cold; every branch is where its own answers lead."""
    game = build(KITS["_template"])
    names = [pawn.id for pawn in game.pawns[:3]]
    branches: list[tuple[tuple[str, ...], Position[Any]]] = [((), start(game, game.setup(3, names)))]
    for which, choice, is_cold in moves:
        keys, position = branches[which % len(branches)]
        if position.decision is None:
            continue
        key = position.decision.keys()[choice % len(position.decision.options)]
        branches.append(((*keys, key), step(cold(position) if is_cold else position, key)))
    for keys, position in branches:
        assert replay(game, game.setup(3, names), keys) == position


@settings(max_examples=50)
@given(st.text(max_size=12), st.integers(0, 40))
def test_no_text_but_a_key_is_an_answer(said: str, answers: int) -> None:
    game = build(KITS["_template"])
    pick = random_pick(Random(answers).random)
    position = start(game, game.setup(2))
    for _ in range(answers):
        if position.decision is None:
            break
        position = step(position, pick(position.decision).key)
    if allowed(position, said):
        return
    before = repr(position)
    with pytest.raises(NotAnOption):
        step(position, said)
    assert repr(position) == before
