"""The file of a box: read strictly, and written so that nobody's words are lost."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mistakes import Mistakes
from companion.rules.game import Piece
from companion.table.pieces_file import PiecesFile, parse_pieces, read_pieces, write_pieces
from companion.table.tag_ids import canonical
from tests.table.box import BOX, MUSCLOR, STICKERS, STRATOS, SWORD, WALL

ONE, TWO, THREE, *_ = STICKERS

OURS = f"""\
# The box in the attic.
game = "masters"

[[piece]]
piece = "{MUSCLOR}"  # repainted
tag = "04:a1:b2:c3:d4:e5:01"  # worn

# Found under the sofa:
[[piece]]
tag = '04-A1-B2-C3-D4-E5-02'
piece = "{STRATOS}"
# more to come
"""


def box(game: str) -> Sequence[Piece]:
    if game != "masters":
        raise LookupError(f"no game {game!r}")
    return BOX


def entry(piece: str, tag: str) -> str:
    return f"[[piece]]\npiece = {piece}\ntag = {tag}\n"


def told(text: str) -> list[str]:
    """The mistakes, each from its line on."""
    with pytest.raises(Mistakes) as wrong:
        parse_pieces(text, "box.toml", box)
    return [str(mistake).removeprefix("box.toml:") for mistake in wrong.value.mistakes]


def told_of(*tags: str) -> list[str]:
    """Of a file with these tags, the first one under Musclor."""
    pieces = (MUSCLOR, STRATOS, SWORD)
    return told('game = "masters"\n' + "".join(entry(f'"{p}"', f'"{t}"') for p, t in zip(pieces, tags, strict=False)))


def test_an_id_is_the_same_however_it_is_written() -> None:
    assert parse_pieces(OURS, "box.toml", box) == PiecesFile("masters", {ONE: MUSCLOR, TWO: STRATOS})


@pytest.mark.parametrize("bare", ["04123456", "1091374", "0x04A3", "12:34:56", "10:20:30:40", "1e5", "NO", "true"])
def test_an_id_without_quotes_is_never_guessed(bare: str) -> None:
    text = 'game = "masters"\n' + entry(f'"{MUSCLOR}"', f"{bare}  # the red one")
    assert told(text) == [f'4: tag: an id is a text, and this is none — put quotes: tag = "{bare}"']


def test_all_mistakes_at_once_with_their_lines() -> None:
    text = "game = masters\nversion = 2\n" + "".join(
        (
            entry('"pawn/muscler"', f'"{ONE}"'),
            entry('"skull/1"', f'"{TWO}"'),
            entry('"dragon/1"', '"4711"'),
            f'[[piece]]\npiece = "{SWORD}"\n',
            f'[[piece]]\ntag = "{THREE}"\n',
            entry('"token/44"', "0815"),
        )
    )
    assert told(text) == [
        '1: game: game is a text, and this is none — put quotes: game = "masters"',
        "2: version: 2 is not a version that this referee knows — write version = 1",
        "4: piece.0.piece: there is no piece 'pawn/muscler' — did you mean pawn/musclor?",
        "7: piece.1.piece: skull/1 needs no tag: one of these is as good as another — take this entry out",
        "10: piece.2.piece: there is no piece 'dragon/1' — known begin with pawn, token, card, skull",
        '11: piece.2.tag: "4711" is no id: it has 2 bytes, and ids have 4, 7 or 10 — write two hex digits a byte',
        "12: piece.3.tag: missing — write the id of a tag",
        "14: piece.4.piece: missing — write the piece that bears the tag",
        "17: piece.5.piece: there is no piece 'token/44' — did you mean token/3?",
        '18: tag: an id is a text, and this is none — put quotes: tag = "0815"',
    ]


def test_another_game_and_a_box_that_lists_nothing() -> None:
    assert told('game = "chess"\n') == ["1: game: no game 'chess'"]
    with pytest.raises(Mistakes, match="this edition lists no pieces"):
        parse_pieces(OURS, "box.toml", lambda game: ())


def test_a_piece_may_bear_two_tags_and_a_tag_is_one_pieces() -> None:
    both = 'game = "masters"\n' + entry(f'"{WALL}"', f'"{ONE}"') + entry(f'"{WALL}"', f'"{TWO}"')
    assert parse_pieces(both, "box.toml", box).tags == {ONE: WALL, TWO: WALL}
    assert told_of(ONE, ONE.lower()) == [
        f"7: piece.1.tag: {ONE} is pawn/musclor's already — a tag is one piece's: enrol one of them anew"
    ]
    twice = both + entry(f'"{WALL}"', f'"{ONE}"')
    assert told(twice) == [f"10: piece.2.tag: {ONE} is there already — take one of them out"]


@pytest.mark.parametrize(
    ("tags", "what"),
    [
        (["08A1B2C3"], "made up anew at each tap, as telephones and bank cards do — take another tag"),
        (["88A1B2C3"], "a part of a longer id: 88 says that more follows"),
        (["04A1B288D4E580"], "a part of a longer id: 88 says that more follows"),
        (["04A1B2C3D4"], "5 bytes, and ids have 4, 7 or 10"),
        (["04A1B2C3D4"[:8] + "D4"], "the last byte is a check byte: write 04A1B2C3"),
        (["8804A1B2C3D4E580"], "the first byte, 88, is none of the id's: write 04A1B2C3D4E580"),
        (["04A1B2C"], "it has 7 digits"),
        (["O4A1B2C3"], "O is no hex digit"),
        (["00000000"], "a line that isn't connected"),
        (["0077710019"], "a decimal number? Then write 04A1C2C3"),
        (["04A1C2C3", "C3C2A104"], "04A1C2C3 read backwards, which pawn/musclor bears"),
        (["04A1C2C3", "77710019"], "04A1C2C3 as a decimal number, which pawn/musclor bears"),
        (["04A1C2C3", "0077710019"], "04A1C2C3 as a decimal number, which pawn/musclor bears"),
        (["C3C2A104", "0077710019"], "C3C2A104 read backwards and as a decimal number"),
        (["77710019", "04A1C2C3"], "77710019, which pawn/musclor bears, is 04A1C2C3 as a decimal number"),
    ],
)
def test_ids_that_cannot_be_a_tags_own(tags: list[str], what: str) -> None:
    (mistake,) = told_of(*tags)
    assert what in mistake


@given(
    st.sampled_from((4, 7, 10)).flatmap(lambda n: st.binary(min_size=n, max_size=n)),
    st.sampled_from(("", ":", "-", " ", ".")),
    st.booleans(),
)
def test_every_spelling_of_an_id_is_the_same_id(id: bytes, separator: str, is_lower: bool) -> None:
    id = b"\x04" + bytes(byte & 0x7F for byte in id[1:])
    written = separator.join(f"{byte:02x}" if is_lower else f"{byte:02X}" for byte in id)
    assert canonical(written) == id.hex().upper()
    assert canonical(canonical(written)) == canonical(written)


TAGS = st.dictionaries(
    st.binary(min_size=7, max_size=7).map(lambda id: (b"\x04" + bytes(b & 0x7F for b in id[1:])).hex().upper()),
    st.sampled_from([piece.id for piece in BOX if piece.bears_tag]),
    max_size=6,
)


@given(TAGS, TAGS)
def test_what_is_written_is_read_again(before: Mapping[str, str], after: Mapping[str, str]) -> None:
    first = PiecesFile("masters").changed(before)
    assert parse_pieces(first.text, "") == first
    then = first.changed(after)
    assert parse_pieces(then.text, "") == then


@given(TAGS)
def test_a_persons_comments_stay(tags: Mapping[str, str]) -> None:
    text = parse_pieces(OURS, "").changed(tags).text
    for comment in ("# The box in the attic.", "# Found under the sofa:", "# more to come"):
        assert comment in text


def test_only_what_is_new_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(OURS)
    write_pieces(path, "masters", {THREE: MUSCLOR, TWO: STRATOS, "1234ABCD": WALL})
    changed = OURS.replace("04:a1:b2:c3:d4:e5:01", THREE)
    assert path.read_text() == changed + f'\n[[piece]]\npiece = "{WALL}"\ntag = "1234ABCD"\n'
    write_pieces(path, "masters", {TWO: STRATOS})
    assert MUSCLOR not in path.read_text()
    assert "# Found under the sofa:" in path.read_text()


def test_a_list_of_another_make_is_written_anew_with_its_comments(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(f'# mine\ngame = "masters"\npiece = [{{piece = "{WALL}", tag = "{ONE}"}}]\n')
    write_pieces(path, "masters", {ONE: WALL, TWO: MUSCLOR})
    assert read_pieces(path).tags == {ONE: WALL, TWO: MUSCLOR}
    assert path.read_text().startswith("# mine\n")


def test_what_somebody_else_wrote_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "pieces" / "box.toml"
    write_pieces(path, "masters", {ONE: MUSCLOR})
    write_pieces(path, "masters", {ONE: MUSCLOR, TWO: STRATOS})
    write_pieces(path, "masters", {ONE: WALL, THREE: MUSCLOR}, before={ONE: MUSCLOR})
    assert read_pieces(path).tags == {ONE: WALL, TWO: STRATOS, THREE: MUSCLOR}


def test_it_is_for_all_to_read_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    mask = os.umask(0o077)
    try:
        assert write_pieces(path, "masters", {ONE: MUSCLOR}) is None
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("there", ["game = masters\n", "\xff", 'game = "warlocks"\n', "[[piece]"])
def test_a_damaged_or_foreign_file_is_set_aside_and_named(tmp_path: Path, there: str) -> None:
    path = tmp_path / "box.toml"
    path.write_text(there, encoding="latin-1")
    (tmp_path / "box.toml.aside-1").write_text("older")
    aside = write_pieces(path, "masters", {ONE: MUSCLOR}, before={})
    assert aside == tmp_path / "box.toml.aside-2"
    assert aside.read_text(encoding="latin-1") == there
    assert read_pieces(path).tags == {ONE: MUSCLOR}


def test_a_disk_that_takes_nothing_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "box.toml"
    path.write_text(OURS)

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.table.pieces_file.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_pieces(path, "masters", {ONE: WALL})
    assert path.read_text() == OURS
    assert list(tmp_path.iterdir()) == [path]
