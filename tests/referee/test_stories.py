"""What people at a table live through with the box, on the smallest whole game."""

from __future__ import annotations

from companion.games._template import KIT
from companion.referee.api import (
    Answered,
    Button,
    Devices,
    Flashes,
    Lamp,
    Leave,
    Light,
    Play,
    Saving,
    Scripted,
    Setting,
    Show,
    Sound,
    Touch,
    Touched,
    Wish,
)
from companion.referee.fate import Fate
from companion.referee.settings import Settings
from companion.rules.kernel import EVERYONE, Seat
from companion.rules.log import Origin, RowKind, standing
from tests.referee.table import Table, text_of

NAMES = ("sun", "moon", "star")


def at_the_first_roll(**how: object) -> Table:
    table = Table(KIT, names=NAMES, **how)  # type: ignore[arg-type]
    table.read_on()
    return table


def peek_and_choose(table: Table, key: str) -> None:
    """Hold OK, find the row, throw it in with ROLL, let go."""
    table.read_on()
    table.give(Touched(Button.OK, Touch.PRESS))
    while key not in (pending := table.session.pending()).rows[pending.caret]:
        table.press(Button.DOWN)
    table.press(Button.ROLL)
    table.give(Touched(Button.OK, Touch.RELEASE))


def to_the_first_swap(**how: object) -> Table:
    table = at_the_first_roll(**how)
    while table.session.pending().page in ("roll", "notice"):
        table.press(Button.ROLL)
    assert table.session.pending().page == "secret"
    return table


def play_out(table: Table) -> None:
    while (page := table.session.pending().page) != "over":
        if page == "secret":
            peek_and_choose(table, "keep")
        else:
            table.press(Button.ROLL)


def test_fate_is_sealed_before_the_first_roll_and_opened_at_the_end() -> None:
    table = Table(KIT, names=NAMES, seed="a secret")
    assert Fate("a secret").commitment[:16] in table.screen.replace("\n", "")
    play_out(table)
    assert any("a secret" in text_of(screen).replace("\n", " ") for screen in table.shown[-12:])


def test_at_the_end_the_last_row_promises_no_way_back() -> None:
    table = Table(KIT, names=NAMES)
    play_out(table)
    assert "BACK" not in table.screen
    before = table.screen
    table.press(Button.BACK)
    assert table.screen == before


def test_a_long_seed_is_shown_whole() -> None:
    table = Table(KIT, names=NAMES, seed="0123456789abcdef0123456789ABCDEF")
    play_out(table)
    assert any("was\n0123456789abcdef\n0123456789ABCDEF" in text_of(screen) for screen in table.shown[-12:])


def test_no_seed_is_seen_while_the_game_is_on() -> None:
    table = to_the_first_swap(seed="hush")
    assert not any("hush" in text_of(screen) for screen in table.shown)


def test_the_lamp_of_the_seat_that_is_asked_burns_and_no_other() -> None:
    table = Table(KIT, names=NAMES)
    lamps = {item.lamp: item.light for item in table.out if isinstance(item, Lamp)}
    assert lamps == {"seat/1": Light.ON, "seat/2": Light.OFF, "seat/3": Light.OFF, "error": Light.OFF}
    table.press(Button.OK)
    table.press(Button.ROLL)
    lamps = {item.lamp: item.light for item in table.out if isinstance(item, Lamp)}
    assert lamps["seat/1"] is Light.OFF
    assert lamps["seat/2"] is not Light.OFF


def test_a_throw_is_recorded_before_it_is_shown() -> None:
    table = at_the_first_roll()
    out = table.press(Button.ROLL)
    kinds = [type(item).__name__ for item in out]
    assert kinds.index("Record") < kinds.index("Show")
    assert table.rows[0].origin is Origin.FATE
    assert table.rows[0].source == "dice/1"


def test_moving_the_caret_records_nothing_and_only_clicks() -> None:
    table = Table(KIT)
    table.read_on()
    out = table.press(Button.DOWN)
    assert [type(item) for item in out] == [Show, Play]
    assert out[1] == Play(Sound.CLICK)


def test_after_a_restart_the_same_question_stands_and_fate_is_the_same() -> None:
    table = at_the_first_roll()
    other = at_the_first_roll()
    table.press(Button.ROLL)
    before = table.session.pending()
    table.restart()
    table.read_on()
    assert table.session.pending().keys == before.keys
    for t in (table, other):
        while t.session.pending().page in ("roll", "notice"):
            t.press(Button.ROLL)
    assert [r.key for r in table.rows] == [r.key for r in other.rows]


