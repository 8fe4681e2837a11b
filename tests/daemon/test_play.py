"""``referee play`` from the outside: what it needs, what it refuses and why, and what it leaves behind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal import Journal
from companion.open_game import new_header

ALONE = ["play", "_template", "--twin", "--headless", "--bots", "all", "--seats", "3"]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state folder of these tests."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return tmp_path / "state" / "referee"


def test_one_seed_one_output_to_the_byte(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    said = []
    for n in range(2):
        assert main([*ALONE, "--seed", "7", "--journal", str(tmp_path / f"{n}.journal")]) == 0
        said.append(capfd.readouterr().out)
    assert said[0] == said[1]
    assert "wins" in said[0]
    assert str(tmp_path) not in said[0]
    assert main([*ALONE, "--seed", "8", "--journal", str(tmp_path / "other.journal")]) == 0
    assert capfd.readouterr().out != said[0]


def test_a_game_on_the_shelf_says_where_it_lies_and_can_be_verified(
    state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(ALONE) == 0
    *_, where = capfd.readouterr().out.splitlines()
    assert where == f"journal: {state / 'games' / '_template-1.journal'}"
    assert main(["verify", where.removeprefix("journal: ")]) == 0


def test_a_game_that_was_cut_off_is_played_to_the_end_it_would_have_had(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole, part = tmp_path / "whole.journal", tmp_path / "part.journal"
    main([*ALONE, "--seed", "7", "--journal", str(whole)])
    outcome = capfd.readouterr().out
    journal = Journal.open(whole)
    beginning = Journal.create(part, journal.header)
    beginning.append(journal.rows()[:11])
    beginning.close()
    journal.close()
    assert main([*ALONE, "--journal", str(part)]) == 0
    assert capfd.readouterr().out == outcome


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "_template"], "--config FILE"),
        (["play", "_template", "--twin"], "needs a terminal"),
        (["play", "_template", "--twin", "--headless"], "--bots all"),
        (["play", "_template", "--twin", "--headless", "--bots", "1", "--seats", "3"], "--bots all"),
        ([*ALONE, "--set", "dice=physical"], "nobody could say what the real dice show"),
        ([*ALONE[:-1], "9"], "2 to 4"),
        (["play", "_tamplate", *ALONE[2:]], "no game '_tamplate'"),
        ([*ALONE, "--set", "dise=physical"], "dise"),
        (["play", "--twin", "--headless", "--journal", "nowhere.journal"], "GAME"),
    ],
)
def test_wrong_usage_is_said_and_begins_nothing(
    arguments: list[str], said: str, state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in capfd.readouterr().err
    assert not list(state.rglob("*.journal"))


@pytest.mark.parametrize("content", [b"Dear diary\n", b"", b"SQLite format 3\0" + bytes(3000)])
def test_a_file_that_is_no_journal_is_left_as_it_is(
    content: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    diary = tmp_path / "diary"
    diary.write_bytes(content)
    assert main([*ALONE, "--journal", str(diary)]) == 2
    assert str(diary) in capfd.readouterr().err
    assert diary.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["diary"]


def test_so_is_one_that_is_cut_and_one_of_newer_rules(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    cut, newer = tmp_path / "cut.journal", tmp_path / "newer.journal"
    main([*ALONE, "--journal", str(cut)])
    cut.write_bytes(cut.read_bytes()[:1700])
    Journal.create(newer, replace(new_header("_template", 3), rules=99).to_dict()).close()
    for path, said in ((cut, "damaged"), (newer, "newer referee")):
        before = path.read_bytes()
        capfd.readouterr()
        assert main([*ALONE, "--journal", str(path)]) == 2
        assert said in capfd.readouterr().err
        assert path.read_bytes() == before


def test_a_journal_of_another_game_is_not_gone_on_with(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.journal"
    main([*ALONE, "--journal", str(path)])
    assert main(["play", "masters", *ALONE[2:], "--journal", str(path)]) == 2
    assert "is a game of _template, not of masters" in capfd.readouterr().err


def test_a_journal_that_another_referee_has_open_is_left_to_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.journal"
    journal = Journal.create(path, new_header("_template", 3, bots=("all",)).to_dict())
    assert main([*ALONE, "--journal", str(path)]) == 3
    assert "open" in capfd.readouterr().err
    journal.close()
    assert main([*ALONE, "--journal", str(path)]) == 0


def test_a_state_folder_that_cannot_be_written_is_said_at_the_start(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").write_text("a file stands in the way")
    assert main(ALONE) == 3
    assert str(tmp_path / "state") in capfd.readouterr().err
    assert main([*ALONE, "--journal", str(tmp_path / "no" / "folder.journal")]) == 2


def test_a_fault_of_the_referee_s_own_is_told_by_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], state: Path
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("companion.referee.session.Session.receive", broken)
    assert main(ALONE) == 1
    assert capfd.readouterr().out == ""


def test_without_any_way_of_input_the_real_table_does_not_begin(
    tmp_path: Path, state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "referee.toml"
    none = "\n".join(f'{button} = "none"' for button in ("up", "down", "ok", "back", "roll"))
    config.write_text(f'[buttons]\n{none}\n[screen]\ncontroller = "none"\n')
    assert main(["play", "_template", "--config", str(config)]) == 3
    assert "no way of input" in capfd.readouterr().err
    assert not list(state.rglob("*.journal"))
