"""Chapter 4: arrows, stars, X circles, large circles.  The squares are in `test_squares`."""

from __future__ import annotations

from typing import Any

import pytest

from .tale import Tale

# -- 4.1 arrows


def test_an_arrow_moves_two_on() -> None:
    tale = Tale("a-b-c-d-e c-f", arrows={"c": "d-e"}).stand(red="a").play("1-1")
    assert (tale.at("red"), tale.on) == ("e", "blue")
    assert "arrow.go" in tale.news


def test_passing_over_an_arrow_does_nothing() -> None:
    assert Tale("a-b-c-d b-y-z", arrows={"b": "y-z"}).stand(red="a").play("1-2", "move/d").at("red") == "d"


def test_an_arrow_may_lead_back() -> None:
    assert Tale("a-b-c", arrows={"c": "b-a"}).stand(red="a").play("1-1").at("red") == "a"


def test_an_arrow_on_an_arrow_goes_on() -> None:
    tale = Tale("a-b-c-d-e-f-g", arrows={"c": "d-e", "e": "f-g"}).stand(red="a").play("1-1")
    assert tale.at("red") == "g"
    tale = Tale("a-b-c-d-e-f-g", arrows={"c": "d-e", "d": "c-b"}).stand(red="a").play("1-1")
    assert tale.at("red") == "e", "what lies between doesn't"


def test_each_arrow_works_once_a_turn() -> None:
    tale = Tale("a-b-c-d-e y-z", arrows={"c": "d-e", "e": "d-c"}).stand(red="a", blue="y").play("1-1")
    assert tale.at("red") == "c", "to e, back to c, and there it ends"
    tale = Tale("a-b-c-d-e y-z-c", arrows={"c": "d-e"}).stand(red="a", blue="y").play("1-1", "1-1")
    assert (tale.on, tale.rule) == ("blue", "6.2"), "in the next turn it works again, and takes blue to red on e"


def test_an_arrow_stops_at_a_square_and_at_a_dead_end() -> None:
    tale = Tale("a-b-c-ruins-d", arrows={"c": "ruins"}).stand(red="a").play("1-1")
    assert (tale.at("red"), tale.rule, tale.visits("red")) == ("ruins", "4.5", {"ruins"}), "it is his own turn"
    assert Tale("a-b-c-d", arrows={"c": "d"}).stand(red="a").play("1-1").at("red") == "d"


def test_the_space_at_its_end_counts() -> None:
    tale = Tale("a-b-c-d-desert", arrows={"c": "d-desert"}).stand(red="a").play("1-1")
    assert tale.lost("red") == 1
    tale = Tale("a-b-c-d-e", arrows={"c": "d-e"}).stand(red="a", blue="e").play("1-1")
    assert (tale.rule, tale.table.duels) == ("6.2", 1)


def test_a_duel_comes_before_the_arrow() -> None:
    tale = Tale("a-b-c-d-e", arrows={"c": "d-e"}).stand(red="a", blue="c").play("1-1", "6-6", "1-1")
    tale.play("push/d")
    assert (tale.at("blue"), tale.at("red")) == ("d", "b"), "both left, so the arrow moved nobody"


# -- 4.2 stars


def star(*pawns: str, lines: str = "a-b-c k-l-m-n l-o-p", **chosen: Any) -> Tale:
    """Red comes to the star c; blue stands on k."""
    tale = Tale(lines, *(pawns or ("red", "blue")), kinds={"c": "star"}, **chosen)
    return tale.stand(red="a", blue="k").play("1-1")


def test_a_spell_is_offered_and_may_be_left() -> None:
    tale = star()
    assert (tale.rule, tale.asked, set(tale.keys)) == ("4.2", "red", {"none", "spell/blue"})
    tale.play("none")
    assert (tale.at("blue"), tale.on) == ("k", "blue")


def test_a_spell_goes_one_two_or_three_spaces() -> None:
    tale = star().play("spell/blue")
    assert (tale.asked, tale.ends) == ("red", {"l", "m", "o", "n", "p"})
    tale.play("send/o")
    assert (tale.at("blue"), tale.at("red"), tale.on) == ("o", "c", "blue")


def test_a_spell_needs_a_way_without_repeats() -> None:
    assert star(lines="a-b-c k-l").play("spell/blue").at("blue") == "l", "there is no other way, and none back to k"
    assert star(lines="a-b-c k-l-m-k").play("spell/blue").ends == {"l", "m"}


def test_a_spell_stops_at_squares_and_never_leads_into_the_castle() -> None:
    tale = star(lines="a-b-c k-l-ruins-m").play("spell/blue")
    assert tale.ends == {"l", "ruins"}
    tale = star(lines="a-b-c k-l-castle-m")
    tale.state.visits = [15, 15]
    assert tale.play("spell/blue").at("blue") == "l"


