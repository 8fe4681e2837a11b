"""Readers of tags on the box: what is laid there reaches the game, and a reader's trouble stays its own."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event, current_thread
from typing import Any

import pytest

from companion.daemon.sitting import Seated
from companion.referee.api import Devices, Input, Sensed, Show
from companion.table.pieces_file import write_pieces
from hardware.api import DeviceState
from hardware.twin.readers import ReaderFault, with_readers
from hardware.twin.wired_readers import Mfrc522OnSpi
from hardware.wiring import ReaderWiring, Wiring, default_wiring
from hardware.workers import InlineWorker, ThreadWorker, Work, Worker
from tests.daemon.boxes import GAME, Table

SUN, MOON, CARD, FOREIGN = "04A1B2C3D4E580", "04A1B2C3D4E581", "04A1B2C3D4E582", "93A7B1C2"
TAGS = {SUN: "pawn/sun", MOON: "pawn/moon", CARD: "card/1"}
AT_A_PORT = ReaderWiring("pn532", "serial")
TYPING = ReaderWiring("keyboard", "input")


class Onlooker:
    """Sits where a game would, and keeps what it is told."""

    deadline: float | None = None

    def __init__(self) -> None:
        self.told: list[Input] = []

    def begin(self, at: float) -> list[Any]:
        return []

    def receive(self, input: Input, at: float) -> list[Any]:
        self.told.append(input)
        return []

    def sensed(self) -> list[Sensed]:
        return [input for input in self.told if isinstance(input, Sensed)]

    def devices(self) -> list[tuple[str, ...]]:
        return [input.missing for input in self.told if isinstance(input, Devices)]


def wired(**readers: ReaderWiring) -> Wiring:
    return replace(default_wiring(), readers=readers)


def stick(folder: Path, tags: Mapping[str, str] = TAGS, game: str = GAME) -> Path:
    path = folder / "pieces" / f"{game}.toml"
    write_pieces(path, game, tags)
    return path


def looking_on(folder: Path, *roles: str, wiring: Wiring | None = None) -> tuple[Table, Onlooker]:
    """A box with readers before somebody who only looks on."""
    onlooker = Onlooker()
    wiring = wiring or with_readers(default_wiring(), *(roles or ("table",)))
    return Table(folder, wiring=wiring, first=lambda host: lambda: Seated(onlooker)), onlooker


# -- what reaches the game --------------------------------------------------------------------------------------------


def test_a_piece_that_is_laid_down_and_lifted_reaches_the_game(tmp_path: Path) -> None:
    stick(tmp_path)
    table, onlooker = looking_on(tmp_path, "table", "seat/2")
    with table:
        table.world.place("table", SUN)
        table.wait(0.3)
        table.world.place("seat/2", CARD)
        table.wait(0.3)
        table.world.lift("table", SUN)
        table.wait(1)
    assert onlooker.sensed() == [
        Sensed("table", SUN, True, "pawn/sun", GAME),
        Sensed("seat/2", CARD, True, "card/1", GAME),
        Sensed("table", SUN, False, "pawn/sun", GAME),
    ]


def test_a_tag_that_nobody_knows_is_nobodys_piece(tmp_path: Path) -> None:
    table, onlooker = looking_on(tmp_path)
    with table:
        table.world.place("table", FOREIGN)
        table.wait(0.3)
    assert onlooker.sensed() == [Sensed("table", FOREIGN, True)]


def test_a_reader_of_one_s_own_has_another_in_its_place_on_a_simulated_table(tmp_path: Path) -> None:
    stick(tmp_path)
    own = wired(table=ReaderWiring("fob", "serial", port="/dev/serial0"))
    table, onlooker = looking_on(tmp_path, wiring=with_readers(own, "table"))
    with table:
        table.world.place("table", SUN)
        table.wait(1)
    assert [sensed.tag for sensed in onlooker.sensed()] == [SUN]


def test_a_foreign_card_between_two_taps_makes_no_second_tap(tmp_path: Path) -> None:
    """A pawn, a bank card on it, the pawn again, all within a moment: it came once."""
    stick(tmp_path)
    table, onlooker = looking_on(tmp_path)
    with table:
        table.world.place("table", SUN)
        table.wait(0.2)
        table.world.place("table", FOREIGN)
        table.world.lift("table", SUN)
        table.wait(0.2)
        table.world.lift("table", FOREIGN)
        table.world.place("table", SUN)
        table.wait(2)
    placed = [sensed.tag for sensed in onlooker.sensed() if sensed.is_placed]
    assert placed == [SUN, FOREIGN]


def test_a_piece_wakes_the_screen_and_counts(tmp_path: Path) -> None:
    stick(tmp_path)
    table, onlooker = looking_on(tmp_path, wiring=wired(table=AT_A_PORT))
    with table:
        table.box.give(Devices(()))
        table.rig.screen.show(b"\xff" * 1024)
        table.wait(31 * 60)
        assert table.is_dark
        table.world.place("table", SUN)
        table.wait(0.3)
        assert not table.is_dark
    assert onlooker.sensed() == [Sensed("table", SUN, True, "pawn/sun", GAME)]


# -- which piece it is ------------------------------------------------------------------------------------------------


def test_a_piece_of_the_running_game_comes_first_and_in_the_lobby_any_counts(tmp_path: Path) -> None:
    stick(tmp_path, {SUN: "pawn/musclor", CARD: "token/1"}, "masters")
    stick(tmp_path, {SUN: "pawn/sun"})
    with Table(tmp_path) as table:
        assert table.host.bearer(SUN) == ("pawn/sun", GAME)
    with Table(tmp_path, None, first=lambda host: host.lobby) as table:
        table.host._games = (GAME, "masters")
        assert table.host.bearer(CARD) == ("token/1", "masters")


def test_who_enrols_while_the_box_runs_needn_t_start_it_again(tmp_path: Path) -> None:
    stick(tmp_path, {CARD: "card/1"})
    table, onlooker = looking_on(tmp_path)
    with table:
        table.world.place("table", SUN)
        table.wait(0.3)
        stick(tmp_path)
        table.world.lift("table", SUN)
        table.wait(1)
        table.world.place("table", SUN)
        table.wait(0.3)
    assert [sensed.piece for sensed in onlooker.sensed()] == ["", "pawn/sun", "pawn/sun"]


def test_a_broken_file_is_named_and_the_others_are_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    stick(tmp_path)
    broken = tmp_path / "pieces" / "masters.toml"
    broken.write_text('game = "masters"\n[[piece]]\npiece = "token/1"\ntag = 04123456\n')
    table, onlooker = looking_on(tmp_path)
    with table:
        for tag in (SUN, MOON):
            table.world.place("table", tag)
            table.wait(0.3)
        assert onlooker.devices() == [("tags masters.toml",)], "it is said once"
        broken.write_text(broken.read_text().replace("04123456", '"04123456"'))
        table.world.place("table", CARD)
        table.wait(0.3)
    assert [sensed.piece for sensed in onlooker.sensed()] == ["pawn/sun", "pawn/moon", "card/1"]
    assert onlooker.devices()[1:] == [()]
    (said,) = [record.getMessage() for record in caplog.records if "masters.toml" in record.getMessage()]
    assert f"{broken}:4: tag" in said


def test_what_a_file_said_before_it_broke_still_holds(tmp_path: Path) -> None:
    path = stick(tmp_path)
    table, onlooker = looking_on(tmp_path)
    with table:
        table.world.place("table", SUN)
        table.wait(0.3)
        path.write_text("game = \n")
        table.world.place("table", MOON)
        table.wait(0.3)
    assert [sensed.piece for sensed in onlooker.sensed()] == ["pawn/sun", "pawn/moon"]


def test_a_piece_that_the_edition_lacks_counts_as_none(tmp_path: Path) -> None:
    stick(tmp_path, {SUN: "pawn/mars"})
    with Table(tmp_path) as table:
        assert table.host.bearer(SUN) == ("", "")


# -- trouble ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reader", "kind"),
    [
        (with_readers(default_wiring(), "table").readers["table"], "hang"),
        (with_readers(default_wiring(), "table").readers["table"], "garbage"),
        (AT_A_PORT, "vanish"),
        (TYPING, "vanish"),
    ],
)
def test_a_reader_that_dies_in_mid_turn_changes_nothing_else(
    tmp_path: Path, reader: ReaderWiring, kind: ReaderFault
) -> None:
    wiring = with_readers(wired(table=reader), "seat/1")
    with Table(tmp_path, wiring=wiring) as table:
        table.get_on(6)
        asked, rows = table.port.waiting(), table.saved()
        table.world.fault("reader", kind=kind)
        table.wait(10)
        assert table.rig.states["reader table"] is DeviceState.FAILED
        assert table.rig.states["reader seat/1"] is DeviceState.OK
        assert (table.port.waiting(), table.saved()) == (asked, rows)
        assert table.port.lamps()["error"] == "slow"
        table.get_on(3)
        assert table.port.waiting() != asked
        table.world.fault("reader", kind="none")
        table.wait(60)
        assert table.rig.states["reader table"] is DeviceState.OK
        assert table.port.lamps()["error"] == "off"
        table.get_on(3)


def test_a_tag_that_lay_there_when_the_reader_died_wasn_t_lifted(tmp_path: Path) -> None:
    stick(tmp_path)
    table, onlooker = looking_on(tmp_path)
    with table:
        table.world.place("table", SUN)
        table.wait(1)
        table.world.fault("reader", kind="hang", for_s=20)
        table.wait(80)
        assert onlooker.devices() == [("reader table",), ()]
        table.world.lift("table", SUN)
        table.wait(1)
    assert [sensed.is_placed for sensed in onlooker.sensed()] == [True, False]


def test_a_pn532_that_is_silent_is_reset_and_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Silent after hours till its power was cycled: here its reset line is enough."""
    caplog.set_level(logging.INFO)
    table, onlooker = looking_on(tmp_path, wiring=wired(table=ReaderWiring("pn532", "i2c", rst=4)))
    with table:
        table.world.fault("reader", kind="hang")
        table.wait(5)
        table.world.place("table", SUN)
        table.wait(0.3)
    assert [sensed.tag for sensed in onlooker.sensed()] == [SUN]
    said = [record.getMessage() for record in caplog.records if record.getMessage().startswith("reader table")]
    assert [line.partition(":")[0] for line in said] == [
        "reader table starting",
        "reader table ok",
        "reader table degraded",
        "reader table ok",
    ]