def test_the_caret_is_at_the_top_after_a_restart() -> None:
    table = Table(KIT)
    table.read_on()
    table.press(Button.DOWN)
    assert table.session.pending().caret == 1
    table.restart()
    table.read_on()
    assert table.session.pending().caret == 0


def test_a_choice_nobody_has_built_on_is_taken_back_freely() -> None:
    table = Table(KIT)
    table.choose("pawn/sun")
    table.menu("take_back")
    assert table.session.pending().seat == 0
    assert "pawn/sun" in table.session.pending().keys
    assert table.rows[-1].kind is RowKind.TAKE_BACK
    assert standing(table.rows) == []


def swapped(**how: object) -> Table:
    """The first seat has swapped its card: chance has spoken since."""
    table = to_the_first_swap(**how)
    peek_and_choose(table, "swap")
    table.read_on()
    return table


def test_a_choice_that_chance_has_answered_is_taken_back_only_if_all_agree() -> None:
    table = swapped()
    first = table.session.ledger.last_choice()
    assert first is not None
    table.menu("take_back")
    for _ in range(2):
        assert table.session.pending().page == "consent"
        table.press(Button.OK)
    assert table.session.pending().seat == first.seat
    assert [r.key for r in table.rows if r.kind is RowKind.CONSENT] == ["take-back yes", "take-back yes"]


def test_one_no_ends_it() -> None:
    table = swapped()
    log = standing(table.rows)
    table.menu("take_back")
    table.press(Button.OK)
    table.press(Button.BACK)
    assert "stands" in table.screen
    assert standing(table.rows) == log


def test_so_does_silence() -> None:
    table = swapped()
    log = standing(table.rows)
    table.menu("take_back")
    table.wait(59)
    assert table.session.pending().page == "consent"
    table.wait(2)
    assert table.session.pending().page != "consent"
    assert standing(table.rows) == log


def test_seats_that_the_box_plays_agree_unasked() -> None:
    table = Table(KIT, names=NAMES, bots=(1, 2), seed="3")
    while table.session.pending().page != "secret":
        table.press(Button.ROLL)
        table.wait(2)
    peek_and_choose(table, "swap")
    table.menu("take_back")
    table.read_on()
    assert table.session.pending().page == "secret"
    assert table.rows[-1].kind is RowKind.TAKE_BACK


def test_a_fact_that_was_seen_comes_again_whatever_is_chosen() -> None:
    table = swapped()
    drawn = next(r for r in reversed(table.rows) if r.seat == -1)
    table.menu("take_back")
    table.press(Button.OK)
    table.press(Button.OK)
    peek_and_choose(table, "swap")
    again = next(r for r in reversed(table.rows) if r.seat == -1)
    assert (again.source, again.key) == (drawn.source, drawn.key)
    assert again.n > drawn.n


def test_dice_are_not_thrown_twice_after_a_take_back() -> None:
    """A throw that all have seen stands: what comes up again is answered unasked."""
    table = Table(KIT, seats=2)
    table.choose("pawn/sun")
    table.choose("pawn/moon")
    table.roll()
    seen = table.rows[-1]
    table.menu("take_back")
    table.press(Button.OK)
    assert table.session.pending().keys[0].startswith("pawn/")
    table.choose("pawn/star")
    assert (table.rows[-1].source, table.rows[-1].key) == (seen.source, seen.key)


def test_real_dice_are_typed_in() -> None:
    table = at_the_first_roll(sets={"dice": "physical"})
    assert table.session.pending().page == "dice"
    table.press(Button.DOWN)  # three pips become two
    table.press(Button.OK)
    table.press(Button.UP)
    table.press(Button.UP)
    table.press(Button.OK)
    assert (table.rows[0].key, table.rows[0].origin) == ("2-5", Origin.TYPED)


def test_back_returns_to_the_first_die_and_then_asks_why() -> None:
    table = at_the_first_roll(sets={"dice": "physical"})
    table.press(Button.OK)
    table.press(Button.BACK)
    table.press(Button.UP)
    table.press(Button.OK)
    table.press(Button.OK)
    assert table.rows[0].key == "4-3"
    table.read_on()
    table.press(Button.BACK)
    assert table.session.pending().page == "text"


