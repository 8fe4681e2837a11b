"""A reader to copy, for a module that there isn't: it is asked with one byte and answers with all its tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.readers._template.reader import Reader

if TYPE_CHECKING:
    from hardware.readers.parts import Parts
    from hardware.wiring import ReaderWiring


def open_reader(parts: Parts, role: str, wired: ReaderWiring) -> Reader:
    """As `hardware.readers.bank.READERS` says."""
    return Reader(parts.buses.serial(wired.port), f"reader {role}", bus_name=f"serial port {wired.port}")
