"""Typed values from TOML: strict, and with all mistakes at once.

A type is a frozen dataclass whose fields are again of such types: `str int float bool`, `Literal`, an `Enum` (by its
values), `tuple[T, ...]`, `tuple[A, B]`, `Mapping[str, T]`, a union or a `NewType` of them.  A key can be left out where
its field has a default.  Nothing is converted but a whole number where a fraction may stand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.mistakes import Mistake, Mistakes, did_you_mean, nearest
from companion.toml.lines import Path, dotted, line_of, lines_of

T = TypeVar("T")

_NOUNS: Final[Mapping[Any, str]] = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)$")


class Misfit(Protocol):
    """A mistake before it has a line."""

    @property
    def key(self) -> str:
        """Dotted, as ``board.spaces.3.links``."""

    @property
    def what(self) -> str:
        """What is wrong."""

    @property
    def remedy(self) -> str:
        """What mends it."""


class _Misfit(NamedTuple):
    key: str
    what: str
    remedy: str = ""


def parse(text: str, file: str) -> dict[str, Any]:
    """The tables of a TOML text.  Raises `Mistakes` (one) where it is none; *file* is for its message."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        found = _LINE.search(said)
        line = int(found[1]) if found else text.rstrip().count("\n") + 1
        what = _LINE.sub("", said).removesuffix(" (at end of document)")
        raise Mistakes(
            [Mistake(file, line, "", what[:1].lower() + what[1:], "see toml.io for how to write it")]
        ) from None


def read(
    tables: Mapping[str, Any],
    kind: type[T],
    text: str,
    file: str,
    check: Callable[[T], Iterable[Misfit]] = lambda value: (),
    patch: bool = False,
) -> T:
    """*tables*, which were parsed from *text*, as a *kind*.  Raises `Mistakes`: all there are.

    *check* says what is wrong with a value whose types are right; it is asked also where keys are unknown, and with
    *patch* also where something has a wrong type: then it sees the default there, and no such entry of a `Mapping`.
    """
    reading = _Reading(patch)
    value: T | _Unreadable = reading.value(tables, kind, ())
    misfits: list[Misfit] = list(reading.misfits)
    if not isinstance(value, _Unreadable):
        misfits += check(value)
        if not misfits:
            return value
    lines = {dotted(path): line for path, line in lines_of(text).items()}
    raise Mistakes(Mistake(file, line_of(m.key, lines), m.key, m.what, m.remedy) for m in misfits)


class _Unreadable(Enum):
    """What comes of a value that has mistakes which leave nothing to go on with."""

    UNREADABLE = "unreadable"


UNREADABLE: Final = _Unreadable.UNREADABLE


