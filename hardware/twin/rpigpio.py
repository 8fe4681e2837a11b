"""A peer of the module ``RPi.GPIO`` 0.7.1: as much of it as gpiozero calls, with hands that move the pins.

Written from the module's public documentation.  Callbacks run in the caller, before `FakeRpiGpio.drive` returns.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Final

Callback = Callable[[int], None]


class FakeRpiGpio(ModuleType):
    """Stands in for ``RPi.GPIO`` where it is imported."""

    LOW, HIGH = 0, 1
    OUT, IN = 0, 1
    BOARD, BCM = 10, 11
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33
    SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = 40, 41, 42, 43, -1
    _NO_BOUNCETIME: Final = -666

    def __init__(self) -> None:
        super().__init__("RPi.GPIO")
        self.can_watch_edges = True
        """False: as 0.7.1 is on kernels from 6.6 on."""
        self.functions: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.callbacks: dict[int, tuple[int, Callback]] = {}
        self.tones: dict[int, FakePwm] = {}

    # -- what gpiozero calls ----------------------------------------------------------------------------------

    def setmode(self, mode: int) -> None:
        """Numbering; anything but BCM isn't expected here."""
        if mode != self.BCM:
            raise ValueError("An invalid mode was passed to setmode()")

    def setwarnings(self, flag: bool) -> None:
        """Nothing to see."""

    def setup(self, channel: int, direction: int, pull_up_down: int = PUD_OFF, initial: int = -1) -> None:
        """Claim a pin."""
        self.functions[channel] = direction
        if direction == self.OUT:
            self.levels[channel] = max(initial, self.LOW)
        elif channel not in self.levels or pull_up_down != self.PUD_OFF:
            self.levels[channel] = int(pull_up_down == self.PUD_UP)

    def cleanup(self, channel: int | None = None) -> None:
        """Free one pin, or all."""
        for pin in list(self.functions) if channel is None else [channel]:
            self.functions.pop(pin, None)
            self.callbacks.pop(pin, None)
            self.levels.pop(pin, None)

    def gpio_function(self, channel: int) -> int:
        """IN or OUT."""
        return self.functions.get(channel, self.IN)

    def input(self, channel: int) -> int:
        """The level."""
        if channel not in self.functions:
            raise RuntimeError("You must setup() the GPIO channel first")
        return self.levels[channel]

    def output(self, channel: int, value: int) -> None:
        """Set the level."""
        if self.functions.get(channel) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.levels[channel] = int(bool(value))

    def add_event_detect(
        self, channel: int, edge: int, callback: Callback | None = None, bouncetime: int = _NO_BOUNCETIME
    ) -> None:
        """Watch a pin."""
        if not self.can_watch_edges:
            raise RuntimeError("Failed to add edge detection")
        if channel in self.callbacks:
            raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
        if bouncetime <= 0 and bouncetime != self._NO_BOUNCETIME:
            raise ValueError("Bouncetime must be greater than 0")
        if callback is not None:
            self.callbacks[channel] = (edge, callback)

    def remove_event_detect(self, channel: int) -> None:
        """Watch it no more."""
        self.callbacks.pop(channel, None)

    def PWM(self, channel: int, frequency: float) -> FakePwm:
        """A tone."""
        if self.functions.get(channel) != self.OUT:
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        self.tones[channel] = FakePwm(frequency)
        return self.tones[channel]

    # -- hands ------------------------------------------------------------------------------------------------

    def drive(self, channel: int, level: int) -> None:
        """Bring an input to a level from outside."""
        if self.levels.get(channel) == level:
            return
        self.levels[channel] = level
        edge, callback = self.callbacks.get(channel, (0, None))
        if callback is not None and edge in (self.BOTH, self.RISING if level else self.FALLING):
            callback(channel)


class FakePwm:
    """What ``RPi.GPIO.PWM`` gives."""

    def __init__(self, frequency: float) -> None:
        self.frequency = frequency
        self.duty_pct = 0.0
        self.runs = False

    def start(self, dutycycle: float) -> None:
        """Begin."""
        self.runs = True
        self.duty_pct = dutycycle

    def stop(self) -> None:
        """End."""
        self.runs = False

    def ChangeFrequency(self, frequency: float) -> None:
        """In Hz."""
        if frequency <= 0:
            raise ValueError("frequency must be greater than 0.0")
        self.frequency = frequency

    def ChangeDutyCycle(self, dutycycle: float) -> None:
        """In percent."""
        if not 0 <= dutycycle <= 100:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")
        self.duty_pct = dutycycle
