"""Which piece bears a tag: the running game's own first, then those of the other games that are played here."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.daemon.tag_book import Bearer, TagBook, Tagged, Tags, bearer
from companion.open_game import as_it_comes
from companion.rules.game import Game
from companion.table.made_up import made_up_tags

log = logging.getLogger(__name__)


class Bearers:
    """Looks tags up in the files of a state folder."""

    def __init__(
        self, folder: Path, games: Sequence[str], running: Callable[[], Game[Any] | None], makes_up: bool
    ) -> None:
        """*running*: the game that is played just now.  *makes_up*: a piece of which no file tells bears a tag that is
        made up for it."""
        self._book = TagBook(folder)
        self._games, self._running, self._makes_up = tuple(games), running, makes_up

    @property
    def broken(self) -> tuple[str, ...]:
        """Files that can't be read, as of the last look at them."""
        return self._book.broken

    def bearer(self, tag: str) -> Bearer:
        """What bears this tag.  A piece that the running game's edition doesn't have counts as none."""
        running = self._running()
        names = [running.name] if running else []
        names += [name for name in self._games if name not in names]
        written = self._book.tags()
        found = bearer(tag, [(name, self._tags(name, written)) for name in names])
        if running and found.game == running.name and found.piece not in {piece.id for piece in running.pieces}:
            log.warning("tag %s is of %s, which the edition that is played doesn't have", tag, found.piece)
            return Bearer()
        return found

    def tagged(self) -> list[Tagged]:
        """As `companion.daemon.host.ShelfHost.tagged` says."""
        running = self._running()
        names = [running.name] if running else self._games
        written = self._book.tags()
        found: dict[str, Tagged] = {}
        for name in names:
            pieces = {piece.id: piece for piece in self._game(name).pieces}
            places = {piece: n for n, piece in enumerate(pieces)}
            bearers = [each for each in self._tags(name, written).items() if each[1] in pieces]
            for tag, piece in sorted(bearers, key=lambda each: places[each[1]]):
                found.setdefault(tag, Tagged(tag, pieces[piece]))
        return list(found.values())

    def _game(self, name: str) -> Game[Any]:
        """As it is played just now, or as it comes."""
        running = self._running()
        return running if running is not None and running.name == name else as_it_comes(name)

    def _tags(self, name: str, written: Mapping[str, Tags]) -> Tags:
        known = written.get(name, {})
        if not self._makes_up:
            return known
        told = set(known.values())
        made_up = made_up_tags(self._game(name).pieces)
        return {**{tag: piece for tag, piece in made_up.items() if piece not in told}, **known}
