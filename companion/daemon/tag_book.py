"""The tag book: which piece bears which tag, from the files that enrolment writes, one a game.

A file is read again once it has changed, for somebody may enrol while the box runs.  One that can't be read is named in
`TagBook.broken` until it is mended; what it said before still holds.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from companion.mistakes import Mistakes
from companion.rules.game import Piece

FOLDER: Final = "pieces"
"""In the state folder."""

Tags: TypeAlias = Mapping[str, str]
"""Tag -> piece."""
_Stamp: TypeAlias = tuple[int, int, int]

log = logging.getLogger(__name__)


class Bearer(NamedTuple):
    """What bears a tag; empty: nothing that is known."""

    piece: str = ""
    game: str = ""


class Tagged(NamedTuple):
    """A piece that bears a tag."""

    tag: str
    piece: Piece


class _Page(NamedTuple):
    """A file as it was read last."""

    stamp: _Stamp
    game: str
    tags: Tags
    is_broken: bool


class TagBook:
    """All files of one box."""

    def __init__(self, state: Path) -> None:
        """*state* is the state folder."""
        self._folder = state / FOLDER
        self._pages: dict[str, _Page] = {}

    def tags(self) -> Mapping[str, Tags]:
        """Game -> its tags, as the files are now."""
        self._look()
        found: dict[str, dict[str, str]] = {}
        for page in self._pages.values():
            if page.game:
                found.setdefault(page.game, {}).update(page.tags)
        return found

    @property
    def broken(self) -> tuple[str, ...]:
        """Names of files that couldn't be read when they were looked at last."""
        return tuple(name for name, page in sorted(self._pages.items()) if page.is_broken)

    def _look(self) -> None:
        try:
            stamps = {path.name: _stamp(path) for path in sorted(self._folder.glob("*.toml"))}
        except OSError:  # a file went away meanwhile, or the disk has trouble: next time, then
            return
        self._pages = {name: page for name, page in self._pages.items() if name in stamps}
        for name, stamp in stamps.items():
            before = self._pages.get(name)
            if before is None or before.stamp != stamp:
                self._pages[name] = self._read(name, stamp, before)

    def _read(self, name: str, stamp: _Stamp, before: _Page | None) -> _Page:
        from companion.table.pieces_file import read_pieces  # brings cattrs, which a box without tags does without

        try:
            file = read_pieces(self._folder / name)
        except (Mistakes, OSError, UnicodeDecodeError) as error:
            log.warning("these tags can't be read, and count as they did before: %s", error)
            return _Page(stamp, before.game if before else "", before.tags if before else {}, True)
        return _Page(stamp, file.game, file.tags, False)


def bearer(tag: str, books: Sequence[tuple[str, Tags]]) -> Bearer:
    """Who bears a tag, in the first of these games that knows it."""
    return next((Bearer(tags[tag], game) for game, tags in books if tag in tags), Bearer())


def _stamp(path: Path) -> _Stamp:
    is_now = path.stat()
    return is_now.st_mtime_ns, is_now.st_size, is_now.st_ino
