"""Chapter 7: how far, claims, where one must stop, permission, recruiting, loose ships."""

from __future__ import annotations

import pytest

from .tale import Tale


def on_the_move(**ships: int) -> Tale:
    """Earth moves; no shadow is in the way."""
    return Tale("earth", "air").away().ships(**ships)


# -- 7, 7.1 how far -------------------------------------------------------------------------------------------------


def test_only_characters_with_a_ship_move_and_each_once() -> None:
    tale = on_the_move(earth=1, randi=2).to("7")
    assert tale.keys == ("take/earth", "take/randi", "done")
    tale.move("randi", "VIR")
    assert tale.keys == ("take/earth", "done")
    tale.move("earth", "TAU")
    assert tale.rule == "4.1", "nobody is left to move"


def test_nobody_has_to_move() -> None:
    tale = on_the_move(earth=3).to("7").play("done")
    assert tale.on == "air"
    assert tale.at("earth") == "EARTH"
    tale = on_the_move(earth=3, randi=1).to("7").play("take/earth", "stay")
    assert tale.keys == ("take/randi", "done")


def test_a_character_goes_as_many_spaces_as_it_has_ships_and_keeps_them() -> None:
    tale = on_the_move(randi=3).to("7").play("take/randi", "go/VIR", "go/GE", "go/RNE")
    assert [key for key in tale.keys if key.startswith("go/")] == []
    tale.play("stay")
    assert (tale.at("randi"), tale.ring("randi")) == ("RNE", 3)


def test_it_goes_along_the_lines_and_may_turn_back() -> None:
    tale = on_the_move(randi=2).to("7").play("take/randi")
    assert [key for key in tale.keys if key.startswith("go/")] == ["go/TAU", "go/VIR", "go/CAP"]
    assert tale.play("go/VIR", "go/EARTH").at("randi") == "EARTH"


def test_it_may_stop_on_the_way() -> None:
    assert on_the_move(randi=3).move("randi", "VIR").at("randi") == "VIR"


# -- 7.2 dropping a ship --------------------------------------------------------------------------------------------


def test_a_ship_dropped_before_the_move_makes_it_one_space_shorter() -> None:
    tale = on_the_move(randi=2).stand(randi="VIR").to("7").play("take/randi", "claim")
    assert (tale.owner("VIR"), tale.ring("randi")) == ("earth", 1)
    tale.play("go/GE")
    assert not [key for key in tale.keys if key.startswith("go/")]


def test_the_last_ship_may_be_dropped_and_then_there_is_no_move() -> None:
    tale = on_the_move(randi=1, earth=1).stand(randi="VIR").to("7").play("take/randi", "claim")
    assert tale.ring("randi") == 0
    assert tale.keys == ("take/earth", "done")


def test_a_ship_dropped_after_the_move_ends_it() -> None:
    tale = on_the_move(randi=3, earth=1).to("7").play("take/randi", "go/VIR", "claim")
    assert tale.owner("VIR") == "earth"
    assert tale.ring("randi") == 2
    assert tale.rule == "7", "two spaces were left, and are lost"


@pytest.mark.parametrize("owner", ["earth", "air"])
def test_where_a_loose_ship_lies_no_other_is_dropped(owner: str) -> None:
    tale = on_the_move(randi=1).stand(randi="VIR").claim(VIR=owner).to("7").play("take/randi")
    assert "claim" not in tale.keys
    assert tale.why_not("claim").rule == "7.2"


@pytest.mark.parametrize("space", ["FORT", "EARTH", "AIR", "FIRE"])
def test_neither_the_fortress_nor_a_home_planet_can_be_claimed(space: str) -> None:
    tale = on_the_move(randi=1).stand(randi=space, shadowlord="NW").to("7").play("take/randi")
    assert tale.why_not("claim").rule == "7.2"


def test_beside_a_shadow_nothing_is_claimed() -> None:
    tale = Tale("earth", "air").stand(elfrida="GE").ships(elfrida=1).to("7").play("take/elfrida")
    assert tale.why_not("claim").rule == "7.2"


def test_who_controls_a_corner_draws_one_more_next_turn() -> None:
    tale = on_the_move(randi=3).to("7").play("take/randi", "go/TAU", "go/NE", "claim")
    tale.done().draw(2).play("hand").draw(2).play("hand")
    assert tale.rule == "5"


def test_s4_alone_one_controls_where_one_stands_alone() -> None:
    def drawn(**chosen: str) -> int:
        tale = Tale("earth", "air", **chosen).away().stand(randi="NE", elfrida="NE", earth="SW", sigurd="SW")
        count = 0
        while tale.rule != "5":
            tale.play(tale.keys[0], "hand")
            count += 1
        return count

    assert drawn(S4="ship") == 1
    assert drawn(S4="alone") == 2, "the north-east, where nobody else is; in the south-west somebody else is, too"


