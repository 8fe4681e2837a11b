"""Readers at the simulated table, behind the rig: tags are laid and lifted, plugs pulled, chips go wrong."""

import pytest

from hardware.api import DeviceEvent, DeviceState, TagChange, TagEvent
from hardware.twin.readers import ReaderFault, with_readers
from hardware.wiring import ReaderWiring, Wiring, clashes, default_wiring
from tests.hardware.readers.test_reader_wiring import wired
from tests.hardware.table import Table, wiring

PAWN, TOKEN = "04A1B2C3", "93A7B1C2"

CHIPS = {
    "mfrc522": ReaderWiring("mfrc522", "spi", spi_device=1, rst=4),
    "mfrc522-irq": ReaderWiring("mfrc522", "spi", spi_device=1, rst=4, irq=18),
    "pn532-i2c": ReaderWiring("pn532", "i2c", rst=4),
    "pn532-serial": ReaderWiring("pn532", "serial"),
    "keyboard": ReaderWiring("keyboard", "input"),
}


def table(wired: Wiring) -> Table:
    started = Table(wired).start()
    started.wait(1)
    started.heard.clear()
    return started


def told(table: Table, seconds: float = 1) -> list[str]:
    """What the readers told meanwhile."""
    table.heard.clear()
    table.wait(seconds)
    return [
        f"{event.reader} {event.change.value} {event.tag or ''}".rstrip()
        for event in table.heard
        if isinstance(event, TagEvent)
    ]


@pytest.mark.parametrize("chip", CHIPS)
def test_a_tag_is_laid_there_and_lifted(chip: str) -> None:
    box = table(wired(table=CHIPS[chip]))
    assert box.rig.states["reader table"] is DeviceState.OK
    box.world.place("table", PAWN)
    assert told(box, 0.3) == [f"table placed {PAWN}"]
    box.world.lift("table", PAWN)
    assert told(box) == [f"table removed {PAWN}"]


def test_several_tags_lie_there_at_once() -> None:
    box = table(wired(table=CHIPS["mfrc522"]))
    box.world.place("table", TOKEN)
    box.world.place("table", PAWN)
    assert told(box) == [f"table placed {PAWN}", f"table placed {TOKEN}"]
    assert box.rig.tags == {"table": {PAWN, TOKEN}}
    box.world.lift("table")
    assert told(box) == [f"table removed {PAWN}", f"table removed {TOKEN}"]


def test_each_seat_has_a_reader_and_a_tag_lies_on_one_of_them() -> None:
    box = table(with_readers(wiring(), "table", "seat/1", "seat/2"))
    box.world.place("seat/1", PAWN)
    assert told(box) == [f"seat/1 placed {PAWN}"]
    box.world.place("seat/2", PAWN)
    assert sorted(told(box)) == [f"seat/1 removed {PAWN}", f"seat/2 placed {PAWN}"]


def test_a_table_full_of_readers_can_be_wired() -> None:
    for bus in ("i2c", "spi"):
        full = with_readers(wiring(bus=bus), "table", *(f"seat/{n}" for n in range(1, 7)))
        assert clashes(full) == []
    assert with_readers(full, "table") == full


def test_a_reader_whose_plug_is_pulled_is_said_and_its_tag_is_not_lifted() -> None:
    box = table(with_readers(default_wiring(), "table", "seat/1"))
    box.world.place("table", PAWN)
    box.wait(1)
    box.world.unplug("table")
    assert told(box, 5) == ["table fault"]
    assert box.states("reader table")[-1] is DeviceState.FAILED
    assert box.rig.states["reader seat/1"] is DeviceState.OK
    box.world.plug("table")
    assert told(box, 60) == ["table back"]
    box.world.lift("table")
    assert told(box) == [f"table removed {PAWN}"]


