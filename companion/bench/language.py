"""The scenario language: one instruction a line, ``#`` comments.  A file's mistakes are all reported at once.

The header (``game seats option needs seed bots``) says what is played; then come steps.  `docs/scenarios.md` teaches
the language; `companion.bench.printing` writes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.bench.instructions import (
    ALL,
    FEATURES,
    READER,
    READERS,
    SCANNER,
    TABLE,
    FaultDisk,
    FaultReader,
    JumpClock,
    Kill,
    Later,
    Motion,
    OnReader,
    Powercut,
    Restart,
    Scenario,
    Step,
    Tag,
    Wait,
    reader_role,
)
from companion.bench.printing import print_thing
from companion.bench.steps import STEPS, usage
from companion.bench.tokens import Line, Token, Unreadable, tokens
from companion.editions import read_text
from companion.mistakes import Mistake, Mistakes, did_you_mean

_HEADER: Final = {
    "game": "game NAME",
    "seats": "seats NUMBER   or   seats NAME NAME…",
    "option": "option NAME=VALUE…",
    "needs": "needs FEATURE…",
    "seed": "seed SEED",
    "bots": f"bots {ALL}|NAME…",
}
WORDS: Final = (*_HEADER, *STEPS)
"""The words that a line can begin with."""


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
        line = Line(words[1:], usage(words) if name in STEPS else _HEADER.get(name, f"{name} …"))
        if name in _HEADER:
            if self.steps:
                raise Unreadable(f"{name} below a step", "the header comes first: move it up")
            if name in self.lines and name not in ("option", "needs"):
                raise Unreadable(f"{name} a second time", f"it stands on line {self.lines[name]}")
            self.lines.setdefault(name, number)
            self._header(number, name, line)
            line.end()
        elif name in STEPS:
            step = Step(STEPS[name][1](line), number)
            line.end()
            self.steps.append(step)
        else:
            raise Unreadable(f"no instruction {name}", did_you_mean(name, WORDS))

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
        lying: dict[str | Tag, str] = {}
        for step in self.steps:
            self._device(step)
            on = self._power(step, on)
            if isinstance(step.instruction, OnReader):
                self._hands(step.line, step.instruction, lying)

    def _device(self, step: Step) -> None:
        match step.instruction:
            case OnReader(motion, _, reader):
                self._reader(step.line, motion.value, reader)
            case FaultReader(_, reader):
                self._reader(step.line, "fault reader", reader)
            case Later(word, rest) if SCANNER not in self.needs:
                what = f"{word} {rest[0]}" if word == "fault" else word
                self.mistake(step.line, f"{what} needs {SCANNER}", f"add to the header: needs {SCANNER}")

    def _reader(self, line: int, what: str, reader: str) -> None:
        """Whether it is there."""
        role = reader_role(reader, self.seats)
        if role not in READERS:
            known = (*READERS, *(seat for seat in self.seats if not seat.isdecimal()))
            self.mistake(line, f"no reader {reader}", did_you_mean(reader, known))
        elif role == TABLE and READER not in self.needs:
            self.mistake(line, f"{what} needs {READER}", f"add to the header: needs {READER}")
        elif role != TABLE and role not in self.needs:
            self.mistake(line, f"{what} on {reader} needs {role}", f"add to the header: needs {READER} {role}")

    def _hands(self, line: int, act: OnReader, lying: dict[str | Tag, str]) -> None:
        """A thing is in one place; *lying*: each that rests, and on which reader."""
        role = reader_role(act.reader, self.seats)
        for n, thing in enumerate(act.things):
            said = print_thing(thing)
            if thing in act.things[:n]:
                self.mistake(line, f"{said} twice", "each thing is there once")
            elif act.motion is Motion.LIFT:
                if lying.pop(thing, None) != role:
                    self.mistake(line, f"{said} doesn't lie on {act.reader}", f"before: place {said}")
            elif thing in lying:
                self.mistake(line, f"{said} lies on {lying[thing]} already", f"before: lift {said}")
            elif act.motion is Motion.PLACE:
                lying[thing] = role

    def _power(self, step: Step, on: bool) -> bool:
        match step.instruction:
            case Restart():
                return True
            case Kill() | Powercut() if on:
                return False
            case Wait() | JumpClock() | FaultDisk() | OnReader(Motion.PLACE | Motion.LIFT):
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