def test_the_last_reading_is_typed_again_freely() -> None:
    table = at_the_first_roll(sets={"dice": "physical"})
    table.press(Button.OK)
    table.press(Button.OK)
    table.read_on()
    table.menu("type_again")
    table.read_on()
    assert table.session.pending().source == "dice/1"
    table.press(Button.UP)
    table.press(Button.OK)
    table.press(Button.OK)
    assert [r.key for r in standing(table.rows)] == ["4-3"]
    assert RowKind.CORRECTION in [r.kind for r in table.rows]


def test_with_the_consent_of_all_once_the_box_has_dealt_on_it() -> None:
    """Else whoever holds a bad card types the throw anew, and looks what is dealt then."""
    table = at_the_first_roll(sets={"dice": "physical"})
    for first in (6, 4, 3):
        for wheel in (first, 3):
            while table.session.pending().page != "dice":
                table.press(Button.OK)
            for _ in range((3 - wheel) % 6):
                table.press(Button.DOWN)
            table.press(Button.OK)
    table.read_on()
    rows = list(table.rows)
    assert [row.origin for row in rows[-2:]] == [Origin.FATE, Origin.FATE]
    table.menu("type_again")
    for seat in range(3):
        assert table.session.pending().page == "consent", seat
        assert "typed again" in table.screen
        table.press(Button.OK)
    assert table.session.pending().source == "dice/3"
    assert [row.key for row in table.rows if row.kind is RowKind.CONSENT] == ["correction yes"] * 3
    table.restart()
    assert table.session.pending().source == "dice/3"


def test_what_was_corrected_survives_a_restart() -> None:
    table = at_the_first_roll(sets={"dice": "physical"})
    table.press(Button.OK)
    table.press(Button.OK)
    table.read_on()
    table.menu("type_again")
    table.restart()
    table.read_on()
    assert table.session.pending().source == "dice/1"
    assert table.session.pending().page == "dice"


def test_a_candidate_that_cannot_be_had_says_why() -> None:
    table = Table(KIT)
    table.choose("pawn/moon")
    refused = table.session.position.decision.refused  # type: ignore[union-attr]
    assert refused
    table.press(Button.UP)  # round the end: the refused stand last
    out = table.press(Button.OK)
    assert table.session.pending().page == "refusal"
    assert table.session.pending().denied == refused[0].rule
    assert Play(Sound.REFUSED) in out
    assert Lamp("seat/2", Light.TWICE) in out
    assert f"§{refused[0].rule}" in table.screen
    table.press(Button.OK)
    assert table.session.pending().page == "ask"


def test_an_answer_by_another_way_than_the_list() -> None:
    table = Table(KIT)
    table.give(Answered("pawn/star", Seat(0)))
    assert table.rows[0].key == "pawn/star"


def test_another_seat_cannot_answer_for_mine() -> None:
    table = Table(KIT)
    table.give(Answered("pawn/star", Seat(1)))
    assert table.rows == []
    assert table.session.pending().page == "refusal"


def test_nonsense_is_answered_with_the_rule_and_changes_nothing() -> None:
    table = Table(KIT)
    table.give(Answered("castle"))
    assert table.rows == []
    assert table.session.pending().denied == "2"


def test_why_shows_the_section_that_asks() -> None:
    table = Table(KIT)
    table.read_on()
    table.press(Button.BACK)
    assert "§2" in table.screen


def test_an_arrow_down_stands_only_where_more_is_below() -> None:
    table = Table(KIT)
    table.read_on()
    table.press(Button.BACK)
    while table.session.pending().page == "text":
        place = table.screen.rpartition(" ")[2]
        assert ("▾" in table.screen) == (len(set(place.split("/"))) == 2), table.screen
        table.press(Button.OK)
    table.menu("status")
    assert "BACK close" in table.screen
    assert "▾" not in table.screen


def test_history_is_right_after_a_take_back() -> None:
    table = Table(KIT)
    table.choose("pawn/sun")
    table.choose("pawn/moon")
    told = [news.text for news, _ in table.session.ledger.history()]
    table.menu("take_back")
    assert [news.text for news, _ in table.session.ledger.history()] == told[:-1]
    table.menu("history")
    assert "HISTORY" in table.screen


def test_status_pause_and_going_on() -> None:
    table = at_the_first_roll()
    table.menu("status")
    assert "STATUS" in table.screen
    table.press(Button.BACK)
    table.menu("pause")
    assert table.session.state.value == "paused"
    table.press(Button.ROLL)
    assert table.rows == []
    table.press(Button.OK)
    assert table.session.pending().page == "roll"


