"""Frames: what is written can be read, what doesn't fit is refused, a caret costs few bytes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.screen.font import CELL_HEIGHT, CELL_WIDTH, glyph
from companion.screen.layout import title_row
from companion.screen.model import (
    COLUMNS,
    Across,
    Block,
    DiceBeside,
    Lines,
    MapBlock,
    MapSpot,
    Menu,
    MeterBlock,
    Screen,
    TallyBlock,
    Title,
)
from companion.screen.raster import BODY_TOP, LAST_ROW_TOP, LEFT, draw
from tests.screen.goldens import is_lit

TITLE = Title("◆", "MUSCLOR", "outer", "T12")
ALPHABET = "ABCMNOabcmnoéÉœ§0123456789.:?◆▾ "
GLYPHS = {glyph(character): character for character in ALPHABET}
KEYS = "OK go  OK… map  ?why"


def read(frame: bytes, top: int, dark_on_light: bool = False, columns: int = COLUMNS) -> str:
    """One row of text, recognised pixel by pixel; ``¿`` where nothing of the alphabet stands."""
    row = ""
    for column in range(columns):
        picture = 0
        for x in range(CELL_WIDTH):
            for y in range(CELL_HEIGHT):
                if is_lit(frame, LEFT + CELL_WIDTH * column + x, top + y) != dark_on_light:
                    picture |= 1 << (64 * x + y)
        row += GLYPHS.get(picture, "¿")
    return row.rstrip()


rows = st.text(ALPHABET, max_size=COLUMNS)


@given(st.lists(rows, min_size=4, max_size=4), rows)
def test_what_is_written_can_be_read(body: list[str], keys: str) -> None:
    frame = draw(Screen(Title("◆", "ABOMO", "nb", "12"), (Lines(tuple(body)),), keys))
    assert len(frame) == 1024
    assert [read(frame, BODY_TOP + CELL_HEIGHT * row) for row in range(4)] == [row.rstrip() for row in body]
    # The last row may stand under descenders but not under the dotted line: its cells are its own.
    assert read(frame, LAST_ROW_TOP) == keys.rstrip()
    assert read(frame, 0, dark_on_light=True) == title_row(Title("◆", "ABOMO", "nb", "12"))


def test_the_reader_notices_one_wrong_pixel() -> None:
    frame = bytearray(draw(Screen(None, (Lines(("MOB",)),))))
    assert read(bytes(frame), BODY_TOP) == "MOB"
    frame[128 * 2 + LEFT] ^= 1
    assert read(bytes(frame), BODY_TOP) == "¿OB"


@pytest.mark.parametrize(
    ("screen", "complaint"),
    [
        (Screen(TITLE, (Lines(("one", "x" * 22)),)), "body row 2: 'x+' has 22 columns, 21 fit"),
        (Screen(TITLE, (Lines(("one",)), Menu(("x" * 21,), 0))), "body row 2: .* 21 columns, 20 fit"),
        (Screen(TITLE, (Lines(("one",)), Across(("x" * 10, "y" * 11), 0))), "body row 2: .* 23 columns"),
        (Screen(TITLE, (DiceBeside((1, 2), ("", "x" * 11)),)), "body row 2: .* 11 columns, 10 fit"),
        (Screen(TITLE, (TallyBlock("x" * 11, 0, "", "", 0, "", 3),)), "body row 1: .* 11 columns, 10 fit"),
        (Screen(TITLE, (MeterBlock("x" * 22, 0, 3),)), "body row 1: .* 22 columns, 21 fit"),
        (Screen(TITLE, (), "x" * 22), "last row: .* 22 columns, 21 fit"),
        (Screen(Title("◆", "A", "", "9" * 20), ()), "title: .* leaves no room for a name"),
        (Screen(TITLE, (Lines(("a", "b")), DiceBeside((1,), ()))), "body row 3: DiceBeside takes 3 rows, 2 are left"),
        (Screen(TITLE, (Menu(("a", "b"), 2),)), "body row 1: no row 2 for the caret among 2"),
        (Screen(TITLE, (Lines(("a",)), Across(("a", "b"), -1))), "body row 2: no item -1 for the caret among 2"),
        (Screen(TITLE, (DiceBeside((1, 2, 3, 4, 5, 6, 1), ()),)), "no picture for the dice"),
        (Screen(TITLE, (DiceBeside((9,), (), None, 8),)), "no picture for the dice"),
        (Screen(TITLE, (DiceBeside((7,), ()),)), "no picture for the dice"),
        (Screen(TITLE, (TallyBlock("", 0, "", "", 0, "", 3, "Q"),)), "no picture for the mark 'Q'"),
        (Screen(TITLE, (MeterBlock("", 4, 3),)), "no bar for 4 of 3"),
        (Screen(TITLE, (MapBlock((), ()),)), "there are no spots"),
    ],
)
def test_what_does_not_fit_is_refused_by_its_row(screen: Screen, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        draw(screen)


def windows(before: bytes, after: bytes, apart: int = 10) -> list[tuple[set[int], int, int]]:
    """The rectangles that differ: pages, first and last column; changes farther *apart* have windows of their own."""
    found: list[tuple[set[int], int, int]] = []
    for x in range(128):
        pages = {page for page in range(8) if before[128 * page + x] != after[128 * page + x]}
        if pages and found and x - found[-1][2] <= apart:
            found[-1] = (found[-1][0] | pages, found[-1][1], x)
        elif pages:
            found.append((pages, x, x))
    return found


def ssd1306_bytes(before: bytes, after: bytes) -> int:
    """A window is two transfers: address, control, column and page range; address, control, data."""
    return sum(10 + (max(pages) - min(pages) + 1) * (last - first + 1) for pages, first, last in windows(before, after))


def sh1106_bytes(before: bytes, after: bytes) -> int:
    """Every page apart: address, control, page, column low and high; address, control, data."""
    return sum(len(pages) * (7 + last - first + 1) for pages, first, last in windows(before, after))


@pytest.mark.parametrize("caret", [0, 1, 2])
def test_a_step_of_the_caret_in_a_list_costs_at_most_34_bytes(caret: int) -> None:
    labels = ("A7  token", "Château des Ombres", "oubliette, laser be…", "C2")
    before, after = (draw(Screen(TITLE, (Menu(labels, at, True, True),), KEYS)) for at in (caret, caret + 1))
    assert 0 < ssd1306_bytes(before, after) <= 34
    assert 0 < sh1106_bytes(before, after) <= 34


def test_so_does_a_step_between_the_dice_and_below_them() -> None:
    across = [draw(Screen(TITLE, (DiceBeside((3, 5), ()), Across(("3", "5"), at)), KEYS)) for at in (0, 1)]
    assert 0 < ssd1306_bytes(*across) <= 34
    typing = [draw(Screen(TITLE, (DiceBeside((3, 5), (), at),), KEYS)) for at in (0, 1)]
    assert 0 < ssd1306_bytes(*typing) <= 36


def test_an_inverted_bar_would_cost_ten_times_as_much() -> None:
    before, after = (draw(Screen(TITLE, (Lines(("A7", "█" * n)),))) for n in (0, 21))
    assert ssd1306_bytes(before, after) > 150


def differing_rows(one: Screen, other: Screen) -> set[int]:
    a, b = draw(one), draw(other)
    return {y for y in range(64) for x in range(128) if is_lit(a, x, y) != is_lit(b, x, y)}


@pytest.mark.parametrize("title", [TITLE, Title("◆", "BARTHOLOMEW", "throne room", "T1024"), None])
def test_an_unsaved_game_is_marked_in_the_title_row(title: Title | None) -> None:
    body = (Lines(("Move 5.",)),)
    rows = differing_rows(Screen(title, body), Screen(title, body, unsaved=True))
    assert rows
    assert max(rows) < BODY_TOP


def test_no_words_no_light() -> None:
    assert draw(Screen(None, ())) == bytes(1024)


def test_a_bar_grows_with_its_value() -> None:
    for limit in (1, 7, 10, 25, 400):
        light = [
            sum(byte.bit_count() for byte in draw(Screen(None, (MeterBlock("", value, limit),)))[128 * 2 :])
            for value in (0, limit)
        ]
        assert light[0] < light[1], limit


# -- the map --------------------------------------------------------------------------------------------------

places = st.lists(st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)), min_size=1, max_size=70, unique=True)


def a_map(at: list[tuple[float, float]], **flags: int) -> Block:
    """A closed path over these spots, with a pawn and two candidates."""
    count = len(at)
    spots = tuple(
        MapSpot(x, y, candidate=n in (0, 1), at_caret=n == flags.get("caret"), pawns="◆●" if n == 2 else "")
        for n, (x, y) in enumerate(at)
    )
    links = tuple((n, (n + 1) % count) for n in range(count))
    return MapBlock(spots, links, "B12" if flags.get("named") else "", bool(flags.get("lit", 1)))


@given(places)
def test_any_board_fits_below_the_title(at: list[tuple[float, float]]) -> None:
    frame = draw(Screen(None, (a_map(at, caret=0, named=1),)))
    lit = [y for y in range(64) for x in range(128) if is_lit(frame, x, y)]
    assert min(lit) >= BODY_TOP
    assert max(lit) < LAST_ROW_TOP


SQUARE = [(100 * math.cos(n / 12 * math.pi), 100 * math.sin(n / 12 * math.pi)) for n in range(24)]


def test_only_the_candidates_blink() -> None:
    lit, dark = (draw(Screen(TITLE, (a_map(SQUARE, caret=0, named=1, lit=lit),), KEYS)) for lit in (1, 0))
    changed = [(x, y) for x in range(128) for y in range(64) if is_lit(lit, x, y) != is_lit(dark, x, y)]
    assert 0 < len(changed) < 30
    assert max(x for x, _ in changed) - min(x for x, _ in changed) <= 6, "one candidate, and not the caret's"


def test_the_caret_is_the_largest_mark() -> None:
    def light(caret: int) -> int:
        spot = [MapSpot(0, 0), MapSpot(0, 0, candidate=True), MapSpot(0, 0, candidate=True, at_caret=True)][caret]
        return sum(byte.bit_count() for byte in draw(Screen(None, (MapBlock((spot,), ()),))))

    assert light(0) < light(1) < light(2)


def test_the_caption_stands_beside_its_spot() -> None:
    for caret in range(24):
        bare, named = (draw(Screen(None, (a_map(SQUARE, caret=caret, named=n),))) for n in (0, 1))
        changed = {(x, y) for x in range(128) for y in range(64) if is_lit(bare, x, y) != is_lit(named, x, y)}
        ring = {
            (x, y)
            for x, y in changed
            if abs(x - (5 + 117 * (SQUARE[caret][0] + 100) / 200)) <= 4
            and abs(y - BODY_TOP - (5 + 31 * (SQUARE[caret][1] + 100) / 200)) <= 4
        }
        assert changed
        assert not ring, f"the caption of spot {caret} covers its mark"
