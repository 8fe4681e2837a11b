"""Readers on wires that are no simulation: a port of pyserial's at a pseudo-terminal, and a read of smbus2's."""

import os
import tty
from collections.abc import Iterator
from threading import Thread
from typing import NamedTuple

import pytest
from smbus2 import i2c_msg

from hardware.buses import LinuxBuses
from hardware.errors import DeviceLost, DeviceUnavailable
from hardware.readers.pn532 import HsuLink, Pn532
from hardware.twin.buses import SimulatedI2cBus
from hardware.twin.pn532 import SimulatedPn532
from hardware.twin.tags import SimulatedTag

NTAG = "04A1B2C3D4E580"


class Terminal(NamedTuple):
    """A PN532 at the other end of a serial port of this machine."""

    path: str
    chip: SimulatedPn532
    master: int


def serve(master: int, chip: SimulatedPn532) -> None:
    """Till the port is closed."""
    try:
        while data := os.read(master, 4096):
            if chip.is_asleep and (start := data.find(b"\x55\x55")) >= 0:
                chip.is_asleep, data = False, data[start + 2 :]
            if not chip.is_asleep:
                chip.hear(data)
            chip.time += 1
            while (frame := chip.due()) is not None:
                chip.take()
                for at in range(0, len(frame), 5):
                    os.write(master, frame[at : at + 5])
    except OSError:
        return


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    master, slave = os.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    chip = SimulatedPn532()
    thread = Thread(target=serve, args=(master, chip), daemon=True)
    thread.start()
    yield Terminal(os.ttyname(slave), chip, master)
    os.close(slave)
    thread.join(10)
    os.close(master)


def test_a_pn532_is_read_through_a_port_of_pyserials(terminal: Terminal) -> None:
    buses = LinuxBuses()
    reader = Pn532(HsuLink(buses.serial(terminal.path)))
    reader.set_up(hard=True)
    assert reader.about() == "PN532 firmware 1.6"
    terminal.chip.field.lay(SimulatedTag(NTAG), SimulatedTag("93A7B1C2"))
    assert [reader.poll().tags for _ in range(3)] == [{NTAG, "93A7B1C2"}] * 3
    terminal.chip.is_hung = True
    with pytest.raises(DeviceLost, match="no answer"):
        reader.poll()
    terminal.chip.reset()
    reader.set_up()
    assert reader.poll().tags == {NTAG, "93A7B1C2"}
    buses.close()


def test_a_port_is_opened_anew_by_us_and_by_nobody_else(terminal: Terminal) -> None:
    ours, others = LinuxBuses(), LinuxBuses()
    assert ours.serial(terminal.path) is not ours.serial(terminal.path)
    with pytest.raises(DeviceUnavailable, match=r"is in use; stop the other program"):
        others.serial(terminal.path)
    ours.close()


def test_a_port_that_is_not_there_is_named_with_what_mends_it() -> None:
    with pytest.raises(
        DeviceUnavailable, match=r"/dev/ttyNone isn't there; switch the serial port on with raspi-config"
    ):
        LinuxBuses().serial("/dev/ttyNone")


def test_a_simulated_read_looks_as_one_of_smbus2() -> None:
    chip = SimulatedPn532()
    bus = SimulatedI2cBus(lambda: 0.0, {0x24: chip})
    ours, theirs = bus.reading(0x24, 7), i2c_msg.read(0x24, 7)
    assert (ours.addr, len(bytes(ours))) == (theirs.addr, len(bytes(theirs)))
    bus.i2c_rdwr(ours)
    assert bytes(ours) == bytes(7)
    with pytest.raises(OSError, match="121"):
        bus.i2c_rdwr(bus.reading(0x25, 1))
