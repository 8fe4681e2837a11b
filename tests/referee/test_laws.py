"""What holds of every session, whatever is pressed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games._template import KIT, HighCard
from companion.referee.acts import Act, Do
from companion.referee.api import Button, Output, Record, Scripted, Touch, Touched
from companion.referee.fate import Fate
from companion.referee.ledger import Ledger
from companion.referee.secret import SecretPage
from companion.rules.kernel import CHANCE, EVERYONE, Flow, Seat
from companion.rules.log import standing
from companion.rules.text import text
from companion.screen.raster import draw
from tests.referee.table import Table

NAMES = ("sun", "moon", "star")
presses = st.lists(
    st.one_of(st.tuples(st.sampled_from(Button), st.booleans()), st.floats(0.5, 90).map(lambda s: (s, False))),
    max_size=60,
)


def is_whole(table: Table) -> None:
    """The rows alone lead to the position that stands, and every screen can be drawn."""
    ledger = Ledger(table.game, table.header, Fate(table.header.seed), table.rows)
    assert ledger.position == table.session.position
    assert ledger.facts == table.session.ledger.facts
    assert [row.n for row in table.rows] == list(range(1, len(table.rows) + 1))


@settings(max_examples=60)
@given(presses, st.sampled_from(["electronic", "physical"]), st.sets(st.sampled_from([0, 1, 2])))
def test_whatever_is_pressed_the_journal_is_the_whole_truth(what: list[Any], dice: str, bots: set[int]) -> None:
    table = Table(KIT, names=NAMES, sets={"dice": dice}, bots=tuple(bots))
    for each, long in what:
        if isinstance(each, Button):
            table.press(each, long)
        else:
            table.wait(each)
    is_whole(table)
    for screen in table.shown:
        draw(screen)


def test_a_session_that_forgets_a_row_is_caught() -> None:
    table = Table(KIT, names=NAMES)
    table.read_on()
    table.press(Button.ROLL)
    table.rows.pop()
    with pytest.raises(AssertionError):
        is_whole(table)


@pytest.mark.parametrize("seed", range(8))
def test_walks_of_doing_and_taking_back_lead_where_the_choices_that_stand_lead(seed: int) -> None:
    """Taking back is the exact earlier state, and never a second roll."""
    rng = random.Random(seed)
    table = Table(KIT, seats=3, seed=str(seed))
    heard: dict[str, str] = {}
    for _ in range(60):
        table.read_on()
        page = table.session.pending().page
        if page == "over":
            break
        if page == "consent":
            table.press(rng.choice([Button.OK, Button.OK, Button.BACK]))
        elif page in ("text", "bot"):
            table.press(Button.BACK)
        elif rng.random() < 0.3 and table.session.ledger.last_choice():
            table.menu("take_back")
        elif page == "secret":
            table.give(Touched(Button.OK, Touch.PRESS))
            table.press(Button.ROLL)
            table.give(Touched(Button.OK, Touch.RELEASE))
        elif page == "ask":
            table.choose(rng.choice(table.session.pending().keys))
        else:
            table.press(Button.ROLL)
        is_whole(table)
        for row in standing(table.rows):
            if row.seat == CHANCE:
                assert heard.setdefault(row.source, row.key) == row.key


# -- non-interference -----------------------------------------------------------------------------------------

OBSERVER = Seat(0)
Seen = list[Output]


def watched(make: Callable[[], Table], cards: tuple[str, str, str]) -> Seen:
    """What seat 0 gets to see, hear and wait for while these cards are dealt and all keep theirs."""
    table = make()
    seen: Seen = []
    deadlines: list[float | None] = []

    def look() -> None:
        seen.extend(o for o in table.out if not isinstance(o, Record) and _audience(o) in (EVERYONE, OBSERVER))
        deadlines.append(table.session.deadline)

    look()
    for card in cards:
        table.give(Scripted(card))
    kept = 0
    while kept < 3:
        page = table.session.pending().page
        assert page in ("secret", "roll", "notice", "ask")
        if page == "secret":
            for touched in (
                Touched(Button.OK, Touch.PRESS),
                Touched(Button.DOWN, Touch.PRESS),
                Touched(Button.DOWN, Touch.PRESS),
            ):
                table.give(touched)
                look()
            while table.session.pending().rows[table.session.pending().caret] != ("keep",):
                table.give(Touched(Button.DOWN, Touch.PRESS))
            kept += 1
            if kept < 3:
                table.give(Touched(Button.ROLL, Touch.PRESS))
                look()
                table.give(Touched(Button.OK, Touch.RELEASE))
        elif page == "ask":
            kept += 1
            table.choose("keep")
        else:
            table.press(Button.ROLL)
        look()
    return [*seen, *deadlines]  # type: ignore[list-item]


def _audience(output: Output) -> Seat:
    return getattr(output, "audience", EVERYONE)


class LeakyHighCard(HighCard):
    """Planted: the question is put in the open and names the card."""

    def play(self, state: Any) -> Flow[None]:
        flow = super().play(state)
        try:
            asked = next(flow)
            while True:
                if asked.secret and asked.seat != CHANCE:
                    card = text("_template.card", card=state.hands[asked.seat])
                    asked = asked._replace(secret=False, prompt=card)
                asked = flow.send((yield asked))
        except StopIteration:
            return


class LeakyPage(SecretPage):
    """Planted: the caret clicks, so that the length of the list can be heard."""

    def touched(self, touched: Touched) -> Act | None:
        act = super().touched(touched)
        return Do.MOVED if act is Do.REDRAW else act


def make(game: type[HighCard] = HighCard) -> Table:
    table = Table(KIT, names=NAMES, seed="0")
    table.game = game(table.game.box)
    table.restart()
    return table


DEALS = [("card/4", a, b) for a in ("card/1", "card/6") for b in ("card/2", "card/8")]


def test_what_others_hold_is_not_to_be_told_from_anything_the_box_does() -> None:
    one, *others = [watched(make, deal) for deal in DEALS]
    assert len(one) > 20
    for other in others:
        assert other == one


def test_a_question_that_names_the_card_is_caught() -> None:
    assert watched(lambda: make(LeakyHighCard), DEALS[0]) != watched(lambda: make(LeakyHighCard), DEALS[3])


def test_a_caret_that_clicks_in_a_private_choice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = watched(make, DEALS[0])
    monkeypatch.setattr("companion.referee.secret.SecretPage", LeakyPage)
    assert watched(make, DEALS[0]) != quiet


def test_a_seats_own_button_shows_its_hand_to_it_alone() -> None:
    table = make()
    for card in DEALS[0]:
        table.give(Scripted(card))
    while table.session.pending().page in ("notice", "roll"):
        table.press(Button.ROLL)
    table.give(Touched(Seat(1), Touch.PRESS))
    (shown,) = [o for o in table.out if not isinstance(o, Record)]
    assert _audience(shown) == 1
    assert "Card 1" in table.screen
    table.give(Touched(Seat(1), Touch.RELEASE))
    assert "Card" not in table.screen