def test_a_pause_stops_the_box_too() -> None:
    table = Table(KIT, names=NAMES, bots=(0, 1, 2))
    table.read_on()
    table.menu("pause")
    table.wait(3600)
    assert table.rows == []


def test_language_and_sound_are_changed_on_the_box() -> None:
    table = at_the_first_roll()
    table.menu("language")
    assert Setting("language", "fr") in table.out
    assert "lancer" in table.screen.lower()
    table.menu("sound")
    assert Setting("sound", "quiet") in table.out
    assert not any(isinstance(item, Play) for item in table.press(Button.ROLL))


def test_the_refusal_is_heard_even_in_quiet_mode() -> None:
    table = Table(KIT, settings=Settings(quiet=True))
    table.give(Answered("castle"))
    assert Play(Sound.REFUSED) in table.out


def test_a_player_leaves_and_the_box_plays_on() -> None:
    table = at_the_first_roll()
    table.menu("seat/0")
    assert table.session.pending().page == "bot"
    table.wait(2)
    assert table.rows[-1].source == "dice/1"
    table.restart()
    assert Seat(0) in table.session.ledger.bots


def test_save_and_leave_and_shut_down() -> None:
    table = at_the_first_roll()
    table.menu("leave")
    assert Leave(Wish.LOBBY) in table.out
    table = at_the_first_roll()
    table.menu("shut_down")
    assert Leave(Wish.SHUT_DOWN) in table.out


def test_the_end_with_places_figures_and_another_game() -> None:
    table = at_the_first_roll()
    play_out(table)
    said = "\n".join(text_of(screen) for screen in table.shown[-12:])
    assert "1. " in said
    assert "Throws" in said
    assert Lamp("seat/1", Light.CHASE) in table.session._outlet._lit.values()
    table.choose("again")
    assert Leave(Wish.AGAIN) in table.out


def test_a_scripted_throw() -> None:
    table = at_the_first_roll()
    table.give(Scripted("6-6"))
    table.press(Button.ROLL)
    assert (table.rows[0].key, table.rows[0].origin) == ("6-6", Origin.SCRIPTED)


def test_what_is_not_saved_is_marked_on_every_screen() -> None:
    table = at_the_first_roll()
    table.give(Saving(False))
    assert table.shown[-1].unsaved
    assert Lamp("error", Light.ON) in table.out
    table.press(Button.ROLL)
    assert table.shown[-1].unsaved
    table.give(Saving(True))
    assert not table.shown[-1].unsaved


def test_a_missing_device_blinks_and_is_named() -> None:
    table = at_the_first_roll()
    table.give(Devices(("buzzer",)))
    assert Lamp("error", Light.SLOW) in table.out
    table.menu("devices")
    assert "Buzzer" in table.screen


def test_without_a_screen_the_lamp_tells_the_carets_place() -> None:
    table = Table(KIT)
    table.read_on()
    table.give(Devices(("screen",), has_screen=False))
    out = table.press(Button.DOWN)
    assert Flashes("seat/1", 2) in out


def test_a_private_choice_is_seen_only_while_the_button_is_held() -> None:
    table = to_the_first_swap()
    blank = table.shown[-1]
    out = table.give(Touched(Button.OK, Touch.PRESS))
    peeked = next(item for item in out if isinstance(item, Show))
    assert peeked.audience == table.session.pending().seat
    out = table.give(Touched(Button.OK, Touch.RELEASE))
    assert [item for item in out if isinstance(item, Show)] == [Show(blank, EVERYONE)]


def test_a_private_choice_is_refused_in_private() -> None:
    table = to_the_first_swap()
    table.give(Answered("card/9"))
    assert not any(isinstance(item, Play | Lamp) for item in table.out)
    assert "The others look away" in table.screen.replace("\n", " ")
    assert "§" not in table.screen


def test_a_finger_that_is_still_down_does_not_answer_the_next_question() -> None:
    table = to_the_first_swap()
    table.give(Touched(Button.OK, Touch.PRESS))
    while (pending := table.session.pending()).rows[pending.caret] != ("swap",):
        table.press(Button.DOWN)
    table.press(Button.ROLL)
    next_page = table.session.pending()
    table.give(Touched(Button.OK, Touch.SHORT))
    table.give(Touched(Button.OK, Touch.RELEASE))
    assert table.session.pending() == next_page
