"""Somebody with stickers before a box that enrols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.daemon.tagging import Tagging
from companion.referee.api import Button, Play, Sensed, Show, Sound, Tick, Touch, Touched
from companion.rules.game import Piece
from companion.screen.model import Lines, Menu, Screen
from companion.screen.raster import draw
from companion.table.enrol import Enrolment
from companion.table.listening import LISTEN_S
from companion.words import Words
from hardware.api import Reads


class Desk:
    """Fingers, stickers, a disk and a clock that travels."""

    def __init__(
        self, pieces: Sequence[Piece], tags: Mapping[str, str] | None = None, language: str = "en", quiet: bool = False
    ) -> None:
        self.enrolment = Enrolment(pieces, tags or {})
        self.disk: dict[str, str] = dict(tags or {})
        self.is_full = False
        self.reads: Reads | None = None
        """What the reader says of every tag."""
        self.aside: Path | None = None
        self.tagging = Tagging(self.enrolment, self._keep, lambda reader, tag: self.reads, Words(language), quiet)
        self.shown: list[Screen] = []
        self.heard: list[Sound] = []
        self.out: list[Any] = []
        self.at = 0.0
        self.take(self.tagging.begin(self.at))

    def _keep(self, tags: Mapping[str, str], before: Mapping[str, str]) -> Path | None:
        if self.is_full:
            raise OSError(28, "No space left on device")
        assert before == self.disk
        self.disk = dict(tags)
        return self.aside

    def take(self, out: list[Any]) -> None:
        self.out = out
        for output in out:
            match output:
                case Show(screen):
                    draw(screen)
                    self.shown.append(screen)
                case Play(sound):
                    self.heard.append(sound)

    # -- what people do -----------------------------------------------------------------------------------------

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            for touch in (Touch.PRESS, Touch.SHORT, Touch.RELEASE):
                self.take(self.tagging.receive(Touched(button, touch), self.at))
                if self.out and not isinstance(self.out[-1], Show | Play):
                    return

    def hold(self, button: Button) -> None:
        for touch in (Touch.PRESS, Touch.LONG, Touch.RELEASE):
            self.take(self.tagging.receive(Touched(button, touch), self.at))

    def lay(self, *tags: str, reader: str = "table") -> None:
        for tag in tags:
            self.take(self.tagging.receive(Sensed(reader, tag, True), self.at))

    def lift(self, *tags: str, reader: str = "table") -> None:
        for tag in tags:
            self.take(self.tagging.receive(Sensed(reader, tag, False), self.at))

    def wait(self, seconds: float = LISTEN_S) -> None:
        self.at += seconds
        deadline = self.tagging.deadline
        if deadline is not None and deadline <= self.at:
            self.take(self.tagging.receive(Tick(), self.at))

    def tap(self, tag: str) -> None:
        """Lay it down, and leave it there till it was judged."""
        self.lay(tag)
        self.wait()
        self.lift(tag)

    def choose(self, label: str) -> None:
        """Down to the row that begins so, and OK."""
        for _ in range(4):
            menu = next(block for block in self.shown[-1].body if isinstance(block, Menu))
            assert menu.caret is not None
            if menu.rows[menu.caret].startswith(label):
                return self.press(Button.OK)
            self.press(Button.DOWN)
        raise AssertionError(f"no row {label!r} in {self.rows}")

    # -- what they see ------------------------------------------------------------------------------------------

    @property
    def rows(self) -> list[str]:
        return [row for block in self.shown[-1].body if isinstance(block, Lines | Menu) for row in block.rows]

    @property
    def said(self) -> str:
        return " ".join(self.rows)
