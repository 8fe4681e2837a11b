"""Chapter 2: who is who, what lies where before the first turn, and who has it."""

from __future__ import annotations

import pytest

from companion.rules.kernel import CHANCE, Position, denied, start, step

from .tale import MINORS, game


def begun(*masters: str, seats: int = 0, **chosen: str) -> Position:
    shadowlord = game(**chosen)
    return start(shadowlord, shadowlord.setup(seats or len(masters), masters))


def on(position: Position, *keys: str) -> Position:
    for key in keys:
        refusal = denied(position, key)
        assert refusal is None, f"{refusal}; {position.decision}"
        position = step(position, key)
    return position


def keys(position: Position) -> tuple[str, ...]:
    assert position.decision is not None
    return position.decision.keys()


def where(position: Position, piece: str) -> str:
    return position.game.placement(position.table)[piece]


DEALT = ("randi", "elfrida", "holger", "sigurd")
SHIPS = ("ring/earth", "ships/3", "ring/air", "ships/3")


def test_masters_are_taken_one_after_the_other_and_each_once() -> None:
    position = begun(seats=3)
    assert keys(position) == ("pawn/earth", "pawn/air", "pawn/fire", "pawn/water")
    position = on(position, "pawn/fire", "pawn/earth")
    assert keys(position) == ("pawn/air", "pawn/water")
    position = on(position, "pawn/water")
    homes = {master: where(position, f"pawn/{master}") for master in ("fire", "earth", "water")}
    assert homes == {"fire": "FIRE", "earth": "EARTH", "water": "WATER"}
    assert where(position, "pawn/air") == "box"


def test_masters_that_are_named_are_not_asked_for() -> None:
    assert begun("air", "water").decision.rule == "2.2"
    with pytest.raises(ValueError, match="name 2 different ones"):
        begun("air", "wind")
    with pytest.raises(ValueError, match="5 seats"):
        begun(seats=5)


def test_each_is_dealt_a_warrior_and_a_diplomat_who_stand_at_home() -> None:
    position = begun("earth", "air")
    assert position.decision.seat == CHANCE
    assert "randi" in keys(position)
    assert "vang" not in keys(position)
    assert "elfrida" not in keys(position)
    position = on(position, "randi")
    assert "elfrida" in keys(position)
    assert "holger" not in keys(position)
    position = on(position, "elfrida")
    assert "randi" not in keys(position)
    position = on(position, "holger", "sigurd")
    assert [where(position, f"disc/{ally}") for ally in DEALT] == ["EARTH", "EARTH", "AIR", "AIR"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_disc_lies_on_every_space_of_the_outer_ring_whoever_plays(seats: int) -> None:
    position = begun(*("earth", "air", "fire", "water")[:seats])
    while position.decision.rule == "2.2":
        position = step(position, keys(position)[0])
    face_down = position.game.view(position.table, 0).face_down
    assert len(face_down) == 16
    assert {"NE", "SE", "SW", "NW", "LEO", "ARI"} < set(face_down)
    assert not {"FORT", "FIRE", "RNE", "GN"} & set(face_down)
    unseen = [place for place in position.game.placement(position.table).values() if place == "face-down"]
    assert len(unseen) == 24 - 2 * seats, "what is left over nobody has seen either"


def test_the_shadowlord_has_the_stone_and_five_ships_and_eight_stand_around_him() -> None:
    seen = begun("earth", "air").game.view(begun("earth", "air").table, 0)
    assert seen.stone == "shadowlord"
    shadows = {shadow.id: (shadow.space, shadow.ships) for shadow in seen.shadows}
    assert shadows.pop("shadowlord") == ("FORT", 5)
    assert set(shadows) == set(MINORS)
    assert {space for space, _ in shadows.values()} == {"RNE", "GN", "RNW", "GW", "RSW", "GS", "RSE", "GE"}
    assert {ships for _, ships in shadows.values()} == {1}


def test_hidden_shadows_lie_among_the_discs() -> None:
    position = begun("earth", "air", "fire", "water", S2="hidden")
    while position.decision.rule == "2.2":
        position = step(position, keys(position)[0])
    seen = position.game.view(position.table, 0)
    assert [shadow.id for shadow in seen.shadows] == ["shadowlord"]
    assert len(seen.face_down) == 24
    unseen = [disc for disc, place in position.game.placement(position.table).items() if place == "face-down"]
    assert len(unseen) == 24, "sixteen allies and eight shadows"


def test_three_ships_are_put_into_rings_as_one_likes_and_all_of_them() -> None:
    position = on(begun("earth", "air"), *DEALT)
    assert set(keys(position)) == {"ring/earth", "ring/randi", "ring/elfrida"}
    position = on(position, "ring/randi")
    assert set(keys(position)) == {"ships/1", "ships/2", "ships/3"}
    position = on(position, "ships/2")
    assert "store" not in keys(position)
    position = on(position, "ring/elfrida")
    assert position.decision.seat == 1, "one is left, so nobody asks how many"
    earth = position.game.view(position.table, 0).players[0]
    assert {c.id: c.ships for c in earth.alliance} == {"earth": 0, "randi": 2, "elfrida": 1}


def test_the_highest_throw_starts_and_who_ties_for_it_throws_again() -> None:
    position = begun("earth", "air", "fire")
    position = on(position, *DEALT, "viggo", "bors", *SHIPS, "ring/fire", "ships/3")
    assert (position.decision.rule, position.decision.by) == ("2.5", 0)
    position = on(position, "5", "7", "7")
    assert position.decision.by == 1
    position = on(position, "2", "2", "1")
    assert position.decision.by == 2, "level again"
    position = on(position, "8")
    assert position.game.turn(position.table) == 1
    assert position.game.whose(position.table) == 2


def test_play_goes_clockwise_from_the_starter() -> None:
    position = on(begun("earth", "air", "fire"), *DEALT, "viggo", "bors", *SHIPS, "ring/fire", "ships/3", "1", "8", "2")
    order = []
    while len(order) < 4:
        turn, whose = position.game.turn(position.table), position.game.whose(position.table)
        if turn > len(order):
            order.append(whose)
        rule = position.decision.rule
        calm = {"5": "1-5", "7": "done", "8": "none"}
        position = step(position, calm.get(rule, keys(position)[0]))
    assert order == [1, 2, 0, 1]


def test_a_die_has_eight_sides() -> None:
    position = on(begun("earth", "air"), *DEALT, *SHIPS)
    assert keys(position) == tuple("12345678")
