"""Chapter 3: the move, the tokens, the monsters, the spaceship."""

from __future__ import annotations

import pytest

from companion.rules.text import text

from .tale import Tale, without_links

# -- 3.1 the move


def test_one_of_the_two_dice_counts_and_the_player_says_which() -> None:
    tale = Tale("musclor", "stratos").play("4-2")
    assert (tale.asked, tale.keys) == ("musclor", ("die/4", "die/2"))
    assert tale.play("die/2").at("musclor") == "L2"


def test_equal_dice_leave_no_choice() -> None:
    assert Tale("musclor", "stratos").play("3-3").at("musclor") == "L3"


def test_the_first_three_squares_leave_no_choice_and_after_them_every_path_is_open() -> None:
    tale = Tale("musclor", "stratos").play("3-5", "die/5")
    assert set(tale.keys) == {"move/L6", "move/A2", "move/C1"}


DEAD_END = without_links(("A1", "A2"), ("A1", "C1"))
"""Two lanes that lead to each other and nowhere else: four squares on either side of A1."""


def test_a_die_that_leads_nowhere_cannot_count() -> None:
    tale = Tale("musclor", "stratos", edition=DEAD_END).stand(musclor="A1", stratos="B1").play("6-4")
    assert set(tale.keys) == {"move/S1", "move/S2"}
    assert tale.news == ["move.threw", "move.this_die"]


def test_where_neither_die_leads_anywhere_the_pawn_stays() -> None:
    tale = Tale("musclor", "stratos", edition=DEAD_END).stand(musclor="A1", stratos="B1").play("6-5")
    assert tale.at("musclor") == "A1"
    assert tale.on == "stratos"
    assert tale.news == ["move.threw", "move.stay"]


def test_a_square_where_nothing_behind_the_pawn_is_free_cannot_be_had() -> None:
    tale = Tale("musclor", "stratos", "tila", edition=DEAD_END)
    tale.stand(musclor="A1", stratos="S2", tila="B1").play("4-4")
    assert tale.at("musclor") == "S1", "the other way is closed"
    tale = Tale("musclor", "stratos", "tila", edition=DEAD_END)
    tale.stand(musclor="A1", stratos="S2", tila="S1").play("4-1", "move/L3")
    assert tale.news == ["move.go"], "the four leads nowhere, so the one counts"
    tale = Tale("musclor", "stratos", "tila", edition=DEAD_END).stand(musclor="A1", stratos="S2", tila="S1")
    assert tale.play("4-4").at("musclor") == "A1"


# -- 3.2 the way


def test_no_square_twice_in_one_move_but_back_in_the_next() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="L2", stratos="B1").play("2-2")
    assert set(tale.keys) == {"move/S1", "move/A1"}
    tale.play("move/A1", "1-1", "move/L9", "1-1")
    assert "move/L3" in tale.keys


def test_a_loop_does_not_lead_back_to_where_it_began() -> None:
    """A1 to A4, down to B4, back to B1 and up again is more than six; the lanes are shorter."""
    tale = Tale("musclor", "stratos").stand(musclor="L3").play("2-2")
    assert "move/L3" not in tale.keys
    assert set(tale.keys) == {"move/L1", "move/A2", "move/C1", "move/L6"}


def test_tokens_and_pawns_can_be_passed() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1", stratos="A2").play("3-3")
    assert "move/A4" in tale.keys


# -- 3.3 shared squares


@pytest.mark.parametrize(("space", "before"), [("E1", "A8"), ("P", "F3")])
def test_before_the_ravine_and_on_the_drawbridge_any_number_stand(space: str, before: str) -> None:
    tale = Tale("musclor", "stratos", "tila").stand(musclor=before, stratos=space, tila=space).play("1-1")
    decision = tale.position.decision
    assert decision is not None
    assert f"move/{space}" in tale.keys
    assert decision.refused == ()


def test_in_the_first_room_any_number_stand() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="P", stratos="H")
    assert tale.asked == "stratos"
    assert tale.at("musclor") == tale.at("stratos") == "H"


# -- 3.4 occupied squares


def test_from_an_occupied_square_the_pawn_goes_on_to_the_next_free_one() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1", stratos="A3").play("2-2")
    assert "move/A3" not in tale.keys
    assert "move/A4" in tale.keys
    refusal = tale.why_not("move/A3")
    assert (refusal.rule, refusal.reason) == ("3.4", text("masters.move.pushed", space="A3", to="A4"))


