"""Typed values from TOML: strict, and with all mistakes at once.

A type is a frozen dataclass whose fields are again of such types: `str int float bool`, `Literal`, an `Enum` (by its
values), `tuple[T, ...]`, `tuple[A, B]`, `Mapping[str, T]`, a `NewType` of them, or a union of any one of them with
`str int float`, `Literal` or None.  A key can be left out where its field has a default.  Nothing is converted but a
whole number where a fraction must stand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import fields
from enum import Enum
from functools import reduce
from itertools import chain
from operator import getitem
from types import NoneType, UnionType
from typing import Any, Final, Literal, NewType, NoReturn, Protocol, TypeAlias, TypeVar, Union, get_args, get_origin

import cattrs
from cattrs import ClassValidationError, IterableValidationError
from cattrs.cols import homogenous_tuple_structure_factory, is_any_set, is_sequence
from cattrs.gen import make_hetero_tuple_structure_fn
from cattrs.strategies import configure_union_passthrough

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
_UNQUOTED: Final = re.compile(r"\s*\[{0,2}(?:[\w-]+\.)*([\w-]+(?:/[\w-]+)+)\s*[]=]")
"""A name with a slash, where TOML wants quotes."""
_UNKNOWN: Final = "unknown key"

_Wrong: TypeAlias = tuple[Path, str, str]
"""Where, what, and what mends it."""


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


def parse(text: str, file: str) -> dict[str, Any]:
    """The tables of a TOML text.  Raises `Mistakes` (one) where it is none; *file* is for its message."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        found = _LINE.search(said)
        line = int(found[1]) if found else text.rstrip().count("\n") + 1
        what = _LINE.sub("", said).removesuffix(" (at end of document)")
        unquoted = _UNQUOTED.match(text.split("\n")[line - 1])
        remedy = f'put quotes: "{unquoted[1]}"' if unquoted else "see toml.io for how to write it"
        raise Mistakes([Mistake(file, line, "", what[:1].lower() + what[1:], remedy)]) from None
    except RecursionError:  # a disk can give back anything
        lines = text.split("\n")
        line = lines.index(max(lines, key=len)) + 1
        what, remedy = "too many brackets within brackets", "take them out; a damaged file is best written anew"
        raise Mistakes([Mistake(file, line, "", what, remedy)]) from None


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
    value, wrong = _structured(tables, kind, patch)
    misfits: list[Misfit] = [*wrong, *(check(value) if value is not None else ())]
    if value is not None and not misfits:
        return value
    lines = {dotted(path): line for path, line in lines_of(text).items()}
    raise Mistakes(Mistake(file, line_of(m.key, lines), m.key, m.what, m.remedy) for m in misfits)


def _structured(tables: Mapping[str, Any], kind: type[T], patch: bool) -> tuple[T | None, list[Mistake]]:
    """What comes of the tables, if need be without what is wrong with them, and that."""
    mistakes: list[Mistake] = []
    while True:
        try:
            return _CONVERTER.structure(tables, kind), mistakes
        except ClassValidationError as error:
            found = list(_wrong(error, tables, ()))
        mistakes = mistakes or [Mistake("", 0, dotted(path), what, remedy) for path, what, remedy in found]
        tables = deepcopy(tables)
        goes_on = patch or all(what == _UNKNOWN for _, what, _ in found)
        if not (goes_on and _take_out(tables, found[0][0])):
            return None, mistakes


def _take_out(tables: Any, path: Path) -> bool:
    """Take out what stands there, or the key around it: a list without one of its entries is another list."""
    for n in reversed(range(len(path))):
        around = reduce(getitem, path[:n], tables)
        if isinstance(around, dict) and path[n] in around:
            del around[path[n]]
            return True
    return False


