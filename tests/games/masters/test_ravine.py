"""Chapter 4: the ravine."""

from __future__ import annotations

import pytest

from .tale import Tale


@pytest.mark.parametrize("throw", ["1-1", "4-4", "6-6"])
def test_every_move_ends_before_the_ravine(throw: str) -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A8").play(throw, "move/E1")
    assert tale.at("musclor") == "E1"
    assert tale.on == "stratos", "no attempt on arrival"


def test_the_ravine_cannot_be_walked_over() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="E1").play("walk", "6-6")
    assert not any(key.startswith(("move/F", "move/P")) for key in tale.keys)


def test_nobody_comes_back_over_it() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="F1").play("1-1")
    assert tale.at("musclor") == "F2", "there is no other way"


@pytest.mark.parametrize(("throw", "space"), [("4-5", "F1"), ("6-6", "F1"), ("4-4", "E1"), ("6-2", "E1")])
def test_nine_or_more_cross(throw: str, space: str) -> None:
    tale = Tale("musclor", "stratos").stand(musclor="E1").play("cross", throw)
    assert tale.at("musclor") == space
    assert tale.on == "stratos"


def test_where_a_pawn_stands_beyond_it_is_the_next_free_square() -> None:
    tale = Tale("musclor", "stratos", "tila").stand(musclor="E2", stratos="F1", tila="F2").play("cross", "6-6")
    assert tale.at("musclor") == "F3"


def test_whoever_crosses_onto_the_ship_has_come_to_it() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="E1").park_ship("F1").play("cross", "6-6")
    assert tale.rule == "3.10"
    tale.play("fly/P")
    assert tale.at("musclor") == "P"


def test_a_covered_ship_beyond_is_boarded_or_passed() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="E1", stratos="F1").park_ship("F1").play("cross", "6-6")
    assert tale.keys == ("move/F1", "move/F2")


def test_the_tiger_crosses_on_six_in_all_and_is_gone() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="E1").hold("musclor", "tiger").play("cross", "5-1")
    assert tale.at("musclor") == "F1"
    assert tale.held("musclor") == set()
    assert tale.is_out("tiger")


def test_the_tiger_stays_where_it_made_no_difference_or_did_not_help() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="E1").hold("musclor", "tiger").play("cross", "4-5")
    assert (tale.at("musclor"), tale.held("musclor")) == ("F1", {"tiger"})
    tale = Tale("musclor", "stratos").stand(musclor="E1").hold("musclor", "tiger").play("cross", "4-1")
    assert (tale.at("musclor"), tale.held("musclor")) == ("E1", {"tiger"})


def test_before_throwing_one_may_say_that_one_walks_away() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="E1")
    assert (tale.asked, tale.keys, tale.rule) == ("musclor", ("cross", "walk"), "4.4")
    tale.play("walk", "2-3", "die/2")
    assert tale.at("musclor") == "A7"


def test_from_before_the_ravine_one_can_walk_to_the_other_end() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A7").clear("G1", "G2").play("6-6")
    assert "move/E1" in tale.keys, "two steps, and the ravine stops it"


def test_a_flight_to_the_drawbridge_is_the_last() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").play("1-1", "move/A2", "ship", "fly/P")
    assert tale.at("musclor") == "P"
    assert tale.ship == ""
    assert tale.is_out("ship")
    assert tale.lies("A2") == ""


def test_a_flight_beyond_the_ravine_is_not() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").play("1-1", "move/A2", "ship", "fly/F2")
    assert tale.ship == "F2"
