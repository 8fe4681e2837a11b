"""Real cards, dice and discs (§12.2): what is held unseen, and what it can be when it is shown."""

from __future__ import annotations

from companion.rules.text import Text, text

from .tale import Tale

ALL = {f"power/{number}" for number in (0, 2, 4, 7, 10)}


def real(*masters: str) -> Tale:
    return Tale(*(masters or ("earth", "fire")), cards="physical")


def battle(tale: Tale) -> Tale:
    """Randi comes to VIR, where Viggo is; the box has drawn nothing."""
    return tale.away().ships(randi=2, viggo=1).stand(viggo="VIR").to("7").play("take/randi", "go/VIR", "no")


def test_a_card_that_is_drawn_unseen_is_not_asked_for() -> None:
    tale = real()
    assert tale.rule == "4.2", "nobody tells the box what was drawn"
    assert tale.prompt == Text("shadowlord.card.draw_unseen"), "but its player is told to draw it"
    tale.play("under/randi")
    assert tale.rule == "5"
    seen = tale.game.view(tale.table, 0)
    assert seen.cards_in_pile == 49
    assert (seen.hand, seen.under) == ((), ())
    assert {c.id: c.cards_under for c in seen.players[0].alliance}["randi"] == 1


def test_cards_are_named_when_they_are_redeemed() -> None:
    tale = real().hold_unseen("earth").to("6.2")
    assert tale.keys == ("redeem/0", "redeem/1", "redeem/2")
    tale.play("redeem/2")
    assert set(tale.keys) == ALL
    tale.draw(7, 2)
    assert tale.table.storage[0] == 9
    assert tale.discarded() == [2, 7]
    assert tale.hand("earth") == []


def test_cards_that_are_turned_up_are_typed_in() -> None:
    tale = battle(real()).play("none")
    assert (tale.asked, set(tale.keys)) == ("earth draws", ALL)
    tale.draw(10, 7)
    assert tale.rule == "9.6"


def test_an_extra_card_is_named_when_it_is_turned_over() -> None:
    tale = battle(real().hold_unseen("viggo"))
    assert tale.keys == ("none", "hand/unseen")
    tale.play("hand/unseen")
    assert (tale.asked, tale.keys) == ("fire", ("none", "under/unseen")), "the attacker's lies face down"
    tale.play("under/unseen")
    viggo = tale.m.cast.names[tale.character("viggo")]
    assert tale.asked == "fire draws", "the defender's is open at once"
    assert tale.prompt == text("shadowlord.card.show_under", who=viggo), "and lay under a portrait"
    tale.draw(4)
    assert (tale.asked, tale.prompt) == ("earth draws", Text("shadowlord.card.show"))
    tale.draw(10)
    assert sorted(tale.table.open) == [4, 10]


def test_what_all_have_seen_can_not_be_held_any_more() -> None:
    tale = real().turned_up(10, 10).to("6.2").play("redeem/1")
    assert set(tale.keys) == ALL - {"power/10"}


def test_what_is_held_is_known_by_what_has_been_seen_across_a_shuffle() -> None:
    """All but a 0 and a 7 have been seen: one of the two is under a portrait, the other one is drawn."""
    seen = [0] * 7 + [2] * 15 + [4] * 15 + [7] * 9 + [10] * 2
    tale = battle(real().hold_unseen("randi").turned_up(*seen))
    tale.play("under/unseen")
    assert tale.keys == ("power/0", "power/7")
    tale.draw(7)
    assert tale.table.shuffles == 1, "the 0 was the last one in the pile"
    assert "power/10" in tale.keys
    tale.draw(4, 4).draw(0).play("to/GE").done()
    tale.play("under/earth").to("6.2").play("redeem/1")
    assert tale.keys == ("power/0",), "the card in the hand was drawn before the shuffle"


def test_with_real_dice_and_discs_the_same_questions_come_up() -> None:
    tale = Tale("earth", "fire", dice="physical", tokens="physical").ships(elfrida=1)
    tale.to("7").play("take/elfrida", "go/VIR", "recruit")
    assert "vang" in tale.keys
    assert tale.game.pile(tale.table, "disc/VIR") is not None


def test_the_box_deals_no_real_cards() -> None:
    tale = battle(real()).play("none")
    assert tale.position.decision is not None
    assert tale.game.pile(tale.table, tale.position.decision.source) is None
    tale = battle(Tale("earth", "fire")).play("none")
    assert tale.position.decision is not None
    pile = tale.game.pile(tale.table, tale.position.decision.source)
    assert pile is not None
    assert (len(pile.items), pile.items.count("power/7")) == (50, 10)
