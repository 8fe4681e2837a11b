"""The edition's check: the reference passes, and every planted mistake is found, all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.games.masters.edition import Composition, Edition, Space, check
from companion.games.masters.nouns import SpaceKind, Token
from companion.table.model import PieceEntry

from .tale import REFERENCE, game


def mistakes(edition: Edition) -> list[str]:
    return [f"{m.key}: {m.what}" for m in check(edition)]


def with_space(space_id: str, change: Callable[[Space], Space | None], edition: Edition = REFERENCE) -> Edition:
    board = edition.board
    assert board is not None
    spaces = [change(space) if space.id == space_id else space for space in board.space]
    return replace(edition, board=replace(board, space=tuple(space for space in spaces if space is not None)))


def linked(space_id: str, *links: str, edition: Edition = REFERENCE) -> Edition:
    return with_space(space_id, lambda space: replace(space, links=(*space.links, *links)), edition)


def as_kind(space_id: str, kind: str, edition: Edition = REFERENCE) -> Edition:
    return with_space(space_id, lambda space: replace(space, kind=SpaceKind(kind)), edition)


def key_of(space_id: str) -> str:
    assert REFERENCE.board is not None
    return f"board.space.{[space.id for space in REFERENCE.board.space].index(space_id)}"


def short_middle() -> Edition:
    """The middle corridor leads from M1 straight to M12."""
    edition = with_space("M1", lambda space: replace(space, links=("M12",)))
    for n in range(2, 12):
        edition = with_space(f"M{n}", lambda space: None, edition)
    return edition


def test_the_reference_is_a_board() -> None:
    assert mistakes(REFERENCE) == []


def test_a_box_of_unknown_mix_may_list_any_that_adds_up() -> None:
    assert mistakes(tagged(edition=TOTALS, t1="spear")) == []
    assert mistakes(replace(TOTALS, pieces={})) == []


def test_each_thing_of_the_box_has_a_name_and_what_may_be_tapped_a_tag() -> None:
    pieces = {piece.id: piece for piece in game().pieces}
    assert len(pieces) == 4 + 21 + 20 + 6
    assert {id for id, piece in pieces.items() if not piece.bears_tag} == {
        "card/skeletor",
        *(f"{kind}/{n}" for kind in ("fist", "skeletor") for n in (1, 2, 3)),
    }
    assert (pieces["token/7"].sort, pieces["token/7"].name.key) == ("token/axe", "masters.token.axe")
    assert pieces.keys() == game().placement(game().setup(4)).keys()


def test_the_reference_says_where_each_datum_comes_from() -> None:
    board = REFERENCE.board
    assert board is not None
    assert {board.source, *(t.source for t in REFERENCE.token), *(c.source for c in REFERENCE.card)} == {"house"}


def tagged(*without: str, edition: Edition = REFERENCE, **kinds: str) -> Edition:
    """Some things of the box aren't listed; *kinds*: a token by its number (`t1`) that is said to be something else."""
    pieces = {id: entry for id, entry in edition.pieces.items() if id not in without}
    pieces |= {f"token/{number[1:]}": PieceEntry(kind) for number, kind in kinds.items()}
    return replace(edition, pieces=pieces)


TOTALS = replace(REFERENCE, composition=Composition.TOTALS, token=(), card=())

