"""Dice: two with six sides, as most of the games throw them, and any others."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final, Protocol

from companion.rules.kernel import CHANCE, Decision, Flow, Option, Seat
from companion.rules.text import Text, text

Pips = tuple[int, int]

ROLLS: Final[tuple[Option[Pips], ...]] = tuple(
    Option(f"{a}-{b}", (a, b), text("rules.dice", a=a, b=b)) for a in range(1, 7) for b in range(1, 7)
)
THROW: Final = Text("rules.throw")


class _Sources(dict[int, str]):
    def __missing__(self, n: int) -> str:
        source = self[n] = f"dice/{n}"
        return source


_SOURCES: Final = _Sources()
_new: Final = tuple.__new__


class Throws(Protocol):
    """A state that counts its throws, so that each has a source of its own."""

    throws: int


def throw(state: Throws, seat: Seat, rule: str, prompt: Text = THROW) -> Decision:
    """The question that *seat*'s throw of two dice is: source ``dice/N``, the N-th throw of the game."""
    state.throws = n = state.throws + 1
    return _new(Decision, (CHANCE, rule, prompt, ROLLS, _SOURCES[n], seat, (), False, True, ()))  # half of its time


def roll(state: Throws, seat: Seat, rule: str, prompt: Text = THROW) -> Flow[Pips]:
    """*seat* throws two dice."""
    option = yield throw(state, seat, rule, prompt)
    return option.value  # type: ignore[no-any-return]


@cache
def throws_of(count: int, sides: int) -> tuple[Option[tuple[int, ...]], ...]:
    """Every way in which *count* dice of *sides* can fall: keys ``5``, ``3-8``, ``1-1-6``."""
    thrown = product(range(1, sides + 1), repeat=count)
    keys = ("-".join(map(str, pips)) for pips in thrown)
    return tuple([Option(key, tuple(map(int, key.split("-"))), text("rules.thrown", pips=key)) for key in keys])


def roll_of(
    state: Throws, seat: Seat, rule: str, count: int, sides: int, prompt: Text = THROW
) -> Flow[tuple[int, ...]]:
    """*seat* throws *count* dice of *sides*; the sources are those of `throw`."""
    state.throws = n = state.throws + 1
    option = yield Decision(CHANCE, rule, prompt, throws_of(count, sides), _SOURCES[n], seat)
    return option.value  # type: ignore[no-any-return]
