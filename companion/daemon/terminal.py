"""The simulated table in a terminal: the panel's pixels in braille, lamps, buttons to click and keys, the public log.

It knows of the box what somebody who sits before it sees and can touch (`TableWorld`), and of the game the lines that
are said to everyone.  It looks at the world twenty times a second and draws what changed; where nothing changed nothing
is written.

A terminal tells no release of a key: a key is a tap, some keys are a long press, and ``h`` holds OK until it is struck
again.  The mouse presses as long as it is down.
"""

from __future__ import annotations

import asyncio
import select
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import ClassVar, Final, Protocol

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.drivers.linux_driver import LinuxDriver
from textual.screen import ModalScreen
from textual.widgets import RichLog, Static

from companion.daemon.tag_book import Tagged
from companion.daemon.tappable import Picking, ReaderWorld, Tappable
from companion.rules.text import text
from companion.words import Words

COLUMNS: Final = 80
ROWS: Final = 24
"""The smallest terminal that holds the table."""
LOOKS_PER_S: Final = 20
TAP_S: Final = 0.04
PAUSE_S: Final = 0.03
"""Between two taps: the release of the one must be believed before the other comes."""
HUNG_UP_S: Final = 1.0
"""So often it is asked whether the terminal is still there."""
LAID_S: Final = 0.4
"""So long a piece lies there that is tapped."""
LIFTED_S: Final = 0.8
"""So long one that lay there before is lifted, for its going to be noticed."""
LONGER_S: Final = 0.2
"""A long press is held for so long beyond the time that makes it long."""
BUTTONS: Final = {"up": "↑", "down": "↓", "ok": "Enter", "back": "Esc", "roll": "R"}
"""What stands on each button: the key that taps it."""
SEAT_LAMPS: Final = tuple(f"seat/{seat}" for seat in range(1, 7))
ERROR_LAMP: Final = "error"

_LEFT: Final = tuple(
    sum(dot for bit, dot in enumerate((0x01, 0x02, 0x04, 0x40)) if rows >> bit & 1) for rows in range(16)
)
_RIGHT: Final = tuple(
    sum(dot for bit, dot in enumerate((0x08, 0x10, 0x20, 0x80)) if rows >> bit & 1) for rows in range(16)
)
"""The dots of a braille character (2 columns of 4) by the pixels of its left and of its right column."""
_WIDTH: Final = 128


class TableWorld(Protocol):
    """A box on the table, as one sees and touches it."""

    def pixels(self) -> bytes:
        """What the panel shows: 1024 page bytes, byte 128*p + x, bit 0 uppermost of page p."""

    def press(self, button: str) -> None:
        """Put a finger on ``up down ok back roll``."""

    def release(self, button: str) -> None:
        """Take it off."""

    def lamp(self, lamp: str) -> bool:
        """Whether ``seat/1`` … ``seat/6`` or ``error`` burns just now.  Raises `KeyError` for one that isn't wired."""

    @property
    def buzzer_hz(self) -> float | None:
        """The tone that sounds just now, or None."""


Tell = Callable[[str], None]


def braille(frame: bytes) -> str:
    """A frame as 16 lines of 64 characters, each two pixels wide and four high; dark is a space."""
    lines = []
    for page in range(0, len(frame), _WIDTH):
        for shift in (0, 4):
            rows = [byte >> shift & 15 for byte in frame[page : page + _WIDTH]]
            dots = [_LEFT[left] | _RIGHT[right] for left, right in zip(rows[::2], rows[1::2], strict=True)]
            lines.append("".join(chr(0x2800 + each) if each else " " for each in dots))
    return "\n".join(lines)


class Keyboard(LinuxDriver):
    """Takes what is no UTF-8 (an accent from a Latin-1 terminal, a line's noise) for no key; else it ends Textual."""

    def run_input_thread(self) -> None:
        """As Textual does, and again after such bytes."""
        while not self.exit_event.is_set():
            with suppress(UnicodeDecodeError):
                super().run_input_thread()

    def _sigcont_application(self, *_: object) -> None:
        """Come back, from a stop only: whoever closes a shell sends SIGCONT too, and a second thread would then read
        the terminal's end, which nobody ends."""
        if self._must_signal_resume:
            super()._sigcont_application()

    def is_hung_up(self) -> bool:
        """Whether the terminal is gone; Textual would read its end again and again."""
        line = select.poll()
        line.register(self.fileno, 0)
        return bool(line.poll(0))


