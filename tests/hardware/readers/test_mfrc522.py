"""The MFRC522: what its registers are told, what its pin tells, and what becomes of it when it fails."""

import logging
import random

import pytest

from hardware.api import TagId
from hardware.errors import DeviceLost
from hardware.readers import mfrc522_codec as codec
from hardware.readers.iso14443 import Frame, Known, anticollision, tag_id
from hardware.readers.mfrc522 import MOST_TRANSFERS, Mfrc522
from hardware.twin.mfrc522 import CollisionCount, SimulatedMfrc522, SimulatedMfrc522Port
from hardware.twin.tags import Field, SimulatedTag
from tests.hardware.readers.stands import Mfrc522Stand

NTAG = "04A1B2C3D4E580"


def stand(has_irq: bool = False) -> Mfrc522Stand:
    made = Mfrc522Stand(has_irq)
    made.reader.set_up()
    made.reader.poll()  # the first look calls twice
    return made


def cost(made: Mfrc522Stand) -> int:
    before = made.port.transfers
    made.reader.poll()
    return made.port.transfers - before


# -- transfers ----------------------------------------------------------------------------------------------------


def test_what_a_look_costs() -> None:
    made = stand()
    assert cost(made) <= 44
    made.lay(SimulatedTag(NTAG))
    assert cost(made) <= 146
    assert cost(made) <= 146


def test_sets_of_tags_are_read_right_within_a_look() -> None:
    chance = random.Random(7)
    for _ in range(60):
        made = stand()
        uids = {bytes([chance.choice((4, 0x93, 0x1F)), *chance.choices(range(0x80), k=chance.choice((3, 6, 9)))])
                for _ in range(chance.randrange(7))}  # fmt: skip
        made.lay(*map(SimulatedTag, sorted(uids)))
        assert made.reader.poll() == ({tag_id(uid) for uid in uids}, 0)


@pytest.mark.parametrize("counts", ["frame", "sent", "level"])
def test_it_gets_along_however_the_chip_counts_collisions(counts: CollisionCount) -> None:
    """The data sheet doesn't say whether a place counts from the partial byte, and nobody has tried it on silicon."""
    made = stand()
    made.chip.coll_counts = counts
    uids = ["93A7B1C2", "93A7B1C3", "93A7B5C2", "04A1B2C3D4E580", "04A1B2C3D4E588"]
    made.lay(*map(SimulatedTag, uids))
    for _ in range(3):
        assert made.reader.poll() == (set(uids), 0)


def test_bytes_on_the_wire_are_as_the_data_sheet_has_them() -> None:
    """8.1.2: the address is shifted, its top bit means read, and a read answers one byte later."""
    assert codec.write(codec.FIFO_DATA, 0x93, 0x20) == [0x12, 0x93, 0x20]
    assert codec.read((codec.VERSION, codec.ERROR)) == [0xEE, 0x8C, 0x00]
    assert codec.readings([0x55, 0x92, 0x00]) == [0x92, 0x00]


def test_stored_registers_are_read_as_ever() -> None:
    """A new version of a library broke the reading: these are kept as they came."""
    clean = codec.reply([0x00, 0x05, 0x10, 0xA0], bytes.fromhex("93a7b1c247"))
    assert clean == (bytes.fromhex("93a7b1c247"), None, False)
    collided = codec.reply([0x08, 0x05, 0x10, 0x0B], bytes.fromhex("93030000") + b"\0")
    assert (collided.collision, collided.is_broken) == (10, False)
    assert codec.reply([0x08, 0x05, 0x10, 0x00], bytes(5)).collision == 31
    assert codec.reply([0x08, 0x05, 0x10, 0x20], bytes(5)).collision == -1
    assert codec.reply([0x02, 0x05, 0x10, 0x20], bytes(5)).is_broken
    assert codec.reply([0x00, 0x02, 0x13, 0x20], bytes(2)).is_broken  # three bits of the last byte
    assert codec.framing(Frame(b"\x52", 7)) == 0x07
    assert codec.framing(anticollision(0, Known(0x3A7, 11))) == 0x33
    assert anticollision(0, Known(0x3A7, 11)).data == bytes([0x93, 0x33, 0xA7, 0x03])


