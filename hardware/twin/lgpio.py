"""A peer of the module ``lgpio`` 0.2.2: as much of it as gpiozero calls, with hands that move the pins.

Written from the module's public documentation.  Callbacks run in the caller, before `FakeLgpio.drive` returns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import ClassVar

Callback = Callable[[int, int, int, int], None]
"""(chip, pin, level, stamp in ns)."""

_IS_OUTPUT = 1 << 1


class LgpioError(Exception):
    """``lgpio.error``."""


@dataclass
class _Line:
    level: int = 1
    flags: int = 0
    edges: int = 0
    is_claimed: bool = False
    pwm: tuple[float, float] = (0, 0)
    watchers: list[FakeCallback] = field(default_factory=list)


class FakeLgpio(ModuleType):
    """Stands in for ``lgpio`` where it is imported.  One of its chips has the pins; its handles are chip numbers."""

    error: ClassVar = LgpioError
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    def __init__(self, labels: Mapping[int, str]) -> None:
        """*labels* of the chips there are, by their numbers."""
        super().__init__("lgpio")
        self.labels = dict(labels)
        self.opened: list[int] = []
        self.lines: dict[int, _Line] = {}

    # -- what gpiozero calls ----------------------------------------------------------------------------------

    def gpiochip_open(self, gpiochip: int) -> int:
        """A handle."""
        if gpiochip not in self.labels:
            raise LgpioError("can not open gpiochip")
        self.opened.append(gpiochip)
        return gpiochip

    def gpiochip_close(self, handle: int) -> int:
        """The handle is of no use any more."""
        self.opened.remove(handle)
        return 0

    def gpio_get_chip_info(self, handle: int) -> list[int | str]:
        """Status, number of lines, name, label."""
        return [0, 54, f"gpiochip{handle}", self.labels[handle]]

    def gpio_claim_input(self, handle: int, gpio: int, lFlags: int = 0) -> int:
        """As an input."""
        line = self._line(handle, gpio)
        line.is_claimed, line.flags, line.edges = True, lFlags, 0
        return 0

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0, lFlags: int = 0) -> int:
        """As an output."""
        line = self._line(handle, gpio)
        line.is_claimed, line.flags, line.level = True, lFlags | _IS_OUTPUT, level
        return 0

    def gpio_claim_alert(self, handle: int, gpio: int, eFlags: int, lFlags: int = 0) -> int:
        """As an input whose edges are told."""
        line = self._line(handle, gpio)
        line.is_claimed, line.flags, line.edges = True, lFlags, eFlags
        return 0

    def gpio_free(self, handle: int, gpio: int) -> int:
        """Claimed no more."""
        self._line(handle, gpio).is_claimed = False
        return 0

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        """The flags."""
        return self._line(handle, gpio).flags

    def gpio_read(self, handle: int, gpio: int) -> int:
        """The level."""
        return self._line(handle, gpio).level

    def gpio_write(self, handle: int, gpio: int, level: int) -> int:
        """Set the level of an output."""
        line = self._line(handle, gpio)
        if not line.flags & _IS_OUTPUT:
            raise LgpioError("GPIO not set as an output")
        line.level = int(level)
        return 0

    def gpio_set_debounce_micros(self, handle: int, gpio: int, debounce_micros: int) -> int:
        """Bounce is no business of the library's here."""
        if debounce_micros:
            raise LgpioError("bad debounce time")
        return 0

    def tx_pwm(self, handle: int, gpio: int, pwm_frequency: float, pwm_duty_cycle: float) -> int:
        """A tone; frequency 0 ends it."""
        self._line(handle, gpio).pwm = (pwm_frequency, pwm_duty_cycle)
        return 0

    def callback(self, handle: int, gpio: int, edge: int, func: Callback) -> FakeCallback:
        """Have *func* called at edges, till it is cancelled."""
        line = self._line(handle, gpio)
        watcher = FakeCallback(line, edge, func)
        line.watchers.append(watcher)
        return watcher

    # -- hands ------------------------------------------------------------------------------------------------

    def drive(self, gpio: int, level: int) -> None:
        """Bring an input to a level from outside."""
        line = self.lines.setdefault(gpio, _Line())
        if line.level == level:
            return
        line.level = level
        edge = self.RISING_EDGE if level else self.FALLING_EDGE
        for watcher in list(line.watchers):
            if line.edges & watcher.edge & edge:
                watcher.func(self.opened[0], gpio, level, 0)

    def _line(self, handle: int, gpio: int) -> _Line:
        if handle not in self.opened:
            raise LgpioError("unknown handle")
        return self.lines.setdefault(gpio, _Line())


class FakeCallback:
    """What ``lgpio.callback`` gives."""

    def __init__(self, line: _Line, edge: int, func: Callback) -> None:
        self._line = line
        self.edge = edge
        self.func = func

    def cancel(self) -> None:
        """No calls any more."""
        self._line.watchers.remove(self)
