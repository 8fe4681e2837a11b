"""Editions: what is printed on the boards, cards and tokens of a game, as one TOML file.

An edition is read strictly, checked as a board and as a set of pieces by its game, and all mistakes are reported at
once.  ``game = "masters"`` at the top says whose edition it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.mistakes import Mistake, Mistakes, did_you_mean
from companion.rules.game import Kit

REFERENCE: Final = "reference"
MOST_BYTES: Final = 1 << 20
"""So long a text file may be; ours have a few thousand bytes."""


class UnknownEdition(LookupError):
    """No edition of this name comes with the game: the caller's fault."""


def shipped(kit: Kit, name: str = REFERENCE) -> Path:
    """The file of an edition that comes with the game.  Raises `UnknownEdition`."""
    names = names_of(kit)
    if name not in names:
        raise UnknownEdition(f"{kit.name} has no edition {name!r}: {did_you_mean(name, names)}")
    return kit.folder / "editions" / f"{name}.toml"


def names_of(kit: Kit) -> list[str]:
    """The editions that come with the game."""
    return sorted(path.stem for path in (kit.folder / "editions").glob("*.toml"))


def read_edition(source: Path | str, kit: Kit) -> Any:
    """An edition of *kit*, from a file or from the text itself.  Raises `Mistakes`: all there are, and `OSError`."""
    from companion.toml import parse, read  # brings cattrs, which no start of a game has to wait for

    file, text = (str(source), read_text(source)) if isinstance(source, Path) else ("edition", source)
    return read(parse(text, file), kit.edition, text, file, kit.check)


def known_edition(text: str, kit: Kit) -> Any:
    """An edition that was read strictly before: it comes with its game, or a journal has kept it.

    Costs a small part of `read_edition`, which is asked only where something doesn't fit.  Raises `Mistakes`.
    """
    try:
        kind: Any = kit.edition
        return _known(text, kind)
    except (TypeError, ValueError, LookupError, AttributeError):
        return read_edition(text, kit)


@lru_cache(maxsize=2)
def _known(text: str, kind: Any) -> Any:
    """One for the header of a new game and for the game."""
    return _trusted(tomllib.loads(text), kind)


def _trusted(value: Any, kind: Any) -> Any:
    """*value* as a *kind*, of those that `companion.toml` knows."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _trusted(value, next(each for each in get_args(kind) if each is not type(None)))
    if origin is tuple:
        kinds = get_args(kind)
        if ... in kinds:
            kinds = (kinds[0],) * len(value)
        return tuple(map(_trusted, value, kinds))
    if origin is Mapping:
        of_each = get_args(kind)[1]
        return {key: _trusted(each, of_each) for key, each in value.items()}
    if not isinstance(kind, type):
        return value
    if is_dataclass(kind):
        known = _fields(kind)
        return kind(**{name: _trusted(each, known[name]) for name, each in value.items()})
    return kind(value) if issubclass(kind, (Enum, float)) else value


@cache
def _fields(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def read_text(path: Path) -> str:
    """A text file, in UTF-8.  Raises `Mistakes` where it is none or no end of it is near, and `OSError`."""
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Mistakes([Mistake(str(path), 0, "", f"larger than {MOST_BYTES >> 20} MB", "name the file you wrote")])
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        wrong = Mistake(str(path), line, "", "this is no UTF-8 text", "save the file as UTF-8")
        raise Mistakes([wrong]) from None
