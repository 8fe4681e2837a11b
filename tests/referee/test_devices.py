"""Which devices are missing is said in words, in the game as in the lobby."""

from __future__ import annotations

import pytest

from companion.games._template import KIT
from companion.referee.api import Button, Devices, Lamp, Light
from companion.referee.devices import called
from companion.words import LANGUAGES, Words
from tests.referee.table import Table
from tests.referee.test_lobby import Box

MISSING = ("oled", "reader seat/2", "reader table", "tags masters.toml")


def labels(box: Box) -> list[str]:
    return [item.label for item in box.lobby.page.browser.items]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_device_has_a_name_in_words(language: str) -> None:
    words = Words(language)
    said = [words.say(called(name)) for name in ("oled", "buttons", "lamps", "buzzer", *MISSING[1:])]
    assert len(set(said)) == len(said)
    assert not [each for each in said if each.startswith("referee.")]
    assert words.say(called("reader shelf")) == "shelf"


def test_the_menu_names_the_reader_that_is_missing() -> None:
    table = Table(KIT)
    table.give(Devices(MISSING, has_screen=False))
    table.press(Button.BACK, long=True)
    table.choose("devices")
    assert "Reader of seat 2" in table.screen
    assert "Reader on the table" in table.screen


def test_the_lobby_names_them_in_a_row_of_its_own() -> None:
    box = Box()
    before = labels(box)
    box.take(box.lobby.receive(Devices(MISSING), 0.0))
    assert Lamp("error", Light.SLOW) in box.out
    assert labels(box) == [*before, "Devices"]
    box.choose("Devices")
    assert labels(box)[1:3] == ["Reader of seat 2", "Reader on the table"]
    box.press(Button.OK)
    assert labels(box)[1:3] == ["Reader of seat 2", "Reader on the table"], "there is nothing to choose"
    box.take(box.lobby.receive(Devices(()), 0.0))
    box.press(Button.BACK)
    assert labels(box) == before


def test_a_list_that_is_open_stays_under_the_finger() -> None:
    box = Box()
    box.choose("New game")
    games = labels(box)
    box.take(box.lobby.receive(Devices(MISSING), 0.0))
    assert labels(box) == games
    box.press(Button.BACK)
    assert labels(box)[-1] == "Devices"
