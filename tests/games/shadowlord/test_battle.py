"""Chapter 9: battles, from who fights to what becomes of the losers."""

from __future__ import annotations

import pytest

from companion.games.shadowlord.nouns import PAWNS, Card
from companion.games.shadowlord.rules import card_name
from companion.rules.picture import Tally
from companion.rules.text import text

from .tale import MINORS, Tale


def attack(tale: Tale | None = None, *, by: str = "randi", refused: int = 1) -> Tale:
    """Earth's warrior goes to VIR, where somebody of fire's is, and isn't let in."""
    tale = tale or against_viggo()
    return tale.to("7").play(f"take/{by}", "go/VIR", *["no"] * refused)


def against_viggo(ours: int = 2, theirs: int = 1) -> Tale:
    """Randi (6) at home; Viggo (6) at VIR; no minor shadows about."""
    return Tale("earth", "fire").away().ships(randi=ours, viggo=theirs).stand(viggo="VIR")


def fought(tale: Tale, ours: int, theirs: int) -> Tale:
    """Nobody adds a card; these are drawn."""
    return tale.to("9.4").draw(ours, theirs)


def sums(tale: Tale) -> tuple[str, str]:
    (picture,) = [news.picture for news in tale.position.news if isinstance(news.picture, Tally)]
    return picture.left_sum, picture.right_sum


# -- 9.1 which battles, in what order -------------------------------------------------------------------------------


def test_who_comes_without_permission_fights_in_step_six() -> None:
    tale = attack()
    assert tale.table.whose == 0
    assert tale.rule == "9.3"


def test_the_player_on_turn_chooses_which_battle_comes_first() -> None:
    tale = Tale("earth", "fire").ships(randi=2, earth=2).stand(racson="NW")
    tale.to("7").play("take/randi", "go/TAU", "go/RNE", "take/earth", "go/VIR", "go/GE").to("9.1")
    assert tale.asked == "earth"
    assert tale.keys == ("battle/RNE/earth/shadows", "battle/GE/earth/shadows")
    tale.play("battle/GE/earth/shadows").to("9.4").draw(7, 2)
    assert tale.table.at[tale.character("earth")] == tale.space("GE")


def test_a_battle_with_two_players_in_one_space_is_two_battles() -> None:
    tale = Tale("earth", "fire", "water").away().ships(randi=1).stand(viggo="VIR", sten="VIR")
    attack(tale, refused=2)
    assert set(tale.keys) == {"battle/VIR/earth/fire", "battle/VIR/earth/water"}
    tale.play("battle/VIR/earth/water").to("9.4").draw(10, 0)
    assert tale.rule == "9.6"
    tale.draw(7)
    assert tale.at("sten") == ""
    assert tale.rule == "9.3", "fire comes next"


def test_battles_of_a_shadow_with_two_players_are_told_apart() -> None:
    tale = Tale("earth", "fire", "water").away(*MINORS[1:]).stand(lynx="GN", viggo="LEO", sten="LEO").ships(lynx=1)
    tale.to("8").play("shadow/lynx", "to/LEO")
    assert tale.position.decision is not None
    labels = [dict(option.label.args) for option in tale.position.decision.options]
    assert [(label["space"], label["who"]) for label in labels] == [("LEO", PAWNS[2].name), ("LEO", PAWNS[3].name)]


def test_an_attacker_who_is_gone_fights_no_more() -> None:
    tale = Tale("earth", "fire", "water").away().ships(randi=1).stand(viggo="VIR", sten="VIR")
    attack(tale, refused=2).play("battle/VIR/earth/water").to("9.4").draw(0, 10).draw(7)
    assert tale.at("randi") == ""
    assert tale.on == "fire"


def test_two_who_come_to_one_space_fight_side_by_side() -> None:
    tale = against_viggo().ships(earth=1)
    attack(tale).play("take/earth", "go/VIR", "no").to("9.4").draw(2, 4, 7)
    assert sums(tale) == ("17+6=23", "7+7=14")


# -- 9.2 who fights -------------------------------------------------------------------------------------------------


def test_all_of_a_side_fight_but_diplomats() -> None:
    tale = against_viggo().stand(fire="VIR", bors="VIR").ships(bors=3)
    attack(tale).to("9.4").draw(4)
    assert tale.asked == "fire draws"
    tale.draw(2, 2)
    assert sums(tale) == ("8+4=12", "15+4=19"), "eight and six, no diplomat and none of his ships"


