"""The edition's check: a sound board passes, and every planted mistake is found, all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest

from companion.editions import read_edition, shipped
from companion.games.warlocks import KIT
from companion.games.warlocks.edition import Edition, Space, check
from companion.games.warlocks.nouns import SpaceKind
from companion.games.warlocks.tables import TOTALS, Row, Table

from .sketch import sketch

SOUND = sketch(
    """
    sea-a-b-c-d-e-castle
    a-desert-ruins b-swamp-maze c-mountains-dungeon d-star-lair
    e-arrow-f-g a-x-h-tavern-f
    """,
    arrows={"arrow": "f-g"},
    ways={"x": "h-tavern"},
)


def mistakes(edition: Edition) -> list[str]:
    return [f"{m.key}: {m.what}" for m in check(edition)]


def key_of(space: str) -> str:
    assert SOUND.board is not None
    return f"board.space.{[entry.id for entry in SOUND.board.space].index(space)}"


def changed(space: str, edition: Edition = SOUND, **fields: Any) -> Edition:
    return with_space(space, lambda entry: replace(entry, **fields), edition)


def with_space(space: str, change: Callable[[Space], Space], edition: Edition = SOUND) -> Edition:
    assert edition.board is not None
    spaces = tuple(change(entry) if entry.id == space else entry for entry in edition.board.space)
    return replace(edition, board=replace(edition.board, space=spaces))


def linked(one: str, other: str, edition: Edition = SOUND) -> Edition:
    for here, there in ((one, other), (other, one)):
        edition = with_space(here, lambda entry, to=there: replace(entry, links=(*entry.links, to)), edition)  # type: ignore[misc]
    return edition


def unlinked(one: str, other: str, edition: Edition = SOUND) -> Edition:
    def cut(entry: Space) -> Space:
        return replace(entry, links=tuple(to for to in entry.links if to not in (one, other)))

    return with_space(one, cut, with_space(other, cut, edition))


def with_rows(*rows: Row, source: str = "house") -> Edition:
    """The table of the ruins has these entries."""
    return replace(SOUND, table=(Table("ruins", source, rows), *SOUND.table[1:]))  # type: ignore[arg-type]


def sized(width_mm: float) -> Edition:
    """The board is so wide."""
    assert SOUND.board is not None
    return replace(SOUND, board=replace(SOUND.board, width_mm=width_mm))


def to_and_fro(*ends: Row) -> Edition:
    """The ruins send everybody to the maze and the maze sends him back, but where *ends* hold."""
    back = tuple(total for total in TOTALS if all(total not in row.totals for row in ends))
    ruins = Table("ruins", "house", (Row(tuple(TOTALS), move="maze"),))
    maze = Table("maze", "house", (Row(back, move="ruins"), *ends))
    return replace(SOUND, table=(ruins, maze, *SOUND.table[2:]))


def rest(*totals: int) -> Row:
    """Nothing happens at the totals that aren't among these."""
    return Row(tuple(total for total in TOTALS if total not in totals))


def test_the_shipped_edition_is_sound_and_says_that_board_and_tables_are_ours() -> None:
    edition: Edition = read_edition(shipped(KIT), KIT)
    assert mistakes(edition) == []
    assert edition.board is not None
    assert {edition.board.source, *(table.source for table in edition.table)} == {"house"}


def test_a_sound_board_has_no_mistake() -> None:
    assert mistakes(SOUND) == []


ISLAND = unlinked("x", "h", unlinked("tavern", "f"))

