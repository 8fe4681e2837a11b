"""What somebody sees who has just fetched the tree: `make`, and what it says when something is missing."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES_ASKED_FOR = "import venv, ensurepip"


class Machine:
    """A tree with the Makefile in a folder whose name has spaces, and a PATH on which we decide what Python is."""

    def __init__(self, folder: Path) -> None:
        self.tree = folder / "my old games" / "referee's box"
        self.tree.mkdir(parents=True)
        self.bin = folder / "bin"
        self.bin.mkdir()
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, self.tree)
        for tool in ("sh", "make", "echo", "awk", "grep", "find", "touch", "mkdir", "chmod", "cat", "printf", "rm"):
            where = shutil.which(tool)
            assert where, tool
            (self.bin / tool).symlink_to(where)

    def has_python(self, script: str) -> None:
        self.program(self.bin / "python3", script)

    def program(self, path: Path, script: str) -> None:
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def make(self, *words: str) -> subprocess.CompletedProcess[str]:
        env = {"PATH": str(self.bin), "LC_ALL": "C.UTF-8"}
        return subprocess.run(["make", *words], cwd=self.tree, env=env, capture_output=True, text=True, check=False)


A_PYTHON = r"""
echo "python3 $*" >>log
case "$*" in
*" venv "*)
  mkdir -p .venv/bin
  printf '#!/bin/sh\necho "venv python $*" >>log\n' >.venv/bin/python
  printf '#!/bin/sh\necho "the referee: $*"\n' >.venv/bin/referee
  chmod +x .venv/bin/python .venv/bin/referee
  case "$*" in *--system-site-packages*) echo 'include-system-site-packages = true' >.venv/pyvenv.cfg;; esac;;
esac
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def times_made(machine: Machine) -> int:
    return (machine.tree / "log").read_text().count("-m venv")


def test_make_alone_lists_the_targets_and_does_nothing(machine: Machine) -> None:
    said = machine.make()
    assert said.returncode == 0
    targets = {line.split()[1] for line in said.stdout.splitlines()}
    assert targets >= {"setup", "play", "test", "check", "bench", "mass", "laws", "crash", "goldens", "catalogues"}
    assert targets >= {"wheel", "clean"}
    assert not (machine.tree / ".venv").exists()


@pytest.mark.parametrize("target", ["play", "test"])
def test_without_python_it_says_what_to_install(machine: Machine, target: str) -> None:
    said = machine.make(target)
    assert said.returncode != 0
    assert "sudo apt install python3 python3-venv" in said.stderr


@pytest.mark.parametrize("target", ["play", "test"])
def test_an_old_python_is_named_with_what_is_needed(machine: Machine, target: str) -> None:
    machine.has_python('case "$*" in *version_info*) exit 1;; -V) echo Python 3.9.2;; esac')
    said = machine.make(target)
    assert said.returncode != 0
    assert "Python 3.11 or newer is needed" in said.stderr
    assert "Python 3.9.2" in said.stderr


@pytest.mark.parametrize("target", ["play", "test"])
def test_debian_without_its_venv_package_is_told_so(machine: Machine, target: str) -> None:
    machine.has_python(f'case "$*" in *"{MODULES_ASKED_FOR}"*) exit 1;; esac')
    said = machine.make(target)
    assert said.returncode != 0
    assert "sudo apt install python3-venv" in said.stderr
    assert not (machine.tree / ".venv").exists()


def test_play_sets_up_once_even_where_the_path_has_spaces(machine: Machine) -> None:
    machine.has_python(A_PYTHON)
    first, second = machine.make("play"), machine.make("play")
    assert first.returncode == second.returncode == 0, first.stderr + second.stderr
    assert "the referee: play --twin" in first.stdout
    assert second.stdout == "the referee: play --twin\n"
    assert times_made(machine) == 1


def test_a_changed_pyproject_is_set_up_again(machine: Machine) -> None:
    machine.has_python(A_PYTHON)
    machine.make("setup")
    future = (machine.tree / ".venv" / ".ready").stat().st_mtime + 5
    os.utime(machine.tree / "pyproject.toml", (future, future))
    machine.make("setup")
    assert times_made(machine) == 2


def test_a_tree_that_was_moved_is_set_up_anew(machine: Machine) -> None:
    machine.has_python(A_PYTHON)
    machine.make("setup")
    machine.tree = machine.tree.rename(machine.tree.with_name("elsewhere"))
    machine.make("setup")
    log = (machine.tree / "log").read_text()
    assert log.count("-m venv") == 2
    assert log.count("--clear") == 2


def test_what_was_set_up_for_a_pi_stays_so(machine: Machine) -> None:
    machine.has_python(A_PYTHON)
    machine.make("setup")
    machine.make("setup", "PI=1")
    machine.make("play")
    machine.make("setup", "PI=1")
    log = (machine.tree / "log").read_text()
    assert times_made(machine) == 2
    assert log.count("--system-site-packages") == 1


def test_a_set_up_that_failed_is_tried_again(machine: Machine) -> None:
    machine.has_python(A_PYTHON.replace('echo "venv python $*" >>log', "exit 1"))
    assert machine.make("play").returncode != 0
    machine.has_python(A_PYTHON)
    assert "the referee: play --twin" in machine.make("play").stdout
