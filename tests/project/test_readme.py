"""What the README tells a newcomer to type does what it says.

A fence says what to do with its lines: ``sh`` is run to its end, ``sh interactive`` is played in a terminal for a
moment and left again, ``sh pi`` needs a Raspberry Pi and is only read: its own commands must exist, its files too.
"""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pexpect
import pytest

from companion.games import GAMES, kit
from companion.open_game import how_many

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```sh *(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def lines(kind: str) -> list[str]:
    """The command lines of one kind of fence, in order, without what is said about them."""
    blocks = [block for mark, block in FENCE.findall(README) if mark == kind]
    return [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()]


@pytest.fixture
def newcomer(tmp_path: Path) -> dict[str, str]:
    """A home with nothing in it, on a terminal with colours."""
    folders = {"HOME": "home", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config"}
    return {
        **os.environ,
        **{name: str(tmp_path / folder) for name, folder in folders.items()},
        "TERM": "xterm-256color",
    }


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder that looks like the tree, where files may be left."""
    folder = tmp_path / "tree"
    folder.mkdir()
    for name in (".venv", "companion", "hardware", "systemd"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def test_the_commands_run_one_after_the_other(tree: Path, newcomer: dict[str, str]) -> None:
    commands = lines("")
    assert len(commands) >= 7
    for command in commands:
        done = subprocess.run(
            command, shell=True, cwd=tree, env=newcomer, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        assert done.stdout.strip(), f"{command} says nothing"


def test_play_opens_the_table_and_a_newcomer_starts_a_game_and_leaves(newcomer: dict[str, str]) -> None:
    (command,) = lines("interactive")
    assert command == "make play"
    with pexpect.spawn(
        command, cwd=str(ROOT), env=newcomer, dimensions=(24, 80), encoding="utf-8", timeout=40
    ) as table:
        table.expect("Enter OK")
        for _ in range(20):
            table.send("\r")
            table.expect(pexpect.TIMEOUT, timeout=0.3)
            if games := list(Path(newcomer["XDG_STATE_HOME"]).glob("referee/games/*.journal")):
                break
        assert games, "no game was begun by pressing Enter"
        table.send("q")
        table.expect("y yes")
        table.send("y")
        table.expect(f"journal: {re.escape(str(games[0]))}")
        table.expect(pexpect.EOF)
        table.close()
        assert table.exitstatus == 0


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_named_with_its_players(name: str) -> None:
    assert re.search(rf"^\| .*\(`{name}`\) \| {how_many(kit(name).seats)} \|", README, re.MULTILINE)


@pytest.mark.parametrize("line", lines("pi"))
def test_what_only_a_pi_can_run_names_files_and_commands_that_there_are(line: str, tree: Path) -> None:
    words = shlex.split(line)
    for word in words:
        if re.match(r"(hardware|systemd|companion)/", word):
            assert (ROOT / word).exists()
    if words[0] == ".venv/bin/referee":
        subprocess.run([*words[:2], "--help"], cwd=tree, check=True, capture_output=True)
    if words[0] == "make":
        subprocess.run([*words, "--dry-run"], cwd=ROOT, check=True, capture_output=True)


def test_the_unit_starts_what_the_readme_installs() -> None:
    unit = (ROOT / "systemd" / "referee.service").read_text(encoding="utf-8")
    (folder,) = re.findall(r"-m venv --system-site-packages (\S+)", README)
    assert f"ExecStart={folder}/bin/referee play\n" in unit
