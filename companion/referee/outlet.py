"""What a session puts out: rows first, then the screen, then the rest; screen and lamps only where they changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.referee import lamps
from companion.referee.api import Flashes, Lamp, Leave, Output, Record, Show
from companion.referee.ledger import Ledger, whom
from companion.referee.pages import NoticePage, Page, YesNoPage
from companion.rules.kernel import EVERYONE
from companion.rules.log import Row
from companion.screen.model import MeterBlock, Screen


class Outlet:
    """Collects what one input leads to, and remembers what is shown and lit."""

    def __init__(self) -> None:
        self.missing: tuple[str, ...] = ()
        """Devices that are missing, by name."""
        self.has_screen = True
        self.is_saved = True
        self._rows: list[Row] = []
        self._out: list[Output] = []
        self._shown: Screen | None = None
        self._lit: dict[str, Lamp] = {}
        self._lit_for: tuple[Any, ...] = ()
        """What the lamps hang on, as it was when they were last thought of."""

    def record(self, row: Row) -> None:
        """For the journal; all rows of one input are one commit."""
        self._rows.append(row)

    def put(self, output: Output) -> None:
        """Behind the screen: the eye is what waits for an echo."""
        self._out.append(output)

    def flush(self, page: Page, ledger: Ledger) -> list[Output]:
        """All that was collected, with the screen and the lamps as *page*, which is on top, has them now."""
        out: list[Output] = [Record(tuple(self._rows))] if self._rows else []
        told, self._rows, self._out = self._out, [], []
        if any(isinstance(item, Leave) for item in told):
            return out + told
        screen = page.screen()
        if not self.is_saved:
            screen = replace(screen, unsaved=True)
        if screen != self._shown:
            self._shown = screen
            out.append(Show(screen, EVERYONE if page.watcher is None else page.watcher))
            if not self.has_screen:
                out += _flashes(page, ledger)
        out += told
        meter = _meter(page, screen)
        lit_for = (page, meter, ledger.position, self.missing, self.is_saved)
        if lit_for != self._lit_for:
            self._lit_for = lit_for
            for lamp in _lamps(page, meter, ledger, bool(self.missing), self.is_saved):
                if self._lit.get(lamp.lamp) != lamp:
                    self._lit[lamp.lamp] = lamp
                    out.append(lamp)
        return out


def _flashes(page: Page, ledger: Ledger) -> list[Flashes]:
    """The caret's place as flashes of the lamp; not in a private choice, whose list is nobody's business."""
    decision = ledger.position.decision
    if decision is None or not page.rows() or page.own is not None:
        return []
    return [Flashes(lamps.name(whom(decision)), page.caret() + 1)]


def _meter(page: Page, screen: Screen) -> MeterBlock | None:
    """The bar that is to be read just now: the lamps show it too."""
    if not isinstance(page, NoticePage):
        return None
    return next((block for block in screen.body if isinstance(block, MeterBlock)), None)


def _lamps(page: Page, meter: MeterBlock | None, ledger: Ledger, is_missing: bool, is_saved: bool) -> list[Lamp]:
    seats, decision, table = ledger.header.seats, ledger.position.decision, ledger.position.table
    error = lamps.error(is_missing, is_saved)
    if meter is not None:
        return [*lamps.bar(seats, meter.value, meter.limit), error]
    if decision is None:
        outcome = ledger.game.outcome(table)
        return [*lamps.over(seats, outcome is not None and bool(outcome.winners)), error]
    asked = page.seat if isinstance(page, YesNoPage) else whom(decision)
    whose = ledger.game.whose(table) if ledger.game.turn(table) else asked  # in the set-up it is everyone's turn
    return [*lamps.asking(seats, asked, whose), error]