@pytest.mark.parametrize(
    ("chip", "kind"),
    [
        ("mfrc522", "hang"),
        ("mfrc522", "stuck"),
        ("mfrc522", "garbage"),
        ("mfrc522", "bus"),
        ("mfrc522-irq", "vanish"),
        ("pn532-i2c", "hang"),
        ("pn532-i2c", "flips"),
        ("pn532-i2c", "bus"),
        ("pn532-serial", "hang"),
        ("pn532-serial", "garbage"),
        ("pn532-serial", "vanish"),
        ("keyboard", "vanish"),
    ],
)
def test_a_fault_is_told_and_ends_by_itself(chip: str, kind: ReaderFault) -> None:
    box = table(wired(table=CHIPS[chip]))
    box.world.fault("reader", kind=kind, for_s=5)
    assert told(box, 60) == ["table fault", "table back"]
    box.world.place("table", PAWN)
    assert told(box, 0.3) == [f"table placed {PAWN}"]


def test_a_pn532_that_hangs_wakes_up_by_its_reset_line() -> None:
    box = table(wired(table=CHIPS["pn532-i2c"]))
    box.world.fault("reader", kind="hang")
    assert told(box, 5) == ["table fault", "table back"]


def test_an_interrupt_pin_that_never_moves_costs_no_tag(caplog: pytest.LogCaptureFixture) -> None:
    """The wire of IRQ is off: it is noticed, and said once; tags are read all the same."""
    dead = table(wired(table=CHIPS["mfrc522-irq"]))
    dead.world.fault("reader", kind="irq")
    for tag in (PAWN, TOKEN):
        dead.world.place("table", tag)
        assert told(dead, 0.3) == [f"table placed {tag}"]
    said = [record.getMessage() for record in caplog.records if "IRQ" in record.getMessage()]
    assert said == ["reader table: its interrupt pin doesn't tell; it is asked instead. Check the wire of IRQ"]


def test_an_interrupt_pin_that_works_is_used(caplog: pytest.LogCaptureFixture) -> None:
    box = Table(wired(table=CHIPS["mfrc522-irq"]))
    asked = box.world.factory.pulled_low[18]
    levels: list[bool] = []
    box.world.factory.pulled_low[18] = lambda: levels.append(asked()) or levels[-1]
    box.start().wait(1)
    box.world.place("table", PAWN)
    assert told(box, 0.3) == [f"table placed {PAWN}"]
    assert True in levels
    assert "interrupt" not in caplog.text


def test_a_weak_tag_stays() -> None:
    box = table(wired(table=CHIPS["mfrc522"]))
    box.world.fault("reader", kind="weak", weakness=(3, 4))
    box.world.place("table", PAWN)
    assert told(box, 20) == [f"table placed {PAWN}"]


def test_another_program_has_the_reader_that_types() -> None:
    box = Table(wired(table=CHIPS["keyboard"]))
    box.world.fault("reader", kind="grabbed")
    box.start().wait(1)
    (why,) = [e.why for e in box.heard if isinstance(e, DeviceEvent) and e.state is DeviceState.ABSENT]
    assert "another program has" in why
    box.world.fault("reader", kind="none")
    box.wait(60)
    assert box.rig.states["reader table"] is DeviceState.OK


def test_an_earlier_fault_does_not_end_a_later_one() -> None:
    box = table(wired(table=CHIPS["mfrc522"]))
    box.world.fault("reader", kind="hang", for_s=5)
    box.wait(1)
    box.world.fault("reader", kind="hang")
    assert told(box, 100) == []
    box.world.fault("reader", kind="none")
    assert told(box, 60) == ["table back"]


def test_what_cannot_be_done_says_so() -> None:
    box = table(wired(table=CHIPS["keyboard"]))
    with pytest.raises(ValueError, match="can't have the fault 'flips'; it knows: hang, grabbed, vanish, weak"):
        box.world.fault("reader", kind="flips")
    with pytest.raises(ValueError, match="there is no reader 'seat/1'; wired are: table"):
        box.world.place("seat/1", PAWN)
    with pytest.raises(ValueError, match=f"no tag {PAWN} lies on the reader table"):
        box.world.lift("table", PAWN)
    assert not [event for event in box.heard if isinstance(event, TagEvent) and event.change is TagChange.PLACED]


def test_a_box_whose_readers_need_no_pin_opens_no_pins() -> None:
    lone = Wiring("lgpio", None, None, {}, {}, None, {"table": CHIPS["pn532-serial"]})
    box = table(lone)
    assert set(box.rig.states) == {"reader table"}
