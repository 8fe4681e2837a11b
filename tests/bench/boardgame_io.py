"""boardgame.io's headless client as a peer: a node process that plays the anchor's game for as long as it is told.

The package is fetched by npm into ``build/``, once; it is no part of the tree.  Where node, npm or the network is
missing the rows that need it say so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench.row import Skipped

PACKAGE = "boardgame.io@0.50.2"
ANCHOR = Path(__file__).parent / "anchors" / "ww_bgio.js"
FETCHED = Path(__file__).parents[2] / "build" / PACKAGE
PATIENCE_S = 180
WARM_UP_S = 5
"""So long the engine takes to compile what is hot."""


class Peer(NamedTuple):
    """A warm process."""

    process: subprocess.Popen[str]

    def rate(self, cpu_s: float) -> float:
        """Decisions a second of CPU time, over so much of it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(round(cpu_s * 1000), file=self.process.stdin, flush=True)
        decisions, seconds, _ = self.process.stdout.readline().split()
        return int(decisions) / float(seconds)


@contextmanager
def peer() -> Iterator[Peer]:
    """A node process that is ready to play.  Raises `Skipped`."""
    for program in ("node", "npm"):
        if not shutil.which(program):
            raise Skipped(f"{program} isn't installed, without which there is no boardgame.io")
    modules = FETCHED / "node_modules"
    if not (modules / "boardgame.io").exists():
        _fetch()
    env = {**os.environ, "NODE_PATH": str(modules)}
    command = ["node", str(ANCHOR)]
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            warm = Peer(process)
            warm.rate(WARM_UP_S)
            yield warm
        finally:
            process.kill()


def _fetch() -> None:
    """Into a folder beside it first, so that a fetch that broke off leaves nothing that looks whole."""
    half = FETCHED.with_name(f"{PACKAGE}.half")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(half), PACKAGE]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        raise Skipped(f"npm didn't fetch {PACKAGE} within {PATIENCE_S} s") from None
    if done.returncode:
        why = next((line for line in done.stderr.splitlines() if "ERR!" in line or "error" in line), "no reason given")
        raise Skipped(f"npm couldn't fetch {PACKAGE}: {why.strip()}")
    shutil.rmtree(FETCHED, ignore_errors=True)
    half.rename(FETCHED)
