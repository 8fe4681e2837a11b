"""Chapter 4: the split move, what stops it, and what is refused."""

from __future__ import annotations

import pytest

from .tale import Tale

# -- 4.1 splitting


def test_one_creature_may_use_all() -> None:
    tale = Tale().play("number/3", "creature/2", "step/B1", "step/C2", "step/C3")
    assert tale.at("grape-2") == "C3"
    assert tale.on == "green"


def test_the_spin_may_be_divided() -> None:
    tale = Tale().play("number/3", "creature/2", "step/B1", "another", "creature/1", "step/A1", "step/A2")
    assert (tale.at("grape-1"), tale.at("grape-2")) == ("A2", "B1")
    assert tale.on == "green"


def test_who_has_moved_may_move_again_after_another() -> None:
    tale = Tale().play("number/3", "creature/2", "step/B1", "another", "creature/1", "step/A1", "another")
    assert tale.keys == ("creature/2", "creature/3", "creature/4", "creature/5")
    tale.play("creature/2", "step/B2")
    assert tale.at("grape-2") == "B2"


def test_the_total_is_the_number_spun_and_no_more() -> None:
    tale = Tale().play("number/2", "creature/1", "step/A1", "another", "creature/2", "step/B1")
    assert tale.asked == "green spins"


def test_another_is_offered_once_a_step_was_taken() -> None:
    tale = Tale().play("number/3", "creature/2")
    assert "another" not in tale.keys
    tale.play("step/B1")
    assert tale.keys[-1] == "another"


def test_the_only_creature_isn_t_asked_for() -> None:
    tale = Tale().stand(grape="- B2", green="E4").play("number/1")
    assert (tale.rule, tale.asked) == ("4.2", "grape")
    assert "another" not in tale.play("step/B3").keys


def test_the_question_says_who_and_how_many_steps_are_left() -> None:
    tale = Tale().play("number/3", "creature/1", "step/A1")
    assert dict(tale.decision.prompt.args)["n"] == 2
    assert dict(tale.decision.prompt.args)["who"] == tale.m.names[0][0]


# -- 4.2 steps


def test_steps_lead_to_all_eight_sides_those_ahead_first() -> None:
    tale = Tale().stand(grape="C2", green="E4").play("number/1")
    ahead_aside_back = ("C3", "B3", "D3", "B2", "D2", "C1", "B1", "D1")
    assert tale.keys == tuple(f"step/{space}" for space in ahead_aside_back)
    tale = Tale().on_turn("green").stand(green="C3", grape="A1").play("number/1")
    assert tale.keys == tuple(f"step/{space}" for space in ("C2", "B2", "D2", "B3", "D3", "C4", "B4", "D4"))


def test_to_and_fro_is_allowed() -> None:
    tale = Tale().stand(grape="C2", green="E4").play("number/2", "step/C3", "step/C2")
    assert tale.at("grape-1") == "C2"


def test_nobody_leaves_the_arena() -> None:
    tale = Tale().stand(grape="A1", green="E4").play("number/1")
    assert tale.keys == ("step/A2", "step/B2", "step/B1")


# -- 4.3 the whole spin


def test_done_is_refused_while_a_step_can_be_taken() -> None:
    tale = Tale().play("number/2")
    assert tale.why_not("done").rule == "4.3"
    tale.play("creature/1", "step/A1")
    assert tale.why_not("done").rule == "4.3"


def test_what_nobody_can_use_is_lost() -> None:
    """The last two come to enemies, and the other three steps are lost."""
    tale = Tale().stand(grape="B2 D2", green="B3 D3").play("number/5", "creature/1", "step/B3", "step/D3")
    assert "move.lost" in tale.news
    assert tale.asked == "grape spins", "combat, and no more steps"
    assert tale.rule == "5.2"


def test_g5_up_to_one_may_stop_whenever_one_likes() -> None:
    tale = Tale(G5="up-to").play("number/3")
    assert "done" in tale.keys
    tale.play("creature/1", "step/A1", "done")
    assert (tale.at("grape-1"), tale.on) == ("A1", "green")
    tale.play("number/3", "done")
    assert tale.on == "grape", "not a step at all"


