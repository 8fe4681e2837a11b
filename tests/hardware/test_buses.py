"""Real buses that can't be opened, and their simulated peers."""

import errno
import sys
from types import ModuleType

import pytest
from smbus2 import i2c_msg

from hardware.buses import SPI_HZ, LinuxBuses
from hardware.errors import DeviceError, DeviceLost, DeviceUnavailable
from hardware.twin.buses import SimulatedBuses, SimulatedI2cBus, SimulatedSpi
from hardware.twin.chips import SimulatedSsd1306


def test_an_error_says_what_where_and_what_mends_it() -> None:
    lost = DeviceLost("oled", "no answer", remedy="check its plug", bus="I2C bus 1", address=0x3C)
    assert str(lost) == "oled on I2C bus 1 at 0x3c: no answer; check its plug"
    assert str(DeviceUnavailable("GPIO", "nothing", remedy="install it")) == "GPIO: nothing; install it"
    assert isinstance(lost, DeviceError)


# -- of the kernel ------------------------------------------------------------------------------------------------


def test_a_bus_that_is_not_switched_on_is_told_with_its_switch() -> None:
    with pytest.raises(DeviceUnavailable, match=r"I2C bus 250: /dev/i2c-250 isn't there; switch I2C on with raspi-con"):
        LinuxBuses().i2c(250)


@pytest.mark.parametrize(
    ("number", "what", "remedy"),
    [
        (errno.EACCES, "may not be opened", "group"),
        (errno.EBUSY, "in use", "other program"),
        (errno.EIO, "Input/output error", "dmesg"),
    ],
)
def test_whatever_the_kernel_says_is_told_with_its_remedy(
    number: int, what: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(bus: object, path: object) -> None:
        raise OSError(number, errno.errorcode[number] if number != errno.EIO else "Input/output error")

    monkeypatch.setattr("smbus2.SMBus.open", refuse)
    with pytest.raises(DeviceUnavailable) as wrong:
        LinuxBuses().i2c(1)
    assert what in wrong.value.what
    assert remedy in wrong.value.remedy


def test_a_missing_spidev_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DeviceUnavailable, match="spidev is missing; install the package python3-spidev"):
        LinuxBuses().spi(0, 0)


class Spidev(ModuleType):
    """As much of ``spidev`` as is used."""

    def __init__(self, error: int = 0) -> None:
        super().__init__("spidev")
        self.made: list[Spidev.SpiDev] = []
        module = self

        class SpiDev:
            mode = 3
            max_speed_hz = 500_000
            is_open = False

            def open(self, port: int, device: int) -> None:
                if error:
                    raise OSError(error, "not there")
                self.is_open = True
                module.made.append(self)

            def close(self) -> None:
                self.is_open = False

        self.SpiDev = SpiDev


def test_an_spi_port_is_opened_once_at_a_speed_for_both_controllers(monkeypatch: pytest.MonkeyPatch) -> None:
    spidev = Spidev()
    monkeypatch.setitem(sys.modules, "spidev", spidev)
    buses = LinuxBuses()
    assert buses.spi(0, 0) is buses.spi(0, 0)
    (port,) = spidev.made
    assert (port.is_open, port.mode, port.max_speed_hz) == (True, 0, SPI_HZ)
    buses.close()
    assert not port.is_open


def test_an_spi_port_that_is_not_switched_on_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", Spidev(errno.ENOENT))
    with pytest.raises(DeviceUnavailable, match=r"SPI port 0\.1: /dev/spidev0\.1 isn't there; switch SPI on"):
        LinuxBuses().spi(0, 1)


def test_an_i2c_bus_is_opened_once_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("smbus2.SMBus.open", lambda bus, number: opened.append(f"open {number}"))
    monkeypatch.setattr("smbus2.SMBus.close", lambda bus: opened.append("close"))
    buses = LinuxBuses()
    bus = buses.i2c(1)
    assert buses.i2c(1) is bus
    message = bus.message(0x3C, b"\x00\xaf")
    assert (message.addr, bytes(message)) == (0x3C, b"\x00\xaf")
    buses.close()
    assert opened == ["open 1", "close"]


# -- simulated ----------------------------------------------------------------------------------------------------


def test_the_simulated_bus_counts_addresses_and_takes_real_messages() -> None:
    chip = SimulatedSsd1306()
    bus = SimulatedI2cBus(lambda: 0.0, {0x3C: chip})
    bus.i2c_rdwr(i2c_msg.write(0x3C, [0x00, 0x81, 0x42]), bus.message(0x3C, b"\x40\x01"))
    assert (bus.bytes, bus.transfers, chip.contrast) == (7, 2, 0x42)
    bus.write_i2c_block_data(0x3C, 0x00, [0x81, 0x43])
    assert (bus.bytes, bus.transfers, chip.contrast) == (11, 3, 0x43)


def test_nobody_at_an_address_is_error_121() -> None:
    bus = SimulatedI2cBus(lambda: 0.0)
    with pytest.raises(OSError, match="Remote I/O error") as nobody:
        bus.i2c_rdwr(bus.message(0x3D, b"\x00"))
    assert nobody.value.errno == 121


def test_a_fault_lasts_for_its_time_its_number_or_until_it_is_healed() -> None:
    now = 0.0
    bus = SimulatedI2cBus(lambda: now, {0x3C: SimulatedSsd1306()})

    def works() -> bool:
        try:
            bus.i2c_rdwr(bus.message(0x3C, b"\x00\xe3"))
        except OSError as error:
            return error.errno != errno.ETIMEDOUT
        return True

    bus.fail(errno.ETIMEDOUT, for_s=10)
    assert not works()
    now = 9.9
    assert not works()
    now = 10.0
    assert works()
    bus.fail(errno.ETIMEDOUT, times=2)
    assert [works(), works(), works()] == [False, False, True]
    bus.fail(errno.ETIMEDOUT)
    assert not works()
    bus.heal()
    assert works()


def test_what_got_through_before_a_break_is_in_the_chip() -> None:
    chip = SimulatedSsd1306()
    bus = SimulatedI2cBus(lambda: 0.0, {0x3C: chip})
    bus.fail(errno.EIO, after_bytes=4, times=1)
    with pytest.raises(OSError, match="Input/output"):
        bus.i2c_rdwr(bus.message(0x3C, b"\x00\x81\x42\x81\x43"))
    assert (chip.contrast, bus.bytes) == (0x42, 4)


def test_an_spi_port_without_a_chip_takes_bytes_and_nobody_notices() -> None:
    spi = SimulatedSpi(lambda: 0.0, lambda: False)
    spi.writebytes2(b"\xaf")
    assert spi.bytes == 1


def test_a_simulated_box_has_the_buses_it_has() -> None:
    buses = SimulatedBuses({1: SimulatedI2cBus(lambda: 0.0)})
    assert buses.i2c(1) is buses.i2c(1)
    with pytest.raises(DeviceUnavailable, match="correct i2c_bus"):
        buses.i2c(0)
    with pytest.raises(DeviceUnavailable, match="correct spi_port"):
        buses.spi(0, 0)
