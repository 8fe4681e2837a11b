"""What devices are called, for people."""

from __future__ import annotations

from typing import Final

from companion.rules.text import Text, text

_ALONE: Final = ("oled", "buttons", "lamps", "buzzer")


def called(device: str) -> Text:
    """A device by the name that `companion.referee.api.Devices` has for it: ``oled``, ``reader seat/1``; or a file of
    tags that can't be read, ``tags masters.toml``."""
    kind, _, rest = device.partition(" ")
    if device in _ALONE:
        return Text(f"referee.device.{device}")
    if device == "reader table":
        return Text("referee.device.table_reader")
    if kind == "reader" and rest.startswith("seat/"):
        return text("referee.device.seat_reader", t=int(rest.removeprefix("seat/")))
    return text("referee.device.tags" if kind == "tags" else "referee.device.other", name=rest or device)
