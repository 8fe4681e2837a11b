"""Pieces at the simulated table: how one is found, tapped, laid down and lifted with keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from textual.pilot import Pilot
from textual.widgets import Static

from companion.daemon.host import ShelfHost
from companion.daemon.tag_book import Tagged
from companion.daemon.tappable import Picking, Tappable
from companion.daemon.terminal import COLUMNS, ROWS, TerminalTable
from companion.open_game import new_header
from companion.referee.settings import Settings
from companion.rules.game import Piece
from companion.rules.text import Text
from companion.table.pieces_file import write_pieces
from companion.words import Words
from tests.daemon.test_terminal import until
from tests.daemon.toy_box import ToyBox

PIECES = [
    Tagged(f"04A1B2C{n}", Piece(id, id, Text(f"masters.pawn.{name}")))
    for n, (id, name) in enumerate((("pawn/musclor", "musclor"), ("pawn/tila", "tila"), ("token/1", "maskor")))
]
MUSCLOR, TILA, TOKEN = (tagged.tag for tagged in PIECES)


class ToyReaders:
    """Fulfils `companion.daemon.tappable.ReaderWorld`; *done* is what was done to it."""

    roles = ("table", "seat/1")

    def __init__(self) -> None:
        self.there: dict[str, list[str]] = {role: [] for role in self.roles}
        self.done: list[str] = []

    def place(self, role: str, uid: str) -> None:
        self.there[role].append(uid)
        self.done.append(f"place {uid} {role}")

    def lift(self, role: str, uid: str = "") -> None:
        self.there[role].remove(uid)
        self.done.append(f"lift {uid} {role}")

    def lying(self, role: str) -> list[str]:
        return self.there[role]


def picking() -> tuple[ToyReaders, Picking]:
    readers = ToyReaders()
    return readers, Picking(Tappable(readers, lambda: PIECES), "table", Words("en"), Random(1))


def typed(picking: Picking, letters: str) -> list[str]:
    for letter in letters:
        picking.type(letter)
    return [tagged.piece.id for tagged in picking.found]


# -- finding a piece --------------------------------------------------------------------------------------------------


def test_letters_of_its_id_or_its_name_find_a_piece() -> None:
    assert typed(picking()[1], "Pawn") == ["pawn/musclor", "pawn/tila"]
    assert typed(picking()[1], "mask") == ["token/1"]
    _, found = picking()
    assert typed(found, "tokenx") == []
    assert found.picked is None
    found.erase()
    assert found.picked == PIECES[2]


def test_the_caret_goes_round_and_stays_on_its_piece_when_one_is_laid_down() -> None:
    readers, found = picking()
    found.move(-1)
    assert found.picked == PIECES[2]
    readers.place("table", TOKEN)
    assert found.picked == PIECES[2]
    assert found.rows(2, 40).splitlines()[1].startswith("> ● token/1")
    found.move(1)
    assert found.picked == PIECES[0]


def test_chance_picks_what_doesn_t_lie_there_yet() -> None:
    readers, found = picking()
    readers.place("table", MUSCLOR)
    picked = set()
    for _ in range(50):
        found.any_of_these()
        assert found.picked is not None
        picked.add(found.picked.tag)
    assert picked == {TILA, TOKEN}


def test_another_reader_is_one_key_away() -> None:
    readers, found = picking()
    readers.place("seat/1", MUSCLOR)
    assert not found.lies(PIECES[0])
    found.next_reader()
    assert (found.role, found.lies(PIECES[0])) == ("seat/1", True)
    found.next_reader()
    assert found.role == "table"


# -- at the terminal --------------------------------------------------------------------------------------------------


def at_the_table(story: Callable[[TerminalTable, ToyReaders, Pilot[int]], Awaitable[None]], has_readers: bool) -> None:
    async def live() -> None:
        box, readers = ToyBox(), ToyReaders()
        tappable = Tappable(readers, lambda: PIECES) if has_readers else None
        table = TerminalTable(box, box.lines, box.until_rolled, lambda: Words("en"), 100, tappable)
        async with table.run_test(size=(COLUMNS, ROWS)) as pilot:
            await story(table, readers, pilot)
        assert box.fingers == [], "letters that find a piece press no button"

    asyncio.run(live())


def shown(table: TerminalTable, where: str) -> str:
    return str(table.screen.query_one(where, Static).content)


def test_a_tap_is_a_piece_laid_down_and_lifted() -> None:
    async def story(table: TerminalTable, readers: ToyReaders, pilot: Pilot[int]) -> None:
        await pilot.press("t", "r", "backspace", *"muscl")
        assert shown(table, "#tap-head") == " Reader table   which piece? muscl_"
        assert shown(table, "#tap-rows").startswith(">   pawn/musclor")
        await pilot.press("enter")
        await until(pilot, lambda: len(readers.done) == 2)
        assert readers.done == [f"place {MUSCLOR} table", f"lift {MUSCLOR} table"]

    at_the_table(story, has_readers=True)


def test_a_piece_is_laid_down_seen_and_lifted() -> None:
    async def story(table: TerminalTable, readers: ToyReaders, pilot: Pilot[int]) -> None:
        await pilot.press("t", "tab", *"tila", "space", "escape")
        assert readers.done == [f"place {TILA} seat/1"]
        await until(pilot, lambda: shown(table, "#lying") == "seat/1: pawn/tila")
        await pilot.press("t")
        assert "Reader seat/1" in shown(table, "#tap-head"), "the reader of the last time"
        await pilot.press(*"tila", "space", "escape")
        assert readers.done[1:] == [f"lift {TILA} seat/1"]
        await pilot.press("t", "shift+tab")
        assert "Reader table" in shown(table, "#tap-head"), "there are seats in plenty behind this one"
        await pilot.press("escape")
        await until(pilot, lambda: shown(table, "#lying") == "")

    at_the_table(story, has_readers=True)


def test_a_tap_of_what_lies_there_lifts_it_first() -> None:
    async def story(table: TerminalTable, readers: ToyReaders, pilot: Pilot[int]) -> None:
        readers.place("table", TILA)
        await pilot.press("t", *"tila", "enter")
        await until(pilot, lambda: len(readers.done) == 4)
        assert readers.done[1:] == [f"lift {TILA} table", f"place {TILA} table", f"lift {TILA} table"]

    at_the_table(story, has_readers=True)


def test_nothing_that_is_called_so_is_said() -> None:
    async def story(table: TerminalTable, readers: ToyReaders, pilot: Pilot[int]) -> None:
        await pilot.press("t", *"tilt", "enter")
        assert shown(table, "#tap-rows").strip() == "No piece with a tag is called so."
        await pilot.press("backspace", "enter")
        await until(pilot, lambda: len(readers.done) == 2)

    at_the_table(story, has_readers=True)


def test_a_box_without_readers_says_so() -> None:
    async def story(table: TerminalTable, readers: ToyReaders, pilot: Pilot[int]) -> None:
        await pilot.press("t")
        assert shown(table, ".note") == "No reader of tags is wired here."

    at_the_table(story, has_readers=False)


# -- made-up tags -----------------------------------------------------------------------------------------------------


def test_every_piece_that_can_bear_a_tag_has_one_though_no_file_tells(tmp_path: Path) -> None:
    host = ShelfHost(tmp_path, Settings(), games=["_template", "masters"], makes_up_tags=True)
    assert {piece.id for _, piece in host.tagged()} >= {"pawn/sun", "card/1", "pawn/musclor", "token/17"}
    host.begin(new_header("masters", 2, seed="7"))
    tagged = host.tagged()
    assert {piece.id for _, piece in tagged} == {
        piece.id for piece in host.anew().sitting.game.pieces if piece.bears_tag
    }
    assert all(host.bearer(tag) == (piece.id, "masters") for tag, piece in tagged)


def test_a_tag_that_a_file_tells_of_takes_the_place_of_the_made_up_one(tmp_path: Path) -> None:
    write_pieces(tmp_path / "pieces" / "masters.toml", "masters", {MUSCLOR: "pawn/musclor"})
    host = ShelfHost(tmp_path, Settings(), games=["masters"], makes_up_tags=True)
    assert [tag for tag, piece in host.tagged() if piece.id == "pawn/musclor"] == [MUSCLOR]
