"""Chapters 3 to 6: the six steps, power cards, the guide card, ships."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.shadowlord.edition import Entry
from companion.games.shadowlord.nouns import Effect
from companion.rules.kernel import CHANCE
from companion.rules.text import text

from .tale import NOTHING, REFERENCE, Tale

PRINTED_BY_THE_TABLE = replace(REFERENCE, guide=replace(REFERENCE.guide, source="table", entry=()))


# -- 3.1 the six steps ----------------------------------------------------------------------------------------------


def test_the_six_steps_come_in_their_order() -> None:
    tale = Tale("earth", "air").join("earth", vang="VIR").ships(randi=1)
    asked = []
    for key in ["power/4", "hand", "1-5", "done", "store", "take/randi", "go/VIR", "stay", "shadow/lynx", "to/SAG"]:
        asked.append(tale.rule)
        tale.play(key)
    assert asked == ["4.1", "4.2", "5", "6.2", "6.3", "7", "7.1", "7.1", "8", "8"]
    assert (tale.on, tale.rule) == ("air", "4.1")


def test_battle_comes_after_the_shadows_have_moved() -> None:
    tale = Tale("earth", "air").stand(randi="VIR").ships(randi=1).to("7").play("take/randi", "go/GE")
    assert tale.rule == "8"
    tale.play("none")
    assert tale.rule.startswith("9")


# -- 4 power cards --------------------------------------------------------------------------------------------------


def test_one_card_is_drawn() -> None:
    tale = Tale("earth", "air").draw(7)
    assert tale.rule == "4.2"
    tale.play("hand")
    assert tale.rule == "5"
    assert tale.hand("earth") == [7]


def test_a_corner_brings_one_more_and_a_merchant_or_ruin_none() -> None:
    tale = (
        Tale("earth", "air").claim(NE="earth", SW="earth", RSW="earth", LEO="earth", NW="air").join("earth", vang="NE")
    )
    for number in (4, 2, 7):
        tale.draw(number).play("hand")
    assert tale.rule == "5"
    assert tale.hand("earth") == [2, 4, 7]


def test_s5_booklet_ruins_and_merchants_bring_cards_and_corners_none() -> None:
    tale = Tale("earth", "air", S5="booklet").claim(NE="earth", RSW="earth", RNW="air")
    tale.join("earth", vang="NE", svein="LEO").join("air", faye="LEO")
    for _ in range(4):
        tale.draw(2).play("hand")
    assert tale.rule == "5"


def test_a_card_goes_under_the_portrait_of_a_character_of_ones_own_who_fights() -> None:
    tale = Tale("earth", "air").join("earth", vang="LEO").draw(7)
    assert set(tale.keys) == {"hand", "under/earth", "under/randi", "under/vang"}
    tale.play("under/vang")
    assert tale.hand("earth") == []
    assert tale.portrait("vang") == [7]


def test_a_portrait_takes_any_number_of_cards() -> None:
    tale = Tale("earth", "air").under(randi=4).draw(7).play("under/randi")
    assert tale.portrait("randi") == [4, 7]


def test_a_card_under_the_portrait_of_a_diplomat_would_be_of_no_use() -> None:
    assert Tale("earth", "air").draw(7).why_not("under/elfrida").rule == "4.2"


def test_each_card_is_put_somewhere_before_the_next_one_is_drawn() -> None:
    tale = Tale("earth", "air").claim(NE="earth").draw(7)
    assert tale.rule == "4.2"
    tale.play("under/randi")
    assert tale.rule == "4.1"
    assert tale.draw(2).play("hand").rule == "5"


def test_the_hand_has_no_limit() -> None:
    assert Tale("earth", "air").hold("earth", *[2] * 15, *[4] * 15).draw(7).play("hand").rule == "5"


def test_what_was_drawn_is_told_to_nobody_else() -> None:
    tale = Tale("earth", "air").draw(7)
    told = [news for news in tale.position.news if "drew" in news.text.key]
    assert {news.audience for news in told} == {0}
    assert tale.game.view(tale.table, 1).hand == ()
    assert tale.game.view(tale.table, 0).hand == (7,)


def test_who_puts_a_card_somewhere_is_told_which_and_nobody_looks_on() -> None:
    tale = Tale("earth", "air").hold("earth", 2, 10).draw(7)
    assert tale.prompt == text("shadowlord.card.where", card=7)
    assert tale.position.decision is not None
    assert tale.position.decision.secret


# -- 4.3 shuffling --------------------------------------------------------------------------------------------------


def test_an_empty_pile_is_shuffled_from_what_was_discarded() -> None:
    tale = Tale("earth", "air").hold("air", 7, 7).pile()
    assert tale.rule == "4.1"
    assert tale.discarded() == []
    assert sum(tale.table.pile) == 48
    assert "card.shuffled" in tale.news
    assert tale.table.timer == 1


def test_it_is_shuffled_in_the_midst_of_drawing_and_only_then() -> None:
    tale = Tale("earth", "air").claim(NE="earth").pile(7)
    assert tale.keys == ("power/7",)
    tale.draw(7)
    assert tale.table.timer == 0, "nobody wants a card yet"
    tale.play("hand")
    assert tale.table.timer == 1
    assert "power/10" in tale.keys
    assert tale.discarded() == []
    tale.draw(10).play("hand")
    assert tale.hand("earth") == [7, 10]


def test_what_somebody_holds_is_not_shuffled_in() -> None:
    tale = Tale("earth", "air").hold("air", 10, 10).under(randi=0).pile()
    assert "power/10" not in tale.keys
    assert tale.table.pile[0] == 7


def test_with_nothing_to_shuffle_nobody_draws() -> None:
    tale = Tale("earth", "air").claim(NE="earth").pile(7).nothing_discarded().draw(7).play("hand")
    assert tale.rule == "5"
    assert "card.none" in tale.news
    assert tale.table.timer == 0, "that is no shuffle"


# -- 5 the guide card -----------------------------------------------------------------------------------------------


def by_guide(effect: Effect, n: int = 0, text: str = "") -> Tale:
    """A card that says this for every throw."""
    entries = tuple(Entry(total, effect, n, text) for total in range(2, 17))
    edition = replace(REFERENCE, guide=replace(REFERENCE.guide, entry=entries))
    return Tale("earth", "air", edition=edition).to("5")


def test_the_guide_card_deals_power_cards() -> None:
    tale = by_guide(Effect.CARDS, 2).play("3-8")
    assert tale.rule == "4.1"
    tale.draw(4).play("hand").draw(7).play("under/randi")
    assert tale.rule == "6.2"
    assert tale.portrait("randi") == [7]


def test_the_guide_card_deals_ships() -> None:
    tale = by_guide(Effect.SHIPS, 2).play("3-8").to("6.3")
    assert tale.table.storage[0] == 2


def test_the_guide_card_moves_one_character_whether_it_has_ships_or_not() -> None:
    tale = by_guide(Effect.MOVE, 2).play("3-8")
    assert set(tale.keys) == {"take/earth", "take/randi", "take/elfrida", "nobody"}
    tale.play("take/randi", "go/VIR", "go/TAU")
    assert tale.rule == "6.2", "two spaces and no more; a warrior turns no disc"
    assert tale.at("randi") == "TAU"
    assert tale.ring("randi") == 0


def test_that_move_keeps_to_the_rules_of_every_move() -> None:
    tale = by_guide(Effect.MOVE, 3).play("3-8", "take/randi", "go/VIR", "go/GE")
    assert tale.at("randi") == "GE"
    assert tale.rule == "6.2", "a shadow stands there"


def test_the_guide_card_takes_all_power_cards_from_hand_and_portraits() -> None:
    entries = tuple(Entry(total, Effect.DISCARD) for total in range(2, 17))
    edition = replace(REFERENCE, guide=replace(REFERENCE.guide, entry=entries))
    tale = Tale("earth", "air", edition=edition).hold("earth", 7).under(randi=10).hold("air", 4)
    tale.draw(2).play("hand", "3-8")
    assert (tale.hand("earth"), tale.portrait("randi")) == ([], [])
    assert sorted(tale.discarded()) == [2, 7, 10]
    assert tale.hand("air") == [4]


def test_the_guide_card_may_say_nothing_or_what_the_table_does() -> None:
    assert by_guide(Effect.NONE).play("3-8").rule == "6.2"
    tale = by_guide(Effect.OTHER, text="Sing a song.").play("3-8")
    assert tale.rule == "6.2"
    assert any(dict(news.text.args).get("words") == "Sing a song." for news in tale.position.news)


def test_ones_own_card_is_read_out_by_its_player() -> None:
    tale = Tale("earth", "air", edition=PRINTED_BY_THE_TABLE).to("5")
    assert tale.asked == "earth"
    assert tale.keys == ("guide/cards", "guide/ships", "guide/move", "guide/discard", "guide/none", "guide/other")
    tale.play("guide/ships")
    assert tale.keys == tuple(f"n/{n}" for n in range(1, 9))
    assert tale.play("n/4").to("6.3").table.storage[0] == 4


@pytest.mark.parametrize("kind", ["none", "other"])
def test_nothing_and_something_else_are_not_counted(kind: str) -> None:
    assert Tale("earth", "air", edition=PRINTED_BY_THE_TABLE).to("5").play(f"guide/{kind}").rule == "6.2"


def test_something_else_on_ones_own_card_is_left_to_the_table() -> None:
    tale = Tale("earth", "air", edition=PRINTED_BY_THE_TABLE).to("5").play("guide/other")
    assert tale.news == ["guide.says.own"]


# -- 6 ships --------------------------------------------------------------------------------------------------------


def income(tale: Tale) -> int:
    """Ships that are there to be placed."""
    return tale.to("6.2").table.storage[0]


def test_a_merchant_and_a_corner_bring_three_ships_each() -> None:
    assert income(Tale("earth", "air")) == 0
    assert income(Tale("earth", "air").join("earth", vang="LEO", svein="ARI").join("air", faye="LEO")) == 6
    tale = Tale("earth", "air").claim(NE="earth", SE="air", RSW="earth", LEO="earth")
    assert income(tale) == 3
    assert income(Tale("earth", "air").join("earth", vang="NE").claim(NE="earth")) == 6


def test_s5_booklet_only_corners_bring_ships() -> None:
    tale = Tale("earth", "air", S5="booklet").join("earth", vang="LEO").claim(NE="earth", RSW="earth")
    assert income(tale) == 3


def test_cards_from_the_hand_are_redeemed_for_as_many_ships_as_they_say() -> None:
    tale = Tale("earth", "air").hold("earth", 4, 7, 7).under(randi=10).to("6.2")
    assert tale.position.decision is not None
    assert tale.position.decision.secret
    tale.play("redeem/7", "redeem/4", "done")
    assert tale.rule == "6.3"
    assert tale.table.storage[0] == 11
    assert 7 in tale.hand("earth")
    assert sorted(tale.discarded()) == [4, 7]
    assert tale.portrait("randi") == [10]
    assert "redeem/10" not in tale.keys


def test_a_zero_is_discarded_and_buys_nothing() -> None:
    tale = Tale("earth", "air").hold("earth", 0).pile(2).nothing_discarded().to("6.2")
    assert tale.keys == ("done", "redeem/0", "redeem/2")
    tale.play("redeem/0", "done")
    assert tale.discarded() == [0]
    assert tale.table.storage[0] == 0


def test_new_ships_go_into_any_ring_with_room_and_the_rest_is_stored() -> None:
    tale = Tale("earth", "air").join("earth", vang="LEO").ships(randi=5, elfrida=6).to("6.3")
    assert tale.keys == ("ring/earth", "ring/randi", "ring/vang", "store")
    tale.play("ring/randi")
    assert tale.ring("randi") == 6, "there is room for one, so nobody asks how many"
    tale.play("ring/vang")
    assert tale.keys == ("ships/2", "ships/1")
    tale.play("ships/1", "store")
    assert (tale.ring("vang"), tale.table.storage[0]) == (1, 1)


def test_what_is_stored_may_be_put_in_a_later_turn() -> None:
    tale = Tale("earth", "air").join("earth", vang="LEO").to("6.3").play("store").done()
    assert tale.on == "air"
    tale.done().to("6.3")
    assert tale.on == "earth"
    assert tale.table.storage[0] == 6


def test_the_power_stone_takes_a_slot_of_its_ring() -> None:
    tale = Tale("earth", "air").join("earth", vang="LEO").stone("randi").ships(randi=5, earth=5).to("6.3")
    assert "ring/randi" not in tale.keys
    assert tale.play("ring/earth").ring("earth") == 6


def test_with_no_room_anywhere_all_is_stored_unasked() -> None:
    tale = Tale("earth", "air").claim(NE="earth").ships(earth=6, randi=6, elfrida=6).to("7")
    assert tale.table.storage[0] == 3


def test_chance_is_never_asked_of_a_player() -> None:
    tale = Tale("earth", "air")
    assert tale.position.decision is not None
    assert tale.position.decision.seat == CHANCE
    assert tale.to("5").position.decision.seat == CHANCE
    assert NOTHING in tale.keys
