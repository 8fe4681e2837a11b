"""Chapter 3 and §4.7: the throw, the way, the stops, and the castle.  `test_exact` has every length on many boards."""

from __future__ import annotations

import pytest

from companion.editions import read_edition, shipped
from companion.games.warlocks import KIT
from companion.games.warlocks.edition import Edition
from companion.games.warlocks.entered import EnteredBoard

from . import search
from .tale import Tale

REFERENCE: Edition = read_edition(shipped(KIT), KIT)
QUICK = range(2, 8)
"""Throws for which trying every way on the shipped board takes no time."""


# -- 3.1 to 3.3


def test_the_whole_throw_is_used_in_any_direction() -> None:
    tale = Tale("a-b-c-d b-e-f").stand(red="a").play("2-1")
    assert (tale.rule, tale.asked, tale.keys) == ("3.1", "red", ("move/d", "move/f"))
    assert tale.why_not("move/c").rule == "3.1"
    assert tale.why_not("stay").rule == "3.1", "far from the castle nobody stays"
    tale.play("move/f")
    assert (tale.at("red"), tale.on) == ("f", "blue")


def test_where_one_space_is_left_nobody_is_asked() -> None:
    tale = Tale("a-b-c-d").stand(red="a").play("1-2")
    assert (tale.at("red"), tale.on) == ("d", "blue")


def test_dice_are_added() -> None:
    for throw, space in (("1-1", "c"), ("1-3", "e"), ("3-1", "e"), ("2-2", "e")):
        assert Tale("a-b-c-d-e-f").stand(red="a").play(throw).at("red") == space


def test_no_space_twice_and_the_first_counts() -> None:
    tale = Tale("a-b-c-d-a").stand(red="a").play("2-2")
    assert tale.ends == {"b", "d"}, "four would be the round, back to a: three is the longest"
    assert "a" not in Tale("a-b-c-a").stand(red="a").play("2-1").ends
    assert Tale("a-b-c").stand(red="b").play("1-1").ends == {"a", "c"}, "not to and fro"


def test_the_next_turn_may_lead_back() -> None:
    tale = Tale("a-b-c e-f-g").stand(red="a", blue="e").play("1-1", "1-1", "1-1")
    assert tale.at("red") == "a"


def test_without_a_way_that_long_the_longest_has_to_be_gone() -> None:
    tale = Tale("a-b-c-d b-e b-f-g").stand(red="a").play("6-6")
    assert tale.ends == {"d", "g"}
    assert tale.why_not("move/e").rule == "3.1"


def test_where_nothing_leads_on_the_pawn_stays() -> None:
    tale = Tale("a b-c").stand(red="a", blue="b").play("6-6")
    assert (tale.at("red"), tale.on) == ("a", "blue")
    assert "move.stays" in tale.news


def test_no_throw_on_the_shipped_board_is_too_long() -> None:
    """§3.3 has nothing to do there, and so no scenario."""
    board = EnteredBoard(REFERENCE.board)
    for space in range(len(board.ids)):
        if space != board.castle:
            for throw in range(2, 13):
                assert set(board.paths.ends(space, throw)) - {board.castle}, (board.ids[space], throw)


def test_pawns_are_no_obstacle() -> None:
    tale = Tale("a-b-c-d", "red", "blue", "green").stand(red="a", blue="b", green="c").play("1-2")
    assert (tale.at("red"), tale.on) == ("d", "blue")


# -- 3.4


def test_a_square_stops_and_the_rest_is_lost() -> None:
    tale = Tale("a-b-ruins-c-d a-e-f-g").stand(red="a").play("2-2")
    assert tale.at("red") == "ruins", "stopping there is a whole move, and no other way has four steps"
    tale = Tale("a-b-ruins-c-d a-e-f-g").stand(red="a").play("1-2")
    assert tale.ends == {"ruins", "g"}


def test_a_square_stops_those_who_have_visited_it() -> None:
    tale = Tale("a-b-ruins-c-d a-e-f-g").stand(red="a").visited("red").play("1-2")
    assert tale.ends == {"ruins", "g"}


def test_who_begins_on_a_square_goes_on_and_not_back() -> None:
    tale = Tale("a-ruins-b-c-d-e").stand(red="ruins").play("1-3")
    assert (tale.at("red"), tale.on) == ("e", "blue"), "setting out from it is no stop, and a is one step, not four"


# -- 3.5


@pytest.mark.parametrize(("space", "may"), [("a", False), ("b", True), ("c", True), ("d", True)])
@pytest.mark.parametrize("escort", ["red", "blue"])
def test_up_to_three_before_the_castle_anybody_may_stay(space: str, may: bool, escort: str) -> None:
    tale = Tale("x-a-b-c-d-castle a-y").stand(red=space).escorted_by(escort).play("5-6")
    assert ("stay" in tale.keys) is may
    if may:
        assert tale.play("stay").at("red") == space
        assert tale.on == "blue"


