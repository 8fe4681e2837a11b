"""The font: whole, and never at a loss."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion.screen import font
from companion.screen.font import glyph, plain

MARKS = "◆●▲■▼★◇○□▴▾◂▸✓✗⚠☠✊›‹"
LETTERS = "ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆàâäçéèêëîïôöùûüÿœæ’…«»–°½"


def strangers(text: str) -> set[str]:
    """The characters that the font can't draw."""
    return {character for character in text if not character.isspace() and plain(character) != character}


@pytest.mark.parametrize("character", [*map(chr, range(0x21, 0x7F)), *LETTERS, *MARKS])
def test_every_letter_and_mark_is_drawn_in_its_cell(character: str) -> None:
    picture = glyph(character)
    assert picture
    assert picture.bit_length() <= font.COLUMN_BITS * font.CELL_WIDTH
    for column in range(font.CELL_WIDTH):
        assert picture >> (font.COLUMN_BITS * column) & (1 << font.COLUMN_BITS) - 1 < 1 << font.CELL_HEIGHT


def test_no_two_letters_look_the_same() -> None:
    characters = [*map(chr, range(0x20, 0x7F)), *LETTERS.replace("·", ""), *MARKS]
    assert len({glyph(character) for character in characters}) == len(characters)


@pytest.mark.parametrize("catalogue", sorted(Path(companion.__path__[0]).rglob("words/*.po")), ids=str)
def test_the_font_has_every_character_of_the_catalogues(catalogue: Path) -> None:
    assert not strangers(catalogue.read_text(encoding="utf-8"))


def test_a_stranger_in_a_catalogue_would_be_noticed() -> None:
    assert strangers('msgstr "Où ? 🐯"') == {"🐯"}


@given(st.text(max_size=30))
def test_any_name_can_be_written(name: str) -> None:
    said = plain(name)
    assert plain(said) == said
    for character in said:
        glyph(character)


def test_what_the_font_lacks_is_written_by_rule() -> None:
    assert plain("Ňový") == "Nový"
    assert plain("e\N{COMBINING ACUTE ACCENT}") == "é"
    assert plain("👩‍🚀!") == "??!"
    assert plain("\N{RIGHT-TO-LEFT MARK}שלום") == "????"
    assert plain("a\tb\x00c") == "a bc"
    assert plain("12\N{NARROW NO-BREAK SPACE}h") == "12\N{NO-BREAK SPACE}h"
    assert plain("Où\N{NO-BREAK SPACE}?") == "Où\N{NO-BREAK SPACE}?"
