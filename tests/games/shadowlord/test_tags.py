"""Discs and power cards with tags (§12.2): what can be tapped, who learns of it, and what was misread."""

from __future__ import annotations

from companion.games.shadowlord.nouns import Card
from companion.rules.game import UNTOLD
from companion.rules.kernel import CHANCE, EVERYONE, Decision, Seat, step
from companion.rules.text import Text, text

from .tale import Tale

ALL = {f"power/{number}" for number in (0, 2, 4, 7, 10)}
EARTH, FIRE = Seat(0), Seat(1)
NOT_YOURS, NOT_LEFT, ALL_SEEN = (Text(f"shadowlord.card.{why}") for why in ("not_yours", "not_left", "all_seen"))


def tagged(*masters: str) -> Tale:
    return Tale(*(masters or ("earth", "fire")), cards="tagged", tokens="tagged")


def told(tale: Tale, **holders: tuple[int, ...]) -> Tale:
    """Cards that were tapped when they were drawn: in the hand of a master, or under the portrait of an ally."""
    for holder, numbers in holders.items():
        tale.hold_unseen(holder, len(numbers))
        s = tale.state
        is_hand = holder in ("earth", "fire")
        cards = s.hands[tale.seat(holder)] if is_hand else s.under[tale.character(holder)]
        cards = tuple(sorted([*[Card(n) for n in numbers], *cards[: -len(numbers)]]))
        if is_hand:
            s.hands[tale.seat(holder)] = cards
        else:
            s.under[tale.character(holder)] = cards
    return tale


def question(tale: Tale) -> Decision:
    assert tale.position.decision is not None
    return tale.position.decision


def pieces(tale: Tale) -> dict[str, str]:
    """What can be tapped, and what it chooses."""
    return {option.key: option.piece for option in question(tale).options if option.piece}


def reason(tale: Tale, key: str) -> Text | None:
    return next((refusal.reason for refusal in question(tale).refused if refusal.key == key), None)


def where(tale: Tale, sort: str) -> tuple[str, ...]:
    return tale.game.located(tale.table).get(sort, ())


def battle(tale: Tale) -> Tale:
    """Randi comes to VIR, where Viggo is; the card that earth has drawn before is in its hand, unseen."""
    tale.away().ships(randi=2, viggo=1).stand(viggo="VIR").play("power/unseen", "hand")
    return tale.to("7").play("take/randi", "go/VIR", "no")


# -- drawing --------------------------------------------------------------------------------------------------------


def test_who_draws_a_card_taps_it_or_keeps_it_unseen() -> None:
    asked = question(tagged())
    assert (asked.seat, asked.by, asked.secret) == (CHANCE, EARTH, True)
    assert set(asked.keys()) == ALL | {"power/unseen"}
    assert {option.key: option.piece for option in asked.options} == {key: key for key in ALL} | {"power/unseen": ""}


def test_a_card_that_was_tapped_is_known_to_its_holder_and_to_nobody_else() -> None:
    tale = tagged().draw(7)
    assert [news.audience for news in tale.position.news if news.text.key == "shadowlord.card.drew"] == [EARTH]
    assert question(tale).secret, "the question names the card"
    tale.play("hand")
    assert tale.game.view(tale.table, EARTH).hand == (7,)
    assert tale.game.hand(tale.table, EARTH) == (text("shadowlord.hand.cards", cards="7"),)
    assert tale.game.view(tale.table, FIRE).hand == ()
    assert [news.text for news in tale.position.news if news.audience == EVERYONE] == []


def test_known_and_unseen_cards_lie_in_one_hand() -> None:
    tale = tagged().claim(NE="earth").draw(7).play("hand", "power/unseen", "hand")
    assert tale.hand("earth") == [-1, 7]
    assert tale.game.hand(tale.table, EARTH) == (text("shadowlord.hand.cards", cards="7, ?"),)
    tale.to("6.2")
    assert question(tale).secret
    assert tale.keys == ("done", "redeem/unseen", "redeem/7")
    assert pieces(tale) == {"redeem/7": "power/7"}
    assert reason(tale, "redeem/4") == Text("shadowlord.card.untold"), "the one that was kept unseen has no number"
    assert reason(tale.play("redeem/unseen").draw(2), "redeem/4") is None


