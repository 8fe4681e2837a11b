"""Chapters 7 and 8: the battle, the winner, the places."""

from __future__ import annotations

from companion.rules.picture import Tally

from .tale import Tale

FIST, SKULL, TIE = ("6-5", "1-1"), ("1-1", "6-5"), ("3-3", "2-4")


def before_the_throne(*others: str, **chosen: str) -> Tale:
    tale = Tale("musclor", *(others or ("stratos",)), **chosen).stand(musclor="Z")
    return tale.came_along("musclor", "K1")


def test_from_the_last_square_the_next_turn_is_the_battle() -> None:
    tale = before_the_throne()
    assert tale.at("musclor") == "T"
    assert (tale.asked, tale.rule) == ("musclor throws", "7.3")
    assert tale.news[0] == "battle.begins"


def test_a_kept_card_comes_before_the_battle() -> None:
    tale = before_the_throne().keep("musclor", "wall")
    assert tale.rule == "6.8"


def test_the_neighbour_on_the_left_throws_for_skeletor() -> None:
    tale = before_the_throne("stratos", "tila").play("1-1")
    assert tale.asked == "stratos throws"


def test_the_higher_sum_takes_a_token_and_level_sums_are_thrown_again() -> None:
    tale = before_the_throne().play(*FIST)
    assert (tale.table.fists, tale.table.skulls) == (1, 0)
    tale.play(*TIE)
    assert (tale.table.fists, tale.table.skulls) == (1, 0)
    tale.play(*SKULL)
    assert (tale.table.fists, tale.table.skulls) == (1, 1)
    assert tale.on == "musclor", "nobody else plays meanwhile"


def test_the_tally_shows_how_the_sums_came_about() -> None:
    tale = before_the_throne().hold("musclor", "axe", "spear").play("4-3", "6-2")
    picture = tale.position.news[-1].picture
    assert isinstance(picture, Tally)
    assert (picture.left_sum, picture.right_sum) == ("4+3+2=9", "6+2=8")
    assert (picture.left_points, picture.right_points, picture.goal) == (1, 0, 3)


def test_each_weapon_adds_one_and_the_tiger_none() -> None:
    tale = before_the_throne().hold("musclor", "sword", "tiger").play("3-3", "2-4")
    assert tale.table.fists == 1
    tale = before_the_throne().hold("musclor", "tiger").play("3-3", "2-4")
    assert tale.table.fists == 0
    tale = before_the_throne().hold("musclor", "sword", "spear", "axe", "shield", "costume").play("1-1", "2-4")
    assert tale.table.fists == 1


def test_three_fists_win_the_game() -> None:
    tale = before_the_throne().hold("musclor", "axe").play(*FIST, *SKULL, *FIST, *FIST)
    assert tale.asked == "nobody"
    outcome = tale.game.outcome(tale.table)
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((0,), (0,))
    assert tale.held("musclor") == {"axe"}


def test_three_skeletors_send_the_pawn_to_the_drawbridge_with_its_weapons() -> None:
    tale = before_the_throne().hold("musclor", "axe").play(*SKULL, *FIST, *SKULL, *SKULL)
    assert tale.at("musclor") == "P"
    assert tale.held("musclor") == {"axe"}
    assert (tale.table.fists, tale.table.skulls) == (0, 0)
    assert tale.on == "stratos"
    assert tale.game.outcome(tale.table) is None


def test_somebody_else_may_fight_meanwhile() -> None:
    tale = before_the_throne().play(*SKULL * 3)
    assert tale.on == "stratos"
    assert tale.rule == "3.1"


def test_m36_first_the_first_victory_ends_the_game() -> None:
    assert before_the_throne("stratos", "tila", M36="first").play(*FIST * 3).asked == "nobody"


def test_m36_places_the_others_play_on_until_one_is_left() -> None:
    tale = before_the_throne("stratos", "tila", M36="places").play(*FIST * 3)
    assert tale.winners == ["musclor"]
    assert tale.on == "stratos"
    tale.play("1-1")
    assert tale.on == "tila"
    tale.play("1-1")
    assert tale.on == "stratos", "Musclor plays no more"
    assert tale.game.outcome(tale.table) is None


def test_m36_places_the_second_place_ends_a_game_of_three() -> None:
    tale = Tale("musclor", "stratos", "tila", M36="places").stand(stratos="Z", musclor="T").came_along("stratos", "K1")
    tale.state.winners.append(tale.seat("musclor"))
    tale.on_turn("stratos").play(*FIST * 3)
    assert tale.asked == "nobody"
    outcome = tale.game.outcome(tale.table)
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((0,), (0, 1))


def test_with_two_players_both_ways_to_end_are_the_same() -> None:
    assert before_the_throne(M36="places").play(*FIST * 3).asked == "nobody"