# -- the interrupt pin --------------------------------------------------------------------------------------------


def test_a_pin_that_tells_is_used_and_spares_transfers() -> None:
    asked, told = stand(), stand(has_irq=True)
    for made in (asked, told):
        made.lay(SimulatedTag(NTAG))
        made.reader.poll()
    assert cost(told) < cost(asked)


def test_a_pin_that_never_changes_is_noticed_once_and_done_without(caplog: pytest.LogCaptureFixture) -> None:
    """It waited for an interrupt pin that never fired."""
    made = Mfrc522Stand(has_irq=True)
    made.chip.is_irq_connected = False
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            made.reader.set_up(hard=True)
            assert "interrupt pin" in caplog.text  # before anything waits for it
            made.lay(SimulatedTag(NTAG))
            assert made.reader.poll().tags == {NTAG}
            made.lift(*made.chip.field.tags)
    assert [record.getMessage() for record in caplog.records if "interrupt pin" in record.getMessage()] == [
        "reader: its interrupt pin doesn't tell; it is asked instead. Check the wire of IRQ"
    ]


@pytest.mark.parametrize("level", [True, False])
def test_a_pin_that_is_stuck_is_not_believed(level: bool, caplog: pytest.LogCaptureFixture) -> None:
    made = Mfrc522Stand()
    reader = Mfrc522(made.port, irq=lambda: level, clock=lambda: 0.0)
    reader.set_up()
    assert "interrupt pin" in caplog.text
    made.lay(SimulatedTag(NTAG))
    assert reader.poll().tags == {NTAG}


def test_a_pin_that_comes_off_in_mid_game_is_done_without(caplog: pytest.LogCaptureFixture) -> None:
    made = stand(has_irq=True)
    made.lay(SimulatedTag(NTAG))
    made.chip.is_irq_connected = False
    for _ in range(3):
        began = made.bus_s()
        assert made.reader.poll().tags == {NTAG}
        assert made.bus_s() - began <= 0.2
    assert caplog.text.count("interrupt pin") == 1


# -- faults -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_version_that_nobody_has_is_wiring_and_not_an_empty_field(level: int) -> None:
    """The bus read 00, or FF, and that was taken for "no tag"."""
    made = stand()
    made.chip.floating = level
    for call in (made.reader.set_up, made.reader.about, made.reader.poll):
        with pytest.raises(DeviceLost) as lost:
            call()
        assert lost.value.what.startswith(f"its version register reads 0x{level:02x}: that is wiring or a clone")
        assert "MISO" in lost.value.remedy


def test_a_clone_with_a_version_of_its_own_is_told_and_used() -> None:
    made = Mfrc522Stand()
    made.chip.version = 0x12
    made.reader.set_up()
    assert made.reader.about() == "MFRC522 version register 0x12, perhaps a clone"
    made.lay(SimulatedTag(NTAG))
    assert made.reader.poll().tags == {NTAG}


def test_a_moment_without_power_is_noticed_at_the_next_look() -> None:
    made = stand()
    made.lay(SimulatedTag(NTAG))
    made.reader.poll()
    made.chip.reset()
    with pytest.raises(DeviceLost, match="lost its power"):
        made.reader.poll()
    made.reader.set_up()
    assert made.reader.poll().tags == {NTAG}


def test_a_chip_that_is_never_ready_ends_a_look_as_a_fault() -> None:
    """Its status was asked for some 700 s."""
    made = stand()
    made.chip.is_stuck = True
    began, before = made.bus_s(), made.port.transfers
    with pytest.raises(DeviceLost, match="doesn't finish"):
        made.reader.poll()
    assert made.bus_s() - began < 0.2
    assert made.port.transfers - before < 100


