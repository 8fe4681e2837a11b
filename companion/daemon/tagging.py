"""Enrolment on the box itself: the screen asks for piece after piece, and somebody lays it on a reader.

UP and DOWN choose another piece, OK skips to the next one without a tag, or decides, BACK leaves; BACK held down takes
back the last tag.  Every tag is on the disk before the next piece is asked for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.daemon.notice import Next, Notice
from companion.daemon.said import named, notice
from companion.daemon.sitting import ReadsOf, Seated
from companion.daemon.tag_book import FOLDER
from companion.mistakes import Mistake, Mistakes
from companion.open_game import pieces_of
from companion.referee.acts import Choose, Do
from companion.referee.api import Button, Input, Leave, Play, Sensed, Show, Sound, Tick, Touched, Wish
from companion.referee.browse import Browser, Item
from companion.referee.pages import ListPage, TextPage, is_long, is_short, moved
from companion.referee.prose import pages_of
from companion.referee.settings import Settings
from companion.rules.text import Text
from companion.screen.layout import shorten, wrap
from companion.screen.model import BODY_ROWS, COLUMNS, Lines, Screen, Title
from companion.table.enrol import Choice, Enrolment, Finding, Found
from companion.table.listening import Listening
from companion.table.pieces_file import read_pieces, set_aside, write_pieces
from companion.table.tag_words import called, name_of, said_of, say
from companion.words import Words
from hardware.api import TagId

_NOT_WRONG: Final = (Found.AGAIN, Found.RIGHT)

log = logging.getLogger(__name__)

Keep: TypeAlias = Callable[[Mapping[str, str], Mapping[str, str]], Path | None]
"""Saves these tags, where those were known before; the name of a damaged file that was in the way, or None.  Raises
`OSError`."""


class Tagging:
    """The sitting."""

    def __init__(self, enrolment: Enrolment, keep: Keep, reads: ReadsOf, words: Words, quiet: bool = False) -> None:
        """*keep* is called after each change."""
        self.enrolment = enrolment
        self._keep, self._words, self._quiet = keep, words, quiet
        self._kept = enrolment.tags
        self._news: Text | None = None
        self._page: TextPage | ListPage | None = None
        self._asked: Finding | None = None
        self._listening = Listening(enrolment, lambda reader, tag: reads(reader, TagId(tag)))
        self._shown: Screen | None = None

    @property
    def deadline(self) -> float | None:
        """When a tag has been watched long enough."""
        return self._listening.deadline

    def begin(self, at: float) -> list[Any]:
        """The first piece."""
        self._shown = None
        return self._flush([])

    def receive(self, input: Input, at: float) -> list[Any]:
        """A finger, a tag, or the end of the time that a tag is watched."""
        out: list[Any] = []
        match input:
            case Sensed():
                self._sensed(input, at, out)
            case Tick() if self.deadline is not None and at >= self.deadline:
                self._listening.expired()
                self._after(out)
            case Touched() if self._page is not None:
                self._answered(input, out)
            case Touched() if is_short(input, Button.BACK):
                return [Leave(Wish.LOBBY)]
            case Touched():
                self._touched(input, out)
            case _:
                pass
        return self._flush(out)

    def _sensed(self, sensed: Sensed, at: float, out: list[Any]) -> None:
        if sensed.is_placed:
            self._listening.placed(sensed.reader, sensed.tag, at)
        elif self._listening.lifted(sensed.reader, sensed.tag):
            self._after(out)

    # -- fingers ----------------------------------------------------------------------------------------------

    def _touched(self, touched: Touched, out: list[Any]) -> None:
        if by := moved(touched):
            self.enrolment.step(by)
        elif is_short(touched, Button.OK):
            self.enrolment.skip()
        elif is_long(touched, Button.BACK):
            if not self.enrolment.undo():
                return
            self._after(out)
            self._news = say("undone")
            return
        else:
            return
        self._news = None
        self._play(Sound.CLICK, out)

    def _answered(self, touched: Touched, out: list[Any]) -> None:
        assert self._page is not None  # whoever calls has seen it
        match self._page.touched(touched):
            case Do.MOVED:
                self._play(Sound.CLICK, out)
            case Choose(key):
                self._decide(Choice(key), out)
            case Do.CLOSE | Do.WHY:
                self._decide(Choice.LEAVE, out)
            case _:
                pass

    def _decide(self, choice: Choice, out: list[Any]) -> None:
        self._page = None
        self.enrolment.decide(choice)
        self._after(out)

    # -- what comes of it -------------------------------------------------------------------------------------

    def _after(self, out: list[Any]) -> None:
        """Save what has changed, and say what was found."""
        aside = None
        tags, before = self.enrolment.tags, self._kept
        if tags != before:
            try:
                aside = self._keep(tags, before)
                self._kept = tags
                new = [piece for tag, piece in tags.items() if before.get(tag) != piece]
                name = name_of(new[-1], self.enrolment.pieces) if new else None
                self._news = None if name is None else say("kept", piece=name)
                self._play(Sound.DONE, out)
            except OSError:
                self.enrolment.unsaved()
        finding = self.enrolment.finding
        if finding is not None and finding is not self._asked and finding.found not in _NOT_WRONG:
            self._play(Sound.REFUSED, out)
        if aside is not None:
            self._page = self._text(named("list_set_aside", aside.name))

    def _play(self, sound: Sound, out: list[Any]) -> None:
        if sound is Sound.REFUSED or not self._quiet:
            out.append(Play(sound))

    # -- the screen -------------------------------------------------------------------------------------------

    def _flush(self, out: list[Any]) -> list[Any]:
        finding = self.enrolment.finding
        if finding is not self._asked:
            self._asked = finding
            self._page = None if finding is None else self._about(finding)
        screen = self._lay() if self._page is None else self._page.screen()
        if screen != self._shown:
            self._shown = screen
            out.append(Show(screen))
        return out

    def _about(self, finding: Finding) -> TextPage | ListPage:
        said = said_of(finding, self.enrolment.pieces)
        if not finding.choices:
            return self._text(said)
        items = [Item(self._say(called(choice, finding)), choice.value) for choice in finding.choices]
        return ListPage(self._title(), (), self._say(said), Browser(items), self._say(say("keys.choose")))

    def _text(self, said: Text) -> TextPage:
        return TextPage(self._title(), pages_of(wrap(self._say(said), COLUMNS)), self._say(say("keys.read")))

    def _lay(self) -> Screen:
        enrolment = self.enrolment
        name = name_of(enrolment.piece.id, enrolment.pieces) or Text("")
        done, of = enrolment.count
        how_far = say("all", of=of) if done == of else say("progress", done=done, of=of)
        rows = [
            shorten(self._say(self._news or how_far), COLUMNS),
            self._say(say("lay.again" if enrolment.own_tags else "lay")),
            *wrap(self._say(name), COLUMNS),
            shorten(enrolment.piece.id, COLUMNS),
        ]
        return Screen(self._title(), (Lines(tuple(rows[:BODY_ROWS])),), self._say(say("keys.lay")))

    def _title(self) -> Title:
        place = f"{self.enrolment.number}/{len(self.enrolment.pieces)}"
        return Title("", self._say(say("title")), "", place)

    def _say(self, said: Text) -> str:
        return self._words.say(said)


def tagging(state: Path, game: str, settings: Settings, reads: ReadsOf, again: Next) -> Seated:
    """Enrolment of a game's box, with its list in the state folder.

    A list that can't be read, or is another game's, is set aside: then what comes is a notice with its new name, and
    *again* behind it.  Raises `OSError`.
    """
    path, words = state / FOLDER / f"{game}.toml", Words(settings.language)
    tags: Mapping[str, str] = {}
    try:
        there = read_pieces(path)
        if there.game != game:
            raise Mistakes([Mistake(str(path), 1, "game", f"this is the list of {there.game}")])
        tags = there.tags
    except FileNotFoundError:
        pass
    except Mistakes as wrong:
        aside = set_aside(path)
        log.error("%s\n%s is set aside as %s", wrong, path, aside)
        return Seated(Notice(notice(words, named("list_set_aside", aside.name)), again))
    keep = partial(write_pieces, path, game)
    return Seated(Tagging(Enrolment(pieces_of(game), tags), keep, reads, words, settings.quiet))
