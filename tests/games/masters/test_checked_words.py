"""What the screen says where nobody was asked, where a throw must reach a number, and what to do with the wood."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.games.masters import KIT
from companion.games.masters.cards import NEEDED
from companion.games.masters.nouns import CARD_NAMES, Card
from companion.referee.api import Button, Scripted
from companion.referee.settings import Settings
from companion.rules.kernel import CHANCE
from companion.rules.text import text
from companion.screen.model import COLUMNS
from companion.words import Words
from tests.referee.table import Table

TO_THE_DRAWBRIDGE = ("5-1", "die/5", "move/A2", "ship", "fly/P")


def begun(sets: Mapping[str, str] | None = None, language: str = "en") -> Table:
    """Musclor and Stratos, and Musclor's first turn."""
    table = Table(KIT, 2, names=("musclor", "stratos"), sets=sets, settings=Settings(language=language))
    play(table, "6-6", "1-1")
    return table


def is_chance(key: str) -> bool:
    return "/" not in key and key not in ("take", "leave", "stay", "cross", "walk")


def play(table: Table, *keys: str) -> None:
    """Throw, draw, turn and choose these, in turn; chance gets what stands next to be drawn."""
    for key in filter(is_chance, keys):
        table.give(Scripted(key))
    for key in keys:
        table.read_on()
        if not is_chance(key):
            table.choose(key)
        elif table.session.pending().page == "roll" and table.session.pending().script[:1] == (key,):
            table.press(Button.ROLL)
    table.read_on()
    assert not table.session.pending().script


def stratos_dawdles(table: Table) -> None:
    """Stratos goes one square to or fro behind the start."""
    play(table, "1-1")
    decision = table.session.position.decision
    assert decision is not None
    if decision.seat != CHANCE and decision.prompt.key == "masters.move.where":
        play(table, "move/S2")


def test_whoever_enters_unasked_is_named() -> None:
    table = begun()
    play(table, *TO_THE_DRAWBRIDGE)
    stratos_dawdles(table)
    assert "Musclor: go to the first room." in table.lines


def test_whoever_is_moved_unasked_is_named() -> None:
    """On the square before the brink there is one way to go, and nobody is asked."""
    table = begun()
    play(table, *TO_THE_DRAWBRIDGE)
    stratos_dawdles(table)
    stratos_dawdles(table)
    play(table, "move/R3", "wall", "6-6")
    stratos_dawdles(table)
    play(table, "move/R6", "wall", "6-6")
    stratos_dawdles(table)
    play(table, "move/R8", "6-6")
    stratos_dawdles(table)
    assert table.lines[-1] == "Musclor: go to R9."


def test_whoever_cannot_go_on_is_named() -> None:
    """Before the oubliette the demon's squares can't be gone: that is no matter of free squares."""
    table = begun()
    play(table, *TO_THE_DRAWBRIDGE)
    stratos_dawdles(table)
    stratos_dawdles(table)
    play(table, "move/R3", "wall", "6-6")
    stratos_dawdles(table)
    play(table, "move/R6", "wall", "6-6")
    stratos_dawdles(table)
    play(table, "move/R9", "demon", "6-6")
    assert "Musclor can't go on: stay." in table.lines


def test_a_fall_while_falling_back_is_told_once() -> None:
    table = begun()
    play(table, *TO_THE_DRAWBRIDGE)
    stratos_dawdles(table)
    stratos_dawdles(table)
    play(table, "move/R3", "wall", "6-6")
    stratos_dawdles(table)
    play(table, "move/R6", "wall", "6-6")
    stratos_dawdles(table)
    play(table, "move/R9", "wall", "6-6")
    stratos_dawdles(table)
    play(table, "6-6")  # over the oubliette, to R10
    stratos_dawdles(table)
    play(table, "1-1", "armour", "1-1")  # to Z, and two back from there
    told = table.lines[-3:]
    assert told[1:] == ["Musclor: You fall. Go to the drawbridge.", "Musclor: Put the card under the pile, face down."]
    assert not any(line.startswith("Go back") for line in table.lines)


@pytest.mark.parametrize(("language", "without", "with_axe"), [
    ("en", "grille: 9 or more", "grille: 6 or more"),
    ("fr", "grille\u00a0: 9 ou +", "grille\u00a0: 6 ou +"),
])  # fmt: skip
def test_a_card_says_what_to_throw(language: str, without: str, with_axe: str) -> None:
    table = begun(language=language)
    play(table, *TO_THE_DRAWBRIDGE)
    stratos_dawdles(table)
    stratos_dawdles(table)
    play(table, "move/K3", "grille")
    assert without in table.screen

    table = begun(language=language)
    play(table, "5-1", "die/5", "move/A2", "axe", "take")
    stratos_dawdles(table)
    play(table, "1-1", "move/A3", "ship", "fly/P")
    stratos_dawdles(table)
    stratos_dawdles(table)
    play(table, "move/K3", "grille")
    assert with_axe in table.screen


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("card", Card)
def test_what_to_throw_fits_beside_typed_dice(language: str, card: Card) -> None:
    """There is one row for it: what needs two isn't shown at all."""
    said = Words(language).say(text("masters.card.throw", card=CARD_NAMES[card], points=NEEDED[card]))
    assert len(said) <= COLUMNS


@pytest.mark.parametrize(("value", "said"), [("total", "Tiger: 6 or more"), ("either", "Tiger: a 6, or 9+")])
def test_the_tigers_throw_is_told_by_the_switch(value: str, said: str) -> None:
    table = begun({"M12": value})
    play(table, "5-1", "die/5", "move/A2", "tiger", "take")
    stratos_dawdles(table)
    play(table, "6-6", "move/A8", "axe", "leave")
    stratos_dawdles(table)
    play(table, "1-1", "move/E1")
    stratos_dawdles(table)
    play(table, "cross")
    assert said in table.screen


def test_on_a_covered_spaceship_one_has_already_said_yes() -> None:
    table = begun()
    play(table, "5-1", "die/5", "move/A2", "ship", "fly/A1")
    play(table, "4-4", "move/A1")
    assert "Fly now. Where to?" in table.screen
    assert "stay" not in table.session.pending().keys


def test_the_battle_says_what_to_take_and_what_to_give_back() -> None:
    table = begun({"board": "free"})
    play(table, "2-1", "die/2", "land/token", "ship", "fly/drawbridge")
    play(table, "1-1", "stay")
    play(table, "1-1", "stay")
    play(table, "land/1/last", "6-6")
    play(table, "1-1", "stay")
    assert table.lines[-2:] == [
        "Musclor: enter the throne room, take the Skeletor card.",
        "Stratos: take the round tokens, throw for Skeletor.",
    ]
    play(table, *["1-1", "6-6"] * 3)
    assert table.lines[-1] == "Musclor: you lose. Go to the drawbridge, give the round tokens back."


def test_on_a_free_board_one_may_stay_on_an_uncovered_spaceship() -> None:
    table = begun({"board": "free"})
    play(table, "3-3", "land/token", "ship", "fly/path")
    assert table.lines[-1] == "Musclor: Put the spaceship on the near side, your pawn on it."
    play(table, "1-1", "land/path")
    play(table, "1-1", "land/path")  # Musclor leaves it
    play(table, "2-2", "land/ship", "stay")
    assert "no pawn: stay" in table.screen
    play(table, "stay")
    table.read_on()
    assert table.session.pending().seat == 0
    at = table.game.view(table.session.position.table, table.session.position.table.whose).players[1].space
    assert at == "ship"
