"""Where in a TOML file a value stands.  `tomllib` doesn't tell.

The text is known to be valid (`tomllib` has read it), so this only has to find its way: keys, brackets, strings.
TOML 1.0.0, https://toml.io/en/v1.0.0.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from typing import Final, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Keys, and indices from 0, from the top of the file: ``("board", "spaces", 3, "links")``."""

_BLANK: Final = re.compile(r"[ \t]*")
_BLANK_LINES: Final = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")
_KEY: Final = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'""")
_STRING: Final = re.compile(r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\]|\\.)*"|'[^']*\'''', re.DOTALL)
_SCALAR: Final = re.compile(r"[^,\]}#\n]+")


def lines_of(text: str) -> dict[Path, int]:
    """The line, from 1, of every table, array, entry and value of a valid TOML text.

    >>> lines_of("[a]\\nb = [1,\\n     {c = 2}]\\n")[("a", "b", 1, "c")]
    3
    """
    return _Text(text).places()


def dotted(path: Path) -> str:
    """``board.spaces.3.links``."""
    return ".".join(map(str, path))


def line_of(key: str, lines: Mapping[str, int]) -> int:
    """The line of a dotted *key*, or of the nearest thing around it that is there."""
    while key and key not in lines:
        key = key.rpartition(".")[0]
    return lines.get(key, 1)


class _Text:
    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._at = 0
        self._breaks = [m.start() for m in re.finditer("\n", self._text)]
        self._lines: dict[Path, int] = {}
        self._entries: dict[Path, int] = {}
        """Arrays of tables, and the index of the entry that is being written."""

    def places(self) -> dict[Path, int]:
        table: Path = ()
        while self._skip(_BLANK_LINES) < len(self._text):
            if self._takes("[["):
                array = self._key(())
                self._entries[array] = self._entries.get(array, -1) + 1
                table = (*array, self._entries[array])
                self._note(table)
                self._takes("]]")
            elif self._takes("["):
                table = self._key(())
                self._takes("]")
            else:
                self._pair(table)
        return self._lines

    def _skip(self, what: re.Pattern[str]) -> int:
        found = what.match(self._text, self._at)
        self._at = found.end() if found else self._at
        return self._at

    def _takes(self, mark: str) -> bool:
        is_here = self._text.startswith(mark, self._at)
        self._at += len(mark) if is_here else 0
        return is_here

    def _note(self, path: Path) -> None:
        self._lines.setdefault(path, bisect_right(self._breaks, self._at - 1) + 1)

    def _key(self, table: Path) -> Path:
        """A key, perhaps dotted, below *table*: its path.  All that it opens is noted."""
        path = table
        while True:
            self._skip(_BLANK)
            start = self._at
            part = self._text[start : self._skip(_KEY)]
            path = (*path, tomllib.loads(f"key = {part}")["key"] if part[0] in "\"'" else part)
            self._note(path)
            self._skip(_BLANK)
            if not self._takes("."):
                return path
            if path in self._entries:
                path = (*path, self._entries[path])

    def _pair(self, table: Path) -> None:
        path = self._key(table)
        self._takes("=")
        self._skip(_BLANK)
        self._value(path)

    def _value(self, path: Path) -> None:
        self._note(path)
        if self._takes("["):
            n = 0
            while self._skip(_BLANK_LINES) and not self._takes("]"):
                self._value((*path, n))
                n += 1
                self._skip(_BLANK_LINES)
                self._takes(",")
        elif self._takes("{"):
            while self._skip(_BLANK_LINES) and not self._takes("}"):
                self._pair(path)
                self._skip(_BLANK_LINES)
                self._takes(",")
        elif self._text[self._at] in "\"'":
            self._skip(_STRING)
        else:
            self._skip(_SCALAR)