@pytest.mark.parametrize(("reads", "is_out"), [(0x00, False), (0xFF, True)])
def test_a_version_register_of_nobody_is_wiring_or_a_clone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, reads: int, is_out: bool
) -> None:
    with_one = with_readers(default_wiring(), "table")
    table = Table(tmp_path, wiring=with_one)
    table.world.fault("reader", kind="vanish" if is_out else "hang")
    with table:
        assert table.port.lamps()["error"] == "slow"
        table.get_on(3)
    assert f"its version register reads 0x{reads:02x}: that is wiring or a clone, not an empty field" in caplog.text


def test_a_reader_that_another_program_has_is_not_typed_into_the_console(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table, onlooker = looking_on(tmp_path, wiring=wired(table=TYPING))
    table.world.fault("reader", kind="grabbed")
    (typed,) = table.world.nodes.inputs
    with table:
        table.wait(1)
        assert onlooker.devices()[-1] == ("reader table",)
        assert "another program has" in caplog.text
        table.world.fault("reader", kind="none")
        table.wait(60)
        table.world.place("table", FOREIGN)
        table.wait(0.3)
    assert [sensed.tag for sensed in onlooker.sensed()] == [FOREIGN]
    assert typed.console == ""


def test_a_reader_that_stalls_delays_no_button(tmp_path: Path) -> None:
    """Its worker hangs in a transfer until it is let go; meanwhile every press is answered at once."""
    wiring = with_readers(default_wiring(), "table")
    stalls, is_free, names = Event(), Event(), set()

    def worker(name: str, work: Work) -> Worker:
        return ThreadWorker(name, work) if name == "table" else InlineWorker(name, work)

    table = Table(tmp_path, wiring=wiring, worker=worker)
    reader = table.world.readers.by_role["table"]
    assert isinstance(reader, Mfrc522OnSpi)
    transfer = reader.wires.xfer2

    def stalled(values: list[int]) -> Sequence[int]:
        names.add(current_thread().name)
        stalls.set()
        assert is_free.wait(5)
        return transfer(values)

    reader.wires.xfer2 = stalled  # type: ignore[method-assign]
    try:
        with table:
            assert stalls.wait(30)
            for _ in range(20):
                before, shown = table.loop.time(), len(table.outputs(Show))
                table.get_on()
                assert len(table.outputs(Show)) > shown
                assert table.loop.time() - before < 0.3
            assert table.rig.states["reader table"] is DeviceState.STARTING
            is_free.set()
    finally:
        is_free.set()
    assert names == {"table"}
