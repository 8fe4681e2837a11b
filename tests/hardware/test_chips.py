"""The simulated controllers: bytes in, what an eye sees out."""

import random

import pytest

from hardware.twin.chips import SimulatedChip, SimulatedSh1106, SimulatedSsd1306
from tests.hardware.table import dots, lit

UPRIGHT = (0xA1, 0xC8)


def ssd1306(*commands: int) -> SimulatedSsd1306:
    """Switched on, upright, memory empty, horizontal addressing; then these commands."""
    chip = SimulatedSsd1306()
    tell(chip, 0x8D, 0x14, 0x20, 0x00, *UPRIGHT)
    chip.write_spi(bytes(1024), True)
    tell(chip, 0xAF, *commands)
    return chip


def sh1106(*commands: int) -> SimulatedSh1106:
    chip = SimulatedSh1106()
    tell(chip, *UPRIGHT)
    for page in range(8):
        tell(chip, 0xB0 | page, 0x00, 0x10)
        chip.write_spi(bytes(132), True)
    tell(chip, 0xAF, *commands)
    return chip


def tell(chip: SimulatedChip, *commands: int) -> None:
    chip.write_spi(bytes(commands), False)


def draw(chip: SimulatedChip, *values: int) -> None:
    chip.write_spi(bytes(values), True)


def seen(chip: SimulatedChip) -> set[tuple[int, int]]:
    return set(dots(chip.pixels()))


@pytest.mark.parametrize("make", [SimulatedSsd1306, SimulatedSh1106])
def test_at_power_on_it_is_dark_and_its_memory_is_noise(make: type[SimulatedChip]) -> None:
    chip = make()
    assert seen(chip) == set()
    tell(chip, 0x8D, 0x14, 0xAF)
    assert 3000 < len(seen(chip)) < 5200
    before = chip.pixels()
    chip.power_cycle()
    tell(chip, 0x8D, 0x14, 0xAF)
    assert chip.pixels() != before


def test_without_its_charge_pump_the_module_stays_dark() -> None:
    assert len(seen(ssd1306(0xA5))) == 128 * 64
    assert seen(ssd1306(0xA5, 0x8D, 0x10)) == set()
    assert seen(sh1106(0xA5, 0xAD, 0x8A)) == set()


def test_a_reset_leaves_the_memory_and_switches_it_off() -> None:
    chip = ssd1306()
    draw(chip, 0x01)
    chip.reset()
    assert seen(chip) == set()
    tell(chip, 0x8D, 0x14, 0xAF, *UPRIGHT)
    assert seen(chip) == {(0, 0)}


def test_horizontal_addressing_goes_on_to_the_next_page_and_round() -> None:
    chip = ssd1306(0x21, 126, 127, 0x22, 6, 7)
    draw(chip, 1, 2, 4, 8, 16)  # the fifth is back at the start
    assert seen(chip) == {(126, 48 + 4), (127, 48 + 1), (126, 56 + 2), (127, 56 + 3)}


def test_vertical_addressing_goes_down_first() -> None:
    chip = ssd1306(0x20, 0x01, 0x21, 5, 6, 0x22, 1, 2)
    draw(chip, 1, 2, 4, 8, 16)
    assert seen(chip) == {(5, 8 + 4), (5, 16 + 1), (6, 8 + 2), (6, 16 + 3)}


def test_page_addressing_stays_in_its_page() -> None:
    chip = ssd1306(0x20, 0x02, 0xB3, 0x0E, 0x17)  # page 3, column 0x7E
    draw(chip, 1, 2, 4)
    assert seen(chip) == {(126, 24 + 2), (127, 24 + 1)}


def test_page_commands_mean_nothing_in_horizontal_addressing() -> None:
    chip = ssd1306(0x21, 0, 127, 0x22, 0, 7, 0xB3, 0x05, 0x11)
    draw(chip, 1)
    assert seen(chip) == {(0, 0)}


def test_the_sh1106_shows_the_middle_of_its_columns_and_does_not_wrap() -> None:
    chip = sh1106(0xB2, 0x02, 0x10)
    draw(chip, 1)
    assert seen(chip) == {(0, 16)}
    tell(chip, 0xB0, 0x01, 0x18)  # column 129, the glass's last
    draw(chip, 1, 1, 1, 1, 1)  # two more are off the glass, and two are lost
    assert seen(chip) == {(0, 16), (127, 0)}


def test_read_modify_write_ends_where_it_began() -> None:
    chip = sh1106(0xB0, 0x02, 0x10, 0xE0)
    draw(chip, 1, 1)
    tell(chip, 0xEE)
    draw(chip, 0)
    assert seen(chip) == {(1, 0)}


@pytest.mark.parametrize("make", [ssd1306, sh1106])
def test_mirrors_lines_and_inversion(make: type[SimulatedChip]) -> None:
    def shown(*commands: int) -> set[tuple[int, int]]:
        chip = make()
        tell(chip, 0xB0, 0x02, 0x10, 0x21, 0, 127, 0x22, 0, 7) if make is ssd1306 else tell(chip, 0xB0, 0x02, 0x10)
        draw(chip, 0x05)  # at the left: dots in lines 0 and 2
        tell(chip, *commands)
        return seen(chip)

    assert shown() == {(0, 0), (0, 2)}
    assert shown(0xA0) == {(127, 0), (127, 2)}
    assert shown(0xC0) == {(0, 63), (0, 61)}
    assert shown(0x41) == {(0, 63), (0, 1)}
    assert shown(0xD3, 2) == {(0, 62), (0, 0)}
    assert shown(0xA8, 1) == {(0, 0)}
    assert len(shown(0xA7)) == 128 * 64 - 2
    assert len(shown(0xA5)) == 128 * 64
    assert shown(0xA5, 0xA4) == {(0, 0), (0, 2)}
    assert shown(0xAE) == set()


def test_arguments_may_come_in_other_transfers() -> None:
    chip = ssd1306()
    for byte in (0x21, 7, 9, 0x22, 1, 1):
        chip.write_i2c(bytes([0x00, byte]))
    chip.write_i2c(bytes([0x40, 1]))
    assert seen(chip) == {(7, 8)}
    tell(chip, 0x81, 0xAE)  # a contrast, not the end of the picture
    assert chip.contrast == 0xAE
    assert chip.is_on


def test_control_bytes_may_stand_before_each_byte() -> None:
    chip = ssd1306()
    chip.write_i2c(bytes([0x80, 0x21, 0x80, 3, 0x80, 9, 0xC0, 0x01, 0x80, 0xA6, 0x40, 0x02, 0x04]))
    assert seen(chip) == {(3, 0), (4, 1), (5, 2)}


def test_commands_of_the_other_chip_are_noticed() -> None:
    assert ssd1306(0xAD, 0x30).undefined == [0xAD, 0x30]
    assert sh1106(0x21, 0x8D).undefined == [0x21, 0x8D]
    assert ssd1306(0x26, 0, 0, 0, 0, 0, 0xFF, 0x2E, 0xE3, 0xD5, 0x80, 0xDB, 0x40).undefined == []


def test_a_picture_goes_through_unharmed() -> None:
    frame = random.Random(3).randbytes(1024)
    chip = ssd1306(0x21, 0, 127, 0x22, 0, 7)
    draw(chip, *frame)
    assert chip.pixels() == frame
    assert lit(*dots(frame)) == frame