class BoxButton(Static):
    """A button of the box: down as long as the mouse is."""

    def __init__(self, button: str, world: TableWorld) -> None:
        super().__init__(f"{button.upper():<4} {BUTTONS[button]:>5}", id=button, markup=False)
        self._button, self._world = button, world

    def on_mouse_down(self) -> None:
        """A finger goes down; the mouse belongs to this button until it is up again."""
        self.capture_mouse()
        self.hold(True)

    def on_mouse_up(self) -> None:
        """Up, wherever the mouse is by now."""
        self.release_mouse()
        self.hold(False)

    def hold(self, down: bool) -> None:
        """Press or release."""
        if down == self.has_class("down"):
            return
        self.set_class(down, "down")
        (self._world.press if down else self._world.release)(self._button)


class Lamp(Static):
    """A lamp, lit or dark."""

    def __init__(self, lamp: str, label: str) -> None:
        super().__init__(f"○ {label}", markup=False, classes="error" if lamp == ERROR_LAMP else "seat")
        self.lamp, self._label = lamp, label

    def burn(self, lit: bool) -> None:
        """As the one in the box does."""
        if lit != self.has_class("lit"):
            self.set_class(lit, "lit")
            self._draw()

    def name_it(self, label: str) -> None:
        """Write something else beside it."""
        self._label = label
        self._draw()

    def _draw(self) -> None:
        self.update(f"{'●' if self.has_class('lit') else '○'} {self._label}")


class PublicLog(RichLog, can_focus=False):
    """What was said to everyone.  It takes no focus, or it would take the arrow keys with it."""


class Note(ModalScreen[None]):
    """Something to read; any key or click ends it."""

    def __init__(self, said: str) -> None:
        super().__init__()
        self._said = said

    def compose(self) -> ComposeResult:
        """The text in a box."""
        yield Static(self._said, markup=False, classes="note")

    def on_key(self, event: events.Key) -> None:
        """Any."""
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        """Anywhere."""
        self.dismiss()


