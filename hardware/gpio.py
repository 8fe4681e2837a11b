"""Buttons, lamps and the buzzer on GPIO pins, through gpiozero.  The only file that imports gpiozero.

The pin factory is chosen by name, and is the one that is named: there is no falling back.  Nothing of gpiozero's own
timing is used (its bounce times mean something else in every factory), none of its threads, and not its event
properties, which swallow a press after a lost release: an edge goes from the pin to the listener.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from gpiozero import InputDevice, OutputDevice, PWMOutputDevice

from hardware.errors import DeviceLost, DeviceUnavailable
from hardware.wiring.pins import pin_name

_CHIP_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm")
"""Labels of the chips that drive a Raspberry Pi's header begin so: ``pinctrl-rp1`` on the 5, ``pinctrl-bcm2711`` on
the 4, ``pinctrl-bcm2835`` before.  Their numbers have changed from kernel to kernel."""
_MOST_CHIPS: Final = 32


class _Library(NamedTuple):
    module: str
    factory: str
    python_name: str
    package: str
    """Of Raspberry Pi OS and Debian."""


_LIBRARIES: Final = {
    "lgpio": _Library("gpiozero.pins.lgpio", "LGPIOFactory", "lgpio", "python3-lgpio"),
    "rpigpio": _Library("gpiozero.pins.rpigpio", "RPiGPIOFactory", "RPi.GPIO", "python3-rpi.gpio"),
    "native": _Library("gpiozero.pins.native", "NativeFactory", "gpiozero", "python3-gpiozero"),
}


def open_pin_factory(name: str, notify_folder: Path, chip: int | None = None) -> Any:
    """The pin factory of this name.  Raises `DeviceUnavailable`; the caller closes what it got.

    *notify_folder*: an existing, writable folder, where lgpio puts a pipe.  *chip*: for lgpio alone, the number in
    ``/dev/gpiochip…``; None: the one whose label is a Raspberry Pi's.
    """
    library = _LIBRARIES.get(name)
    if library is None:
        remedy = f"pin_factory is one of {', '.join(_LIBRARIES)}"
        raise DeviceUnavailable("GPIO", f"there is no pin factory {name!r}", remedy=remedy)
    module = _load(library, notify_folder)
    try:
        if name == "lgpio":
            factory = module.LGPIOFactory(chip=_chip(module.lgpio) if chip is None else chip)
        else:
            factory = getattr(module, library.factory)()
        factory.board_info  # noqa: B018  a box that isn't a Raspberry Pi is told so here, not at the first pin
    except DeviceUnavailable:
        raise
    except Exception as error:  # pin libraries raise what they like; lgpio's error is an Exception and no more
        what = f"{library.python_name} can't be used here: {_first_line(error)}"
        remedy = "it has to be a Raspberry Pi, and the user in the group gpio"
        raise DeviceUnavailable("GPIO", what, remedy=remedy) from error
    return factory


def mock_pins() -> Any:
    """gpiozero's module of mock pins, which the twin builds upon."""
    return import_module("gpiozero.pins.mock")


def _load(library: _Library, notify_folder: Path) -> Any:
    """gpiozero's module for this library."""
    # lgpio reads LG_WD when it is imported, makes its pipe there, and takes the whole process with it.
    os.environ["LG_WD"] = str(notify_folder)
    here = Path.cwd()
    try:
        return import_module(library.module)
    except ImportError as error:
        what = f"the Python package {library.python_name} is missing"
        remedy = f"install it: sudo apt install {library.package}"
        raise DeviceUnavailable("GPIO", what, remedy=remedy) from error
    except Exception as error:  # RPi.GPIO: RuntimeError on another machine; lgpio: an OSError for its pipe
        what = f"{library.python_name} doesn't start: {_first_line(error)}"
        remedy = f"it has to be a Raspberry Pi, and {notify_folder} a folder that can be written"
        raise DeviceUnavailable("GPIO", what, remedy=remedy) from error
    finally:
        os.chdir(here)


