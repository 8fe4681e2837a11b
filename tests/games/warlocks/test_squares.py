"""§4.5, §4.6: squares, their tables, and what counts as a visit."""

from __future__ import annotations

import pytest

from companion.games.warlocks.tables import Row, Table

from .tale import Tale, table

SQUARES = ["ruins", "maze", "dungeon", "lair"]


def at_the_ruins(*rows: Row, lines: str = "a-b-ruins-c k-l", pawns: tuple[str, ...] = ("red", "blue")) -> Tale:
    """Red comes to the ruins; the table has these entries."""
    tables = [table("ruins", **{f"row{n}": row for n, row in enumerate(rows)})]
    return Tale(lines, *pawns, tables=tables).stand(red="a", blue="k").play("1-1")


# -- 4.5 tables


@pytest.mark.parametrize("square", SQUARES)
def test_a_turn_that_ends_on_a_square_ends_with_its_table(square: str) -> None:
    tale = Tale(f"a-b-{square}-c").stand(red="a").play("1-1")
    assert (tale.rule, tale.asked, tale.at("red")) == ("4.5", "red throws", square)
    tale.play("3-4")
    assert tale.on == "blue"


def test_each_square_has_a_table_of_its_own() -> None:
    tables = [table("ruins", seven=Row((7,), lose_turns=1)), table("maze", seven=Row((7,), lose_turns=2))]
    for square, lost in (("ruins", 1), ("maze", 2), ("lair", 0)):
        tale = Tale(f"a-b-{square}-c", tables=tables).stand(red="a").play("1-1", "3-4")
        assert tale.lost("red") == lost


def test_the_total_says_which_entry_holds() -> None:
    for throw, lost in (("1-1", 0), ("1-2", 1), ("2-2", 1), ("2-3", 2), ("6-6", 2)):
        tale = at_the_ruins(Row((3, 4), lose_turns=1), Row(tuple(range(5, 13)), lose_turns=2)).play(throw)
        assert tale.lost("red") == lost, throw


def test_it_is_thrown_for_at_every_visit() -> None:
    tale = Tale("a-b-ruins-c").stand(red="a").visited("red").play("1-1")
    assert tale.rule == "4.5"


def test_who_goes_on_from_a_square_throws_no_table() -> None:
    tale = Tale("ruins-a-b").stand(red="ruins").play("1-1")
    assert tale.on == "blue"


def test_lost_turns_by_a_table() -> None:
    tale = at_the_ruins(Row((7,), lose_turns=2)).play("3-4", "6-6", "6-6", "6-6")
    assert (tale.on, tale.lost("red")) == ("red", 0), "blue had three turns"


def test_the_princess_goes_to_a_neighbour() -> None:
    three = ("red", "blue", "green")
    left = at_the_ruins(Row((7,), princess="left"), pawns=three).play("3-4")
    assert left.princess == "blue"
    right = at_the_ruins(Row((7,), princess="right"), pawns=three).play("3-4")
    assert right.princess == "green"


def test_who_has_no_princess_gives_none_away() -> None:
    rows = table("ruins", seven=Row((7,), princess="left"))
    tale = Tale("a-b-ruins", "red", "blue", "green", tables=[rows]).escorted_by("green").stand(red="a")
    assert tale.play("1-1", "3-4").princess == "green"


def test_the_princess_may_come() -> None:
    rows = table("ruins", seven=Row((7,), princess="here"))
    tale = Tale("a-b-ruins", tables=[rows]).escorted_by("blue").stand(red="a").play("1-1", "3-4")
    assert tale.princess == "red"
    tale = Tale("a-b-ruins", tables=[rows]).escorted_by("red").stand(red="a").play("1-1", "3-4")
    assert (tale.princess, "princess.goes" in tale.news) == ("red", False), "she is there already"


def test_a_table_may_move_the_pawn() -> None:
    tale = at_the_ruins(Row((7,), move="l")).play("3-4")
    assert (tale.at("red"), tale.on) == ("l", "blue")


def test_where_a_table_moves_the_pawn_the_space_counts() -> None:
    tale = at_the_ruins(Row((7,), move="desert"), lines="a-b-ruins k-l desert").play("3-4")
    assert tale.lost("red") == 1
    tale = at_the_ruins(Row((7,), move="k")).play("3-4")
    assert (tale.rule, tale.asked) == ("6.2", "red throws")


def test_a_table_that_leads_to_a_square_has_the_turn_end_there() -> None:
    tale = at_the_ruins(Row((7,), move="lair"), lines="a-b-ruins k-l lair").play("3-4")
    assert (tale.at("red"), tale.rule, tale.visits("red")) == ("lair", "4.5", {"ruins", "lair"})


