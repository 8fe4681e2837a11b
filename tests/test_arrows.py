"""Who may import whom.  Imports within functions and for type checking count too; what is loaded by name doesn't."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]

ARROWS: dict[str, tuple[str, ...]] = {
    "companion.rules": (),
    "companion.words": ("companion.rules",),
    "companion.screen": (),
    "companion.table": ("companion.rules", "companion.mistakes", "companion.toml", "companion.editions"),
    "companion.rulebook": (),
    "companion.mistakes": (),
    "companion.toml": ("companion.mistakes",),
    "companion.catalogues": (),
    "companion.games": ("companion.rules", "companion.mistakes"),
    "companion.games.*": ("companion.rules", "companion.table.model"),
    "companion.editions": ("companion.rules", "companion.mistakes", "companion.toml"),
    "companion.referee": (
        "companion.rules",
        "companion.words",
        "companion.screen",
        "companion.table",
        "companion.rulebook",
        "companion.games",
    ),
    "companion.journal": ("companion.rules.log",),
    "companion.open_game": (
        "companion.rules",
        "companion.games",
        "companion.mistakes",
        "companion.editions",
        "companion.referee.header",
    ),
    "companion.verify": (
        "companion.rules",
        "companion.games",
        "companion.editions",
        "companion.open_game",
        "companion.referee.header",
        "companion.referee.fate",
    ),
    "companion.simulate": ("companion.rules", "companion.games", "companion.editions"),
    "companion.web": ("companion.rules", "companion.words", "companion.screen", "companion.referee"),
    "companion.daemon": (
        "companion.rules",
        "companion.words",
        "companion.screen",
        "companion.table",
        "companion.rulebook",
        "companion.games",
        "companion.mistakes",
        "companion.toml",
        "companion.editions",
        "companion.referee",
        "companion.journal",
        "companion.open_game",
        "companion.verify",
        "companion.simulate",
        "hardware",
    ),
    "companion.bench": (
        "companion.rules",
        "companion.words",
        "companion.games",
        "companion.screen",
        "companion.referee",
        "companion.journal",
        "companion.editions",
        "companion.mistakes",
        "companion.open_game",
        "companion.daemon",
        "companion.table",
        "hardware",
    ),
    "companion.cli": ("companion", "hardware"),
    "companion.commands": ("companion",),
    "hardware": (),
}
"""A part -> what it may import beside itself and the standard library.  ``games.*``: each game, and never another."""

BY_NAME_ONLY: dict[str, tuple[str, ...]] = {"companion.daemon": ("companion.web", "hardware.twin")}
"""Loaded by name where they are wanted, so that the daemon starts without them."""

NO_CLOCK_NO_CHANCE = {"time", "datetime", "random", "secrets", "uuid"}
NO_OUTSIDE = {"asyncio", "threading", "multiprocessing", "socket", "subprocess", "signal", "os", "io", "sqlite3"}
NEVER: dict[str, set[str]] = {
    "companion.rules": NO_CLOCK_NO_CHANCE | NO_OUTSIDE,
    "companion.games": NO_CLOCK_NO_CHANCE | NO_OUTSIDE,
    "companion.referee": NO_CLOCK_NO_CHANCE | NO_OUTSIDE,
    "companion.screen": NO_CLOCK_NO_CHANCE | NO_OUTSIDE,
}
"""Parts of the standard library that would bring a clock, chance or the world into what must be pure."""

LIBRARIES: dict[str, str] = {
    "gpiozero": "hardware/gpio.py",
    "luma": "hardware/oled.py",
    "smbus2": "hardware/buses.py",
    "spidev": "hardware/buses.py",
    "serial": "hardware/buses.py",
    "evdev": "hardware/readers/input_nodes.py",
    "cattrs": "companion/toml/reading.py",
    "babel": "companion/catalogues.py",
    "click": "companion/cli.py",
    "rich": "companion/commands/listing.py",
    "sdnotify": "companion/daemon/notify.py",
    "textual": "companion/daemon/terminal.py",
}
"""A library -> the one file in which it is imported."""


class Import(NamedTuple):
    """*importer* (a module) imports *imported* (a module, or a name in one)."""

    importer: str
    imported: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.importer} imports {self.imported}"


def imports_of(root: Path) -> list[Import]:
    """Every import statement of the two packages."""
    return [
        found
        for top in ("companion", "hardware")
        for path in sorted((root / top).rglob("*.py"))
        for found in _imports(root, path)
    ]


def _imports(root: Path, path: Path) -> Iterator[Import]:
    file = path.relative_to(root)
    parts = file.with_suffix("").parts
    module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    package = parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module, alias.name, str(file), node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            origin = ".".join(part for part in (base, node.module) if part)
            for alias in node.names:
                yield Import(module, f"{origin}.{alias.name}", str(file), node.lineno)


def within(module: str, part: str) -> bool:
    return module == part or module.startswith(f"{part}.")


def part_of(module: str) -> str | None:
    """The part of the house that a module belongs to: the longest that fits; each game is one of its own."""
    folders = module.split(".")
    if folders[:2] == ["companion", "games"] and len(folders) > 2:
        return ".".join(folders[:3])
    return max((part for part in ARROWS if within(module, part)), key=len, default=None)


def allowed_for(part: str) -> tuple[str, ...]:
    return ARROWS.get(part) or ARROWS["companion.games.*" if part.startswith("companion.games.") else part]


def wrong_arrows(imports: list[Import]) -> list[str]:
    found = []
    for each in imports:
        top = each.imported.partition(".")[0]
        part = part_of(each.importer)
        if top not in ("companion", "hardware") or each.importer == "companion":
            continue
        if part is None:
            found.append(f"{each}: no arrow starts there; enter the part in ARROWS")
        elif any(within(each.imported, named) for named in BY_NAME_ONLY.get(part, ())):
            found.append(f"{each}: only by name")
        elif not any(within(each.imported, target) for target in (part, *allowed_for(part))):
            found.append(f"{each}: not allowed")
        elif not part.startswith("companion.games.") and _is_a_game(each.imported):
            found.append(f"{each}: a game, by name only")
    return found


def _is_a_game(module: str) -> bool:
    folders = module.split(".")
    return folders[:2] == ["companion", "games"] and len(folders) > 2 and ROOT.joinpath(*folders[:3]).is_dir()


def impure(imports: list[Import]) -> list[str]:
    return [
        f"{each}: never"
        for each in imports
        for part, never in NEVER.items()
        if within(each.importer, part) and each.imported.partition(".")[0] in never
    ]


def strayed_libraries(imports: list[Import]) -> list[str]:
    found = []
    for each in imports:
        library = each.imported.partition(".")[0]
        if library in sys.stdlib_module_names or library in ("companion", "hardware"):
            continue
        if library not in LIBRARIES:
            found.append(f"{each}: a library that is new; enter its file in LIBRARIES")
        elif each.file != LIBRARIES[library]:
            found.append(f"{each}: a library that stands in {LIBRARIES[library]} alone")
    return found


IMPORTS = imports_of(ROOT)


def test_nobody_imports_what_it_may_not() -> None:
    assert wrong_arrows(IMPORTS) == []


def test_what_must_be_pure_has_no_clock_no_chance_and_no_world() -> None:
    assert impure(IMPORTS) == []


def test_a_library_stands_in_one_file() -> None:
    assert strayed_libraries(IMPORTS) == []


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        ("companion/rules/kernel.py", "import companion.games", "companion.rules.kernel imports companion.games: not"),
        ("companion/rules/kernel.py", "def f():\n  from random import random", "imports random.random: never"),
        (
            "companion/rules/__init__.py",
            "import cattrs\n",
            "imports cattrs: a library that stands in companion/toml/reading.py alone",
        ),
        ("companion/games/masters/play.py", "from companion.games.warlocks import x", "warlocks.x: not allowed"),
        ("companion/games/masters/play.py", "from companion.games import kit", "companion.games.kit: not allowed"),
        ("companion/games/masters/play.py", "from companion.table.reconcile import x", "reconcile.x: not allowed"),
        ("companion/games/masters/play.py", "from ...referee import api", "companion.referee.api: not allowed"),
        ("companion/referee/session.py", "import asyncio", "imports asyncio: never"),
        ("companion/referee/session.py", "import hardware.api", "imports hardware.api: not allowed"),
        ("companion/referee/session.py", "from companion.games._template import KIT", "by name only"),
        (
            "companion/referee/session.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  from companion.daemon import x",
            "session.py:3: companion.referee.session imports companion.daemon.x: not allowed",
        ),
        ("companion/journal/store.py", "from companion.rules.kernel import step", "kernel.step: not allowed"),
        ("companion/daemon/run.py", "import companion.web", "companion.web: only by name"),
        ("companion/daemon/run.py", "from hardware import twin", "hardware.twin: only by name"),
        ("companion/attic/old.py", "import companion.rules", "enter the part in ARROWS"),
        ("hardware/rig.py", "from companion.words import Words", "companion.words.Words: not allowed"),
        ("hardware/twin/pins.py", "import gpiozero.pins.mock", "a library that stands in hardware/gpio.py alone"),
        ("hardware/nfc.py", "import nfcpy", "imports nfcpy: a library that is new; enter its file in LIBRARIES"),
    ],
)
def test_a_planted_import_is_caught(tmp_path: Path, file: str, source: str, fault: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(source)
    imports = imports_of(tmp_path)
    assert fault in "\n".join(wrong_arrows(imports) + impure(imports) + strayed_libraries(imports))
