"""Every value of a TOML file is found on the line where it stands, however the file is written."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.toml.lines import Path, dotted, line_of, lines_of

# -- texts: each value is a number that occurs once -------------------------------------------------------------

NAMES = ("a", "b-1", "C_c", "12", "é", "x y", "dot.ted", 'quo"te', "back\\slash", "#", "[", "=")
SPACE = st.sampled_from(["", " ", "\t "])
BREAK = st.sampled_from(["", " ", "\n", ' # ] } , = "\n', "\r\n", "\n\n"])
STRINGS = (
    '"%s"',
    "'%s'",
    '"""%s\n"""',
    "'''%s\n\n'''",
    '"\\"%s]"',
    "'''it''s %s'''",
    '"""a ""%s"" # b"""',
    '"""\\"""%s"""',
)
SCALARS = ("%s", "+%s", "%s.5", "1979-05-27 07:32:00.%s", "true", *STRINGS)


class Writer:
    """Writes TOML of every style that hypothesis draws, and knows where it wrote what."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw
        self._numbers = count(100)
        self.where: dict[Path, str] = {}
        """Path -> the number that stands on its line, as text; empty for a value without one."""

    def space(self) -> str:
        return str(self._draw(SPACE))

    def key(self, name: str) -> str:
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        ways = [f'"{escaped}"']
        if name.isascii() and name.replace("-", "").replace("_", "").isalnum():
            ways.append(name)
        if "'" not in name:
            ways.append(f"'{name}'")
        return str(self._draw(st.sampled_from(ways)))

    def value(self, path: Path, depth: int) -> str:
        kind = self._draw(st.sampled_from(["scalar", "scalar", "array", "inline"] if depth else ["scalar"]))
        if kind == "array":
            parts = [
                self._draw(BREAK) + self.value((*path, n), depth - 1) for n in range(self._draw(st.integers(0, 3)))
            ]
            comma = "," if parts and self._draw(st.booleans()) else ""
            return str("[" + ("," + self._draw(BREAK)).join(parts) + comma + self._draw(BREAK) + "]")
        if kind == "inline":
            names = self._draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=3))
            pairs = [f"{self.key(n)}{self.space()}={self.space()}{self.value((*path, n), 0)}" for n in names]
            return "{" + self.space() + ("," + self.space()).join(pairs) + self.space() + "}"
        style = self._draw(st.sampled_from(SCALARS))
        number = str(next(self._numbers))
        self.where[path] = number if "%" in style else ""
        return str(style % number if "%" in style else style)

    def pairs(self, path: Path) -> Iterator[str]:
        names = self._draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=4))
        for name in names:
            here, key = (*path, name), self.key(name)
            if self._draw(st.booleans()):  # a dotted key
                here, key = (*here, "inner"), f"{key}{self.space()}.{self.space()}inner"
            yield f"{self.space()}{key}{self.space()}={self.space()}{self.value(here, 2)}{self.space()}"

    def text(self) -> str:
        lines = list(self.pairs(()))
        for name in self._draw(st.lists(st.sampled_from(["t", "ü", "t.t"]), unique=True, max_size=3)):
            table = ("tables", name)
            head = f"tables.{self.key(name)}"
            if self._draw(st.booleans()):
                lines += [f"[{head}]", *self.pairs(table)]
                continue
            for n in range(self._draw(st.integers(1, 3))):
                lines += [f"[[ {head} ]] # the next", *self.pairs((*table, n))]
                if self._draw(st.booleans()):
                    lines += [f"[{head}.sub]", *self.pairs((*table, n, "sub"))]
                if self._draw(st.booleans()):
                    lines += [f"[[{head}.subs]]", *self.pairs((*table, n, "subs", 0))]
        end = self._draw(st.sampled_from(["\n", "\r\n", "\n# [c]\n"]))
        return str(end.join(lines))


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from leaves(inner, (*path, key))
        case list():
            for n, inner in enumerate(value):
                yield from leaves(inner, (*path, n))
        case _:
            yield path


def misplaced(text: str, where: dict[Path, str], lines: dict[Path, int]) -> list[Path]:
    """The values that don't stand on the line that is said."""
    said = text.replace("\r\n", "\n").split("\n")
    return [path for path, number in where.items() if path not in lines or number not in said[lines[path] - 1]]


@st.composite
def written(draw: st.DrawFn) -> tuple[str, dict[Path, str]]:
    writer = Writer(draw)
    return writer.text(), writer.where


@given(written())
def test_every_value_stands_on_the_line_that_is_said(file: tuple[str, dict[Path, str]]) -> None:
    text, where = file
    assert set(leaves(tomllib.loads(text))) <= set(lines_of(text)) | {()}
    assert set(where) <= set(lines_of(text))
    assert misplaced(text, where, lines_of(text)) == []


def test_a_line_too_many_would_be_noticed() -> None:
    text, where = "a = 100\n\nb = [\n101,\n102]\n", {("a",): "100", ("b", 0): "101", ("b", 1): "102"}
    assert misplaced(text, where, lines_of(text)) == []
    assert misplaced(text, where, {path: line + 1 for path, line in lines_of(text).items()}) == list(where)


BOARD = '''
[board]
width_mm = 400
[[board.spaces]]
id = "A1"

[[board.spaces]]
id = "A2"
links = [
  "A1",
  "A3",  # "A9"
]
label.en = """
two
lines"""
label.fr = "deux"
[board.spaces.lamp]
pin = 5
[[board.spaces]]
id = "A3"
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("board",), 2),
        (("board", "width_mm"), 3),
        (("board", "spaces"), 4),
        (("board", "spaces", 0, "id"), 5),
        (("board", "spaces", 1), 7),
        (("board", "spaces", 1, "links"), 9),
        (("board", "spaces", 1, "links", 1), 11),
        (("board", "spaces", 1, "label", "fr"), 16),
        (("board", "spaces", 1, "lamp", "pin"), 18),
        (("board", "spaces", 2, "id"), 20),
        (("board", "spaces", 2, "links", 7), 19),
        (("tokens",), 1),
    ],
)
def test_a_board(path: Path, line: int) -> None:
    assert line_of(dotted(path), {dotted(p): n for p, n in lines_of(BOARD).items()}) == line
