"""The readers of a box and nothing else, for whoever enrols in a terminal."""

from __future__ import annotations

import logging
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from companion.referee.api import Sensed
from hardware.api import DeviceEvent, DeviceState, RigEvent, TagChange, TagEvent, TagId
from hardware.rig import Rig
from hardware.wiring import Wiring

UNIT: Final = "referee"


class ReaderTold(NamedTuple):
    """How a reader is now."""

    reader: str
    why: str
    """What is wrong, and what mends it; empty: it is ready."""


class TagRig:
    """`start`, then `happened` every few hundredths of a second, then `close`.  All from one thread."""

    def __init__(self, rig: Rig, folder: tempfile.TemporaryDirectory[str] | None = None) -> None:
        """*folder*: what *rig* needs as long as it is open."""
        self._rig = rig
        self._folder = folder
        self._events: SimpleQueue[RigEvent] = SimpleQueue()

    def start(self) -> None:
        """Open the readers; what can't be opened comes as an event, and is tried again."""
        self._rig.start(self._events.put)

    def happened(self, now: float) -> list[ReaderTold | Sensed]:
        """What readers have told since the last time: how they are, and tags that came or went."""
        self._rig.advance(now)
        found: list[ReaderTold | Sensed] = []
        while True:
            try:
                event = self._events.get_nowait()
            except Empty:
                return found
            match event:
                case TagEvent(reader, change, str(tag)):
                    found.append(Sensed(reader, tag, change is TagChange.PLACED))
                case DeviceEvent(device, state, why) if state is not DeviceState.STARTING:
                    is_ready = state is DeviceState.OK
                    found.append(ReaderTold(device.removeprefix("reader "), "" if is_ready else why or state.value))

    def reads(self, reader: str, tag: str) -> tuple[int, int] | None:
        """As `Rig.reads`."""
        return self._rig.reads(reader, TagId(tag))

    def close(self) -> None:
        """Fields off, pins free."""
        self._rig.close()
        if self._folder is not None:
            self._folder.cleanup()


def open_readers(wiring: Wiring) -> TagRig:
    """The readers of this wiring."""
    alone = replace(wiring, screen=None, buttons={}, lamps={}, buzzer=None)
    logging.getLogger("hardware").addHandler(logging.NullHandler())  # what it would say comes as events
    folder = tempfile.TemporaryDirectory(prefix="referee-")  # where lgpio puts its pipe
    return TagRig(Rig(alone, clock=time.monotonic, notify_folder=Path(folder.name)), folder)


def is_served() -> bool:
    """Whether the service runs on this machine: then the readers are its own."""
    try:
        asked = subprocess.run(["systemctl", "is-active", "--quiet", UNIT], capture_output=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False  # no systemd, no service
    return asked.returncode == 0
