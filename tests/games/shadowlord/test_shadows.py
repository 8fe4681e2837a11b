"""Chapters 8 and 11: a minor shadow moves; shadows that lie among the discs."""

from __future__ import annotations

import pytest

from .tale import MINORS, Tale


def ways(tale: Tale, shadow: str) -> set[str]:
    """Where this shadow may go now; if there is one place only, it has gone there."""
    tale.to("8").play(f"shadow/{shadow}")
    return {key.removeprefix("to/") for key in tale.keys} if tale.rule == "8" else {tale.at(shadow)}


# -- 8 --------------------------------------------------------------------------------------------------------------


def test_one_shadow_moves_by_one_space_or_none_does() -> None:
    tale = Tale("earth", "fire").to("8")
    assert tale.asked == "earth"
    assert set(tale.keys) == {*(f"shadow/{minor}" for minor in MINORS), "none"}
    tale.play("shadow/lynx", "to/SAG")
    assert tale.at("lynx") == "SAG"
    assert tale.on == "fire", "no second one"
    assert Tale("earth", "fire").to("8").play("none").on == "fire"


def test_it_never_goes_to_the_fortress_or_to_another_shadow() -> None:
    assert ways(Tale("earth", "fire"), "lynx") == {"SAG", "TAU"}, "RNE also joins the fortress and two shadows"


def test_it_never_goes_to_a_home_planet() -> None:
    assert ways(Tale("earth", "fire").stand(racson="LEO"), "racson") == {"GN", "ARI", "SAG"}


def test_it_does_not_go_where_the_player_on_turn_stands() -> None:
    assert ways(Tale("earth", "fire").stand(randi="SAG"), "lynx") == {"TAU"}
    assert ways(Tale("earth", "fire").stand(elfrida="SAG", viggo="SAG"), "lynx") == {"TAU"}


def test_it_does_not_go_where_there_are_only_loose_ships() -> None:
    assert ways(Tale("earth", "fire").claim(SAG="fire"), "lynx") == {"TAU"}
    assert ways(Tale("earth", "fire").claim(SAG="earth"), "lynx") == {"TAU"}


def test_it_does_not_go_where_there_are_only_diplomats() -> None:
    assert ways(Tale("earth", "fire").stand(bors="SAG"), "lynx") == {"TAU"}


def test_it_goes_where_somebody_can_fight() -> None:
    assert ways(Tale("earth", "fire").stand(bors="SAG", viggo="SAG"), "lynx") == {"SAG", "TAU"}
    assert ways(Tale("earth", "fire").stand(viggo="SAG").claim(SAG="fire"), "lynx") == {"SAG", "TAU"}


def test_without_a_ship_it_does_not_move() -> None:
    tale = Tale("earth", "fire").ships(lynx=0).to("8")
    assert "shadow/lynx" not in tale.keys
    assert "shadow/claw" in tale.keys


def test_the_shadowlord_never_moves() -> None:
    tale = Tale("earth", "fire").away("lynx").to("8")
    assert "shadow/shadowlord" not in tale.keys


def test_with_no_shadow_left_nobody_is_asked() -> None:
    tale = Tale("earth", "fire").away().to("5").play("1-5").to("6.2").play("done")
    assert tale.on == "fire"


def test_it_leaves_no_ship_behind() -> None:
    tale = Tale("earth", "fire").to("8").play("shadow/lynx", "to/SAG")
    assert tale.owner("RNE") == tale.owner("SAG") == ""
    assert tale.ring("lynx") == 1


def attacked(**ships: int) -> Tale:
    """Marshal Lynx (3, one ship) comes to SAG, where Viggo (6) stands; earth is on turn."""
    tale = Tale("earth", "fire").stand(viggo="SAG").ships(**ships).hold("fire", 4)
    return tale.to("8").play("shadow/lynx", "to/SAG")


def test_where_it_comes_to_a_player_there_is_a_battle_and_it_attacks() -> None:
    tale = attacked()
    assert (tale.rule, tale.asked) == ("9.3", "fire"), "the shadow adds no card"
    tale.play("none")
    assert (tale.rule, tale.asked) == ("9.4", "earth draws")
    assert tale.draw(2).asked == "fire draws"


def test_in_a_tie_it_goes_back() -> None:
    tale = attacked().play("none").draw(2, 0)
    assert (tale.at("lynx"), tale.ring("lynx")) == ("RNE", 1)
    assert tale.at("viggo") == "SAG"


def test_beaten_it_loses_ships_by_the_cards_that_the_player_on_turn_draws() -> None:
    tale = attacked().play("none").draw(0, 7)
    assert (tale.rule, tale.asked) == ("9.6", "earth draws")
    assert tale.draw(0).at("lynx") == "RNE"
    assert attacked().play("none").draw(0, 7).draw(2).at("lynx") == ""


