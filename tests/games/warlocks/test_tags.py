"""Pawns that bear tags: which tap answers which question, and what is left to the menu."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.editions import read_edition, shipped
from companion.games.warlocks import KIT
from companion.games.warlocks.edition import Edition, check
from companion.games.warlocks.game import build
from companion.games.warlocks.nouns import PAWNS
from companion.games.warlocks.tables import Table
from companion.rules.kernel import Option, start, step
from companion.table.model import PieceEntry

from .tale import Tale

REFERENCE: Edition = read_edition(shipped(KIT), KIT)


def options(tale: Tale) -> tuple[Option[Any], ...]:
    decision = tale.position.decision
    assert decision is not None
    return decision.options


def tapped(tale: Tale) -> dict[str, str]:
    """Piece -> the option that it stands for."""
    return {option.piece: option.key for option in options(tale) if option.piece}


def listed(*, drop: str = "", **entries: str) -> Edition:
    """The reference with an entry more, or without one."""
    pieces = {id: entry for id, entry in REFERENCE.pieces.items() if id != drop}
    return replace(REFERENCE, pieces=pieces | {f"pawn/{id}": PieceEntry(kind) for id, kind in entries.items()})


def test_all_pawns_bear_tags_the_princess_too() -> None:
    game = build(REFERENCE, {})
    assert [piece.id for piece in game.pieces] == [*(f"pawn/{pawn.id}" for pawn in PAWNS), "pawn/princess"]
    assert {piece.id for piece in game.pieces} == set(game.placement(game.setup(2)))
    assert all(piece.bears_tag for piece in game.pieces)
    assert game.pieces[-1].name.key == "warlocks.pawn.princess"


def test_who_taps_a_pawn_plays_it_as_long_as_it_is_free() -> None:
    game = build(REFERENCE, {})
    position = start(game, game.setup(3))
    for pawn, left in (("pawn/green", 6), ("pawn/red", 5)):
        assert position.decision is not None
        choices = {option.piece: option.key for option in position.decision.options}
        assert len(choices) == left
        position = step(position, choices[pawn])
    assert position.decision is not None
    assert not {"pawn/green", "pawn/red", "pawn/princess"} & {option.piece for option in position.decision.options}


def test_where_a_pawn_goes_is_said_by_the_menu() -> None:
    tale = Tale("a-b-c-d-e b-x-y", "red", "blue").stand(red="a", blue="e").play("1-1")
    assert len(tale.keys) == 2
    assert tapped(tale) == {}, "a tap of Red asks whose turn it is"


def test_a_spell_is_cast_on_the_pawn_that_is_tapped() -> None:
    tale = Tale("a-b-star-c-ruins", "red", "blue", "green", "black")
    tale.stand(red="a", blue="c", green="ruins", black="b").play("1-1")
    assert tale.rule == "4.2"
    assert tapped(tale) == {"pawn/blue": "spell/blue", "pawn/black": "spell/black"}
    assert tale.why_not("spell/green").rule == "4.2"
    assert tapped(tale.play("spell/blue")) == {}, "where to is on the menu"


def test_a_rival_is_tapped_where_the_players_see_who_it_is() -> None:
    tale = Tale("", "red", "blue", "green", edition=replace(REFERENCE, board=None), board="free")
    tale.stand(red="star", blue="plain", green="plain").play("3-4", "land/plain")
    assert tapped(tale) == {"pawn/blue": "duel/blue", "pawn/green": "duel/green"}
    assert "none" in tale.keys


def test_the_princess_and_her_new_escort_are_tapped_where_the_players_read_the_table() -> None:
    tale = Tale("a-b-ruins-c", "red", "blue", "green", tables=[Table("ruins", "table")]).stand(red="a")
    tale.play("1-1", "3-4")
    assert tapped(tale) == {"pawn/princess": "princess"}
    assert tapped(tale.play("princess")) == {"pawn/blue": "seat/1", "pawn/green": "seat/2"}


def test_she_comes_by_a_tap_too() -> None:
    tale = Tale("a-b-ruins-c", tables=[Table("ruins", "table")]).stand(red="a").escorted_by("blue").play("1-1", "3-4")
    assert tapped(tale) == {"pawn/princess": "princess"}
    assert tale.play("princess").princess == "red"


def test_a_question_is_built_once_and_kept() -> None:
    """In mass play the same options come up over and over."""
    first, second = (options(Tale("a-b-star-c", "red", "blue").stand(red="a", blue="c").play("1-1")) for _ in range(2))
    assert [one is other for one, other in zip(first, second, strict=True)] == [True, True]


def test_without_a_list_there_are_no_pieces() -> None:
    bare = replace(REFERENCE, pieces={})
    assert check(bare) == []
    assert build(bare, {}).pieces == ()


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        pytest.param(listed(drop="pawn/princess"), "pieces: 0 pieces are pawn/princess", id="no princess"),
        pytest.param(listed(spare="red"), "pieces: 2 pieces are pawn/red", id="two of a colour"),
        pytest.param(listed(white="white"), "pieces.pawn/white.kind: this game has no pawn/white", id="a stranger"),
    ],
)
def test_a_mistake_in_the_list_is_found(planted: Edition, found: str) -> None:
    (mistake,) = check(planted)
    assert f"{mistake.key}: {mistake.what}" == found
    assert mistake.remedy


def test_nothing_is_drawn() -> None:
    tale = Tale("a-b-c").stand(red="a", blue="c")
    assert tale.game.located(tale.table) == {}
