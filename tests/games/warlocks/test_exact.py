"""Where moves may end (§3.1-3.4, 4.7), against `search`, which tries every way.

The shipped board is compared up to a throw of seven here; all throws up to twelve are compared in tests/bench.
"""

from __future__ import annotations

from random import Random

import pytest

from companion.games.warlocks.paths import Paths

from . import search
from .sketch import links

LONGEST = 12

GRID = links("""
    a1-a2-a3-a4-a5 b1-b2-b3-b4-b5 c1-c2-c3-c4-c5 d1-d2-d3-d4-d5
    a1-b1-c1-d1 a2-b2-c2-d2 a3-b3-c3-d3 a4-b4-c4-d4 a5-b5-c5-d5
""")
RING = links("a-b-c-d-e-f-g-h-a")
TREE = links("a-b-c-d b-e-f f-g f-h-i c-j")
TWO_RINGS = links("a-b-c-d-a d-e-f-g h-f g-i-h i-k-l-m-n")


def compare(beside: search.Links, squares: list[str], castle: str = "", throws: range = range(1, LONGEST + 1)) -> None:
    """Every start and throw, the castle a wall and a goal."""
    names = list(beside)
    number = {name: n for n, name in enumerate(names)}
    goal = [number[castle]] if castle else []
    paths = Paths(
        [[number[other] for other in beside[name]] for name in names], [number[square] for square in squares], goal
    )
    for start in names:
        if start == castle:
            continue
        for throw in throws:
            for ready in (False, True):
                expected = search.ends(beside, start, throw, squares, castle, ready)
                found = moves(paths, number[start], throw, () if ready else goal)
                assert {names[n] for n in found} == expected, (start, throw, "ready" if ready else "not ready")
                assert len(found) == len(expected), "each once"


def moves(paths: Paths, start: int, throw: int, closed: list[int] | tuple[int, ...]) -> tuple[int, ...]:
    return paths.longest(start, throw, closed)


def test_the_search_itself_on_a_board_that_can_be_counted_by_hand() -> None:
    beside = links("a-b-c-d b-x-y castle-d")
    assert search.ends(beside, "a", 3) == {"d", "y"}
    assert search.ends(beside, "a", 4, castle="castle", ready=False) == {"d", "y"}, "the longest"
    assert search.ends(beside, "a", 4, castle="castle", ready=True) == {"castle"}
    assert search.ends(beside, "a", 5, castle="castle", ready=True) == {"d", "y"}, "not short of the throw"
    assert search.ends(beside, "a", 9, squares=["x"]) == {"x"}, "it stops there, and that is whole"
    assert search.ends(beside, "x", 2, squares=["x"]) == {"a", "c"}
    assert search.ends(links("a b-c"), "a", 2) == set()
    assert search.distance(beside, "a", "castle") == 4
    assert search.distance(links("a b-c"), "a", "b") == -1


@pytest.mark.parametrize("squares", [[], ["c3"], ["a3", "c2", "d5"], ["a2", "b1"]], ids=str)
@pytest.mark.parametrize("castle", ["", "a1", "b3"])
def test_a_grid(squares: list[str], castle: str) -> None:
    compare(GRID, squares, castle)


@pytest.mark.parametrize("beside", [RING, TREE, TWO_RINGS], ids=["ring", "tree", "rings"])
@pytest.mark.parametrize("squares", [[], ["d"], ["a", "f"]], ids=str)
@pytest.mark.parametrize("castle", ["", "c", "g"])
def test_rings_and_dead_ends(beside: search.Links, squares: list[str], castle: str) -> None:
    compare(beside, squares, castle)


@pytest.mark.parametrize("seed", range(40))
def test_boards_by_chance(seed: int) -> None:
    """Eight to sixteen spaces, thinly linked, in one piece or more; one in five a square; a castle."""
    rng = Random(seed)
    names = [f"s{n}" for n in range(rng.randrange(8, 17))]
    lines = [*names]
    for _ in range(rng.randrange(len(names), int(1.6 * len(names)))):
        lines.append("-".join(rng.sample(names, 2)))
    compare(links(" ".join(lines)), [name for name in names[1:] if rng.random() < 0.2], names[0])
