"""The host: fetches games from the shelf, begins them, puts them away, and knows which one is running."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.daemon.memory import QUIET, Memory
from companion.daemon.notice import Next, Notice
from companion.daemon.said import named, notice, why_not
from companion.daemon.scribe import Scribe
from companion.daemon.sitting import ReadsOf, Seated
from companion.games import GAMES, UnknownGame, WrongSwitches, kit
from companion.journal import InUse, Journal, JournalDamaged, JournalError, NotAJournal, Shelf, set_aside
from companion.journal.errors import not_saved
from companion.mistakes import Mistakes
from companion.open_game import SEED_BYTES, CantBePlayed, as_it_comes, game_of, new_header
from companion.referee.api import Begin, Resume, Setting
from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.referee.session import Session
from companion.referee.settings import Settings
from companion.rulebook import Rulebook
from companion.rules.game import Game
from companion.rules.kernel import ReplayDiverged
from companion.rules.log import Row, RowKind, standing
from companion.rules.text import text
from companion.words import Words

if TYPE_CHECKING:
    from companion.daemon.bearers import Bearers
    from companion.daemon.tag_book import Bearer, Tagged
    from companion.referee.lobby import GameChoice
    from companion.verify import Parting

TRIAL_BYTES: Final = 65_536
"""About what a new journal takes, with what SQLite keeps beside it."""

log = logging.getLogger(__name__)

BeforeCommit = Callable[[], None]


class Running(NamedTuple):
    """The game that is being played."""

    header: Header
    game: Game[Any]
    journal: Journal
    scribe: Scribe


class ShelfHost:
    """The host of a box with a shelf.  `begin` and `open` raise; everything else says what is wrong in a notice."""

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        *,
        games: Sequence[str] = tuple(GAMES),
        bench: bool = False,
        before_commit: BeforeCommit | None = None,
        has_readers: bool = False,
        makes_up_tags: bool = False,
    ) -> None:
        """*folder* is the state folder; *games* stand in the lobby.

        *bench*: chance may be scripted, which headers note.  *before_commit*: see `Journal`.  *has_readers*: so tags
        can be enrolled.  *makes_up_tags*: a piece of which no file tells bears the tag that `companion.table.made_up`
        makes up for it.
        """
        self.shelf = Shelf(folder / "games")
        self.memory = Memory(folder)
        self.settings = self.memory.settings(settings)
        self._games = tuple(games)
        self._bench = bench
        self._has_readers = has_readers
        self._makes_up_tags = makes_up_tags
        self._folder = folder
        self._bearers: Bearers | None = None
        self._before_commit = before_commit or _disk_as_it_is
        self._running: Running | None = None
        self.last_journal: Path | None = None
        """Of the game that was played last."""

    def check_shelf(self) -> None:
        """See that the shelf takes a game.  Raises `NotSaved`."""
        trial = self.shelf.folder / f".trial-{os.getpid()}"
        try:
            self.shelf.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                with trial.open("wb") as file:
                    file.write(bytes(TRIAL_BYTES))
                    file.flush()
                    os.fsync(file.fileno())
            finally:
                trial.unlink(missing_ok=True)
        except OSError as error:
            raise not_saved(self.shelf.folder, error) from error

    @property
    def is_saved(self) -> bool:
        """Whether the journal of the game that runs, or ran last, has all of it."""
        return self._running is None or self._running.scribe.saving

    # -- games ------------------------------------------------------------------------------------------------

    def begin(self, header: Header, path: Path | None = None) -> Seated:
        """A new game, in a new journal on the shelf, or at *path*.  Raises `JournalError`, `OSError`."""
        _, game = game_of(header)
        return self._play(game, header, path)

    def _play(self, game: Game[Any], header: Header, path: Path | None = None) -> Seated:
        journal = self._on_shelf(header) if path is None else self._create(path, header)
        log.info("%s begins: %d seats, journal %s", header.game, header.seats, journal.path)
        return self._seat(self._session(game, header, ()), header, journal)

    def _on_shelf(self, header: Header) -> Journal:
        for path in self.shelf.new_paths(header.game):
            self.memory.running = path.name
            with suppress(InUse, FileExistsError):  # another referee was quicker: the next name, then
                return self._create(path, header)
        raise AssertionError("there is always another name")

    def _create(self, path: Path, header: Header) -> Journal:
        return Journal.create(path, header.to_dict(), self._before_commit)

    def open(self, path: Path, expected: str | None = None) -> Seated:
        """Go on with a journal.  Raises `JournalError`, `CantBePlayed`, `UnknownGame`, `OSError`.

        *expected*: the game that it should be of.

        Where today's rules part from it, what comes is a notice that offers to go on from there.
        """
        header = _header(path)
        if expected not in (None, header.game):
            raise CantBePlayed(f"{path} is a game of {header.game}, not of {expected}")
        _, game = game_of(header)
        journal = Journal.open(path, before_commit=self._before_commit)
        try:
            rows = journal.rows()
            parting = _parting(game, header, rows) if header.rules != game.rules else None
            if parting is None:
                try:
                    session = self._session(game, header, rows)
                except ReplayDiverged:
                    parting = _parting(game, header, rows)
                    if parting is None:
                        raise
            if parting is not None:
                return self._parted(header, journal, rows, parting)
        except BaseException:
            journal.close()
            raise
        log.info("%s goes on after %d rows, journal %s", header.game, len(rows), path)
        return self._seat(session, header, journal)

    def _seat(self, session: Session, header: Header, journal: Journal) -> Seated:
        scribe = Scribe(journal)
        self._running = Running(header, session.game, journal, scribe)
        self.last_journal = journal.path
        return Seated(session, scribe)

    def _session(self, game: Game[Any], header: Header, rows: Sequence[Row]) -> Session:
        rulebook = partial(Rulebook.load, kit(header.game).folder)
        return Session(game, header, Fate(header.seed), self._words, rulebook, self.settings, rows)

    def _parted(self, header: Header, journal: Journal, rows: Sequence[Row], parting: Parting) -> Seated:
        """Today's rules don't offer what was once answered: go on from there, or leave the game as it is."""
        log.warning("%s: row %d no longer fits: %s", journal.path, parting.row.n, parting.why)
        answer = standing(rows).index(parting.row) + 1
        screen = notice(self._words, text("daemon.parted", t=answer), "ok_back")
        go_on = partial(self._go_on_from, header, journal, rows, parting.row)
        return Seated(Notice(screen, go_on, self.lobby), Scribe(journal))

    def _go_on_from(self, header: Header, journal: Journal, rows: Sequence[Row], at: Row) -> Seated:
        """As a take-back would: the rows behind it stay, and no longer stand.  A chance answer is forgotten too."""
        kind = RowKind.CORRECTION if at.origin else RowKind.TAKE_BACK
        back = Row(len(rows) + 1, kind, at.seat, at.rule, at.key, source=at.source, back_to=at.n - 1)
        _, game = game_of(header)
        session = self._session(game, header, [*rows, back])
        journal.append([back])
        return self._seat(session, header, journal)

    # -- what the box asks for --------------------------------------------------------------------------------

    def first(self) -> Seated:
        """After a start: the game that was running and isn't over, else the lobby."""
        name = self.memory.running
        if not name:
            return self.lobby()
        seated = self._fetch(self.shelf.folder / name)
        if self._running is not None and self._running.journal.over:
            self._running.scribe.close()
            return self.lobby()
        return seated

    def lobby(self) -> Seated:
        """The choice of games."""
        from companion.referee.lobby import Lobby, SavedGame

        self._running = None
        self.memory.running = ""
        saved = [
            SavedGame(game.path.name, kit(game.header["game"]).title, game.rows)
            for game in self.shelf.games()
            if not game.over and game.header.get("game") in self._games
        ]
        games = [_choice(name, self._has_readers) for name in self._games]
        return Seated(Lobby(saved, games, self.settings, self._words))

    def follow(self, output: Begin | Resume) -> Seated:
        """What the lobby asks for."""
        if isinstance(output, Resume):
            return self._fetch(self.shelf.folder / output.id)
        bots = [str(seat + 1) for seat in output.bots]
        try:
            return self.begin(
                new_header(output.game, output.seats, output.names, bots, dict(output.sets), bench=self._bench)
            )
        except (JournalError, OSError) as error:
            return self._trouble(error, output.game)

    def enrol(self, game: str, reads: ReadsOf) -> Seated:
        """The tags of a box.  A list of them that is damaged is set aside."""
        from companion.daemon.tagging import tagging  # seldom wanted, and not at a start

        try:
            return tagging(self._folder, game, self.settings, reads, partial(self.enrol, game, reads))
        except OSError as error:
            return self._trouble(error, game)

    def _fetch(self, path: Path) -> Seated:
        """A game from the shelf.  One that is damaged is set aside."""
        try:
            seated = self.open(path)
        except (JournalDamaged, NotAJournal) as error:
            return self._aside(error, path)
        except FileNotFoundError as error:
            log.warning("%s", error)
            return self.lobby()
        except (JournalError, CantBePlayed, UnknownGame, WrongSwitches, Mistakes, OSError) as error:
            return self._trouble(error, path.name)
        self.memory.running = path.name
        return seated

    def _aside(self, error: Exception, path: Path) -> Seated:
        try:
            aside = set_aside(path)
        except (InUse, OSError) as worse:
            return self._trouble(worse, path.name)
        log.error("%s; set aside as %s", error, aside)
        return Seated(Notice(notice(self._words, named("set_aside", aside.name)), self.lobby))

    def _trouble(self, error: Exception, name: str) -> Seated:
        log.error("%s", error)
        return Seated(Notice(notice(self._words, why_not(error, name)), self.lobby))

    def again(self) -> Seated:
        """The same game, seats and switches, with a new seed."""
        if self._running is None:
            return self.lobby()
        header = replace(self._running.header, seed=os.urandom(SEED_BYTES).hex())
        try:
            return self.begin(header)
        except (JournalError, OSError) as error:
            return self._trouble(error, header.game)

    def anew(self) -> Seated:
        """After a fault: the running game, built from its rows."""
        running = self._running
        if running is None:
            return self.lobby()
        _, game = game_of(running.header)
        session = self._session(game, running.header, running.scribe.rows())
        return Seated(session, running.scribe)

    def fault(self, then: Next, stands_s: float) -> Seated:
        """A notice that the referee is at fault and the game is kept."""
        screen = notice(self._words, text("daemon.fault"))
        return Seated(Notice(screen, then, stands_s=stands_s), None if self._running is None else self._running.scribe)

    def bearer(self, tag: str) -> Bearer:
        """As `Host` says."""
        return self._looked_up().bearer(tag)

    def tagged(self) -> list[Tagged]:
        """Every piece of the running game that bears a tag, in the lobby of all games; each tag once."""
        return self._looked_up().tagged()

    def _looked_up(self) -> Bearers:
        """Loaded with the first tag: a start has no use for it."""
        if self._bearers is None:
            from companion.daemon.bearers import Bearers

            self._bearers = Bearers(self._folder, self._games, self._running_game, self._makes_up_tags)
        return self._bearers

    def _running_game(self) -> Game[Any] | None:
        return None if self._running is None else self._running.game

    @property
    def broken_files(self) -> tuple[str, ...]:
        """As `Host` says, as of the last look at them."""
        return () if self._bearers is None else self._bearers.broken

    def keep(self, setting: Setting) -> None:
        """Remember a setting that outlives the game."""
        if setting.name == "language":
            self.settings = replace(self.settings, language=setting.value)
        else:
            self.settings = replace(self.settings, quiet=setting.value == QUIET)
        self.memory.keep(setting)

    @property
    def _words(self) -> Words:
        return Words(self.settings.language)