def _wrong(error: ClassValidationError | IterableValidationError, value: Any, path: Path) -> Iterator[_Wrong]:
    """All that the converter found wrong inside a *value*."""
    located, others = error.group_exceptions()
    meant = set()
    for other in others:
        if isinstance(other, cattrs.ForbiddenExtraKeysError):
            absent = [field.name for field in fields(error.cl) if field.name not in value]
            for key in (key for key in value if key in other.extra_fields):
                yield (*path, key), _UNKNOWN, did_you_mean(key, absent)
                meant.add(nearest(key, absent))
        elif isinstance(error, IterableValidationError):
            yield path, f"expected {len(get_args(error.cl))} entries, found {len(value)}", ""
        else:
            raise other
    for inner, note in located:
        step: Any = note.name if isinstance(note, cattrs.AttributeValidationNote) else note.index
        there = (*path, step)
        if isinstance(inner, ClassValidationError | IterableValidationError):
            yield from _wrong(inner, value[step], there)
        elif isinstance(value, list) or step in value:
            yield there, *_unfit(value[step], list(_writable(note.type)))
        elif step not in meant:
            yield there, "missing", f"add {step} = {_noun(_writable(note.type))}"


def _writable(kind: Any) -> Iterator[Any]:
    """What can be written for a *kind*: the words themselves, and types in `_NOUNS`."""
    if isinstance(kind, NewType):
        yield from _writable(kind.__supertype__)
    elif get_origin(kind) in (Union, UnionType):
        yield from chain.from_iterable(map(_writable, get_args(kind)))
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    elif isinstance(kind, type) and issubclass(kind, Enum):
        yield from (member.value for member in kind)
    elif kind is not NoneType:
        yield list if get_origin(kind) is tuple else kind if kind in _NOUNS else dict


def _unfit(value: Any, kinds: list[Any]) -> tuple[str, str]:
    """Why a value is none of these, and what mends it."""
    remedy = ""
    match value, kinds:
        case str(), _ if not any(kind in _NOUNS for kind in kinds):
            return f"{_shown(value)} can't stand here", did_you_mean(value, kinds)
        case str(), [kind] if kind in (int, float) and re.fullmatch(r"[+-]?\d+", value):
            remedy = f"write {value}, without quotes"
        case ((int() | float()), [kind]) if kind is str and not isinstance(value, bool):
            remedy = f'write "{value}", in quotes'
    return f"expected {_noun(kinds)}, found {_shown(value)}", remedy


def _noun(kinds: Iterable[Any]) -> str:
    return " or ".join(_NOUNS.get(kind, f'"{kind}"') for kind in kinds)


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"' if len(value) < 40 else f'"{value[:36]}…"'
    if isinstance(value, list | dict):
        return _NOUNS[type(value)]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _strictly(value: Any, kind: type) -> Any:
    if issubclass(kind, Enum) or (kind is float and type(value) is int):
        return kind(value)
    if type(value) is not kind:
        raise ValueError  # `_unfit` finds the words
    return value


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _tuple(kind: Any) -> Callable[[Any, Any], Any]:
    factory = homogenous_tuple_structure_factory if ... in get_args(kind) else make_hetero_tuple_structure_fn
    structure = factory(kind, _CONVERTER)
    return lambda value, _: structure(_strictly(value, list), kind)


def _refuse(kind: Any) -> NoReturn:
    raise TypeError(f"{kind} is no type that TOML can be read into")


_CONVERTER: Final = cattrs.Converter(
    detailed_validation=True, forbid_extra_keys=True, structure_fallback_factory=_refuse
)
for _kind in (str, int, float, bool):  # with str also each `StrEnum`
    _CONVERTER.register_structure_hook(_kind, _strictly)
for _is, _factory in ((is_sequence, _refuse), (is_any_set, _refuse), (_is_tuple, _tuple)):  # the last that fits counts
    _CONVERTER.register_structure_hook_factory(_is, _factory)
configure_union_passthrough(str | int | float | None, _CONVERTER)  # without bool, which would pass for an int