def test_a_space_with_only_diplomats_is_not_attacked() -> None:
    tale = Tale("earth", "fire").away().ships(randi=1).stand(bors="VIR")
    attack(tale).play("stay")
    assert tale.on == "fire"
    assert (tale.at("randi"), tale.at("bors")) == ("VIR", "VIR")


def test_a_diplomat_attacks_nobody() -> None:
    tale = Tale("earth", "fire").away().ships(elfrida=1).stand(viggo="VIR")
    attack(tale, by="elfrida").play("stay")
    assert tale.on == "fire"
    tale = Tale("earth", "fire").ships(elfrida=3).to("7").play("take/elfrida", "go/VIR", "go/GE").done()
    assert tale.on == "fire"


def test_a_diplomat_beside_losers_loses_nothing() -> None:
    tale = fought(attack(against_viggo().stand(bors="VIR").ships(bors=1)), 10, 0).draw(10)
    assert tale.at("viggo") == ""
    assert (tale.at("bors"), tale.ring("bors")) == ("VIR", 1)


def test_loose_ships_do_not_count() -> None:
    tale = fought(attack(against_viggo(ours=1).claim(VIR="fire")), 4, 4)
    assert sums(tale) == ("7+4=11", "7+4=11")


def test_the_player_on_turn_draws_for_a_shadow() -> None:
    tale = Tale("earth", "fire").ships(randi=2).to("7").play("take/randi", "go/VIR", "go/GE").to("9.4")
    assert tale.asked == "earth draws"
    assert tale.draw(2).asked == "earth draws"
    tale.draw(0)
    assert sums(tale) == ("8+2=10", "7+0=7")


# -- 9.3 extra cards ------------------------------------------------------------------------------------------------


def armed() -> Tale:
    """Both have cards: in the hand, and under a portrait."""
    tale = against_viggo().hold("earth", 7).under(randi=10, earth=4).hold("fire", 4, 4).under(viggo=2)
    return attack(tale)


def test_a_card_comes_from_the_hand_or_from_the_own_portrait() -> None:
    tale = armed()
    assert tale.asked == "earth"
    assert set(tale.keys) == {"none", "hand/0", "hand/7", "under/10"}
    assert tale.position.decision is not None
    assert tale.position.decision.secret
    tale.play("none")
    assert (tale.asked, set(tale.keys)) == ("fire", {"none", "hand/4", "under/2"})


def test_the_attackers_card_lies_face_down_till_the_defender_has_chosen() -> None:
    tale = armed().play("under/10")
    assert tale.portrait("randi") == []
    for seat in (0, 1):
        seen = tale.game.view(tale.table, seat)
        assert (seen.laid, seen.open) == (1, ())
    assert all("10" not in str(news.text.args) for news in tale.position.news)
    tale.play("hand/4")
    assert sorted(tale.table.open) == [4, 10]
    assert tale.table.laid == []
    assert tale.rule == "9.4"


def test_the_defenders_card_lies_face_up_at_once() -> None:
    tale = armed().play("none", "under/2")
    assert tale.table.open == [2]
    assert tale.news[0] == "extra.shown"


def test_extra_cards_count_and_are_used_up() -> None:
    tale = armed().play("under/10", "hand/4").draw(2, 7)
    assert sums(tale) == ("8+12=20", "7+11=18")
    tale.draw(0).play("to/GE")
    assert sorted(tale.discarded()) == [0, 2, 4, 7, 10]
    assert tale.table.open == []


def test_each_character_may_add_one() -> None:
    tale = against_viggo().hold("earth", 7, 7).ships(earth=1)
    attack(tale).play("take/earth", "go/VIR", "no")
    assert tale.rule == "9.3"
    tale.play("hand/7")
    assert tale.rule == "9.3", "one more character, one more card"
    tale.play("hand/7")
    assert tale.rule == "9.4"
    assert tale.hand("earth") == [0]


def test_who_has_no_card_is_not_asked_and_a_shadow_adds_none() -> None:
    assert attack().play("none").rule == "9.4"
    tale = Tale("earth", "fire").ships(randi=2)
    tale.to("7").play("take/randi", "go/VIR", "go/GE", "none", "none")
    assert tale.rule == "9.4"


# -- 9.4 drawing and totals -----------------------------------------------------------------------------------------


def test_one_card_is_drawn_for_each_character_the_attackers_first() -> None:
    tale = attack(against_viggo().stand(fire="VIR")).to("9.4")
    by = []
    while tale.rule == "9.4":
        by.append(tale.asked)
        tale.draw(2)
    assert by == ["earth draws", "fire draws", "fire draws"]