def test_s4_alone_who_stands_alone_is_asked_as_the_one_who_controls() -> None:
    tale = Tale("earth", "air", S4="alone").away().stand(sigurd="VIR").ships(randi=2)
    tale.to("7").play("take/randi", "go/VIR")
    assert tale.asked == "air"


# -- 7.3 where one must stop ----------------------------------------------------------------------------------------


def test_a_shadow_stops_every_move() -> None:
    tale = Tale("earth", "air").ships(randi=4, elfrida=4).to("7").play("take/randi", "go/VIR", "go/GE")
    assert tale.rule == "7"
    tale.play("take/elfrida", "go/TAU", "go/RNE")
    assert not [key for key in tale.keys if key.startswith("go/")]


def test_who_starts_beside_a_shadow_may_leave() -> None:
    tale = Tale("earth", "air").stand(randi="GE").ships(randi=2).to("7").play("take/randi")
    assert "go/VIR" in tale.keys


def test_a_refusal_stops_the_move() -> None:
    tale = on_the_move(randi=4).stand(holger="VIR").to("7").play("take/randi", "go/VIR")
    assert tale.asked == "air"
    tale.play("no")
    assert tale.at("randi") == "VIR"
    assert not [key for key in tale.keys if key.startswith("go/")]


# -- 7.4 permission -------------------------------------------------------------------------------------------------


def test_with_permission_one_passes_or_stays() -> None:
    tale = on_the_move(randi=2).claim(VIR="air").to("7").play("take/randi", "go/VIR")
    assert (tale.rule, tale.asked, tale.keys) == ("7.4", "air", ("yes", "no"))
    tale.play("yes", "go/GE")
    assert tale.at("randi") == "GE"
    assert tale.owner("VIR") == "air"


def test_a_guest_is_not_fought() -> None:
    tale = on_the_move(randi=1).stand(holger="VIR").to("7").play("take/randi", "go/VIR", "yes", "stay")
    assert (tale.on, tale.rule) == ("air", "4.1")
    assert tale.at("randi") == tale.at("holger") == "VIR"


def test_whoever_controls_a_space_is_asked_and_not_who_else_stands_there() -> None:
    tale = Tale("earth", "air", "fire").away().ships(randi=1).claim(VIR="air").stand(viggo="VIR")
    tale.to("7").play("take/randi", "go/VIR")
    assert tale.asked == "air"
    assert tale.play("yes").on == "air", "fire wasn't asked, and there is no battle"


def test_where_nobody_controls_each_who_stands_there_is_asked() -> None:
    tale = Tale("earth", "air", "fire").away().ships(randi=1).stand(viggo="VIR", holger="VIR")
    tale.to("7").play("take/randi", "go/VIR")
    assert tale.asked == "air"
    assert tale.play("yes").asked == "fire"
    tale.play("no")
    tale.to("9.4")
    assert tale.asked == "earth draws", "there is a battle with one of them"


def test_a_home_planet_is_its_masters_whether_he_is_there_or_not() -> None:
    tale = on_the_move(randi=1).stand(randi="GEM", air="NW", holger="NW", sigurd="NW").to("7")
    assert tale.play("take/randi", "go/AIR").asked == "air"


def test_the_home_of_a_master_who_does_not_play_is_nobodys() -> None:
    tale = on_the_move(randi=1).stand(randi="LEO").to("7").play("take/randi", "go/FIRE")
    assert tale.on == "air", "nobody is asked, nothing is claimed"
    assert tale.at("randi") == "FIRE"


def test_one_is_not_asked_twice_about_the_same_guest() -> None:
    tale = on_the_move(randi=1, earth=1, elfrida=1).claim(VIR="air").to("7").play("take/randi", "go/VIR", "yes")
    tale.play("take/earth", "go/VIR")
    assert (tale.asked, tale.rule) == ("earth", "7")


def test_one_who_has_gone_asks_again() -> None:
    tale = on_the_move(randi=1).claim(VIR="air").stand(randi="VIR").guest("VIR", "air", "earth")
    tale.move("randi", "TAU").done()
    tale.to("7").play("take/randi", "go/VIR")
    assert tale.asked == "air"


def test_the_host_may_send_his_guests_away_in_his_own_turn() -> None:
    tale = on_the_move().stand(holger="VIR", randi="VIR").guest("VIR", "air", "earth").on_turn("air")
    tale.to("7.4")
    assert (tale.asked, tale.keys) == ("air", ("yes", "no"))
    tale.play("no")
    tale.to("9.4")
    assert tale.asked == "air draws", "the host attacks"


def test_the_host_may_let_them_stay() -> None:
    tale = on_the_move().stand(holger="VIR", randi="VIR").guest("VIR", "air", "earth").on_turn("air")
    tale.to("7.4").play("yes")
    assert (tale.on, tale.rule) == ("earth", "4.1")


