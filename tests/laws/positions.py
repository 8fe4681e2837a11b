"""Laws on positions: what the kernel promises holds only if a game's flows and states keep to its terms."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from companion.rules.kernel import NotAnOption, Position, allowed, cold, playout, replay, step

from .plays import Play, scripted


def cold_is_live(play: Play) -> None:
    """Running a flow again from the settled state leads to the same place as the flow that is still alive."""
    for n, position, key in play.some():
        assert step(cold(position), key) == play.positions[n + 1], f"answer {n} ({key}) leads elsewhere after a restart"


def forks_do_not_disturb_each_other(play: Play) -> None:
    """From one position any number of games go on, and none notices another."""
    for _, position, _ in play.some(15):
        before = pickle.dumps(position)
        keys = position.decision.keys() if position.decision else ()
        there = {key: step(position, key) for key in keys}
        for one, other in zip(keys, reversed(keys), strict=True):
            asked = there[one].decision
            if asked is not None:
                step(there[one], asked.keys()[0])
            assert step(position, other) == there[other], f"{other} leads elsewhere once {one} was tried"
        assert pickle.loads(before) == position, "a position changed while others were played"


def replay_finds_the_place(play: Play) -> None:
    """The answers are enough: they lead to the same position, one by one and in one go."""
    position = replay(play.game, play.setup(), ())
    for n, key in enumerate(play.keys):
        assert position == play.positions[n], f"after {n} answers a second run of the game stands elsewhere"
        position = step(position, key)
    for n, _, _ in (*play.some(8), (len(play.keys), None, None)):
        assert replay(play.game, play.setup(), play.keys[:n]) == play.positions[n], f"replay of {n} answers differs"


def log_survives_a_round_trip(play: Play) -> None:
    """The game log is plain text and numbers, and leads to the same end when it was written and read."""
    decisions = [position.decision for position in play.positions[:-1]]
    log = [[n, d.seat, d.rule, key] for n, (d, key) in enumerate(zip(decisions, play.keys, strict=True), 1) if d]
    read = json.loads(json.dumps(log, ensure_ascii=False).encode().decode())
    assert read == log, "the log reads differently than it was written"
    assert replay(play.game, play.setup(), [row[3] for row in read]) == play.positions[-1]


def positions_can_be_pickled(play: Play) -> None:
    """A position that was packed and unpacked is equal, and goes on alike."""
    for n, position, key in play.some(15):
        try:
            again = pickle.loads(pickle.dumps(position))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise AssertionError(f"position {n} can't be pickled: {error}") from error
        assert again == position, f"position {n} isn't itself after pickling"
        assert step(again, key) == play.positions[n + 1], f"position {n} goes on differently after pickling"


def bad_answers_change_nothing(play: Play) -> None:
    """What is not offered is refused, and the game goes on as if nobody had said it."""
    for n, position, key in play.some(15):
        decision = position.decision
        assert decision is not None
        refused = [denial.key for denial in decision.refused]
        for bad in ("", "nonsense", key + " ", key + "/", *refused):
            try:
                step(position, bad)
            except NotAnOption:
                pass
            else:
                raise AssertionError(f"{bad!r} was taken for an answer to {decision}")
        assert step(position, key) == play.positions[n + 1]


def copies_are_equal_and_independent(play: Play) -> None:
    """A copied state is equal, carries no news, and shares nothing that can change."""
    for n, position, _ in play.some():
        copy = position.table.copy()
        assert copy == position.table, f"the copy of the state after {n} answers isn't equal"
        assert not copy.news, "a copy carries news"
        shared = {id(part) for part in _changeable(copy)} & {id(part) for part in _changeable(position.table)}
        parts = [type(part).__name__ for part in _changeable(copy) if id(part) in shared]
        assert not shared, f"state and copy share {', '.join(parts)}"


def _changeable(whole: object) -> Iterator[object]:
    """Every part of a state that can be edited in place, the state among them."""
    if isinstance(whole, (str, bytes, int, float, Enum, type(None), type)) or callable(whole):
        return
    parts: list[Any] = []
    if isinstance(whole, (list, set, bytearray)):
        yield whole
        parts = list(whole) if not isinstance(whole, bytearray) else []
    elif isinstance(whole, dict):
        yield whole
        parts = [*whole.keys(), *whole.values()]
    elif isinstance(whole, (tuple, frozenset)):
        parts = list(whole)
    elif is_dataclass(whole):
        if not getattr(whole, "__dataclass_params__").frozen:  # noqa: B009
            yield whole
        parts = [getattr(whole, field.name) for field in fields(whole)]
    else:
        raise AssertionError(f"a state holds a {type(whole).__name__}: the laws can't tell whether it can change")
    for part in parts:
        yield from _changeable(part)


def fast_drive_is_the_same_game(play: Play) -> None:
    """Mass play, with the same answers, leaves the same state after as many decisions, and no news."""
    state = play.setup()
    decisions = playout(play.game, state, scripted(play.keys))
    assert decisions == len(play.keys), f"{decisions} decisions in mass play, {len(play.keys)} step by step"
    assert state == play.positions[-1].table, "mass play ends in another state"
    assert not state.news, "mass play piles up news"


def the_end_is_the_end(play: Play) -> None:
    """There is an outcome, over seats of the game, where and only where the game is over; then nothing is asked."""
    seats = set(range(play.seats))
    for n, position, _ in play.some():
        assert not play.game.is_over(position.settled), f"the game is over after {n} answers and goes on"
        assert play.game.outcome(position.settled) is None, f"an outcome after {n} answers, and the game goes on"
    last: Position[Any] = play.positions[-1]
    outcome = play.game.outcome(last.table)
    assert play.game.is_over(last.table), "nothing is asked and the game isn't over"
    assert outcome is not None, "the game is over without an outcome"
    assert set(outcome.winners) <= seats, f"{outcome.winners} won, with {play.seats} seats"
    assert set(outcome.places) <= seats, f"{outcome.places} were placed, with {play.seats} seats"
    assert len(set(outcome.places)) == len(outcome.places), f"places {outcome.places} name a seat twice"
    assert not allowed(last, play.keys[-1]), "an answer is allowed after the end"


LAWS = (
    cold_is_live,
    forks_do_not_disturb_each_other,
    replay_finds_the_place,
    log_survives_a_round_trip,
    positions_can_be_pickled,
    bad_answers_change_nothing,
    copies_are_equal_and_independent,
    fast_drive_is_the_same_game,
    the_end_is_the_end,
)
