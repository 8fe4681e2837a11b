"""A whole box, from the lobby to a list of tags, with real drivers at a simulated reader."""

from __future__ import annotations

from pathlib import Path

from companion.table.listening import LISTEN_S, MISSED_AT_LEAST
from companion.table.pieces_file import read_pieces
from hardware.readers.presence import PATIENCE
from hardware.twin.readers import with_readers
from hardware.wiring import default_wiring
from tests.daemon.boxes import GAME, Table
from tests.table.box import STICKERS

ONE, TWO, THREE, *_ = STICKERS


def with_a_reader(folder: Path) -> Table:
    return Table(folder, None, wiring=with_readers(default_wiring(), "table"))


def open_the_tags(table: Table) -> None:
    table.press("down")
    table.press("ok")
    table.press("ok")


def tap(table: Table, tag: str) -> None:
    table.world.place("table", tag)
    table.wait(LISTEN_S + 0.5)
    table.world.lift("table", tag)
    table.wait(1.0)


def test_from_the_lobby_to_the_list(tmp_path: Path) -> None:
    path = tmp_path / "pieces" / f"{GAME}.toml"
    with with_a_reader(tmp_path) as table:
        open_the_tags(table)
        assert "0 of " in table.screen
        tap(table, ONE)
        tap(table, TWO)
        assert "pawn/" in table.screen
        written = read_pieces(path)
        assert (written.game, list(written.tags)) == (GAME, [ONE, TWO])
        table.press("back")
        assert "Tags" in table.screen
        assert table.host.bearer(ONE).piece == written.tags[ONE]


def test_another_day_it_goes_on(tmp_path: Path) -> None:
    for sticker in (ONE, TWO):
        with with_a_reader(tmp_path) as table:
            open_the_tags(table)
            tap(table, sticker)
    assert list(read_pieces(tmp_path / "pieces" / f"{GAME}.toml").tags) == [ONE, TWO]


def test_a_weak_sticker_is_noticed_by_a_real_driver(tmp_path: Path) -> None:
    with with_a_reader(tmp_path) as table:
        open_the_tags(table)
        table.world.fault("reader", "table", kind="weak", weakness=(2, 4))
        tap(table, ONE)
        assert "Weak" in table.screen


def test_a_damaged_list_is_set_aside_and_named(tmp_path: Path) -> None:
    path = tmp_path / "pieces" / f"{GAME}.toml"
    path.parent.mkdir()
    path.write_text("game = 1\n")
    with with_a_reader(tmp_path) as table:
        open_the_tags(table)
        assert f"set aside as {GAME}.toml .aside-1" in table.screen
        assert path.with_name(f"{path.name}.aside-1").read_text() == "game = 1\n"
        table.press("ok")
        assert "0 of " in table.screen


def test_another_games_list_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "pieces" / f"{GAME}.toml"
    path.parent.mkdir()
    path.write_text('game = "warlocks"\n')
    with with_a_reader(tmp_path) as table:
        open_the_tags(table)
        assert "set aside" in table.screen
        assert not path.exists()


def test_a_box_without_a_reader_offers_no_tags(tmp_path: Path) -> None:
    with Table(tmp_path, None) as table:
        assert "Tags" not in table.screen
    with with_a_reader(tmp_path) as table:
        assert "Tags" in table.screen


def test_what_has_gone_was_missed_so_often() -> None:
    assert PATIENCE.misses == MISSED_AT_LEAST
