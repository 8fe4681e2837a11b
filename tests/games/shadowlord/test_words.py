"""The words on the screen: no French mark begins a row."""

from __future__ import annotations

import re

import pytest

from companion.games.shadowlord import KIT

LOOSE = re.compile(r"(?:^|[ \n])[:;?!»]|«[ \n]", re.MULTILINE)


@pytest.mark.parametrize("name", ["words/fr.po", "rulebook.fr.md"])
def test_a_french_mark_stays_with_its_word(name: str) -> None:
    text = (KIT.folder / name).read_text(encoding="utf-8")
    assert [text[max(0, found.start() - 20) : found.end()] for found in LOOSE.finditer(text)] == []