def test_each_card_is_called_by_whose_it_is() -> None:
    tale = attack().to("9.4")
    assert tale.prompt == text("shadowlord.card.turn_up", who=PAWNS[0].name)
    tale.draw(10)
    assert tale.prompt == text("shadowlord.card.turn_up", who=PAWNS[2].name)
    tale.draw(0)
    viggo = tale.m.cast.names[tale.character("viggo")]
    assert tale.prompt == text("shadowlord.card.turn_up", who=viggo)
    tale.draw(0)
    assert text("shadowlord.card.turned", who=viggo, card=card_name(Card(0))) in [n.text for n in tale.position.news]


def test_the_holder_of_the_stone_draws_one_more() -> None:
    tale = attack(against_viggo().stone("viggo")).to("9.4").draw(7)
    assert tale.draw(2).rule == "9.4"
    tale.draw(4)
    assert sums(tale) == ("8+7=15", "7+6=13")


def test_the_stone_helps_only_where_its_holder_fights() -> None:
    tale = attack(against_viggo().stone("fire")).to("9.4").draw(7, 2)
    assert sums(tale) == ("8+7=15", "7+2=9")


def test_the_shadowlord_draws_two() -> None:
    tale = Tale("earth", "fire").away().stand(randi="RNE").ships(randi=4)
    tale.to("7").play("take/randi", "go/FORT").to("9.4").draw(7)
    assert tale.draw(4).rule == "9.4"
    tale.draw(0)
    assert sums(tale) == ("10+7=17", "15+4=19")


# -- 9.5 a tie ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ours", "theirs"), [(2, 2), (3, 3)])
def test_in_a_tie_the_attackers_go_back_to_where_they_came_from(ours: int, theirs: int) -> None:
    tale = against_viggo(ours, theirs)
    tale.to("7").play("take/randi", "go/TAU", "go/VIR", "no")
    fought(tale, 4, 4)
    assert (tale.at("randi"), tale.ring("randi")) == ("TAU", ours)
    assert (tale.at("viggo"), tale.ring("viggo")) == ("VIR", theirs)
    assert tale.on == "fire"


# -- 9.6 ships lost -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("had", "card", "has"),
    [(4, 2, 2), (4, 0, 4), (4, 4, 0), (2, 2, 0), (2, 4, None), (0, 2, None), (0, 0, 0)],
)
def test_the_loser_loses_as_many_ships_as_the_card_says_and_dies_of_more_than_it_has(
    had: int, card: int, has: int | None
) -> None:
    tale = fought(attack(against_viggo(6, had)), 7, 0)
    assert (tale.rule, tale.asked) == ("9.6", "fire draws")
    tale.draw(card)
    if has is None:
        assert tale.at("viggo") == ""
        assert tale.alliance("fire") == ["fire", "bors"]
        assert tale.ring("viggo") == 0
    else:
        assert (tale.ring("viggo"), "viggo" in tale.alliance("fire")) == (has, True)


def test_each_loser_draws_a_card_of_its_own() -> None:
    tale = attack(against_viggo(6).stand(fire="VIR").ships(fire=2).hold("earth", 10)).play("hand/10")
    tale.draw(10, 0, 0).draw(2)
    assert tale.ring("fire") == 0
    assert tale.rule == "9.6"
    tale.draw(7)
    assert tale.at("viggo") == ""


def test_cards_under_the_portrait_of_the_dead_are_discarded() -> None:
    tale = fought(attack(against_viggo().under(viggo=7)), 10, 0)
    assert tale.rule == "9.6"
    tale.draw(10)
    assert 7 in tale.discarded()
    assert tale.portrait("viggo") == []


def test_the_winner_loses_nothing() -> None:
    tale = fought(attack(), 7, 0).draw(7)
    assert (tale.at("randi"), tale.ring("randi")) == ("VIR", 2)


# -- 9.7 retreat ----------------------------------------------------------------------------------------------------


def test_an_attacker_who_has_lost_goes_back() -> None:
    tale = against_viggo(4)
    tale.to("7").play("take/randi", "go/TAU", "go/VIR", "no")
    fought(tale, 0, 10).draw(2)
    assert (tale.at("randi"), tale.ring("randi")) == ("TAU", 2)


