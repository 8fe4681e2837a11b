"""The 40-pin header, and how people write a pin.

A pin is known by its BCM number: ``GPIO5`` is 5.  Source: the pin-out that is printed in every Raspberry Pi manual with
a 40-pin header (B+ and later); header positions are counted as there, 1 beside the SD card.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

GPIO_COUNT: Final = 28
"""GPIO0 to GPIO27 are on the header."""

_LAYOUT: Final = """
3V3  5V
2    5V
3    GND
4    14
GND  15
17   18
27   GND
22   23
3V3  24
10   GND
9    25
11   8
GND  7
0    1
5    GND
6    12
13   GND
19   16
26   20
GND  21
"""

HEADER: Final[Mapping[int, str]] = dict(enumerate(_LAYOUT.split(), 1))
"""J8 position -> BCM number as text, or ``GND``, ``3V3``, ``5V``."""

POSITION: Final[Mapping[int, int]] = {int(what): position for position, what in HEADER.items() if what.isdigit()}
"""BCM number -> J8 position."""

_WRITTEN: Final = re.compile(r"(?P<label>GPIO|J8:)(?P<number>[0-9]{1,3})")
_POWER: Final = {"GND": "ground", "3V3": "3.3 V supply", "5V": "5 V supply"}


class NotAPin(ValueError):
    """What was written names no GPIO pin; *what* is wrong and its *remedy*."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what, remedy)
        self.what = what
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.what}; {self.remedy}"


def pin_name(pin: int) -> str:
    """``GPIO5 (J8:29)``, for people.  The BCM number of a pin that isn't on the header stands alone."""
    return f"GPIO{pin} (J8:{POSITION[pin]})" if pin in POSITION else f"GPIO{pin}"


def parse_pin(written: object) -> int:
    """The BCM number of ``"GPIO5"``, ``"J8:29"`` or ``5``.  Raises `NotAPin`: the writer's to mend.

    >>> parse_pin("GPIO5"), parse_pin("J8:29"), parse_pin(5)
    (5, 5, 5)
    >>> parse_pin(29)
    Traceback (most recent call last):
    hardware.wiring.pins.NotAPin: there is no GPIO29; header position 29 is written "J8:29", it is GPIO5
    """
    if isinstance(written, int) and not isinstance(written, bool):
        return _bcm(written)
    if isinstance(written, str) and (match := _WRITTEN.fullmatch(written.strip().upper())):
        number = int(match["number"])
        return _bcm(number) if match["label"] == "GPIO" else _at_header(number)
    raise NotAPin(f"{written!r} is not a pin", 'write "GPIO5", "J8:29" (header position) or 5 (BCM number)')


def _bcm(number: int) -> int:
    if number in POSITION:
        return number
    position = HEADER.get(number, "")
    if position.isdigit():
        raise NotAPin(
            f"there is no GPIO{number}", f'header position {number} is written "J8:{number}", it is GPIO{position}'
        )
    if position:
        raise NotAPin(
            f"there is no GPIO{number}", f"header position {number} is {_POWER[position]}: {_choose_another(number)}"
        )
    raise NotAPin(f"there is no GPIO{number}", f"the header has GPIO0 to GPIO{GPIO_COUNT - 1}")


def _at_header(position: int) -> int:
    what = HEADER.get(position)
    if what is None:
        raise NotAPin(f"the header has no position {position}", "J8:1 to J8:40 are there")
    if what in _POWER:
        raise NotAPin(f"J8:{position} is {_POWER[what]}, not a GPIO pin", _choose_another(position))
    return int(what)


def _choose_another(position: int) -> str:
    """The GPIO pins nearest on the header are what was probably meant."""
    near = sorted(POSITION.items(), key=lambda item: abs(item[1] - position))[:2]
    return "nearest are " + " and ".join(pin_name(pin) for pin, _ in sorted(near, key=lambda item: item[1]))
