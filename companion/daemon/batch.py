"""A whole game that the box plays alone, on travelling time: through the same box, devices and journal as any other."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any, Final

from companion.daemon.box import Box, Ending
from companion.daemon.notice import Next
from companion.daemon.notify import Notify
from companion.daemon.port import Disk, Port
from companion.daemon.sitting import Host, Seated
from companion.open_game import CantBePlayed
from companion.referee.pending import State
from companion.referee.session import Session
from companion.rules.kernel import CHANCE, Seat
from companion.words import Words
from hardware.rig import Rig

READ: Final = ("notice", "text", "refusal")
"""Pages that want somebody to press OK."""


class _Onlooker:
    """Presses OK where there is something to read, and ends the box when the game is over."""

    def __init__(self, loop: Any, box: Box, port: Port) -> None:
        self._loop, self._box, self._port = loop, box, port
        self._is_due = False
        box.listen(self._heard)

    def _heard(self, output: Any) -> None:
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._look)

    def _look(self) -> None:
        self._is_due = False
        session = self._port.session
        if session is None:  # a fault, or a notice: nobody is there to go on
            self._box.stop(Ending.AT_FAULT)
        elif session.state is State.OVER:
            self._box.stop()
        elif session.deadline is None:
            if self._port.waiting().page not in READ:
                self._box.stop(Ending.AT_FAULT)
            self._port.press("ok")


def play_out(loop: Any, rig: Rig, pins: Any, host: Host, first: Next) -> Session | None:
    """Play *first* to its end on the travelling *loop*, and return it; None: the referee is at fault, and has said so.

    Raises what *first* raises, and `CantBePlayed` where somebody would have to be there: for the table's own dice, say.
    """
    box = Box(loop, rig, host, Notify())
    _Onlooker(loop, box, port := Port(loop, box, pins, Disk()))

    def alone() -> Seated:
        seated = first()
        sitting = seated.sitting
        if isinstance(sitting, Session) and len(sitting.ledger.bots) < sitting.header.seats:
            if seated.scribe is not None:
                seated.scribe.close()
            raise CantBePlayed("some seats of this game are people's, and nobody is there: play it at a table")
        return seated

    async def play() -> Ending:
        try:
            box.open(alone)
            gc.enable()
            return await box.ended
        finally:
            box.close()

    ending = loop.run_until_complete(play())
    session = port.session
    if session is not None and ending is not Ending.STOPPED:
        asked = " / ".join(" ".join(row.split()) for row in port.screen())
        raise CantBePlayed(f"the box can't play this game alone; it asks: {asked}")
    return session


def outcome(session: Session, words: Words) -> Iterator[str]:
    """What there is to tell of a game that is over, line by line."""
    game, position, header = session.game, session.position, session.header
    log = session.ledger.log
    thrown = sum(row.seat == CHANCE for row in log)
    turns, choices = game.turn(position.table), len(log) - thrown
    yield f"{header.game}: {header.seats} seats, {turns} turns, {choices} choices, {thrown} answers of chance"
    ended = game.outcome(position.table)
    assert ended is not None  # the game is over
    yield words.say(ended.text)
    for place, seat in enumerate(ended.places, 1):
        yield f"{place}. {_name(session, words, seat)}"
    yield f"fate: {session.ledger.fate.commitment}"


def _name(session: Session, words: Words, seat: Seat) -> str:
    pawn = session.game.pawn(session.position.table, seat)
    return f"seat {seat + 1}" if pawn is None else words.say(pawn.name)
