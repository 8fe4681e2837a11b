"""``referee pieces enrol``: lay piece after piece on a reader, or type the ids of their tags.

Every tag is on the disk before the next piece is asked for, so it can be left at any moment.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from companion.commands.pieces import configured, place_of
from companion.daemon.config import find
from companion.daemon.tag_rig import ReaderTold, TagRig, is_served, open_readers
from companion.mistakes import Mistake, Mistakes
from companion.open_game import CantBePlayed, pieces_of
from companion.rules.text import Text
from companion.table.enrol import Choice, Enrolment, Finding, Found, Seen
from companion.table.listening import Listening
from companion.table.pieces_file import PiecesFile, read_pieces, write_pieces
from companion.table.tag_ids import looks_like_an_id
from companion.table.tag_words import called, name_of, said_of, say
from companion.words import Words

LOOK_EVERY_S: Final = 0.05
TYPED: Final = "typed"
"""In place of a reader."""
_SHOWN: Final = 8

WRONG: Final = 2
CANT_START: Final = 3

NO_CONFIGURATION: Final = """\
There is no configuration, so it isn't known what readers are wired. Either type the ids of tags:
  referee pieces enrol GAME --twin
or write /etc/referee/referee.toml with a [readers.table], or name one with --config."""
NO_READERS: Final = """\
No reader is wired. Write a [readers.table] in referee.toml, or type the ids of tags:
  referee pieces enrol GAME --twin"""
SERVED: Final = """\
The service is running and has the readers. Either enrol on the box itself (Tags, in its list of games), or stop it:
  sudo systemctl stop referee"""


class Typing(Protocol):
    """Where lines come from."""

    def line(self, within_s: float | None) -> str | None:
        """The next line; None: none came in this time.  Raises `EOFError` where none comes any more."""


def enrol(game: str | None, file: Path | None, config: Path | None, twin: bool, edition: str) -> int:
    """Enrol until somebody stops.  Raises `Mistakes`, `UnknownGame`, `CantBePlayed`, `OSError`."""
    config = config if config is not None or twin else find()
    if config is None and not twin:
        return _say(NO_CONFIGURATION, WRONG)
    known = configured(config)
    path, there = _list(game, file, partial(place_of, known))
    pieces = pieces_of(there.game, edition)
    if not any(piece.bears_tag for piece in pieces):
        raise CantBePlayed(f"{there.game}: its edition lists no pieces that tags can be stuck under, see [pieces]")
    rig = None
    if not twin:
        if not known.wiring.readers:
            return _say(NO_READERS, CANT_START)
        if is_served():
            return _say(SERVED, CANT_START)
        rig = open_readers(known.wiring)
    Desk(Enrolment(pieces, there.tags), path, there.game, Words(known.language), rig).run(Keyboard())
    return 0


def _list(game: str | None, file: Path | None, place: Callable[[str], Path]) -> tuple[Path, PiecesFile]:
    """Where the list is, and what it says.  One with mistakes stays as it is: its writer must act."""
    if file is None:
        assert game is not None  # the command line has seen to it
        pieces_of(game)
        file = place(game)
    try:
        there = read_pieces(file)
    except FileNotFoundError:
        if game is None:
            raise
        return file, PiecesFile(game)
    if game not in (None, there.game):
        wrong = f"this is the list of {there.game}, not of {game}"
        raise Mistakes([Mistake(str(file), 1, "game", wrong, "name another file with --file")])
    return file, there


def _say(what: str, status: int) -> int:
    print(what, file=sys.stderr)
    return status


class Keyboard:
    """Standard input."""

    def __init__(self) -> None:
        self._fd = sys.stdin.fileno()
        self._rest = b""

    def line(self, within_s: float | None) -> str | None:
        """As `Typing` says."""
        while b"\n" not in self._rest:
            if not select.select([self._fd], [], [], within_s)[0]:
                return None
            more = os.read(self._fd, 4096)
            if not more:
                raise EOFError
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace").strip()


class Desk:
    """One enrolment in a terminal."""

    def __init__(self, enrolment: Enrolment, path: Path, game: str, words: Words, rig: TagRig | None) -> None:
        self._enrolment, self._path, self._game, self._words, self._rig = enrolment, path, game, words, rig
        self._kept = enrolment.tags
        self._listening = Listening(enrolment, (lambda reader, tag: None) if rig is None else rig.reads)
        self._told: Finding | None = None

    def run(self, typing: Typing, clock: Callable[[], float] = time.monotonic) -> None:
        """Until somebody has enough: ``q``, the end of the input, or Ctrl-C."""
        try:
            if self._rig is not None:
                self._rig.start()
            self._print(say("terminal.help"))
            self._ask()
            while (line := self._line(typing, clock)) != "q":
                self._command(line)
                self._settle()
        except (EOFError, KeyboardInterrupt):
            print()
        finally:
            if self._rig is not None:
                self._rig.close()
        done, of = self._enrolment.count
        self._print(say("terminal.end", done=done, of=of, name=str(self._path)))

    def _line(self, typing: Typing, clock: Callable[[], float]) -> str:
        """What is typed next; meanwhile readers are heard."""
        while True:
            line = typing.line(None if self._rig is None else LOOK_EVERY_S)
            if line is not None:
                return line
            if self._rig is not None and self._hear(self._rig, clock()):
                print()
                self._settle()

    def _hear(self, rig: TagRig, now: float) -> bool:
        """Whether enrolment was told something."""
        enrolment = self._enrolment
        tags, finding = enrolment.tags, enrolment.finding
        for event in rig.happened(now):
            if isinstance(event, ReaderTold):
                print()
                self._print(say("terminal.reader", reader=event.reader, state=event.why or say("terminal.ready")))
                self._prompt()
            elif event.is_placed:
                self._listening.placed(event.reader, event.tag, now)
            else:
                self._listening.lifted(event.reader, event.tag)
        if self._listening.deadline is not None and now >= self._listening.deadline:
            self._listening.expired()
        return enrolment.tags is not tags or enrolment.finding is not finding

    # -- what is typed ----------------------------------------------------------------------------------------

    def _command(self, line: str) -> None:
        enrolment, finding = self._enrolment, self._enrolment.finding
        if finding is not None and finding.choices and line.isdecimal() and len(line) < 3:
            if 1 <= int(line) <= len(finding.choices):
                enrolment.decide(finding.choices[int(line) - 1])
            else:
                self._print(say("terminal.number", last=len(finding.choices)))
            return
        match line:
            case "" if finding is not None:
                enrolment.decide(Choice.LEAVE)
            case "":
                enrolment.skip()
            case "n" | "p":
                enrolment.step(1 if line == "n" else -1)
            case "u":
                if not enrolment.undo():
                    self._print(say("terminal.nothing"))
            case "?":
                self._print(say("terminal.help"))
            case _ if looks_like_an_id(line):
                enrolment.seen(Seen(TYPED, line))
                enrolment.lifted(TYPED, line)
            case _:
                self._choose(line)

    def _choose(self, typed: str) -> None:
        """A piece by its id, by its name, or by a part of one of them."""
        names = {piece.id: self._name(piece.id) for piece in self._enrolment.pieces}
        wanted = typed.casefold()
        whole = [id for id, name in names.items() if wanted in (id.casefold(), name.casefold())]
        found = whole or [id for id, name in names.items() if wanted in id.casefold() or wanted in name.casefold()]
        without = [id for id in found if id not in self._enrolment.tags.values()]
        if len(found) == 1 or (found and len({names[id].rpartition(" ")[0] for id in found}) == 1 and without):
            self._enrolment.choose((without or found)[0])
        elif found:
            more = " …" if len(found) > _SHOWN else ""
            self._print(say("terminal.which", names=", ".join(found[:_SHOWN]) + more))
        else:
            self._print(say("terminal.unknown", typed=typed))

    # -- what comes of it -------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Save what has changed, say what was found, and ask for the next."""
        tags, before = self._enrolment.tags, self._kept
        if tags != before:
            try:
                aside = write_pieces(self._path, self._game, tags, before)
            except OSError:
                self._enrolment.unsaved()
            else:
                self._kept = tags
                if aside is not None:
                    self._print(say("terminal.aside", name=str(aside)))
                for tag, piece in tags.items():
                    if before.get(tag) != piece:
                        self._print(say("kept", piece=f"{self._name(piece)} ({piece})  {tag}"))
        finding = self._enrolment.finding
        if finding is not None and finding is not self._told:
            self._explain(finding)
        self._told = finding
        self._ask()

    def _explain(self, finding: Finding) -> None:
        seen = finding.seen
        print()
        if seen.tag:
            key = "typed" if seen.reader == TYPED else "seen"
            self._print(say(f"terminal.{key}", tag=seen.tag, reader=seen.reader))
        self._print(said_of(finding, self._enrolment.pieces))
        if more := self._more(finding):
            self._print(more)
        for n, choice in enumerate(finding.choices, 1):
            print(f"  {n}  {self._words.say(called(choice, finding))}")
        if finding.choices:
            self._print(say("terminal.number", last=len(finding.choices)))

    def _more(self, finding: Finding) -> Text | None:
        owner = name_of(finding.owner, self._enrolment.pieces) or finding.owner
        match finding.found:
            case Found.ALIKE:
                return say("more.alike", known=finding.other)
            case Found.TWIN if finding.owner:
                return say("more.twin", owner=owner)
            case Found.TAKEN:
                return say("more.taken", owner=owner)
            case Found.WEAK:
                return say("more.weak", hits=finding.seen.hits, looks=finding.seen.looks)
            case Found.NO_ID:
                return say("more.no-id")
            case _:
                return None

    def _ask(self) -> None:
        if self._enrolment.finding is None or not self._enrolment.finding.choices:
            enrolment = self._enrolment
            done, of = enrolment.count
            piece = f"{self._name(enrolment.piece.id)} ({enrolment.piece.id})"
            self._print(say("all", of=of) if done == of else say("progress", done=done, of=of))
            if enrolment.own_tags:
                piece += f"  {self._words.say(say('terminal.bears', tags=', '.join(enrolment.own_tags)))}"
            self._print(say("terminal.lay", t=enrolment.number, of=len(enrolment.pieces), piece=piece))
        self._prompt()

    def _prompt(self) -> None:
        print("> ", end="", flush=True)

    def _name(self, id: str) -> str:
        name = name_of(id, self._enrolment.pieces)
        return id if name is None else self._words.say(name)

    def _print(self, said: Text) -> None:
        print(self._words.say(said))