def test_a_bus_that_is_slow_ends_a_look_by_the_clock() -> None:
    now = 0.0

    class Slow(SimulatedMfrc522Port):
        def xfer2(self, values: list[int]) -> list[int]:
            nonlocal now
            now += 0.004
            return list(super().xfer2(values))

    chip = SimulatedMfrc522()
    reader = Mfrc522(Slow(lambda: now, chip), clock=lambda: now)
    reader.set_up()
    chip.field.lay(*[SimulatedTag(bytes([n, 2, 3, 4])) for n in range(1, 7)])
    began = now
    found = reader.poll()
    assert found.unread
    assert now - began < 0.18 + 0.004 * 70


def test_a_heap_of_tags_ends_a_look_by_its_transfers() -> None:
    made = stand()
    uids = {bytes([n, 2, 3, 4]) for n in range(1, 60)}
    made.lay(*map(SimulatedTag, sorted(uids)))
    before = made.port.transfers
    found = made.reader.poll()
    assert found.unread
    assert found.tags < {tag_id(uid) for uid in uids}
    assert made.port.transfers - before < MOST_TRANSFERS + 100  # what is under way is finished


def test_two_readers_on_one_port_keep_to_themselves() -> None:
    """Of two readers, the second never worked, for it was never started."""
    left, right = stand(), stand()
    left.lay(SimulatedTag("93A7B1C2"))
    right.lay(SimulatedTag(NTAG))
    assert [left.reader.poll().tags, right.reader.poll().tags] == [{"93A7B1C2"}, {NTAG}]
    left.reader.set_up(hard=True)
    assert right.chip.registers[codec.TX_CONTROL] == codec.ANTENNA_ON


def test_a_wrong_check_byte_of_a_tag_is_no_id() -> None:
    """Five or eight bytes were given out as the id."""
    made = stand()
    tag = SimulatedTag("93A7B1C2")
    made.lay(tag)
    assert made.reader.poll() == ({TagId("93A7B1C2")}, 0)
    tag.has_wrong_bcc = True
    assert made.reader.poll() == (set(), 1)


def test_closing_it_switches_the_field_off() -> None:
    made = stand()
    assert made.chip.field.is_on
    made.reader.close()
    assert not made.chip.field.is_on


# -- the simulated chip -------------------------------------------------------------------------------------------


def test_the_simulated_chip_keeps_to_its_data_sheet() -> None:
    chip = SimulatedMfrc522(Field())
    chip.pass_time(0.01)
    chip.write(codec.COM_IRQ, 0xFF)
    assert chip.read(codec.COM_IRQ) == 0x7F  # Set1: marked bits are set
    chip.write(codec.COM_IRQ, 0x21)
    assert chip.read(codec.COM_IRQ) == 0x5E  # and else they are cleared
    chip.write(codec.COLL, 0x00)
    assert chip.read(codec.COLL) == 0x00
    for value in (1, 2, 3):
        chip.write(codec.FIFO_DATA, value)
    assert [chip.read(codec.FIFO_LEVEL), chip.read(codec.FIFO_DATA), chip.read(codec.FIFO_LEVEL)] == [3, 1, 2]
    chip.write(codec.FIFO_LEVEL, codec.FLUSH)
    assert chip.read(codec.FIFO_LEVEL) == 0
    chip.write(codec.COMMAND, codec.SOFT_RESET)
    assert chip.read(codec.COMMAND) & codec.IS_POWERED_DOWN
    chip.pass_time(0.001)
    assert chip.read(codec.COMMAND) == 0x20


def test_the_timer_of_the_simulated_chip_runs_for_as_long_as_it_is_set() -> None:
    chip = SimulatedMfrc522(Field())
    for register, value in codec.SET_UP:
        chip.write(register, value)
    chip.write(codec.CONTROL, codec.TIMER_START)
    chip.pass_time(0.00102)
    assert not chip.read(codec.COM_IRQ) & codec.IRQ_TIMER
    chip.pass_time(0.00001)
    assert chip.read(codec.COM_IRQ) & codec.IRQ_TIMER