def test_a_defender_who_has_lost_goes_where_there_is_no_enemy_and_no_shadow() -> None:
    tale = Tale("earth", "fire").ships(randi=2, viggo=1).stand(viggo="VIR", elfrida="TAU")
    tale = fought(attack(tale), 10, 0).draw(0)
    assert tale.on == "fire", "earth at home, elfrida at TAU, Baron Cruel at GE: CAP is all there is"
    assert tale.at("viggo") == "CAP"


def test_its_player_chooses_where() -> None:
    tale = fought(attack(), 10, 0).draw(0)
    assert (tale.rule, tale.asked) == ("9.7", "fire")
    assert set(tale.keys) == {"to/GE", "to/TAU", "to/CAP"}
    assert tale.play("to/GE").at("viggo") == "GE"


def test_where_no_place_is_free_it_stays_and_there_is_no_battle_till_somebody_comes() -> None:
    tale = fought(attack(against_viggo().claim(GE="earth", TAU="earth", CAP="earth")), 10, 0).draw(0)
    assert (tale.on, tale.at("viggo"), tale.at("randi")) == ("fire", "VIR", "VIR")
    tale.done()
    assert tale.on == "earth"
    tale.done()
    assert tale.on == "fire", "neither of them had to fight again"
    assert tale.at("viggo") == "VIR"


def test_the_shadowlord_never_retreats() -> None:
    tale = Tale("earth", "fire").away().stand(earth="RNE").ships(earth=6).hold("earth", 10)
    tale.to("7").play("take/earth", "go/FORT").play("hand/10").draw(10, 0, 0).draw(2)
    assert tale.at("shadowlord") == "FORT"
    assert tale.ring("shadowlord") == 3


def test_a_minor_shadow_that_lives_retreats_and_the_player_on_turn_says_where() -> None:
    tale = Tale("earth", "fire").ships(randi=4).away("lynx", "claw")
    tale.to("7").play("take/randi", "go/VIR", "go/GE").to("9.4").draw(7, 0).draw(0)
    assert (tale.rule, tale.asked) == ("9.7", "earth")
    assert set(tale.keys) == {"to/RNE", "to/RSE", "to/VIR"}
    assert tale.play("to/VIR").at("cruel") == "VIR"


def test_a_minor_shadow_dies_of_more_than_its_ship() -> None:
    tale = Tale("earth", "fire").ships(randi=4)
    tale.to("7").play("take/randi", "go/VIR", "go/GE").to("9.4").draw(7, 0).draw(2)
    assert tale.at("cruel") == ""
    assert tale.at("randi") == "GE"


def test_loose_ships_of_a_loser_who_has_gone_are_cleared() -> None:
    tale = fought(attack(against_viggo().claim(VIR="fire")), 10, 0).draw(7)
    assert tale.owner("VIR") == ""
    tale = fought(attack(against_viggo().claim(VIR="fire").stand(bors="VIR")), 10, 0).draw(7)
    assert tale.owner("VIR") == "fire", "his diplomat is still there"


# -- 9.8 the Power Stone --------------------------------------------------------------------------------------------


def test_the_stone_goes_to_the_winner_even_if_nobody_dies() -> None:
    tale = attack(against_viggo(2, 4).stone("viggo")).to("9.4").draw(10, 0, 0).draw(0)
    assert tale.holder == "randi"
    assert tale.rule == "9.7"
    assert tale.at("viggo") == "VIR"


def test_the_winner_chooses_which_of_those_who_fought_takes_it() -> None:
    tale = against_viggo(2, 0).stone("viggo").ships(earth=2).stand(elfrida="VIR")
    attack(tale).play("take/earth", "go/VIR", "no").to("9.4").draw(10, 4, 0, 0).draw(2)
    assert (tale.rule, tale.asked) == ("9.8", "earth")
    assert set(tale.keys) == {"stone/earth", "stone/randi"}, "no diplomat"
    assert tale.play("stone/randi").holder == "randi"


def test_a_full_ring_gives_a_ship_back_for_it() -> None:
    tale = attack(against_viggo(6, 0).stone("viggo")).to("9.4").draw(10, 0, 0).draw(2)
    assert (tale.holder, tale.ring("randi")) == ("randi", 5)
    tale = attack(against_viggo(5, 0).stone("viggo")).to("9.4").draw(10, 0, 0).draw(2)
    assert (tale.holder, tale.ring("randi")) == ("randi", 5)


def test_a_defender_who_wins_takes_it_as_well() -> None:
    tale = attack(against_viggo(4).stone("randi")).to("9.4").draw(0, 0, 10).draw(0)
    assert tale.holder == "viggo"
    assert tale.at("randi") == "EARTH"


