"""Chapter 2: the pawns, the throw for the princess, the start at Seaport; and whose turn it is."""

from __future__ import annotations

import pytest

from companion.games.warlocks.game import build
from companion.games.warlocks.nouns import PAWNS
from companion.games.warlocks.state import State
from companion.rules.kernel import Position, Seat, start, step

from .sketch import sketch
from .tale import Tale

BOARD = sketch("sea-a-b-c-d-e-f")


def begun(seats: int, *names: str, **chosen: str) -> Position[State]:
    game = build(BOARD, chosen)
    return start(game, game.setup(seats, names))


def played(position: Position[State], *keys: str) -> Position[State]:
    for key in keys:
        position = step(position, key)
    return position


def test_each_takes_a_pawn_that_is_free() -> None:
    position = begun(3)
    assert position.decision is not None
    assert (position.decision.rule, position.decision.keys()) == ("2.1", tuple(f"pawn/{pawn.id}" for pawn in PAWNS))
    position = played(position, "pawn/green")
    assert position.decision is not None
    assert position.decision.seat == 1
    assert position.decision.option("pawn/green") is None


def test_nobody_says_what_he_is_where_it_does_not_matter() -> None:
    position = begun(2, "red", "blue")
    assert position.decision is not None
    assert position.decision.rule == "2.2"
    assert played(begun(2), "pawn/red", "pawn/blue").table.crafts == [None, None]


def test_w18_on_everybody_says_what_he_is() -> None:
    position = begun(2, "red", "blue", W18="on")
    assert position.decision is not None
    assert (position.decision.rule, position.decision.keys()) == ("2.1", ("warlock", "warrior"))
    position = played(position, "warlock", "warrior")
    assert position.table.crafts == ["warlock", "warrior"]
    assert position.decision is not None
    assert position.decision.rule == "2.2"


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_highest_throw_gets_the_princess_and_starts_at_seaport(first: int) -> None:
    throws = ["1-2", "1-2", "1-2"]
    throws[first] = "5-5"
    position = played(begun(3, "red", "blue", "green"), *throws)
    state = position.table
    assert (state.princess, state.whose, state.turn) == (first, first, 1)
    assert [BOARD.board.space[at].id for at in state.at] == ["sea"] * 3  # type: ignore[union-attr]
    assert position.decision is not None
    assert (position.decision.rule, position.decision.by) == ("3.1", first)


def test_those_who_tie_for_the_highest_throw_again_and_nobody_else() -> None:
    position = begun(3, "red", "blue", "green")
    throwers = []
    for throw in ("6-4", "3-2", "5-5", "1-2", "2-1", "6-5", "6-6"):
        assert position.decision is not None
        throwers.append(position.decision.by)
        position = step(position, throw)
    assert throwers == [0, 1, 2, 0, 2, 0, 2]
    assert position.table.princess == 2


def test_all_start_at_seaport_without_a_duel() -> None:
    position = played(begun(6, *(pawn.id for pawn in PAWNS)), "6-6", *["1-1"] * 5)
    assert len(set(position.table.at)) == 1
    assert position.decision is not None
    assert position.decision.rule == "3.1"


def test_play_goes_to_the_left() -> None:
    tale = Tale("a", "red", "blue", "green").on_turn("blue")
    order = []
    for _ in range(5):
        order.append(tale.on)
        tale.play("1-1")
    assert order == ["blue", "green", "red", "blue", "green"]


def test_seats_and_names_that_cannot_be() -> None:
    game = build(BOARD, {})
    for seats, names in ((1, ()), (7, ()), (2, ("red",)), (2, ("red", "red")), (2, ("red", "pink"))):
        with pytest.raises(ValueError, match=r"seats|name"):
            game.setup(seats, names)


def test_every_piece_is_somewhere_from_the_start() -> None:
    game = build(BOARD, {})
    pieces = {"pawn/princess", *(f"pawn/{pawn.id}" for pawn in PAWNS)}
    assert set(game.placement(game.setup(2))) == pieces
    position = played(begun(2, "red", "blue"), "6-6", "1-1")
    where = game.placement(position.table)
    assert set(where) == pieces
    assert [where[piece] for piece in ("pawn/red", "pawn/blue", "pawn/princess", "pawn/green")] == [
        "sea",
        "sea",
        "sea",
        "box",
    ]
    assert game.whose(position.table) == Seat(0)
