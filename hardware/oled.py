"""An OLED of 128x64 pixels with an SSD1306 or an SH1106, through luma.oled.  The only file that imports luma.

luma sends a whole frame each time.  The two subclasses here keep a copy of what the panel holds and send the windows
that changed.  After any error nobody knows what the panel holds, or whether it lost its power meanwhile: the next
frame sets the panel up again with the commands that luma gave for it, and goes out whole.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from luma.core.error import Error as LumaError
from luma.oled.device import sh1106, ssd1306

from hardware.delta import BLANK, PAGES, WHOLE, Differ, Pages, Window, cut, shifted
from hardware.errors import DeviceLost

if TYPE_CHECKING:
    from hardware.links import Link
    from hardware.wiring import Controller

PAUSE_S: Final = 1.0
"""Nobody pulls a panel off and puts it back in less."""
SET_UP_EVERY_S: Final = 10.0
"""At the most, for the panel is dark while its frame is sent."""

_NOP: Final = 0xE3
_FILL: Final = (_NOP, _NOP)
"""After a transfer that broke: the chip may wait for arguments, of which no command in use takes more than two."""
_SET_CONTRAST: Final = 0x81
_DISPLAY_OFF: Final = 0xAE
_DISPLAY_ON: Final = 0xAF
_COLUMN_ADDRESS: Final = 0x21
_PAGE_ADDRESS: Final = 0x22
_PAGE_START: Final = 0xB0
_HIGH_COLUMN: Final = 0x10
_SH1106_FIRST_COLUMN: Final = 2
"""The SH1106 has 132 columns, of which modules show the middle 128."""


class _Recorder:
    """A serial interface for luma that remembers what luma sends to set a panel up.

    luma clears the memory while it does so; that isn't part of it, and the addressing before such data goes with it.
    """

    def __init__(self) -> None:
        self.set_up: list[tuple[int, ...]] = []

    def command(self, *cmd: int) -> None:
        self.set_up.append(cmd)

    def data(self, data: bytes) -> None:
        self.set_up.pop()

    def cleanup(self) -> None:
        """luma calls this when the interpreter ends."""


class _Windowed:
    """Mixed into luma's devices: sends what changed."""

    persist: bool
    shadow: Pages | None = None
    """What the panel's memory holds; None: unknown."""

    def display(self, image: Any) -> None:
        """luma's way to show an image of PIL, mode ``1`` and 128x64."""
        columns = image.transpose(5).tobytes("raw", "1;R")  # 5: rows become columns; eight bytes each, top bit lowest
        self.write(cut(b"".join([columns[p::PAGES] for p in range(PAGES)])))

    def write(self, pages: Pages) -> None:
        """Bring the panel's memory to *pages*.  When a transfer breaks, all is sent at the next call."""
        shadow, self.shadow = self.shadow, None
        for window in (WHOLE,) if shadow is None else self._windows(shadow, pages):
            self._send(window, pages)
        self.shadow = pages

    def _windows(self, old: Pages, new: Pages) -> Any:
        raise NotImplementedError

    def _send(self, window: Window, pages: Pages) -> None:
        raise NotImplementedError


class WindowedSsd1306(_Windowed, ssd1306):  # type: ignore[misc]
    """Windows of columns and pages, in horizontal addressing mode: SSD1306 data sheet rev 1.1, 10.1.3 to 10.1.5."""

    _differ: ClassVar = Differ(overhead=10)
    """Six bytes of commands, and address and control byte for commands and data."""

    def _windows(self, old: Pages, new: Pages) -> Any:
        return self._differ.windows(old, new)

    def _send(self, window: Window, pages: Pages) -> None:
        x0, x1, p0, p1 = window
        self.command(_COLUMN_ADDRESS, x0, x1 - 1, _PAGE_ADDRESS, p0, p1 - 1)
        self.data(window.cut(pages))


class WindowedSh1106(_Windowed, sh1106):  # type: ignore[misc]
    """Runs within one page, the only addressing there is: SH1106 data sheet V2.2, commands 1, 2 and 12."""

    _differ: ClassVar = Differ(overhead=7)

    def _windows(self, old: Pages, new: Pages) -> Any:
        return self._differ.spans(old, new)

    def _send(self, window: Window, pages: Pages) -> None:
        column = window.x0 + _SH1106_FIRST_COLUMN
        for p in range(window.p0, window.p1):
            self.command(_PAGE_START | p, column & 0x0F, _HIGH_COLUMN | column >> 4)
            self.data(pages[p][window.x0 : window.x1])


_PANELS: Final[dict[str, Any]] = {"ssd1306": WindowedSsd1306, "sh1106": WindowedSh1106}