def _chip(lgpio: Any) -> int:
    """The number of the chip that drives the header."""
    seen: list[str] = []
    for number in range(_MOST_CHIPS):
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue
        label = str(lgpio.gpio_get_chip_info(handle)[3])
        lgpio.gpiochip_close(handle)
        if label.startswith(_CHIP_LABELS):
            return number
        seen.append(f"{number} is {label}")
    if seen:
        what, remedy = f"no GPIO chip is a Raspberry Pi's ({', '.join(seen)})", "set chip under [gpio] to its number"
    else:
        what, remedy = "no GPIO chip can be opened", "add the user to the group gpio, and log in again"
    raise DeviceUnavailable("GPIO", what, remedy=remedy)


class ButtonPin:
    """A button between a pin and ground, pulled up inside."""

    def __init__(self, factory: Any, name: str, pin: int, on_edge: Callable[[str, bool], None]) -> None:
        """*on_edge* gets (name, down) from a thread of the pin library's; it mustn't raise, nor take long."""
        self._name = name
        self._on_edge = on_edge
        self._device: Any = None
        try:
            self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
            self._device.pin.edges = "both"
            # Held weakly there: a method of an object that lives, never a lambda.
            self._device.pin.when_changed = self._changed
        except Exception as error:
            self.close()
            raise _cannot_set_up(f"button {name}", pin, factory, error) from error

    def _changed(self, ticks: object, level: object) -> None:
        self._on_edge(self._name, not level)

    def is_pressed(self) -> bool:
        """The level as it is now.  Raises `DeviceLost`."""
        try:
            return bool(self._device.is_active)
        except Exception as error:
            raise _lost(f"button {self._name}", error) from error

    def close(self) -> None:
        """Free the pin."""
        if self._device is not None:
            self._device.close()


class OutputPin:
    """A pin that is high or low: a lamp between it and ground, or a control line of the display."""

    def __init__(self, factory: Any, name: str, pin: int, level: bool = False) -> None:
        """*level* at the start."""
        self._name = name
        try:
            self._device = OutputDevice(pin, initial_value=level, pin_factory=factory)
        except Exception as error:
            raise _cannot_set_up(name, pin, factory, error) from error

    def set(self, level: bool) -> None:
        """True for high.  Raises `DeviceLost`."""
        try:
            self._device.value = level
        except Exception as error:
            raise _lost(self._name, error) from error

    def close(self) -> None:
        """Free the pin."""
        self._device.close()


class TonePin:
    """A passive buzzer between a pin and ground, driven by PWM."""

    def __init__(self, factory: Any, name: str, pin: int) -> None:
        self._name = name
        try:
            self._device = PWMOutputDevice(pin, pin_factory=factory)
            self._device.frequency = None
        except Exception as error:
            raise _cannot_set_up(name, pin, factory, error) from error

    def set(self, hz: float | None) -> None:
        """Sound, or silence.  Raises `DeviceLost`."""
        try:
            if hz is None:
                self._device.value = 0
                self._device.frequency = None
                self._device.value = 0  # without PWM: the level at which it happened to stop
            else:
                self._device.frequency = hz
                self._device.value = 0.5
        except Exception as error:
            raise _lost(self._name, error) from error

    def close(self) -> None:
        """Free the pin."""
        self._device.close()


def _cannot_set_up(name: str, pin: int, factory: Any, error: Exception) -> DeviceUnavailable:
    by_module = {library.module: library for library in _LIBRARIES.values()}
    library = by_module.get(type(factory).__module__)
    culprit = type(factory).__name__ if library is None else f"{library.python_name} ({library.package})"
    if isinstance(error, RuntimeError) and "edge" in str(error):
        what = f"{culprit} can't watch its edges"
        remedy = 'on kernels from 6.6 on set pin_factory = "lgpio"; if it is, something else holds the pin'
    else:
        what = f"{culprit} can't set it up: {_first_line(error)}"
        remedy = "see that no other program, add-on board or overlay uses the pin"
    return DeviceUnavailable(name, what, remedy=remedy, bus=pin_name(pin))


def _lost(name: str, error: Exception) -> DeviceLost:
    return DeviceLost(name, f"its pin can't be used any more: {_first_line(error)}", remedy="start the box again")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
