"""What docs/editions.md shows can be written into an edition: each example stands in the reference edition's place.

A fence names its game: ``toml masters``.  Entries with a name of their own (an id, a kind, a number, a piece) stand in
place of the entries so named, and are new where there are none; other lists and tables are given whole.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.editions import shipped
from companion.games import GAMES, kit

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "editions.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml (\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
NAMES = ("id", "square", "total", "kind", "number", "team")


def put_in(whole: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """*whole* with *part* in place of what it names."""
    merged = dict(whole)
    for key, value in part.items():
        there = whole.get(key)
        if is_list_of_tables(value) and is_list_of_tables(there):
            merged[key] = listed(there, value)
        elif key == "pieces":
            merged[key] = there | value
        elif isinstance(value, dict) and isinstance(there, dict) and all(map(is_list_of_tables, value.values())):
            merged[key] = put_in(there, value)
        else:
            merged[key] = value
    return merged


def listed(there: list[dict[str, Any]], given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries *given*, among those that are *there*."""
    names = [name for name in NAMES if len({entry.get(name) for entry in there}) == len(there)]
    if not names:
        return given
    by_name = {entry[names[0]]: entry for entry in there}
    return list((by_name | {entry[names[0]]: entry for entry in given}).values())


def is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, dict) for entry in value)


def written(value: Any) -> str:
    """As TOML, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_an_example_can_be_written_into_an_edition(
    game: str, example: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reference = tomllib.loads(shipped(kit(game)).read_text(encoding="utf-8"))
    mine = put_in(reference, tomllib.loads(example))
    assert mine != reference, "the example changes nothing"
    box = tmp_path / "my-box.toml"
    box.write_text("".join(f"{key} = {written(value)}\n" for key, value in mine.items()), encoding="utf-8")
    status = main(["check", str(box)])
    said = capsys.readouterr().out
    assert (status, said) == (0, f"{box}: edition of {game}, no mistakes\n"), said


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_examples(game: str) -> None:
    assert f"(`{game}`)" in PAGE
    assert game in {name for name, _ in EXAMPLES}


def test_an_example_with_a_mistake_is_caught(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(AssertionError, match="the counts add up to 22"):
        test_an_example_can_be_written_into_an_edition(
            "masters", '[[token]]\nkind = "sword"\ncount = 4\nsource = "rulebook"\n', tmp_path, capsys
        )
