"""A game that is being recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.rules.log import Origin, Row, RowKind

HEADER = {"game": "masters", "seats": 2, "seed": "épée", "edition_toml": "# our board\n" * 500}


def throw(n: int) -> Row:
    """The n-th row: fate's dice."""
    return Row(n, RowKind.ANSWER, -1, "3.1", f"{n % 6 + 1}-{n % 5 + 1}", "0123abcd", Origin.FATE, f"dice/{n}")


def move(n: int) -> Row:
    """The n-th row: somebody moves."""
    return Row(n, RowKind.ANSWER, n % 2, "4.2", f"move/A{n}", "fedc4321")


RowOf = Callable[[int], Row]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the journal is to be."""
    return tmp_path / "masters-1.journal"


@pytest.fixture
def journal(path: Path) -> Journal:
    """A game that has just begun."""
    return Journal.create(path, HEADER)
