"""Every law, on every game."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from companion.rules.game import Kit

from . import kits, pieces, positions, questions, secrets
from .plays import KITS, MODULES, Play, bound, mixes, registered_play

ROOT = Path(__file__).parents[2]
PLAY_LAWS = (*positions.LAWS, *questions.LAWS, *pieces.LAWS, *secrets.LAWS)
PLAYS = [(name, n) for name, kit in KITS.items() for n in range(len(mixes(kit)))]
WHIM = "tests.laws.faults:BY_THE_SETS_WHIM"


@pytest.mark.parametrize(("name", "n"), PLAYS)
@pytest.mark.parametrize("law", PLAY_LAWS, ids=lambda law: law.__name__)
def test_play(law: Callable[[Play], None], name: str, n: int) -> None:
    law(registered_play(name, n))


@pytest.mark.parametrize("name", KITS)
@pytest.mark.parametrize("law", kits.LAWS, ids=lambda law: law.__name__)
def test_kit(law: Callable[[Kit], None], name: str) -> None:
    law(KITS[name])


@pytest.mark.parametrize("name", KITS)
def test_random_play_ends_within_its_bound(name: str) -> None:
    kits.random_play_ends_within_its_bound(KITS[name], bound(name))


@cache
def digests(hash_seed: int) -> dict[str, str]:
    names = [*(f"{module}:KIT" for module in MODULES.values()), WHIM]
    run = subprocess.run(
        [sys.executable, "-m", "tests.laws.digest", *names],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return dict(line.split() for line in run.stdout.splitlines())


@pytest.mark.xdist_group("hash seeds")
@pytest.mark.parametrize("module", MODULES.values())
def test_two_hash_seeds_agree(module: str) -> None:
    assert digests(1)[f"{module}:KIT"] == digests(2)[f"{module}:KIT"]


@pytest.mark.xdist_group("hash seeds")
def test_a_game_that_goes_by_a_sets_whim_is_caught() -> None:
    assert digests(1)[WHIM] != digests(2)[WHIM]