def test_g5_up_to_one_may_take_it_all_the_same() -> None:
    tale = Tale(G5="up-to").play("number/1", "creature/1", "step/A1")
    assert tale.on == "green"


# -- 4.4 two at most


def test_two_may_share_a_space() -> None:
    tale = Tale().stand(grape="B1 C2", green="E4").play("number/1", "creature/1", "step/C2")
    assert tale.at("grape-1") == tale.at("grape-2") == "C2"


def test_no_third_may_stop_there() -> None:
    tale = Tale().stand(grape="B1 C2 C2", green="E4").play("number/1", "creature/1")
    assert "step/C2" not in tale.keys
    assert tale.why_not("step/C2").rule == "4.4"


def test_a_third_may_pass_and_then_has_to_go_on() -> None:
    tale = Tale().stand(grape="B1 C2 C2", green="E4").play("number/3", "creature/1", "step/C2")
    assert "another" not in tale.keys
    assert tale.why_not("another").rule == "4.4"
    assert tale.table.crowd[0][tale.number("C2")] == 3
    tale.play("step/D3")
    assert "another" in tale.keys
    tale.play("step/D4")
    assert tale.at("grape-1") == "D4"


def test_who_passes_may_turn_back() -> None:
    tale = Tale().stand(grape="B1 C2 C2", green="E4").play("number/2", "creature/1", "step/C2", "step/B1")
    assert tale.at("grape-1") == "B1"


def test_with_the_last_step_nobody_passes() -> None:
    tale = Tale().stand(grape="B1 C2 C2", green="E4").play("number/2", "creature/1", "step/B2")
    assert tale.why_not("step/C2").rule == "4.4"


def test_g5_up_to_nobody_stops_in_passing() -> None:
    tale = Tale(G5="up-to").stand(grape="B1 C2 C2", green="E4").play("number/3", "creature/1", "step/C2")
    assert "done" not in tale.keys
    assert tale.why_not("done").rule == "4.4"
    assert "done" in tale.play("step/D2").keys


def test_passing_needs_a_way_out_that_the_steps_reach() -> None:
    """Before A0 stand pairs, two deep but for C2, where one stands: from A1 two steps lead out, from B1 one."""
    pairs = "A0 A1 A1 B1 B1 A2 A2 B2 B2 C1 C1 C2"
    tale = Tale(G14="twelve").stand(grape=pairs, green="E4")
    tale.play("number/2", "creature/1")
    assert tale.at("grape-1") == "C2", "two steps lead nowhere else, so nothing is asked"
    assert tale.news == ["move.put"]
    tale = Tale(G14="twelve").stand(grape=pairs, green="E4").play("number/3", "creature/1")
    assert tale.keys == ("step/A1", "step/B1")
    tale.play("step/A1")
    assert {"step/A2", "step/B2", "step/B1"} == set(tale.keys), "all of them pairs with a way out"
    tale.play("step/B2")
    assert "step/A3" in tale.keys
    assert "step/A2" not in tale.keys, "with the last step nobody passes"


def test_two_of_one_side_that_fight_let_no_third_in() -> None:
    """It would have to stop there."""
    tale = Tale().stand(grape="B1 C2 C2", green="C2").play("number/4", "creature/1")
    assert "step/C2" not in tale.keys
    assert tale.why_not("step/C2").rule == "4.4"


def test_hemmed_in_by_one_s_own_the_rest_is_lost() -> None:
    """All that A0 touches is full, and one step doesn't lead through."""
    tale = Tale(G14="twelve").stand(grape="A0 A1 A1 B1 B1", green="E4")
    tale.play("number/1")
    assert "creature/1" not in tale.keys


# -- 4.5 enemies


