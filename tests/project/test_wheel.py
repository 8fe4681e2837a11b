"""A wheel built from the tree, in an empty environment and another folder, plays a game."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parents[2]
SHIPPED = ("companion", "hardware", "systemd")
PACKAGES = SHIPPED[:2]
BESIDE = ("pyproject.toml", "MANIFEST.in", "README.md", "CHANGELOG.md", "LICENSE")
NO_NETWORK = ("Temporary failure in name resolution", "Failed to establish a new connection", "Network is unreachable")

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel"), pytest.mark.timeout(400)]


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output; skips where the registry can't be reached, fails for every other failure."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode and any(sign in done.stderr for sign in NO_NETWORK):
        pytest.skip("the package registry can't be reached from here")
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source archive, and with the wheel that was built from it."""
    tree = tmp_path_factory.mktemp("tree")
    for name in SHIPPED:
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in BESIDE:
        shutil.copy(ROOT / name, tree)
    (tree / "tests").mkdir()
    (tree / "tests" / "test_nothing.py").touch()
    run(sys.executable, "-m", "build", "--outdir", tree / "dist", ".", cwd=tree)
    return tree / "dist"


@pytest.fixture(scope="module")
def environment(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing in it but the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    (wheel,) = dist.glob("*.whl")
    run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=folder)
    return folder


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder from which the tree can't be imported by chance."""
    return tmp_path


def in_tree() -> set[str]:
    return {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_all_that_is_in_the_packages_is_in_the_wheel_and_nothing_else(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert inside == in_tree()


def test_the_source_archive_holds_no_tests(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert {"LICENSE", "systemd/referee.service", "companion/cli.py"} <= names
    assert not [name for name in names if name.startswith("tests")]


@pytest.mark.parametrize("name", GAMES)
def test_the_installed_referee_plays_a_whole_game(name: str, environment: Path, elsewhere: Path) -> None:
    referee = environment / "bin" / "referee"
    journal = elsewhere / "game.journal"
    game = ("play", name, "--twin", "--headless", "--bots", "all", "--seed", "1")
    said = run(referee, *game, "--journal", journal, cwd=elsewhere)
    assert said.strip()
    assert journal.exists()
    run(referee, "verify", journal, cwd=elsewhere)


def test_the_installed_referee_has_every_game_whole(environment: Path, elsewhere: Path) -> None:
    referee = environment / "bin" / "referee"
    listed = run(referee, "games", cwd=elsewhere)
    script = "import companion; print(companion.__path__[0])"
    installed = Path(run(environment / "bin" / "python", "-c", script, cwd=elsewhere).strip())
    assert environment in installed.parents
    for name in GAMES:
        assert re.search(f"^{name}: .* players?$", listed, re.MULTILINE), listed
        assert run(referee, "rules", name, cwd=elsewhere).strip()
        folder = installed / "games" / name
        editions, scenarios = sorted(folder.glob("editions/*.toml")), sorted(folder.glob("scenarios/*.scn"))
        assert run(referee, "check", *editions, cwd=elsewhere).count(f"edition of {name}, no mistakes") == len(editions)
        assert editions
        assert scenarios
        run(referee, "scenario", *scenarios[:3], cwd=elsewhere)