def test_where_a_card_lies_that_was_kept_unseen_among_others_is_told() -> None:
    tale = tagged().claim(NE="earth").draw(7).play("hand")
    assert where(tale, UNTOLD) == ()
    tale.play("power/unseen", "hand")
    assert (where(tale, "power/7"), where(tale, UNTOLD)) == (("seat/0",), ("seat/0",))


def test_what_was_tapped_brings_ships_unasked_and_what_was_not_is_named_then() -> None:
    tale = tagged().claim(NE="earth").draw(7).play("hand", "power/unseen", "hand").to("6.2")
    before = tale.table.storage[0]
    tale.play("redeem/7")
    assert (tale.discarded(), tale.table.storage[0]) == ([7], before + 7)
    tale.play("redeem/unseen")
    assert (tale.asked, set(tale.keys), question(tale).secret) == ("earth draws", ALL, False)
    tale.draw(4)
    assert (tale.discarded(), tale.table.storage[0], tale.hand("earth")) == ([4, 7], before + 11, [])


def test_an_extra_card_that_was_tapped_is_not_asked_for_when_it_is_turned_over() -> None:
    tale = battle(told(tagged(), randi=(7,), viggo=(2,)))
    assert tale.keys == ("none", "hand/unseen", "under/7")
    assert pieces(tale) == {"under/7": "power/7"}
    tale.play("under/7")
    assert where(tale, "power/7") == ("battle",)
    tale.play("under/2")
    assert tale.rule == "9.4"
    assert sorted(tale.table.open) == [2, 7]


def test_an_extra_card_that_was_kept_unseen_is_named_when_it_is_turned_over() -> None:
    tale = battle(told(tagged(), randi=(7,)))
    tale.play("hand/unseen")
    assert (tale.asked, tale.prompt) == ("earth draws", Text("shadowlord.card.show"))
    assert set(tale.keys) == ALL
    tale.draw(10)
    assert tale.table.open == [10]


# -- what can't be --------------------------------------------------------------------------------------------------


def test_what_one_holds_already_can_not_be_drawn_again() -> None:
    tale = told(tagged(), earth=(10,), randi=(10,))
    assert set(tale.keys) == ALL - {"power/10"} | {"power/unseen"}
    assert reason(tale, "power/10") == NOT_YOURS


def test_what_another_has_tapped_can_be_drawn_by_all_that_one_knows() -> None:
    assert "power/10" in told(tagged(), fire=(10, 10)).keys
    tale = battle(told(tagged(), fire=(10, 10))).play("none", "none")
    assert (tale.rule, set(tale.keys)) == ("9.4", ALL), "nor does the table learn of it"


def test_what_all_have_seen_can_not_be_drawn() -> None:
    assert reason(tagged().turned_up(10, 10), "power/10") == NOT_YOURS
    tale = battle(tagged().turned_up(10, 10)).play("none")
    assert set(tale.keys) == ALL - {"power/10"}
    assert (reason(tale, "power/10"), question(tale).doubted) == (ALL_SEEN, ())


def test_what_can_not_be_by_what_was_seen_can_be_insisted_on() -> None:
    """Of the first fifty all but a 0 and a 7 have been seen; who holds one of them has a card of the first pile."""
    seen = [0] * 7 + [2] * 15 + [4] * 15 + [7] * 9 + [10] * 2
    tale = battle(tagged().hold_unseen("randi").turned_up(*seen)).play("under/unseen")
    assert tale.keys == ("power/0", "power/7")
    assert {option.key for option in question(tale).doubted} == set()
    tale.draw(7)
    assert (tale.table.shuffles, set(tale.keys)) == (1, ALL)
    tale.draw(4, 4).draw(0).play("to/GE").done()
    tale.play("power/unseen", "under/earth").to("6.2").play("redeem/unseen")
    assert tale.keys == ("power/0",), "the card in the hand is of the first pile"
    assert reason(tale, "power/10") == NOT_LEFT
    assert {option.key: option.piece for option in question(tale).doubted}["power/10!"] == "power/10"
    insisted = step(tale.position, "power/10!").table
    assert insisted.discarded[-1] == tale.table.discarded[-1] + 1
    assert len(tale.game.placement(insisted)) == len(tale.game.placement(tale.table))


