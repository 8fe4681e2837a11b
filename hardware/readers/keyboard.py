"""A reader that types: the owner of its input device.  What it types is the business of `keys`."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from hardware.api import Inventory, TagId
from hardware.errors import DeviceLost, DeviceUnavailable
from hardware.readers.input_nodes import InputNode, InputNodes
from hardware.readers.keys import Keys, Numbering, Typed, can_type_ids

if TYPE_CHECKING:
    from hardware.readers.parts import Parts
    from hardware.wiring import ReaderWiring


class KeyboardReader:
    """Implements `hardware.api.TagReader`.  It tells when a tag comes, and not when it goes.

    Its device is found anew at each `set_up`, by what it can and what it is called, for after a pull of the plug it
    comes back under another path.
    """

    tells_leaving = False

    def __init__(
        self, nodes: InputNodes, name: str = "reader", *, device: str = "", numbering: Numbering | None = None
    ) -> None:
        """*name* in errors.  *device*: a part of what the device calls itself, needed where several can type ids."""
        self._nodes = nodes
        self._name = name
        self._device = device
        self._numbering = numbering or Numbering()
        self._node: InputNode | None = None
        self._keys = Keys(self._numbering)

    def set_up(self, *, hard: bool = False) -> None:
        """As `hardware.api.TagReader` says.  Nothing else gets what the reader types from now on."""
        self.close()
        self._keys = Keys(self._numbering)
        node = self._find()
        try:
            node.grab()
        except OSError as error:
            node.close()
            if error.errno == errno.EBUSY:
                what = f"another program has {node.path} ({node.name}) for itself, and gets what the reader types"
                raise DeviceUnavailable(self._name, what, remedy="stop that program") from error
            what = f"{node.path} can't be had for this program alone, so ids would be typed into other programs"
            raise DeviceUnavailable(
                self._name, f"{what} (errno {error.errno})", remedy="pull its plug, and put it back"
            ) from error
        self._node = node

    def about(self) -> str:
        """As `hardware.api.TagReader` says."""
        node = self._open_node()
        return f"{node.name} at {node.path}"

    def poll(self) -> Inventory:
        """As `hardware.api.TagReader` says: what was typed since the last time."""
        node = self._open_node()
        tags: set[TagId] = set()
        unread = 0
        try:
            for key in node.read():
                told = self._keys.key(key)
                if isinstance(told, Typed):
                    unread += told is Typed.GARBLED
                else:
                    tags.add(told)
        except OSError as error:
            self.close()
            raise self._gone(f"it is gone (errno {error.errno})") from error
        return Inventory(frozenset(tags), unread)

    def close(self) -> None:
        """As `hardware.api.TagReader` says."""
        if self._node is not None:
            self._node.close()
            self._node = None

    def _find(self) -> InputNode:
        able: list[InputNode] = []
        for node in self._nodes.all():
            if can_type_ids(node.codes) and self._device.casefold() in node.name.casefold():
                able.append(node)
            else:
                node.close()
        if len(able) == 1:
            return able[0]
        for node in able:
            node.close()
        if able:
            what = "several input devices can type ids: " + ", ".join(f"{node.name} ({node.path})" for node in able)
            raise DeviceUnavailable(self._name, what, remedy="set device to a part of the name of the right one")
        what = "no input device has digits and Enter" + (f" and is called {self._device!r}" if self._device else "")
        raise DeviceUnavailable(self._name, what, remedy="check its plug")

    def _open_node(self) -> InputNode:
        if self._node is None:
            raise self._gone("it isn't open")
        return self._node

    def _gone(self, what: str) -> DeviceLost:
        return DeviceLost(self._name, what, remedy="check its plug")


def open_reader(parts: Parts, role: str, wired: ReaderWiring) -> KeyboardReader:
    """As `hardware.readers.bank.READERS` says."""
    numbering = Numbering(wired.form, wired.is_reversed, wired.id_bytes)
    return KeyboardReader(parts.nodes, f"reader {role}", device=wired.device, numbering=numbering)
