"""What only one seat may see: a hand out of turn, and a real card that its holder types in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games._template import KIT
from companion.games._template.state import State
from companion.referee.api import Answered, Button, Output, Play, Record, Scripted, Show, Sound, Touch, Touched
from companion.rules.kernel import CHANCE, EVERYONE, Decision, Flow, Option, Seat
from companion.rules.log import Origin
from companion.screen.layout import wrap
from companion.screen.model import COLUMNS
from companion.screen.raster import draw
from tests.referee.table import Table, text_of
from tests.referee.toy import ask, at_the_table, options, said

HANDS = {0: ("Card 1",), 1: tuple(f"Card {n}" for n in range(2, 12))}


def a_question(s: State) -> Flow[None]:
    yield from ask(0, "Which way?", "left", "right")
    yield from ask(1, "Which way?", "left", "right")


def looking(table: Table, seat: int) -> None:
    table.menu(f"hand/{seat}")
    assert table.session.pending().page == "look"


def hold(table: Table) -> list[Output]:
    return table.give(Touched(Button.OK, Touch.PRESS))


def let_go(table: Table) -> list[Output]:
    return table.give(Touched(Button.OK, Touch.RELEASE))


# -- a hand out of turn ---------------------------------------------------------------------------------------------


def test_a_seat_without_a_button_of_its_own_looks_at_its_hand_out_of_turn() -> None:
    table = at_the_table(a_question, hands=HANDS)
    looking(table, 1)
    blank = table.shown[-1]
    assert "Moon: hold OK to look." in table.screen.replace("\n", " ")
    assert "Card" not in table.screen
    (shown,) = [item for item in hold(table) if isinstance(item, Show)]
    assert shown.audience == 1
    assert "Card" in text_of(shown.screen)
    assert "Card 1\n" not in text_of(shown.screen)
    assert let_go(table) == [Show(blank, EVERYONE)]
    table.press(Button.BACK)
    assert table.session.pending().page == "ask"
    assert table.rows == []
    for screen in table.shown:
        draw(screen)


def test_up_and_down_leaf_round_the_ends_and_make_no_sound() -> None:
    table = at_the_table(a_question, hands=HANDS)
    looking(table, 1)
    hold(table)
    seen = []
    for _ in range(4):
        seen.append(table.screen)
        assert not any(isinstance(item, Play) for item in table.press(Button.DOWN))
    assert seen[3] == seen[0]
    assert all(any(f"Card {n}" in screen for screen in seen) for n in range(2, 12))
    table.press(Button.BACK)
    assert "Card" in table.screen  # as long as it is held nothing else counts


def test_where_nobody_holds_anything_there_is_nothing_to_look_at() -> None:
    table = at_the_table(a_question)
    table.press(Button.BACK, long=True)
    assert all(not key.startswith("hand/") for row in table.session.pending().rows for key in row)


def test_hands_of_the_box_are_nobodys_to_look_at() -> None:
    table = at_the_table(a_question, hands=HANDS, bots=(1,))
    table.press(Button.BACK, long=True)
    keys = [key for row in table.session.pending().rows for key in row]
    assert [key for key in keys if key.startswith("hand/")] == ["hand/0", "hand/2"]
    table.press(Button.BACK)
    table.give(Touched(Seat(1), Touch.PRESS))
    assert "Card" not in table.screen


def test_a_button_where_nobody_sits_does_nothing() -> None:
    table = Table(KIT, seats=2)
    table.read_on()
    asked = table.screen
    for touch in (Touch.PRESS, Touch.SHORT, Touch.RELEASE):
        assert table.give(Touched(Seat(5), touch)) == []
    assert table.screen == asked


def looked_at(hands: dict[int, tuple[str, ...]]) -> list[object]:
    """What seat 0 sees, hears and waits for while seat 1 looks at its hand, leafs and leaves."""
    table = at_the_table(a_question, hands=hands)
    seen: list[object] = []

    def look(out: list[Output]) -> None:
        seen.extend(o for o in out if not isinstance(o, Record) and getattr(o, "audience", EVERYONE) in (EVERYONE, 0))
        seen.append(table.session.deadline)

    look(table.press(Button.BACK, long=True))
    table.press(Button.BACK)
    looking(table, 1)
    seen.append(table.shown[-1])
    for give in (hold, lambda t: t.press(Button.DOWN), lambda t: t.press(Button.UP), let_go):
        look(give(table))
    look(table.press(Button.BACK))
    return [*seen, table.rows, table.session.pending()]


def test_what_is_looked_at_is_not_to_be_told_from_anything_the_box_does() -> None:
    little, much, other = ({0: ("Card 1",), 1: hand} for hand in (("Card 2",), HANDS[1], ()))
    assert looked_at(little) == looked_at(much) == looked_at(other)
    assert len(looked_at(little)) > 8


# -- a real card, typed in by who holds it ---------------------------------------------------------------------------


def a_real_card(secret: bool = True) -> Callable[[State], Flow[None]]:
    """Seat 0 chooses, then seat 1 draws a real power card, and seat 0 chooses again."""

    def tale(s: State) -> Flow[None]:
        yield from ask(0, "Which way?", "left", "right")
        cards = tuple(options("0", "2", "4", "7", "10"))
        drawn: Option[str] = yield Decision(
            CHANCE, "3.2", said("What did you draw?"), cards, "power-deck/0/1", Seat(1), secret=secret
        )
        s.tell(said(f"drew {drawn.value}"), audience=Seat(1) if secret else EVERYONE)
        yield from ask(0, "Which way?", "left", "right")

    return tale


REAL = {"cards": "physical"}


def type_in_private(table: Table, key: str) -> None:
    hold(table)
    while table.session.pending().rows[table.session.pending().caret] != (key,):
        table.press(Button.DOWN)
    table.press(Button.ROLL)
    let_go(table)


def test_who_drew_a_real_card_types_it_while_the_others_look_away() -> None:
    table = at_the_table(a_real_card(), sets=REAL, hands=HANDS)
    table.choose("left")
    assert table.session.pending().page == "secret"
    assert table.session.pending().seat == 1
    assert "Moon is choosing." in table.screen.replace("\n", " ")
    assert "draw" not in table.screen
    shown = [item for item in hold(table) if isinstance(item, Show)]
    assert [item.audience for item in shown] == [1]
    assert "What did you draw?" in table.screen
    let_go(table)
    type_in_private(table, "7")
    assert (table.rows[-1].key, table.rows[-1].origin, table.rows[-1].seat) == ("7", Origin.TYPED, CHANCE)
    assert table.session.ledger.facts["power-deck/0/1"].key == "7"
    assert table.session.pending().seat == 0
    assert "drew" not in table.screen
    table.restart()
    assert table.session.pending().keys == ("left", "right")


@pytest.mark.parametrize(
    ("prompt", "above"),
    [("What is it?", ["Hand: 0, 2, 2, 4, 4…"]), ("What is it that you have drawn?", [])],
)
def test_a_hand_that_has_no_room_above_a_question_is_cut_and_says_so(prompt: str, above: list[str]) -> None:
    def tale(s: State) -> Flow[None]:
        cards = tuple(options("0", "2", "4"))
        yield Decision(CHANCE, "3.2", said(prompt), cards, "power-deck/0/1", Seat(1), secret=True)

    table = at_the_table(tale, sets=REAL, hands={1: ("under Axel: 3", "Hand: 0, 2, 2, 4, 4, 7, 10, 10")})
    hold(table)
    rows = table.screen.split("\n")[1:-1]
    asked = wrap(prompt, COLUMNS)
    assert rows[: len(above) + len(asked)] == [*above, *asked]
    draw(table.shown[-1])


def test_what_was_typed_in_private_can_be_typed_again() -> None:
    table = at_the_table(a_real_card(), sets=REAL)
    table.choose("left")
    type_in_private(table, "7")
    table.read_on()
    table.menu("type_again")
    table.read_on()
    type_in_private(table, "10")
    assert table.session.ledger.facts["power-deck/0/1"].key == "10"


def test_a_real_card_that_all_may_see_is_a_list() -> None:
    table = at_the_table(a_real_card(secret=False), sets=REAL)
    table.choose("left")
    assert table.session.pending().page == "ask"
    table.choose("4")
    assert table.rows[-1].origin is Origin.TYPED
    assert "drew 4" in table.screen


def test_what_it_cannot_be_is_refused_in_private() -> None:
    table = at_the_table(a_real_card(), sets=REAL)
    table.choose("left")
    out = table.give(Answered("12"))
    assert "Moon: read this. The others look away." in table.screen.replace("\n", " ")
    assert "Not allowed" not in table.screen
    shown = [item for item in hold(table) if isinstance(item, Show)]
    assert [item.audience for item in shown] == [1]
    assert "Not allowed" in table.screen
    assert not any(isinstance(item, Play) and item.sound is Sound.REFUSED for item in out)


@pytest.mark.parametrize("cards", ["electronic", "physical"])
def test_others_cannot_tell_what_was_drawn(cards: str) -> None:
    def watched(key: str) -> list[object]:
        table = at_the_table(a_real_card(), sets={"cards": cards}, seats=3)
        table.give(Scripted(key))
        table.choose("left")
        seen: list[object] = []
        if cards == "physical":
            type_in_private(table, key)
        table.read_on()
        seen += [table.shown[-1], table.session.deadline]
        table.menu("history")
        assert table.session.ledger.facts["power-deck/0/1"].key == key
        return [*seen, table.shown[-1]]

    assert watched("0") == watched("10")
