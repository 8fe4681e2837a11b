"""Nobody learns what another holds: the law holds here, and bites on every way in which a hand could leak."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.games.shadowlord import KIT
from companion.games.shadowlord.game import Shadowlord
from companion.games.shadowlord.state import State
from companion.rules.game import Kit
from companion.rules.kernel import CHANCE, EVERYONE, Decision, Flow, News, Position, Seat
from companion.rules.text import Text, text
from tests.laws.plays import Play, play_through
from tests.laws.secrets import nobody_sees_what_is_hidden

from .tale import REFERENCE, Tale

SHORT = {"": 8, "hidden": 2, "physical": 8, "tagged": 41}
"""Seeds of games of a few hundred decisions."""


def holds_on(kit: Kit, seed: int = SHORT[""], **chosen: str) -> None:
    nobody_sees_what_is_hidden(play_through(kit, chosen, 2, True, seed))


class Changed(Shadowlord):
    """Its questions and news are changed on their way out."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision

    def tell(self, news: News) -> News:
        return news

    def play(self, state: State) -> Flow[None]:
        flow = super().play(state)
        try:
            asked = next(flow)
            while True:
                state.news[:] = map(self.tell, state.news)
                asked = flow.send((yield self.change(state, asked)))
        except StopIteration:
            return


class PromptTells(Changed):
    """Who moves is asked with the best card of the hand."""

    def change(self, s: State, decision: Decision) -> Decision:
        if decision.rule != "7" or not s.hands[decision.seat]:
            return decision
        return decision._replace(prompt=text("shadowlord.card", number=max(s.hands[decision.seat])))


class OptionsTell(Changed):
    """Everybody may see which extra card is chosen from."""

    def change(self, s: State, decision: Decision) -> Decision:
        return decision._replace(secret=False) if decision.rule == "9.3" else decision


class NewsTell(Changed):
    """Everybody hears what was drawn."""

    def tell(self, news: News) -> News:
        return news._replace(audience=EVERYONE)


class ViewTells(Shadowlord):
    """Seats see their neighbour's hand."""

    def view(self, state: State, seat: Seat) -> Any:
        return super().view(state, Seat((seat + 1) % len(state.pawns)))


class StatusTells(Shadowlord):
    """The table's list says how strong a hand is."""

    def status(self, state: State) -> tuple[Text, ...]:
        return (*super().status(state), *[text("shadowlord.card", number=sum(hand)) for hand in state.hands])


class PlacesTell(Shadowlord):
    """A title row says whether there is a card to fear under the master's portrait."""

    def place(self, state: State, seat: Seat) -> Text:
        under = state.under[state.alliance[seat][0]] if state.alliance[seat] else ()
        return text("shadowlord.card", number=sum(under))


class LaidTells(Changed):
    """Everybody hears which card that was tapped is laid face down."""

    def change(self, s: State, decision: Decision) -> Decision:
        s.news += [News(text("shadowlord.card", number=laid.card)) for laid in s.laid]
        return decision


class OthersCount(Changed):
    """What a seat can draw is reckoned from what the others have tapped as well."""

    def change(self, s: State, decision: Decision) -> Decision:
        if decision.rule != "4.1":
            return decision
        others = {f"power/{card}" for seat in s.living() if seat != decision.by for card in s.held(seat)}
        return decision._replace(options=tuple([o for o in decision.options if o.key not in others]))


class SaysNothingIsHidden(Shadowlord):
    """It claims that there is nothing to keep."""

    def resample(self, position: Position[State], seat: Seat) -> Position[State]:
        return position


def holds_in(tale: Tale, *keys: str) -> None:
    """From here on, as these answers are given."""
    positions = [tale.position]
    for key in keys:
        positions.append(tale.play(key).position)
    nobody_sees_what_is_hidden(Play(KIT, tale.game, len(tale.players), (), 0, tuple(positions), keys, {}))


def of(game: type[Shadowlord]) -> Kit:
    def build(edition: Any, chosen: Mapping[str, str]) -> Shadowlord:
        return game(edition, chosen)

    return replace(KIT, build=build)


def test_nobody_can_tell_what_another_holds() -> None:
    holds_on(KIT)
    holds_on(KIT, SHORT["hidden"], S2="hidden", S5="booklet")


def test_nor_does_the_box_where_the_cards_are_real() -> None:
    holds_on(KIT, SHORT["physical"], cards="physical")


def test_nor_what_he_has_tapped() -> None:
    holds_on(KIT, SHORT["tagged"], cards="tagged")
    holds_on(KIT, SHORT["tagged"], cards="tagged", S2="hidden", S5="booklet")


