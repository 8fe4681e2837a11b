"""Runs scenarios, one after the other, and keeps what is worth telling of each."""

from __future__ import annotations

import errno
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, assert_never

from companion.bench.expecting import Expecting
from companion.bench.fingers import Fingers, on_reader, press
from companion.bench.instructions import (
    Act,
    Chance,
    Choose,
    Disk,
    Expectation,
    ExpectDenied,
    FaultButton,
    FaultDisk,
    FaultOled,
    FaultReader,
    JumpClock,
    Kill,
    Later,
    OnReader,
    Powercut,
    Press,
    Restart,
    Scenario,
    Step,
    Wait,
    reader_role,
)
from companion.bench.place import Broken, LogLine, Place, Stand, Unable, game_log
from companion.bench.printing import print_instruction

_DISK_ERRNO: Final = {Disk.OK: 0, Disk.FULL: errno.ENOSPC, Disk.READONLY: errno.EROFS}


class Verdict(Enum):
    """How a scenario ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Frame:
    """The panel after a step that changed it."""

    line: int
    instruction: str
    at_ms: int
    frame: bytes


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one scenario."""

    path: str
    verdict: Verdict
    reason: str = ""
    """``path:line: what`` of the first broken expectation, or why it was skipped."""
    screen: tuple[str, ...] = ()
    """What the panel showed when it broke."""
    steps: int = 0
    """How many instructions were run."""
    time_ms: int = 0
    """On the stand's clock."""
    log: tuple[LogLine, ...] = ()
    frames: tuple[Frame, ...] = ()
    figures: tuple[str, ...] = ()


@dataclass(slots=True)
class _Run:
    """One scenario on its stand, as far as it came."""

    scenario: Scenario
    stand: Stand
    fingers: Fingers
    expecting: Expecting
    at: int = 0
    steps: int = 0
    queued: int = 0
    """The steps before this one have had their ``chance`` handed over."""
    frames: list[Frame] = field(default_factory=list)

    def all(self) -> None:
        for index, step in enumerate(self.scenario.steps):
            self.at = step.line
            if not isinstance(step.instruction, Expectation):
                self._queue_chance(index)
            self._step(index)
            self.steps += 1
            self._look(step)
        if self.fingers.unused is not None:
            key, self.at = self.fingers.unused
            raise Broken(f"chance {key} was never asked for")

    def _queue_chance(self, index: int) -> None:
        """What is done here may lead to chance at once: all ``chance`` up to the next act is handed over before."""
        steps = self.scenario.steps
        index += not isinstance(steps[index].instruction, Chance)
        for at, step in enumerate(steps[index:], index):
            if isinstance(step.instruction, Chance):
                if at >= self.queued:
                    self.queued = at + 1
                    self.fingers.chance(step.instruction.key, step.line)
            elif not isinstance(step.instruction, Expectation):
                return

    def _step(self, index: int) -> None:
        instruction = self.scenario.steps[index].instruction
        if isinstance(instruction, Expectation):
            self.expecting.check(instruction)
            return
        self.expecting.acting()
        after = self.scenario.steps[index + 1 :][:1]
        if isinstance(instruction, Choose) and after and isinstance(after[0].instruction, ExpectDenied):
            self.fingers.try_refused(instruction.key)
        else:
            self._do(instruction)
            self.fingers.throw(self.at)

    def _do(self, act: Act) -> None:
        stand = self.stand
        match act:
            case Press(button, hold_ms):
                press(stand, button, hold_ms)
            case Chance():
                pass  # it is queued
            case Choose(key):
                self.fingers.choose(key)
            case Wait(ms):
                stand.wait(ms)
            case OnReader(motion, things, reader):
                on_reader(stand, motion, things, reader_role(reader, self.scenario.names))
            case FaultReader(fault, reader, for_ms):
                stand.fault_reader(reader_role(reader, self.scenario.names), fault, for_ms)
            case FaultOled(number, for_ms):
                stand.fault_oled(number, for_ms)
            case FaultButton(button, bounce_ms):
                stand.fault_button(button, bounce_ms)
            case FaultDisk(disk):
                stand.fault_disk(_DISK_ERRNO[disk])
            case Kill():
                stand.kill()
            case Restart():
                stand.restart()
                self.fingers.resume()
            case Powercut():
                stand.powercut()
            case JumpClock(ms):
                stand.jump_clock(ms)
            case Later(word):
                raise Unable(f"{word} is not on this place")
            case _:
                assert_never(act)

    def _look(self, step: Step) -> None:
        shown = self.stand.shown()
        if shown and (not self.frames or self.frames[-1].frame != shown[-1].frame):
            now = self.stand.now_ms()
            self.frames.append(Frame(step.line, print_instruction(step.instruction), now, shown[-1].frame))


def run_scenario(scenario: Scenario, place: Place) -> Result:
    """Run one.  Whatever happens in it is its result."""
    lacks = place.lacks(scenario)
    if lacks:
        return Result(scenario.path, Verdict.SKIPPED, lacks)
    run: _Run | None = None
    verdict, why = Verdict.PASSED, ""
    screen: Sequence[str] = ()
    try:
        with place.stand(scenario) as stand:
            run = _Run(scenario, stand, Fingers(stand), Expecting(scenario, stand, place.is_timed))
            try:
                run.all()
            except Broken as broken:
                verdict, why = Verdict.FAILED, str(broken)
                screen = stand.shown()[-1].rows if stand.shown() else ()
            return _result(run, verdict, why, screen)
    except Unable as unable:
        return Result(scenario.path, Verdict.SKIPPED, str(unable), steps=run.steps if run else 0)
    except Exception:  # a fault of the box or of the bench: this scenario's result, and the next one runs
        where = f"{scenario.path}:{run.at if run else 1}"
        return Result(scenario.path, Verdict.FAILED, f"{where}: the box broke down\n{traceback.format_exc()}")


def _result(run: _Run, verdict: Verdict, why: str, screen: Sequence[str]) -> Result:
    return Result(
        run.scenario.path,
        verdict,
        f"{run.scenario.path}:{run.at}: {why}" if why else "",
        tuple(screen),
        run.steps,
        run.stand.now_ms(),
        game_log(run.stand.rows()),
        tuple(run.frames),
        tuple(run.expecting.figures),
    )