class Oled:
    """Implements `hardware.api.Screen`.  Blocks while it talks (23 ms for a whole frame at 400 kHz): not for the loop.

    The constructor sends nothing; the first `show` sets the panel up.  What a call asks for is remembered before
    anything is sent, so after a `DeviceLost` any later `show` brings the panel to all of it.

    A panel that lost its power while nothing was sent to it would stay dark, for nobody tells.  So before a frame that
    follows on a pause it is asked whether it is on; where it can't be asked, it is set up anew now and then.
    """

    def __init__(
        self,
        link: Link,
        controller: Controller,
        device: str = "oled",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*device* is its name in errors; *clock* gives seconds."""
        self._device = device
        self._clock = clock
        self._link = link
        recorder = _Recorder()
        self._panel: Any = _PANELS[controller](recorder)
        self._panel.persist = True  # luma's hook at the end of the interpreter leaves the panel alone
        for needless in ("_mask", "_offsets"):  # luma's tables for packing: 16,384 numbers
            vars(self._panel).pop(needless, None)
        # The last command is the one that switches the panel on, which waits here till there is something to show.
        self._set_up = recorder.set_up[:-1]
        self._panel.command, self._panel.data = link.command, link.data
        self._is_set_up = False
        self._can_be_asked = False
        self._set_up_at = self._spoke_at = 0.0
        self._is_asleep = False
        self._is_off = False
        self._frame = BLANK
        self._pages = cut(BLANK)
        self._shift = (0, 0)
        self._contrast: int | None = None

    def show(self, frame: bytes) -> None:
        """As `hardware.api.Screen` says.  Raises `ValueError` for a frame of another size."""
        self._pages = cut(frame if self._shift == (0, 0) else shifted(frame, *self._shift))
        self._frame = frame
        try:
            if self._is_asleep:
                self._stay_off()
            elif not self._is_set_up:
                self._show_all()
            elif self._pages != self._panel.shadow:
                if self._has_lost_power():
                    self._show_all()
                else:
                    self._panel.write(self._pages)
                self._spoke_at = self._clock()
        except (OSError, LumaError, DeviceLost) as error:
            raise self._lost(error) from error

    def contrast(self, pct: int) -> None:
        """As `hardware.api.Screen` says."""
        self._contrast = max(0, min(255, round(pct * 255 / 100)))
        if self._is_set_up and not self._is_asleep:
            try:
                self._panel.command(_SET_CONTRAST, self._contrast)
            except (OSError, LumaError, DeviceLost) as error:
                raise self._lost(error) from error

    def shift(self, x: int, y: int) -> None:
        """As `hardware.api.Screen` says."""
        self._shift = (x, y)
        if self._is_set_up:
            self.show(self._frame)

    def sleep(self) -> None:
        """As `hardware.api.Screen` says."""
        self._is_asleep, self._is_off = True, False
        self.show(self._frame)

    def wake(self) -> None:
        """As `hardware.api.Screen` says.  The panel is set up anew."""
        self._is_asleep = self._is_set_up = False
        self.show(self._frame)

    def close(self) -> None:
        """As `hardware.api.Screen` says.  A panel that was only switched off would show its old picture again."""
        try:
            self._begin()
            self._panel.write(cut(BLANK))
            self._panel.command(_DISPLAY_OFF)
        except (OSError, LumaError, DeviceLost) as error:
            raise self._lost(error) from error
        finally:
            self._is_set_up = False
            # luma keeps the panel till the interpreter ends; what hangs on it may go now.
            for ours in ("command", "data", "shadow"):
                vars(self._panel).pop(ours, None)

    def _begin(self) -> None:
        """Set the panel up; it is off then, and its memory unknown."""
        self._is_set_up = False
        self._panel.shadow = None
        self._link.reset()
        self._panel.command(*_FILL)
        for command in self._set_up:
            self._panel.command(*command)
        if self._contrast is not None:
            self._panel.command(_SET_CONTRAST, self._contrast)

    def _show_all(self) -> None:
        self._begin()
        says_on_while_off = self._says_on()
        self._panel.write(self._pages)
        self._panel.command(_DISPLAY_ON)
        # An answer counts only from a panel that has given the right one twice.
        self._can_be_asked = says_on_while_off is False and self._says_on() is True
        self._is_set_up = True
        self._set_up_at = self._spoke_at = self._clock()

    def _stay_off(self) -> None:
        if not self._is_off:
            self._panel.command(*_FILL, _DISPLAY_OFF)
            self._is_off = True

    def _says_on(self) -> bool | None:
        """What the panel answers; None for one that doesn't."""
        try:
            return self._link.is_on()
        except OSError:
            return None

    def _has_lost_power(self) -> bool:
        """Whether it has, or may have where it can't be asked.  Raises as the link does."""
        now = self._clock()
        if now - self._spoke_at < PAUSE_S:
            return False
        return not self._link.is_on() if self._can_be_asked else now - self._set_up_at >= SET_UP_EVERY_S

    def _lost(self, error: Exception) -> DeviceLost:
        self._is_set_up = self._is_off = False
        if isinstance(error, DeviceLost):
            return error
        what, remedy = f"it can't be reached ({error})", "check its plug and its wires"
        if isinstance(error, OSError):
            match error.errno:
                case errno.EREMOTEIO | errno.ENXIO | errno.EIO:
                    what = f"no answer (errno {error.errno})"
                    if self._link.address is not None:
                        remedy += f"; i2cdetect has to show {self._link.address:02x}"
                case errno.ETIMEDOUT:
                    what = f"the bus hangs (errno {error.errno})"
                    remedy = "look for a short of SDA or SCL, then switch the box off and on"
        return DeviceLost(self._device, what, remedy=remedy, bus=self._link.bus_name, address=self._link.address)
