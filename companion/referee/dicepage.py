"""The table's own dice, typed in."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar, Final

from companion.referee.acts import Act, Do, Typed
from companion.referee.api import Button, Touched
from companion.referee.pages import Plain, is_long, is_short, moved
from companion.rules.kernel import Decision
from companion.screen.layout import wrap
from companion.screen.model import BESIDE_COLUMNS, DICE_AT_MOST, DiceBeside, Lines, Screen, Title

BESIDE_ROWS: Final = 3


def sides_of(decision: Decision) -> tuple[int, ...]:
    """How many sides each die of this throw has; empty where it is no throw of dice that can be typed die by die.

    Told by the keys: every way in which the dice can fall is one, as ``3-8``, each die from 1 up.
    """
    if not decision.source.startswith("dice/"):
        return ()
    keys = decision.keys()
    thrown = [key.split("-") for key in keys]
    if len({len(pips) for pips in thrown}) != 1 or not all(n.isdecimal() for pips in thrown for n in pips):
        return ()
    sides = tuple(max(map(int, die)) for die in zip(*thrown, strict=True))
    whole = len(sides) <= DICE_AT_MOST and min(int(n) for pips in thrown for n in pips) == 1
    return sides if whole and len(thrown) == prod(sides) else ()


class DicePage(Plain):
    """UP and DOWN turn a die, OK goes to the next, BACK to the one before; from the first one it asks why."""

    name: ClassVar[str] = "dice"

    def __init__(self, title: Title | None, prompt: str, news: str, keys: str, sides: Sequence[int]) -> None:
        """*prompt* stands beside the dice, *news* below; *sides* of each die.  They begin in the middle."""
        super().__init__()
        self.title, self.prompt, self.news, self.keys = title, prompt, news, keys
        self.sides = tuple(sides)
        self.pips = [max(1, sides // 2) for sides in self.sides]
        self.die = 0

    def touched(self, touched: Touched) -> Act | None:
        """Round the ends; OK on the last die is the answer."""
        if by := moved(touched):
            self.pips[self.die] = (self.pips[self.die] - 1 - by) % self.sides[self.die] + 1
            return Do.MOVED
        if is_short(touched, Button.OK):
            if self.die == len(self.sides) - 1:
                return Typed("-".join(map(str, self.pips)))
            self.die += 1
            return Do.MOVED
        if is_short(touched, Button.BACK):
            if self.die == 0:
                return Do.WHY
            self.die -= 1
            return Do.MOVED
        return Do.MENU if is_long(touched, Button.BACK) else None

    def screen(self) -> Screen:
        """Dice drawn as dice, the one that is being typed marked."""
        beside = tuple(wrap(self.prompt, BESIDE_COLUMNS)[:BESIDE_ROWS])
        dice = DiceBeside(tuple(self.pips), beside, self.die, max(self.sides))
        return Screen(self.title, (dice, Lines((self.news,))), self.keys)
