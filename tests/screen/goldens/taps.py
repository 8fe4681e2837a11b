"""Every kind of screen that a tap leads to, at its fullest: one a kind and page, from storms in whole games."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games import GAMES
from companion.referee.api import Button, Touch, Touched
from companion.referee.settings import Settings
from companion.screen.model import Screen
from tests.referee.table import Table, text_of
from tests.referee.test_tap_storm import GUSTS, Storm

PAGES = ("tap", "contest", "refusal", "table", "consent", "secret")


def taps_in_english() -> Mapping[str, Screen]:
    return fullest("en")


def taps_in_french() -> Mapping[str, Screen]:
    return fullest("fr")


def fullest(language: str) -> dict[str, Screen]:
    """The screen with the most characters of each page, game by game."""
    found: dict[str, Screen] = {}
    for game in GAMES:
        for seed in range(3):
            storm = Storm(game, seed, Settings(language=language))
            for _ in range(2 * GUSTS):
                storm.gust()
                page = storm.table.session.pending().page
                if page in PAGES:
                    keep(found, f"{page} {game}", storm.table.shown[-1])
                if page == "refusal":
                    keep_what_is_held(found, f"held {game}", storm.table)
    return dict(sorted(found.items()))


def keep(found: dict[str, Screen], name: str, screen: Screen) -> None:
    if name not in found or len(text_of(screen)) > len(text_of(found[name])):
        found[name] = screen


def keep_what_is_held(found: dict[str, Screen], name: str, table: Table) -> None:
    """What stands there while OK is held, where it is for one pair of eyes."""
    blank = table.shown[-1]
    table.give(Touched(Button.OK, Touch.PRESS))
    if table.shown[-1] is not blank:
        keep(found, name, table.shown[-1])
        table.give(Touched(Button.OK, Touch.RELEASE))
