"""Chapters 5 and 6: Ms, who falls, and the end."""

from __future__ import annotations

from companion.rules.picture import Tally

from .tale import Tale


def test_after_a_move_there_is_one_combat_on_each_shared_space_in_board_order() -> None:
    tale = Tale().stand(grape="D3 B1 C1", green="B2 D3 E4")
    tale.play("number/1", "creature/2", "step/B2")
    assert "combat.begins" in tale.news
    assert dict(tale.decision.prompt.args)["who"] == tale.m.names[0][1], "B2 comes before D3"
    tale.play("ms/0", "ms/0")
    assert dict(tale.decision.prompt.args)["who"] == tale.m.names[0][0]
    tale.play("ms/0", "ms/0")
    assert (tale.rule, tale.on) == ("3.2", "green")


def test_where_nobody_moved_they_fight_as_well() -> None:
    tale = Tale().stand(grape="B2 A1", green="B2 E4").play("number/1", "creature/2", "step/A2")
    assert (tale.asked, tale.rule) == ("grape spins", "5.2")


def test_who_moved_spins_first_once_a_creature() -> None:
    tale = Tale().stand(grape="B2 B3", green="B3 E4").play("number/1", "creature/1", "step/B3")
    sources = []
    for asked in ("grape spins", "grape spins", "green spins"):
        assert tale.asked == asked
        sources.append(tale.decision.source)
        tale.play("ms/1")
    assert sources == ["spin/2", "spin/3", "spin/4"]


def test_one_m_more_fells_one() -> None:
    tale = Tale().stand(grape="B2 A1", green="B3 E4").play("number/1", "creature/1", "step/B3", "ms/2", "ms/1")
    assert tale.stands("green") == [2]
    assert tale.at("green-1") == "B3", "it lies where it fell"


def test_the_ms_of_a_side_are_added() -> None:
    tale = Tale().stand(grape="B2 B3", green="B3 E4").play("number/1", "creature/1", "step/B3", "ms/1", "ms/1", "ms/1")
    assert tale.stands("green") == [2]


def test_of_two_the_loser_names_the_one_that_falls() -> None:
    tale = Tale().stand(grape="B2 A1", green="B3 B3 E4")
    tale.play("number/1", "creature/1", "step/B3", "ms/3", "ms/1", "ms/1")
    assert (tale.asked, tale.rule, tale.keys) == ("green", "5.4", ("falls/1", "falls/2"))
    tale.play("falls/2")
    assert tale.stands("green") == [1, 3]


def test_two_ms_more_fell_both() -> None:
    for mine in ("ms/2", "ms/3"):
        tale = Tale().stand(grape="B2 A1", green="B3 B3 E4")
        tale.play("number/1", "creature/1", "step/B3", mine, "ms/0", "ms/0")
        assert tale.stands("green") == [3]


def test_two_ms_more_fell_one_where_there_is_one() -> None:
    tale = Tale().stand(grape="B2 A1", green="B3 E4").play("number/1", "creature/1", "step/B3", "ms/3", "ms/0")
    assert tale.stands("green") == [2]


def test_the_attacker_may_lose() -> None:
    tale = Tale().stand(grape="B2 A1", green="B3 E4").play("number/1", "creature/1", "step/B3", "ms/0", "ms/1")
    assert tale.stands("grape") == [2]


def test_a_tie_fells_nobody_and_goes_on_after_the_next_move() -> None:
    tale = Tale().stand(grape="B2 A1", green="B3 E4").play("number/1", "creature/1", "step/B3", "ms/1", "ms/1")
    assert "combat.tie" in tale.news
    assert (tale.on, tale.rule) == ("green", "3.2")
    tale.play("number/1", "creature/2", "step/E3")
    assert (tale.asked, tale.rule) == ("green spins", "5.2")


def test_who_is_left_on_both_sides_fights_again() -> None:
    tale = Tale().stand(grape="B2 A1", green="B3 B3 E4")
    tale.play("number/1", "creature/1", "step/B3", "ms/1", "ms/0", "ms/0", "falls/1")
    tale.play("number/1", "creature/3", "step/E3")
    assert (tale.asked, tale.rule) == ("green spins", "5.2")


def test_the_fallen_take_no_room() -> None:
    tale = Tale().stand(grape="B2 B3 B3 A1", green="B3 E4")
    tale.play("number/1", "creature/4", "step/A2", "ms/0", "ms/0", "ms/3")
    assert tale.stands("grape") == [1, 4]
    tale.play("number/1", "creature/1", "step/C3")
    tale.play("number/2", "creature/1", "step/B3", "another", "step/B3")
    assert tale.at("grape-1") == tale.at("grape-4") == tale.at("grape-2") == "B3"


def test_g10_spare_the_winner_says_how_many_fall() -> None:
    tale = (
        Tale(G10="spare")
        .stand(grape="B2 A1", green="B3 B3 E4")
        .play("number/1", "creature/1", "step/B3", "ms/2", "ms/0", "ms/0")
    )
    assert (tale.asked, tale.keys) == ("grape", ("fell/2", "fell/1", "fell/0"))
    assert tale.play("fell/2").stands("green") == [3]


def test_g10_spare_of_two_one_may_be_spared_and_the_loser_says_which() -> None:
    tale = (
        Tale(G10="spare")
        .stand(grape="B2 A1", green="B3 B3 E4")
        .play("number/1", "creature/1", "step/B3", "ms/2", "ms/0", "ms/0", "fell/1")
    )
    assert tale.asked == "green"
    assert tale.play("falls/1").stands("green") == [2, 3]


def test_g10_spare_nobody_has_to_fall() -> None:
    tale = (
        Tale(G10="spare").stand(grape="B2 A1", green="B3 E4").play("number/1", "creature/1", "step/B3", "ms/3", "ms/0")
    )
    assert tale.keys == ("fell/1", "fell/0")
    tale.play("fell/0")
    assert tale.stands("green") == [1, 2]
    assert tale.on == "green"


def test_a_combat_is_shown_as_a_tally() -> None:
    tale = (
        Tale().stand(grape="B2 B3 A1", green="B3 E4").play("number/1", "creature/1", "step/B3", "ms/2", "ms/1", "ms/1")
    )
    (picture,) = [news.picture for news in tale.position.news if news.picture]
    assert isinstance(picture, Tally)
    assert (picture.left_sum, picture.right_sum) == ("2+1=3", "1")
    assert (picture.left_points, picture.right_points, picture.goal) == (2, 1, 2)


# -- 6 the end


def test_who_fells_the_last_one_wins() -> None:
    tale = Tale().stand(grape="B2", green="B3").play("number/1", "step/B3", "ms/1", "ms/0")
    assert tale.asked == "nobody"
    outcome = tale.game.outcome(tale.table)
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((0,), (0, 1))


def test_who_moves_may_lose_the_last_one() -> None:
    tale = Tale().stand(grape="B2", green="B3").play("number/1", "step/B3", "ms/0", "ms/1")
    outcome = tale.game.outcome(tale.table)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_it_ends_at_once_and_the_other_player_has_no_turn() -> None:
    tale = Tale().stand(grape="B2 D3", green="B3 D3").play("number/1", "creature/1", "step/B3")
    tale.play("ms/1", "ms/0")
    assert tale.asked == "grape spins", "green's other one still fights"
    tale.play("ms/1", "ms/0")
    assert tale.asked == "nobody"
    assert tale.table.turn == 1
