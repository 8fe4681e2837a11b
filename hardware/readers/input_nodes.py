"""Input devices of the Linux kernel, for readers that type.

The only file that imports evdev, which such readers alone need.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Set
from typing import Any, Protocol

from hardware.errors import DeviceUnavailable
from hardware.readers.keys import Key


class InputNode(Protocol):
    """A device under ``/dev/input``, open.  All but the attributes raise `OSError`."""

    @property
    def path(self) -> str:
        """Where it is just now; it may come back elsewhere."""

    @property
    def name(self) -> str:
        """What it calls itself."""

    @property
    def codes(self) -> Set[int]:
        """Of the keys that it has."""

    def grab(self) -> None:
        """Have it for this program alone: nothing is typed anywhere else.  Errno EBUSY: another program has."""

    def read(self) -> Iterable[Key]:
        """The key events that have come.  Doesn't wait."""

    def close(self) -> None:
        """Let go."""


class InputNodes(Protocol):
    """Finds them."""

    def all(self) -> list[InputNode]:
        """Every device that may be opened.  Raises `DeviceUnavailable`."""


class _EvdevNode:
    def __init__(self, device: Any, ev_key: int) -> None:
        self._device = device
        self._ev_key = ev_key
        self.path = str(device.path)
        self.name = str(device.name)
        self.codes = frozenset(device.capabilities().get(ev_key, ()))
        self.grab = device.grab
        self.close = device.close

    def read(self) -> list[Key]:
        try:
            return [Key(e.code, e.value, e.timestamp()) for e in self._device.read() if e.type == self._ev_key]
        except BlockingIOError:
            return []


class EvdevNodes:
    """Implements `InputNodes` with what the kernel has."""

    def all(self) -> list[InputNode]:
        """As `InputNodes` says."""
        try:
            import evdev
        except ImportError as error:
            remedy = "install the package python3-evdev"
            raise DeviceUnavailable("input devices", "the Python package evdev is missing", remedy=remedy) from error
        found: list[InputNode] = []
        forbidden = 0
        for path in evdev.list_devices():
            try:
                found.append(_EvdevNode(evdev.InputDevice(path), evdev.ecodes.EV_KEY))
            except OSError as error:
                forbidden += error.errno in (errno.EACCES, errno.EPERM)
        if forbidden and not found:
            remedy = "add the user to the group input, and log in again"
            raise DeviceUnavailable("input devices", "none may be opened", remedy=remedy)
        return found
