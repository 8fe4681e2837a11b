"""What owners of other boxes had with readers and tags, chip by chip, on this whole box: it plays on, and says so."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest

from companion.table.pieces_file import read_pieces
from hardware.api import DeviceState
from hardware.readers.mfrc522 import MOST_TRANSFERS
from hardware.twin.evdev import MOUSE, SHIFT, SimulatedInput
from hardware.twin.pn532 import SimulatedHsuPort
from hardware.twin.tags import RandomTag, SimulatedTag
from hardware.twin.wired_readers import Mfrc522OnSpi
from hardware.wiring import ReaderWiring
from tests.daemon.boxes import GAME, Table
from tests.daemon.test_enrolling import open_the_tags, with_a_reader
from tests.daemon.test_readers import AT_A_PORT, CARD, MOON, SUN, TYPING, looking_on, stick, wired

LONG = ("04112233445566778899", "041122334455667788AA")
RC522 = ReaderWiring("mfrc522", "spi", spi_device=1, rst=4)


def rc522(table: Table, role: str = "table") -> Mfrc522OnSpi:
    reader = table.world.readers.by_role[role]
    assert isinstance(reader, Mfrc522OnSpi)
    return reader


def typing(table: Table) -> SimulatedInput:
    (input,) = table.world.nodes.inputs
    return input


# -- RC522 ------------------------------------------------------------------------------------------------------------


def test_a_wire_of_irq_that_is_off_costs_no_tap_and_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stick(tmp_path)
    table, onlooker = looking_on(tmp_path, wiring=wired(table=replace(RC522, irq=18)))
    table.world.fault("reader", kind="irq")
    with table:
        for tag in (SUN, MOON):
            table.world.place("table", tag)
            table.wait(0.3)
        table.wait(60)
    assert [sensed.piece for sensed in onlooker.sensed()] == ["pawn/sun", "pawn/moon"]
    assert caplog.text.count("Check the wire of IRQ") == 1


def test_a_chip_that_is_never_ready_holds_up_no_start(tmp_path: Path) -> None:
    table = Table(tmp_path, wiring=wired(table=RC522))
    table.world.fault("reader", kind="stuck")
    with table:
        assert table.rig.states["reader table"] is DeviceState.ABSENT
        assert rc522(table).wires.transfers <= MOST_TRANSFERS
        table.get_on(6)


def test_a_check_byte_that_is_wrong_is_no_tap_and_one_that_is_right_is_no_part_of_the_id(tmp_path: Path) -> None:
    short = "93A7B1C2"
    stick(tmp_path, {short: "pawn/sun"})
    table, onlooker = looking_on(tmp_path, wiring=wired(table=RC522))
    with table:
        spoilt = SimulatedTag(short)
        spoilt.has_wrong_bcc = True
        rc522(table).lay(spoilt)
        table.wait(3)
        assert onlooker.sensed() == []
        assert table.rig.states["reader table"] is DeviceState.DEGRADED
        rc522(table).lift(spoilt)
        table.world.place("table", short)
        table.wait(0.3)
    assert [(sensed.tag, sensed.piece) for sensed in onlooker.sensed()] == [(short, "pawn/sun")]


def test_two_on_one_port_both_work(tmp_path: Path) -> None:
    """Of two readers only the first was ever started."""
    stick(tmp_path)
    both = {"table": RC522, "seat/1": ReaderWiring("mfrc522", "spi", spi_device=0, rst=14)}
    table, onlooker = looking_on(tmp_path, wiring=wired(**both))
    with table:
        table.world.place("table", SUN)
        table.world.place("seat/1", CARD)
        table.wait(0.3)
        table.world.fault("reader", "table", kind="vanish")
        table.wait(5)
        table.world.place("seat/1", MOON)
        table.wait(0.3)
    assert sorted((sensed.reader, sensed.piece) for sensed in onlooker.sensed()) == [
        ("seat/1", "card/1"),
        ("seat/1", "pawn/moon"),
        ("table", "pawn/sun"),
    ]


def test_a_clone_with_a_version_of_its_own_is_named_and_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    table, onlooker = looking_on(tmp_path, wiring=wired(table=RC522))
    rc522(table).chip.version = 0x12
    with table:
        table.world.place("table", SUN)
        table.wait(0.3)
    assert [sensed.tag for sensed in onlooker.sensed()] == [SUN]
    assert "reader table ok: MFRC522 version register 0x12, perhaps a clone" in caplog.text


# -- PN532 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [1, 7, 64])
def test_an_answer_that_is_longer_than_usual_comes_in_pieces(tmp_path: Path, chunk: int) -> None:
    """Two ids of ten bytes, through a port that gives so many bytes at once."""
    stick(tmp_path, dict(zip(LONG, ("pawn/sun", "pawn/moon"), strict=True)))
    table, onlooker = looking_on(tmp_path, wiring=wired(table=AT_A_PORT))
    port = table.world.readers.serial[AT_A_PORT.port]
    assert isinstance(port, SimulatedHsuPort)
    port.chunk = chunk
    with table:
        for tag in LONG:
            table.world.place("table", tag)
        table.wait(1)
        assert table.rig.states["reader table"] is DeviceState.OK
    assert [sensed.piece for sensed in onlooker.sensed()] == ["pawn/sun", "pawn/moon"]


# -- one that types ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keypad", [False, True])
def test_places_of_keys_count_and_no_layout_changes_them(tmp_path: Path, keypad: bool) -> None:
    stick(tmp_path, {"04A1C2C3": "pawn/sun"})
    table, onlooker = looking_on(tmp_path, wiring=wired(table=TYPING))
    with table:
        typing(table).press(SHIFT, value=1)
        typing(table).type("0077710019", keypad=keypad)
        table.wait(0.3)
        typing(table).type("0077", keypad=keypad, enter=False)
        table.wait(3)
        typing(table).type("0077710019", keypad=keypad)
        table.wait(0.3)
        assert typing(table).console == ""
    assert {(sensed.tag, sensed.piece) for sensed in onlooker.sensed()} == {("04A1C2C3", "pawn/sun")}
    assert len([sensed for sensed in onlooker.sensed() if sensed.is_placed]) == 2


def test_of_two_halves_with_one_name_the_one_that_types_is_taken(tmp_path: Path) -> None:
    stick(tmp_path, {"04A1C2C3": "pawn/sun"})
    table, onlooker = looking_on(tmp_path, wiring=wired(table=TYPING))
    half = SimulatedInput(table.loop.time, typing(table).name, "/dev/input/mouse-half", MOUSE)
    table.world.nodes.inputs.insert(0, half)
    with table:
        table.world.nodes.inputs[1].type("0077710019")
        table.wait(0.3)
        assert half.holder == ""
    assert [sensed.piece for sensed in onlooker.sensed()] == ["pawn/sun"]


# -- tags -------------------------------------------------------------------------------------------------------------


def test_a_telephone_is_refused_when_tags_are_enrolled(tmp_path: Path) -> None:
    with with_a_reader(tmp_path) as table:
        open_the_tags(table)
        telephone = RandomTag()
        for _ in range(3):
            rc522(table).lay(telephone)
            table.wait(2)
            assert "telephone" in table.screen
            rc522(table).lift(telephone)
            table.press("ok")
            table.wait(1)
        assert "0 of " in table.screen
    path = tmp_path / "pieces" / f"{GAME}.toml"
    assert not path.exists() or not read_pieces(path).tags


def test_two_pieces_at_once_are_two_and_never_a_third(tmp_path: Path) -> None:
    """Both in the field at each look: a blended id was read."""
    stick(tmp_path)
    for chip in (RC522, ReaderWiring("pn532", "i2c")):
        table, onlooker = looking_on(tmp_path, wiring=wired(table=chip))
        with table:
            for _ in range(5):
                table.world.place("table", SUN)
                table.world.place("table", MOON)
                table.wait(0.5)
                table.world.lift("table")
                table.wait(1)
        assert {sensed.piece for sensed in onlooker.sensed()} == {"pawn/sun", "pawn/moon"}
        assert len(onlooker.sensed()) == 20