def test_thrown_again_at_the_same_table() -> None:
    tale = at_the_ruins(Row((7,), again=True), Row((8,), lose_turns=1)).play("3-4")
    assert (tale.rule, tale.asked) == ("4.5", "red throws")
    tale.play("4-4")
    assert (tale.lost("red"), tale.on) == (1, "blue")


def test_one_entry_may_do_several_things() -> None:
    tale = at_the_ruins(Row((7,), text="Robbed.", lose_turns=1, princess="left", move="c")).play("3-4")
    assert (tale.at("red"), tale.lost("red"), tale.princess) == ("c", 1, "blue")
    assert "table.text" in tale.news


def test_a_table_that_is_not_entered_is_read_by_the_players() -> None:
    tale = Tale("a-b-ruins-c", tables=[Table("ruins", "table")]).stand(red="a").play("1-1", "3-4")
    assert (tale.asked, tale.rule) == ("red", "4.5")
    assert {"nothing", "lose/1", "princess", "move", "again"} <= set(tale.keys)
    assert tale.play("nothing").on == "blue"


def test_several_results_are_said_one_after_the_other() -> None:
    tale = Tale("a-b-ruins-c", tables=[Table("ruins", "table")]).stand(red="a").play("1-1", "3-4", "lose/2")
    assert {"done", "princess", "move"} <= set(tale.keys)
    assert not {"nothing", "lose/1"} & set(tale.keys)
    tale.play("move", "move/c", "princess")
    assert (tale.at("red"), tale.lost("red"), tale.princess) == ("c", 2, "blue")
    assert tale.on == "blue", "with two nobody has to say to whom she goes; and nothing else is left to say"


# -- 4.6 visits


@pytest.mark.parametrize("square", SQUARES)
def test_a_turn_that_ends_there_is_a_visit_whatever_the_table_says(square: str) -> None:
    tale = Tale(f"a-b-{square}", tables=[table(square, two=Row((2,), move="a"))]).stand(red="a").play("1-1")
    assert tale.visits("red") == {square}, "before the throw"
    assert tale.play("1-1").visits("red") == {square}, "and after it"
    assert tale.visits("blue") == set()


def test_without_the_princess_it_counts_as_well() -> None:
    assert Tale("a-b-ruins").escorted_by("blue").stand(red="a").play("1-1").visits("red") == {"ruins"}


def test_an_arrow_in_ones_own_turn_makes_a_visit() -> None:
    tale = Tale("a-b-c-d-ruins", arrows={"c": "d-ruins"}).stand(red="a").play("1-1")
    assert (tale.visits("red"), tale.rule) == ({"ruins"}, "4.5")


def test_a_step_out_of_a_duel_in_ones_own_turn_does() -> None:
    tale = Tale("a-b-c-ruins c-d").stand(red="a", blue="c").play("1-1", "6-6", "1-1", "push/d", "go/ruins")
    assert (tale.visits("red"), tale.rule) == ({"ruins"}, "4.5")


def test_being_pushed_there_in_ones_own_turn_does() -> None:
    tale = Tale("a-b-c-ruins c-d").stand(red="a", blue="c").play("1-1", "1-1", "6-6", "push/ruins", "go/d")
    assert (tale.visits("red"), tale.rule, tale.asked) == ({"ruins"}, "4.5", "red throws")


def test_being_put_there_in_another_players_turn_does_not() -> None:
    tale = Tale("a-b-c k-ruins-l-m", kinds={"c": "star"}).stand(red="a", blue="k").play("1-1", "spell/blue")
    assert (tale.at("blue"), tale.visits("blue"), tale.on) == ("ruins", set(), "blue")
    tale.play("1-1")
    assert (tale.at("blue"), tale.visits("blue"), tale.on) == ("m", set(), "red"), "he just moves on"


def test_being_pushed_there_in_another_players_turn_does_not() -> None:
    tale = Tale("a-b-c-ruins c-d").stand(red="a", blue="c").play("1-1", "6-6", "1-1", "push/ruins", "go/d")
    assert (tale.at("blue"), tale.visits("blue"), tale.on, tale.rule) == ("ruins", set(), "blue", "3.1")


def test_walking_out_of_a_duel_onto_it_in_another_players_turn_does_not() -> None:
    tale = Tale("a-b-c-ruins c-d").stand(red="a", blue="c").play("1-1", "1-1", "6-6", "push/d", "go/ruins")
    assert (tale.at("blue"), tale.visits("blue"), tale.on) == ("ruins", set(), "blue")


def test_nobody_fights_on_a_square() -> None:
    tale = Tale("a-b-ruins", "red", "blue", "green").stand(red="a", blue="ruins", green="ruins").play("1-1")
    assert (tale.rule, tale.table.duels) == ("4.5", 0)
