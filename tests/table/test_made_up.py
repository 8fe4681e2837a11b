"""Tags that are made up: each piece has its own, and a real tag could have it."""

from companion.bench.check import reference_game
from companion.games import GAMES, kit
from companion.rules.game import Piece
from companion.rules.text import Text
from companion.table.made_up import made_up_tag, made_up_tags
from companion.table.tag_ids import canonical, is_random


def test_every_piece_of_every_game_has_its_own_tag_that_a_tag_can_have() -> None:
    pieces = [piece for name in GAMES for piece in reference_game(kit(name)).pieces]
    ids = {piece.id for piece in pieces if piece.bears_tag}
    tags = made_up_tags(pieces)
    assert len(ids) > 100
    assert set(tags.values()) == ids
    assert all(canonical(tag) == tag and len(tag) == 14 and not is_random(tag) for tag in tags)


def test_no_made_up_id_goes_on_behind_88() -> None:
    for n in range(3_000):
        assert canonical(made_up_tag(f"token/{n}"))


def test_it_is_the_same_tomorrow_and_a_piece_without_tag_has_none() -> None:
    axe, wall = Piece("token/17", "axe", Text("")), Piece("wall/1", "wall", Text(""), bears_tag=False)
    assert made_up_tags([axe, wall]) == {"0472BA45B9B759": "token/17"}
