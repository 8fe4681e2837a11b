"""Readers in a wiring: their pins, their places on the buses, and what clashes."""

from dataclasses import replace

import pytest

from hardware.wiring import Clash, Fault, ReaderWiring, Wiring, bus_pins, clashes, default_wiring

STANDARD = default_wiring()


def wired(**readers: ReaderWiring) -> Wiring:
    return replace(STANDARD, readers=readers)


def spi(device: int, **rest: int) -> ReaderWiring:
    return ReaderWiring("mfrc522", "spi", spi_device=device, **rest)  # type: ignore[arg-type]


def only(wiring: Wiring) -> Clash:
    (clash,) = clashes(wiring)
    return clash


def test_readers_on_every_bus_fit_beside_the_standard_wiring() -> None:
    readers = {
        "table": spi(0, rst=4, irq=18),
        "seat/1": spi(1, rst=24),
        "seat/2": ReaderWiring("pn532", "i2c"),
        "seat/3": ReaderWiring("pn532", "serial"),
        "seat/4": ReaderWiring("keyboard", "input"),
        "seat/5": ReaderWiring("keyboard", "input"),
    }
    assert clashes(replace(STANDARD, readers=readers)) == []


def test_two_readers_with_one_chip_select_are_both_named() -> None:
    """Of two readers, the second never worked: both had one chip select."""
    clash = only(wired(table=spi(0), shelf=spi(0)))
    assert clash.fault is Fault.SAME_PLACE
    assert clash.keys == (("readers", "table", "spi_device"), ("readers", "shelf", "spi_device"))
    assert clash.what == (
        "chip select 0 of SPI port 0 is given to readers.table.spi_device and readers.shelf.spi_device"
    )
    assert "its own chip select" in clash.remedy
    assert clash.pin == 8


def test_a_reader_and_the_screen_do_not_share_a_place() -> None:
    assert STANDARD.screen is not None
    on_spi = replace(STANDARD, screen=replace(STANDARD.screen, bus="spi"))
    assert only(replace(on_spi, readers={"table": spi(0)})).keys[0] == ("screen", "spi_device")
    assert clashes(replace(on_spi, readers={"table": spi(1)})) == []
    at_its_address = ReaderWiring("pn532", "i2c", address=0x3C)
    assert only(wired(table=at_its_address)).what.startswith("address 0x3c of I2C bus 1 is given to screen.address and")
    assert clashes(wired(table=replace(at_its_address, i2c_bus=3))) == []


def test_two_readers_at_one_serial_port_are_refused() -> None:
    one = ReaderWiring("pn532", "serial", port="/dev/serial0")
    assert only(wired(table=one, shelf=one)).what.startswith("serial port /dev/serial0 is given to readers.table.port")


def test_one_reset_line_for_two_readers_is_refused() -> None:
    clash = only(wired(table=spi(0, rst=4), shelf=spi(1, rst=4)))
    assert (clash.fault, clash.pin) == (Fault.TWICE, 4)
    assert clash.keys == (("readers", "table", "rst"), ("readers", "shelf", "rst"))


@pytest.mark.parametrize(
    ("reader", "pin", "part"),
    [
        (spi(0), 9, "MISO of SPI port 0, which the reader table uses"),
        (ReaderWiring("pn532", "serial"), 15, "RXD of the UART /dev/serial0, which the reader table uses"),
    ],
)
def test_pins_of_a_bus_that_a_reader_uses_are_taken(reader: ReaderWiring, pin: int, part: str) -> None:
    clash = only(replace(wired(table=reader), buttons={"ok": pin}))
    assert clash.fault is Fault.ON_BUS
    assert part in clash.what
    assert pin in bus_pins(wired(table=reader))
    assert clashes(replace(STANDARD, buttons={"ok": pin})) == []


def test_the_standard_wiring_has_no_reader() -> None:
    assert STANDARD.readers == {}
