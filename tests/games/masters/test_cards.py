"""Chapter 6: the six cards, and the tokens that parry them."""

from __future__ import annotations

import pytest

from .tale import Tale


def facing(card: str, *tokens: str, at: str = "K5", **chosen: str) -> Tale:
    """Musclor comes to a square three further on and draws the card."""
    before = f"{at[0]}{int(at[1:]) - 3}"
    tale = Tale("musclor", "stratos", **chosen).stand(musclor=before, stratos="S2").hold("musclor", *tokens)
    return tale.play(f"move/{at}", card)


# -- 6.1 the pile


def test_the_top_card_is_drawn_and_goes_under_the_pile() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="K2").play("move/K5")
    decision = tale.position.decision
    assert decision is not None
    assert (decision.source, tale.asked) == ("card/0", "musclor turns")
    assert not decision.even
    assert sum(option.weight for option in decision.options) == 19
    tale.play("wall", "6-6")
    assert tale.table.pile[-1] == 0
    assert tale.table.pile[0] == 1


def test_a_card_that_comes_round_again_is_known() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="K2")
    tale._know(tale.state.pile[0], "wall")
    tale.play("move/K5")
    assert tale.rule == "6.8", "nobody is asked which card it is"
    assert "card.drawn" in tale.news


# -- 6.2 a card that is kept


def test_a_kept_card_takes_the_whole_turn() -> None:
    tale = facing("wall").play("2-3")
    assert tale.card("musclor") == "wall"
    tale.play("1-1")
    assert (tale.asked, tale.rule) == ("musclor throws", "6.8")
    tale.play("2-3", "1-1", "move/S2", "6-6")
    assert tale.card("musclor") == ""
    assert tale.at("musclor") == "K5"
    assert tale.play("1-1").rule == "5.3", "it walks on next turn"


# -- 6.4 the demon


def test_the_demon_takes_a_weapon_to_a_square_of_the_holders_choice() -> None:
    tale = facing("demon", "axe", "spear", "tiger").play("2-3")
    assert (tale.asked, tale.keys) == ("musclor", ("give/spear", "give/axe"))
    tale.play("give/spear")
    assert (tale.asked, tale.rule) == ("musclor", "6.4")
    tale.play("put/G5")
    assert tale.lies("G5") == "spear"
    assert tale.held("musclor") == {"axe", "tiger"}
    assert tale.on == "stratos"
    assert tale.table.pile[-1] == 0


def test_without_a_weapon_or_a_square_nothing_is_lost() -> None:
    assert facing("demon", "tiger").play("1-1").held("musclor") == {"tiger"}
    tale = Tale("musclor", "stratos").stand(musclor="K2", stratos="G5").hold("musclor", "axe")
    tale.play("move/K5", "demon", "1-1")
    assert tale.held("musclor") == {"axe"}


def test_whom_the_demon_lets_go_walks_on_at_once_without_a_card() -> None:
    tale = facing("demon").play("3-3")
    assert (tale.asked, tale.rule, tale.keys) == ("musclor", "6.4", ("move/K6", "move/K7", "move/K8"))
    tale.play("move/K8")
    assert tale.on == "stratos"
    assert tale.table.pile[-1] == 0


@pytest.mark.parametrize("at", ["R9", "Z"])
def test_the_demon_cannot_carry_anyone_past_a_stop(at: str) -> None:
    tale = Tale("musclor", "stratos").stand(musclor=at, stratos="S2").came_along("musclor", "R9")
    tale.keep("musclor", "demon").play("6-6")
    assert tale.at("musclor") == at
    assert tale.on == "stratos"


# -- 6.5 the oubliette


@pytest.mark.parametrize(
    ("throw", "space", "card"),
    [("1-1", "P", ""), ("1-2", "P", ""), ("2-2", "K5", "oubliette"), ("2-3", "K5", "oubliette"), ("3-3", "K5", "")],
)
def test_the_oubliette_card(throw: str, space: str, card: str) -> None:
    tale = facing("oubliette", "axe").play(throw)
    assert (tale.at("musclor"), tale.card("musclor")) == (space, card)
    assert tale.held("musclor") == {"axe"}
    assert tale.on == "stratos"


# -- 6.6 the laser beam, 6.7 missing a turn


@pytest.mark.parametrize(
    ("tokens", "throw", "misses", "left"),
    [
        ((), "4-4", True, set()),
        ((), "4-5", False, set()),
        (("costume",), "2-2", True, {"costume"}),
        (("costume",), "2-3", False, set()),
        (("costume",), "4-4", False, set()),
        (("costume",), "4-5", False, {"costume"}),
    ],
)
def test_the_laser_beam(tokens: tuple[str, ...], throw: str, misses: bool, left: set[str]) -> None:
    tale = facing("laser", *tokens).play(throw)
    assert tale.at("musclor") == "K5"
    assert tale.card("musclor") == "", "it goes under the pile in all cases"
    assert tale.held("musclor") == left
    assert tale.table.misses[0] is misses


def test_whoever_was_hit_misses_one_turn() -> None:
    tale = facing("laser").play("1-1", "1-1")
    assert tale.on == "stratos"
    assert tale.news[-1] == "laser.misses"
    assert tale.play("1-1", "move/S2").rule == "5.3"


# -- 6.8 the wall, 6.9 the grille


