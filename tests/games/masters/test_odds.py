"""What the rules make of two dice, computed from the weights of the decisions and not by playing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from companion.games.masters.nouns import ROUNDS_TO_WIN
from companion.rules.kernel import CHANCE, Position, step

from .tale import Tale

WEAPONS = ("sword", "spear", "axe", "shield", "costume")


def odds(tale: Tale, holds: Callable[[Tale], bool]) -> Fraction:
    """How likely the pending throw makes *holds* true."""
    decision = tale.position.decision
    assert decision is not None
    assert decision.seat == CHANCE
    total, here = Fraction(0), tale.position
    for option in decision.options:
        tale._position = step(here, option.key)
        total += Fraction(option.weight, sum(o.weight for o in decision.options)) * holds(tale)
    return total


@pytest.mark.parametrize(
    ("points", "needed"), [(30, ("oubliette", 5)), (26, ("wall", 6)), (15, ("armour", 8)), (10, ("grille", 9))]
)
def test_two_dice(points: int, needed: tuple[str, int]) -> None:
    """Five or more 30 of 36, six 26, eight 15, nine 10; the oubliette lets go of the card but for four and five."""
    card, at_least = needed
    tale = Tale("musclor", "stratos").stand(musclor="K5").keep("musclor", card)
    if at_least == 5:
        tale = Tale("musclor", "stratos").stand(musclor="K5").hold("musclor", "costume").keep("musclor", "laser")
        assert odds(tale, lambda t: not t.table.misses[0]) == Fraction(points, 36)
    else:
        assert odds(tale, lambda t: not t.card("musclor")) == Fraction(points, 36)


@pytest.mark.parametrize(("squares", "points"), [(1, 10), (2, 21)])
def test_how_likely_a_card_is_drawn(squares: int, points: int) -> None:
    tale = Tale("musclor", "stratos").stand(musclor="K4").play(f"move/K{4 + squares}")
    assert odds(tale, lambda t: t.rule == "6.1") == Fraction(points, 36)


@pytest.mark.parametrize(
    ("tokens", "chosen", "points"),
    [((), {}, 10), (("tiger",), {"M12": "total"}, 26), (("tiger",), {"M12": "either"}, 14)],
)
def test_how_likely_the_ravine_is_crossed(tokens: tuple[str, ...], chosen: dict[str, str], points: int) -> None:
    tale = Tale("musclor", "stratos", **chosen).stand(musclor="E1").hold("musclor", *tokens).play("cross")
    assert odds(tale, lambda t: t.at("musclor") == "F1") == Fraction(points, 36)


@pytest.mark.parametrize(("weapons", "per_cent"), [(0, 50.0), (1, 72.3), (2, 88.0), (3, 96.1), (4, 99.1), (5, 99.8)])
def test_how_likely_skeletor_is_beaten(weapons: int, per_cent: float) -> None:
    """First to three, ties thrown again: from the odds of one round, which the rules themselves decide."""
    win, lose = one_round(weapons)
    decided = win / (win + lose)

    @cache
    def wins(fists: int, skulls: int) -> Fraction:
        if fists == ROUNDS_TO_WIN:
            return Fraction(1)
        if skulls == ROUNDS_TO_WIN:
            return Fraction(0)
        return decided * wins(fists + 1, skulls) + (1 - decided) * wins(fists, skulls + 1)

    assert round(float(100 * wins(0, 0)), 1) == per_cent


def one_round(weapons: int) -> tuple[Fraction, Fraction]:
    """How likely the hero takes a round, and how likely Skeletor does: by sums, every pair once."""
    tale = Tale("musclor", "stratos").stand(musclor="Z").came_along("musclor", "K1").hold("musclor", *WEAPONS[:weapons])
    decision = tale.position.decision
    assert decision is not None
    ways: dict[int, list[str]] = {}
    for option in decision.options:
        ways.setdefault(sum(option.value), []).append(option.key)
    win = lose = Fraction(0)
    for mine in ways.values():
        after: Position = step(tale.position, mine[0])
        for theirs in ways.values():
            table = step(after, theirs[0]).table
            weight = Fraction(len(mine) * len(theirs), 36 * 36)
            win += weight * table.fists
            lose += weight * table.skulls
    return win, lose
