"""The table in the terminal: what is seen there, what keys and mouse do, how it ends."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pexpect
import pytest
from textual.pilot import Pilot
from textual.widgets import RichLog, Static

from companion.daemon.terminal import COLUMNS, ROWS, TerminalTable, braille
from companion.rules.text import text
from companion.words import LANGUAGES, Words
from tests.daemon.toy_box import ToyBox
from tests.screen.goldens import braille as golden_braille

Story = Callable[[ToyBox, TerminalTable, Pilot[int]], Awaitable[None]]
NOTE_COLUMNS = 72


def at_the_table(
    story: Story,
    size: tuple[int, int] = (COLUMNS, ROWS),
    main: Callable[[], Awaitable[int]] | None = None,
    long_ms: int = 100,
    words: Callable[[], Words] = lambda: Words("en"),
) -> TerminalTable:
    """Live a story at a table, and return the table as it was left."""

    async def live() -> TerminalTable:
        box = ToyBox()
        table = TerminalTable(box, box.lines, main or box.until_rolled, words, long_ms)
        async with table.run_test(size=size) as pilot:
            await story(box, table, pilot)
        return table

    return asyncio.run(live())


async def until(pilot: Pilot[int], happened: Callable[[], bool]) -> None:
    """Wait for something that takes real time, five seconds at most."""
    for _ in range(500):
        if happened():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never happened")


def seen(table: TerminalTable, where: str) -> str:
    return str(table.query_one(where, Static).content)


def said(table: TerminalTable) -> list[str]:
    return [line.text.rstrip() for line in table.query_one(RichLog).lines]


def test_the_terminals_own_words_follow_the_language_that_is_chosen_at_the_table() -> None:
    spoken = ["en"]

    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        assert "F1 help" in seen(table, "#keys")
        assert "fault" in seen(table, ".error")
        spoken[0] = "fr"
        await until(pilot, lambda: "F1 aide" in seen(table, "#keys"))
        assert "panne" in seen(table, ".error")
        await pilot.press("f1")
        assert "La boîte a cinq boutons" in str(table.screen.query_one(".note", Static).content)

    at_the_table(story, words=lambda: Words(spoken[0]))


def test_the_panel_shows_the_pixels_and_follows_them() -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        assert seen(table, "#panel") == golden_braille(box.pixels()).replace("\u2800", " ")
        before = box.pixels()
        box.press("down")
        assert box.pixels() != before
        await until(pilot, lambda: seen(table, "#panel") == braille(box.pixels()))

    at_the_table(story)


def test_a_pixel_is_a_dot() -> None:
    frame = bytearray(1024)
    frame[0] = 0b0001_0010
    frame[128 * 7 + 127] = 0b1000_0000
    lines = braille(bytes(frame)).split("\n")
    assert [len(line) for line in lines] == [64] * 16
    assert (lines[0][0], lines[1][0], lines[15][63]) == ("⠂", "⠁", "⢀")
    assert sum(character != " " for line in lines for character in line) == 3


def test_lamps_burn_and_the_buzzer_is_seen() -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        box.lit = {"seat/5", "error"}
        box.buzzer_hz = 880.0
        await until(pilot, lambda: "880 Hz" in seen(table, "#buzzer"))
        lamps = {lamp.lamp: str(lamp.content) for lamp in table._lamps}
        assert lamps["seat/5"] == "● 5"
        assert lamps["error"] == "● fault"
        assert {lamps[f"seat/{dark}"] for dark in (1, 2, 3, 4)} == {"○ 1", "○ 2", "○ 3", "○ 4"}
        assert [lamp.lamp for lamp in table._lamps if not lamp.visible] == ["seat/6"], "this one isn't wired"
        box.lit, box.buzzer_hz = set(), None
        await until(pilot, lambda: seen(table, "#buzzer") == "")
        assert str(table._lamps[4].content) == "○ 5"

    at_the_table(story)


def test_each_key_taps_its_button_and_none_is_lost_in_a_hurry() -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        await pilot.press("up", "down", "down", "enter", "escape", "backspace", "enter")
        buttons = ["up", "down", "down", "ok", "back", "back", "ok"]
        await until(pilot, lambda: len(box.fingers) == 2 * len(buttons))
        assert box.touched == [f"{button} {what}" for button in buttons for what in ("press", "release")]
        times = [at for *_, at in box.fingers]
        assert all(later - sooner > 0.015 for sooner, later in pairwise(times)), "taken for bounce"

    at_the_table(story)


@pytest.mark.parametrize("key", ["r", "space"])
def test_roll_has_two_keys(key: str) -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        await pilot.press(key)
        await until(pilot, lambda: table.return_value is not None)

    assert at_the_table(story).return_value == 7


@pytest.mark.parametrize(("key", "button"), [("m", "ok"), ("x", "back")])
def test_a_key_for_a_long_press_holds_long_enough(key: str, button: str) -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        await pilot.press(key)
        await until(pilot, lambda: box.touched == [f"{button} press", f"{button} release"])
        assert box.fingers[1][2] - box.fingers[0][2] > 0.15

    at_the_table(story, long_ms=150)


def test_ok_can_be_held_while_other_keys_are_struck() -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        await pilot.press("h", "down")
        await until(pilot, lambda: "down release" in box.touched)
        assert box.touched == ["ok press", "down press", "down release"]
        await pilot.press("h")
        assert box.touched[-1] == "ok release"

    at_the_table(story)


def test_the_mouse_presses_as_long_as_it_is_down() -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        await pilot.mouse_down("#ok")
        assert box.touched == ["ok press"]
        await pilot.hover("#panel")
        assert box.touched == ["ok press"]
        await pilot.mouse_up("#panel")
        assert box.touched == ["ok press", "ok release"]

    at_the_table(story)


def test_public_news_is_wrapped_and_can_be_leafed_through() -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        for turn in range(20):
            box.say(f"Turn {turn}: " + "Musclor draws a token " * 5)
        await pilot.pause()
        lines = said(table)
        assert lines[0] == "The table is set."
        assert all(len(line) <= COLUMNS for line in lines)
        assert " ".join(lines[1:]).count("Musclor draws a token") == 100
        log = table.query_one(RichLog)
        bottom = log.scroll_y
        await pilot.press("pageup")
        assert log.scroll_y < bottom
        await pilot.press("pagedown", "pagedown")
        assert log.scroll_y == bottom
        assert box.touched == []

    at_the_table(story)


def test_markup_in_a_line_is_not_markup() -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        box.say("[b]Zoë[/b] takes [3]")
        await pilot.pause()
        assert said(table)[-1] == "[b]Zoë[/b] takes [3]"

    at_the_table(story)


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 8)])
def test_a_small_terminal_says_how_large_it_must_be(size: tuple[int, int]) -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        assert not table.query_one("#room").is_on_screen
        assert "80 columns and 24 rows" in seen(table, "#small")
        assert f"{size[0]} and {size[1]}" in seen(table, "#small")
        await pilot.resize_terminal(COLUMNS, ROWS)
        await pilot.pause()
        assert table.query_one("#panel").is_on_screen
        assert not table.query_one("#small").is_on_screen

    at_the_table(story, size)


@pytest.mark.parametrize("size", [(80, 24), (100, 50), (200, 60)])
def test_everything_has_its_place_in_a_terminal_that_is_large_enough(size: tuple[int, int]) -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        assert table.query_one("#panel").content_size == (64, 16)
        assert table.query_one("#log").size.height >= 5
        for where in ("#panel", "#log", "#keys", "#up", "#down", "#ok", "#back", "#roll", ".error"):
            region = table.query_one(where).region
            assert region.area > 0, where
            assert table.screen.region.contains_region(region), where

    at_the_table(story, size)


def test_help_is_ended_by_any_key_and_the_box_feels_nothing() -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        await pilot.press("f1")
        assert "five buttons" in str(table.screen.query_one(".note", Static).content)
        await pilot.press("enter")
        assert not table.screen.query(".note")
        await pilot.pause(0.1)
        assert box.touched == []

    at_the_table(story)


def test_quitting_is_asked_and_can_be_thought_better_of() -> None:
    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        await pilot.press("q")
        assert table.screen.query(".note")
        await pilot.press("n")
        assert not table.screen.query(".note")
        await pilot.press("down")
        await until(pilot, lambda: "down release" in box.touched)
        assert table.return_value is None

    at_the_table(story)


@pytest.mark.parametrize("keys", [("q", "y"), ("q", "o"), ("ctrl+c", "enter"), ("ctrl+q", "y")])
def test_quitting_closes_the_box_first(keys: tuple[str, str]) -> None:
    closed: list[str] = []

    async def main() -> int:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            closed.append("closed")
        return 1

    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        await pilot.press(*keys)
        await until(pilot, lambda: table.return_value is not None)
        assert closed == ["closed"]

    assert at_the_table(story, main=main).return_value == 0


def test_what_the_box_raises_is_kept_for_the_caller() -> None:
    async def main() -> int:
        raise OSError("no room")

    async def story(box: ToyBox, table: TerminalTable, pilot: Pilot[int]) -> None:
        await until(pilot, lambda: table.return_value is not None)

    table = at_the_table(story, main=main)
    assert table.return_value == 1
    assert isinstance(table.fault, OSError)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_fit(language: str) -> None:
    words = Words(language)
    assert len(words.say(text("daemon.terminal.keys"))) <= COLUMNS
    assert len(words.say(text("daemon.terminal.error"))) <= 10
    for note in ("help", "leave"):
        assert all(len(line) <= NOTE_COLUMNS for line in words.say(text(f"daemon.terminal.{note}")).split("\n"))
    assert len(words.say(text("daemon.terminal.help")).split("\n")) <= ROWS - 4


def test_in_a_real_terminal_keys_arrive_and_nothing_is_written_while_nothing_changes() -> None:
    child = pexpect.spawn(
        sys.executable, ["-m", "tests.daemon.toy_box"], dimensions=(ROWS, COLUMNS), encoding="utf-8", timeout=20
    )
    try:
        child.expect("The table is set")
        child.expect(pexpect.TIMEOUT, timeout=0.6)
        with pytest.raises(pexpect.TIMEOUT):
            child.read_nonblocking(1, timeout=0.5)
        child.send("\x1b[B")
        child.read_nonblocking(1, timeout=5)
        child.send("r")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 7
    finally:
        child.close(force=True)


def test_what_a_keyboard_sends_in_another_encoding_is_no_key_and_no_end() -> None:
    child = pexpect.spawn(sys.executable, ["-m", "tests.daemon.toy_box"], dimensions=(ROWS, COLUMNS), timeout=20)
    try:
        child.expect("The table is set")
        child.send(b"\xe9x")  # an accent, as Latin-1 has it: in UTF-8 more would follow, so the next key goes with it
        child.expect(pexpect.TIMEOUT, timeout=0.6)
        child.send(b"r")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 7
    finally:
        child.close(force=True)


@pytest.mark.parametrize("first", [(), (signal.SIGCONT,), (signal.SIGHUP, signal.SIGCONT)], ids=str)
def test_a_terminal_that_is_closed_ends_the_table(first: tuple[signal.Signals, ...]) -> None:
    """The hang-up doesn't reach a program of another session; a shell that is closed sends its jobs SIGCONT as well."""
    ours, its = pty.openpty()
    table = subprocess.Popen([sys.executable, "-m", "tests.daemon.toy_box"], stdin=its, stdout=its, stderr=its)
    try:
        os.close(its)
        shown = b""
        while b"The table is set" not in shown:
            shown += os.read(ours, 1 << 16)
        for told in first:
            table.send_signal(told)
        os.close(ours)
        table.wait(timeout=20)
    finally:
        table.kill()