@pytest.mark.parametrize(("throw", "stands"), [("2-3", True), ("3-3", False)])
def test_the_wall_breaks_on_six(throw: str, stands: bool) -> None:
    tale = facing("wall", "axe", "sword").play(throw)
    assert bool(tale.card("musclor")) is stands
    assert tale.held("musclor") == {"axe", "sword"}, "no weapon helps, and none is used up"


@pytest.mark.parametrize(
    ("tokens", "throw", "stands", "left"),
    [
        ((), "4-4", True, set()),
        ((), "4-5", False, set()),
        (("axe",), "2-3", True, {"axe"}),
        (("axe",), "3-3", False, set()),
        (("axe",), "4-4", False, set()),
        (("axe",), "4-5", False, {"axe"}),
    ],
)
def test_the_grille(tokens: tuple[str, ...], throw: str, stands: bool, left: set[str]) -> None:
    tale = facing("grille", *tokens).play(throw)
    assert bool(tale.card("musclor")) is stands
    assert tale.held("musclor") == left
    assert tale.at("musclor") == "K5"


# -- 6.10 the armour, 6.11 falling back


@pytest.mark.parametrize(
    ("tokens", "throw", "space", "left"),
    [
        ((), "3-4", "K3", set()),
        ((), "4-4", "K5", set()),
        (("sword",), "2-3", "K3", {"sword"}),
        (("sword",), "3-3", "K5", set()),
        (("sword",), "3-4", "K5", set()),
        (("sword",), "4-4", "K5", {"sword"}),
        (("shield",), "3-4", "K4", set()),
        (("shield",), "4-4", "K5", {"shield"}),
        (("sword", "shield"), "2-3", "K4", {"sword"}),
    ],
)
def test_the_armour(tokens: tuple[str, ...], throw: str, space: str, left: set[str]) -> None:
    tale = facing("armour", *tokens).play(throw)
    assert tale.at("musclor") == space
    assert tale.held("musclor") == left
    assert tale.card("musclor") == ("" if space == "K5" else "armour")
    assert tale.on == "stratos", "no other card"


def test_it_is_tried_again_from_there() -> None:
    tale = facing("armour").play("1-1", "1-1")
    assert tale.rule == "6.10"
    assert tale.play("1-1").at("musclor") == "K1"


@pytest.mark.parametrize(
    ("at", "tokens", "left"), [("K1", ("shield",), {"shield"}), ("K2", ("shield",), set()), ("K2", (), set())]
)
def test_the_first_room_stops_a_retreat(at: str, tokens: tuple[str, ...], left: set[str]) -> None:
    tale = Tale("musclor", "stratos").stand(musclor=at).hold("musclor", *tokens).keep("musclor", "armour")
    tale.play("1-1")
    assert tale.at("musclor") == ("K1" if at == "K2" and tokens else "H")
    assert tale.held("musclor") == left, "a shield is used up only where it made a difference"
    tale.play("1-1")
    if tale.at("musclor") == "H":
        tale.play("1-1")
        assert (tale.at("musclor"), tale.card("musclor")) == ("H", "armour"), "it goes on trying there"


def test_a_retreat_ends_behind_a_pawn_that_is_in_the_way() -> None:
    tale = Tale("musclor", "stratos", "tila").stand(musclor="K5", stratos="K4", tila="K2").keep("musclor", "armour")
    assert tale.play("1-1").at("musclor") == "K1"


@pytest.mark.parametrize(("at", "tokens"), [("R10", ()), ("R10", ("shield",)), ("Z", ())])
def test_a_retreat_over_the_oubliette_is_a_fall(at: str, tokens: tuple[str, ...]) -> None:
    tale = Tale("musclor", "stratos").stand(musclor=at).came_along("musclor", "R9")
    tale.hold("musclor", *tokens).keep("musclor", "armour").play("1-1")
    assert (tale.at("musclor"), tale.card("musclor")) == ("P", "")
    assert tale.table.pile[-1] == 0
    assert tale.held("musclor") == set(tokens), "the shield made no difference"


def test_a_retreat_from_the_last_square_goes_the_way_it_came() -> None:
    tale = Tale("musclor", "stratos").stand(musclor="Z").came_along("musclor", "M13").keep("musclor", "armour")
    assert tale.play("1-1").at("musclor") == "M12"


# -- 6.3 weapons used up: M21


@pytest.mark.parametrize(
    ("rule", "card", "tokens", "throw", "left"),
    [
        ("helped", "grille", ("axe",), "6-6", {"axe"}),
        ("met", "grille", ("axe",), "6-6", set()),
        ("met", "grille", ("axe",), "1-1", set()),
        ("met", "armour", ("sword", "shield"), "6-6", set()),
        ("met", "laser", ("costume",), "1-1", set()),
        ("met", "laser", ("axe",), "6-6", {"axe"}),
        ("met", "wall", ("axe", "sword"), "6-6", {"axe", "sword"}),
        ("never", "grille", ("axe",), "3-3", {"axe"}),
        ("never", "armour", ("shield",), "1-1", {"shield"}),
    ],
)
def test_m21_when_a_weapon_is_used_up(
    rule: str, card: str, tokens: tuple[str, ...], throw: str, left: set[str]
) -> None:
    assert facing(card, *tokens, M21=rule).play(throw).held("musclor") == left


def test_used_up_is_out_of_the_game() -> None:
    assert facing("grille", "axe").play("3-3").is_out("axe")


def test_m21_met_the_first_attempt_has_the_help_and_the_next_has_not() -> None:
    tale = facing("grille", "axe", M21="met").play("2-3", "1-1", "4-4")
    assert tale.card("musclor") == "grille"
