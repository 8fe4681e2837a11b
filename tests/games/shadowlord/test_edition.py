"""The edition: what ships is what is publicly known, and every planted mistake is found, all of them at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import inf

import pytest

from companion.games.shadowlord.edition import Cards, Edition, Entry, Space
from companion.games.shadowlord.nouns import Class, Effect, SpaceKind
from companion.games.shadowlord.survey import check
from companion.rules.game import Piece
from companion.rules.text import Text, text
from companion.table.model import PieceEntry

from .tale import REFERENCE, game


def mistakes(edition: Edition) -> list[str]:
    return [f"{m.key}: {m.what}" for m in check(edition)]


# -- what ships -----------------------------------------------------------------------------------------------------


def test_the_reference_has_no_mistake() -> None:
    assert mistakes(REFERENCE) == []


def test_there_are_fifty_power_cards_that_add_up_to_180() -> None:
    counts = {entry.number: entry.count for entry in REFERENCE.card}
    assert counts == {0: 8, 2: 15, 4: 15, 7: 10, 10: 2}
    assert sum(number * count for number, count in counts.items()) == 180


def test_there_are_eight_allies_of_each_class_with_names_of_their_own() -> None:
    assert Counter(ally.kind for ally in REFERENCE.ally) == dict.fromkeys(Class, 8)
    assert len({ally.name for ally in REFERENCE.ally}) == 24
    assert {"Randi", "Kaare"} <= {ally.name for ally in REFERENCE.ally if ally.kind is Class.WARRIOR}
    assert {"Vang", "Brandon"} <= {ally.name for ally in REFERENCE.ally if ally.kind is Class.MERCHANT}
    assert {"Elfrida", "Aage"} <= {ally.name for ally in REFERENCE.ally if ally.kind is Class.DIPLOMAT}


def test_they_are_so_strong() -> None:
    powers = REFERENCE.powers
    assert (powers.warrior, powers.merchant, powers.diplomat) == (6, 3, 0)
    assert REFERENCE.master.power == 8
    assert REFERENCE.shadowlord.power == 10
    assert sorted(shadow.power for shadow in REFERENCE.shadow) == [3, 3, 6, 6, 6, 6, 6, 10]


def test_each_datum_says_where_it_comes_from_and_what_was_not_found_is_ours() -> None:
    public = {REFERENCE.board.source, REFERENCE.master.source, REFERENCE.powers.source, REFERENCE.shadowlord.source}
    public |= {entry.source for entry in (*REFERENCE.ally, *REFERENCE.shadow, *REFERENCE.card)}
    assert public == {"public"}
    assert {REFERENCE.board.labels, REFERENCE.guide.source, REFERENCE.timer.source} == {"house"}


def test_the_guide_card_has_something_for_every_total_of_the_dice() -> None:
    assert sorted(entry.total for entry in REFERENCE.guide.entry) == list(range(2, 17))


def test_every_disc_and_every_card_can_bear_a_tag_and_ships_bear_none() -> None:
    pieces = game().pieces
    tagged = Counter(piece.id.partition("/")[0] for piece in pieces if piece.bears_tag)
    assert tagged == {"pawn": 4, "disc": 24 + 8 + 1, "power": 50}
    assert {piece.id for piece in pieces if not piece.bears_tag} >= {"ship/fire", "ship/shadows", "stone/power"}
    assert Piece("power/7/3", "7", text("shadowlord.piece.card", number=7)) in pieces
    assert Piece("pawn/fire", "fire", Text("shadowlord.pawn.fire")) in pieces
    assert Counter(piece.sort for piece in pieces)["power/10"] == 2


def test_a_box_without_tags_lists_no_pieces() -> None:
    assert mistakes(replace(REFERENCE, pieces={})) == []


# -- mistakes -------------------------------------------------------------------------------------------------------


def with_space(space_id: str, change: Callable[[Space], Space | None], edition: Edition = REFERENCE) -> Edition:
    spaces = [change(space) if space.id == space_id else space for space in edition.board.space]
    return replace(edition, board=replace(edition.board, space=tuple(space for space in spaces if space is not None)))


def linked(space_id: str, *links: str, edition: Edition = REFERENCE) -> Edition:
    return with_space(space_id, lambda space: replace(space, links=(*space.links, *links)), edition)


def as_kind(space_id: str, kind: SpaceKind, edition: Edition = REFERENCE) -> Edition:
    return with_space(space_id, lambda space: replace(space, kind=kind), edition)


def cut(one: str, other: str, edition: Edition = REFERENCE) -> Edition:
    for here, there in ((one, other), (other, one)):
        edition = with_space(
            here, lambda s, there=there: replace(s, links=tuple(link for link in s.links if link != there)), edition
        )
    return edition


def guide(*entries: Entry, **changes: object) -> Edition:
    changed = replace(REFERENCE.guide, **changes)
    return replace(REFERENCE, guide=replace(changed, entry=(*changed.entry, *entries)))


def instead(total: int, entry: Entry) -> Edition:
    entries = tuple(entry if each.total == total else each for each in REFERENCE.guide.entry)
    return replace(REFERENCE, guide=replace(REFERENCE.guide, entry=entries))


def first_ally(**changes: object) -> Edition:
    return replace(REFERENCE, ally=(replace(REFERENCE.ally[0], **changes), *REFERENCE.ally[1:]))


def first_shadow(**changes: object) -> Edition:
    return replace(REFERENCE, shadow=(replace(REFERENCE.shadow[0], **changes), *REFERENCE.shadow[1:]))


def first_card(**changes: object) -> Edition:
    return replace(REFERENCE, card=(replace(REFERENCE.card[0], **changes), *REFERENCE.card[1:]))


def key_of(space_id: str) -> str:
    return f"board.space.{[space.id for space in REFERENCE.board.space].index(space_id)}"


def pieces(id: str, entry: PieceEntry | None) -> Edition:
    others = {other: known for other, known in REFERENCE.pieces.items() if other != id}
    return replace(REFERENCE, pieces=others if entry is None else {**others, id: entry})


PLANTED: list[tuple[str, Edition, str]] = [
    ("28 spaces", with_space("LEO", lambda space: None), "board.space: 15 of kind galaxy"),
    ("no fortress", as_kind("FORT", SpaceKind.GALAXY), "board.space: 0 of kind fortress"),
    ("five ruins", as_kind("GN", SpaceKind.RUIN), "board.space: 5 of kind ruin"),
    ("three corners", as_kind("NE", SpaceKind.GALAXY), "board.space: 3 of kind corner"),
    (
        "two homes of fire",
        with_space("EARTH", lambda s: replace(s, master="fire")),
        "board.space: 2 home planets of fire",
    ),
    ("no home of earth", with_space("EARTH", lambda s: replace(s, master="fire")), "0 home planets of earth"),
    (
        "a home of nobody",
        with_space("EARTH", lambda s: replace(s, master=None)),
        f"{key_of('EARTH')}.master: EARTH is a home",
    ),
    ("a galaxy of fire", with_space("LEO", lambda s: replace(s, master="fire")), f"{key_of('LEO')}.master: LEO is a"),
    ("a link to itself", linked("LEO", "LEO"), f"{key_of('LEO')}.links.4: LEO is linked to itself"),
    ("a link to nowhere", linked("LEO", "LE0"), f"{key_of('LEO')}.links.4: no space 'LE0'"),
    ("a link twice", linked("LEO", "ARI"), f"{key_of('LEO')}.links.4: ARI is named twice"),
    ("a one-way link", linked("LEO", "GEM"), f"{key_of('LEO')}.links.4: LEO leads to GEM, and GEM doesn't lead back"),
    (
        "a way into the fortress",
        linked("GN", "FORT", edition=linked("FORT", "GN")),
        f"{key_of('FORT')}.links: the fortress FORT is beside",
    ),
    ("a home of two galaxies", cut("FIRE", "ARI"), f"{key_of('FIRE')}.links: the home FIRE is beside 2 galaxy"),
    ("a closed corner", cut("NE", "SAG"), f"{key_of('NE')}.links: the corner NE is beside 1 galaxy"),
    (
        "an island",
        cut("NE", "SAG", cut("NE", "TAU")),
        f"{key_of('NE')}.links: NE can't be reached",
    ),
    ("a name twice", with_space("LEO", lambda s: replace(s, id="ARI")), f"{key_of('LEO')}.id: ARI is the name of two"),
    ("a label twice", with_space("LEO", lambda s: replace(s, label="ARI")), f"{key_of('LEO')}.label: ARI is printed"),
    ("a long label", with_space("LEO", lambda s: replace(s, label="LEONES")), f"{key_of('LEO')}.label: LEONES is too"),
    ("no name", with_space("LEO", lambda s: replace(s, id="L/EO")), f"{key_of('LEO')}.id: 'L/EO' can't name"),
    ("a label of blanks", with_space("LEO", lambda s: replace(s, label=" ")), f"{key_of('LEO')}.label: ' ' can't be"),
    ("a name in runes", with_space("LEO", lambda s: replace(s, id="ᛚᛖᛟ")), f"{key_of('LEO')}.id: 'ᛚᛖᛟ' can't name"),
    ("a board without end", replace(REFERENCE, board=replace(REFERENCE.board, width_mm=inf)), "board.width_mm: inf mm"),
    ("off the sheet", with_space("LEO", lambda s: replace(s, y_mm=-1)), f"{key_of('LEO')}.x_mm: LEO lies outside"),
    ("on another", with_space("LEO", lambda s: replace(s, x_mm=130)), f"{key_of('LEO')}.x_mm: LEO lies on ARI"),
    ("23 allies", replace(REFERENCE, ally=REFERENCE.ally[1:]), "ally: 7 of kind warrior"),
    ("nine merchants", first_ally(kind=Class.MERCHANT), "ally: 9 of kind merchant"),
    ("seven shadows", replace(REFERENCE, shadow=REFERENCE.shadow[1:]), "shadow: 7 minor shadows"),
    ("an ally twice", first_ally(id="viggo"), "ally.2.id: 'viggo' for the second time"),
    ("a name of two allies", first_ally(name="Viggo"), "ally.2.name: 'Viggo' for the second time"),
    ("an ally that can't be typed", first_ally(id="ran di"), "ally.0.id: 'ran di' can't name"),
    ("an ally without a name", first_ally(name=""), "ally.0.name: '' doesn't fit"),
    ("an ally called blank", first_ally(name=" "), "ally.0.name: ' ' can't be shown"),
    ("a shadow in runes", first_shadow(name="ᛚᛖᛟ"), "shadow.0.name: 'ᛚᛖᛟ' can't be shown"),
    ("an ally that has no key", first_ally(id="åge"), "ally.0.id: 'åge' can't name"),
    ("a long name", first_ally(name="Randi of the Twelve Galaxies"), "ally.0.name: 'Randi of"),
    ("an ally called earth", first_ally(id="earth"), "ally.0.id: 'earth' is a master's"),
    ("a shadow called viggo", first_shadow(id="viggo"), "shadow.0.id: 'viggo' is another's"),
    ("a second shadowlord", first_shadow(id="shadowlord"), "shadow.0.id: 'shadowlord' is another's"),
    ("a shadow too strong", first_shadow(power=99), "shadow.0.power: a power of 99"),
    ("a weak master", replace(REFERENCE, master=replace(REFERENCE.master, power=-1)), "master.power: a power of -1"),
    (
        "a diplomat of -3",
        replace(REFERENCE, powers=replace(REFERENCE.powers, diplomat=-3)),
        "powers.diplomat: a power of -3",
    ),
    ("42 cards", replace(REFERENCE, card=REFERENCE.card[1:]), "card: the counts add up to 42"),
    ("none of a number", first_card(count=0), "card.0.count: 0 cards of 0"),
    ("a card of 11", first_card(number=11), "card.0.number: a card of 11"),
    (
        "a number twice",
        replace(REFERENCE, card=(*REFERENCE.card, Cards(2, 1, "public"))),
        "card.5.number: '2' for the second time",
    ),
    ("no dice", guide(dice=0), "guide.dice: 0 dice"),
    ("three dice", guide(dice=3), "guide.entry: nothing for a total of 24"),
    ("a hole in the guide", guide(entry=REFERENCE.guide.entry[1:]), "guide.entry: nothing for a total of 2"),
    ("a total twice", guide(Entry(7, Effect.NONE)), "guide.entry.15.total: '7' for the second time"),
    ("a total of 17", guide(Entry(17, Effect.NONE)), "guide.entry.15.total: 2 dice never come to 17"),
    ("cards without a number", instead(2, Entry(2, Effect.CARDS)), "guide.entry.0.n: 0 cards"),
    ("nothing, three times", instead(2, Entry(2, Effect.NONE, 3)), "guide.entry.0.n: none counts nothing"),
    ("other without words", instead(2, Entry(2, Effect.OTHER)), "guide.entry.0.text: the effect is other"),
    ("ships with words", instead(2, Entry(2, Effect.SHIPS, 1, "?")), "guide.entry.0.text: the effect is ships"),
    ("words of blanks", instead(2, Entry(2, Effect.OTHER, 0, " ")), "guide.entry.0.text: ' ' can't be shown"),
    ("entries of a real card", guide(source="table"), 'guide.entry: entries, and the source is "table"'),
    ("slots without end", replace(REFERENCE, timer=replace(REFERENCE.timer, slots=10**9)), "timer.slots: 1000000000"),
    ("a card without a piece", pieces("power/7/3", None), "pieces: 9 pieces are power/7"),
    (
        "a piece of another game",
        pieces("token/1", PieceEntry("axe")),
        "pieces.token/1.kind: this game has no token/axe",
    ),
    ("an ally twice", pieces("disc/holger", PieceEntry("randi")), "pieces: 2 pieces are disc/randi"),
    ("no slots", replace(REFERENCE, timer=replace(REFERENCE.timer, slots=0)), "timer.slots: 0 slots"),
]


@pytest.mark.parametrize(("planted", "found"), [pytest.param(e, f, id=name) for name, e, f in PLANTED])
def test_a_planted_mistake_is_found(planted: Edition, found: str) -> None:
    assert [m for m in mistakes(planted) if found in m], mistakes(planted)


def test_all_mistakes_are_told_at_once() -> None:
    edition = replace(first_card(count=7), ally=REFERENCE.ally[1:], shadow=first_shadow(power=99).shadow)
    edition = replace(
        edition, timer=replace(edition.timer, slots=0), guide=guide(entry=REFERENCE.guide.entry[1:]).guide
    )
    edition = linked("LEO", "GEM", "LE0", edition=as_kind("NE", SpaceKind.GALAXY, edition))
    found = "\n".join(mistakes(edition))
    for what in (
        "3 of kind corner",
        "LEO leads to GEM",
        "no space 'LE0'",
        "7 of kind warrior",
        "a power of 99",
        "the counts add up to 49",
        "nothing for a total of 2",
        "timer.slots",
    ):
        assert what in found, what


def test_a_mistake_says_what_mends_it() -> None:
    for other, remedy in (("SAGG", "did you mean 'SAG'?"), ("elsewhere", "name a space of this board")):
        (typo,) = (m for m in check(linked("LEO", other)) if m.key.endswith("links.4"))
        assert typo.remedy == remedy
    for _, planted, found in PLANTED:
        assert all(m.remedy for m in check(planted) if found in f"{m.key}: {m.what}"), found


def test_a_board_without_a_size_is_one_mistake() -> None:
    assert mistakes(replace(REFERENCE, board=replace(REFERENCE.board, width_mm=-1))) == ["board.width_mm: -1 mm"]


def test_an_edition_that_only_reads_its_guide_card_at_the_table_is_sound() -> None:
    assert mistakes(guide(source="table", entry=())) == []


def test_a_box_may_have_other_powers_and_another_timer() -> None:
    other = replace(REFERENCE, master=replace(REFERENCE.master, power=10), timer=replace(REFERENCE.timer, slots=12))
    assert mistakes(other) == []
