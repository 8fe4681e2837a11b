"""Editions: those that are shipped have no mistakes, and those that an owner writes get all of theirs named."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.editions import UnknownEdition, known_edition, names_of, read_edition, shipped
from companion.games import GAMES, kit
from companion.mistakes import Mistakes

HIGH_CARD = kit("_template")

TEN_MISTAKES = """\
edition = "mine"
gome = "_template"
owner = "me"

[deck]
source = "shop"
highest = "12"

[[pawn]]
source = "house"
id = "sun"
name = 7
mark = "◆"
colour = "yellow"

[[pawn]]
source = "house"
idd = "moon"
name = "Moon"
mark = "●"

[[pawn]]
source = "house"
id = "star"
name = ["Star"]

[[pawn]]
source = true
id = "comet"
name = "Comet"
mark = "■"
"""


@pytest.mark.parametrize("name", [*GAMES, "_template"])
def test_what_is_shipped_has_no_mistakes(name: str) -> None:
    game = kit(name)
    assert "reference" in names_of(game)
    for edition in names_of(game):
        assert read_edition(shipped(game, edition), game).edition == edition


def test_ten_mistakes_are_named_at_once_each_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEN_MISTAKES, encoding="utf-8")
    with pytest.raises(Mistakes) as wrong:
        read_edition(path, HIGH_CARD)
    where = {line.partition(": ")[0].removeprefix(f"{tmp_path}/"): line for line in str(wrong.value).splitlines()}
    assert [f"{m.line}: {m.key}" for m in wrong.value.mistakes] == [
        "2: gome",
        "3: owner",
        "6: deck.source",
        "7: deck.highest",
        "12: pawn.0.name",
        "14: pawn.0.colour",
        "18: pawn.1.idd",
        "22: pawn.2.mark",
        "25: pawn.2.name",
        "28: pawn.3.source",
    ]
    assert where["mine.toml:7"].endswith('deck.highest: expected a whole number, found "12" — write 12, without quotes')
    assert where["mine.toml:18"].endswith("pawn.1.idd: unknown key — did you mean id?")


def test_what_doesn_t_go_together_is_named_at_its_line_too() -> None:
    text = shipped(HIGH_CARD).read_text(encoding="utf-8")
    lines = text.splitlines()
    text = text.replace("highest = 12", "highest = 3").replace('id = "star"', 'id = "moon"')
    with pytest.raises(Mistakes) as wrong:
        read_edition(text, HIGH_CARD)
    assert [(m.line, m.key) for m in wrong.value.mistakes] == [
        (lines.index("highest = 12") + 1, "deck.highest"),
        (lines.index('id = "star"') + 1, "pawn.2.id"),
    ]


def test_a_board_is_checked_as_a_board() -> None:
    masters = kit("masters")
    text = shipped(masters).read_text(encoding="utf-8")
    lines = text.splitlines()
    line, links = next((n, line) for n, line in enumerate(lines, 1) if line.startswith("links"))
    with pytest.raises(Mistakes) as wrong:
        read_edition(text.replace(links, 'links = ["nowhere"]', 1), masters)
    assert line in [m.line for m in wrong.value.mistakes]
    assert any("nowhere" in str(m) for m in wrong.value.mistakes)


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'edition = "mine"\n# \xe9p\xe9e\n')
    with pytest.raises(Mistakes, match=r"mine.toml:2: this is no UTF-8 text — save the file as UTF-8"):
        read_edition(path, HIGH_CARD)


def test_an_edition_that_does_not_come_with_the_game() -> None:
    with pytest.raises(UnknownEdition, match="did you mean reference"):
        shipped(HIGH_CARD, "refrence")


@pytest.mark.parametrize("name", [*GAMES, "_template"])
def test_an_edition_that_is_known_is_the_same_as_when_it_was_read(name: str) -> None:
    game = kit(name)
    text = shipped(game).read_text(encoding="utf-8")
    assert known_edition(text, game) == read_edition(text, game)


def test_pieces_that_are_listed_wrongly_are_named_once_the_rest_is_right() -> None:
    text = (
        shipped(HIGH_CARD).read_text(encoding="utf-8").replace('"card/9" = { kind = "9" }', '"card/9" = { kind = "6" }')
    )
    with pytest.raises(Mistakes) as wrong:
        read_edition(text, HIGH_CARD)
    heading = text.splitlines().index("[pieces]") + 1
    assert [(m.line, m.what) for m in wrong.value.mistakes] == [
        (heading, "2 pieces are card/6"),
        (heading, "0 pieces are card/9"),
    ]
