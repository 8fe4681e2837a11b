"""What is wired where, and what can't be wired so."""

from dataclasses import replace

import pytest

from hardware.wiring import Clash, Fault, NotAPin, ScreenWiring, Wiring, bus_pins, clashes, default_wiring, parse_pin
from hardware.wiring.pins import HEADER, POSITION, pin_name

STANDARD = default_wiring()


def screen(**changes: object) -> Wiring:
    assert STANDARD.screen is not None
    return replace(STANDARD, screen=replace(STANDARD.screen, **changes))


def test_the_standard_wiring_has_every_part_and_no_clash_on_either_bus() -> None:
    assert set(STANDARD.buttons) == {"up", "down", "ok", "back", "roll"}
    assert set(STANDARD.lamps) == {f"seat/{n}" for n in range(1, 7)} | {"error"}
    assert STANDARD.screen == ScreenWiring("ssd1306", "i2c", 1, 0x3C, 0, 0, 24, 25)
    assert clashes(STANDARD) == clashes(screen(bus="spi")) == []


def test_a_pin_may_be_written_in_three_ways() -> None:
    assert parse_pin("GPIO5") == parse_pin("gpio5") == parse_pin("J8:29") == parse_pin(5) == 5
    assert all(parse_pin(f"J8:{position}") == pin == parse_pin(pin) for pin, position in POSITION.items())


def test_the_header_has_forty_positions_and_28_pins() -> None:
    assert sorted(HEADER) == list(range(1, 41))
    assert sorted(POSITION) == list(range(28))
    assert [position for position, what in HEADER.items() if what == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]


@pytest.mark.parametrize(
    ("written", "what", "remedy"),
    [
        (29, "there is no GPIO29", "J8:29"),
        (30, "there is no GPIO30", "ground"),
        (41, "there is no GPIO41", "GPIO0 to GPIO27"),
        ("GPIO40", "there is no GPIO40", '"J8:40", it is GPIO21'),
        ("J8:6", "J8:6 is ground", "GPIO3 (J8:5) and GPIO4 (J8:7)"),
        ("J8:17", "3.3 V supply", "nearest"),
        ("J8:41", "no position 41", "J8:1 to J8:40"),
        (-1, "there is no GPIO-1", "GPIO0 to GPIO27"),
        ("five", "not a pin", "BCM"),
        (5.0, "not a pin", "BCM"),
        (True, "not a pin", "BCM"),
    ],
)
def test_what_is_no_pin_is_said_with_its_remedy(written: object, what: str, remedy: str) -> None:
    with pytest.raises(NotAPin) as refused:
        parse_pin(written)
    assert what in refused.value.what
    assert remedy in refused.value.remedy
    assert str(refused.value) == f"{refused.value.what}; {refused.value.remedy}"


def test_a_pin_given_twice_names_both_keys() -> None:
    twice = replace(STANDARD, lamps={**STANDARD.lamps, "seat/2": STANDARD.buttons["ok"]})
    (clash,) = clashes(twice)
    assert clash.fault is Fault.TWICE
    assert clash.keys == (("buttons", "ok"), ("lamps", "seat/2"))
    assert "GPIO13 (J8:33)" in clash.what
    assert "GPIO27" in clash.remedy  # which seat/2 gave up


def test_a_pin_of_the_bus_in_use_is_refused_and_of_the_other_bus_not() -> None:
    on_i2c = replace(STANDARD, buttons={**STANDARD.buttons, "seat/1": 3})
    (clash,) = clashes(on_i2c)
    assert clash == Clash(Fault.ON_BUS, (("buttons", "seat/1"),), 3, clash.what, clash.remedy)
    assert "SCL of I2C bus 1" in clash.what
    assert clashes(replace(on_i2c, screen=screen(bus="spi").screen)) == []
    assert clashes(replace(on_i2c, screen=None)) == []
    on_spi = replace(screen(bus="spi"), buttons={"ok": 7})
    assert [clash.fault for clash in clashes(on_spi)] == [Fault.ON_BUS]


def test_the_pins_of_the_screen_count_only_where_it_uses_them() -> None:
    taken = replace(STANDARD, buttons={"ok": 24})
    assert clashes(taken) == []
    on_spi = replace(taken, screen=screen(bus="spi").screen)
    assert [clash.keys for clash in clashes(on_spi)] == [(("screen", "dc"), ("buttons", "ok"))]
    assert clashes(replace(on_spi, buttons={"ok": 5}, screen=screen(bus="spi", rst=None).screen)) == []


def test_a_number_that_is_no_gpio_is_found_in_a_wiring_too() -> None:
    (clash,) = clashes(replace(STANDARD, buzzer=32))
    assert (clash.fault, clash.keys) == (Fault.NO_GPIO, (("buzzer", "pin"),))
    assert "it is GPIO12" in clash.remedy


def test_all_mistakes_are_found_at_once() -> None:
    wrong = replace(STANDARD, buttons={"up": 2, "down": 2, "ok": 33}, lamps={"error": 5}, buzzer=5)
    assert [(clash.pin, clash.fault) for clash in clashes(wrong)] == [
        (2, Fault.ON_BUS),
        (2, Fault.TWICE),
        (5, Fault.TWICE),
        (33, Fault.NO_GPIO),
    ]


def test_both_ports_and_buses_are_known_and_others_are_left_alone() -> None:
    assert bus_pins(screen(i2c_bus=0)) == {0: "SDA of I2C bus 0", 1: "SCL of I2C bus 0"}
    assert set(bus_pins(screen(bus="spi", spi_port=1))) == {16, 17, 18, 19, 20, 21}
    assert bus_pins(screen(i2c_bus=5)) == {}


def test_a_pin_is_named_with_its_place() -> None:
    assert pin_name(5) == "GPIO5 (J8:29)"
    assert pin_name(29) == "GPIO29"
