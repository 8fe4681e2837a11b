"""Two dice, as three of the four games throw them."""

from __future__ import annotations

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
    return _new(Decision, (CHANCE, rule, prompt, ROLLS, _SOURCES[n], seat, (), False, True))  # half of Decision(...)


def roll(state: Throws, seat: Seat, rule: str, prompt: Text = THROW) -> Flow[Pips]:
    """*seat* throws two dice."""
    option = yield throw(state, seat, rule, prompt)
    return option.value  # type: ignore[no-any-return]
