"""Readers that type: keys, numbers, and whose they are."""

import logging
from errno import EBUSY, EPERM

import pytest

from hardware.errors import DeviceLost, DeviceUnavailable
from hardware.readers.input_nodes import EvdevNodes
from hardware.readers.keyboard import KeyboardReader
from hardware.readers.keys import Key, Keys, Numbering, Typed, can_type_ids
from hardware.twin.evdev import ENTER, KEYBOARD, KEYPAD, MOUSE, SHIFT, TOP_ROW, SimulatedInput, SimulatedNodes
from tests.hardware.readers.stands import KeyboardStand

log = logging.getLogger(__name__)


def stand(numbering: Numbering | None = None) -> KeyboardStand:
    made = KeyboardStand()
    made.reader = KeyboardReader(made.nodes, numbering=numbering)
    made.reader.set_up()
    return made


# -- keys ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keypad", [False, True])
def test_digits_are_places_on_the_keyboard_whatever_its_layout(keypad: bool) -> None:
    """On another layout the 0 came as an ö."""
    made = stand()
    made.input.type("1234567890", keypad=keypad)
    assert made.reader.poll() == ({"499602D2"}, 0)


def test_shift_key_up_and_repeats_mean_nothing() -> None:
    made = stand()
    at = 0.0
    for character in "0077710019":
        for code, value in ((SHIFT, 1), (TOP_ROW[character], 1), (TOP_ROW[character], 2), (TOP_ROW[character], 0)):
            at += 0.002
            made.input.press(code, value=value, at=at)
        made.input.press(SHIFT, value=0, at=at)
    made.input.press(ENTER, at=at)
    assert made.reader.poll() == ({"04A1C2C3"}, 0)


def test_key_up_alone_types_nothing() -> None:
    made = stand()
    for code in (*TOP_ROW.values(), ENTER):
        made.input.press(code, value=0)
    assert made.reader.poll() == (set(), 0)


def test_a_number_without_enter_is_dropped_after_a_second() -> None:
    made = stand()
    made.input.type("00777", enter=False)
    assert made.reader.poll() == (set(), 0)
    made.now += 1.5
    made.input.type("0077710019")
    assert made.reader.poll() == ({"04A1C2C3"}, 1)


def test_a_number_that_comes_in_two_looks_is_one() -> None:
    made = stand()
    made.input.type("00777", enter=False)
    assert made.reader.poll() == (set(), 0)
    made.now += 0.05
    made.input.type("10019")
    assert made.reader.poll() == ({"04A1C2C3"}, 0)


def test_a_line_with_other_keys_is_no_id() -> None:
    made = stand()
    made.input.press(30)
    made.input.type("0077710019")
    made.input.type("0077710020")
    assert made.reader.poll() == ({"04A1C2C4"}, 1)


def test_enter_alone_is_nothing() -> None:
    keys = Keys(Numbering())
    assert [keys.key(Key(ENTER, 1, 0.1 * n)) for n in range(3)] == [Typed.NOTHING] * 3


@pytest.mark.parametrize(
    ("numbering", "typed", "tag"),
    [
        (Numbering(), "0077710019", "04A1C2C3"),
        (Numbering(), "1", "00000001"),
        (Numbering(is_reversed=True), "3284312324", "04A1C2C3"),
        (Numbering("hex"), "04A1C2C3", "04A1C2C3"),
        (Numbering("hex", is_reversed=True), "C3C2A104", "04A1C2C3"),
        (Numbering("hex"), "04A1B2C3D4E580", "04A1B2C3D4E580"),
        (Numbering(), str(0x04A1B2C3D4E580), "04A1B2C3D4E580"),
        (Numbering(id_bytes=7), "5", "00000000000005"),
        (Numbering(), "0000000000", None),
        (Numbering(id_bytes=4), "4294967296", None),
        (Numbering(), "9" * 26, None),
        (Numbering("hex"), "04A1C2C304A1C2C304A1C6", None),
    ],
)
def test_numbers_are_ids_as_it_is_set(numbering: Numbering, typed: str, tag: str | None) -> None:
    made = stand(numbering)
    made.input.type(typed)
    assert made.reader.poll() == (({tag}, 0) if tag else (set(), 1))


