"""What is for one seat's eyes: it shows while a button is held, and nothing else tells anything of it.

No page here makes a sound, has a deadline or records a row, and every list begins at a row that nobody can foretell:
how long somebody looks and where the buttons move says nothing of what there was to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from companion.referee.acts import Act, Do
from companion.referee.api import Button, Touch, Touched
from companion.referee.consent import Belief
from companion.referee.pages import ListPage, Plain, TextPage, is_long, is_short, moved
from companion.referee.prose import Body
from companion.rules.kernel import Seat
from companion.screen.model import BODY_ROWS, Lines, Screen, Title


class PeekPage(TextPage):
    """A hand, for its holder's eyes, while the seat's own button is held."""

    name: ClassVar[str] = "peek"
    own: Seat

    def __init__(self, title: Title | None, screens: Sequence[Body], keys: str, seat: Seat) -> None:
        super().__init__(title, screens, keys)
        self.own = seat

    @property
    def watcher(self) -> Seat | None:
        """The holder, for as long as the page is there."""
        return self.own

    def touched(self, touched: Touched) -> Act | None:
        """UP and DOWN leaf; letting go closes."""
        if touched == Touched(self.own, Touch.RELEASE):
            return Do.CLOSE
        return Do.REDRAW if moved(touched) and super().touched(touched) else None


class _Held(Plain):
    """Blank until OK or the seat's own button is held; whoever lets go blanks it."""

    own: Seat
    blank: Screen
    is_held = False

    @property
    def watcher(self) -> Seat | None:
        """The seat, while it looks."""
        return self.own if self.is_held else None

    def holds(self, touched: Touched) -> bool:
        """Whether this was the button that is held; nothing else is to be done with it."""
        if touched.button not in (Button.OK, self.own):
            return False
        if touched.touch in (Touch.PRESS, Touch.RELEASE):
            self.is_held = touched.touch is Touch.PRESS
        return True


class LookPage(_Held, TextPage):
    """A hand out of turn, at a table without buttons of the seats: UP and DOWN leaf while OK is held, BACK leaves."""

    name: ClassVar[str] = "look"

    def __init__(self, blank: Screen, screens: Sequence[Body], keys: str, seat: Seat, start: int) -> None:
        """*blank* is what all may see; *start* is the screenful that comes first."""
        super().__init__(blank.title, screens, keys)
        self.blank, self.own, self.at = blank, seat, start

    def touched(self, touched: Touched) -> Act | None:
        """Hold to look."""
        if self.holds(touched):
            return Do.REDRAW
        if not self.is_held:
            return Do.CLOSE if is_short(touched, Button.BACK) else None
        self.at = (self.at + moved(touched)) % len(self.screens)
        return Do.REDRAW

    def screen(self) -> Screen:
        """The hand while held, else what all may see."""
        return super().screen() if self.is_held else self.blank


class WhisperPage(LookPage):
    """Why a private tap can't be, for the eyes of who made it; ROLL while it is held insists."""

    name: ClassVar[str] = "refusal"

    def __init__(
        self, blank: Screen, screens: Sequence[Body], keys: str, seat: Seat, rule: str, belief: Belief | None
    ) -> None:
        super().__init__(blank, screens, keys, seat, 0)
        self.rule, self._belief = rule, belief

    def touched(self, touched: Touched) -> Act | None:
        """As a hand; and ROLL."""
        if self.is_held and touched == Touched(Button.ROLL, Touch.PRESS):
            return self._belief
        return super().touched(touched)


class SecretPage(_Held, ListPage):
    """A private choice: UP and DOWN move while it is held, ROLL while held chooses."""

    name: ClassVar[str] = "secret"

    def __init__(self, blank: Screen, inner: ListPage, seat: Seat, hand: Sequence[str]) -> None:
        """*blank* is what all may see; *hand* stands above the question while it is held."""
        super().__init__(
            inner.title, hand, inner.prompt, inner.browser, inner.keys, typed=inner.typed, start=inner.browser.caret
        )
        self.blank, self.own = blank, seat

    def touched(self, touched: Touched) -> Act | None:
        """Hold to look."""
        if self.holds(touched):
            return Do.REDRAW
        if not self.is_held:
            if is_short(touched, Button.BACK):
                return Do.WHY
            return Do.MENU if is_long(touched, Button.BACK) else None
        if by := moved(touched):
            self.browser.move(by)
            return Do.REDRAW
        if touched == Touched(Button.ROLL, Touch.PRESS):
            item = self.browser.enter()
            if item is None:
                return Do.REDRAW
            self.is_held = False
            return self.chosen(item)
        if is_short(touched, Button.BACK) and self.browser.up():
            return Do.REDRAW
        return None

    def screen(self) -> Screen:
        """The list while held, else what all may see."""
        return super().screen() if self.is_held else self.blank


def blank(title: Title | None, lines: Sequence[str], keys: str) -> Screen:
    """What all may see."""
    return Screen(title, (Lines(tuple(lines)[:BODY_ROWS]),), keys)
