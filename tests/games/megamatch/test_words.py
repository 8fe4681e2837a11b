"""The words on the screen: steps aren't taken for creatures, and no French mark begins a row."""

from __future__ import annotations

import re

import pytest

from companion.games.megamatch import KIT
from companion.words import LANGUAGES, Words

from .tale import Tale

LOOSE = re.compile(r"(?:^|[ \n])[:;?!»]|«[ \n]", re.MULTILINE)


@pytest.mark.parametrize("name", ["words/fr.po", "rulebook.fr.md"])
def test_a_french_mark_stays_with_its_word(name: str) -> None:
    text = (KIT.folder / name).read_text(encoding="utf-8")
    assert [text[max(0, found.start() - 20) : found.end()] for found in LOOSE.finditer(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_have_another_word_than_the_creatures_that_are_left(language: str) -> None:
    """Both stand on one screen: the one in the title, the other in the prompt."""
    tale, words = Tale().play("number/3", "creature/1"), Words(language)
    shared = [words.say(text) for text in (tale.game.place(tale.table, tale.table.whose), tale.decision.prompt)]
    place, prompt = (set(re.findall(r"[^\W\d]+", each)) for each in shared)
    assert not place & prompt, shared
