"""The words on the screen: no French mark begins a row."""

from __future__ import annotations

import re

import pytest

from companion.games.shadowlord import KIT
from companion.rules.kernel import Seat
from companion.rules.text import text
from companion.screen.layout import wrap
from companion.screen.model import BODY_ROWS, COLUMNS
from companion.words import LANGUAGES, Words
from tests.games.shadowlord.tale import Tale

LOOSE = re.compile(r"(?:^|[ \n])[:;?!»]|«[ \n]", re.MULTILINE)


@pytest.mark.parametrize("name", ["words/fr.po", "rulebook.fr.md"])
def test_a_french_mark_stays_with_its_word(name: str) -> None:
    text = (KIT.folder / name).read_text(encoding="utf-8")
    assert [text[max(0, found.start() - 20) : found.end()] for found in LOOSE.finditer(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_to_step_is_asked_in_one_row(language: str) -> None:
    """So what was done just before stands above it, and a step costs one press instead of two."""
    cast = Tale("earth", "air").m.cast
    words = Words(language)
    asked = [words.say(text("shadowlord.move.where", who=cast.names[c], n=6)) for c in [*range(4), *cast.allies]]
    assert [row for row in asked if len(row) > COLUMNS] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_laying_out_takes_one_screen_an_order(language: str) -> None:
    words = Words(language)
    orders = [words.say(text(f"shadowlord.start.{what}")) for what in ("lord", "minors", "discs")]
    assert [order for order in orders if len(wrap(order, COLUMNS)) > BODY_ROWS] == []


def test_the_hand_is_one_row_below_what_lies_under_portraits() -> None:
    """Above a question there is room for the last row only."""
    tale = Tale("earth", "air").hold("earth", 10, 2, 4).under(randi=7)
    hand = [Words("en").say(row) for row in tale.game.hand(tale.state, Seat(0))]
    assert hand == ["under Randi: 7", "Hand: 2, 4, 10"]
    assert tale.game.hand(tale.state, Seat(1)) == ()
