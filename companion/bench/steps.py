"""The steps of a scenario: what each says, read from its line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.bench.instructions import (
    BUTTONS,
    FOREIGN,
    LAMPS,
    NOBODY,
    TABLE,
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
    FaultReader,
    Instruction,
    JumpClock,
    Kill,
    LampState,
    Later,
    Motion,
    OnReader,
    Powercut,
    Press,
    ReaderFault,
    Restart,
    Tag,
    Wait,
)
from companion.bench.tokens import Line, Token, Unreadable, read_duration
from companion.table.tag_ids import WrongId, canonical

_ANY_BUTTON: Final = (*BUTTONS, *(lamp for lamp in LAMPS if lamp.startswith("seat/")))
_QUANTILES: Final = ("p50", "p90", "p95", "p99", "max")


# -- what is done -------------------------------------------------------------------------------------------------


def _press(line: Line) -> Instruction:
    button = line.one_of("button", _ANY_BUTTON)
    return Press(button, line.duration("the time after for") if line.has("for") else 0)


def _on_reader(motion: Motion, line: Line) -> Instruction:
    if line.has("on"):
        raise Unreadable("no piece before on", f"write: {motion.value} PIECE… [on READER]")
    things = [_thing(line)]
    while line.left:
        if line.has("on"):
            return OnReader(motion, tuple(things), line.word("the reader"))
        things.append(_thing(line))
    return OnReader(motion, tuple(things))


def _thing(line: Line) -> str | Tag:
    word = line.word("the piece")
    if word == "foreign":
        return FOREIGN
    if word != "tag":
        return word
    uid = line.word("the id of the tag")
    try:
        return Tag(canonical(uid))
    except WrongId as wrong:
        raise Unreadable(f"no tag {uid}: {wrong.what}", wrong.remedy) from wrong


def _fault(line: Line) -> Instruction:
    match line.one_of("device", ("oled", "button", "disk", "reader", *_LATER_FAULTS)):
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
        case "reader":
            return _fault_reader(line)
        case later:
            return Later("fault", (later, *line.rest("the fault")))


def _fault_reader(line: Line) -> Instruction:
    fault = ReaderFault(line.one_of("fault of a reader", [fault.value for fault in ReaderFault]))
    reader = line.word("the reader") if line.has("on") else TABLE
    for_ms = line.named("for")
    if for_ms is None:
        return FaultReader(fault, reader)
    if fault is ReaderFault.OK:
        raise Unreadable("an end that ends", "leave out the time")
    return FaultReader(fault, reader, line.duration("for", for_ms))


def _later(word: str, line: Line) -> Instruction:
    return Later(word, line.rest("what"))


def _jump(line: Line) -> Instruction:
    line.one_of("thing that jumps", ("clock",))
    by = line.word("how far")
    if by[:1] not in ("+", "-"):
        raise Unreadable(f"{by} has no direction", f"write +{by} or -{by}")
    ms = line.duration("how far", by[1:])
    return JumpClock(-ms if by[0] == "-" else ms)


# -- what is expected ---------------------------------------------------------------------------------------------


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


# -- how each is written ------------------------------------------------------------------------------------------

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
_LATER: Final = ("move", "put", "plug", "unplug")
_LATER_FAULTS: Final = ("serial",)
"""Steps on a scanner, which no place has yet, and its faults."""
_FAULTS: Final = {
    "oled": "fault oled errno=N [for=TIME]   or   fault oled ok",
    "button": "fault button BUTTON bounce=TIME",
    "disk": "fault disk full|readonly|ok",
    "reader": f"fault reader {'|'.join(fault.value for fault in ReaderFault)} [on READER] [for=TIME]",
}
STEPS: Final[dict[str, tuple[str, Callable[[Line], Instruction]]]] = {
    "press": ("press BUTTON [for TIME]", _press),
    "chance": ("chance KEY", lambda line: Chance(line.word("the key"))),
    "choose": ("choose KEY", lambda line: Choose(line.word("the key"))),
    "wait": ("wait TIME", lambda line: Wait(line.duration("the time"))),
    **{m.value: (f"{m.value} PIECE… [on READER]", partial(_on_reader, m)) for m in Motion},
    "fault": ("fault oled|button|disk|reader …", _fault),
    "kill": ("kill", lambda _: Kill()),
    "restart": ("restart", lambda _: Restart()),
    "powercut": ("powercut", lambda _: Powercut()),
    "jump": ("jump clock +TIME|-TIME", _jump),
    "expect": ("expect screen|lamp|denied|view|log|outcome|figure …", _expect),
    **{word: (f"{word} …", partial(_later, word)) for word in _LATER},
}
"""Word -> how its line is written, and what reads it."""


def usage(words: tuple[Token, ...]) -> str:
    """How a step that begins with these words is written."""
    name = words[0].text
    inner: Mapping[str, str] = {"expect": _EXPECTATIONS, "fault": _FAULTS}.get(name, {})
    return inner.get(words[1].text if len(words) > 1 else "", STEPS[name][0])
