"""A table in tests: a session, hands on its buttons, and eyes on its screen.  No device, no clock but `now`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.editions import read_edition, shipped
from companion.referee.api import Button, Input, Output, Record, Show, Tick, Told, Touch, Touched
from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.referee.session import Session
from companion.referee.settings import Settings
from companion.rulebook import Rulebook
from companion.rules.game import Kit
from companion.rules.kernel import Seat
from companion.rules.log import Row
from companion.screen import model
from companion.words import Words


def text_of(screen: model.Screen) -> str:
    """What is written on a screen, row by row."""
    rows: list[str] = []
    if screen.title:
        rows.append(
            " ".join(filter(None, (screen.title.mark + screen.title.name, screen.title.place, screen.title.turn)))
        )
    for block in screen.body:
        match block:
            case model.Lines(lines):
                rows += lines
            case model.Menu(lines, caret):
                rows += [(">" if i == caret else " ") + line for i, line in enumerate(lines)]
            case model.Across(items, caret):
                rows.append("  ".join((">" if i == caret else "") + item for i, item in enumerate(items)))
            case model.DiceBeside(pips=pips, rows=lines):
                rows += [f"[{']['.join(map(str, pips))}]", *lines]
            case model.TallyBlock():
                sides = (
                    (block.left, block.left_points, block.left_sum),
                    (block.right, block.right_points, block.right_sum),
                )
                rows += [" ".join(map(str, side)) for side in sides]
            case model.MeterBlock(label, value, limit):
                rows.append(f"{label} {value}/{limit}")
            case model.MapBlock(caption=caption):
                rows.append(f"map {caption}")
    return "\n".join([*rows, screen.keys])


class Table:
    """One game in play; `rows` are what the journal would hold."""

    def __init__(
        self,
        kit: Kit,
        seats: int = 3,
        seed: str = "7",
        names: tuple[str, ...] = (),
        bots: tuple[int, ...] = (),
        sets: Mapping[str, str] | None = None,
        settings: Settings | None = None,
        rows: Iterable[Row] = (),
    ) -> None:
        edition = read_edition(shipped(kit), kit)
        given = dict(sets or {})
        options = {name: given.pop(name, values[0]) for name, values in kit.options.items()}
        switches = {switch.code: given.pop(switch.code, switch.default) for switch in kit.switches}
        assert not given, f"unknown: {given}"
        self.kit = kit
        self.game = kit.build(edition, {**switches, **options})
        self.settings = settings or Settings()
        self.header = Header(
            kit.name, self.game.rules, seats, seed, names=names, switches=switches, options=options, bots=bots
        )
        self.now = 0.0
        self.rows = list(rows)
        self.lines: list[str] = []
        self.shown: list[model.Screen] = []
        self.out: list[Output] = []
        self.session = self._session()
        self._take(self.session.begin(self.now))

    def _session(self) -> Session:
        words = Words(self.settings.language)
        library = lambda language: Rulebook.load(self.kit.folder, language)  # noqa: E731
        return Session(self.game, self.header, Fate(self.header.seed), words, library, self.settings, list(self.rows))

    def restart(self) -> None:
        """The box comes up again with nothing but its journal."""
        self.session = self._session()
        self._take(self.session.begin(self.now))

    def _take(self, out: list[Output]) -> list[Output]:
        self.out = out
        for item in out:
            match item:
                case Record(rows):
                    assert out[0] is item, "rows must come first"
                    self.rows += rows
                case Show(screen):
                    self.shown.append(screen)
                case Told(line):
                    self.lines.append(line)
                case _:
                    pass
        return out

    def give(self, input: Input) -> list[Output]:
        return self._take(self.session.receive(input, self.now))

    def press(self, button: Button | Seat, long: bool = False) -> list[Output]:
        """A whole press: down, and up again before or after it was long."""
        self.now += 0.1
        out = self.give(Touched(button, Touch.PRESS))
        self.now += 1.0 if long else 0.1
        out = out + self.give(Touched(button, Touch.LONG if long else Touch.SHORT))
        out = out + self.give(Touched(button, Touch.RELEASE))
        self.out = out
        return out

    def wait(self, seconds: float) -> None:
        """Time passes; deadlines are met in order."""
        end = self.now + seconds
        while (deadline := self.session.deadline) is not None and deadline <= end:
            self.now = deadline
            self.give(Tick())
        self.now = end

    @property
    def screen(self) -> str:
        return text_of(self.shown[-1])

    def read_on(self) -> None:
        """OK every notice away."""
        while self.session.pending().page == "notice":
            self.press(Button.OK)

    def choose(self, key: str) -> int:
        """Press the buttons until *key* is chosen, as a person would; how many presses that took."""
        self.read_on()
        presses = 0
        while True:
            pending = self.session.pending()
            assert pending.page in ("ask", "map", "menu", "over"), f"{pending.page}: {self.screen}"
            row = next((i for i, keys in enumerate(pending.rows) if key in keys), None)
            assert row is not None, f"{key!r} is not in {pending.rows}"
            down = (row - pending.caret) % len(pending.rows)
            up = (pending.caret - row) % len(pending.rows)
            for _ in range(min(down, up)):
                self.press(Button.DOWN if down <= up else Button.UP)
            presses += min(down, up) + 1
            is_leaf = pending.rows[row] == (key,)
            self.press(Button.OK)
            if is_leaf:
                return presses

    def roll(self) -> None:
        self.read_on()
        assert self.session.pending().page == "roll", self.screen
        self.press(Button.ROLL)

    def menu(self, choice: str) -> None:
        self.press(Button.BACK, long=True)
        self.choose(choice)