class Question(ModalScreen[bool]):
    """Yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,o,enter", "dismiss(True)"),
        Binding("n,escape", "dismiss(False)"),
    ]

    def __init__(self, said: str) -> None:
        super().__init__()
        self._said = said

    def compose(self) -> ComposeResult:
        """The text in a box."""
        yield Static(self._said, markup=False, classes="note")


class TapChooser(ModalScreen[None]):
    """Which piece, and on which reader; it stands below the panel."""

    ROWS: ClassVar[int] = 4

    def __init__(
        self,
        picking: Picking,
        head: Callable[[str, str], str],
        keys: str,
        none: str,
        tap: Callable[[str, Tagged], None],
        turn: Callable[[str, Tagged], None],
    ) -> None:
        """*head* says which reader it is, and what was typed; *none*, that nothing fits.  *tap* lays a piece there and
        lifts it; *turn* lays it there, or lifts it where it lies."""
        super().__init__()
        self._picking, self._say_head, self._none, self._tap, self._turn = picking, head, none, tap, turn
        self._head = Static(id="tap-head", markup=False)
        self._rows = Static(id="tap-rows", markup=False)
        self._keys = Static(keys, id="tap-keys", markup=False)

    def compose(self) -> ComposeResult:
        """Reader and letters, pieces, keys."""
        with Vertical(id="chooser"):
            yield self._head
            yield self._rows
            yield self._keys

    def on_mount(self) -> None:
        """At the first piece."""
        self._draw()

    def on_key(self, event: events.Key) -> None:
        """Letters narrow the list; everything else acts."""
        event.stop()
        picking = self._picking
        match event.key:
            case "escape":
                self.dismiss()
                return
            case "up" | "down":
                picking.move(-1 if event.key == "up" else 1)
            case "tab" | "shift+tab":
                picking.next_reader(1 if event.key == "tab" else -1)
            case "backspace":
                picking.erase()
            case "asterisk":
                picking.any_of_these()
            case "enter" | "space":
                self._act(event.key)
            case _ if event.character and event.is_printable:
                picking.type(event.character)
        self._draw()

    def _act(self, key: str) -> None:
        if (picked := self._picking.picked) is None:
            return
        if key == "enter":
            self._tap(self._picking.role, picked)
            self.dismiss()
        else:
            self._turn(self._picking.role, picked)

    def _draw(self) -> None:
        self._head.update(self._say_head(self._picking.role, self._picking.typed))
        self._rows.update(self._picking.rows(self.ROWS, COLUMNS - 4) or self._none)


class TerminalTable(App[int]):
    """The table.  Its exit status is that of *main*, or 0 where the player quits."""

    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "tap('up')"),
        Binding("down", "tap('down')"),
        Binding("enter", "tap('ok')"),
        Binding("escape,backspace", "tap('back')"),
        Binding("r,space", "tap('roll')"),
        Binding("m", "long('ok')"),
        Binding("x", "long('back')"),
        Binding("h", "hold"),
        Binding("t", "pick"),
        Binding("pageup", "leaf(-1)"),
        Binding("pagedown", "leaf(1)"),
        Binding("f1,question_mark", "explain"),
        Binding("q,ctrl+q,ctrl+c", "leave", priority=True),
    ]

    def __init__(
        self,
        world: TableWorld,
        lines: Callable[[Tell], None],
        main: Callable[[], Awaitable[int]],
        words: Callable[[], Words],
        long_ms: int = 600,
        tappable: Tappable | None = None,
    ) -> None:
        """A table before *world*.

        *lines* is called once with the function that takes the lines of the public log; *main* is the box's own task:
        it runs in this loop, is cancelled where the player quits, and what it raises is kept in `fault`.  *words* are
        asked for at every look, for the language is chosen at the table.  *long_ms* is what the box takes for a long
        press.  *tappable*: pieces and readers, where the box has any.
        """
        super().__init__(driver_class=Keyboard)
        self.fault: Exception | None = None
        self._world, self._lines, self._main, self._words = world, lines, main, words
        self._language = words().language
        self._long_s = long_ms / 1000 + LONGER_S
        self._taps: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
        self._tappable = tappable
        self._laid: asyncio.Queue[tuple[str, Tagged]] = asyncio.Queue()
        self._role = "" if tappable is None else tappable.world.roles[0]
        self._random = Random()
        self._lying = Static(id="lying", markup=False)
        self._lay_there = ""
        self._seen = b""
        self._heard: float | None = None
        self._panel = Static(id="panel", markup=False)
        self._lamps = [*(Lamp(seat, seat[-1]) for seat in SEAT_LAMPS), Lamp(ERROR_LAMP, self._say("error"))]
        self._buzzer = Static(id="buzzer", markup=False)
        self._buttons = {button: BoxButton(button, world) for button in BUTTONS}
        self._said = PublicLog(id="log", wrap=True, min_width=1, max_lines=2000)
        self._keys = Static(self._say("keys"), id="keys", markup=False)
        self._small = Static(id="small", markup=False)

    def _say(self, key: str, **args: int | str) -> str:
        return self._words().say(text(f"daemon.terminal.{key}", **args))

    def compose(self) -> ComposeResult:
        """Panel, lamps and buttons above, log and a line of help below."""
        with Vertical(id="room"):
            with Horizontal(id="box"):
                yield self._panel
                with Vertical(id="side"):
                    for left, right in zip(self._lamps[:3], self._lamps[3:6], strict=True):
                        yield Horizontal(left, right, classes="pair")
                    yield self._lamps[-1]
                    yield self._buzzer
                    yield from self._buttons.values()
            yield self._said
            yield self._lying
            yield self._keys
        yield self._small

    def on_mount(self) -> None:
        """The box comes alive with the terminal."""
        for lamp in self._lamps:
            lamp.visible = self._is_wired(lamp.lamp)
        self._look()
        self.set_interval(1 / LOOKS_PER_S, self._look)
        self.set_interval(HUNG_UP_S, self._end_with_the_terminal)
        self._lines(self._tell)
        self.run_worker(self._tap_all())
        self.run_worker(self._lay_all())
        self._playing = self.run_worker(self._play(), exit_on_error=False)

    def on_resize(self, event: events.Resize) -> None:
        """Say so where the table has no room."""
        width, height = event.size
        self.set_class(width < COLUMNS or height < ROWS, "-small")
        self.set_class(width >= COLUMNS + 40, "-wide")
        self._tell_size()

    def _tell_size(self) -> None:
        width, height = self.size
        self._small.update(self._say("small", width=width, height=height, columns=COLUMNS, rows=ROWS))

    async def _play(self) -> None:
        status = 0
        try:
            status = await self._main()
        except Exception as fault:
            self.fault = fault
            status = 1
        finally:
            self.exit(status)

    def _end_with_the_terminal(self) -> None:
        """A window that was closed doesn't always tell its programs."""
        if isinstance(self._driver, Keyboard) and self._driver.is_hung_up():
            self._playing.cancel()

    def _tell(self, line: str) -> None:
        self._said.write(line)

    # -- what is seen -----------------------------------------------------------------------------------------

    def _is_wired(self, lamp: str) -> bool:
        try:
            self._world.lamp(lamp)
        except KeyError:
            return False
        return True

    def _look(self) -> None:
        language = self._words().language
        if language != self._language:
            self._language = language
            self._keys.update(self._say("keys"))
            self._lamps[-1].name_it(self._say("error"))
            self._tell_size()
        pixels = self._world.pixels()
        if pixels != self._seen:
            self._seen = pixels
            self._panel.update(braille(pixels))
        for lamp in self._lamps:
            if lamp.visible:
                lamp.burn(self._world.lamp(lamp.lamp))
        tone = self._world.buzzer_hz
        if tone != self._heard:
            self._heard = tone
            self._buzzer.update(f"♪ {tone:.0f} Hz" if tone else "")
        lying = "" if self._tappable is None else self._tappable.lying()
        if lying != self._lay_there:
            self._lay_there = lying
            self._lying.update(lying)
            self._lying.set_class(bool(lying), "any")
            self.set_class(bool(lying), "-lying")

    # -- what is touched --------------------------------------------------------------------------------------

    async def _tap_all(self) -> None:
        """One after the other, so that keys struck in a hurry (or sent by a script) all count."""
        while True:
            button, held_s = await self._taps.get()
            finger = self._buttons[button]
            finger.hold(True)
            await asyncio.sleep(held_s)
            finger.hold(False)
            await asyncio.sleep(PAUSE_S)

    async def _lay_all(self) -> None:
        """Taps of pieces, one after the other."""
        while True:
            role, tagged = await self._laid.get()
            if tagged.tag in self._world_of_tags.lying(role):
                self._world_of_tags.lift(role, tagged.tag)
                await asyncio.sleep(LIFTED_S)
            self._world_of_tags.place(role, tagged.tag)
            await asyncio.sleep(LAID_S)
            if tagged.tag in self._world_of_tags.lying(role):
                self._world_of_tags.lift(role, tagged.tag)

    @property
    def _world_of_tags(self) -> ReaderWorld:
        assert self._tappable is not None  # else nobody could choose a piece
        return self._tappable.world

    def action_pick(self) -> None:
        """Choose a piece, to tap it or to lay it down."""
        if self._tappable is None:
            self.push_screen(Note(self._say("no_readers")))
            return
        picking = Picking(self._tappable, self._role, self._words(), self._random)
        keys, none = self._say("tap_keys"), self._say("tap_none")
        self.push_screen(TapChooser(picking, self._head, keys, none, self._tap_piece, self._turn_piece))

    def _head(self, role: str, typed: str) -> str:
        return self._say("tap_head", role=role, typed=typed)

    def _tap_piece(self, role: str, tagged: Tagged) -> None:
        self._role = role
        self._laid.put_nowait((role, tagged))

    def _turn_piece(self, role: str, tagged: Tagged) -> None:
        self._role = role
        if tagged.tag in self._world_of_tags.lying(role):
            self._world_of_tags.lift(role, tagged.tag)
        else:
            self._world_of_tags.place(role, tagged.tag)

    def action_tap(self, button: str) -> None:
        """A short press."""
        self._taps.put_nowait((button, TAP_S))

    def action_long(self, button: str) -> None:
        """A long press."""
        self._taps.put_nowait((button, self._long_s))

    def action_hold(self) -> None:
        """OK down until this comes again."""
        ok = self._buttons["ok"]
        ok.hold(not ok.has_class("down"))

    # -- the terminal's own -----------------------------------------------------------------------------------

    def action_leaf(self, by: int) -> None:
        """A page of the log back or on."""
        (self._said.scroll_page_up if by < 0 else self._said.scroll_page_down)(animate=False)

    def action_explain(self) -> None:
        """What the keys do."""
        self.push_screen(Note(self._say("help")))

    def action_leave(self) -> None:
        """Ask, then end the box."""
        if not isinstance(self.screen, Question):
            self.push_screen(Question(self._say("leave")), self._left)

    def _left(self, sure: bool | None) -> None:
        if sure:
            self._playing.cancel()


def sit_down(
    world: TableWorld,
    lines: Callable[[Tell], None],
    main: Callable[[], Awaitable[int]],
    words: Callable[[], Words],
    long_ms: int = 600,
    tappable: Tappable | None = None,
) -> int:
    """Play at the terminal until *main* is done or the player quits; returns the exit status.

    The arguments are those of `TerminalTable`.  Raises what *main* raised, with the terminal as it was before.
    """
    table = TerminalTable(world, lines, main, words, long_ms, tappable)
    status = table.run()
    if table.fault is not None:
        raise table.fault
    return status or table.return_code or 0