PLANTED: list[tuple[str, Edition, str]] = [
    ("20 tokens", replace(REFERENCE, token=REFERENCE.token[1:]), "token: the counts add up to 18"),
    ("16 cards", replace(REFERENCE, card=REFERENCE.card[1:]), "card: the counts add up to"),
    ("no sword", replace(REFERENCE, token=REFERENCE.token[1:]), "token: no sword"),
    (
        "two ships",
        replace(REFERENCE, token=tuple(replace(t, count=2) if t.kind is Token.SHIP else t for t in REFERENCE.token)),
        "token: 2 spaceships",
    ),
    (
        "one monster",
        replace(REFERENCE, token=tuple(replace(t, count=1) if t.kind is Token.MONSTER else t for t in REFERENCE.token)),
        "token: 1 monsters",
    ),
    ("a kind twice", replace(REFERENCE, token=(*REFERENCE.token, REFERENCE.token[0])), "token.8.kind: sword is listed"),
    (
        "none of a kind",
        replace(REFERENCE, card=(replace(REFERENCE.card[0], count=0), *REFERENCE.card[1:])),
        "card.0.count: 0 of demon",
    ),
    ("a pawn without an entry", tagged("pawn/tila"), "pieces: 0 pieces are pawn/tila"),
    ("a card without an entry", tagged("card/1"), "pieces: 2 pieces are card/demon"),
    ("a sword listed as a spear", tagged(t1="spear"), "pieces: 4 pieces are token/spear"),
    ("a token of no kind", tagged(t1="crown"), "pieces.token/1.kind: this game has no token/crown"),
    ("20 tokens, the mix unknown", tagged("token/1", edition=TOTALS), "pieces: 20 pieces are token/…"),
    ("two ships, the mix unknown", tagged(edition=TOTALS, t1="ship"), "pieces: 2 pieces are token/ship"),
    ("20 token squares", as_kind("A2", "path"), "board.space: 20 of kind token"),
    ("one path to the ravine", as_kind("E1", "path"), "board.space: 1 of kind edge"),
    ("no last square", as_kind("Z", "corridor"), "board.space: 0 of kind last"),
    ("no oubliette", as_kind("O", "corridor"), "board.space: no corridor holds the oubliette"),
    ("no brink", as_kind("R9", "corridor"), f"{key_of('R9')}.kind: R9 is before the oubliette"),
    ("two forced squares", linked("L2", "L5"), f"{key_of('S1')}.links: 1 forced squares follow S1"),
    ("a way round the ravine", linked("A8", "F2"), "board.space: the ravine can be walked around"),
    ("a back door", linked("A8", "K5"), f"{key_of('A8')}.links: A8 (token) leads into the castle"),
    (
        "a right corridor that isn't shorter",
        short_middle(),
        "the corridor with the oubliette has 11 squares, the one from M1 3",
    ),
    ("a fork in a corridor", linked("K4", "M4"), f"{key_of('K4')}.links: the corridor forks to"),
    (
        "an island",
        with_space("D3", lambda space: replace(space, links=()), with_space("D2", lambda s: replace(s, links=()))),
        f"{key_of('D3')}.links: D3 can't be reached",
    ),
    ("an unknown link", linked("A2", "A33"), f"{key_of('A2')}.links.1: no space 'A33'"),
    ("a link to itself", linked("A2", "A2"), f"{key_of('A2')}.links.1: A2 is linked to itself"),
    ("a name twice", with_space("A3", lambda space: replace(space, id="A2")), f"{key_of('A3')}.id: A2 is the name of"),
    ("a label twice", with_space("A3", lambda s: replace(s, label="A2")), f"{key_of('A3')}.label: A2 is printed on A2"),
    ("a long label", with_space("A3", lambda s: replace(s, label="A-33")), f"{key_of('A3')}.label: A-33 is too long"),
    ("a name that can't be one", with_space("A3", lambda s: replace(s, id="A/3")), f"{key_of('A3')}.id: 'A/3' can't"),
    ("off the sheet", with_space("A3", lambda s: replace(s, x_mm=999)), f"{key_of('A3')}.x_mm: A3 lies outside"),
    ("on another", with_space("A3", lambda s: replace(s, x_mm=104)), f"{key_of('A3')}.x_mm: A3 lies on A2"),
    ("nobody's start", with_space("S1", lambda s: replace(s, pawn="")), f"{key_of('S1')}.pawn: no pawn ''"),
    ("a start too many", with_space("S1", lambda s: replace(s, pawn="tila")), f"{key_of('S1')}.pawn: tila has 2"),
    ("a pawn's path", with_space("A3", lambda s: replace(s, pawn="tila")), f"{key_of('A3')}.pawn: A3 is no start"),
]


@pytest.mark.parametrize(("planted", "found"), [pytest.param(e, f, id=name) for name, e, f in PLANTED])
def test_a_planted_mistake_is_found(planted: Edition, found: str) -> None:
    assert [m for m in mistakes(planted) if found in m], mistakes(planted)


def test_all_mistakes_are_told_at_once() -> None:
    edition = replace(REFERENCE, token=REFERENCE.token[1:], card=REFERENCE.card[1:])
    edition = linked("A8", "F2", "A33", edition=as_kind("E1", "path", as_kind("O", "corridor", edition)))
    edition = linked("L2", "L5", edition=with_space("A3", lambda s: replace(s, label="A2"), edition))
    found = "\n".join(mistakes(edition))
    for what in (
        "token: the counts add up to 18",
        "token: no sword",
        "card: the counts add up to",
        "0 of kind oubliette",
        "1 of kind edge",
        "no corridor holds the oubliette",
        "no space 'A33'",
        "A2 is printed on A2 too",
        "forced squares follow S1",
        "the ravine can be walked around",
    ):
        assert what in found, what


def test_a_mistake_says_what_mends_it() -> None:
    assert all(m.remedy for m in check(as_kind("Z", "corridor")) if m.key == "board.space")
    (typo,) = (m for m in check(linked("A2", "A33")) if m.key.endswith("links.1"))
    assert typo.remedy == "did you mean 'A3'?"


def test_totals_are_checked_as_totals() -> None:
    counted = replace(REFERENCE, composition=Composition.TOTALS)
    assert mistakes(counted) == []
    assert mistakes(replace(counted, token=(), card=())) == []
    more = replace(counted, token=(replace(REFERENCE.token[0], count=30),))
    assert mistakes(more) == ["token: the counts add up to 30"]


def test_without_a_board_there_is_nothing_to_find() -> None:
    assert mistakes(replace(REFERENCE, board=None)) == []
