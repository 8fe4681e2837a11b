"""The scenario language: one instruction a line, ``#`` comments.  A file's mistakes are all reported at once.

The header (``game seats option needs seed bots``) says what is played; then come steps.  `docs/scenarios.md` teaches
the language; `companion.bench.printing` writes it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.bench.instructions import (
    ALL,
    BUTTONS,
    FEATURES,
    LAMPS,
    NOBODY,
    UNFINISHED,
    Chance,
    Choose,
    Disk,
    ExpectDenied,
    ExpectFigure,
    ExpectLamp,
    ExpectLog,
    ExpectOutcome,
    ExpectScreen,
    ExpectView,
    FaultButton,
    FaultDisk,
    FaultOled,
    Instruction,
    JumpClock,
    Kill,
    LampState,
    Later,
    Powercut,
    Press,
    Restart,
    Scenario,
    Step,
    Wait,
)
from companion.bench.tokens import Line, Token, Unreadable, read_duration, tokens
from companion.editions import read_text
from companion.mistakes import Mistake, Mistakes, did_you_mean

_ANY_BUTTON: Final = (*BUTTONS, *(lamp for lamp in LAMPS if lamp.startswith("seat/")))
_QUANTILES: Final = ("p50", "p90", "p95", "p99", "max")
_LATER: Final = {
    "tap": ("reader",),
    "place": ("reader",),
    "lift": ("reader", "scanner"),
    "move": ("scanner",),
    "put": ("scanner",),
    "plug": ("reader", "scanner"),
    "unplug": ("reader", "scanner"),
}
"""Steps on devices that not every place has, and which of them."""
_LATER_FAULTS: Final = {"reader": ("reader",), "serial": ("scanner",)}


# -- steps --------------------------------------------------------------------------------------------------------


def _press(line: Line) -> Instruction:
    button = line.one_of("button", _ANY_BUTTON)
    return Press(button, line.duration("the time after for") if line.has("for") else 0)


def _fault(line: Line) -> Instruction:
    match line.one_of("device", ("oled", "button", "disk", *_LATER_FAULTS)):
        case "oled":
            if line.has("ok"):
                return FaultOled(0)
            errno = line.named("errno")
            if errno is None or not errno.isdecimal() or not 0 < int(errno) < 134:
                raise Unreadable("the display's fault has no errno", "write errno=121, or 5, or 110")
            for_ms = line.named("for")
            return FaultOled(int(errno), 0 if for_ms is None else line.duration("for", for_ms))
        case "button":
            button = line.one_of("button", _ANY_BUTTON)
            bounce = line.named("bounce")
            if bounce is None:
                raise Unreadable("the button's fault has no bounce", "write bounce=5ms; 0ms ends it")
            return FaultButton(button, read_duration(bounce))
        case "disk":
            return FaultDisk(Disk(line.one_of("disk state", [disk.value for disk in Disk])))
        case later:
            return Later("fault", (later, *line.rest("the fault")))


def _jump(line: Line) -> Instruction:
    line.one_of("thing that jumps", ("clock",))
    by = line.word("how far")
    if by[:1] not in ("+", "-"):
        raise Unreadable(f"{by} has no direction", f"write +{by} or -{by}")
    ms = line.duration("how far", by[1:])
    return JumpClock(-ms if by[0] == "-" else ms)


def _expect_screen(line: Line, shown: bool) -> Instruction:
    text = line.quoted("the text")
    within_ms = line.duration("the time after within") if line.has("within") else 0
    if within_ms and not shown:
        raise Unreadable("'not' within a time", 'wait first, then: expect not screen "…"')
    return ExpectScreen(text, shown, within_ms)


def _expect_outcome(line: Line) -> Instruction:
    winners = line.rest("who has won")
    if len(winners) > 1 and {NOBODY, UNFINISHED} & set(winners):
        raise Unreadable(f"{' '.join(winners)} can't be", f"name the winners, or only {NOBODY}, or only {UNFINISHED}")
    return ExpectOutcome(winners)


def _expect_figure(line: Line) -> Instruction:
    figure = line.word("the figure")
    quantile = line.one_of("quantile", _QUANTILES)
    line.one_of("comparison", ("<",))
    return ExpectFigure(figure, quantile, line.duration("the limit"))


def _expect(line: Line) -> Instruction:
    if line.has("not"):
        line.one_of("expectation after not", ("screen",))
        return _expect_screen(line, shown=False)
    match line.one_of("expectation", _EXPECTATIONS):
        case "screen":
            return _expect_screen(line, shown=True)
        case "lamp":
            lamp = line.one_of("lamp", LAMPS)
            return ExpectLamp(lamp, LampState(line.one_of("lamp state", [state.value for state in LampState])))
        case "denied":
            return ExpectDenied(line.word("the section"))
        case "view":
            seat = line.word("the seat")
            return ExpectView(seat, has=line.one_of("word", ("has", "lacks")) == "has", text=line.quoted("the text"))
        case "log":
            line.one_of("word", ("ends",))
            return ExpectLog(line.rest("the key"))
        case "outcome":
            return _expect_outcome(line)
        case _:
            return _expect_figure(line)


_EXPECTATIONS: Final = {
    "screen": 'expect screen "TEXT" [within TIME]   or   expect not screen "TEXT"',
    "lamp": "expect lamp LAMP on|off|blinking",
    "denied": "expect denied SECTION",
    "view": 'expect view SEAT has|lacks "TEXT"',
    "log": 'expect log ends "KEY"…',
    "outcome": f"expect outcome WINNER…|{NOBODY}|{UNFINISHED}",
    "figure": "expect figure NAME p50|p90|p95|p99|max < TIME",
    "not": 'expect not screen "TEXT"',
}
_FAULTS: Final = {
    "oled": "fault oled errno=N [for=TIME]   or   fault oled ok",
    "button": "fault button BUTTON bounce=TIME",
    "disk": "fault disk full|readonly|ok",
}
_STEPS: Final[dict[str, tuple[str, Callable[[Line], Instruction]]]] = {
    "press": ("press BUTTON [for TIME]", _press),
    "chance": ("chance KEY", lambda line: Chance(line.word("the key"))),
    "choose": ("choose KEY", lambda line: Choose(line.word("the key"))),
    "wait": ("wait TIME", lambda line: Wait(line.duration("the time"))),
    "fault": ("fault oled|button|disk …", _fault),
    "kill": ("kill", lambda _: Kill()),
    "restart": ("restart", lambda _: Restart()),
    "powercut": ("powercut", lambda _: Powercut()),
    "jump": ("jump clock +TIME|-TIME", _jump),
    "expect": ("expect screen|lamp|denied|view|log|outcome|figure …", _expect),
}
_HEADER: Final = {
    "game": "game NAME",
    "seats": "seats NUMBER   or   seats NAME NAME…",
    "option": "option NAME=VALUE…",
    "needs": "needs FEATURE…",
    "seed": "seed SEED",
    "bots": f"bots {ALL}|NAME…",
}
WORDS: Final = (*_HEADER, *_STEPS, *_LATER)
"""The words that a line can begin with."""


def _usage(words: tuple[Token, ...]) -> str:
    name = words[0].text
    if len(words) > 1:
        inner = {"expect": _EXPECTATIONS, "fault": _FAULTS}.get(name, {}).get(words[1].text)
        if inner:
            return inner
    return _STEPS[name][0] if name in _STEPS else _HEADER.get(name, f"{name} …")


# -- the file -----------------------------------------------------------------------------------------------------


class _Reader:
    def __init__(self, path: str) -> None:
        self.path = path
        self.mistakes: list[Mistake] = []
        self.lines: dict[str, int] = {}
        self.game = ""
        self.seats: tuple[str, ...] = ()
        self.options: dict[str, str] = {}
        self.needs: list[str] = []
        self.seed = "1"
        self.bots: tuple[str, ...] = ()
        self.steps: list[Step] = []

    def line(self, number: int, text: str) -> None:
        """Read one line; what is wrong with it is kept."""
        try:
            words = tokens(text)
            if words:
                self._instruction(number, words)
        except Unreadable as wrong:
            self.mistake(number, wrong.what, wrong.remedy)

    def mistake(self, number: int, what: str, remedy: str) -> None:
        """Keep a mistake."""
        self.mistakes.append(Mistake(self.path, number, "", what, remedy))

    def _instruction(self, number: int, words: tuple[Token, ...]) -> None:
        name = words[0].text
        line = Line(words[1:], _usage(words))
        if name in _HEADER:
            if self.steps:
                raise Unreadable(f"{name} below a step", "the header comes first: move it up")
            if name in self.lines and name not in ("option", "needs"):
                raise Unreadable(f"{name} a second time", f"it stands on line {self.lines[name]}")
            self.lines.setdefault(name, number)
            self._header(number, name, line)
        elif name in _STEPS:
            self.steps.append(Step(_STEPS[name][1](line), number))
        elif name in _LATER:
            self.steps.append(Step(Later(name, line.rest("what")), number))
        else:
            raise Unreadable(f"no instruction {name}", did_you_mean(name, WORDS))
        line.end()

    def _header(self, number: int, name: str, line: Line) -> None:
        match name:
            case "game":
                self.game = line.word("the game")
            case "seats":
                self.seats = line.rest("the number of seats")
            case "option":
                for option in line.rest("the option"):
                    key, equals, value = option.partition("=")
                    if not (key and equals and value):
                        raise Unreadable(f"no option {option}", "write: option NAME=VALUE")
                    if key in self.options:
                        raise Unreadable(f"option {key} a second time", f"it is {self.options[key]} already")
                    self.options[key] = value
                    self.lines[f"option {key}"] = number
            case "needs":
                while line.left:
                    self.needs.append(line.one_of("feature", FEATURES))
            case "seed":
                self.seed = line.word("the seed")
            case _:
                self.bots = line.rest("who")

    def whole(self) -> None:
        """What no single line is to blame for."""
        for name in ("game", "seats"):
            if name not in self.lines:
                self.mistake(1, f"{name} is missing", f"write: {_HEADER[name]}")
        if len(self.seats) > 1 and any(seat.isdecimal() for seat in self.seats):
            self.mistake(self.lines["seats"], "seats has numbers and names", f"write: {_HEADER['seats']}")
        on = True
        for step in self.steps:
            self._device(step)
            on = self._power(step, on)

    def _device(self, step: Step) -> None:
        if not isinstance(step.instruction, Later):
            return
        word, rest = step.instruction.word, step.instruction.rest
        features = _LATER_FAULTS[rest[0]] if word == "fault" else _LATER[word]
        if not set(features) & set(self.needs):
            what = f"{word} {rest[0]}" if word == "fault" else word
            self.mistake(step.line, f"{what} needs {' or '.join(features)}", f"add to the header: needs {features[0]}")

    def _power(self, step: Step, on: bool) -> bool:
        match step.instruction:
            case Restart():
                return True
            case Kill() | Powercut() if on:
                return False
            case Wait() | JumpClock() | FaultDisk():
                return on
            case _ if not on:
                self.mistake(step.line, "the box is off", "restart first")
        return on


def parse(text: str, path: str = "scenario") -> Scenario:
    """Read a file's text.  Raises `Mistakes`: all there are."""
    reader = _Reader(path)
    for number, line in enumerate(text.split("\n"), 1):
        reader.line(number, line)
    reader.whole()
    if reader.mistakes:
        raise Mistakes(reader.mistakes)
    counted = len(reader.seats) == 1 and reader.seats[0].isdecimal()
    return Scenario(
        reader.game,
        int(reader.seats[0]) if counted else len(reader.seats),
        () if counted else reader.seats,
        reader.options,
        tuple(dict.fromkeys(reader.needs)),
        reader.seed,
        reader.bots,
        tuple(reader.steps),
        path,
        reader.lines,
    )


def read(path: Path) -> Scenario:
    """Read a file.  Raises `Mistakes`, also for one that can't be read."""
    try:
        return parse(read_text(path), str(path))
    except OSError as error:
        raise Mistakes([Mistake(str(path), 0, "", f"can't be read: {error.strerror}", "give a text file")]) from error
