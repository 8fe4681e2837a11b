"""The simulated module, below the driver: bytes in, bytes out.  It is held against the contract of all readers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from errno import EIO
from functools import reduce
from operator import xor

from hardware.readers._template.reader import Reader
from hardware.twin.tags import SimulatedTag


class Stand:
    """The module at a serial port with its driver, and the hands that tags are laid there with."""

    most_tags = 4
    id_sizes = (4, 7, 10)
    has_hands = True

    def __init__(self) -> None:
        self.reader = Reader(self)
        self._tags: list[SimulatedTag] = []
        self._is_plugged = True
        self._is_mute = False
        self._is_flipped = False
        self._ready = bytearray()
        self._time = 0.0

    # -- hands ------------------------------------------------------------------------------------------------

    def lay(self, *tags: SimulatedTag) -> None:
        """Put tags there."""
        self._tags += tags

    def lift(self, *tags: SimulatedTag) -> None:
        """Take them away."""
        self._tags = [tag for tag in self._tags if tag not in tags]

    def unplug(self) -> None:
        """Pull the module off."""
        self._is_plugged = False

    def plug(self) -> None:
        """Put it back."""
        self._is_plugged = True

    def faults(self) -> Mapping[str, Callable[[bool], None]]:
        """What can be wrong, to be switched on and off."""
        return {"mute": self._set_mute, "flipped": self._set_flipped}

    def bus_s(self) -> float:
        """So much time has passed on its wires."""
        return self._time

    def _set_mute(self, on: bool) -> None:
        self._is_mute = on

    def _set_flipped(self, on: bool) -> None:
        self._is_flipped = on

    # -- in the manner of pyserial ----------------------------------------------------------------------------

    @property
    def in_waiting(self) -> int:
        """So many bytes have come."""
        return len(self._ready)

    def reset_input_buffer(self) -> None:
        """Forget them."""
        self._ready.clear()

    def read(self, size: int) -> bytes:
        """A read that gives nothing took its time."""
        if not self._is_plugged:
            raise OSError(EIO, "unplugged")
        data = bytes(self._ready[:size])
        del self._ready[:size]
        self._time += len(data) * 10 / 115_200 or 0.01
        return data

    def write(self, data: bytes) -> int:
        """A command."""
        if not self._is_plugged:
            raise OSError(EIO, "unplugged")
        if not self._is_mute:
            listed = b"".join(bytes([len(tag.uid)]) + tag.uid for tag in self._tags)
            body = bytearray(listed if data == b"?" else b"template 1.0")
            check = reduce(xor, body, 0)
            if self._is_flipped and body:
                body[-1] ^= 0x10
            self._ready += bytes([len(body), *body, check])
        return len(data)