def test_three_are_counted_by_the_shortest_way() -> None:
    tale = Tale("a-b-c-d-e-castle a-f-g-castle", kinds={"f": "ruins"}).stand(red="a").play("1-1")
    assert "stay" in tale.keys, "over the square it is three, though no move goes over it"


def test_staying_is_no_stop() -> None:
    tale = Tale("a-desert-castle").stand(red="desert").play("1-2", "stay")
    assert tale.lost("red") == 0
    tale = Tale("a-b-castle", kinds={"b": "star"}).stand(red="b").play("1-2", "stay")
    assert tale.on == "blue"
    tale = Tale("a-ruins-castle").stand(red="ruins").play("1-2", "stay")
    assert tale.on == "blue"
    assert tale.visits("red") == set()


# -- 4.7


def ready(lines: str, **kinds: str) -> Tale:
    return Tale(lines, kinds=kinds).visited("red")


def test_an_exact_throw_with_the_princess_after_all_visits_wins() -> None:
    tale = ready("a-b-c-castle b-d-e-f").stand(red="a").play("1-2")
    assert set(tale.keys) == {"move/castle", "move/e", "stay"}
    tale.play("move/castle")
    assert (tale.winner, tale.asked) == ("red", "nobody")
    outcome = tale.game.outcome(tale.table)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_any_way_of_that_length_will_do() -> None:
    tale = ready("a-b-castle b-c-d-b a-b").stand(red="a")
    assert "castle" not in tale.play("2-3").ends, "b would be entered twice"
    tale = ready("a-b-c-castle b-castle").stand(red="a")
    assert "castle" in tale.play("1-2").ends, "the long way round"
    tale = ready("a-b-c-castle b-castle").stand(red="a")
    assert "castle" in tale.play("1-1").ends, "the short one"


def test_nobody_stops_short_in_the_castle() -> None:
    tale = ready("a-b-c-castle").stand(red="a").play("1-3")
    assert tale.keys == ("move/c", "stay"), "three would do, four was thrown: c is the longest"


def test_who_lacks_the_princess_or_a_place_finds_a_wall() -> None:
    for tale in (
        Tale("a-b-castle-c-d b-e").visited("red").escorted_by("blue"),
        Tale("a-b-castle-c-d b-e").visited("red", "ruins", "maze", "lair"),
    ):
        tale.stand(red="a").play("1-1")
        assert tale.ends == {"e"}
        assert tale.why_not("move/castle").rule == "4.7"
        assert tale.play("stay").winner == ""
    tale = Tale("a-b-castle-c-d b-e").visited("red", "ruins").stand(red="a").play("2-2")
    assert tale.ends == {"e"}, "and nobody goes through it"


def test_who_is_ready_does_not_go_through_it_either() -> None:
    assert ready("a-b-castle-c-d b-e").stand(red="a").play("2-2").ends == {"e"}


def test_the_castle_behind_a_square_is_entered_from_it() -> None:
    tale = ready("a-ruins-b-castle").stand(red="a").play("1-2")
    assert tale.keys == ("move/ruins", "stay"), "three would lead into the castle, but not over the square"
    tale.play("move/ruins", "1-1", "6-6")  # the table; blue, at Seaport, finds no way
    assert tale.play("1-1", "move/castle").winner == "red"


# -- the board that ships


def reference(seat_ready: bool) -> Tale:
    tale = Tale("", edition=REFERENCE)
    return tale.visited("red") if seat_ready else tale


@pytest.mark.parametrize("is_ready", [False, True])
def test_on_the_shipped_board_moves_are_exact(is_ready: bool) -> None:
    """Throws up to seven, from everywhere; the longer ones are compared in tests/bench."""
    board = REFERENCE.board
    assert board is not None
    beside = {space.id: space.links for space in board.space}
    kinds = {space.id: str(space.kind) for space in board.space}
    squares = [space for space, kind in kinds.items() if kind in ("ruins", "maze", "dungeon", "lair")]
    (castle,) = [space for space, kind in kinds.items() if kind == "castle"]
    tale = reference(is_ready)
    for space in beside:
        if space == castle:
            continue
        tale.stand(red=space)
        for throw in QUICK:
            decision = tale.board.where(tale.state, tale.seat("red"), throw)
            found = [option.key.removeprefix("move/") for option in decision.options if option.key != "stay"]
            assert set(found) == search.ends(beside, space, throw, squares, castle, is_ready), (space, throw)
            assert len(set(found)) == len(found)
            near = 0 < search.distance(beside, space, castle) <= 3
            assert any(option.key == "stay" for option in decision.options) is near