def test_he_is_not_asked_in_the_turn_of_another_nor_without_guests() -> None:
    tale = on_the_move().stand(holger="VIR", randi="VIR").guest("VIR", "air", "earth")
    assert tale.done().on == "air"
    tale = on_the_move().stand(holger="VIR").on_turn("air")
    assert tale.done().on == "earth"


def test_diplomats_are_no_reason_to_send_anybody_away() -> None:
    tale = on_the_move().stand(holger="VIR", elfrida="VIR").guest("VIR", "air", "earth").on_turn("air")
    assert tale.done().on == "earth"


# -- 7.5 recruiting -------------------------------------------------------------------------------------------------


def at_a_disc(ships: int = 2) -> Tale:
    return on_the_move(elfrida=ships).to("7").play("take/elfrida", "go/VIR")


def test_a_diplomat_turns_a_disc_and_takes_the_ally_in() -> None:
    tale = at_a_disc().play("recruit")
    assert tale.asked == "earth draws"
    assert "randi" not in tale.keys, "he is known"
    assert "vang" in tale.keys
    tale.play("vang", "take")
    assert tale.alliance("earth") == ["earth", "randi", "elfrida", "vang"]
    assert (tale.at("vang"), tale.ring("vang"), tale.lies("VIR")) == ("VIR", 0, "")


def test_turning_a_disc_ends_the_move_whether_the_ally_is_taken_or_not() -> None:
    for answer in ("take", "leave"):
        tale = at_a_disc(6).play("recruit", "vang", answer)
        assert tale.on == "air", "elfrida was the only one with ships"


def test_nobody_has_to_turn_a_disc() -> None:
    tale = at_a_disc().play("go/GE", "stay")
    assert tale.lies("VIR") == "?"


def test_an_ally_that_is_not_taken_stays_face_up_for_any_diplomat() -> None:
    tale = at_a_disc().play("recruit", "vang", "leave")
    assert tale.lies("VIR") == "vang"
    assert "vang" not in tale.alliance("earth")
    tale = on_the_move().disc(LIB="vang").ships(sigurd=1).on_turn("air").to("7")
    tale.play("take/sigurd", "go/LIB", "recruit")
    assert "vang" in tale.alliance("air")
    assert tale.lies("LIB") == ""


@pytest.mark.parametrize("who", ["earth", "randi"])
def test_masters_and_warriors_turn_no_disc(who: str) -> None:
    tale = on_the_move(**{who: 1}).to("7").play(f"take/{who}", "go/VIR")
    assert tale.why_not("recruit").rule == "7.5"


def test_merchants_turn_no_disc() -> None:
    tale = on_the_move().join("earth", vang="EARTH").ships(vang=1)
    tale.to("7").play("take/vang", "go/VIR")
    assert tale.why_not("recruit").rule == "7.5"


def test_an_eighth_character_does_not_join() -> None:
    tale = on_the_move(elfrida=1).join("earth", **dict.fromkeys(("vang", "svein", "faye"), "EARTH"))
    tale.to("7").play("take/elfrida", "go/VIR")
    assert "recruit" in tale.keys, "a seventh does"
    tale = on_the_move(elfrida=1).join("earth", **dict.fromkeys(("vang", "svein", "faye", "folke"), "EARTH"))
    tale.to("7").play("take/elfrida", "go/VIR")
    assert tale.why_not("recruit").rule == "7.5"


def test_a_new_merchant_brings_ships_in_the_next_turn() -> None:
    tale = at_a_disc().play("recruit", "vang", "take").done()
    assert tale.to("6.2").table.storage[0] == 3


# -- 7.6 loose ships of others --------------------------------------------------------------------------------------


def test_loose_ships_are_cleared_without_a_battle_and_one_may_drop_ones_own() -> None:
    tale = on_the_move(randi=2).claim(VIR="air").to("7").play("take/randi", "go/VIR", "no")
    assert tale.owner("VIR") == ""
    assert not [key for key in tale.keys if key.startswith("go/")]
    tale.play("claim")
    assert tale.owner("VIR") == "earth"
    assert tale.on == "air", "nobody fought"


def test_a_diplomat_clears_loose_ships_as_well() -> None:
    tale = on_the_move(elfrida=1).claim(VIR="air").to("7").play("take/elfrida", "go/VIR", "no")
    assert tale.owner("VIR") == ""


def test_ships_beside_a_character_are_not_cleared_on_entering() -> None:
    tale = on_the_move(randi=1).claim(VIR="air").stand(holger="VIR").to("7").play("take/randi", "go/VIR", "no")
    assert tale.owner("VIR") == "air"
    assert "claim" not in tale.keys
