"""Chapters 2 and 3, and chapter 7: teams, walls, the first spin, turns; and more than five a team."""

from __future__ import annotations

import pytest

from companion.games.megamatch.game import build
from companion.rules.kernel import start, step

from .tale import REFERENCE, Tale, game


def test_one_player_takes_a_team_and_the_other_one_has_the_other() -> None:
    position = step(start(game(), game().setup(2)), "team/green")
    pawns = [game().pawn(position.table, seat) for seat in (0, 1)]  # type: ignore[arg-type]
    assert [pawn and pawn.id for pawn in pawns] == ["green", "grape"]
    asked = position.decision
    assert asked is not None
    assert (asked.rule, asked.by) == ("2.3", 0)


def test_who_is_named_isn_t_asked() -> None:
    position = start(game(), game().setup(2, ("green", "grape")))
    assert position.decision is not None
    assert position.decision.rule == "2.3"


@pytest.mark.parametrize("names", [("grape",), ("grape", "grape"), ("grape", "red"), ("grape", "green", "red")])
def test_other_names_are_no_teams(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="name grape and green"):
        game().setup(2, names)


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_it_is_a_game_for_two(seats: int) -> None:
    with pytest.raises(ValueError, match="this game is for 2"):
        game().setup(seats)


def test_each_team_stands_on_its_own_wall_with_its_leader_first() -> None:
    tale = Tale()
    assert [tale.at(f"grape-{n}") for n in range(1, 6)] == ["A0", "B0", "C0", "D0", "E0"]
    assert [tale.at(f"green-{n}") for n in range(1, 6)] == ["A5", "B5", "C5", "D5", "E5"]


def test_the_higher_number_goes_first() -> None:
    for numbers, first in ((("3", "5"), 1), (("6", "1"), 0)):
        position = start(game(), game().setup(2, ("grape", "green")))
        for number in numbers:
            position = step(position, f"number/{number}")
        assert game().whose(position.table) == first
        assert game().turn(position.table) == 1


def test_a_tie_is_spun_again() -> None:
    position = start(game(), game().setup(2, ("grape", "green")))
    for key in ("number/3", "number/3"):
        position = step(position, key)
    assert position.decision is not None
    assert (position.decision.rule, position.decision.by) == ("2.3", 0)
    assert [news.text.key for news in position.news][-1] == "megamatch.first.tie"
    for key in ("number/1", "number/2"):
        position = step(position, key)
    assert game().whose(position.table) == 1


def test_the_players_take_turns() -> None:
    tale = Tale()
    assert tale.asked == "grape spins"
    tale.play("number/1", "creature/1", "step/A1")
    assert (tale.on, tale.asked) == ("green", "green spins")
    tale.play("number/1", "creature/1", "step/A4")
    assert tale.on == "grape"


def test_the_two_teams_can_sit_either_way() -> None:
    """Who is seated first says nothing about walls: forward is where the other wall is."""
    g = game()
    position = start(g, g.setup(2, ("green", "grape")))
    for key in ("number/2", "number/1", "number/1", "creature/1"):
        position = step(position, key)
    assert position.decision is not None
    assert position.decision.keys() == ("step/A4", "step/B4")


# -- bigger teams


def test_ten_stand_in_twos_on_the_wall() -> None:
    tale = Tale(G14="ten")
    assert [tale.at(f"green-{n}") for n in (1, 5, 6, 10)] == ["A5", "E5", "A5", "E5"]
    assert max(tale.table.crowd[0]) == 2
    tale.play("number/1")
    assert len(tale.keys) == 10


def test_of_twelve_two_wait() -> None:
    tale = Tale(G14="twelve")
    where = tale.game.placement(tale.state)
    assert where["creature/grape-11"] == where["creature/grape-12"] == "seat/0"
    tale.play("number/1")
    assert "creature/11" not in tale.keys, "who waits doesn't move"
    assert tale.game.place(tale.table, 0).args == (("n", 12),)  # type: ignore[arg-type]


def test_who_waits_enters_at_no_cost_where_there_is_room() -> None:
    tale = Tale(G14="twelve").play("number/2", "creature/1", "step/A1", "another", "creature/2", "step/B1")
    tale.play("number/1", "creature/1", "step/A4")
    assert (tale.asked, tale.rule, tale.keys) == ("grape", "7.2", ("enter/A0", "enter/B0"))
    tale.play("enter/B0")
    assert tale.at("grape-11") == "B0"
    assert tale.at("grape-12") == "A0", "where only one space has room, nothing is asked"
    assert tale.asked == "grape spins", "the whole spin is still to come"


def test_without_room_they_wait_on() -> None:
    tale = Tale(G14="twelve")
    assert tale.asked == "grape spins"
    assert tale.at("grape-11") == "seat/0"


def test_an_enemy_on_the_wall_keeps_them_off() -> None:
    tale = Tale(G14="twelve", G6="spaces")
    spaces = ["A1", "B0", "C0", "D0", "E0", "A1", "B0", "C0", "D0", "E0"]
    tale.state.fall(0, 10)  # type: ignore[arg-type]
    for n, space in enumerate(spaces):
        tale.state.put(0, n, tale.number(space))  # type: ignore[arg-type]
    tale.state.put(1, 0, tale.number("A0"))  # type: ignore[arg-type]
    assert tale.asked == "grape spins"
    assert tale.at("grape-12") == "seat/0"


def test_who_has_only_a_reserve_left_hasn_t_lost() -> None:
    tale = Tale(G14="twelve")
    for n in range(10):
        tale.state.fall(0, n)  # type: ignore[arg-type]
    assert not tale.game.is_over(tale.state)
    tale.play("enter/C0", "enter/C0")
    assert tale.asked == "grape spins"
    assert (tale.at("grape-11"), tale.at("grape-12")) == ("C0", "C0")


def test_an_edition_may_have_bigger_teams_itself() -> None:
    from dataclasses import replace

    bigger = replace(REFERENCE, team=tuple(replace(team, creatures=7) for team in REFERENCE.team))
    assert len(build(bigger, {}).setup(2).at[0]) == 7
    assert len(build(bigger, {"G14": "ten"}).setup(2).at[0]) == 10
