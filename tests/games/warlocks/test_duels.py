"""Chapters 5 to 8: duels, the princess, lost turns, warlocks and warriors."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.warlocks.tables import Row

from .tale import Tale, table

CROSS = "a-b-c c-n c-e c-s"
"""Red comes from a to c, whose other ways lead to n, e and s."""


def duel(*throws: str, lines: str = CROSS, pawns: tuple[str, ...] = ("red", "blue"), **chosen: Any) -> Tale:
    """Red comes to c, where blue is, and they throw."""
    return Tale(lines, *pawns, **chosen).stand(red="a", blue="c").play("1-1", *throws)


WINS, LOSES = ("6-6", "1-1"), ("1-1", "6-6")
"""Red's throw and blue's."""

# -- 6.1 when


def test_a_pawn_that_stops_on_another_fights_it() -> None:
    tale = duel()
    assert (tale.rule, tale.asked) == ("6.2", "red throws")
    assert tale.play("3-3").asked == "blue throws"


def test_passing_over_a_pawn_is_free_even_where_the_princess_is() -> None:
    tale = Tale("a-b-c-d").stand(red="a", blue="b").escorted_by("blue").play("1-2")
    assert (tale.at("red"), tale.princess, tale.table.duels) == ("d", "blue", 0)


def test_at_seaport_nobody_fights() -> None:
    tale = Tale("a-b-sea-c", "red", "blue", "green").stand(red="a").play("1-1")
    assert (tale.at("red"), tale.table.duels, tale.on) == ("sea", 0, "blue")
    tale = Tale("a-b-sea-c").stand(red="a").escorted_by("blue").play("1-1")
    assert tale.princess == "blue"


def test_w4_left_who_comes_back_to_seaport_fights() -> None:
    tale = Tale("a-b-sea-c", W4="left").stand(red="a").play("1-1")
    assert (tale.rule, tale.asked) == ("6.2", "red throws")
    tale.play(
        *WINS,
        "push/c",
    )
    assert (tale.at("blue"), tale.at("red")) == ("c", "b")


def test_w4_left_where_several_stand_one_of_them_fights() -> None:
    tale = Tale("a-b-sea-c", "red", "blue", "green", W4="left").stand(red="a").play("1-1")
    assert (tale.rule, set(tale.keys)) == ("6.1", {"duel/blue", "duel/green"})
    tale.play("duel/green", *WINS, "push/c")
    assert (tale.at("green"), tale.at("blue"), tale.at("red"), tale.on) == ("c", "sea", "b", "blue")


def test_w4_left_those_who_have_not_left_it_yet_stand_in_peace() -> None:
    tale = Tale("sea-a-b", "red", "blue", "green", W4="left").play("1-1")
    assert (tale.at("red"), tale.on, tale.table.duels) == ("b", "blue", 0)


@pytest.mark.parametrize("by", ["throw", "arrow", "spell", "push"])
def test_whatever_brings_a_pawn_there(by: str) -> None:
    if by == "throw":
        tale = duel()
    elif by == "arrow":
        tale = Tale("a-b-c-d-e", arrows={"c": "d-e"}).stand(red="a", blue="e").play("1-1")
    elif by == "spell":
        tale = Tale("a-b-c-d", kinds={"c": "star"}).stand(red="a", blue="d").play("1-1", "spell/blue", "send/c")
    else:
        tale = Tale("a-b-c-d", "red", "blue", "green").stand(red="a", blue="c", green="d")
        tale.play("1-1", *WINS, "push/d")
        assert tale.table.duels == 2
    assert tale.rule == "6.2"


# -- 6.2 the throw


def test_the_higher_sum_wins() -> None:
    assert duel("3-4", "4-2").asked == "red"
    assert duel("3-3", "3-4").asked == "blue"


def test_a_tie_is_thrown_again_by_both() -> None:
    tale = duel("3-4", "5-2")
    assert (tale.asked, tale.rule, tale.table.duels) == ("red throws", "6.2", 1)
    assert "tie" in tale.news
    assert duel("3-4", "5-2", "6-6", "6-6", "1-1", "6-6").asked == "blue"


def test_every_throw_is_one_of_its_own() -> None:
    tale, seen = duel(), set[str]()
    for key in ("3-3", "3-3", "4-4", "4-4"):
        decision = tale.position.decision
        assert decision is not None
        seen.add(decision.source)
        tale.play(key)
    assert len(seen) == 4


# -- 6.3 leaving


def test_the_winner_moves_the_loser_and_then_himself_elsewhere() -> None:
    tale = duel(*WINS)
    assert (tale.asked, tale.rule) == ("red", "6.3")
    assert set(tale.keys) == {"push/b", "push/n", "push/e", "push/s"}
    tale.play("push/n")
    assert set(tale.keys) == {"go/b", "go/e", "go/s"}
    assert tale.why_not("go/n").rule == "6.3"
    tale.play("go/e")
    assert (tale.at("blue"), tale.at("red"), tale.on) == ("n", "e", "blue")


def test_whoever_was_there_may_win_too() -> None:
    tale = duel(*LOSES)
    assert (tale.asked, tale.rule) == ("blue", "6.3")
    tale.play("push/b", "go/s")
    assert (tale.at("red"), tale.at("blue"), tale.on) == ("b", "s", "blue")


def test_nobody_leaves_into_the_castle() -> None:
    tale = Tale("k-a-b-c-castle c-e").visited("red").stand(red="k", blue="c").play("1-2", *WINS)
    assert set(tale.keys) == {"push/b", "push/e"}
    assert tale.play("push/b").at("red") == "e", "not into the castle, even who is ready"
    assert tale.winner == ""


def test_squares_may_be_left_to() -> None:
    tale = duel(*WINS, lines="a-b-c-ruins c-lair c-e").play("push/ruins")
    assert "go/lair" in tale.keys


def test_with_one_way_out_the_loser_takes_it_and_the_winner_stays() -> None:
    tale = duel(*WINS, lines="a-b-c")
    assert (tale.at("blue"), tale.at("red"), tale.on) == ("b", "c", "blue")
    assert "duel.stay" in tale.news


def test_where_no_way_leads_out_both_stay() -> None:
    """A table has sent red to a space from which only the castle could be reached."""
    tale = Tale("a-b-ruins k-castle", tables=[table("ruins", seven=Row((7,), move="k"))]).stand(red="a", blue="k")
    tale.play("1-1", "3-4", *LOSES)
    assert (tale.at("red"), tale.at("blue"), tale.on, tale.princess) == ("k", "k", "blue", "blue")


def test_who_stays_gets_what_the_space_does() -> None:
    tale = Tale("a-b-desert").stand(red="a", blue="desert").play("1-1", *WINS)
    assert (tale.at("red"), tale.lost("red"), tale.lost("blue")) == ("desert", 1, 0)


def test_who_leaves_gets_nothing_of_it() -> None:
    tale = Tale("a-b-desert-c").stand(red="a", blue="desert").play("1-1", *WINS, "push/c")
    assert (tale.at("red"), tale.lost("red")) == ("b", 0)
    tale = Tale("a-b-c-d", kinds={"c": "star"}).stand(red="a", blue="c").play("1-1", *WINS, "push/d")
    assert tale.on == "blue", "no spell from a star where one fought"


def test_where_they_stop_next_the_space_works() -> None:
    tale = Tale("a-b-c-desert c-k-l-m", "red", "green", "blue", arrows={"k": "l-m"}).stand(red="a", blue="c")
    tale.play("1-1", *WINS, "push/desert", "go/k")
    assert (tale.lost("blue"), tale.at("red")) == (1, "m")


# -- 6.4 one after another

THREE = ("red", "blue", "green")


def test_a_push_onto_a_third_pawn_is_settled_before_the_winner_moves() -> None:
    tale = Tale("a-b-c-d-e c-f", *THREE).stand(red="a", blue="c", green="d").play("1-1", *WINS, "push/d")
    assert (tale.rule, tale.asked, tale.at("red")) == ("6.2", "blue throws", "c")
    tale.play("6-6", "1-1", "push/e")
    assert (tale.asked, tale.rule, tale.at("green")) == ("blue throws", "6.2", "e"), "blue's one way out is red's space"


def test_a_chain_of_three_in_full() -> None:
    """Red beats blue and pushes it to green; green beats blue and both leave; then red takes its own step."""
    tale = Tale("a-b-c-d-e d-g c-f", *THREE).stand(red="a", blue="c", green="d")
    tale.play("1-1", *WINS, "push/d", "1-1", "6-6")
    assert (tale.asked, tale.rule) == ("green", "6.3")
    tale.play("push/e", "go/g")
    assert (tale.asked, tale.rule, tale.at("blue"), tale.at("green")) == ("red", "6.3", "e", "g")
    assert set(tale.keys) == {"go/b", "go/f"}, "still not to where the loser was sent"
    tale.play("go/f")
    assert (tale.at("red"), tale.on) == ("f", "blue")


def test_a_loser_that_comes_back_to_the_winner_fights_again() -> None:
    """Green is the stronger one, and sends blue back to red."""
    tale = Tale("a-b-c-d-e c-f", *THREE).stand(red="a", blue="c", green="d")
    tale.play("1-1", *WINS, "push/d", "1-1", "6-6", "push/c")
    assert (tale.rule, tale.asked, tale.table.duels) == ("6.2", "blue throws", 3)
    tale.play("6-6", "1-1", "push/f", "go/b")
    assert (tale.at("red"), tale.at("blue"), tale.at("green")) == ("f", "b", "e")
    assert tale.on == "blue", "red has been moved out, and takes no step of its own any more"


def test_a_winner_that_steps_onto_a_pawn_fights_again() -> None:
    tale = Tale("a-b-c-d-e c-f", *THREE).stand(red="a", blue="c", green="d")
    tale.play("1-1", *WINS, "push/f", "go/d")
    assert (tale.rule, tale.asked, tale.table.duels) == ("6.2", "red throws", 2)


# -- 6.5 the guard


def triangle(duels: int) -> Tale:
    """After so many duels in a turn: three pawns on a ring of three, and every loser is pushed onto the next pawn."""
    tale = Tale("a-p p-q-r-p", *THREE).stand(red="a", blue="q", green="r").play("1-1", "move/q")
    while True:
        tale.play("6-6", "1-1")
        if tale.table.duels == duels or tale.rule != "6.3":
            return tale
        (taken,) = [key for key in tale.keys if key.partition("/")[2] in [tale.at(pawn) for pawn in THREE]]
        tale.play(taken)


def test_the_nineteenth_duel_is_one_like_the_others() -> None:
    tale = triangle(19)
    assert (tale.table.duels, tale.rule, tale.on) == (19, "6.3", "red")


def test_after_the_twentieth_all_stay() -> None:
    last, after = triangle(19), triangle(20)
    last.play(next(key for key in last.keys if key.partition("/")[2] in [last.at(pawn) for pawn in THREE]))
    assert "duel.enough" in after.news
    assert (after.on, after.rule) == ("blue", "3.1")
    assert [after.at(pawn) for pawn in THREE] == [last.at(pawn) for pawn in THREE]


def test_the_next_turn_may_have_duels_again() -> None:
    tale = triangle(20).play("1-1")
    others = {tale.at(pawn) for pawn in THREE} - {tale.at("blue")}
    tale.play(next(f"move/{space}" for space in sorted(others & tale.ends)))
    assert tale.rule in ("6.1", "6.2")


# -- 5 the princess


def test_she_goes_wherever_her_escort_goes() -> None:
    tale = Tale("a-b-c-d-e", arrows={"c": "d-e"}).stand(red="a").play("1-1")
    assert tale.game.placement(tale.table)["pawn/princess"] == "e"
    tale = Tale("a-b-c k-l", kinds={"c": "star"}).escorted_by("blue").stand(red="a", blue="k")
    assert tale.play("1-1", "spell/blue").game.placement(tale.table)["pawn/princess"] == "l"


def test_the_winner_takes_her_at_once_and_along() -> None:
    tale = duel(*LOSES)
    assert (tale.princess, tale.asked) == ("blue", "blue"), "before anybody has left"
    tale.play("push/b", "go/s")
    assert tale.game.placement(tale.table)["pawn/princess"] == "s"


def test_a_winner_who_has_her_keeps_her() -> None:
    tale = duel(*WINS).play("push/b", "go/s")
    assert tale.princess == "red"
    assert tale.game.placement(tale.table)["pawn/princess"] == "s"


def test_a_duel_without_her_only_moves() -> None:
    tale = Tale(CROSS, *THREE).stand(red="a", blue="c", green="n").escorted_by("green")
    tale.play("1-1", *WINS, "push/s", "go/e")
    assert tale.princess == "green"


def test_in_a_chain_she_goes_from_winner_to_winner() -> None:
    tale = Tale("a-b-c-d-e d-g c-f", *THREE).stand(red="a", blue="c", green="d").escorted_by("green")
    tale.play("1-1", *WINS, "push/d")
    assert tale.princess == "green"
    tale.play("6-6", "1-1")
    assert tale.princess == "blue"


def test_on_a_square_she_is_safe() -> None:
    tale = Tale("a-b-ruins-c").stand(red="a", blue="ruins").escorted_by("blue").play("1-1", "6-6")
    assert tale.princess == "blue"


# -- 7 lost turns


def test_a_lost_turn_passes_without_a_throw() -> None:
    tale = Tale("a-b-c", *THREE).stand(red="a").loses("blue", 1).play("1-1")
    assert (tale.on, tale.asked, tale.at("blue")) == ("green", "green throws", "sea")
    assert "lost.now" in tale.news


def test_lost_turns_add_up() -> None:
    tale = Tale("k-l-b a-b-desert", "red", "green", "blue").stand(red="k", blue="b").loses("blue", 2)
    tale.play("1-1", *WINS, "push/desert", "go/a")
    assert (tale.lost("blue"), tale.on) == (3, "green")


def test_several_lost_turns_pass_one_by_one() -> None:
    """Nobody finds a way out of Seaport here, so each throw is a turn."""
    tale = Tale("a-b", *THREE).loses("blue", 2)
    asked = []
    for _ in range(6):
        asked.append(tale.asked.removesuffix(" throws"))
        tale.play("6-6")
    assert asked == ["red", "green", "red", "green", "red", "blue"]


def test_losing_a_turn_does_not_cut_short_the_one_that_is() -> None:
    """Red, on his own turn, gets a lost turn in the desert through an arrow, and still fights there."""
    tale = Tale("a-b-c-d-desert", arrows={"c": "d-desert"}).stand(red="a", blue="desert").play("1-1")
    assert tale.rule == "6.2"
    tale.play(*WINS)
    assert (tale.at("red"), tale.lost("red")) == ("desert", 1)


# -- 8 warlock and warrior


def crafts(space: str, red: str, blue: str, *throws: str, **chosen: Any) -> Tale:
    kinds = {"c": space}
    return (
        Tale("a-b-c-n c-s", kinds=kinds, **chosen).are(red=red, blue=blue).stand(red="a", blue="c").play("1-1", *throws)
    )


@pytest.mark.parametrize(
    ("space", "red", "blue", "winner"),
    [
        ("star", "warlock", "warrior", "red"),
        ("star", "warrior", "warlock", "blue"),
        ("plain", "warlock", "warrior", "blue"),
        ("plain", "warrior", "warlock", "red"),
        ("star", "warlock", "warlock", ""),
        ("star", "warrior", "warrior", ""),
        ("plain", "warlock", "warlock", ""),
        ("plain", "warrior", "warrior", ""),
        ("desert", "warrior", "warlock", "red"),
    ],
)
def test_w18_on_one_point_decides_an_even_throw(space: str, red: str, blue: str, winner: str) -> None:
    tale = crafts(space, red, blue, "3-4", "5-2", W18="on")
    assert tale.asked == (winner or "red throws")
    assert crafts(space, red, blue, "3-4", "5-2", W18="off").asked == "red throws", "off: a tie"


def test_w18_on_one_point_makes_a_tie() -> None:
    tale = crafts("plain", "warlock", "warrior", "4-4", "5-2", W18="on")
    assert (tale.asked, tale.rule) == ("red throws", "6.2")
    assert crafts("plain", "warlock", "warrior", "4-4", "5-2", W18="off").asked == "red"


def test_w18_on_only_warlocks_cast() -> None:
    for craft, offered in (("warlock", True), ("warrior", False)):
        tale = Tale("a-b-c k-l", kinds={"c": "star"}, W18="on").are(red=craft, blue="warlock")
        tale.stand(red="a", blue="k").play("1-1")
        assert (tale.rule == "4.2") is offered
    tale = Tale("a-b-c k-l", kinds={"c": "star"}).are(red="warrior", blue="warlock").stand(red="a", blue="k")
    assert tale.play("1-1").rule == "4.2", "off: anybody may"
