"""Whoever sits at the box: finds an option with the buttons, throws, types what the dice show, acknowledges."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from companion.bench.instructions import Motion, Tag
from companion.bench.place import Asked, Broken, Stand, game_log
from companion.rules.log import Origin, RowKind

PATIENCE: Final = 400
"""More presses than any option is away."""
BOT_MS: Final = 500
"""So long a look at what the box does for its own seats, again and again."""
TAP_MS: Final = 30
REST_MS: Final = 90
"""A finger leaves a contact alone for so long: presses that follow each other faster are bounce."""
OWN_LISTS: Final = ("menu", "over", "lobby")
"""Lists that are the box's and not the game's: their keys can be chosen as well."""
NOTICED_MS: Final = 600
"""So long a thing lies on a reader until the box has made up its mind about it."""
GONE_MS: Final = 1_200
"""So long after it was lifted the box believes it."""
LONG_MS: Final = 800
"""Longer than what the box takes for a long press."""


def press(stand: Stand, button: str, hold_ms: int = 0) -> None:
    """Push, hold, let go, and wait till the box has dealt with it.  *hold_ms* 0: a tap."""
    hold_ms = hold_ms or TAP_MS
    stand.hold(button, hold_ms)
    stand.wait(hold_ms + REST_MS)


def on_reader(stand: Stand, motion: Motion, things: Sequence[str | Tag], reader: str) -> None:
    """Lay down together, or lift, or both, each time till the box has noticed."""
    if motion is not Motion.LIFT:
        for thing in things:
            stand.place(reader, thing)
        stand.wait(NOTICED_MS)
    if motion is not Motion.PLACE:
        for thing in things:
            stand.lift(reader, thing)
        stand.wait(GONE_MS)


class Fingers:
    """Answers by buttons, the same on every place.

    Chance is a queue: each ``chance`` line is used as soon as the box asks for a throw, a token or a card: with the
    ROLL button where the box throws, typed where the table does.
    """

    def __init__(self, stand: Stand) -> None:
        self._stand = stand
        self._chance: deque[tuple[str, int]] = deque()
        self._seen = 0

    @property
    def unused(self) -> tuple[str, int] | None:
        """A ``chance`` that was never asked for: its key and its line."""
        return self._chance[0] if self._chance else None

    def chance(self, key: str, line: int) -> None:
        """Queue *key*.  A box that is off hears of it when it is on again: `resume`."""
        self._chance.append((key, line))
        if self._stand.asked().page != "off":
            self._stand.script(key)

    def resume(self) -> None:
        """The box has forgotten what was scripted: say it again."""
        for key, _ in self._chance:
            self._stand.script(key)

    def throw(self, line: int) -> None:
        """Use what is queued from lines up to this one, for as long as chance is what is asked.

        Raises `Broken` where a key isn't possible.
        """
        for _ in range(PATIENCE):
            self._strike_off()
            asked = self._stand.asked()
            if not (self._chance and self._chance[0][1] <= line and asked.is_chance):
                return
            key = self._chance[0][0]
            if key not in asked.keys:
                raise Broken(f"chance {key} can't come now; it can be {' '.join(asked.keys)}")
            if self._past(asked):
                continue
            match asked.page:
                case "roll":
                    self._press("roll")
                case "dice":
                    self._type(asked, key)
                case _:
                    self._find(asked, key)
        raise Broken(f"chance {self._chance[0][0]} was not taken")

    def choose(self, key: str) -> None:
        """Press buttons until exactly this option is chosen.  Raises `Broken` where it isn't offered."""
        before = len(game_log(self._stand.rows()))
        asked = self._question(key)
        while not self._find(asked, key):
            asked = self._question(key)
        log = game_log(self._stand.rows())
        if asked.page not in OWN_LISTS and (len(log) <= before or log[before].key != key):
            raise Broken(f"the box took {log[before].key if len(log) > before else 'nothing'} for {key}")

    def try_refused(self, key: str) -> None:
        """Ask for what can't be had: on the list where it shows it, else as a click on a page does."""
        asked = self._question()
        unavailable = [row for row, keys in enumerate(asked.rows) if not keys]
        if key in asked.refused and len(unavailable) == len(asked.refused):
            self._ok_row(asked, unavailable[asked.refused.index(key)])
        else:
            self._stand.answer(key)

    def _question(self, key: str = "") -> Asked:
        """What is asked, with the question on the screen.  Raises `Broken` where *key* is given and can't answer it."""
        for _ in range(PATIENCE):
            asked = self._stand.asked()
            if asked.page in OWN_LISTS and any(key in row for row in asked.rows):
                return asked
            if self._past(asked):
                continue
            if key and asked.is_chance:
                raise Broken(f"chance is asked, not {key}: write a line 'chance KEY' or 'press roll' before")
            if key and key not in asked.keys:
                raise Broken(f"{key} is not offered; it can be {' '.join(asked.keys) or 'nothing'}")
            return asked
        raise Broken("the question doesn't come")

    def _press(self, button: str) -> None:
        press(self._stand, button)

    def _past(self, asked: Asked) -> bool:
        """Lead on, where something else than the question is on the screen."""
        match asked.page:
            case "ask" | "map" | "secret" | "roll" | "dice":
                return False
            case "bot":
                self._stand.wait(BOT_MS)
            case "notice" | "pause":
                self._press("ok")
            case "consent":
                raise Broken("the box asks for consent: press ok for yes, back for no")
            case "off":
                raise Broken("the box is off")
            case "over":
                raise Broken("the game is over")
            case _:
                self._press("back")
        return True

    def _find(self, asked: Asked, key: str) -> bool:
        """OK on the row of *key*, or one level up where the open list lacks it.  Whether *key* itself was chosen."""
        for row, keys in enumerate(asked.rows):
            if key in keys:
                self._ok_row(asked, row)
                return len(keys) == 1 and not (asked.page in OWN_LISTS and self._has_opened(asked, keys))
        self._press("back")
        return False

    def _has_opened(self, before: Asked, keys: tuple[str, ...]) -> bool:
        """Whether the row was a group, with nothing but these keys: the box's own lists have such of one."""
        now = self._stand.asked()
        return now.page == before.page and now.rows != before.rows and sum(now.rows, ()) == keys

    def _ok_row(self, asked: Asked, row: int) -> None:
        down = (row - asked.caret) % len(asked.rows)
        up = len(asked.rows) - down
        moves = ["down"] * down if down <= up else ["up"] * up
        if asked.page == "secret":
            self._peek(moves)
        else:
            for button in (*moves, "ok"):
                self._press(button)

    def _peek(self, moves: Sequence[str]) -> None:
        """A private list shows while OK is held, and ROLL chooses."""
        held_ms = (len(moves) + 1) * (TAP_MS + REST_MS) + REST_MS
        self._stand.hold("ok", LONG_MS + held_ms)
        self._stand.wait(LONG_MS)
        for button in (*moves, "roll"):
            self._press(button)
        self._stand.wait(2 * REST_MS)

    def _type(self, asked: Asked, key: str) -> None:
        thrown = [map(int, each.split("-")) for each in asked.keys]
        sides = map(max, zip(*thrown, strict=True))
        for shown, wanted, most in zip(asked.pips, map(int, key.split("-")), sides, strict=True):
            up = (wanted - shown) % most
            for _ in range(min(up, most - up)):
                self._press("up" if up <= most - up else "down")
            self._press("ok")

    def _strike_off(self) -> None:
        """Take from the queue what the box has used by now."""
        rows = self._stand.rows()
        for row in rows[self._seen :]:
            said = row.kind is RowKind.ANSWER and row.origin in (Origin.SCRIPTED, Origin.TYPED)
            if said and self._chance and self._chance[0][0] == row.key:
                self._chance.popleft()
        self._seen = len(rows)
