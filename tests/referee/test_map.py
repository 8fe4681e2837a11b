"""The map: where it opens by itself, what stands on it, and how one gets to the list and back."""

from __future__ import annotations

from companion.games._template.state import State
from companion.referee.api import Button, Devices, Flashes
from companion.rules.game import BoardMap, Spot
from companion.rules.kernel import Denied, Flow, Option, Seat, choose
from companion.rules.picture import Dice
from companion.screen.model import MapBlock, MapSpot
from companion.screen.raster import draw
from tests.referee.table import Table, text_of
from tests.referee.toy import ask, at_the_table, options, said

SPOTS = {f"{'ABCDE'[x]}{y}": Spot(f"{'ABCDE'[x]}{y}", 50.0 * x, 30.0 * y, "") for x in range(5) for y in range(5)}


def board(opens: bool = True, **how: object) -> BoardMap:
    return BoardMap(SPOTS, (), {"A1": (Seat(0),)}, opens=opens)._replace(**how)  # type: ignore[arg-type]


def where_to(s: State) -> Flow[None]:
    """Two ways that lead somewhere, one that leads nowhere, and one that can't be had; then another question."""
    ways = [*options("A2", "B3", spots=True), *options("done")]
    way = yield from choose(
        Seat(0), "3.3", said("Move 2. Where to?"), ways, [Denied("C4", "3.4", said("Occupied."), said("C4"))]
    )
    s.tell(said(f"Sun takes {way}."))
    yield from ask(1, "Turn it?", "yes", "no")


def block(table: Table) -> MapBlock:
    (found,) = table.shown[-1].body
    assert isinstance(found, MapBlock)
    return found


def at(table: Table, spot: str) -> MapSpot:
    return block(table).spots[list(SPOTS).index(spot)]


def test_a_question_that_is_better_looked_at_opens_on_the_map_and_says_what_it_asks() -> None:
    table = at_the_table(where_to, map=board())
    assert table.session.pending().page == "map"
    assert "◆Move 2. Where to?" in table.screen
    assert block(table).caption == "A2"
    assert "list" in table.screen
    assert table.session.pending().rows == (("A2",), ("B3",), ("done",), ())


def test_a_board_that_does_not_open_is_a_list_until_ok_is_held() -> None:
    table = at_the_table(where_to, map=board(opens=False))
    assert table.session.pending().page == "ask"
    table.press(Button.OK, long=True)
    assert table.session.pending().page == "map"
    assert table.screen.startswith("◆Sun ")


def test_a_question_that_points_nowhere_is_a_list_all_the_same() -> None:
    table = at_the_table(where_to, map=board())
    table.press(Button.OK)
    table.read_on()
    assert "Turn it?" in table.screen
    assert table.session.pending().page == "ask"


def test_ok_chooses_on_the_map() -> None:
    table = at_the_table(where_to, map=board())
    table.press(Button.DOWN)
    assert block(table).caption == "B3"
    table.press(Button.OK)
    assert [row.key for row in table.rows] == ["B3"]


def test_ok_held_or_back_leads_to_the_list_with_the_same_caret_and_back_again_asks_why() -> None:
    for long, button in ((True, Button.OK), (False, Button.BACK)):
        table = at_the_table(where_to, map=board())
        table.press(Button.DOWN)
        table.press(button, long=long)
        assert table.session.pending().page == "ask"
        assert "Move 2. Where to?\n A2\n>B3" in table.screen
        table.press(Button.BACK)
        assert "§3.3" in table.screen
        table.press(Button.BACK)
        table.press(Button.OK, long=True)
        assert table.session.pending().page == "map"
        assert block(table).caption == "B3"


def test_what_leads_nowhere_is_reached_and_named_on_the_map_too() -> None:
    table = at_the_table(where_to, map=board())
    table.press(Button.DOWN)
    table.press(Button.DOWN)
    assert block(table).caption == "> done"
    assert not any(spot.at_caret for spot in block(table).spots)
    assert at(table, "A2").candidate
    draw(table.shown[-1])
    table.press(Button.OK)
    assert [row.key for row in table.rows] == ["done"]


def test_what_cannot_be_had_says_why_and_the_map_stands_again() -> None:
    table = at_the_table(where_to, map=board())
    table.press(Button.UP)
    assert block(table).caption == "> ✗ C4"
    table.press(Button.OK)
    assert table.session.pending().denied == "3.4"
    table.press(Button.OK)
    assert table.session.pending().page == "map"


def test_what_happened_is_read_before_the_map_opens() -> None:
    def tale(s: State) -> Flow[None]:
        yield from ask(0, "Go on?", "yes", "no")
        s.tell(said("Sun threw 3-5."), picture=Dice((3, 5), 8))
        s.tell(said("Put the token back."))
        yield from ask(0, "Where to?", "A2", "B3", spots=True)

    table = at_the_table(tale, map=board())
    table.press(Button.OK)
    assert table.session.pending().page == "notice"
    before = len(table.shown)
    table.read_on()
    assert "Put the token back." in "\n".join(map(text_of, table.shown[before - 1 :]))
    assert table.session.pending().page == "map"
    assert "Where to?" in table.screen


def test_after_a_restart_the_map_is_open_again_with_the_caret_at_its_top() -> None:
    table = at_the_table(where_to, map=board())
    table.press(Button.DOWN)
    table.restart()
    table.read_on()
    assert table.session.pending().page == "map"
    assert table.session.pending().caret == 0


def test_the_candidates_blink_and_nothing_is_recorded() -> None:
    table = at_the_table(where_to, map=board())
    assert block(table).candidates_lit
    table.wait(0.6)
    assert not block(table).candidates_lit
    assert table.rows == []


def test_all_pieces_that_stand_together_are_on_the_map_and_those_of_nobody_too() -> None:
    pawns = {"A2": (Seat(0), Seat(0), Seat(1), Seat(1)), "C4": (Seat(2),)}
    table = at_the_table(where_to, map=board(pawns=pawns, others={"C4": "☠", "E0": "▸▸", "B3": "□"}))
    assert at(table, "A2").pawns == "◆◆●●"
    assert at(table, "C4").pawns == "▲☠"
    assert at(table, "E0").pawns == "▸▸"
    assert at(table, "B3").pawns == "□"
    for _ in range(4):
        draw(table.shown[-1])
        table.press(Button.DOWN)


def test_without_a_screen_the_lamp_tells_the_carets_place_on_the_map_too() -> None:
    table = at_the_table(where_to, map=board())
    table.give(Devices(("oled",), has_screen=False))
    assert Flashes("seat/1", 2) in table.press(Button.DOWN)


def test_a_group_is_opened_on_the_map() -> None:
    spots = list(SPOTS)

    def tale(s: State) -> Flow[None]:
        ways = [Option(spot, spot, said(spot), 1, said(f"{spot[0]}…"), spot) for spot in spots]
        yield from choose(Seat(0), "3.3", said("Where to?"), [*ways, *options("done")])

    table = at_the_table(tale, map=board())
    assert sum(spot.at_caret for spot in block(table).spots) == 5
    table.press(Button.OK)
    assert table.session.pending().page == "map"
    assert block(table).caption == "A0"
    table.choose("A3")
    assert table.rows[0].key == "A3"


def test_a_private_choice_has_no_map() -> None:
    def tale(s: State) -> Flow[None]:
        yield from choose(Seat(0), "3.3", said("Where to?"), options("A2", "B3", spots=True), secret=True)

    table = at_the_table(tale, map=board())
    assert table.session.pending().page == "secret"