def test_who_comes_to_an_enemy_goes_no_further() -> None:
    tale = Tale().stand(grape="B2 A1", green="B3").play("number/3", "creature/1", "step/B3")
    assert tale.at("grape-1") == "B3"
    assert dict(tale.decision.prompt.args)["who"] == tale.m.names[0][1], "the rest goes to the other"
    tale.play("step/A2", "step/A1")
    assert (tale.asked, tale.rule) == ("grape spins", "5.2")


def test_who_has_stopped_isn_t_asked_again() -> None:
    tale = Tale().stand(grape="B2 A1 C1", green="B3").play("number/3", "creature/1", "step/B3")
    assert tale.keys == ("creature/2", "creature/3")
    assert tale.why_not("creature/1").rule == "4.5"


def test_who_began_beside_an_enemy_may_leave_and_others_come() -> None:
    tale = Tale().stand(grape="B3 C2", green="B3").play("number/2", "creature/1", "step/A2", "another", "step/B3")
    assert (tale.at("grape-1"), tale.at("grape-2")) == ("A2", "B3")
    assert tale.rule == "5.2"


def test_a_retreat_ends_the_combat() -> None:
    tale = Tale().stand(grape="B3", green="B3").play("number/1", "step/A2")
    assert tale.asked == "green spins"
    assert tale.rule == "3.2"


def test_a_retreat_may_lead_into_another_combat_or_back() -> None:
    tale = Tale().stand(grape="B3", green="B3 C3").play("number/2", "step/C3")
    assert (tale.rule, tale.at("grape-1")) == ("5.2", "C3")
    tale = Tale().stand(grape="B3", green="B3").play("number/4", "step/B2", "step/B3")
    assert tale.rule == "5.2"


def test_the_fallen_stop_nobody() -> None:
    tale = Tale().stand(grape="B2", green="D4 B3")
    tale.state.fall(1, 1)  # type: ignore[arg-type]
    tale.play("number/2", "step/B3", "step/B4")
    assert tale.at("grape-1") == "B4"


def test_g7_pass_enemies_stop_nobody() -> None:
    tale = Tale(G7="pass").stand(grape="B2", green="B3 E4").play("number/3", "step/B3", "step/B4", "step/C4")
    assert tale.at("grape-1") == "C4"
    assert tale.rule == "3.2"


def test_g7_pass_two_that_fight_may_be_passed_by_a_third() -> None:
    tale = Tale(G7="pass").stand(grape="B1 C2 C2", green="C2").play("number/2", "creature/1", "step/C2", "step/D3")
    assert tale.at("grape-1") == "D3"


def test_g7_pass_who_stays_fights() -> None:
    tale = Tale(G7="pass").stand(grape="B2 A1", green="B3").play("number/2", "creature/1", "step/B3", "another")
    assert tale.play("step/A2").rule == "5.2"


# -- 4.6 walls


def test_a_step_leads_down_from_a_wall_straight_or_diagonally() -> None:
    assert Tale().play("number/1", "creature/3").keys == ("step/C1", "step/B1", "step/D1")
    assert Tale().play("number/1", "creature/5").keys == ("step/E1", "step/D1")


@pytest.mark.parametrize(("stands", "wall"), [("B1", "A0"), ("B4", "C5")])
def test_nobody_climbs_a_wall(stands: str, wall: str) -> None:
    tale = Tale().stand(grape=stands, green="E3").play("number/1")
    assert f"step/{wall}" not in tale.keys
    assert tale.why_not(f"step/{wall}").rule == "4.6"


def test_nobody_walks_along_a_wall() -> None:
    tale = Tale().play("number/1", "creature/3")
    assert tale.why_not("step/B0").rule == "4.6"


def test_g6_spaces_walls_are_like_the_arena() -> None:
    tale = Tale(G6="spaces").stand(grape="C0", green="C2").play("number/1")
    assert tale.keys == ("step/C1", "step/B1", "step/D1", "step/B0", "step/D0")
    tale = Tale(G6="spaces").stand(grape="C4", green="C5").play("number/1", "step/C5")
    assert tale.rule == "5.2", "they fight on the wall"