def test_in_a_tie_it_stays() -> None:
    tale = attack(against_viggo(2, 2).stone("viggo")).to("9.4").draw(4, 4, 0)
    assert tale.holder == "viggo"


def test_a_holder_who_does_not_fight_keeps_it() -> None:
    tale = attack(against_viggo(2, 0).stone("bors").stand(bors="VIR")).to("9.4").draw(10, 0).draw(2)
    assert tale.holder == "bors"


def test_a_minor_shadow_that_wins_takes_it_and_the_timer_stands_still() -> None:
    tale = Tale("earth", "fire").ships(randi=4).stone("randi")
    tale.to("7").play("take/randi", "go/VIR", "go/GE").to("9.4").draw(0, 0, 10).draw(0)
    assert tale.holder == "cruel"
    tale = Tale("earth", "fire").stone("cruel").pile()
    assert "card.shuffled" in tale.news
    assert tale.table.timer == 0


def test_the_shadowlord_can_win_it_back_and_the_timer_goes_on() -> None:
    tale = Tale("earth", "fire").away().stand(randi="RNE").ships(randi=5).stone("randi").pile(0, 0, 0, 10, 0, 4)
    tale.to("7").play("take/randi", "go/FORT").to("9.4").draw(0, 0, 10)
    assert tale.rule == "9.6"
    tale.draw(0)
    assert tale.holder == "shadowlord"
    assert tale.table.timer == 0
    tale.draw(4).to("5").done()
    assert tale.table.timer == 1


# -- 9.9 a master's death -------------------------------------------------------------------------------------------


def doomed(**chosen: str) -> Tale:
    """Three play; fire's master is at VIR without a ship."""
    return Tale("earth", "fire", "water", **chosen).away().ships(randi=3, viggo=2).stand(fire="VIR")


def test_a_dead_masters_alliance_ships_and_claims_leave_the_board() -> None:
    tale = doomed().claim(LEO="fire", NE="fire").hold("fire", 7).under(viggo=4)
    tale.state.storage[1] = 4
    attack(tale).to("9.4").draw(10, 0).draw(2)
    assert tale.alliance("fire") == []
    assert [tale.at(name) for name in ("fire", "viggo", "bors")] == ["", "", ""]
    assert [tale.owner("LEO"), tale.owner("NE")] == ["", ""]
    assert tale.hand("fire") == []
    assert tale.table.storage[1] == 0
    assert {7, 4} <= set(tale.discarded())


def test_who_is_out_of_the_game_takes_no_more_turns() -> None:
    tale = attack(doomed()).to("9.4").draw(10, 0).draw(2)
    assert tale.on == "water"
    assert tale.done().on == "earth"


def test_the_dead_masters_stone_goes_to_the_winner_wherever_it_was() -> None:
    tale = attack(doomed().stone("viggo")).to("9.4").draw(10, 0).draw(2)
    assert tale.holder == "randi"


def test_a_dead_masters_planet_is_nobodys() -> None:
    tale = attack(doomed().stand(sten="LEO").ships(sten=1)).to("9.4").draw(10, 0).draw(2)
    tale.to("7").play("take/sten", "go/FIRE")
    assert tale.rule != "7.4"


def test_who_attacks_and_dies_is_out_as_well() -> None:
    tale = Tale("earth", "fire", "water").away().ships(earth=1).stand(viggo="VIR")
    attack(tale, by="earth").to("9.4").draw(0, 10).draw(2)
    assert tale.alliance("earth") == []
    assert tale.on == "fire"


# -- a reshuffle in the midst ---------------------------------------------------------------------------------------


def test_the_pile_may_run_out_in_the_midst_of_a_battle() -> None:
    tale = attack(against_viggo().pile(0, 7)).to("9.4").draw(7)
    assert tale.table.timer == 1
    assert "power/10" in tale.keys
    tale.draw(10)
    assert sums(tale) == ("8+7=15", "7+10=17")
    assert tale.table.pile[tale.m.cards.numbers.index(7)] == 9, "the seven that lies open isn't shuffled in"


def test_with_no_cards_at_all_powers_and_ships_decide() -> None:
    tale = Tale("earth", "fire").away().ships(randi=3).stand(viggo="VIR").pile(0).nothing_discarded()
    attack(tale).play("none", "to/GE")
    assert tale.ring("viggo") == 0
    assert "viggo" in tale.alliance("fire"), "no card says that he loses anything"
