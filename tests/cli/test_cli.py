"""The command explains itself, refuses what can't be, and loads no more than it needs."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from companion.cli import Examples, cli, main
from companion.daemon.request import PlayRequest
from companion.games import GAMES, kit
from companion.journal import Journal
from companion.open_game import new_header


def commands(group: click.Group = cli, above: str = "") -> dict[str, Examples]:
    """As they are typed: ``play``, ``pieces enrol``."""
    found: dict[str, Examples] = {}
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            found |= commands(command, f"{above}{name} ")
        else:
            assert isinstance(command, Examples)
            found[above + name] = command
    return found


def test_help_names_every_command_and_shows_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert "..." not in out.partition("Commands:")[2]
    for typed in commands():
        assert f"  {typed.partition(' ')[0]}" in out
        assert main([*typed.split(), "--help"]) == 0
        assert "Examples:\n  referee" in capsys.readouterr().out


@pytest.mark.parametrize("line", [line for command in commands().values() for line in command.examples])
def test_every_example_is_understood(line: str) -> None:
    name, *args = shlex.split(line)
    assert name == "referee"
    typed = next(typed for typed in commands() if args[: len(typed.split())] == typed.split())
    commands()[typed].make_context(typed, args[len(typed.split()) :])


def test_an_example_that_is_wrong_would_be_noticed() -> None:
    with pytest.raises(click.UsageError):
        cli.commands["play"].make_context("play", ["masters", "--sets", "3"])


def test_the_command_alone_loads_nothing_heavy() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, companion.cli; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "companion.cli" in loaded
    heavy = ("asyncio", "sqlite3", "tomllib", "rich", "textual", "gpiozero", "luma", "PIL", "cattrs")
    assert [name for name in loaded if name.partition(".")[0] in heavy] == []
    assert [name for name in loaded if name.startswith("companion.")] == ["companion.cli"]


def test_the_games_and_what_each_can_be_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    table = capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["games"]
    assert [game["name"] for game in listed] == list(GAMES)
    for game in listed:
        assert game["name"] in table
        assert all(f"{code}={values[0]}" in table for code, values in game["switches"].items())
        assert all(f"section {switch.rule}\n" in table for switch in kit(game["name"]).switches)


def test_a_rulebook_or_one_section_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "_template"]) == 0
    whole = capsys.readouterr().out
    assert main(["rules", "_template", "3"]) == 0
    part = capsys.readouterr().out
    assert part in whole
    assert part.startswith("3 A round\n")
    assert "\n3.2 " in part
    assert "\n4 " not in part
    assert main(["rules", "_template", "3.2", "--json"]) == 0
    assert [section["number"] for section in json.loads(capsys.readouterr().out)["sections"]] == ["3.2"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rules mastres", "did you mean masters"),
        ("rules _template 9.9", "no section '9.9'"),
        ("check", "Missing argument 'FILES...'"),
        ("plya", "No such command 'plya'"),
        ("games masters", "unexpected extra argument"),
        ("play masters --twin --set M36", "'M36' is not SWITCH=VALUE"),
        ("play --twin --seats 3", "name the game"),
        ("play --twin --headless", "name the game"),
        ("play mastres --twin --headless --bots all", "did you mean masters"),
        ("play _template --twin --headless --bots all --seats 9", "for 2 to 4 players, not for 9"),
        ("play _template --twin --headless --bots all --seats 0", "for 2 to 4 players, not for 0"),
        ("play _template --twin --headless --bots all --seats --3", "no pawn '--3'"),
        (f"play _template --twin --headless --bots all --seats {'9' * 5000}", "no pawn '999"),
        ("play _template --twin --headless --bots all --seats ,", "',' names nobody"),
        ("play _template --twin --headless --bots all --seats ''", "'' names nobody"),
        ("play _template --twin --headless --bots all --seed \udcff", "the seed is no text"),
        ("play --twin --seed ''", "name the game"),
        ("play --config nowhere.toml", "nowhere.toml: no such file"),
        ("scenario --place moon nowhere.scn", "moon"),
    ],
)
def test_wrong_usage_is_one_clear_message(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(line)) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[PlayRequest]:
    """What the table was asked for; it is not set up."""
    asked: list[PlayRequest] = []

    def run(request: PlayRequest) -> int:
        asked.append(request)
        return 3

    monkeypatch.setattr("companion.daemon.play.run", run)
    return asked


def test_the_table_gets_what_was_asked_for_and_says_how_it_went(requests: list[PlayRequest]) -> None:
    line = "play masters --twin --seats musclor,stratos --bots stratos --seed 7 --set M36=places --set dice=physical"
    assert main(shlex.split(line + " --journal a.journal --edition mine.toml --headless")) == 3
    assert main(shlex.split("play masters --twin --seats 3 --bots all")) == 3
    assert main(shlex.split("play --twin")) == 3
    assert requests == [
        PlayRequest(
            game="masters",
            twin=True,
            names=("musclor", "stratos"),
            bots=("stratos",),
            seed="7",
            sets={"M36": "places", "dice": "physical"},
            edition="mine.toml",
            headless=True,
            journal=Path("a.journal"),
        ),
        PlayRequest(game="masters", twin=True, seats=3, bots=("all",)),
        PlayRequest(twin=True),
    ]


def test_a_game_without_a_table_is_told_both_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.daemon.config.MACHINE", tmp_path / "etc" / "referee.toml")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["play", "masters"]) == 2
    told = capsys.readouterr().err
    assert "referee play --twin" in told
    assert "referee play --config FILE" in told


ALONE = ["play", "_template", "--twin", "--headless", "--bots", "all"]


def test_a_journal_that_is_being_played_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "friday.journal"
    other = Journal.create(path, new_header("_template").to_dict())
    assert main([*ALONE, "--journal", str(path)]) == 3
    assert f"process {os.getpid()} has this journal open" in capsys.readouterr().err
    other.close()


def test_a_state_folder_that_takes_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    assert main(ALONE) == 3
    assert "/dev/null/referee" in capsys.readouterr().err


def test_a_file_of_another_kind_is_not_played_and_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Skeletor")
    assert main([*ALONE, "--journal", str(letter)]) == 2
    assert "not a journal" in capsys.readouterr().err
    assert letter.read_text() == "Dear Skeletor"
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]


def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    run = "import sys; from companion.cli import main; sys.exit(main())"
    command = shlex.join([sys.executable, "-c", run, "rules", "_template"])
    done = subprocess.run(f"{command} | true", shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""
