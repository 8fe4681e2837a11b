"""Whoever sits at the box: finds an option with the buttons, throws, types what the dice show, acknowledges."""

from __future__ import annotations

from collections import deque
from typing import Final

from companion.bench.place import Asked, Broken, Stand, game_log
from companion.rules.log import Origin, RowKind

PATIENCE: Final = 400
"""More presses than any option is away."""
BOT_MS: Final = 500
"""So long a look at what the box does for its own seats, again and again."""
SIDES: Final = 6


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
        """Queue *key*, and use what is asked for now."""
        self._chance.append((key, line))
        self._stand.script(key)
        self.throw()

    def throw(self) -> None:
        """Use queued chance for as long as chance is what is asked.  Raises `Broken` where a key isn't possible."""
        for _ in range(PATIENCE):
            self._strike_off()
            asked = self._stand.asked()
            if not (self._chance and asked.is_chance):
                return
            key = self._chance[0][0]
            if key not in asked.keys:
                raise Broken(f"chance {key} can't come now; it can be {' '.join(asked.keys)}")
            if self._past(asked):
                continue
            match asked.page:
                case "roll":
                    self._stand.press("roll", 0)
                case "dice":
                    self._type(asked, key)
                case _:
                    self._find(asked, key)
        raise Broken(f"chance {self._chance[0][0]} was not taken")

    def choose(self, key: str) -> None:
        """Press buttons until exactly this option is chosen.  Raises `Broken` where it isn't offered."""
        before = len(game_log(self._stand.rows()))
        for _ in range(PATIENCE):
            asked = self._stand.asked()
            if self._past(asked):
                continue
            if asked.is_chance:
                raise Broken(f"chance is asked, not {key}: write a line 'chance KEY' or 'press roll' before")
            if key not in (*asked.keys, *asked.refused):
                raise Broken(f"{key} is not offered; it can be {' '.join(asked.keys) or 'nothing'}")
            if self._find(asked, key):
                break
        else:
            raise Broken(f"{key} was not found with the buttons")
        if key in asked.keys:
            log = game_log(self._stand.rows())
            if len(log) <= before or log[before].key != key:
                raise Broken(f"the box took {log[before].key if len(log) > before else 'nothing'} for {key}")

    def _past(self, asked: Asked) -> bool:
        """Lead on, where something else than the question is on the screen."""
        match asked.page:
            case "ask" | "roll" | "dice" | "over":
                return False
            case "bot":
                self._stand.wait(BOT_MS)
            case "notice" | "refusal" | "pause":
                self._stand.press("ok", 0)
            case "consent":
                raise Broken("the box asks for consent: press ok for yes, back for no")
            case _:
                self._stand.press("back", 0)
        return True

    def _find(self, asked: Asked, key: str) -> bool:
        """OK on the row of *key*, or one level up where the open list lacks it.  Whether *key* itself was chosen."""
        denied = [row for row, keys in enumerate(asked.rows) if not keys]
        if key in asked.keys:
            here = [row for row, keys in enumerate(asked.rows) if key in keys]
        else:
            here = denied[asked.refused.index(key) :][:1]
        if not here:
            self._stand.press("back", 0)
            return False
        down = (here[0] - asked.caret) % len(asked.rows)
        up = len(asked.rows) - down
        for _ in range(min(down, up)):
            self._stand.press("down" if down <= up else "up", 0)
        self._stand.press("ok", 0)
        return len(asked.rows[here[0]]) < 2

    def _type(self, asked: Asked, key: str) -> None:
        for shown, wanted in zip(asked.pips, map(int, key.split("-")), strict=True):
            up = (wanted - shown) % SIDES
            for _ in range(min(up, SIDES - up)):
                self._stand.press("up" if up <= SIDES - up else "down", 0)
            self._stand.press("ok", 0)

    def _strike_off(self) -> None:
        """Take from the queue what the box has used by now."""
        rows = self._stand.rows()
        for row in rows[self._seen :]:
            said = row.kind is RowKind.ANSWER and row.origin in (Origin.SCRIPTED, Origin.TYPED)
            if said and self._chance and self._chance[0][0] == row.key:
                self._chance.popleft()
        self._seen = len(rows)
