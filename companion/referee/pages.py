"""Pages: what the screen can show, each with what the buttons do on it.

A page is a small object that the session (or the lobby) keeps on a stack.  It draws itself from what it was made
with, asks the game nothing, and answers a touch with an `Act`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from companion.referee.acts import Act, Choose, Do, Refuse, Typed
from companion.referee.api import Button, Touch, Touched
from companion.referee.browse import Browser, Item
from companion.referee.consent import Belief
from companion.rules.kernel import Seat
from companion.rules.picture import Dice
from companion.screen.layout import wrap
from companion.screen.model import (
    BESIDE_COLUMNS,
    BODY_ROWS,
    COLUMNS,
    Across,
    Block,
    DiceBeside,
    Lines,
    Menu,
    Screen,
    Title,
)


class Page(Protocol):
    """One screenful."""

    name: ClassVar[str]
    """For the bench: ``ask``, ``roll``, ``notice`` …"""
    deadline: float | None
    """When `expired` wants to be called."""

    @property
    def own(self) -> Seat | None:
        """The seat whose private matter this is: its own button means here what OK does.  None: it is everybody's."""

    @property
    def watcher(self) -> Seat | None:
        """The only seat that may look just now; None: all may."""

    def touched(self, touched: Touched) -> Act | None:
        """What a finger did; None: nothing."""

    def expired(self, at: float) -> Act | None:
        """The deadline has come."""

    def screen(self) -> Screen:
        """How it looks now."""

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """For each row of the list the option keys behind it; empty where there is no list."""

    def caret(self) -> int:
        """The row at the caret."""


class Plain:
    """What most pages have in common: no deadline, no list, nothing private, BACK long for the menu."""

    name: ClassVar[str] = "plain"
    own: Seat | None = None

    def __init__(self) -> None:
        self.deadline: float | None = None

    @property
    def watcher(self) -> Seat | None:
        """All."""
        return None

    def expired(self, at: float) -> Act | None:
        """Stay."""
        return None

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """No list."""
        return ()

    def caret(self) -> int:
        """No list."""
        return 0


def moved(touched: Touched) -> int:
    """-1 or 1 for UP or DOWN going down or repeating, else 0."""
    if touched.touch is Touch.PRESS or touched.touch is Touch.REPEAT:
        if touched.button is Button.UP:
            return -1
        if touched.button is Button.DOWN:
            return 1
    return 0


def is_short(touched: Touched, button: Button) -> bool:
    """A short press of *button*."""
    return touched == Touched(button, Touch.SHORT)


def is_long(touched: Touched, button: Button) -> bool:
    """A long press of *button*."""
    return touched == Touched(button, Touch.LONG)


