"""Who may import whom, and where the outside world stands: each third-party library in one file."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ARROWS: dict[str, tuple[str, ...]] = {
    "companion.rules": (),
    "companion.screen": (),
    "companion.words": ("companion.rules.text",),
    "companion.table": ("companion.rules",),
    "companion.editions": ("companion.rules",),
    "companion.games": ("companion.rules", "companion.table.model"),
    "companion.referee": (
        "companion.rules",
        "companion.games",
        "companion.table",
        "companion.screen",
        "companion.words",
        "companion.editions",
        "companion.rulebook",
    ),
    "companion.journal": ("companion.rules.log",),
    "hardware": (),
}
"""The layers below the daemon, with what each may import beside the standard library and itself."""

NO_CLOCK_NO_CHANCE = ("asyncio", "time", "random", "secrets", "datetime", "threading")
PURE = ("companion.rules", "companion.games", "companion.table", "companion.referee", "companion.screen")

STDLIB_ONLY = ("companion.rules", "companion.table", "companion.screen", "companion.words", "companion.journal")

MAY_BE_IN_SEVERAL = ("companion", "hardware")
LONGEST = 600


def modules() -> Iterator[tuple[str, str]]:
    """Every module of the two packages: its dotted name and its source."""
    for package in ("companion", "hardware"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path.read_text(encoding="utf-8")


def imports(name: str, source: str) -> set[str]:
    """What a module imports, wherever in the file; relative imports count as what they mean."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = name.split(".")[: -node.level] if node.level else []
            found.add(".".join([*base, *([node.module] if node.module else [])]))
    return found


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def breaches(name: str, source: str) -> list[str]:
    """The imports that no arrow allows."""
    layer = next((layer for layer in ARROWS if within(name, layer)), None)
    wrong: list[str] = []
    for target in sorted(imports(name, source)):
        ours = within(target, "companion", "hardware")
        if layer and ours and not within(target, layer, *ARROWS[layer]):
            wrong.append(f"{name} imports {target}")
        if within(name, "companion.games") and within(target, "companion.games") and name.count(".") > 1:
            game = ".".join(name.split(".")[:3])
            if not within(target, game):
                wrong.append(f"{name} imports another game: {target}")
        if within(name, *PURE) and target.partition(".")[0] in NO_CLOCK_NO_CHANCE:
            wrong.append(f"{name} imports {target}: no clock, no chance, no tasks here")
        outside = not ours and target.partition(".")[0] not in sys.stdlib_module_names
        if outside and within(name, *STDLIB_ONLY):
            wrong.append(f"{name} imports {target}: only the standard library here")
    return wrong


@pytest.mark.parametrize(("name", "source"), [pytest.param(n, s, id=n) for n, s in modules()])
def test_a_module_imports_only_what_its_layer_may(name: str, source: str) -> None:
    assert breaches(name, source) == []


def test_each_library_stands_in_one_file() -> None:
    users: dict[str, list[str]] = {}
    for name, source in modules():
        for top in {target.partition(".")[0] for target in imports(name, source)}:
            if top not in sys.stdlib_module_names and top not in MAY_BE_IN_SEVERAL:
                users.setdefault(top, []).append(name)
    several = {library: names for library, names in users.items() if len(names) > 1}
    assert several == {}


def test_no_file_has_more_than_600_lines() -> None:
    assert [name for name, source in modules() if source.count("\n") > LONGEST] == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("companion.rules.kernel", "import companion.words"),
        ("companion.rules.kernel", "from random import Random"),
        ("companion.rules.kernel", "import cattrs"),
        ("companion.games.masters.play", "from companion.referee.api import Button"),
        ("companion.games.masters.play", "from companion.games.shadowlord import play"),
        ("companion.games.masters.play", "from ..shadowlord import play"),
        ("companion.referee.session", "import hardware.api"),
        ("companion.referee.session", "def f():\n    import time"),
        ("companion.journal.file", "from companion.rules.kernel import Decision"),
        ("hardware.rig", "from companion.rules.text import Text"),
    ],
)
def test_a_planted_import_is_found(name: str, line: str) -> None:
    assert breaches(name, line)