def test_pawns_in_a_row_send_it_on_one_by_one() -> None:
    tale = Tale("musclor", "stratos", "tila").stand(musclor="A1", stratos="A2", tila="A3").play("1-1")
    assert "move/A4" in tale.keys
    assert tale.why_not("move/A2").reason == text("masters.move.pushed", space="A2", to="A4")


def test_at_a_fork_the_mover_chooses() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A3", stratos="A4").play("1-1")
    assert set(tale.keys) == {"move/A2", "move/A5", "move/D1"}
    assert tale.why_not("move/A4").reason == text("masters.move.pushed", space="A4", to="A5, D1")


def test_the_direction_of_travel_is_the_way_it_came() -> None:
    """From A4 over A5 to A6, not back; from A6 over A5 to A4."""
    tale = Tale("musclor", "stratos").stand(musclor="A4", stratos="A5").play("1-1")
    assert "move/A6" in tale.keys
    tale = Tale("musclor", "stratos").stand(musclor="A6", stratos="A5").play("1-1")
    assert set(tale.keys) == {"move/A4", "move/A7"}


def test_the_square_at_the_end_counts_as_landed_on() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="L3", stratos="A1").play("1-1", "move/A2")
    assert tale.asked == "musclor turns"


def test_nobody_is_pushed_over_the_ravine() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A7", stratos="A8").play("1-1", "move/E1")
    assert tale.at("musclor") == "E1"


# -- 3.5 turning a token


def test_a_token_is_turned_where_a_move_ends_on_it() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").play("1-1", "move/A2")
    decision = tale.position.decision
    assert decision is not None
    assert (decision.source, tale.rule, tale.asked) == ("token/A2", "3.5", "musclor turns")
    assert tale.play("axe").news == ["token.shows"]


def test_what_is_left_of_a_kind_says_how_likely_it_is() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").hold("stratos", "sword").park_ship("B1")
    decision = tale.play("1-1", "move/A2").position.decision
    assert decision is not None
    weights = {option.key: option.weight for option in decision.options}
    assert "ship" not in weights, "there is only one"
    assert weights["sword"] == weights["axe"] - 1
    assert sum(weights.values()) == 19


def test_a_token_that_was_seen_is_not_asked_for_again() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").lay(A2="axe").play("1-1", "move/A2")
    assert (tale.asked, tale.keys) == ("musclor", ("take", "leave"))


def test_a_kind_that_has_been_seen_whole_cannot_be_turned() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").lay(A3="monster", A5="monster").play("1-1", "move/A2")
    assert "monster" not in tale.keys


# -- 3.6 taking it


def test_a_weapon_may_be_taken() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").play("1-1", "move/A2", "axe", "take")
    assert tale.held("musclor") == {"axe"}
    assert tale.lies("A2") == ""


def test_or_left_and_taken_another_time() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").play("1-1", "move/A2", "axe", "leave")
    assert tale.held("musclor") == set()
    assert tale.lies("A2") == "axe"
    tale.play("1-1", "1-1", "move/A1", "1-1", "move/S2", "1-1", "move/A2")
    assert tale.keys == ("take", "leave")


def test_nobody_holds_two_of_a_kind() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").hold("musclor", "axe").play("1-1", "move/A2", "axe")
    assert tale.on == "stratos"
    assert tale.lies("A2") == "axe"
    assert tale.news == ["token.shows", "token.has"]


def test_the_tiger_is_taken_like_a_weapon_and_only_one() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").play("1-1", "move/A2", "tiger", "take")
    assert tale.held("musclor") == {"tiger"}
    tale = Tale("musclor", "stratos").stand(musclor="A1").hold("musclor", "tiger").play("1-1", "move/A2", "tiger")
    assert tale.on == "stratos"


# -- 3.7 monsters


def test_a_monster_goes_back_and_takes_a_token_along() -> None:
    tale = Tale("musclor", "stratos", "tila").stand(musclor="A1").hold("musclor", "axe", "tiger")
    tale.play("1-1", "move/A2", "monster")
    assert (tale.asked, tale.keys) == ("musclor", ("give/axe", "give/tiger"))
    tale.play("give/tiger")
    assert tale.asked == "tila", "who sits on the right"
    tale.play("put/G5")
    assert tale.lies("A2") == "monster"
    assert tale.lies("G5") == "tiger"
    assert tale.held("musclor") == {"axe"}


