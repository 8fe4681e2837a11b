"""People at the box, for tests: they read, throw and choose, by what stands on the screen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from companion.referee.api import Answered, Button, Input, Touch, Touched
from companion.referee.pending import Pending

OK = Touched(Button.OK, Touch.SHORT)
ROLL = Touched(Button.ROLL, Touch.PRESS)


def next_input(pending: Pending, random: Random) -> Input:
    """What somebody who wants to get on with the game does now."""
    if pending.page in ("ask", "secret"):
        return Answered(random.choice(pending.keys))
    return ROLL if pending.page == "roll" else OK


def play_on(session: Any, inputs: int, random: Random, tell: Callable[[list[Any]], None]) -> None:
    """So many inputs."""
    for _ in range(inputs):
        tell(session.receive(next_input(session.pending(), random), 0.0))