# -- whose they are -----------------------------------------------------------------------------------------------


def test_nobody_else_gets_what_it_types() -> None:
    """The number of a card was typed into the console, and at the login prompt."""
    made = stand()
    made.input.type("0077710019")
    assert made.input.holder == "us"
    assert made.input.console == ""
    made.reader.close()
    made.input.type("0077710019")
    assert made.input.console


def test_a_device_that_another_program_has_is_told_plainly() -> None:
    made = KeyboardStand()
    made.input.holder = "another"
    with pytest.raises(DeviceUnavailable) as refused:
        made.reader.set_up()
    assert "another program has /dev/input/event3 (Sycreader RFID) for itself" in refused.value.what
    assert refused.value.remedy == "stop that program"
    assert made.input.holder == "another"
    assert not made.input.is_open


def test_a_device_that_cannot_be_grabbed_is_not_read_in_secret() -> None:
    class Stubborn(SimulatedInput):
        def grab(self) -> None:
            raise OSError(EPERM if self.holder == "" else EBUSY, "no")

    made = Stubborn(lambda: 0.0, "Reader", "/dev/input/event1")
    with pytest.raises(DeviceUnavailable, match="typed into other programs"):
        KeyboardReader(SimulatedNodes(made)).set_up()


def test_of_the_two_halves_of_one_reader_the_one_that_types_is_taken() -> None:
    """One reader is a mouse and a keyboard under one name, and the wrong half was chosen."""
    mouse = SimulatedInput(lambda: 0.0, "HID RFID", "/dev/input/event1", MOUSE)
    keys = SimulatedInput(lambda: 0.0, "HID RFID", "/dev/input/event2")
    for nodes in (SimulatedNodes(mouse, keys), SimulatedNodes(keys, mouse)):
        reader = KeyboardReader(nodes, device="rfid")
        reader.set_up()
        assert reader.about() == "HID RFID at /dev/input/event2"
        assert not mouse.is_open
        reader.close()


def test_abilities_are_digits_in_one_place_and_enter() -> None:
    assert can_type_ids(KEYBOARD)
    assert can_type_ids({*KEYPAD.values(), 96})
    assert not can_type_ids(MOUSE)
    assert not can_type_ids(set(TOP_ROW.values()))
    assert not can_type_ids({*list(TOP_ROW.values())[1:], ENTER})


def test_of_two_keyboards_neither_is_guessed() -> None:
    nodes = SimulatedNodes(
        SimulatedInput(lambda: 0.0, "Logitech K120", "/dev/input/event0"),
        SimulatedInput(lambda: 0.0, "Sycreader RFID", "/dev/input/event3"),
    )
    with pytest.raises(DeviceUnavailable) as refused:
        KeyboardReader(nodes).set_up()
    assert "Logitech K120 (/dev/input/event0), Sycreader RFID (/dev/input/event3)" in refused.value.what
    reader = KeyboardReader(nodes, device="sycreader")
    reader.set_up()
    assert reader.about() == "Sycreader RFID at /dev/input/event3"


def test_it_comes_back_under_another_path() -> None:
    made = stand()
    made.input.type("0077", enter=False)
    made.unplug()
    with pytest.raises(DeviceLost, match="errno 19"):
        made.reader.poll()
    with pytest.raises(DeviceUnavailable, match="no input device has digits and Enter"):
        made.reader.set_up()
    made.plug()
    made.reader.set_up()
    made.input.type("0077710019")
    assert made.reader.poll() == ({"04A1C2C3"}, 0)
    assert made.reader.about() == "Sycreader RFID at /dev/input/event4"


def test_without_the_package_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "evdev", None)
    with pytest.raises(DeviceUnavailable, match="evdev is missing; install the package python3-evdev"):
        EvdevNodes().all()
