"""M9 and M12; M21, M31 and M36 stand with their chapters.  And what can't go together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.masters.edition import Composition
from companion.games.masters.game import build

from .tale import REFERENCE, Tale


def found_ship(**chosen: str) -> Tale:
    tale = Tale("musclor", "stratos", **chosen).stand(musclor="A1", stratos="B1").lay(A3="axe")
    return tale.play("1-1", "move/A2", "ship")


def test_m9_free_a_token_keeps_the_ship_off() -> None:
    assert "fly/A3" not in found_ship(M9="free").keys


def test_m9_tokens_it_may_land_on_a_token_and_the_token_may_be_turned() -> None:
    tale = found_ship(M9="tokens").play("fly/A3")
    assert (tale.asked, tale.keys) == ("musclor", ("turn", "leave"))
    tale.play("turn", "take")
    assert tale.held("musclor") == {"axe"}
    assert tale.ship == "A3"


def test_m9_tokens_the_token_may_be_left_under_the_ship() -> None:
    tale = found_ship(M9="tokens").play("fly/A3", "leave")
    assert tale.lies("A3") == "axe"
    assert tale.on == "stratos"
    assert "fly/B1" not in found_ship(M9="tokens").keys, "a pawn keeps it off all the same"


def test_m9_tokens_who_comes_to_ship_and_token_may_use_both_in_turn() -> None:
    tale = Tale("musclor", "stratos", M9="tokens").stand(musclor="A1").park_ship("A2").lay(A2="axe")
    tale.play("1-1", "move/A2")
    assert tale.rule == "3.10"
    tale.play("stay")
    assert (tale.rule, tale.keys) == ("3.6", ("take", "leave"))


@pytest.mark.parametrize(
    ("rule", "throw", "space", "holds"),
    [
        ("total", "5-1", "F1", False),
        ("total", "6-1", "F1", False),
        ("total", "4-1", "E1", True),
        ("total", "6-3", "F1", True),
        ("either", "6-1", "F1", False),
        ("either", "6-6", "F1", True),
        ("either", "5-3", "E1", True),
        ("either", "5-4", "F1", True),
    ],
)
def test_m12_how_the_tiger_crosses(rule: str, throw: str, space: str, holds: bool) -> None:
    tale = Tale("musclor", "stratos", M12=rule).stand(musclor="E1").hold("musclor", "tiger").play("cross", throw)
    assert tale.at("musclor") == space
    assert ("tiger" in tale.held("musclor")) is holds


def test_an_edition_that_only_counts_needs_real_tokens_and_cards() -> None:
    counted = replace(REFERENCE, composition=Composition.TOTALS, token=(), card=())
    with pytest.raises(ValueError, match="tokens and cards can't be electronic") as error:
        build(counted, {})
    assert "composition" in str(error.value)
    assert "physical" in str(error.value)
    with pytest.raises(ValueError, match=r"^cards can't be electronic"):
        build(counted, {"tokens": "physical"})
    build(counted, {"tokens": "physical", "cards": "physical"})


def test_an_edition_without_a_board_can_be_played_in_free_mode_only() -> None:
    bare = replace(REFERENCE, board=None)
    with pytest.raises(ValueError, match="has no board: enter one, or set board to free"):
        build(bare, {})
    build(bare, {"board": "free"})


def test_where_only_totals_are_known_any_kind_can_come_up_but_a_second_ship() -> None:
    counted = replace(REFERENCE, composition=Composition.TOTALS, token=(), card=())
    real = {"tokens": "physical", "cards": "physical"}
    tale = Tale("musclor", "stratos", edition=counted, **real).stand(musclor="A1")
    tale.hold("musclor", "sword").play("1-1", "move/A2")
    decision = tale.position.decision
    assert decision is not None
    assert decision.even
    assert {option.weight for option in decision.options} == {1}
    assert len(tale.keys) == 8
    assert tale.game.pile(tale.table, decision.source) is None, "fate can't deal what nobody has counted"
    tale.play("ship", "fly/F1").play("1-1")
    tale.state = tale.table
    assert "ship" not in tale.game._m.tokens.chances(tale.table.unseen_tokens).options


def test_open_memory_shows_what_was_seen_and_closed_memory_does_not() -> None:
    for memory, known in (("open", (("A2", "axe"),)), ("closed", ())):
        tale = Tale("musclor", "stratos", memory=memory).stand(musclor="A1").play("1-1", "move/A2", "axe", "leave")
        assert tale.game.view(tale.table, tale.seat("stratos")).known == known
    tale = Tale("musclor", "stratos", memory="open").stand(musclor="A1").lay(A2="axe").play("1-1")
    decision = tale.position.decision
    assert decision is not None
    labels = {option.key: option.label.key for option in decision.options}
    assert labels["move/A2"] == "masters.to.known"


def test_closed_memory_reminds_nobody_of_anything() -> None:
    """View, status, board and question are the same whatever it was that was seen and put back."""
    seen = []
    for kind in ("axe", "sword"):
        tale = Tale("musclor", "stratos").stand(musclor="A1", stratos="A4").play("1-1", "move/A2", kind, "leave", "2-1")
        state, decision = tale.table, tale.position.decision
        assert decision is not None
        tale.play("die/2")
        after = tale.position.decision
        seen.append((tale.game.view(state, 0), tale.game.status(state), tale.game.board(state), decision, after))
    assert seen[0] == seen[1]
