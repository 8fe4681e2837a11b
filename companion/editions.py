"""Editions: what is printed on the boards, cards and tokens of a game, as one TOML file.

An edition is read strictly, checked as a board and as a set of pieces by its game, and all mistakes are reported at
once.  ``game = "masters"`` at the top says whose edition it is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from companion.mistakes import Mistake, Mistakes, did_you_mean
from companion.rules.game import Kit
from companion.toml import parse, read

REFERENCE: Final = "reference"


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
    file, text = (str(source), read_text(source)) if isinstance(source, Path) else ("edition", source)
    return read(parse(text, file), kit.edition, text, file, kit.check)


def read_text(path: Path) -> str:
    """A text file, in UTF-8.  Raises `Mistakes` where it is none, and `OSError`."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        wrong = Mistake(str(path), line, "", "this is no UTF-8 text", "save the file as UTF-8")
        raise Mistakes([wrong]) from None
