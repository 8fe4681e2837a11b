"""Boards of Warlocks & Warriors to measure on: the anchors', as an edition of ours, and the one that is shipped."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, get_args

from companion.editions import read_edition, shipped
from companion.games.warlocks import KIT
from companion.games.warlocks.edition import Board, Edition, Space, check
from companion.games.warlocks.nouns import INNS, LARGE, SQUARES, SpaceKind
from companion.games.warlocks.tables import Row, Square, Table
from companion.rules.game import Game
from tests.bench.anchors import ww_engine

SIDE: Final = 8
"""The anchors' spaces lie in so many rows of so many."""
PITCH_MM: Final = 50.0
KINDS: Final = {
    0: (SpaceKind.PLAIN,),
    ww_engine.SEAPORT: (SpaceKind.SEAPORT,),
    ww_engine.SQUARE: SQUARES,
    ww_engine.CASTLE_KIND: (SpaceKind.CASTLE,),
    ww_engine.LOSE_TURN: LARGE,
    5: INNS,
    6: (SpaceKind.X,),
    7: (SpaceKind.ARROW,),
    ww_engine.STAR: (SpaceKind.STAR,),
}
"""The anchors' kinds of space, and ours in turn."""


def anchors_edition() -> Edition:
    """The anchors' board: the same spaces, links and arrows; detours lead to the nearest inn.

    Their one table stands at every square: 2 to 4 costs a turn, 11 and 12 lead back to Seaport.
    """
    met = dict.fromkeys(KINDS, 0)
    kinds = []
    for kind in ww_engine.KIND:
        kinds.append(KINDS[kind][met[kind] % len(KINDS[kind])])
        met[kind] += 1
    spaces = tuple(
        Space(
            id=_name(n),
            kind=kind,
            x_mm=(n % SIDE + 0.5) * PITCH_MM,
            y_mm=(n // SIDE + 0.5) * PITCH_MM,
            links=_names(ww_engine.LINKS[n]),
            arrow=_names(_over(n, ww_engine.ARROW[n])) if kind is SpaceKind.ARROW else (),
            way=_names(_to_an_inn(n, kinds)) if kind is SpaceKind.X else (),
        )
        for n, kind in enumerate(kinds)
    )
    rows = (
        Row((2, 3, 4), lose_turns=1),
        Row((5, 6, 7, 8, 9, 10)),
        Row((11, 12), move=_name(kinds.index(SpaceKind.SEAPORT))),
    )
    tables = tuple(Table(square, "house", rows) for square in get_args(Square))
    return Edition("the anchors'", "warlocks", Board("house", SIDE * PITCH_MM, SIDE * PITCH_MM, spaces), tables)


def of_the_anchor() -> Game[Any]:
    """Our game on that board, with its default rules."""
    edition = anchors_edition()
    mistakes = check(edition)
    assert not mistakes, mistakes
    game: Game[Any] = KIT.build(edition, {})
    return game


def shipped_ground() -> tuple[Sequence[Collection[int]], Collection[int], Collection[int]]:
    """Of the board that is shipped: the neighbours of each space, the squares, the castle."""
    board = read_edition(shipped(KIT), KIT).board
    names = [space.id for space in board.space]
    near = [[names.index(other) for other in space.links] for space in board.space]
    squares = [n for n, space in enumerate(board.space) if space.kind in SQUARES]
    return near, squares, [n for n, space in enumerate(board.space) if space.kind is SpaceKind.CASTLE]


def _name(space: int) -> str:
    return f"S{space}"


def _names(spaces: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(_name, spaces))


def _over(space: int, target: int) -> tuple[int, int]:
    """An arrow's two spaces: one between, which is no square and not the castle, and its target."""
    closed = (ww_engine.SQUARE, ww_engine.CASTLE_KIND)
    between = [n for n in ww_engine.LINKS[space] if target in ww_engine.LINKS[n] and ww_engine.KIND[n] not in closed]
    return between[0], target


def _to_an_inn(space: int, kinds: Sequence[SpaceKind]) -> tuple[int, ...]:
    """The shortest way, over no square."""
    ways: list[tuple[int, ...]] = [(n,) for n in ww_engine.LINKS[space]]
    for way in ways:  # it grows
        if kinds[way[-1]] in INNS:
            return way
        if kinds[way[-1]] not in (*SQUARES, SpaceKind.CASTLE):
            ways += [(*way, n) for n in ww_engine.LINKS[way[-1]] if n not in (space, *way)]
    raise AssertionError(f"no way from {space} to an inn")
