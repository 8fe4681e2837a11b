"""`referee check`: what a file is, and everything that is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.editions import shipped
from companion.games import kit

TEN_MISTAKES = """\
version = 2
language = "de"
sound = "loud"
colour = "red"

[screen]
controler = "ssd1306"
address = 0x80

[buttons]
up = 29
okk = "GPIO13"
down = true

[scanner]
port = "/dev/ttyACM0"
"""


def test_each_file_is_checked_as_what_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "referee.toml"
    config.write_text('language = "fr"\n')
    editions = [shipped(kit(name)) for name in ("masters", "_template")]
    assert main(["check", *map(str, editions), str(config)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{editions[0]}: edition of masters, no mistakes",
        f"{editions[1]}: edition of _template, no mistakes",
        f"{config}: configuration, no mistakes",
    ]


def test_all_mistakes_at_once_one_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "referee.toml"
    config.write_text(TEN_MISTAKES)
    assert main(["check", str(config)]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [line.removeprefix(f"{config}:").partition(":")[0] for line in lines] == [
        str(n) for n in (1, 2, 3, 4, 7, 8, 11, 12, 13, 15)
    ]
    assert main(["check", "--json", str(config)]) == 2
    (checked,) = json.loads(capsys.readouterr().out)["files"]
    assert checked["kind"] == "configuration"
    assert [mistake["key"] for mistake in checked["mistakes"]] == [
        "version",
        "language",
        "sound",
        "colour",
        "screen.controler",
        "screen.address",
        "buttons.up",
        "buttons.okk",
        "buttons.down",
        "scanner",
    ]


def test_one_bad_file_doesn_t_hide_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken, piece, good = tmp_path / "a.toml", tmp_path / "b.toml", tmp_path / "c.toml"
    broken.write_text("[screen\n")
    piece.write_text('game = "masters"\n[[piece]]\npiece = "pawn/musclor"\ntag = 04A1\n')
    good.write_text("")
    assert main(["check", str(broken), str(tmp_path / "no.toml"), str(piece), str(good)]) == 2
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 4
    assert told[0].startswith(f"{broken}:1: expected ']'")
    assert told[1] == f"{tmp_path / 'no.toml'}: can't be read: no such file or directory"
    assert told[2] == f'{piece}:4: tag: an id is a text, and this is none — put quotes: tag = "04A1"'
    assert told[3] == f"{good}: configuration, no mistakes"


@pytest.mark.parametrize(("game", "said"), [("", "add game ="), ('game = "mastres"\n', "did you mean masters?")])
def test_an_edition_that_doesn_t_say_whose_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, said: str
) -> None:
    mine = tmp_path / "mine.toml"
    text = shipped(kit("masters")).read_text(encoding="utf-8")
    mine.write_text(text.replace('game = "masters"\n', game + "colour = 1\n"), encoding="utf-8")
    assert main(["check", str(mine)]) == 2
    told = capsys.readouterr().out
    assert said in told
    assert "colour: unknown key" in told


def test_a_file_without_an_end_is_not_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "/dev/zero"]) == 2
    assert "larger than 1 MB" in capsys.readouterr().out