@pytest.mark.parametrize(
    ("game", "what"),
    [
        (PromptTells, "question tell"),
        (OptionsTell, "question tell"),
        (OthersCount, "question tell"),
        (NewsTell, "news tell"),
        (ViewTells, "view tell"),
        (StatusTells, "status tell"),
        (SaysNothingIsHidden, "resample varies none"),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_a_leak_of_what_was_tapped_is_caught(game: type[Shadowlord], what: str) -> None:
    with pytest.raises(AssertionError, match=what):
        holds_on(of(game), SHORT["tagged"], cards="tagged")


def test_a_leak_of_what_was_laid_face_down_is_caught() -> None:
    def laid(game: type[Shadowlord]) -> Tale:
        tale = Tale("earth", "fire", cards="tagged").away().ships(randi=2).stand(viggo="VIR").hold_unseen("fire")
        tale.game = game(REFERENCE, {"cards": "tagged"})
        return tale.play("power/7", "under/randi").to("7").play("take/randi", "go/VIR", "no")

    holds_in(laid(Shadowlord), "under/7", "none")
    with pytest.raises(AssertionError, match="news tell"):
        holds_in(laid(LaidTells), "under/7", "none")


def test_what_was_kept_unseen_stays_so_in_every_resample() -> None:
    tale = Tale("earth", "fire", cards="tagged").hold_unseen("fire", 2)
    tale.play("power/7", "hand").done().play("power/4", "hand")
    assert tale.game.resample(tale.position, Seat(1)).table.hands[0] not in ((7,), (-1,))
    assert tale.game.resample(tale.position, Seat(0)).table.hands[1][:2] == (-1, -1)
    assert tale.game.resample(tale.position, Seat(0)).table.hands[1][2] not in (-1, 4)


def test_what_the_guide_has_laid_open_is_no_secret_though_another_holds_one_like_it() -> None:
    tale = Tale("earth", "air", "fire").hold("air", 0, 2).draw(2).play("under/randi")
    holds_in(tale, "8-1", "none")
    assert tale.discarded() == [2]


@pytest.mark.parametrize(
    ("game", "what"),
    [
        (PromptTells, "question tell"),
        (OptionsTell, "question tell"),
        (NewsTell, "news tell"),
        (ViewTells, "view tell"),
        (StatusTells, "status tell"),
        (PlacesTell, "places tell"),
        (SaysNothingIsHidden, "resample varies none"),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_a_planted_leak_is_caught(game: type[Shadowlord], what: str) -> None:
    with pytest.raises(AssertionError, match=what):
        holds_on(of(game))


def test_resample_gives_others_other_cards_and_leaves_ones_own() -> None:
    tale = Tale("earth", "air").hold("earth", 7).hold("air", 0, 2).under(holger=10, randi=4)
    other = tale.game.resample(tale.position, Seat(0)).table
    assert other.hands[0] == tale.table.hands[0]
    assert other.under[tale.character("randi")] == (4,)
    assert other.hands[1] != tale.table.hands[1]
    assert len(other.hands[1]) == 2
    assert other.under[tale.character("holger")] != (10,)


def test_resample_keeps_the_fifty_cards() -> None:
    tale = Tale("earth", "air").hold("earth", 7).hold("air", 0, 2).under(holger=10)
    other = tale.game.resample(tale.position, Seat(0))
    held = [card for cards in (*other.table.hands, *other.table.under) for card in cards]
    counts = dict(zip(tale.m.cards.numbers, other.table.pile, strict=True))
    for number, count in zip(tale.m.cards.numbers, tale.m.cards.counts, strict=True):
        assert counts[number] + held.count(number) == count


def test_resample_changes_what_an_attacker_has_laid_face_down() -> None:
    tale = Tale("earth", "fire").away().ships(randi=2).stand(viggo="VIR").under(randi=7).hold("fire", 2)
    tale.to("7").play("take/randi", "go/VIR", "no", "under/7")
    laid = tale.table.laid[0].card
    assert tale.game.resample(tale.position, Seat(1)).table.laid[0].card != laid
    assert tale.game.resample(tale.position, Seat(0)).table.laid[0].card == laid


def test_the_cards_in_a_hand_can_not_be_told_from_the_order_in_which_they_came() -> None:
    one = Tale("earth", "air").claim(NE="earth").draw(7).play("hand").draw(2).play("hand")
    other = Tale("earth", "air").claim(NE="earth").draw(2).play("hand").draw(7).play("hand")
    assert one.game.hand(one.table, Seat(0)) == other.game.hand(other.table, Seat(0))


def test_a_draw_is_nobodys_question() -> None:
    decision = Tale("earth", "air").position.decision
    assert decision is not None
    assert (decision.seat, decision.secret) == (CHANCE, True)


def test_what_could_be_redeemed_is_asked_in_private() -> None:
    decision = Tale("earth", "air").pile(0, 0).to("6.2").position.decision
    assert decision is not None
    assert (decision.keys(), decision.secret) == (("done", "redeem/0"), True)
