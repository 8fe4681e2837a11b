"""A box on real time: opened, served until it ends, closed.  What the table wants of the machine is left behind."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.daemon.box import Box, Ending
from companion.daemon.notice import Next
from companion.daemon.notify import Notify
from companion.daemon.port import Disk, Pins, Port
from companion.daemon.sitting import Host
from hardware.rig import Rig

POWER_OFF: Final = "poweroff"
"""Left in the run-time directory where the table wants the power off: the unit's ExecStopPost looks for it."""

ENDS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The last: the terminal, or the line to it, is gone."""

log = logging.getLogger(__name__)


class Bench(NamedTuple):
    """Where a test bench's socket is to stand, and what it can do to the world."""

    path: Path
    pins: Pins
    disk: Disk


async def serve(
    rig: Rig,
    host: Host,
    first: Next,
    *,
    listener: Callable[[Any], None] | None = None,
    bench: Bench | None = None,
) -> int:
    """Run a box until a signal, the table or cancellation tells it to stop.  Returns the exit status.

    *rig*'s clock is `time.monotonic`, as the loop's.
    Raises `NoInput`, and what *first* raises.
    """
    loop = asyncio.get_running_loop()
    notify = Notify()
    box = Box(loop, rig, host, notify)
    for number in ENDS:
        loop.add_signal_handler(number, box.stop)
    if listener is not None:
        box.listen(listener)
    socket = None
    try:
        if bench is not None:
            from companion.daemon.bench_socket import BenchSocket

            socket = BenchSocket(Port(loop, box, bench.pins, bench.disk), bench.path)
        box.open(first, has_other_input=socket is not None)
        gc.freeze()  # what was loaded for the start will not become garbage
        gc.enable()
        if socket is not None:
            await socket.open()
        ending = await box.ended
    finally:
        box.close()
        if socket is not None:
            await socket.close()
        for number in ENDS:
            loop.remove_signal_handler(number)
        notify.close()
    log.info("the referee ends: %s", ending.value)
    if ending is Ending.SHUT_DOWN:
        _leave_power_off()
    return 1 if ending is Ending.AT_FAULT else 0


def _leave_power_off() -> None:
    """Only where the unit runs us: elsewhere nobody gave leave to switch the machine off."""
    folder = os.environ.get("RUNTIME_DIRECTORY")
    if folder:
        (Path(folder) / POWER_OFF).touch()
