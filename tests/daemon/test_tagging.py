"""Stickers are enrolled on the box: four rows, five buttons, a reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.referee.api import Button, Leave, Sound, Wish
from companion.table.listening import LISTEN_S
from hardware.api import Reads
from tests.daemon.tagging import Desk
from tests.table.box import AXES, BOX, MUSCLOR, SHORT, STICKERS, STRATOS, SWORD, WALL

ONE, TWO, THREE, *_ = STICKERS


def test_piece_after_piece_is_on_the_disk_before_the_next_is_asked_for() -> None:
    desk = Desk(BOX)
    assert desk.rows == ["0 of 6 have a tag", "Lay down:", "Musclor", MUSCLOR]
    desk.tap(ONE)
    assert desk.disk == {ONE: MUSCLOR}
    assert desk.rows == ["✓ Musclor", "Lay down:", "Stratos", STRATOS]
    assert desk.heard == [Sound.DONE]


def test_pieces_that_look_alike_are_numbered() -> None:
    desk = Desk(BOX, {ONE: MUSCLOR, TWO: STRATOS, THREE: AXES[0]})
    assert desk.rows[2] == "axe 2/2"
    assert desk.shown[-1].title is not None
    assert desk.shown[-1].title.turn == "4/6"


def test_up_and_down_choose_ok_skips_and_back_leaves() -> None:
    desk = Desk(BOX, {ONE: MUSCLOR})
    desk.press(Button.DOWN, Button.UP, Button.UP)
    assert desk.rows[1:3] == ["Has a tag. Lay down:", "Musclor"]
    desk.press(Button.OK, Button.OK)
    assert desk.rows[2] == "axe 1/2"
    desk.press(Button.BACK)
    assert desk.out == [Leave(Wish.LOBBY)]


def test_back_held_down_takes_the_last_one_back() -> None:
    desk = Desk(BOX)
    desk.tap(ONE)
    desk.hold(Button.BACK)
    assert desk.disk == {}
    assert desk.rows[:3] == ["Taken back.", "Lay down:", "Musclor"]
    desk.hold(Button.BACK)
    assert desk.disk == {}


def test_a_tag_that_comes_and_goes_is_weak() -> None:
    desk = Desk(BOX)
    desk.lay(ONE)
    desk.lift(ONE)
    desk.lay(ONE)
    desk.wait()
    assert (desk.disk, desk.heard) == ({}, [Sound.REFUSED])
    desk.choose("Keep it")
    assert desk.disk == {ONE: MUSCLOR}
    desk.lay(TWO)
    desk.wait()
    assert desk.said.startswith("Several tags")


def test_a_tag_that_rests_but_is_often_missed_is_weak() -> None:
    desk = Desk(BOX)
    desk.reads = Reads(7, 10)
    desk.tap(ONE)
    assert (desk.disk, desk.heard) == ({}, [Sound.REFUSED])


def test_a_short_tap_counts_for_readers_that_do_not_tell_when_a_tag_goes() -> None:
    desk = Desk(BOX)
    desk.lay(ONE)
    desk.lift(ONE)
    desk.wait()
    assert desk.disk == {ONE: MUSCLOR}


def test_a_tag_is_watched_before_it_counts() -> None:
    desk = Desk(BOX)
    desk.lay(ONE)
    desk.wait(LISTEN_S / 2)
    assert desk.disk == {}
    desk.lay(TWO)
    desk.wait(LISTEN_S / 2)
    assert (desk.disk, desk.said) == ({}, "Several tags lie here. Lift one.")
    desk.lift(ONE)
    assert desk.disk == {TWO: MUSCLOR}
    assert desk.heard == [Sound.REFUSED, Sound.DONE]


def test_a_tag_of_another_piece_moves_only_when_told_to() -> None:
    desk = Desk(BOX, {ONE: SWORD})
    desk.tap(ONE)
    assert desk.said == "It is the tag of sword. Take another Move it here"
    desk.press(Button.OK)
    assert desk.disk == {ONE: SWORD}
    desk.tap(ONE)
    desk.press(Button.BACK)
    assert desk.disk == {ONE: SWORD}
    desk.tap(ONE)
    desk.choose("Move")
    assert desk.disk == {ONE: MUSCLOR}
    assert desk.rows[:3] == ["✓ Musclor", "Lay down:", "sword"]


def test_a_torn_sticker_is_replaced() -> None:
    desk = Desk(BOX, {ONE: WALL})
    desk.press(Button.UP)
    desk.tap(TWO)
    desk.choose("Replace")
    assert desk.disk == {TWO: WALL}


def test_what_is_asked_for_twice_makes_no_sound_of_refusal() -> None:
    desk = Desk(BOX)
    desk.tap(SHORT)
    assert (desk.said, desk.heard) == ("Now lift it, and lay it down again.", [])
    desk.tap(SHORT)
    assert desk.disk == {SHORT: MUSCLOR}


def test_a_disk_that_takes_nothing_is_said_and_the_tag_is_asked_for_again() -> None:
    desk = Desk(BOX)
    desk.is_full = True
    desk.tap(ONE)
    assert desk.said.startswith("The disk takes nothing")
    desk.press(Button.OK)
    assert desk.rows[2] == "Musclor"
    desk.is_full = False
    desk.tap(ONE)
    assert desk.disk == {ONE: MUSCLOR}


def test_a_damaged_list_that_was_in_the_way_is_named() -> None:
    desk = Desk(BOX)
    desk.aside = Path("/state/pieces/masters.toml.aside-1")
    desk.tap(ONE)
    assert desk.said == "The list was damaged. It is set aside as masters.toml.aside-1"
    desk.press(Button.OK)
    assert desk.rows[2] == "Stratos"


def test_quiet_but_for_the_refusal() -> None:
    desk = Desk(BOX, quiet=True)
    desk.tap(ONE)
    desk.press(Button.DOWN)
    desk.tap("08A1B2C3")
    assert desk.heard == [Sound.REFUSED]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_press_and_no_tag_is_without_words(language: str) -> None:
    desk = Desk(BOX, {ONE: SWORD}, language)
    for tag in (ONE, "08A1B2C3", SHORT, TWO, "88A1B2C3"):
        desk.tap(tag)
        desk.press(Button.DOWN, Button.OK, Button.BACK, Button.ROLL, Button.UP)
        desk.hold(Button.BACK)
    assert len(desk.shown) > 10
