"""Chapters 1 and 2: laying out, the start roll, the pawns, whose turn."""

from __future__ import annotations

import pytest

from companion.games.masters.nouns import CARDS, TOKENS
from companion.rules.kernel import start, step

from .tale import Tale, game


def begin(seats: int, *keys: str, names: tuple[str, ...] = ()) -> object:
    masters = game()
    position = start(masters, masters.setup(seats, names))
    for key in keys:
        position = step(position, key)
    return position


def test_every_token_square_has_its_token_and_the_cards_lie_in_the_castle() -> None:
    masters = game()
    view = masters.view(masters.setup(4), 0)
    assert len(view.face_down) == len(set(view.face_down)) == TOKENS
    assert view.cards_in_pile == CARDS
    assert view.known == ()


def test_the_highest_throw_starts() -> None:
    position = begin(3, "1-2", "6-5", "4-4", names=("tila", "maskor", "musclor"))
    assert position.table.whose == 1
    assert [news.text.key for news in position.news][-1] == "masters.start.place"


def test_those_who_tie_for_the_highest_throw_again_and_only_they() -> None:
    position = begin(3, "5-5", "1-1", "4-6")
    assert position.decision.by == 0
    position = step(position, "2-2")
    assert position.decision.by == 2
    position = step(position, "2-2")
    assert position.decision.by == 0, "level once more"
    position = step(step(position, "1-2"), "1-3")
    assert position.decision.seat == 2
    assert position.decision.rule == "1.3"


def test_the_starter_takes_a_pawn_first_then_the_others_clockwise() -> None:
    position = begin(3, "1-1", "6-6", "1-2")
    assert position.decision.keys() == ("pawn/musclor", "pawn/stratos", "pawn/tila", "pawn/maskor")
    position = step(step(position, "pawn/tila"), "pawn/maskor")
    assert position.decision.seat == 0
    assert position.decision.keys() == ("pawn/musclor", "pawn/stratos")
    position = step(position, "pawn/stratos")
    masters = game()
    assert [masters.pawn(position.table, seat).id for seat in range(3)] == ["stratos", "tila", "maskor"]
    assert masters.view(position.table, 0).players[0].space == "S2", "the start of its colour"
    assert masters.whose(position.table) == 1


def test_the_fourth_of_four_has_no_choice_and_is_not_asked() -> None:
    position = begin(4, "6-6", "1-1", "1-1", "1-1", "pawn/maskor", "pawn/tila", "pawn/stratos")
    assert game().pawn(position.table, 3).id == "musclor"
    assert position.decision.source == "dice/5"


def test_pawns_that_are_named_are_not_asked_for() -> None:
    position = begin(2, "1-1", "2-2", names=("maskor", "tila"))
    assert game().whose(position.table) == 1
    assert position.decision.rule == "3.1"


@pytest.mark.parametrize("seats", [1, 5])
def test_it_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(ValueError, match=f"{seats} seats; this game is for 2 to 4"):
        game().setup(seats)


@pytest.mark.parametrize("names", [("musclor",), ("musclor", "musclor"), ("musclor", "skeletor")])
def test_names_must_be_different_pawns_one_a_seat(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="name 2 different ones of musclor, stratos, tila, maskor"):
        game().setup(2, names)


def test_turns_go_clockwise() -> None:
    tale = Tale("musclor", "stratos", "tila").on_turn("stratos").clear_all()
    order = [tale.on]
    for _ in range(3):
        tale.play("1-1")
        order.append(tale.on)
    assert order == ["stratos", "tila", "musclor", "stratos"]


def test_every_turn_counts_one() -> None:
    tale = Tale("musclor", "stratos").clear_all()
    assert tale.game.turn(tale.table) == 1
    tale.play("1-1")
    assert tale.game.turn(tale.table) == 2