@pytest.mark.parametrize("kind", ["desert", "swamp", "mountains", "ruins", "maze", "dungeon", "lair"])
def test_squares_and_large_circles_keep_spells_off(kind: str) -> None:
    tale = Tale(f"a-b-c k-{kind}-l", "red", "blue", "green", kinds={"c": "star"})
    tale.stand(red="a", blue=kind, green="k").play("1-1")
    assert set(tale.keys) == {"none", "spell/green"}
    assert tale.why_not("spell/blue").rule == "4.2"
    tale = Tale(f"a-b-c k-{kind}-l", kinds={"c": "star"}).stand(red="a", blue=kind).play("1-1")
    assert tale.on == "blue", "nobody else is left, so nobody is asked"


@pytest.mark.parametrize("kind", ["plain", "arrow", "star", "x", "tavern", "camp", "seaport"])
def test_other_spaces_do_not(kind: str) -> None:
    more = {"arrows": {"k": "l-m"}} if kind == "arrow" else {"ways": {"k": "l-m"}} if kind == "x" else {}
    tale = Tale("a-b-c k-l-m", kinds={"c": "star", "k": kind}, **more).stand(red="a", blue="k")  # type: ignore[arg-type]
    assert "spell/blue" in tale.play("1-1").keys


def test_nobody_casts_on_himself() -> None:
    assert star().why_not("spell/red").rule == "4.2"


def test_where_a_spell_ends_the_space_works() -> None:
    tale = Tale("a-b-c k-desert", "red", "green", "blue", kinds={"c": "star"}).stand(red="a", green="b", blue="k")
    assert tale.play("1-1", "spell/blue").lost("blue") == 1
    tale = Tale("a-b-c k-l-m-n", kinds={"c": "star"}, arrows={"l": "m-n"}).stand(red="a", blue="k")
    assert tale.play("1-1", "spell/blue", "send/l").at("blue") == "n"


def test_where_a_spell_ends_a_duel_may_wait() -> None:
    tale = Tale("a-b-c k-l-m-n", "red", "blue", "green", kinds={"c": "star"}).stand(red="a", blue="k", green="m")
    tale.play("1-1", "spell/blue", "send/m")
    assert (tale.rule, tale.asked) == ("6.2", "blue throws")
    tale.play("6-6", "1-1", "push/n")
    assert (tale.at("blue"), tale.at("green"), tale.on) == ("l", "n", "blue")


def test_a_spell_may_bring_a_pawn_to_the_caster() -> None:
    tale = star(lines="a-b-c-k-l").play("spell/blue", "send/c")
    assert (tale.rule, tale.asked) == ("6.2", "blue throws")


def test_whoever_is_sent_to_a_star_may_cast_in_another_players_turn() -> None:
    tale = Tale("a-b-c k-l-m", kinds={"c": "star", "l": "star"}).stand(red="a", blue="k")
    tale.play("1-1", "spell/blue", "send/l")
    assert (tale.asked, tale.rule) == ("blue", "4.2")
    tale.play("spell/red", "send/b")
    assert (tale.at("red"), tale.on) == ("b", "blue")


def test_nobody_casts_twice_in_a_turn() -> None:
    """Red sends blue to a star, blue sends red along to another star, and there red's spell is spent."""
    tale = Tale("a-b-c-d k-l-m", kinds={"c": "star", "d": "star", "l": "star"}).stand(red="a", blue="k")
    tale.play("1-1", "spell/blue", "send/l", "spell/red", "send/d")
    assert (tale.at("red"), tale.on) == ("d", "blue")


def test_in_the_next_turn_everybody_may_again() -> None:
    tale = Tale("a-b-c k-l-m", kinds={"c": "star", "m": "star"}).stand(red="a", blue="k")
    tale.play("1-1", "spell/blue", "send/m", "none", "1-1")
    assert (tale.at("blue"), tale.on) == ("k", "red")
    tale.play("1-1", "1-1")
    assert (tale.at("blue"), tale.asked, tale.rule) == ("m", "blue", "4.2")


def test_an_arrow_to_a_star_lets_cast() -> None:
    tale = Tale("a-b-c-d-e k-l", kinds={"e": "star"}, arrows={"c": "d-e"}).stand(red="a", blue="k").play("1-1")
    assert (tale.asked, tale.rule) == ("red", "4.2")


def test_w7_own_only_the_move_of_ones_own_throw_lets_cast() -> None:
    assert star(W7="own").rule == "4.2"
    tale = Tale("a-b-c-d-e k-l", kinds={"e": "star"}, arrows={"c": "d-e"}, W7="own").stand(red="a", blue="k")
    assert tale.play("1-1").on == "blue", "not where an arrow brought him"
    tale = Tale("a-b-c k-l-m", kinds={"c": "star", "l": "star"}, W7="own").stand(red="a", blue="k")
    assert tale.play("1-1", "spell/blue", "send/l").on == "blue", "nor where a spell did"


# -- 4.3 X circles


