"""How a game ends that nobody has won, and who is asked out of turn."""

from __future__ import annotations

from companion.games._template.state import State
from companion.referee.api import Button, Lamp, Leave, Light, Play, Sound, Wish
from companion.rules.dice import roll
from companion.rules.kernel import Flow, Seat
from tests.referee.table import Table, text_of
from tests.referee.toy import ask, at_the_table, said


def played_out(winners: tuple[Seat, ...]) -> Table:
    def tale(s: State) -> Flow[None]:
        yield from ask(0, "Go on?", "yes", "no")
        s.tell(said("The last stone falls."))

    table = at_the_table(tale, winners=winners)
    table.choose("yes")
    return table


def test_where_all_lose_no_fanfare_is_heard_and_no_lamp_runs() -> None:
    table = played_out(())
    lights = {lamp.light for name, lamp in table.session._outlet._lit.items() if name != "error"}
    assert lights == {Light.OFF}
    sounds = [item.sound for item in table.out if isinstance(item, Play)]
    assert Sound.LOST in sounds
    assert Sound.FANFARE not in sounds


def test_where_one_wins_it_is_and_they_do() -> None:
    table = played_out((Seat(0),))
    assert Play(Sound.FANFARE) in table.out
    assert Play(Sound.LOST) not in table.out
    assert table.session._outlet._lit["seat/1"].light is Light.CHASE


def test_where_all_lose_there_are_no_places_and_all_else_is_told() -> None:
    table = played_out(())
    while table.session.pending().page == "notice":
        table.press(Button.OK)
    told = "\n".join(map(text_of, table.shown))
    assert "It is over." in told
    assert "1. " not in told
    assert "seed" in told
    table.choose("again")
    assert Leave(Wish.AGAIN) in table.out


def test_how_it_came_to_that_is_read_before_that_it_is_over() -> None:
    table = played_out((Seat(0),))
    assert "The last stone falls." in table.screen
    assert "over" not in table.screen.lower()
    table.press(Button.OK)
    assert "It is over." in table.screen
    assert table.lines[-2:] == ["Sun: The last stone falls.", "It is over."]
    table.restart()
    assert table.lines[-1] == "It is over."
    assert table.lines.count("It is over.") == 1


def test_who_is_asked_in_anothers_turn_is_named_and_blinks() -> None:
    def tale(s: State) -> Flow[None]:
        yield from ask(0, "Where to?", "left", "right")
        yield from ask(1, "May Sun come in?", "let in", "fight")
        yield from ask(0, "And now?", "stay", "go")

    table = at_the_table(tale)
    assert table.screen.startswith("◆Sun ")
    out = table.press(Button.OK)
    assert {item for item in out if isinstance(item, Lamp)} == {Lamp("seat/1", Light.OFF), Lamp("seat/2", Light.SLOW)}
    assert table.screen.startswith("●Moon ")
    assert "May Sun come in?" in table.screen
    assert table.session.pending().seat == 1
    out = table.press(Button.OK)
    assert {item for item in out if isinstance(item, Lamp)} == {Lamp("seat/1", Light.ON), Lamp("seat/2", Light.OFF)}
    assert table.screen.startswith("◆Sun ")


def test_all_five_others_are_asked_whether_a_choice_may_be_taken_back() -> None:
    def tale(s: State) -> Flow[None]:
        yield from ask(3, "Which way?", "left", "right")
        yield from roll(s, Seat(0), "3.1")
        yield from ask(0, "Go on?", "yes", "no")

    table = at_the_table(tale, 6)
    table.choose("left")
    table.roll()
    table.read_on()
    table.menu("take_back")
    for mark in "◆●▲▼★":
        assert table.session.pending().page == "consent"
        assert table.screen.startswith(mark)
        table.press(Button.OK)
    assert table.session.pending().seat == 3


def test_six_at_the_table_each_with_a_lamp_and_a_say() -> None:
    def tale(s: State) -> Flow[None]:
        for seat in s.seats:
            yield from ask(seat, "Which way?", "left", "right")

    table = at_the_table(tale, 6)
    for mark, name in (("◆", "Sun"), ("●", "Moon"), ("▲", "Star"), ("■", "Comet"), ("▼", "Earth"), ("★", "Void")):
        assert table.screen.startswith(f"{mark}{name} ")
        seat = table.session.pending().seat
        burning = [name for name, lamp in table.session._outlet._lit.items() if lamp.light is not Light.OFF]
        assert burning == [f"seat/{seat + 1}"]
        table.choose("left")
    assert table.session.state.value == "over"
