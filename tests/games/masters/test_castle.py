"""Chapter 5: drawbridge, first room, corridors, oubliette."""

from __future__ import annotations

import pytest

from companion.rules.text import text

from .tale import Tale


@pytest.mark.parametrize("throw", ["1-1", "5-5"])
def test_every_move_ends_on_the_drawbridge(throw: str) -> None:
    tale = Tale("musclor", "stratos").stand(musclor="F3").play(throw)
    if "move/P" in tale.keys:
        tale.play("move/P")
    assert tale.at("musclor") == "P"


def test_from_there_the_next_turn_leads_into_the_first_room_without_dice() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="P")
    assert tale.news == ["castle.enter"]
    assert tale.at("musclor") == "H"
    assert tale.asked == "stratos throws"


def test_the_corridor_is_chosen_in_the_first_room() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="H")
    assert tale.asked == "musclor"
    assert tale.keys == tuple(f"move/{lane}{n}" for lane in "KMR" for n in (1, 2, 3))


def test_a_pawn_walks_on_in_its_corridor_and_never_back() -> None:
    assert Tale("musclor", "stratos").stand(musclor="M4").keys == ("move/M5", "move/M6", "move/M7")


@pytest.mark.parametrize(
    ("squares", "throw", "draws"),
    [(1, "1-4", True), (1, "2-4", False), (2, "3-4", True), (2, "4-4", False), (3, "", True)],
)
def test_the_further_the_sooner_a_card_is_drawn(squares: int, throw: str, draws: bool) -> None:
    tale = Tale("musclor", "stratos").stand(musclor="K4").play(f"move/K{4 + squares}")
    if throw:
        assert (tale.asked, tale.rule) == ("musclor throws", "5.4")
        tale.play(throw)
    assert (tale.rule == "6.1") is draws
    assert (tale.on == "musclor") is draws


def test_the_labels_say_when_a_card_is_drawn() -> None:
    decision = Tale("musclor", "stratos").stand(musclor="K4").position.decision
    assert decision is not None
    assert [option.label for option in decision.options] == [
        text("masters.risk.1", space="K5"),
        text("masters.risk.2", space="K6"),
        text("masters.risk.3", space="K7"),
    ]


def test_occupied_squares_do_not_count() -> None:
    tale = Tale("musclor", "stratos", "tila").stand(musclor="K4", stratos="K5", tila="K7")
    assert tale.keys == ("move/K6", "move/K8", "move/K9")
    refusal = tale.why_not("move/K5")
    assert (refusal.rule, refusal.reason) == ("5.5", text("masters.castle.taken", space="K5"))
    assert tale.play("move/K6").rule == "5.4", "one square that counts"


def test_the_last_square_stops_every_move_and_the_card_goes_by_the_squares_really_gone() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="K14")
    assert tale.keys == ("move/K15", "move/Z")
    assert tale.play("move/Z", "4-4").on == "stratos", "two squares: eight or more draws none"


def test_where_all_choices_come_to_the_same_square_nobody_is_asked() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="K15")
    assert tale.at("musclor") == "Z"
    assert (tale.asked, tale.rule) == ("musclor throws", "5.4")


def test_the_last_square_holds_one_pawn_and_others_wait_behind_it() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="K14", stratos="Z").came_along("stratos", "M13")
    tale.keep("stratos", "wall")
    assert tale.at("musclor") == "K15"
    tale = Tale("musclor", "stratos").stand(musclor="K15", stratos="Z").came_along("stratos", "M13")
    tale.keep("stratos", "wall")
    assert tale.at("musclor") == "K15", "no square ahead is free: no throw, no card"
    assert tale.asked == "stratos throws"
    assert tale.news == ["castle.wait"]


def test_before_the_oubliette_every_move_ends() -> None:
    assert Tale("musclor", "stratos").stand(musclor="R7").keys == ("move/R8", "move/R9")


def test_a_second_pawn_waits_behind_the_one_before_the_oubliette() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="R7", stratos="R9").keep("stratos", "wall")
    assert tale.at("musclor") == "R8"
    assert tale.rule == "5.4"


@pytest.mark.parametrize(
    ("throw", "space"),
    [("1-1", "H"), ("1-2", "P"), ("2-2", "P"), ("1-4", "P"), ("1-5", "R10"), ("6-6", "R10")],
)
def test_the_jump(throw: str, space: str) -> None:
    tale = Tale("musclor", "stratos").stand(musclor="R9")
    assert (tale.asked, tale.rule) == ("musclor throws", "5.8")
    tale.play(throw)
    assert tale.at("musclor") == space
    assert tale.on == "stratos", "no card"


def test_who_jumps_comes_to_the_first_free_square() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="R9", stratos="R10").keep("stratos", "wall").play("6-6")
    assert tale.at("musclor") == "Z"
    tale = Tale("musclor", "stratos", "tila").stand(musclor="R9", stratos="R10", tila="Z").came_along("tila", "R10")
    assert tale.play("6-6").at("musclor") == "R9", "none is free"


def test_a_card_drawn_before_the_oubliette_comes_first() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="R9").keep("musclor", "wall")
    assert tale.rule == "6.8"
    tale.play("6-6")
    assert tale.at("musclor") == "R9"
    assert tale.play("1-1").rule == "5.8", "the jump is the first turn without a card"


def test_whoever_falls_plays_on_from_the_drawbridge() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="R9").hold("musclor", "axe").play("1-2", "1-1")
    assert tale.at("musclor") == "H"
    assert tale.held("musclor") == {"axe"}


@pytest.mark.parametrize(
    ("rule", "others", "space"),
    [
        ("nine", {}, "H"),
        ("nine", {"stratos": "R5"}, "P"),
        ("room", {}, "H"),
        ("room", {"stratos": "R5"}, "H"),
        ("three", {}, "P"),
        ("three", {"stratos": "R5"}, "P"),
    ],
)
def test_m31_a_two_before_the_oubliette(rule: str, others: dict[str, str], space: str) -> None:
    tale = Tale("musclor", "stratos", M31=rule).stand(musclor="R9", **others).play("1-1")
    assert tale.at("musclor") == space
