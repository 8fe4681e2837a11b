"""The plan: 29 spaces and 52 links, and the same from each of the four sides."""

from __future__ import annotations

from collections import Counter, deque
from functools import cache

import pytest

from companion.rules.game import BoardMap, Spot

from .tale import game


@cache
def plan() -> BoardMap:
    shadowlord = game()
    board = shadowlord.board(shadowlord.setup(4, ("earth", "air", "fire", "water")))
    assert board is not None
    return board


def neighbours() -> dict[str, set[str]]:
    beside: dict[str, set[str]] = {spot: set() for spot in plan().spots}
    for one, other in plan().links:
        beside[one].add(other)
        beside[other].add(one)
    return beside


def distances(first: str) -> dict[str, int]:
    beside, found, queue = neighbours(), {first: 0}, deque([first])
    while queue:
        at = queue.popleft()
        for to in beside[at] - set(found):
            found[to] = found[at] + 1
            queue.append(to)
    return found


def centre() -> tuple[float, float]:
    spots = plan().spots.values()
    return sum(spot.x_mm for spot in spots) / len(spots), sum(spot.y_mm for spot in spots) / len(spots)


def at(x: float, y: float) -> str:
    """The spot that stands there, to the millimetre."""
    (spot,) = [spot.id for spot in plan().spots.values() if abs(spot.x_mm - x) < 1 and abs(spot.y_mm - y) < 1]
    return spot


def fortress() -> str:
    return at(*centre())


def ring(n: int) -> set[str]:
    """Everything *n* steps from the centre."""
    return {spot for spot, steps in distances(fortress()).items() if steps == n}


def of_degree(spots: set[str], degree: int) -> set[str]:
    return {spot for spot in spots if len(neighbours()[spot]) == degree}


def homes() -> set[str]:
    """Those furthest to one side or another."""
    x, y = centre()
    reach = max(abs(spot.x_mm - x) for spot in plan().spots.values())
    middle = {spot.id for spot in plan().spots.values() if abs(spot.x_mm - x) < 1 or abs(spot.y_mm - y) < 1}
    return {spot for spot in middle if max(map(abs, off(plan().spots[spot]))) > reach - 1}


def off(spot: Spot) -> tuple[float, float]:
    x, y = centre()
    return spot.x_mm - x, spot.y_mm - y


def test_there_are_29_spaces_and_52_links_and_none_twice() -> None:
    links = {frozenset(link) for link in plan().links}
    assert len(plan().spots) == 29
    assert len(links) == len(plan().links) == 52
    assert all(len(link) == 2 for link in links)


def test_so_many_spaces_have_so_many_neighbours() -> None:
    assert Counter(map(len, neighbours().values())) == {2: 4, 3: 8, 4: 13, 5: 4}


def test_the_fortress_joins_the_four_ruins_only() -> None:
    assert len(neighbours()[fortress()]) == 4
    assert of_degree(ring(1), 5) == ring(1)


def test_the_inner_ring_takes_a_ruin_and_a_galaxy_in_turn() -> None:
    ruins = ring(1)
    between = {spot for spot in ring(2) if len(neighbours()[spot] & ruins) == 2}
    assert len(between) == 4
    assert of_degree(between, 3) == between
    for ruin in ruins:
        assert len(neighbours()[ruin] & between) == 2


def test_a_home_joins_the_three_galaxies_of_its_side_and_nothing_else() -> None:
    assert len(homes()) == 4
    for home in homes():
        galaxies = neighbours()[home]
        assert len(galaxies) == 3
        (middle,) = [galaxy for galaxy in galaxies if len(galaxies & neighbours()[galaxy]) == 2]
        assert galaxies - {middle} < neighbours()[middle]
        (inner,) = neighbours()[middle] - galaxies - {home}
        assert len(neighbours()[inner]) == 3


def test_beside_a_corner_lie_two_galaxies_that_join_the_same_ruin() -> None:
    corners = of_degree(set(plan().spots), 2)
    for corner in corners:
        one, other = neighbours()[corner]
        assert len(neighbours()[one] & neighbours()[other] & ring(1)) == 1


@pytest.mark.parametrize(
    "turn", [(0, -1, 1, 0), (-1, 0, 0, 1), (1, 0, 0, -1)], ids=["quarter", "left-right", "up-down"]
)
def test_the_board_is_as_symmetric_as_a_square(turn: tuple[int, int, int, int]) -> None:
    (x0, y0), (a, b, c, d) = centre(), turn
    image = {}
    for spot in plan().spots.values():
        x, y = off(spot)
        image[spot.id] = at(x0 + a * x + b * y, y0 + c * x + d * y)
    assert {frozenset((image[one], image[other])) for one, other in plan().links} == {
        frozenset(link) for link in plan().links
    }


def test_from_a_home_it_is_so_far() -> None:
    for home in homes():
        steps = distances(home)
        assert steps[fortress()] == 3
        assert sorted(steps[other] for other in homes() - {home}) == [4, 4, 6]
        assert sorted(steps[corner] for corner in of_degree(set(plan().spots), 2))[:2] == [2, 2]
        assert sorted(steps[ruin] for ruin in ring(1))[:2] == [2, 2]


def test_no_two_spaces_are_further_apart_than_six() -> None:
    assert max(max(distances(spot).values()) for spot in plan().spots) == 6