def road(**stand: str) -> Tale:
    return Tale("a-x-b-c-d-tavern-e x-f-g-h", ways={"x": "b-c-d-tavern"}).stand(**stand)


def test_stopping_on_an_x_does_nothing_yet() -> None:
    tale = Tale("a-b-x-c-tavern", ways={"x": "c-tavern"}).stand(red="a").play("1-1")
    assert (tale.at("red"), tale.lost("red"), tale.on) == ("x", 0, "blue")


def test_who_begins_on_an_x_follows_the_way_and_loses_a_turn() -> None:
    tale = road(red="x")
    assert (tale.rule, tale.asked) == ("4.3", "red throws")
    tale.play("2-2")
    assert (tale.at("red"), tale.lost("red"), tale.on) == ("tavern", 1, "blue")


def test_a_higher_throw_stops_at_the_tavern() -> None:
    tale = road(red="x").play("6-6")
    assert (tale.at("red"), tale.lost("red")) == ("tavern", 1)


def test_who_is_not_there_yet_goes_on_next_turn() -> None:
    tale = road(red="x").play("1-1")
    assert (tale.at("red"), tale.lost("red"), tale.on) == ("c", 0, "blue")
    tale.play("1-1")
    assert (tale.rule, tale.asked) == ("4.3", "red throws")
    tale.play("1-1")
    assert (tale.at("red"), tale.lost("red")) == ("tavern", 1)
    tale.play("1-1")
    assert tale.on == "blue", "red's turn was lost"
    tale.play("1-1")
    assert (tale.on, tale.rule) == ("red", "3.1"), "and then red is free"


def test_the_camp_is_as_good() -> None:
    tale = Tale("x-b-camp", ways={"x": "b-camp"}).stand(red="x").play("1-1")
    assert (tale.at("red"), tale.lost("red")) == ("camp", 1)


def test_the_tavern_costs_nothing_without_an_x() -> None:
    tale = Tale("a-b-tavern").stand(red="a").play("1-1")
    assert (tale.at("red"), tale.lost("red")) == ("tavern", 0)


def test_spaces_on_the_way_count_where_a_turn_ends() -> None:
    tale = Tale("x-b-desert-d-tavern", ways={"x": "b-desert-d-tavern"}).stand(red="x").play("1-1")
    assert (tale.at("red"), tale.lost("red")) == ("desert", 1)
    tale = Tale("x-b-c-d-tavern", ways={"x": "b-c-d-tavern"}).stand(red="x", blue="c").play("1-1")
    assert tale.rule == "6.2"


def test_whoever_is_moved_off_the_way_is_rid_of_it() -> None:
    tale = Tale("x-b-c-d-tavern c-e k-l-m", kinds={"m": "star"}, ways={"x": "b-c-d-tavern"}).stand(red="x", blue="k")
    tale.play("1-1", "1-1", "spell/red", "send/e")
    assert (tale.on, tale.rule) == ("red", "3.1")


def test_whoever_is_moved_off_the_x_itself_owes_no_detour() -> None:
    tale = road(red="x", blue="h").on_turn("blue").play("2-1", "6-6", "1-1", "push/f", "go/a")
    assert (tale.at("red"), tale.on, tale.rule) == ("f", "red", "3.1")


# -- 4.4 large circles


@pytest.mark.parametrize("circle", ["desert", "swamp", "mountains"])
def test_a_large_circle_costs_the_next_turn(circle: str) -> None:
    tale = Tale(f"a-b-{circle} k-l-m").stand(red="a", blue="k").play("1-1")
    assert (tale.lost("red"), tale.on) == (1, "blue")
    tale.play("1-1")
    assert tale.on == "blue", "red's turn passed"
    assert tale.lost("red") == 0
    tale.play("1-1")
    assert (tale.on, tale.rule) == ("red", "3.1")


def test_passing_a_large_circle_is_free() -> None:
    assert Tale("a-desert-b").stand(red="a").play("1-1").lost("red") == 0


def test_a_pawn_that_is_sent_there_loses_a_turn_too() -> None:
    tale = Tale("k-l-b a-b-desert", "red", "green", "blue").stand(red="k", blue="b")
    tale.play("1-1", "6-6", "1-1", "push/desert", "go/a")
    assert (tale.at("blue"), tale.lost("blue"), tale.on) == ("desert", 1, "green")


def test_each_landing_costs_one_and_being_moved_away_gives_none_back() -> None:
    """Red is in the desert when green comes and loses: green goes on to the swamp, and comes back for more later."""
    tale = Tale("a-b-desert-swamp-e", "red", "green", "blue").stand(red="desert", green="a", blue="e")
    tale.loses("red", 1).on_turn("green").play("1-1", "6-6", "1-1", "push/swamp")
    assert (tale.at("red"), tale.lost("red"), tale.at("green")) == ("swamp", 2, "b"), "one for each circle"
