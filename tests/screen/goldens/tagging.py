"""Enrolment on the box: every screen that it shows, with the longest names of a real box."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.shadowlord import KIT
from companion.referee.api import Button
from companion.screen.model import Screen
from companion.table.tag_words import say
from companion.words import Words
from tests.daemon.tagging import Desk
from tests.referee.table import Table
from tests.table.box import SHORT, STICKERS

ONE, TWO, THREE, FOUR, *_ = STICKERS


def tagging_in_english() -> Mapping[str, Screen]:
    return every_screen("en")


def tagging_in_french() -> Mapping[str, Screen]:
    return every_screen("fr")


def every_screen(language: str) -> dict[str, Screen]:
    """What comes on the way through a box."""
    pieces = Table(KIT).game.pieces
    words = Words(language)
    longest = max((p for p in pieces if p.bears_tag), key=lambda piece: len(words.say(piece.name)))
    desk = Desk(pieces, {"04A1C2C3": longest.id}, language)
    seen: dict[str, Screen] = {}

    def look(name: str) -> None:
        seen[name] = desk.shown[-1]

    look("lay")
    desk.tap(ONE)
    look("kept")
    for name, tag in (("alike", "C3C2A104"), ("random", "08A1B2C3"), ("taken", "04A1C2C3"), ("no id", "88010203")):
        desk.tap(tag)
        look(name)
        desk.press(Button.BACK)
    desk.tap(SHORT)
    look("again")
    desk.tap("1234ABCE")
    look("changed")
    desk.press(Button.OK)
    desk.lay(TWO, THREE)
    desk.wait()
    look("several")
    desk.lift(TWO, THREE)
    desk.lay(TWO)
    desk.lift(TWO)
    desk.lay(TWO)
    desk.wait()
    look("weak")
    desk.lay(TWO, reader="seat/1")
    desk.wait()
    look("two readers")
    desk.press(Button.OK)
    desk.lift(TWO)
    desk.lift(TWO, reader="seat/1")
    desk.enrolment.choose(longest.id)
    desk.tap(TWO)
    look("has a tag")
    desk.choose(words.say(say("choice.replace")))
    desk.enrolment.choose(longest.id)
    desk.press(Button.DOWN, Button.UP)
    look("lay again")
    desk.tap(TWO)
    look("right")
    desk.press(Button.OK, Button.DOWN)
    desk.tap(TWO)
    desk.press(Button.DOWN, Button.OK)
    look("moved")
    desk.tap(TWO)
    look("twin")
    desk.press(Button.OK)
    desk.hold(Button.BACK)
    look("undone")
    desk.is_full = True
    desk.tap(FOUR)
    look("unsaved")
    done = Desk(pieces, {f"04A1B2C3D4E7{n:02X}": piece.id for n, piece in enumerate(pieces)}, language)
    seen["all"] = done.shown[-1]
    return seen