def test_who_holds_one_token_has_no_choice_and_who_holds_none_loses_none() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").hold("musclor", "axe").play("1-1", "move/A2", "monster")
    assert tale.lies("G5") == "axe", "the only square without a token"
    assert tale.on == "stratos"
    tale = Tale("musclor", "stratos").stand(musclor="A1").play("1-1", "move/A2", "monster")
    assert tale.on == "stratos"
    assert tale.news == ["token.shows", "monster.back", "monster.nothing"]


# -- 3.8 where it goes


def test_it_goes_where_no_token_no_pawn_and_no_ship_is() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1", stratos="B5").hold("musclor", "axe")
    tale.clear("B5", "B6", "B8").park_ship("B8").play("1-1", "move/A2", "monster")
    assert tale.asked == "stratos"
    assert set(tale.keys) == {"put/B6", "put/G4", "put/G5"}


def test_without_such_a_square_the_token_stays_with_its_holder() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1", stratos="G5").hold("musclor", "axe")
    tale.play("1-1", "move/A2", "monster")
    assert tale.held("musclor") == {"axe"}
    assert tale.news == ["token.shows", "monster.back", "put.nowhere"]


# -- 3.9 the spaceship


def test_the_spaceship_is_used_at_once_or_goes_back() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").play("1-1", "move/A2", "ship")
    assert (tale.asked, tale.rule) == ("musclor", "3.9")
    tale.play("leave")
    assert tale.lies("A2") == "ship"
    assert tale.ship == ""
    assert tale.on == "stratos"


def test_it_lands_where_neither_a_pawn_nor_a_token_is_and_never_in_the_castle() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1", stratos="B1").clear("A3").play("1-1", "move/A2", "ship")
    targets = set(tale.keys)
    assert {"fly/A3", "fly/F1", "fly/F2", "fly/P", "fly/E2", "fly/S3", "fly/A1"} <= targets
    assert not targets & {"fly/A5", "fly/B1", "fly/A2", "fly/H", "fly/K1", "fly/Z", "fly/T", "fly/O"}
    assert tale.why_not("fly/A5").rule == tale.why_not("fly/B1").rule == "3.9"


def test_the_drawbridge_is_always_free_to_land_on() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1", stratos="P").play("1-1", "move/A2", "ship")
    assert "fly/P" in tale.keys


def test_pawn_and_ship_land_together_and_the_turn_ends() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").play("1-1", "move/A2", "ship", "fly/F1")
    assert tale.at("musclor") == tale.ship == "F1"
    assert tale.lies("A2") == ""
    assert tale.on == "stratos"
    tale.play("1-1", "1-1")
    assert tale.at("musclor") == "F2"
    assert tale.ship == "F1", "it stays behind"


# -- 3.10 flying again


def test_whoever_comes_to_the_ship_may_fly_on() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").park_ship("A4").play("3-3", "move/A4")
    assert tale.rule == "3.10"
    tale.play("fly/F3")
    assert tale.at("musclor") == tale.ship == "F3"


def test_or_may_stay() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1").park_ship("A4").play("3-3", "move/A4", "stay")
    assert tale.at("musclor") == tale.ship == "A4"
    assert tale.on == "stratos"


def test_the_ship_can_be_boarded_under_a_pawn_but_not_shared() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1", stratos="A4").park_ship("A4").play("3-3")
    assert {"move/A4", "move/A5", "move/D1"} <= set(tale.keys)
    tale.play("move/A4")
    assert "stay" not in tale.keys
    tale.play("fly/F1")
    assert tale.at("stratos") == "A4"
    assert tale.at("musclor") == tale.ship == "F1"


def test_who_declines_goes_on_to_the_next_free_square() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1", stratos="A4").park_ship("A4").play("3-3", "move/A5")
    assert tale.asked == "musclor turns"


def test_the_pawn_that_came_with_it_has_to_leave_first() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="E1").park_ship("E1")
    assert tale.keys == ("cross", "walk"), "no flight without coming to it"
    tale.play("walk", "1-1")
    assert tale.rule in ("3.1", "3.5")


def test_a_pawn_sent_on_to_the_ship_has_come_to_it() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="A1", stratos="A3").park_ship("A4").play("2-2", "move/A4")
    assert tale.rule == "3.10"
