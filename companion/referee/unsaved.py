"""Leaving a game whose last rows the disk did not take: they would be lost, so that is asked first."""

from __future__ import annotations

from typing import ClassVar

from companion.referee.acts import Act, Do
from companion.referee.api import Button, Touched, Wish
from companion.referee.asking import Asking
from companion.referee.pages import TextPage, is_short
from companion.referee.prose import pages_of


class UnsavedPage(TextPage):
    """OK leaves all the same; BACK stays."""

    name: ClassVar[str] = "unsaved"

    def __init__(self, asking: Asking, wish: Wish) -> None:
        """*wish* is what was asked for."""
        prose = asking.prose
        super().__init__(asking.heading("unsaved"), pages_of(prose.lines("unsaved")), prose.say("keys.unsaved"))
        self._wish = wish

    def touched(self, touched: Touched) -> Act | None:
        """Both short: whoever leans on the box loses nothing."""
        if is_short(touched, Button.OK):
            return self._wish
        return Do.CLOSE if is_short(touched, Button.BACK) else None
