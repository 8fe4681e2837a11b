"""What can be wrong with a device, said to the person who must act.

An error that was raised means that nothing happened, but for a transfer that broke in the middle: then the device is
in an unknown state, and its driver sends everything again at the next try.
"""

from __future__ import annotations


class DeviceError(Exception):
    """A device and its user can't get together; the message says what is wrong, where, and what mends it."""

    def __init__(self, device: str, what: str, *, remedy: str, bus: str = "", address: int | None = None) -> None:
        """*bus* as people name it (``I2C bus 1``, ``GPIO5 (J8:29)``); *address* on that bus, where it has some."""
        super().__init__(device, what, remedy, bus, address)
        self.device = device
        self.what = what
        self.remedy = remedy
        self.bus = bus
        self.address = address

    def __str__(self) -> str:
        at = "" if self.address is None else f" at 0x{self.address:02x}"
        where = f" on {self.bus}{at}" if self.bus else ""
        return f"{self.device}{where}: {self.what}; {self.remedy}"


class DeviceUnavailable(DeviceError):
    """It can't be opened: not there, not switched on, not allowed, or a package is missing."""


class DeviceLost(DeviceError):
    """It was there and doesn't answer any more."""
