"""Taps: a piece on a reader says what a choice from the list would, and never what can't be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games._template.state import State
from companion.referee.api import Button, Play, Sensed, Sound
from companion.rules.game import BoardMap, Piece, Spot
from companion.rules.kernel import CHANCE, Decision, Denied, Flow, News, Option, Seat
from companion.rules.log import Origin, RowKind
from companion.verify import verify
from tests.referee.table import Table, text_of
from tests.referee.test_private import hold, let_go
from tests.referee.toy import ask, at_the_table, options, said

AXES = tuple(Piece(f"token/{n}", "axe", said("axe")) for n in (1, 2))
THINGS = (
    *AXES,
    Piece("token/3", "sword", said("sword")),
    Piece("pawn/sun", "sun", said("Sun")),
    Piece("pawn/moon", "moon", said("Moon")),
    Piece("creature/1", "ogre", said("ogre")),
    Piece("creature/2", "troll", said("troll")),
)
TAGS = {piece.id: f"04{n:012X}" for n, piece in enumerate(THINGS, 1)}
MAP = BoardMap({id: Spot(id, 10.0 * n, 10.0, id) for n, id in enumerate(("A1", "B2"), 1)}, (("A1", "B2"),), {})
PLACES = ("", "A1", "B2", "seat/0", "seat/1")
TAGGED = {"tokens": "tagged"}


def lie(s: State) -> Mapping[str, tuple[str, ...]]:
    """A tale says in ``hands`` where the axes lie and in ``aside`` where the swords do, as numbers of `PLACES`."""
    return {
        "token/axe": tuple(PLACES[n] for n in s.hands if n),
        "token/sword": tuple(PLACES[n] for n in s.aside if n),
    }


def turned(s: State, at: str, *kinds: str, by: int = 0, doubted: str = "") -> Flow[str]:
    """Seat *by* turns the token at *at*, which can be one of *kinds*."""
    can_be = tuple(Option(kind, kind, said(kind), piece=f"token/{kind}") for kind in kinds)
    refused = (
        (Denied(doubted, "3.3", said("All of them have been seen."), None, f"token/{doubted}"),) if doubted else ()
    )
    insist = (Option(f"{doubted}!", doubted, said(doubted), piece=f"token/{doubted}"),) if doubted else ()
    option = yield Decision(
        CHANCE, "3.3", said("What does it show?"), can_be, f"token/{at}", Seat(by), refused, doubted=insist
    )
    lying = s.hands if option.value == "axe" else s.aside
    lying[lying.index(None)] = PLACES.index(at)  # type: ignore[call-overload]
    s.news.append(News(said(f"It is the {option.value}.")))
    return option.value  # type: ignore[no-any-return]


def table_with(tale: Any, seats: int = 3, sets: Mapping[str, str] = TAGGED, **how: Any) -> Table:
    return at_the_table(tale, seats, sets, things=THINGS, lie=lie, map=MAP, **how)


def lay(table: Table, *pieces: str, on: str = "table", was_there: bool = False) -> None:
    for piece in pieces:
        table.give(Sensed(on, TAGS.get(piece, piece), True, piece if piece in TAGS else "", "_template", was_there))


def lift(table: Table, *pieces: str, on: str = "table") -> None:
    for piece in pieces:
        table.give(Sensed(on, TAGS.get(piece, piece), False, piece if piece in TAGS else "", "_template"))


def tap(table: Table, *pieces: str, on: str = "table") -> None:
    lay(table, *pieces, on=on)
    table.wait(0.4)
    lift(table, *pieces, on=on)
    table.wait(0.4)


def two_tokens(s: State) -> Flow[None]:
    yield from turned(s, "A1", "axe", "sword")
    yield from turned(s, "B2", "axe", "sword", by=1)
    yield from ask(2, "And now?", "left", "right")


def test_a_turned_token_is_tapped() -> None:
    table = table_with(two_tokens)
    tap(table, "token/2")
    row = table.rows[-1]
    assert (row.key, row.origin, row.source, row.piece) == ("axe", Origin.TAPPED, "token/A1", "token/2")
    assert table.session.pending().source == "token/B2"


def test_the_list_does_as_well() -> None:
    table = table_with(two_tokens)
    table.choose("sword")
    assert (table.rows[-1].key, table.rows[-1].origin, table.rows[-1].piece) == ("sword", Origin.TYPED, "")


def test_a_tag_that_rests_is_one_tap() -> None:
    table = table_with(two_tokens)
    lay(table, "token/2")
    table.wait(60)
    assert [row.key for row in table.rows] == ["axe"]


def test_what_lay_there_when_the_box_was_switched_on_is_not_talked_about() -> None:
    table = table_with(two_tokens)
    tap(table, "token/2")
    table.read_on()
    table.restart()
    lay(table, "token/2", "pawn/moon", was_there=True)
    table.wait(60)
    assert table.session.pending().page == "ask"
    tap(table, "token/2")
    assert table.session.pending().denied == "3.3"
    table.restart()
    lay(table, "token/1", was_there=True)
    table.wait(60)
    assert table.rows[-1].piece == "token/1", "it was laid down while the box was off, and answers"


def test_what_rests_on_a_reader_chooses_nothing_when_the_box_comes_up_again() -> None:
    def tale(s: State) -> Flow[None]:
        yield from turned(s, "A1", "axe", "sword")
        s.hands[0] = PLACES.index("seat/0")  # type: ignore[call-overload]
        lost = tuple(Option(f"lose/{kind}", kind, said(kind), piece=f"token/{kind}") for kind in ("axe", "sword"))
        yield Decision(Seat(0), "3.3", said("Which one do you lose?"), lost)

    table = table_with(tale)
    lay(table, "token/1")
    table.wait(1)
    table.read_on()
    table.restart()
    lay(table, "token/1", was_there=True)
    table.wait(60)
    assert [row.key for row in table.rows] == ["axe"]
    lift(table, "token/1")
    tap(table, "token/1")
    assert [row.key for row in table.rows] == ["axe", "lose/axe"]


def test_what_was_tapped_before_and_rests_is_not_turned_again_when_the_box_comes_up() -> None:
    def tale(s: State) -> Flow[None]:
        yield from turned(s, "A1", "axe", "sword")
        s.hands[0] = None  # type: ignore[call-overload]
        yield from turned(s, "B2", "axe", "sword")

    table = table_with(tale)
    lay(table, "token/1")
    table.wait(1)
    table.restart()
    lay(table, "token/1", was_there=True)
    table.wait(60)
    assert [row.source for row in table.rows] == ["token/A1"]


def test_a_token_that_lies_elsewhere_cannot_be_it() -> None:
    table = table_with(two_tokens)
    tap(table, "token/2")
    table.read_on()
    before = list(table.rows)
    tap(table, "token/2")
    assert table.session.pending().denied == "3.3"
    assert "elsewhere" in table.screen
    assert "A1" not in table.screen, "where it lies is for the players to remember"
    assert table.rows == before
    tap(table, "token/1")
    assert (table.rows[-1].key, table.rows[-1].piece) == ("axe", "token/1")


def test_what_was_tapped_is_known_after_a_restart_and_forgotten_when_it_is_taken_back() -> None:
    table = table_with(two_tokens)
    tap(table, "token/2")
    table.restart()
    tap(table, "token/2")
    assert table.session.pending().denied == "3.3"
    table.press(Button.OK)
    table.read_on()
    table.menu("type_again")
    table.read_on()
    tap(table, "token/2")
    assert (table.rows[-1].key, table.rows[-1].source) == ("axe", "token/A1")


def test_the_table_can_insist_if_all_agree() -> None:
    table = table_with(two_tokens)
    tap(table, "token/2")
    table.read_on()
    tap(table, "token/2")
    table.press(Button.OK, long=True)
    assert table.session.state.value == "consent"
    assert "axe, token/2" in table.screen.replace("\n", " ")
    table.press(Button.OK)
    table.press(Button.OK)
    assert [(row.kind, row.key) for row in table.rows[-3:-1]] == [(RowKind.CONSENT, "believe yes")] * 2
    assert (table.rows[-1].key, table.rows[-1].origin, table.rows[-1].piece) == ("axe", Origin.BELIEVED, "token/2")
    assert table.session.ledger.whereabouts.place_of("token/2") == "B2"
    table.restart()
    assert table.session.ledger.whereabouts.place_of("token/2") == "B2"


@pytest.mark.parametrize("answer", ["no", "silence"])
def test_one_who_does_not_agree_is_enough(answer: str) -> None:
    table = table_with(two_tokens)
    tap(table, "token/2")
    table.read_on()
    tap(table, "token/2")
    table.press(Button.OK, long=True)
    if answer == "no":
        table.press(Button.BACK)
    else:
        table.wait(61)
    assert table.session.pending().source == "token/B2"
    assert table.rows[-1].key == "believe no"
    assert "Not all agree" in table.screen


def all_swords_seen(s: State) -> Flow[None]:
    yield from turned(s, "A1", "axe", doubted="sword")
    yield from ask(2, "And now?", "left", "right")


def test_what_the_rules_say_cannot_be_is_answered_with_their_reason_and_can_be_insisted_on() -> None:
    table = table_with(all_swords_seen)
    tap(table, "token/3")
    assert "All of them have been" in table.screen
    assert not table.rows
    table.press(Button.OK, long=True)
    for _ in range(2):
        table.press(Button.OK)
    assert (table.rows[-1].key, table.rows[-1].origin) == ("sword!", Origin.BELIEVED)
    table.restart()
    assert table.session.pending().keys == ("left", "right")


def test_what_has_been_seen_is_not_told_to_who_asks_why() -> None:
    table = table_with(all_swords_seen)
    table.press(Button.BACK)
    while "1/" in table.screen or "2/" in table.screen:
        assert "been seen" not in table.screen.replace("\n", " ")
        before = table.screen
        table.press(Button.DOWN)
        if table.screen == before:
            break
    assert table.session.pending().page == "text"
    assert "been seen" not in table.screen.replace("\n", " ")


def test_what_cannot_be_stands_in_a_journal_only_where_somebody_insisted() -> None:
    table = table_with(all_swords_seen)
    tap(table, "token/3")
    table.press(Button.OK, long=True)
    for _ in range(2):
        table.press(Button.OK)
    assert not verify(table.game, table.header, table.rows).partings
    forged = [*table.rows[:-1], table.rows[-1]._replace(origin=Origin.TAPPED)]
    (parting,) = verify(table.game, table.header, forged).partings
    assert "nobody insisted" in parting.why


def test_two_that_could_be_it_ask_to_lift_one() -> None:
    table = table_with(two_tokens)
    lay(table, "token/1", "token/3")
    table.wait(5)
    assert not table.rows
    assert table.session.pending().page == "contest"
    assert "Lift one: axe or sword." in table.screen.replace("\n", " ")
    lift(table, "token/1")
    table.wait(1)
    assert (table.rows[-1].key, table.rows[-1].piece) == ("sword", "token/3")


def test_two_in_two_looks_are_two_all_the_same() -> None:
    table = table_with(two_tokens)
    lay(table, "token/1")
    table.wait(0.1)
    lay(table, "token/3")
    table.wait(5)
    assert not table.rows
    assert table.session.pending().page == "contest"


def test_a_pawn_beside_the_token_is_no_matter() -> None:
    table = table_with(two_tokens)
    lay(table, "pawn/sun", "token/1")
    table.wait(1)
    assert table.rows[-1].piece == "token/1"


def test_a_foreign_tag_changes_nothing() -> None:
    """A25: known, foreign, known again within a breath: one action."""
    table = table_with(two_tokens)
    tap(table, "token/1")
    tap(table, "08DEADBEEF")
    assert "no piece of this game" in table.screen.replace("\n", " ")
    tap(table, "token/1")
    assert [row.piece for row in table.rows] == ["token/1"]
    table.give(Sensed("table", "0411223344", True, "token/1", "masters"))
    table.wait(1)
    assert "another game" in table.screen


def test_a_pawn_asks_whose_turn_it_is() -> None:
    def tale(s: State) -> Flow[None]:
        yield from ask(1, "Where to?", "left", "right")

    table = table_with(tale)
    tap(table, "pawn/sun")
    assert "Moon is asked." in table.screen
    tap(table, "pawn/moon")
    assert "You are asked: Where to?" in table.screen.replace("\n", " ")
    assert table.session.pending().page == "tap"
    table.press(Button.OK)
    assert table.session.pending().page == "ask"
    assert not table.rows


def test_a_pawn_that_is_to_be_chosen_is_chosen() -> None:
    def tale(s: State) -> Flow[None]:
        yield Decision(Seat(0), "3.3", said("Who?"), tuple(replaced(options("sun", "moon"), "pawn")), "")
        yield from ask(1, "Where to?", "left", "right")

    table = table_with(tale)
    tap(table, "pawn/moon")
    assert (table.rows[-1].key, table.rows[-1].origin) == ("moon", None)


def replaced(those: list[Option[str]], sort: str) -> list[Option[str]]:
    return [option._replace(piece=f"{sort}/{option.key.partition(' ')[0]}") for option in those]


def creatures(s: State) -> Flow[None]:
    ways = options("ogre A1", "ogre B2", "troll A1", "done")
    yield Decision(Seat(0), "3.3", said("Who goes where?"), tuple(replaced(ways, "creature")), "")
    yield from ask(1, "And now?", "left", "right")


def test_a_creature_of_several_moves_narrows_the_list() -> None:
    table = table_with(creatures)
    tap(table, "creature/1")
    assert table.session.pending().rows == (("ogre A1",), ("ogre B2",))
    assert not table.rows
    table.press(Button.BACK)
    assert len(table.session.pending().rows) == 4
    tap(table, "creature/1")
    table.choose("ogre B2")
    assert table.rows[-1].key == "ogre B2"


def test_a_creature_of_one_move_goes() -> None:
    table = table_with(creatures)
    tap(table, "creature/2")
    assert table.rows[-1].key == "troll A1"


def test_the_reader_of_another_seat_does_not_answer() -> None:
    table = table_with(two_tokens)
    tap(table, "token/1", on="seat/2")
    assert not table.rows
    assert "Sun is asked." in table.screen
    tap(table, "token/1", on="seat/1")
    assert table.rows[-1].piece == "token/1"


def test_electronic_tokens_are_not_tapped() -> None:
    """The box answers those itself: whoever taps while a seat is asked is told what is asked."""
    table = table_with(two_tokens, sets={"tokens": "electronic"})
    assert all(row.origin is Origin.FATE for row in table.rows)
    before = list(table.rows)
    tap(table, "token/1")
    assert "Not asked for now: axe." in table.screen.replace("\n", " ")
    assert table.rows == before


# -- the log has moved on and the wood has not ---------------------------------------------------------------------


def test_a_token_that_stays_is_put_back_before_the_game_goes_on() -> None:
    table = table_with(two_tokens)
    lay(table, "token/1")
    table.wait(1)
    table.read_on()
    assert table.session.state.value == "awaiting-table"
    assert "A1: axe" in table.screen
    lift(table, "token/1")
    assert table.session.state.value == "awaiting-choice"
    assert table.session.pending().source == "token/B2"


def test_ok_says_that_it_was_put_back() -> None:
    table = table_with(two_tokens)
    lay(table, "token/1")
    table.wait(1)
    table.read_on()
    table.press(Button.OK)
    assert table.session.state.value == "awaiting-choice"


def taken_along(s: State) -> Flow[None]:
    yield from turned(s, "A1", "axe", "sword")
    s.hands[0] = PLACES.index("B2")  # type: ignore[call-overload]
    yield from ask(0, "Go on?", "yes")
    which = (Option("it", "it", said("the axe"), piece="token/axe"), *options("none"))
    yield Decision(Seat(0), "3.3", said("Which one moves?"), which)
    yield from ask(0, "Where to?", "A1", "B2")


def test_what_is_tapped_to_be_moved_need_not_be_laid_back_first() -> None:
    table = table_with(taken_along)
    tap(table, "token/2")
    table.choose("yes")
    assert table.session.ledger.whereabouts.place_of("token/2") == "B2"
    lay(table, "token/2")
    table.wait(0.4)
    assert table.rows[-1].key == "it"
    assert table.session.state.value == "awaiting-choice"
    assert "Where to?" in table.screen


def given_back(s: State) -> Flow[None]:
    yield from turned(s, "A1", "axe", "sword")
    yield from ask(0, "Take it?", "take")
    s.hands[0] = PLACES.index("seat/0")  # type: ignore[call-overload]
    yield from ask(0, "Where to?", "B2")
    s.hands[0] = PLACES.index("B2")  # type: ignore[call-overload]
    yield from ask(1, "And now?", "left", "right")


def a_loss(tapped: bool = True) -> Table:
    table = table_with(given_back)
    if tapped:
        tap(table, "token/2")
    else:
        table.choose("axe")
    table.choose("take")
    table.choose("B2")
    table.read_on()
    return table


def test_a_token_that_was_lost_is_tapped_on_its_way_to_the_board() -> None:
    table = a_loss()
    assert table.session.state.value == "awaiting-table"
    assert "B2: axe" in table.screen
    lay(table, "token/2")
    table.wait(1)
    assert table.session.state.value == "awaiting-table"
    lift(table, "token/2")
    assert table.session.state.value == "awaiting-choice"
    assert table.session.ledger.whereabouts.place_of("token/2") == "B2"


def test_another_axe_is_not_the_one_that_was_lost() -> None:
    table = a_loss()
    tap(table, "token/1")
    assert table.session.state.value == "awaiting-table"
    assert "Not this one: axe, token/1." in table.screen.replace("\n", " ")
    table.press(Button.OK)
    assert "B2: axe" in table.screen
    tap(table, "token/2")
    assert table.session.state.value == "awaiting-choice"


def test_an_ok_that_comes_as_the_page_closes_by_itself_is_not_for_the_next_question() -> None:
    table = table_with(two_tokens)
    lay(table, "token/1")
    table.wait(1)
    table.read_on()
    lift(table, "token/1")
    before = list(table.rows)
    table.press(Button.OK)
    assert table.rows == before
    table.wait(1)
    table.press(Button.OK)
    assert len(table.rows) == len(before) + 1


def test_what_a_tapped_token_shows_is_told_once() -> None:
    table = table_with(two_tokens)
    lay(table, "token/1")
    table.wait(1)
    assert "It is the axe." not in table.screen
    assert "A1: axe" in table.screen
    lift(table, "token/1")
    assert "It is the axe." in table.screen
    assert table.session.pending().page == "ask"


def test_of_one_that_was_typed_any_like_it_will_do() -> None:
    table = a_loss(tapped=False)
    tap(table, "token/1")
    assert table.session.state.value == "awaiting-choice"
    assert table.session.ledger.whereabouts.place_of("token/1") == "B2"


def test_a_piece_of_which_it_is_known_who_holds_it_is_refused_with_the_name() -> None:
    def tale(s: State) -> Flow[None]:
        yield from turned(s, "A1", "axe", "sword")
        s.hands[0] = PLACES.index("seat/1")  # type: ignore[call-overload]
        yield from ask(0, "Well?", "well")
        yield from turned(s, "B2", "axe", "sword")

    table = table_with(tale)
    tap(table, "token/2")
    table.choose("well")
    table.read_on()
    tap(table, "token/2")
    assert "Moon has this one: axe, token/2." in table.screen.replace("\n", " ")


def test_of_a_hand_that_is_hidden_it_is_not_told_who_has_it() -> None:
    def tale(s: State) -> Flow[None]:
        yield from turned(s, "A1", "axe", "sword")
        s.hands[0] = PLACES.index("seat/1")  # type: ignore[call-overload]
        yield from ask(0, "Well?", "well")
        yield from turned(s, "B2", "axe", "sword")

    table = table_with(tale, hands={1: ("An axe",)})
    tap(table, "token/2")
    table.choose("well")
    table.read_on()
    tap(table, "token/2")
    assert "This one lies elsewhere: axe, token/2." in table.screen.replace("\n", " ")
    assert "Moon" not in table.screen


# -- in private ----------------------------------------------------------------------------------------------------


CARDS = tuple(Piece(f"power/{n}", str(n), said(f"card {n}")) for n in (4, 7, 9))
TAGS.update({card.id: f"0477{n:010X}" for n, card in enumerate(CARDS, 1)})


def a_card(s: State) -> Flow[None]:
    yield from ask(0, "Ready?", "yes")
    can_be = tuple(Option(str(n), n, said(f"a {n}"), piece=f"power/{n}") for n in (4, 7))
    option = yield Decision(CHANCE, "3.3", said("What is it?"), can_be, "power-deck/0/1", Seat(1), (), True)
    s.news.append(News(said(f"You drew {option.value}."), Seat(1)))
    yield from ask(0, "And now?", "left", "right")


def private(key_sets: Mapping[str, str] | None = None) -> Table:
    table = at_the_table(a_card, 3, key_sets or {"cards": "tagged"}, things=(*THINGS, *CARDS), lie=lambda s: {})
    table.choose("yes")
    return table


@pytest.mark.parametrize("reader", ["table", "seat/2"])
def test_a_private_tap_answers(reader: str) -> None:
    table = private()
    tap(table, "power/7", on=reader)
    assert (table.rows[-1].key, table.rows[-1].origin, table.rows[-1].piece) == ("7", Origin.TAPPED, "power/7")
    assert "7" not in table.screen
    assert table.session.pending().seat == 0


def test_nothing_that_others_see_or_hear_tells_which_card_was_tapped() -> None:
    def watched(card: str) -> list[object]:
        table = private()
        shown, heard = len(table.shown), []
        for _ in range(2):
            lay(table, card, on="seat/2")
            table.wait(0.4)
            heard += [item for item in table.out if isinstance(item, Play)]
            lift(table, card, on="seat/2")
        return [table.shown[shown:], heard, table.session.deadline]

    assert watched("power/4") == watched("power/7")


@pytest.mark.parametrize("reader", ["table", "seat/1"])
def test_a_hidden_card_that_is_slow_to_leave_a_reader_is_not_named_to_all(reader: str) -> None:
    table = at_the_table(
        a_card, 3, {"cards": "tagged"}, things=(*THINGS, *CARDS), lie=lambda s: {}, hands={1: ("Card 7",)}
    )
    table.choose("yes")
    tap(table, "power/7", on="seat/2")
    assert table.session.pending().seat == 0
    tap(table, "power/7", on=reader)
    assert "That one isn't asked for now." in table.screen.replace("\n", " ")
    assert not any("7" in text_of(screen) for screen in table.shown)


def test_an_impossible_private_tap_is_answered_in_private() -> None:
    table = private()
    lay(table, "power/9", on="seat/2")
    table.wait(1)
    assert not any(isinstance(item, Play) and item.sound is Sound.REFUSED for item in table.out)
    assert "9" not in table.screen
    assert "Moon: read this." in table.screen
    hold(table)
    assert "card 9" in table.screen.replace("\n", " ")
    let_go(table)
    table.press(Button.BACK)
    assert table.session.pending().page == "secret"
    assert table.rows[-1].key == "yes"


# -- nothing but what is asked -------------------------------------------------------------------------------------


def test_a_tap_while_the_others_are_asked_for_consent_or_after_the_end_does_nothing() -> None:
    def tale(s: State) -> Flow[None]:
        yield from turned(s, "A1", "axe", "sword")

    table = table_with(tale)
    tap(table, "token/1")
    table.read_on()
    assert table.session.pending().page == "over"
    before = list(table.rows)
    tap(table, "token/2")
    assert table.rows == before
    assert table.session.pending().page == "over"


def test_an_edition_that_lists_no_pieces_knows_no_tag() -> None:
    table = at_the_table(two_tokens, sets=TAGGED)
    tap(table, "token/1")
    assert "no piece of this game" in table.screen.replace("\n", " ")
    assert not table.rows


def test_a_fact_keeps_its_piece_when_it_comes_up_again() -> None:
    def tale(s: State) -> Flow[None]:
        yield from ask(0, "Ready?", "yes")
        yield from turned(s, "A1", "axe", "sword")
        yield from ask(0, "And now?", "left", "right")

    table = table_with(tale, seats=1)
    table.choose("yes")
    tap(table, "token/2")
    table.read_on()
    table.menu("take_back")
    table.read_on()
    table.choose("yes")
    assert (table.rows[-1].key, table.rows[-1].piece) == ("axe", "token/2")
    assert table.session.ledger.whereabouts.place_of("token/2") == "A1"


def test_the_rule_against_a_piece_comes_before_whose_pawn_it_is() -> None:
    def tale(s: State) -> Flow[None]:
        safe = (Denied("spell/moon", "4.2", said("Out of reach."), piece="pawn/moon"),)
        yield Decision(Seat(0), "4.2", said("Whom?"), tuple(options("star", "none")), refused=safe)
        yield from ask(1, "Where to?", "left", "right")

    table = table_with(tale)
    tap(table, "pawn/moon")
    assert table.session.pending().denied == "4.2"
    assert "Out of reach." in table.screen
