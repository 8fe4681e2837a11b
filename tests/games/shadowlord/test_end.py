"""Chapters 1 and 10: the last master, the stone for a round, the timer."""

from __future__ import annotations

import pytest

from .tale import REFERENCE, Tale


def alone(**chosen: str) -> Tale:
    """Fire's master falls, and earth is the only one left."""
    tale = Tale("earth", "fire", **chosen).away().ships(randi=3).stand(fire="VIR")
    return tale.to("7").play("take/randi", "go/VIR", "no").to("9.4")


# -- 1.1 ------------------------------------------------------------------------------------------------------------


def test_s1_last_a_master_who_is_alone_plays_on_while_the_shadowlord_has_the_stone() -> None:
    tale = alone().draw(10, 0).draw(2)
    assert tale.outcome is None
    assert (tale.on, tale.rule, tale.table.turn) == ("earth", "4.1", 2)


def test_s1_last_he_wins_as_soon_as_the_shadowlord_has_lost_it() -> None:
    tale = alone().draw(10, 0).draw(2).between_turns().stand(earth="RNE").ships(earth=6)
    tale.to("7").play("take/earth", "go/FORT", "done").to("9.4").draw(10, 0, 0).draw(0)
    assert tale.winners == ["earth"]
    assert tale.outcome.places == (0, 1)


def test_s1_last_it_does_not_matter_who_has_it_then() -> None:
    tale = Tale("earth", "fire").away("lynx").ships(randi=3).stand(fire="VIR").stone("cruel")
    tale.to("7").play("take/randi", "go/VIR", "no").to("9.4").draw(10, 0).draw(2)
    assert tale.winners == ["earth"]


def test_s1_any_the_last_master_wins_at_once() -> None:
    tale = alone(S1="any").draw(10, 0).draw(2)
    assert tale.winners == ["earth"]


def test_who_has_won_need_not_fight_what_is_due_yet() -> None:
    tale = Tale("earth", "fire", S1="any").ships(randi=3, earth=2).stand(fire="VIR")
    tale.to("7").play("take/earth", "go/VIR", "no", "take/randi", "go/TAU", "go/RNE").to("9.1")
    tale.play("battle/VIR/earth/fire").to("9.4").draw(10, 0).draw(2)
    assert (tale.winners, tale.asked) == (["earth"], "nobody")
    assert tale.at("randi") == "RNE"


def test_with_two_masters_nobody_has_won() -> None:
    tale = Tale("earth", "fire", "water", S1="any").away().ships(randi=3).stand(fire="VIR").stone("sten")
    tale.to("7").play("take/randi", "go/VIR", "no").to("9.4").draw(10, 0).draw(2)
    assert tale.outcome is None


def test_places_go_by_how_long_each_lived() -> None:
    tale = Tale("earth", "fire", "water", S1="any").away().ships(randi=3).stand(fire="VIR", water="VIR")
    tale.to("7").play("take/randi", "go/VIR", "no", "no").to("9.1").play("battle/VIR/earth/fire").to("9.4")
    tale.draw(10, 0).draw(2).to("9.4").draw(10, 0).draw(7)
    assert tale.outcome.places == (0, 2, 1)


def with_the_stone(**chosen: str) -> Tale:
    return Tale("earth", "fire", **chosen).away().stone("randi")


def test_s1_round_the_stone_held_from_ones_own_turn_to_the_next_wins() -> None:
    tale = with_the_stone(S1="round").done()
    assert tale.outcome is None
    tale.done()
    assert tale.on == "earth"
    tale.done()
    assert tale.winners == ["earth"]


@pytest.mark.parametrize("rule", ["last", "any"])
def test_otherwise_the_stone_alone_wins_nothing(rule: str) -> None:
    tale = with_the_stone(S1=rule)
    for _ in range(6):
        tale.done()
    assert tale.outcome is None


def test_s1_round_who_loses_it_in_between_begins_anew() -> None:
    tale = with_the_stone(S1="round").stand(randi="VIR").ships(randi=2).done()
    tale.between_turns().stand(viggo="TAU").ships(viggo=6)
    tale.to("7").play("take/viggo", "go/VIR", "no").to("9.4").draw(10, 0, 0).draw(0).play("to/GE")
    assert tale.holder == "viggo"
    assert tale.on == "earth"
    tale.between_turns().ships(randi=6, viggo=2)
    tale.to("7").play("take/randi", "go/VIR", "no").to("9.4").draw(10, 0, 0).draw(2).to("9.7").play("to/TAU")
    assert tale.holder == "randi"
    assert tale.outcome is None, "it was fire's when fire's turn ended"


def test_s1_round_getting_it_in_ones_own_turn_is_no_round_yet() -> None:
    tale = Tale("earth", "fire", S1="round").away().ships(randi=3).stand(viggo="VIR").stone("viggo")
    tale.to("7").play("take/randi", "go/VIR", "no").to("9.4").draw(10, 0, 0).draw(2)
    assert tale.holder == "randi"
    assert tale.outcome is None
    tale.done()
    assert tale.outcome is None
    tale.done()
    assert tale.winners == ["earth"]


def test_s1_round_the_shadowlord_does_not_win_by_holding_it() -> None:
    tale = Tale("earth", "fire", S1="round").away()
    for _ in range(6):
        tale.done()
    assert tale.outcome is None


# -- 1.2 and 10 -----------------------------------------------------------------------------------------------------


def test_when_no_master_is_left_all_lose() -> None:
    tale = alone().draw(10, 0).draw(2).between_turns().stand(earth="RNE").ships(earth=1, randi=0)
    tale.to("7").play("take/earth", "go/FORT").to("9.4").draw(0, 7, 7).draw(2)
    assert tale.asked == "nobody"
    assert tale.winners == []


@pytest.mark.parametrize("rule", ["last", "any", "round"])
def test_at_the_last_slot_all_lose(rule: str) -> None:
    tale = Tale("earth", "fire", S1=rule).timer(REFERENCE.timer.slots - 1).pile()
    assert tale.asked == "nobody"
    assert tale.winners == []
    assert tale.outcome.places == ()


def test_one_slot_before_it_the_game_goes_on() -> None:
    tale = Tale("earth", "fire").timer(REFERENCE.timer.slots - 2).pile()
    assert tale.asked == "earth draws"
    assert tale.table.timer == REFERENCE.timer.slots - 1


def test_the_timer_may_end_the_game_in_the_midst_of_a_battle() -> None:
    tale = Tale("earth", "fire").away().ships(randi=3).stand(viggo="VIR").timer(REFERENCE.timer.slots - 1).pile(0, 7)
    tale.to("7").play("take/randi", "go/VIR", "no").to("9.4").draw(7)
    assert tale.asked == "nobody"
    assert tale.winners == []
    assert len(tale.game.placement(tale.table)) == len(tale.game.placement(Tale("earth", "fire").table))


@pytest.mark.parametrize("holder", ["earth", "bors", "cruel"])
def test_while_anybody_else_holds_the_stone_the_timer_stands_still(holder: str) -> None:
    tale = Tale("earth", "fire").stone(holder).timer(REFERENCE.timer.slots - 1).pile()
    assert "card.shuffled" in tale.news
    assert tale.table.timer == REFERENCE.timer.slots - 1
    assert tale.asked == "earth draws"


def test_the_timer_is_a_bar_for_all_to_see() -> None:
    tale = Tale("earth", "fire").timer(3)
    meter = tale.game.meter(tale.state)
    assert meter is not None
    assert (meter.value, meter.limit) == (3, REFERENCE.timer.slots)
