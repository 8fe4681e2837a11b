"""Chapter 9: a board that the referee doesn't know; the players say what they see on it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.games.warlocks.edition import Edition
from companion.games.warlocks.game import build
from companion.games.warlocks.nouns import PAWNS
from companion.rules.kernel import CHANCE, step

from .tale import Tale

BARE = Edition("bare", "warlocks")


def free(*pawns: str, **chosen: Any) -> Tale:
    return Tale("", *pawns, edition=BARE, board="free", **chosen)


def test_an_edition_without_a_board_needs_free_mode() -> None:
    with pytest.raises(ValueError, match="has no board: enter one, or set board to free"):
        build(BARE, {})
    game = build(BARE, {"board": "free"})
    assert game.board(game.setup(2)) is None


def test_the_player_says_on_what_the_pawn_has_stopped() -> None:
    tale = free().play("3-4")
    assert (tale.rule, tale.asked) == ("3.1", "red")
    assert {"land/plain", "land/arrow", "land/star", "land/x", "land/large", "land/ruins", "stay"} <= set(tale.keys)
    tale.play("land/plain")
    assert (tale.at("red"), tale.on) == ("plain", "blue")


def test_a_pawn_may_stay() -> None:
    assert free().play("3-4", "stay").at("red") == "seaport"


def test_an_arrow_leads_on() -> None:
    tale = free().play("3-4", "land/arrow")
    assert (tale.rule, tale.asked) == ("4.1", "red")
    assert tale.play("land/large").lost("red") == 1
    assert free().play("3-4", "land/arrow", "land/arrow", "stay").on == "blue", "a chain, and a dead end"


def test_a_star_lets_cast() -> None:
    tale = free().play("3-4", "land/star")
    assert set(tale.keys) == {"none", "spell/blue"}
    tale.play("spell/blue", "send/large")
    assert (tale.at("blue"), tale.on) == ("large", "red"), "blue's turn is lost"


def test_squares_and_large_circles_keep_spells_off() -> None:
    for space in ("large", "ruins", "lair"):
        tale = free("red", "blue", "green").stand(blue=space).play("3-4", "land/star")
        assert tale.why_not("spell/blue").rule == "4.2"


def test_an_x_leads_to_the_inn() -> None:
    tale = free().play("3-4", "land/x", "1-1", "stay")
    assert (tale.rule, tale.on) == ("4.3", "red")
    tale.play("2-2", "land/plain", "1-1", "stay")
    assert tale.rule == "4.3", "not there yet"
    tale.play("2-2", "land/inn")
    assert (tale.lost("red"), tale.at("red")) == (1, "inn")


def test_a_square_is_a_visit_and_the_players_read_its_table() -> None:
    tale = free().play("3-4", "land/maze")
    assert (tale.rule, tale.visits("red")) == ("4.5", {"maze"})
    tale.play("6-6", "lose/2", "princess", "done")
    assert (tale.lost("red"), tale.princess) == (2, "blue")


def test_the_table_may_send_a_pawn_anywhere() -> None:
    tale = free().play("3-4", "land/maze", "6-6", "move", "move/lair", "done")
    assert (tale.rule, tale.visits("red")) == ("4.5", {"maze", "lair"})
    tale.play("1-1", "again")
    assert (tale.rule, tale.asked) == ("4.5", "red throws")


def test_whoever_comes_to_a_space_of_a_kind_says_whether_a_pawn_is_there() -> None:
    tale = free().stand(blue="plain").play("3-4", "land/plain")
    assert (tale.rule, set(tale.keys)) == ("6.1", {"none", "duel/blue"})
    tale.play("none")
    assert tale.on == "blue"


def test_a_duel_is_the_same() -> None:
    tale = free().stand(blue="plain").escorted_by("blue").play("3-4", "land/plain", "duel/blue", "6-6", "1-1")
    assert tale.princess == "red"
    assert {"push/plain", "push/lair", "stay"} <= set(tale.keys)
    tale.play("push/lair")
    assert {"go/plain", "go/lair", "stay"} <= set(tale.keys)
    tale.play("go/star")
    assert (tale.at("red"), tale.at("blue")) == ("star", "lair")


def test_at_seaport_the_switch_holds_here_too() -> None:
    assert free().stand(red="plain").play("3-4", "land/seaport").on == "blue"
    assert "duel/blue" in free(W4="left").stand(red="plain").play("3-4", "land/seaport").keys


def test_the_castle_is_offered_to_those_who_are_ready() -> None:
    tale = free().play("3-4")
    assert tale.why_not("land/castle").rule == "4.7"
    assert free().visited("red").escorted_by("blue").play("3-4").why_not("land/castle").rule == "4.7"
    assert free().visited("red").play("3-4", "land/castle").winner == "red"


def test_a_whole_turn_with_all_in_it() -> None:
    """An arrow to a star, a spell that makes a duel, and the loser's lost turn."""
    tale = free("red", "blue", "green").stand(blue="plain", green="plain").escorted_by("green")
    tale.play("3-4", "land/arrow", "land/star", "spell/blue", "send/plain", "duel/green", "6-6", "1-1")
    assert (tale.princess, tale.asked, tale.rule) == ("blue", "blue", "6.3")
    tale.play("push/large", "go/plain")
    assert (tale.lost("green"), tale.on, tale.at("red")) == (1, "blue", "star")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("switches", [{}, {"W4": "left", "W7": "own", "W18": "on"}], ids=["default", "others"])
def test_whole_games_end(seed: int, switches: dict[str, Any]) -> None:
    game, random = build(BARE, {"board": "free", **switches}), Random(seed)
    tale = Tale("", "red", "blue", "green", edition=BARE, board="free", **switches)
    tale.are(red="warlock", blue="warrior", green="warrior")
    pieces = {"pawn/princess", *(f"pawn/{pawn.id}" for pawn in PAWNS)}
    position = tale.position
    pick: Callable[[tuple[str, ...]], str] = random.choice
    for _ in range(60_000):
        if position.decision is None:
            break
        position = step(position, pick(position.decision.keys()))
        assert set(game.placement(position.table)) == pieces
        assert position.decision is None or position.decision.seat in (CHANCE, 0, 1, 2)
    outcome = game.outcome(position.table)
    assert outcome is not None
    assert position.table.visits[outcome.winners[0]] == 15