PLANTED: list[tuple[str, Edition, str]] = [
    # names and labels
    ("a name twice", changed("b", id="a"), f"{key_of('b')}.id: a is the name of two spaces"),
    ("a name that can't be one", changed("b", id="b/1"), f"{key_of('b')}.id: 'b/1' can't name a space"),
    ("no name", changed("b", id=""), f"{key_of('b')}.id: '' can't name a space"),
    ("a label twice", changed("b", label="a"), f"{key_of('b')}.label: a is printed on a too"),
    ("a label of blanks", changed("b", label="  "), f"{key_of('b')}.label: '  ' can't be shown"),
    ("a label on two rows", changed("b", label="b\n1"), f"{key_of('b')}.label: 'b\\n1' can't be shown"),
    ("a label that the screen lacks", changed("b", label="龍"), f"{key_of('b')}.label: '龍' can't be shown"),
    ("a name that the screen lacks", changed("b", id="龍"), f"{key_of('b')}.id: '龍' can't name a space"),
    ("a long label", changed("b", label="B-1234"), f"{key_of('b')}.label: B-1234 is too long"),
    # links
    ("a link to itself", linked("a", "a"), f"{key_of('a')}.links.4: a is linked to itself"),
    ("no such space", with_space("g", lambda g: replace(g, links=(*g.links, "tavren"))), "no space 'tavren'"),
    ("a link twice", linked("a", "b"), f"{key_of('a')}.links.4: a is linked to b twice"),
    ("a one-way link", changed("g", links=("f", "e")), f"{key_of('g')}.links.1: the link from g to e is one-way"),
    ("an island", ISLAND, f"{key_of('tavern')}.links: no way from Seaport to tavern"),
    ("a place out of reach", unlinked("desert", "ruins"), "no way from Seaport to ruins (ruins)"),
    ("a castle out of reach", unlinked("e", "castle"), "no way from Seaport to castle (castle)"),
    ("behind the castle", linked("castle", "g", unlinked("f", "g")), "no way from Seaport to g"),
    ("a castle behind a square", linked("lair", "castle", unlinked("e", "castle")), "no throw of two dice ends in"),
    # the sheet
    ("off the board", changed("b", x_mm=999.0), f"{key_of('b')}.x_mm: b lies outside, at 999"),
    ("on another", changed("b", x_mm=80.0), f"{key_of('b')}.x_mm: b lies on a"),
    ("nowhere", changed("b", x_mm=nan), f"{key_of('b')}.x_mm: b lies outside, at nan"),
    ("endlessly far", changed("b", x_mm=inf, edition=sized(inf)), f"{key_of('b')}.x_mm: b lies outside, at inf"),
    ("an endless board", sized(inf), "board.width_mm: inf mm"),
    ("a board without end or beginning", sized(nan), "board.width_mm: nan mm"),
    ("a board of nothing", sized(0.0), "board.width_mm: 0 mm"),
    # kinds
    ("no Seaport", changed("sea", kind=SpaceKind.PLAIN), "board.space: 0 of kind seaport"),
    ("two castles", changed("g", kind=SpaceKind.CASTLE), "board.space: 2 of kind castle"),
    ("no lair", changed("lair", kind=SpaceKind.PLAIN), "board.space: 0 of kind lair"),
    ("two mazes", changed("g", kind=SpaceKind.MAZE), "board.space: 2 of kind maze"),
    ("no swamp", changed("swamp", kind=SpaceKind.PLAIN), "board.space: 0 of kind swamp"),
    ("no star", changed("star", kind=SpaceKind.PLAIN), "board.space: 0 of kind star"),
    ("no arrow", changed("arrow", kind=SpaceKind.PLAIN, arrow=()), "board.space: 0 of kind arrow"),
    ("no X", changed("x", kind=SpaceKind.PLAIN, way=()), "board.space: 0 of kind x"),
    ("no inn", changed("tavern", kind=SpaceKind.PLAIN), "board.space: neither tavern nor camp"),
    # arrows
    ("an arrow to nowhere", changed("arrow", arrow=()), f"{key_of('arrow')}.arrow: the arrow of arrow points nowhere"),
    ("an arrow too long", changed("arrow", arrow=("f", "tavern", "h")), "leads over 3 spaces"),
    ("an arrow too short", changed("arrow", arrow=("f",)), f"{key_of('arrow')}.arrow: the arrow of arrow leads over 1"),
    ("an arrow that jumps", changed("arrow", arrow=("g", "f")), f"{key_of('arrow')}.arrow.0: g isn't beside arrow"),
    ("an arrow that turns", changed("arrow", arrow=("f", "arrow")), f"{key_of('arrow')}.arrow.1: the arrow of arrow"),
    ("an arrow to nothing", changed("arrow", arrow=("f", "gg")), f"{key_of('arrow')}.arrow.1: no space 'gg'"),
    ("into the castle", changed("arrow", arrow=("e", "castle")), "the arrow of arrow leads into the castle"),
    (
        "an arrow over a square",
        changed("desert", kind=SpaceKind.ARROW, arrow=("ruins", "g"), edition=linked("ruins", "g")),
        f"{key_of('desert')}.arrow.1: the arrow of desert leads over the square ruins",
    ),
    ("an arrow on what is none", changed("a", arrow=("b", "c")), f"{key_of('a')}.arrow: a is no arrow"),
    # marked ways
    ("no way", changed("x", way=()), f"{key_of('x')}.way: no way leads from x"),
    ("a way that jumps", changed("x", way=("tavern",)), f"{key_of('x')}.way.0: tavern isn't beside x"),
    ("a way that returns", changed("x", way=("h", "x", "h", "tavern")), "the way from x comes to x twice"),
    ("a way to nothing", changed("x", way=("h", "tavren")), f"{key_of('x')}.way.1: no space 'tavren'"),
    ("a way to no inn", changed("x", way=("h",)), f"{key_of('x')}.way.0: the way from x ends at h (plain)"),
    ("a way beyond the inn", changed("x", way=("h", "tavern", "f")), "the way from x goes on behind tavern"),
    ("a way on what has none", changed("a", way=("x", "h", "tavern")), f"{key_of('a')}.way: a is no X circle"),
    # tables
    ("no table", replace(SOUND, table=SOUND.table[1:]), "table: ruins has no table"),
    ("two tables", replace(SOUND, table=(*SOUND.table, SOUND.table[0])), "table.4.square: ruins has a second table"),
    ("no entry for 7", with_rows(rest(7)), "table.0.row: ruins has no entry for 7"),
    ("two entries for 7", with_rows(rest(), Row((7,))), "table.0.row.1.totals.0: ruins has a second entry for 7"),
    ("an entry for 13", with_rows(rest(), Row((13,))), "table.0.row.1.totals.0: two dice never show 13"),
    ("no end", with_rows(Row(tuple(TOTALS), again=True)), "table.0.row: no throw at ruins ends the turn"),
    ("back to itself", with_rows(Row(tuple(TOTALS), move="ruins")), "table.0.row: no throw at ruins ends the turn"),
    ("to and fro", to_and_fro(), "table.1.row: no throw at maze ends the turn"),
    ("blanks to read out", with_rows(rest(7), Row((7,), text=" ")), "table.0.row.1.text: nothing but blanks"),
    ("turns given back", with_rows(rest(7), Row((7,), lose_turns=-1)), "table.0.row.1.lose_turns: -1 lost turns"),
    ("a move to nothing", with_rows(rest(7), Row((7,), move="seaa")), "table.0.row.1.move: no space 'seaa'"),
    ("a move into the castle", with_rows(rest(7), Row((7,), move="castle")), "castle is the castle"),
    ("away and again", with_rows(rest(7), Row((7,), move="sea", again=True)), "the pawn moves away and throws"),
    ("read, and entered", with_rows(rest(), source="table"), "table.0.row: ruins is read from the board"),
]  # fmt: skip