class ListPage(Plain):
    """What happened, what is asked, and a list to choose from."""

    name: ClassVar[str] = "ask"

    def __init__(
        self,
        title: Title | None,
        news: Sequence[str],
        prompt: str,
        browser: Browser,
        keys: str,
        *,
        dice: Dice | None = None,
        has_map: bool = False,
        typed: bool = False,
        start: int = 0,
    ) -> None:
        """*news* are rows that fit (see `news_room`); *dice* are drawn where the options fit in one row."""
        super().__init__()
        self.title, self.news, self.prompt, self.keys = title, tuple(news), prompt, keys
        self.browser = browser
        self.browser.caret = start
        self.dice, self.has_map, self.typed = dice, has_map, typed
        self._prompt = wrap(prompt, COLUMNS)[: BODY_ROWS - 1]

    def touched(self, touched: Touched) -> Act | None:
        """UP and DOWN move, OK chooses, BACK goes up a level or asks why."""
        if by := moved(touched):
            if len(self.browser.items) == 1:
                return None
            self.browser.move(by)
            return Do.MOVED
        if is_short(touched, Button.OK):
            item = self.browser.enter()
            if item is None:
                return Do.MOVED
            return self.chosen(item)
        if is_long(touched, Button.OK):
            return Do.MAP if self.has_map else None
        if is_short(touched, Button.BACK):
            return Do.MOVED if self.browser.up() else Do.WHY
        return Do.MENU if is_long(touched, Button.BACK) else None

    def chosen(self, item: Item) -> Act:
        """What choosing a leaf means."""
        if item.denied is not None:
            return Refuse(item.denied)
        return Typed(item.key) if self.typed else Choose(item.key)

    def screen(self) -> Screen:
        """Dice beside the question where all fits; else news, question, list."""
        browser = self.browser
        if self.dice:
            beside = wrap(self.prompt, BESIDE_COLUMNS)
            across = tuple(item.label for item in browser.items)
            if len(beside) <= 3 and fits_across(across):
                thrown = DiceBeside(self.dice.pips, tuple(beside), sides=self.dice.sides)
                body: tuple[Block, ...] = (thrown, Across(across, browser.caret))
                return Screen(self.title, body, self.keys)
        news = self.news[-max(0, news_room(self.prompt, len(browser.items))) :] if self.news else ()
        lines = (*news, *self._prompt)[: BODY_ROWS - 1]
        menu: Menu = browser.window(BODY_ROWS - len(lines))
        return Screen(self.title, (Lines(lines), menu) if lines else (menu,), self.keys)

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The keys behind each row of the list that is open."""
        return tuple(item.option_keys() for item in self.browser.items)

    def caret(self) -> int:
        """Its place in the open list."""
        return self.browser.caret


def fits_across(labels: Sequence[str]) -> bool:
    """Whether these options fit side by side in one row."""
    return len(labels) <= 4 and sum(len(label) + 3 for label in labels) <= COLUMNS


def news_room(prompt: str, options: int) -> int:
    """How many rows of news fit above a question and at least two of its options."""
    return BODY_ROWS - len(wrap(prompt, COLUMNS)) - min(options, 2)


class TextPage(Plain):
    """Lines to read, a screenful at a time.  OK goes on, and closes at the end; BACK closes."""

    name: ClassVar[str] = "text"

    def __init__(self, title: Title | None, screens: Sequence[tuple[Block, ...]], keys: str) -> None:
        """*screens* is never empty; each fills at most four rows."""
        super().__init__()
        self.title, self.screens, self.keys = title, tuple(screens), keys
        self.at = 0

    def touched(self, touched: Touched) -> Act | None:
        """UP and DOWN leaf, OK goes on."""
        if by := moved(touched):
            at = min(max(self.at + by, 0), len(self.screens) - 1)
            if at == self.at:
                return None
            self.at = at
            return Do.MOVED
        if is_short(touched, Button.OK):
            if self.at == len(self.screens) - 1:
                return Do.CLOSE
            self.at += 1
            return Do.MOVED
        if is_short(touched, Button.BACK):
            return Do.CLOSE
        return Do.MENU if is_long(touched, Button.BACK) else None

    def screen(self) -> Screen:
        """The screenful, and how far one has read; no arrow down where nothing is below."""
        keys = self.keys if self.at < len(self.screens) - 1 else self.keys.replace("▾", " ")
        if len(self.screens) > 1:
            place = f"{self.at + 1}/{len(self.screens)}"
            keys = f"{keys[: COLUMNS - len(place) - 1]:<{COLUMNS - len(place)}}{place}"
        return Screen(self.title, self.screens[self.at], keys)


class NoticePage(TextPage):
    """What just happened, where it doesn't fit above the next question.  BACK doesn't skip it."""

    name: ClassVar[str] = "notice"

    def touched(self, touched: Touched) -> Act | None:
        """OK, and only OK, goes on; ROLL does as well, so that no throw is lost behind a notice."""
        if is_short(touched, Button.BACK):
            return None
        if touched == Touched(Button.ROLL, Touch.PRESS):
            touched = Touched(Button.OK, Touch.SHORT)
        return super().touched(touched)


class RefusalPage(TextPage):
    """Not allowed: what, why, which section."""

    name: ClassVar[str] = "refusal"

    def __init__(
        self,
        title: Title | None,
        screens: Sequence[tuple[Block, ...]],
        keys: str,
        rule: str,
        belief: Belief | None = None,
    ) -> None:
        """*rule* is the section, for the bench; *belief*: what a long OK insists on."""
        super().__init__(title, screens, keys)
        self.rule = rule
        self._belief = belief

    def touched(self, touched: Touched) -> Act | None:
        """OK closes; held, it insists."""
        return self._belief if is_long(touched, Button.OK) else super().touched(touched)


class RollPage(Plain):
    """A throw of electronic dice is asked for."""

    name: ClassVar[str] = "roll"

    def __init__(self, title: Title | None, body: tuple[Block, ...], keys: str) -> None:
        super().__init__()
        self.title, self.body, self.keys = title, body, keys

    def touched(self, touched: Touched) -> Act | None:
        """ROLL or OK throws."""
        if touched == Touched(Button.ROLL, Touch.PRESS) or is_short(touched, Button.OK):
            return Do.THROW
        if is_short(touched, Button.BACK):
            return Do.WHY
        return Do.MENU if is_long(touched, Button.BACK) else None

    def screen(self) -> Screen:
        """As it was made."""
        return Screen(self.title, self.body, self.keys)


class BotPage(Plain):
    """The box moves for a seat; the table watches."""

    name: ClassVar[str] = "bot"

    def __init__(self, title: Title | None, body: tuple[Block, ...], keys: str, deadline: float) -> None:
        super().__init__()
        self.title, self.body, self.keys = title, body, keys
        self.deadline = deadline

    def touched(self, touched: Touched) -> Act | None:
        """OK doesn't wait."""
        if is_short(touched, Button.OK):
            return Do.EXPIRED
        return Do.MENU if is_long(touched, Button.BACK) else None

    def expired(self, at: float) -> Act | None:
        """Move."""
        return Do.EXPIRED

    def screen(self) -> Screen:
        """What the box did last."""
        return Screen(self.title, self.body, self.keys)


class YesNoPage(Plain):
    """A question with OK for yes and BACK for no; silence until the deadline is a no."""

    name: ClassVar[str] = "consent"

    def __init__(
        self,
        title: Title | None,
        lines: Sequence[str],
        keys: str,
        deadline: float | None = None,
        seat: Seat | None = None,
    ) -> None:
        """*seat*: whose yes it is, whose lamp blinks."""
        super().__init__()
        self.title, self.lines, self.keys, self.seat = title, tuple(lines)[:BODY_ROWS], keys, seat
        self.deadline = deadline

    def touched(self, touched: Touched) -> Act | None:
        """Yes or no."""
        if is_short(touched, Button.OK):
            return Do.AGREE
        return Do.DISAGREE if is_short(touched, Button.BACK) else None

    def expired(self, at: float) -> Act | None:
        """Silence is a no."""
        return Do.DISAGREE

    def screen(self) -> Screen:
        """The question."""
        return Screen(self.title, (Lines(self.lines),), self.keys)