class _Reading:
    """One pass over the tables."""

    def __init__(self, patch: bool) -> None:
        self.misfits: list[_Misfit] = []
        self._patch = patch

    def value(self, value: Any, kind: Any, path: Path) -> Any:
        kind = _plain(kind)
        origin = get_origin(kind)
        if kind is Any:
            return value
        if origin in (Union, UnionType):
            return self._either(value, [k for k in get_args(kind) if k is not NoneType], path)
        if origin is Literal:
            return self._word(value, kind, {word: word for word in get_args(kind)}, path)
        if origin is tuple:
            return self._list(value, get_args(kind), path)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self._table(value, get_args(kind)[1], path)
        if is_dataclass(kind):
            return self._fields(value, kind, path)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self._word(value, kind, {member.value: member for member in kind}, path)
        if kind is float and type(value) is int:
            return float(value)
        if kind in _NOUNS:
            return self._of_type(value, kind, path)
        raise TypeError(f"{kind} at {dotted(path)} is no type that TOML can be read into")

    def _wrong(self, path: Path, what: str, remedy: str = "") -> _Unreadable:
        self.misfits.append(_Misfit(dotted(path), what, remedy))
        return UNREADABLE

    def _of_type(self, value: Any, kind: type, path: Path) -> Any:
        if type(value) is kind:
            return value
        remedy = ""
        if kind in (int, float) and isinstance(value, str) and re.fullmatch(r"[+-]?\d+", value):
            remedy = f"write {value}, without quotes"
        elif kind is str and isinstance(value, int | float) and not isinstance(value, bool):
            remedy = f'write "{value}", in quotes'
        return self._wrong(path, f"expected {_NOUNS[kind]}, found {_shown(value)}", remedy)

    def _word(self, value: Any, kind: Any, words: Mapping[Any, Any], path: Path) -> Any:
        if not isinstance(value, str):
            return self._wrong(path, f"expected {_noun(kind)}, found {_shown(value)}")
        if value not in words:
            return self._wrong(path, f"{_shown(value)} can't stand here", did_you_mean(value, words))
        return words[value]

    def _either(self, value: Any, kinds: list[Any], path: Path) -> Any:
        """The first kind that fits; if none does, what is wrong inside the one that is of its shape."""
        before = len(self.misfits)
        for kind in kinds:
            found = self.value(value, kind, path)
            if found is not UNREADABLE:
                return found
            if len(kinds) == 1 or any(m.key != dotted(path) for m in self.misfits[before:]):
                return UNREADABLE
            del self.misfits[before:]
        return self._wrong(path, f"expected {' or '.join(map(_noun, kinds))}, found {_shown(value)}")

    def _list(self, value: Any, kinds: tuple[Any, ...], path: Path) -> Any:
        if self._of_type(value, list, path) is UNREADABLE:
            return UNREADABLE
        if kinds[1:] == (...,):
            kinds = (kinds[0],) * len(value)
        elif len(kinds) != len(value):
            return self._wrong(path, f"expected {len(kinds)} entries, found {len(value)}")
        entries = [self.value(v, kind, (*path, n)) for n, (v, kind) in enumerate(zip(value, kinds, strict=True))]
        return UNREADABLE if UNREADABLE in entries else tuple(entries)

    def _table(self, value: Any, kind: Any, path: Path) -> Any:
        if self._of_type(value, dict, path) is UNREADABLE:
            return UNREADABLE
        table = {key: self.value(v, kind, (*path, key)) for key, v in value.items()}
        if self._patch:
            return {key: v for key, v in table.items() if v is not UNREADABLE}
        return UNREADABLE if UNREADABLE in table.values() else table

    def _fields(self, table: Any, kind: Any, path: Path) -> Any:
        if self._of_type(table, dict, path) is UNREADABLE:
            return UNREADABLE
        known = _fields(kind)
        absent = [name for name in known if name not in table]
        meant = set()
        for key in table:
            if key not in known:
                self._wrong((*path, key), "unknown key", did_you_mean(key, absent))
                meant.add(nearest(key, absent))
        given = {
            name: self.value(table[name], what, (*path, name)) for name, (what, _) in known.items() if name in table
        }
        if self._patch:
            given = {name: v for name, v in given.items() if v is not UNREADABLE}
        is_whole = UNREADABLE not in given.values()
        for name, (what, must_be) in known.items():
            if must_be and name not in given:
                is_whole = False
            if must_be and name not in table and name not in meant:
                self._wrong((*path, name), "missing", f"add {name} = {_noun(what)}")
        return kind(**given) if is_whole else UNREADABLE


@cache
def _fields(kind: type[Any]) -> dict[str, tuple[Any, bool]]:
    """Name -> type, and whether the key must be there."""
    hints = get_type_hints(kind)
    return {f.name: (hints[f.name], f.default is MISSING and f.default_factory is MISSING) for f in fields(kind)}


def _plain(kind: Any) -> Any:
    while hasattr(kind, "__supertype__"):  # a NewType
        kind = kind.__supertype__
    return kind


def _noun(kind: Any) -> str:
    """What to write, in words."""
    kind = _plain(kind)
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return " or ".join(_noun(k) for k in get_args(kind) if k is not NoneType)
    if origin is Literal:
        return " or ".join(f'"{word}"' for word in get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return " or ".join(f'"{member.value}"' for member in kind)
    return _NOUNS.get(kind, _NOUNS[list] if origin is tuple else _NOUNS[dict])


def _shown(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"' if len(value) < 40 else f'"{value[:36]}…"'
        case list() | dict():
            return _NOUNS[type(value)]
        case _:
            return str(value)
