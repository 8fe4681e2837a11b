"""A scenario as text: the inverse of `companion.bench.language.parse`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from companion.bench.instructions import (
    FOREIGN,
    TABLE,
    Chance,
    Choose,
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
    FaultReader,
    Instruction,
    JumpClock,
    Kill,
    Later,
    OnReader,
    Powercut,
    Press,
    Restart,
    Scenario,
    Tag,
    Wait,
)

UNITS_MS: Final = {"h": 3_600_000, "min": 60_000, "s": 1_000, "ms": 1}
_BARE: Final = re.compile(r"""[^\s"'#\\][^\s"\\]*""")
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def duration(ms: int) -> str:
    """In the largest unit that leaves no rest.

    >>> duration(90_000), duration(1_500), duration(7_200_000)
    ('90s', '1500ms', '2h')
    """
    for unit, size in UNITS_MS.items():
        if ms and ms % size == 0:
            return f"{ms // size}{unit}"
    return "0ms"


def quoted(text: str) -> str:
    """In double quotes, whatever is in it."""
    return f'"{"".join(_ESCAPES.get(c, c) for c in text)}"'


def word(text: str) -> str:
    """Bare where that reads back the same, else in quotes."""
    return text if _BARE.fullmatch(text) else quoted(text)


def print_instruction(instruction: Instruction) -> str:
    """One line, without its end."""
    match instruction:
        case Press(button, 0):
            return f"press {button}"
        case Press(button, hold_ms):
            return f"press {button} for {duration(hold_ms)}"
        case Chance(key):
            return f"chance {word(key)}"
        case Choose(key):
            return f"choose {word(key)}"
        case Wait(ms):
            return f"wait {duration(ms)}"
        case OnReader(motion, things, reader):
            return " ".join([motion.value, *map(print_thing, things), *_on(reader)])
        case FaultReader(fault, reader, for_ms):
            for_time = [f"for={duration(for_ms)}"] if for_ms else []
            return " ".join(["fault reader", fault.value, *_on(reader), *for_time])
        case FaultOled(0):
            return "fault oled ok"
        case FaultOled(errno, 0):
            return f"fault oled errno={errno}"
        case FaultOled(errno, for_ms):
            return f"fault oled errno={errno} for={duration(for_ms)}"
        case FaultButton(button, bounce_ms):
            return f"fault button {button} bounce={duration(bounce_ms)}"
        case FaultDisk(disk):
            return f"fault disk {disk.value}"
        case Kill():
            return "kill"
        case Restart():
            return "restart"
        case Powercut():
            return "powercut"
        case JumpClock(ms):
            return f"jump clock {'-' if ms < 0 else '+'}{duration(abs(ms))}"
        case Later(name, rest):
            return " ".join([name, *map(word, rest)])
        case ExpectScreen() | ExpectLamp() | ExpectDenied() | ExpectView() | ExpectLog():
            return f"expect {_expectation(instruction)}"
        case ExpectOutcome(winners):
            return f"expect outcome {_words(winners)}"
        case ExpectFigure(figure, quantile, below_ms):
            return f"expect figure {word(figure)} {quantile} < {duration(below_ms)}"
        case _:
            assert_never(instruction)


def print_thing(thing: str | Tag) -> str:
    """A piece or a tag."""
    if isinstance(thing, Tag):
        return "foreign" if thing == FOREIGN else f"tag {thing.uid}"
    return word(thing)


def _on(reader: str) -> list[str]:
    return [] if reader == TABLE else ["on", word(reader)]


def _expectation(expected: ExpectScreen | ExpectLamp | ExpectDenied | ExpectView | ExpectLog) -> str:
    match expected:
        case ExpectScreen(text, shown, within_ms):
            within = f" within {duration(within_ms)}" if within_ms else ""
            return f"{'' if shown else 'not '}screen {quoted(text)}{within}"
        case ExpectLamp(lamp, state):
            return f"lamp {lamp} {state.value}"
        case ExpectDenied(rule):
            return f"denied {word(rule)}"
        case ExpectView(seat, text, has):
            return f"view {word(seat)} {'has' if has else 'lacks'} {quoted(text)}"
        case ExpectLog(keys):
            return f"log ends {' '.join(map(quoted, keys))}"
        case _:
            assert_never(expected)


def _words(texts: Iterable[str]) -> str:
    return " ".join(map(word, texts))


def _header(scenario: Scenario) -> Iterator[str]:
    yield f"game {word(scenario.game)}"
    yield f"seats {_words(scenario.names) if scenario.names else scenario.seats}"
    for name, value in scenario.options.items():
        yield f"option {word(f'{name}={value}')}"
    if scenario.needs:
        yield f"needs {_words(scenario.needs)}"
    yield f"seed {word(scenario.seed)}"
    if scenario.bots:
        yield f"bots {_words(scenario.bots)}"


def print_scenario(scenario: Scenario) -> str:
    """The whole file, header first."""
    steps = (print_instruction(step.instruction) for step in scenario.steps)
    return "".join(f"{line}\n" for line in (*_header(scenario), *steps))
