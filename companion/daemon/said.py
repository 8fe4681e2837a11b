"""What the box itself has to say, as screens."""

from __future__ import annotations

from companion.journal import InUse, JournalFromNewerFormat, NotSaved
from companion.open_game import NewerRules
from companion.rules.text import Arg, Text, text
from companion.screen.font import NO_BREAK_SPACE
from companion.screen.layout import wrap
from companion.screen.model import BODY_ROWS, COLUMNS, Lines, Screen, Title
from companion.words import Words


def notice(words: Words, body: Text, keys: str = "ok") -> Screen:
    """A screen under the referee's own name.  *keys*: ``ok``, or ``ok_back`` where there is a choice."""
    title = Title("", words.say(Text("daemon.title")))
    rows = tuple(wrap(words.say(body), COLUMNS)[:BODY_ROWS])
    return Screen(title, (Lines(rows),), words.say(Text(f"daemon.keys.{keys}")))


def named(key: str, name: str) -> Text:
    """A text with a file's name; a name that is longer than a row is broken before its last suffix."""
    stem, dot, suffix = name.rpartition(".")
    return _text(key, name=name if len(name) <= COLUMNS else f"{stem}{NO_BREAK_SPACE}{dot}{suffix}")


def why_not(error: Exception, name: str) -> Text:
    """Why a game can't be opened, for people at the table; the log has the whole message."""
    match error:
        case InUse():
            return _text("in_use")
        case NewerRules() | JournalFromNewerFormat():
            return _text("newer")
        case NotSaved():
            return _text("not_saved")
        case _:
            return named("unreadable", name)


def _text(key: str, **args: Arg) -> Text:
    return text(f"daemon.{key}", **args)
