"""``referee pieces``: stickers are enrolled in a terminal, listed and checked."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import enrolling
from companion.commands.enrolling import Desk
from companion.daemon.tag_rig import TagRig
from companion.editions import REFERENCE, shipped
from companion.games import kit
from companion.table.enrol import Enrolment
from companion.table.pieces_file import read_pieces
from companion.words import LANGUAGES, Words
from hardware.twin.clock import TravellingLoop
from hardware.twin.readers import with_readers
from hardware.twin.world import World
from hardware.wiring import default_wiring
from tests.table.box import AXES, BOX, MUSCLOR, STICKERS, STRATOS, WALL

ONE, TWO, THREE, *_ = STICKERS


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return tmp_path / "referee"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Types these lines, and no more."""
    with ExitStack() as opened:

        def type_lines(lines: str) -> None:
            reading, writing = os.pipe()
            os.write(writing, lines.encode())
            os.close(writing)
            monkeypatch.setattr("sys.stdin", opened.enter_context(os.fdopen(reading)))

        yield type_lines


def test_ids_are_typed_and_kept_at_once(
    state: Path, typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    path = state / "pieces" / "masters.toml"
    typed(f"{ONE}\n\nTila\n{TWO}\n")
    assert main(["pieces", "enrol", "masters", "--twin"]) == 0
    assert read_pieces(path).tags == {ONE: MUSCLOR, TWO: "pawn/tila"}
    assert capsys.readouterr().out.splitlines()[-1] == f"2 of 44 have a tag. Kept in {path}"
    typed("04:A1:B2:C3:D4:E5:03\nq\nnever read\n")
    assert main(["pieces", "enrol", "masters", "--twin"]) == 0
    assert read_pieces(path).tags[THREE] == "pawn/stratos"


def test_another_file_says_itself_whose_it_is(
    tmp_path: Path, typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    typed(f"{ONE}\n")
    assert main(["pieces", "enrol", "masters", "--twin", "--file", str(path)]) == 0
    typed(f"{TWO}\n")
    assert main(["pieces", "enrol", "--twin", "--file", str(path)]) == 0
    assert list(read_pieces(path).tags) == [ONE, TWO]
    assert main(["pieces", "enrol", "warlocks", "--twin", "--file", str(path)]) == 2
    assert "this is the list of masters, not of warlocks" in capsys.readouterr().err
    assert main(["pieces", "enrol", "--twin"]) == 2
    assert "name a game" in capsys.readouterr().err


def test_a_list_with_mistakes_stays_as_it_is(
    tmp_path: Path, typed: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "masters"\n[[piece]]\npiece = "pawn/musclor"\ntag = 04A1\n')
    before = path.read_text()
    typed(f"{ONE}\n")
    assert main(["pieces", "enrol", "--twin", "--file", str(path)]) == 2
    assert f"{path}:4: tag: an id is a text" in capsys.readouterr().err
    assert path.read_text() == before


def test_without_a_reader_both_ways_are_named(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pieces", "enrol", "masters"]) == 2
    assert "--twin" in capsys.readouterr().err
    config = state.parent / "empty.toml"
    config.write_text("")
    assert main(["pieces", "enrol", "masters", "--config", str(config)]) == 3
    assert "No reader is wired" in capsys.readouterr().err


def test_a_service_that_runs_has_the_readers(
    state: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tools = state.parent / "bin"
    tools.mkdir()
    (tools / "systemctl").write_text('#!/bin/sh\ntest "$*" = "is-active --quiet referee"\n')
    (tools / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    config = state.parent / "wired.toml"
    config.write_text('[readers.table]\nchip = "mfrc522"\nspi_device = 1\n')
    assert main(["pieces", "enrol", "masters", "--config", str(config)]) == 3
    assert "The service is running" in capsys.readouterr().err


# -- a desk with a reader, its real driver, and time that travels -----------------------------------------------------


class Reader:
    """Somebody who lays stickers on a reader; as a `Typing`, it says what is typed, and when."""

    def __init__(self, path: Path, *deeds: str, language: str = "en") -> None:
        """*deeds*: ``lay TAG``, ``lift TAG``, ``weak``, or a line that is typed; a second passes after each."""
        self.loop = TravellingLoop()
        self.world = World(with_readers(default_wiring(), "table"), self.loop.time, self.loop.call_at)
        self.enrolment = Enrolment(BOX, {})
        self._deeds = list(deeds)
        self._pause_s = 0.0
        desk = Desk(self.enrolment, path, "masters", Words(language), TagRig(self.world.rig()))
        try:
            desk.run(self, self.loop.time)
        finally:
            self.loop.close()
            self.world.factory.close()

    def line(self, within_s: float | None) -> str | None:
        assert within_s is not None
        self.loop.run_until_complete(_sleep(within_s))
        self._pause_s -= within_s
        if self._pause_s > 0:
            return None
        if not self._deeds:
            raise EOFError
        deed, _, tag = self._deeds.pop(0).partition(" ")
        self._pause_s = 1.6
        match deed:
            case "lay":
                self.world.place("table", tag)
            case "lift":
                self.world.lift("table", tag)
            case "weak":
                self.world.fault("reader", role="table", kind="weak", weakness=(2, 4))
            case _:
                return deed
        return None


async def _sleep(seconds: float) -> None:
    from asyncio import sleep

    await sleep(seconds)


def test_stickers_are_laid_on_the_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "box.toml"
    Reader(path, f"lay {ONE}", f"lift {ONE}", "wall", f"lay {TWO}", f"lift {TWO}")
    assert read_pieces(path).tags == {ONE: MUSCLOR, TWO: WALL}
    out = capsys.readouterr().out
    assert "Reader table: ready" in out
    assert f"✓ Musclor (pawn/musclor)  {ONE}" in out


def test_what_is_wrong_is_said_with_what_it_could_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "box.toml"
    Reader(path, f"lay {ONE}", f"lift {ONE}", f"lay {ONE}", "2", f"lift {ONE}", "weak", f"lay {TWO}", "", "u")
    out = capsys.readouterr().out
    assert "It is the tag of Musclor.\nEither Musclor lies there by mistake, or its sticker was moved.\n  1  " in out
    assert "Weak: it was missed at times." in out
    assert " looks saw it. Metal below it" in out
    assert read_pieces(path).tags == {ONE: MUSCLOR}


def test_two_that_lie_there_are_parted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "box.toml"
    Reader(path, f"lay {ONE}", f"lay {TWO}", f"lift {ONE}")
    assert "Several tags lie here. Lift one." in capsys.readouterr().out
    assert read_pieces(path).tags == {ONE: MUSCLOR, TWO: STRATOS}


def test_a_name_chooses_and_what_is_ambiguous_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reader = Reader(tmp_path / "box.toml", "axe", "token", "dragon")
    assert reader.enrolment.piece.id == AXES[0]
    out = capsys.readouterr().out
    assert "Several are: token/1, token/2, token/3" in out
    assert "No piece is called so: dragon" in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_disk_that_takes_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(enrolling, "write_pieces", full)
    reader = Reader(tmp_path / "box.toml", f"lay {ONE}", "?", "1", "u", language=language)
    assert reader.enrolment.tags == {}
    assert {"en": "The disk takes nothing", "fr": "Le disque est plein"}[language] in capsys.readouterr().out


# -- lists ------------------------------------------------------------------------------------------------------------


def test_the_list_shows_how_far_it_has_come(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = state / "pieces" / "masters.toml"
    path.parent.mkdir(parents=True)
    assert main(["pieces", "list"]) == 0
    assert "nothing is enrolled" in capsys.readouterr().out
    assert main(["pieces", "list", "masters"]) == 0
    assert "masters: 0 of 44 pieces bear a tag" in capsys.readouterr().out
    entries = [("pawn/musclor", ONE), ("pawn/musclor", TWO), ("dragon/1", THREE)]
    path.write_text('game = "masters"\n' + "".join(f'[[piece]]\npiece = "{p}"\ntag = "{t}"\n' for p, t in entries))
    assert main(["pieces", "list"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == f"masters: 1 of 44 pieces bear a tag  ({path})"
    assert rows[1].split() == ["pawn", "1", "of", "4"]
    assert f"  pawn/musclor  Musclor            {ONE} {TWO}" in rows
    assert rows[-1].split() == ["dragon/1", "not", "in", "this", "edition,", "or", "needs", "no", "tag:", THREE]
    assert main(["pieces", "list", str(path), "--json"]) == 0
    (box,) = json.loads(capsys.readouterr().out)["boxes"]
    assert (box["game"], box["file"], box["progress"]["pawn"]) == ("masters", str(path), {"done": 1, "of": 4})
    assert box["pieces"][0] == {"piece": "pawn/musclor", "name": "Musclor", "tags": [ONE, TWO]}
    assert box["unknown"] == {"dragon/1": [THREE]}
    assert main(["pieces", "list", str(path.with_name("no.toml"))]) == 2
    assert main(["pieces", "list", "chess"]) == 2


def test_the_pieces_of_an_edition_without_a_board_are_known(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shipped(kit("masters"), REFERENCE).read_text()
    mine = state / "mine.toml"
    mine.parent.mkdir()
    mine.write_text(re.sub(r"(?ms)^\[+board.*?(?=^\[(?!\[?board)|\Z)", "", text))
    assert main(["check", str(mine)]) == 0
    capsys.readouterr()
    assert main(["pieces", "list", "masters", "--edition", str(mine)]) == 0
    assert "masters: 0 of 44 pieces bear a tag" in capsys.readouterr().out


def test_a_list_is_checked_by_both_commands(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = state / "pieces" / "masters.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f'game = "masters"\n[[piece]]\npiece = "pawn/muscler"\ntag = "{ONE}"\n')
    for command in (["check"], ["pieces", "check"]):
        assert main([*command, str(path)]) == 2
        assert "did you mean pawn/musclor?" in capsys.readouterr().out
    path.write_text(path.read_text().replace("muscler", "musclor"))
    for command in (["check", str(path)], ["pieces", "check"]):
        assert main(command) == 0
        assert capsys.readouterr().out == f"{path}: pieces, no mistakes\n"


def test_the_example_of_the_docs_has_no_mistakes(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "pieces.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml pieces\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "mine.toml"
    path.write_text(example)
    assert main(["check", str(path)]) == 0
