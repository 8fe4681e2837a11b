"""What the service manager hears: ready, still alive, stopping.  Silent where none listens."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

MICROSECONDS: Final = 1e6


class Notify:
    """sd_notify(3) by way of `sdnotify`, which is imported only where a service manager gave a socket."""

    def __init__(self) -> None:
        """Reads ``NOTIFY_SOCKET``, ``WATCHDOG_USEC`` and ``WATCHDOG_PID`` of this process."""
        self._send: Callable[[str], None] | None = None
        self.close: Callable[[], None] = _nothing
        if os.environ.get("NOTIFY_SOCKET"):
            from sdnotify import SystemdNotifier

            notifier = SystemdNotifier()
            self._send = notifier.notify
            self.close = notifier.socket.close
        self.watchdog_every: Final = _watchdog_every()
        """Seconds between two `alive`, or None where no watchdog runs; half of what the unit allows."""

    def ready(self) -> None:
        """The game can be played."""
        self._tell("READY=1")

    def alive(self) -> None:
        """For the watchdog: called by the one that owns the game, so that a stuck game is noticed."""
        self._tell("WATCHDOG=1")

    def status(self, line: str) -> None:
        """One line for ``systemctl status``; nothing that is hidden from the table."""
        self._tell(f"STATUS={line}")

    def stopping(self) -> None:
        """On the way out."""
        self._tell("STOPPING=1")

    def _tell(self, line: str) -> None:
        if self._send is not None:
            self._send(line)


def _nothing() -> None:
    """Nobody listens."""


def _watchdog_every() -> float | None:
    allowed = os.environ.get("WATCHDOG_USEC", "")
    if not allowed.isdigit() or os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(allowed) / MICROSECONDS / 2