@pytest.mark.parametrize(("planted", "found"), [pytest.param(e, f, id=name) for name, e, f in PLANTED])
def test_a_planted_mistake_is_found(planted: Edition, found: str) -> None:
    assert [m for m in mistakes(planted) if found in m], mistakes(planted)


def test_all_mistakes_are_told_at_once() -> None:
    edition = with_rows(rest(7), Row((8,), move="nowhere"))
    edition = changed("arrow", arrow=("g",), edition=changed("x", way=("h",), edition=edition))
    edition = changed("lair", kind=SpaceKind.PLAIN, edition=changed("b", label="a", edition=edition))
    edition = unlinked("desert", "ruins", linked("a", "a", edition))
    found = "\n".join(mistakes(edition))
    for what in (
        "ruins has no entry for 7",
        "ruins has a second entry for 8",
        "no space 'nowhere'",
        "g isn't beside arrow",
        "the way from x ends at h",
        "0 of kind lair",
        "a is printed on a too",
        "a is linked to itself",
        "no way from Seaport to ruins",
    ):
        assert what in found, what


def test_a_mistake_says_what_mends_it() -> None:
    (typo,) = (m for m in check(changed("x", way=("h", "tavren"))) if m.key.endswith("way.1"))
    assert typo.remedy == "did you mean 'tavern'?"
    (one_way,) = (m for m in check(changed("g", links=("f", "e"))) if "one-way" in m.what)
    assert one_way.remedy == "add g to the links of e, or leave it out here"
    assert all(m.remedy for _, planted, _ in PLANTED for m in check(planted))


def test_a_board_without_a_size_puts_no_space_outside() -> None:
    assert mistakes(sized(nan)) == ["board.width_mm: nan mm"]


def test_tables_may_send_to_and_fro_as_long_as_one_throw_ends_it() -> None:
    assert mistakes(to_and_fro(Row((7,)))) == []
    assert mistakes(to_and_fro(Row((7,), move="arrow"))) == []
    read = Table("maze", "table")
    assert mistakes(replace(to_and_fro(), table=(to_and_fro().table[0], read, *SOUND.table[2:]))) == []


def test_an_arrow_into_the_castle_is_one_mistake() -> None:
    found = mistakes(changed("e", kind=SpaceKind.ARROW, arrow=("castle",)))
    assert found == [f"{key_of('e')}.arrow.0: the arrow of e leads into the castle"]


def test_a_table_may_be_left_to_the_players() -> None:
    assert mistakes(with_rows(source="table")) == []


def test_without_a_board_the_tables_may_be_entered_or_not() -> None:
    assert mistakes(replace(SOUND, board=None)) == []
    assert mistakes(replace(with_rows(rest(7), Row((7,), move="sea")), board=None)) == [], "there is no space to miss"
    assert mistakes(replace(SOUND, board=None, table=())) == []
    assert mistakes(replace(SOUND, board=None, table=SOUND.table[:1])) == []
