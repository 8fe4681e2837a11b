"""Compile the words: every ``words/*.po`` of the package to the ``.mo`` beside it, byte for byte the same every time.

``python -m companion.catalogues`` compiles; with ``--check`` it only says what is out of date (exit status 1).
Needs Babel, which the extra ``[dev]`` installs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent
_HEADERS: Final = ("Language", "Plural-Forms", "Content-Type")
"""Those that don't change with the day or with Babel's version."""


class BadCatalogue(ValueError):
    """A .po file that can't be read: its author's fault."""


def sources(package: Path = PACKAGE) -> list[Path]:
    """Every .po file, in a fixed order."""
    return sorted(package.rglob("words/*.po"))


def compiled(po: Path) -> bytes:
    """What the .mo beside *po* must hold.  Raises `BadCatalogue`."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        with po.open("rb") as file:
            read = read_po(file, locale=po.stem, abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise BadCatalogue(f"{po}: {error}") from error

    class Steady(Catalog):
        @property
        def plural_forms(self) -> str:
            """The file's own: for French, Babel's has a third form, for millions."""
            return read.plural_forms

        @property  # type: ignore[misc]
        def mime_headers(self) -> list[tuple[str, str]]:
            return [header for header in super().mime_headers if header[0] in _HEADERS]

    catalogue = Steady(locale=po.stem, charset="utf-8")
    for message in read:
        if message.id:
            catalogue[message.id] = message
    mo = BytesIO()
    write_mo(mo, catalogue)
    return mo.getvalue()


def stale(package: Path = PACKAGE) -> Iterator[Path]:
    """The .po files whose .mo is missing or says something else."""
    for po in sources(package):
        mo = po.with_suffix(".mo")
        if not mo.exists() or mo.read_bytes() != compiled(po):
            yield po


def main(arguments: Sequence[str] = ()) -> int:
    """Exit status 0: all is up to date; 1: with ``--check``, something isn't; 2: a file can't be read."""
    check = "--check" in arguments
    try:
        behind = list(stale())
        for po in behind:
            if check:
                print(f"{po}: its .mo is out of date; run: python -m companion.catalogues")
            else:
                po.with_suffix(".mo").write_bytes(compiled(po))
    except BadCatalogue as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if check and behind else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
