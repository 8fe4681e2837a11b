"""Free mode: a real board that the referee doesn't know; the players say what kind of square they came to."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.masters.edition import Composition
from companion.rules.kernel import CHANCE, Seat, step

from .tale import REFERENCE, Tale


def free(*pawns: str, **chosen: str) -> Tale:
    return Tale(*(pawns or ("musclor", "stratos")), edition=replace(REFERENCE, board=None), board="free", **chosen)


STRATOS_STAYS = ("1-1", "stay")


def test_there_is_no_board_and_the_pieces_are_all_somewhere() -> None:
    tale = free()
    assert tale.game.board(tale.table) is None
    where = tale.game.placement(tale.table)
    assert sum(place == "token" for place in where.values()) == 21
    assert where["pawn/musclor"] == "start"


def test_the_player_chooses_a_die_and_says_what_the_pawn_came_to() -> None:
    tale = free().play("4-2", "die/4")
    assert tale.keys == ("land/path", "land/token", "land/edge", "stay")
    tale.play("land/path")
    assert (tale.at("musclor"), tale.on) == ("path", "stratos")


def test_a_token_is_named_and_kept_or_put_back() -> None:
    tale = free().play("4-2", "die/4", "land/token")
    assert (tale.rule, tale.asked) == ("3.5", "musclor turns")
    tale.play("axe", "take")
    assert tale.held("musclor") == {"axe"}
    decision = tale.play(*STRATOS_STAYS, "1-1", "land/token").position.decision
    assert decision is not None
    weights = {option.key: option.weight for option in decision.options}
    assert weights["axe"] == weights["sword"] - 1, "one less lies on the board"
    assert decision.source == "token/2"
    assert tale.game.pile(tale.table, decision.source) is None, "no square says which one it is"


def test_a_token_that_was_put_back_can_come_up_again() -> None:
    tale = free().play("1-1", "land/token", "ship", "leave", *STRATOS_STAYS, "1-1", "land/token")
    assert "ship" in tale.keys


def test_a_monster_takes_a_token_and_a_square_is_asked_for_only_where_there_may_be_none() -> None:
    tale = free().hold("musclor", "axe").play("1-1", "land/token", "monster")
    assert (tale.asked, tale.keys) == ("stratos", ("put/token", "put/none"))
    assert tale.play("put/none").held("musclor") == {"axe"}
    tale = free().hold("musclor", "axe").hold("stratos", "axe", "sword", "spear").play("1-1", "land/token", "monster")
    assert tale.held("musclor") == set(), "with so many empty squares one is free"


def test_the_ship_flies_near_far_and_to_the_drawbridge() -> None:
    tale = free().play("1-1", "land/token", "ship")
    assert tale.keys == ("fly/path", "fly/beyond", "fly/drawbridge", "leave")
    tale.play("fly/beyond", *STRATOS_STAYS, "2-2")
    assert tale.keys == ("land/path", "land/token", "land/drawbridge", "land/ship", "stay")
    tale.play("land/ship")
    assert tale.rule == "3.10"
    tale.play("fly/drawbridge")
    assert tale.at("musclor") == "drawbridge"
    assert tale.is_out("ship")


def test_whoever_lets_the_ship_be_says_where_the_pawn_stands() -> None:
    tale = free("musclor", "stratos").play("1-1", "land/token", "ship", "fly/path", "1-1", "land/ship", "stay")
    assert {"land/path", "land/token", "land/edge"} <= set(tale.keys)
    tale.play("land/token")
    assert tale.rule == "3.5"


def test_m9_tokens_holds_here_too() -> None:
    tale = free(M9="tokens").play("1-1", "land/token", "ship", "fly/token")
    assert tale.keys == ("turn", "leave")
    tale.play("turn", "axe", "take")
    assert tale.held("musclor") == {"axe"}


def test_the_ravine_is_the_same() -> None:
    tale = free().hold("musclor", "tiger").play("1-1", "land/edge", *STRATOS_STAYS)
    assert tale.keys == ("cross", "walk")
    tale.play("cross", "3-3")
    assert (tale.at("musclor"), tale.held("musclor")) == ("beyond", set())


def test_who_walks_away_and_cannot_stays_before_the_ravine() -> None:
    tale = free().play("1-1", "land/edge", *STRATOS_STAYS, "walk", "1-1", "stay")
    assert tale.at("musclor") == "edge"


def in_the_castle(*tokens: str, **chosen: str) -> Tale:
    return free(**chosen).stand(musclor="entrance").hold("musclor", *tokens)


def test_in_the_castle_the_player_says_how_far_and_what_the_square_is() -> None:
    tale = in_the_castle()
    assert len(tale.keys) == 10
    decision = tale.position.decision
    assert decision is not None
    assert len({option.group for option in decision.options if option.group}) == 3, "one group a distance"
    assert tale.play("land/1/corridor").rule == "5.4"
    assert in_the_castle().play("land/3/corridor").rule == "6.1"
    assert in_the_castle().play("stay").on == "stratos"


def test_before_the_oubliette_comes_the_jump() -> None:
    tale = in_the_castle().play("land/2/brink", "6-6", *STRATOS_STAYS)
    assert tale.rule == "5.8"
    tale.play("6-6")
    assert tale.keys == ("land/corridor", "land/last")
    tale = in_the_castle().play("land/2/brink", "6-6", *STRATOS_STAYS, "1-1")
    assert tale.keys == ("land/corridor", "land/entrance", "land/drawbridge"), "nine back"
    assert in_the_castle(M31="three").play("land/2/brink", "6-6", *STRATOS_STAYS, "1-1").at("musclor") == "drawbridge"


def test_the_armour_asks_where_the_retreat_ended() -> None:
    tale = in_the_castle("shield").play("land/3/corridor", "armour", "1-1")
    assert tale.keys == ("land/corridor", "land/entrance", "land/drawbridge")
    tale.play("land/corridor")
    assert (tale.card("musclor"), tale.held("musclor")) == ("armour", set())
    tale = in_the_castle("shield").play("land/3/corridor", "armour", "1-1", "land/entrance")
    assert tale.held("musclor") == {"shield"}, "it would have stopped there without it"
    tale = in_the_castle().play("land/3/corridor", "armour", "1-1", "land/drawbridge")
    assert (tale.at("musclor"), tale.card("musclor")) == ("drawbridge", "")


def test_from_the_last_square_the_battle_is_the_same() -> None:
    tale = in_the_castle().play("land/1/last", "6-6", *STRATOS_STAYS, *("6-5", "1-1") * 3)
    assert tale.winners == ["musclor"]


def test_the_mix_need_not_be_known() -> None:
    counted = replace(REFERENCE, board=None, composition=Composition.TOTALS, token=(), card=())
    tale = Tale("musclor", "stratos", edition=counted, board="free", tokens="physical", cards="physical")
    tale.play("1-1", "land/token")
    assert len(tale.keys) == 8
    tale.play("ship", "fly/path", "1-1", "land/token")
    assert "ship" not in tale.keys, "there is only one"


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("m9", ["free", "tokens"])
def test_a_whole_game(seed: int, m9: str) -> None:
    tale, random = free("tila", "maskor", "musclor", M9=m9, M36="places"), Random(seed)
    pieces = set(tale.game.placement(tale.table))
    position = tale.position
    while (decision := position.decision) is not None:
        position = step(position, random.choices(decision.keys(), [o.weight for o in decision.options])[0])
        where = tale.game.placement(position.table)
        assert set(where) == pieces
        assert decision.seat in (CHANCE, *map(Seat, range(3)))
    outcome = tale.game.outcome(position.table)
    assert outcome is not None
    assert len(outcome.places) == 2