def test_victorious_it_stays_and_the_losers_pay() -> None:
    tale = attacked(viggo=1).play("none").draw(10, 0)
    assert (tale.rule, tale.asked) == ("9.6", "fire draws")
    tale.draw(0)
    assert (tale.rule, tale.asked) == ("9.7", "fire")
    assert "to/RNE" in tale.keys, "the shadow has left it"
    tale.play("to/NE")
    assert (tale.at("lynx"), tale.at("viggo")) == ("SAG", "NE")


def test_it_attacks_every_player_who_can_fight_there() -> None:
    tale = Tale("earth", "fire", "water").stand(viggo="SAG", sten="SAG", gye="SAG").to("8")
    tale.play("shadow/lynx", "to/SAG")
    assert set(tale.keys) == {"battle/SAG/shadows/fire", "battle/SAG/shadows/water"}


def test_a_shadow_and_a_character_that_stay_together_do_not_fight_again() -> None:
    tale = Tale("earth", "fire").stand(viggo="GE")
    assert tale.done().on == "fire"
    assert tale.done().on == "earth"
    assert tale.at("viggo") == "GE"


# -- 11 hidden shadows ----------------------------------------------------------------------------------------------


def turned_up(*masters: str, shadow: str = "lynx") -> Tale:
    """Earth's diplomat turns up a shadow at VIR."""
    tale = Tale(*(masters or ("earth", "fire", "water")), S2="hidden").ships(elfrida=1)
    return tale.to("7").play("take/elfrida", "go/VIR", "recruit", shadow)


def test_discs_may_be_shadows() -> None:
    tale = Tale("earth", "fire", S2="hidden").ships(elfrida=1).to("7").play("take/elfrida", "go/VIR", "recruit")
    assert {"vang", "lynx", "darkness"} <= set(tale.keys)
    assert "shadowlord" not in tale.keys
    assert tale.play("vang", "take").alliance("earth")[-1] == "vang"


def test_a_power_card_says_how_many_ships_it_has() -> None:
    tale = turned_up()
    assert tale.rule == "11"
    assert tale.draw(4).ring("lynx") == 4
    assert tale.discarded() == [4]
    assert turned_up().draw(10).ring("lynx") == 6, "a ring holds six"


def test_three_players_vote_and_the_majority_banishes_it() -> None:
    tale = turned_up().draw(4)
    assert (tale.asked, tale.keys) == ("earth", ("keep", "banish"))
    tale.play("banish")
    assert tale.asked == "fire"
    tale.play("keep")
    assert tale.asked == "water"
    tale.play("banish")
    assert tale.at("lynx") == ""
    assert tale.on == "fire"
    assert tale.lies("VIR") == ""


def test_with_as_many_votes_for_as_against_it_stays() -> None:
    tale = turned_up("earth", "fire", "water", "air").draw(4).play("keep", "keep", "banish", "banish")
    assert tale.rule == "11"
    assert tale.keys[0].startswith("to/")


def test_two_players_do_not_vote() -> None:
    tale = turned_up("earth", "fire").draw(4)
    assert tale.keys[0].startswith("to/")


def test_it_is_put_where_nobody_stands_or_others_without_a_diplomat() -> None:
    tale = Tale("earth", "fire", S2="hidden").ships(elfrida=1).stand(randi="TAU", viggo="LIB", bors="GEM", fire="GEM")
    tale.to("7").play("take/elfrida", "go/VIR", "recruit", "lynx").draw(4)
    places = {key.removeprefix("to/") for key in tale.keys}
    assert {"LIB", "LEO", "GE", "NE"} <= places
    assert not {"TAU", "VIR", "GEM", "FORT", "FIRE", "EARTH"} & places


def test_who_stands_there_has_to_fight_it() -> None:
    tale = Tale("earth", "fire", S2="hidden").ships(elfrida=1).stand(viggo="LIB")
    tale.to("7").play("take/elfrida", "go/VIR", "recruit", "lynx").draw(4).play("to/LIB", "none")
    assert tale.rule == "9.4"
    assert tale.at("lynx") == "LIB"


def test_from_then_on_it_moves_like_the_others() -> None:
    tale = turned_up("earth", "fire").draw(4).play("to/LEO")
    assert tale.rule == "8"
    assert tale.keys == ("shadow/lynx", "none")


@pytest.mark.parametrize("card", [0, 2])
def test_without_ships_it_stays_where_it_was_put(card: int) -> None:
    tale = turned_up("earth", "fire").draw(card).play("to/LEO")
    assert (tale.rule == "8") is (card > 0)