def _disk_as_it_is() -> None:
    """No fault."""


def _header(path: Path) -> Header:
    """Read without a trace: a journal that is refused for what it says stays as it is to the byte."""
    journal = Journal.open(path, write=False)
    try:
        return Header.from_dict(journal.header)
    except (TypeError, KeyError) as error:
        raise JournalDamaged(path, f"its header says too little or too much ({error})") from error
    finally:
        journal.close()


def _parting(game: Game[Any], header: Header, rows: Sequence[Row]) -> Parting | None:
    """Where today's rules part from a journal of older ones, decision by decision."""
    from companion.verify import Retraced  # seldom needed, and not at a start

    retraced = Retraced(game, header, rows)
    for _ in retraced:
        pass
    return retraced.parting


def _choice(name: str, has_readers: bool) -> GameChoice:
    from companion.referee.lobby import GameChoice

    found, game = kit(name), as_it_comes(name)
    takes_tags = has_readers and any(piece.bears_tag for piece in game.pieces)
    pawns = tuple(game.pawns)
    ids = {pawn.id for pawn in pawns}
    joining = {piece.id: piece.kind for piece in game.pieces if piece.id.startswith("pawn/") and piece.kind in ids}
    options, presets = found.options, found.presets
    return GameChoice(name, found.title, found.seats, pawns, found.switches, options, presets, takes_tags, joining)