def test_two_who_say_that_they_hold_the_same_cards_are_found_out_when_they_show_them() -> None:
    tale = told(tagged(), fire=(10, 10)).draw(10).play("hand").to("6.2")
    assert where(tale, "power/10") == ("seat/0", "seat/1"), "there are two of them"
    assert tale.game.placement(tale.table).keys() == tagged().game.placement(tagged().table).keys()
    tale.play("redeem/10")
    assert tale.discarded() == [10]
    tale.done().draw(0).play("hand").to("6.2").play("redeem/10")
    assert tale.discarded() == [10, 10]
    tale.play("redeem/10")
    assert (tale.asked, set(tale.keys)) == ("fire draws", ALL - {"power/10"}), "a third one can't be"
    assert reason(tale, "power/10") == ALL_SEEN
    tale.draw(4)
    assert tale.discarded() == [4, 10, 10]
    assert tale.hand("fire") == [0]


def test_the_box_deals_no_tagged_cards() -> None:
    tale = tagged()
    assert tale.game.pile(tale.table, question(tale).source) is None


# -- discs and characters -------------------------------------------------------------------------------------------


def test_a_disc_that_is_turned_is_tapped_and_can_not_be_one_that_was_up() -> None:
    tale = tagged().ships(elfrida=1).disc(LEO="vang").to("7").play("take/elfrida", "go/VIR", "recruit")
    assert pieces(tale)["svein"] == "disc/svein"
    was_up = Text("shadowlord.disc.was_up")
    assert [reason(tale, disc) for disc in ("vang", "randi", "lynx", "shadowlord")] == [was_up] * 4
    assert where(tale, "disc/svein") == ()
    tale.play("svein", "take")
    assert where(tale, "disc/svein") == ("VIR",)
    assert where(tale, "disc/vang") == ("LEO",)


def test_a_disc_of_another_class_can_not_be_dealt() -> None:
    tale = tagged()
    tale.state = tale.game.setup(2, ("earth", "fire"))
    assert pieces(tale)["randi"] == "disc/randi"
    assert reason(tale, "vang") == Text("shadowlord.disc.another_kind")
    tale.play("randi")
    assert reason(tale, "randi") == Text("shadowlord.disc.was_up")


def test_a_master_is_chosen_by_its_pawn() -> None:
    tale = tagged()
    tale.state = tale.game.setup(2)
    assert pieces(tale) == {f"pawn/{master}": f"pawn/{master}" for master in ("earth", "air", "fire", "water")}


def test_whoever_is_to_do_something_is_tapped() -> None:
    tale = tagged().ships(earth=1, randi=1).draw(2)
    assert pieces(tale) == {"under/earth": "pawn/earth", "under/randi": "disc/randi"}
    tale.play("hand").to("7")
    assert pieces(tale) == {"take/earth": "pawn/earth", "take/randi": "disc/randi"}
    tale.to("8")
    assert pieces(tale)["shadow/lynx"] == "disc/lynx"


def test_every_disc_that_is_up_is_located_and_none_that_is_down() -> None:
    tale = tagged()
    assert where(tale, "disc/shadowlord") == (tale.m.chart.ids[tale.m.chart.fortress],)
    assert where(tale, "disc/randi") == ("EARTH",)
    assert where(tale, "disc/vang") == ()
    assert where(tale, "pawn/earth") == (), "a pawn isn't drawn"


def test_power_cards_are_located_as_far_as_they_were_told() -> None:
    tale = told(tagged(), earth=(7,), viggo=(7,)).hold_unseen("earth").turned_up(7, 0)
    assert sorted(where(tale, "power/7")) == ["discarded/0", "seat/0", "under/viggo"]
    assert where(tale, "power/0") == ("discarded/0",)
    assert where(tale, "power/2") == ()
