"""Many games at random: what must hold at the end of each turn, whatever happens, and the one way in which they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from companion.editions import read_edition, shipped
from companion.games.warlocks import KIT
from companion.games.warlocks.game import Warlocks, build
from companion.games.warlocks.nouns import ALL_VISITED, PAWNS, SQUARES, SpaceKind
from companion.games.warlocks.state import NOBODY, State
from companion.rules.kernel import playout, random_pick, start, step

EDITION = read_edition(shipped(KIT), KIT)
MIXES = [
    dict(zip(("W4", "W7", "W18"), mix, strict=True)) for mix in product(("none", "left"), ("any", "own"), ("off", "on"))
]
PEACEFUL = {*SQUARES, SpaceKind.SEAPORT}
PIECES = {"pawn/princess", *(f"pawn/{pawn.id}" for pawn in PAWNS)}


def wrong_with(game: Warlocks, s: State, tired: bool) -> list[str]:
    """What can't be after a turn.  *tired*: twenty duels were fought in one, so two may stand where they fought."""
    board = game._m.board
    wrong = []
    for space, pawns in Counter(s.at).items():
        if pawns > 1 and board.kinds[space] not in PEACEFUL and not tired:
            wrong.append(f"{pawns} pawns on {board.ids[space]}")
    for seat in s.seats:
        if s.at[seat] == board.castle and s.winner != seat:
            wrong.append(f"{seat} is in the castle, and hasn't won")
        if s.lost[seat] < 0:
            wrong.append(f"{seat} has {s.lost[seat]} turns to lose")
    if s.turn and s.princess == NOBODY:
        wrong.append("nobody has the princess")
    if s.winner != NOBODY:
        ready = s.princess == s.winner == s.whose and s.visits[s.winner] == ALL_VISITED
        wrong += [] if ready and s.at[s.winner] == board.castle else ["somebody has won without what it takes"]
    if len({pawn for pawn in s.pawns if pawn >= 0}) < len([pawn for pawn in s.pawns if pawn >= 0]):
        wrong.append("two play with one pawn")
    if set(game.placement(s)) != PIECES:
        wrong.append("a piece is nowhere")
    return wrong


def one_step(game: Warlocks, s: State, pick: Callable[..., object]) -> None:
    flow = game.play(s)
    try:
        asked = next(flow)
        while True:
            asked = flow.send(pick(asked))  # type: ignore[arg-type]
    except StopIteration:
        s.news.clear()


@pytest.mark.parametrize("mix", MIXES, ids=lambda mix: "-".join(mix.values()))
def test_every_turn_of_random_games(mix: dict[str, str]) -> None:
    game = build(EDITION, mix)
    for n in range(2):
        s, pick, tired, visits = game.setup(3 + 3 * n), random_pick(Random(n).random), False, 0
        while not game.is_over(s) and s.turn < 600:
            one_step(game, s, pick)
            tired = tired or s.duels >= 20
            wrong = wrong_with(game, s, tired)
            assert not wrong, f"game {n}, turn {s.turn}: {wrong}"
            seen = sum(bits.bit_count() for bits in s.visits)
            assert seen >= visits, "no visit is taken away"
            assert seen <= visits + 4
            visits = seen


@pytest.mark.parametrize(
    "fault",
    [
        lambda s: s.at.__setitem__(slice(0, 2), [5, 5]),
        lambda s: s.at.__setitem__(0, 0),
        lambda s: s.lost.__setitem__(1, -1),
        lambda s: setattr(s, "princess", NOBODY),
        lambda s: setattr(s, "winner", 1),
        lambda s: s.pawns.__setitem__(0, s.pawns[1]),
    ],
)
def test_what_cannot_be_would_be_noticed(fault: Callable[[State], object]) -> None:
    game = build(EDITION, {})
    assert game._m.board.castle == 0
    s, pick = game.setup(3), random_pick(Random(1).random)
    one_step(game, s, pick)  # the set-up
    one_step(game, s, pick)
    assert wrong_with(game, s, False) == []
    fault(s)
    assert wrong_with(game, s, False) != []


def test_a_game_is_the_same_step_by_step_and_in_one_go() -> None:
    game, taken, pick = build(EDITION, {"W18": "on"}), list[str](), random_pick(Random(3).random)

    def noting(decision: object) -> object:
        option = pick(decision)  # type: ignore[arg-type]
        taken.append(option.key)
        return option

    s = game.setup(3)
    playout(game, s, noting, 600)  # type: ignore[arg-type]
    position = start(game, game.setup(3))
    for key in taken[:600]:
        position = step(position, key)
    assert position.table.turn == s.turn
    assert position.table.at == s.at
