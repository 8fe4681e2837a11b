"""The edition: what is wrong with it is found, all at once; and a spinner that only the table knows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.megamatch.edition import Arena, Edition, Sector, Spinner, Team, Wall, check
from companion.games.megamatch.game import build

from .tale import REFERENCE, Tale

TABLE = replace(REFERENCE, spinner=Spinner("table", numbers=(1, 8), ms=(0, 4)))


def mistakes(edition: Edition) -> list[str]:
    return [f"{mistake.key}: {mistake.what}" for mistake in check(edition)]


def arena(**what: Any) -> Edition:
    return replace(REFERENCE, arena=replace(REFERENCE.arena, **what))


def wall(n: int, **what: Any) -> Edition:
    walls: list[Wall] = list(REFERENCE.wall)
    walls[n] = replace(walls[n], **what)
    return replace(REFERENCE, wall=tuple(walls))


def team(n: int, edition: Edition = REFERENCE, **what: Any) -> Edition:
    teams: list[Team] = list(edition.team)
    teams[n] = replace(teams[n], **what)
    return replace(edition, team=tuple(teams))


def sectors(*pairs: tuple[int, int]) -> Edition:
    return replace(REFERENCE, spinner=Spinner("house", tuple(Sector(*pair) for pair in pairs)))


def table(**what: Any) -> Edition:
    return replace(TABLE, spinner=replace(TABLE.spinner, **what))


def test_the_reference_has_no_mistakes() -> None:
    assert mistakes(REFERENCE) == []
    assert mistakes(TABLE) == []


def test_the_reference_says_where_each_datum_comes_from() -> None:
    assert (REFERENCE.arena.source, REFERENCE.spinner.source) == ("house", "house")
    assert {wall.source for wall in REFERENCE.wall} == {"rulebook"}
    assert {team.source for team in REFERENCE.team} == {"public"}


PLANTED: list[tuple[str, Edition, str]] = [
    ("four columns", arena(columns=4), "arena.columns: 4 columns"),
    ("more columns than letters", arena(columns=27), "arena.columns: 27 columns"),
    ("no rows", arena(rows=0), "arena.rows: 0 rows"),
    ("too many rows", arena(rows=21), "arena.rows: 21 rows"),
    ("no distance", arena(pitch_mm=0.0), "arena.pitch_mm: 0 mm"),
    ("no number for a distance", arena(pitch_mm=float("nan")), "arena.pitch_mm: nan mm"),
    ("an endless distance", arena(pitch_mm=float("inf")), "arena.pitch_mm: inf mm"),
    ("one wall", replace(REFERENCE, wall=REFERENCE.wall[:1]), "wall: 1 walls"),
    ("nobody's wall", wall(1, team="red"), "wall.1.team: no team 'red'"),
    ("two walls of a team", wall(1, team="grape"), "wall.1.team: grape has two walls"),
    ("a short wall", wall(0, columns=(1, 2, 3, 4)), "wall.0.columns: 4 spaces on the wall of grape"),
    ("a wall beside the arena", wall(0, columns=(2, 3, 4, 5, 6)), "wall.0.columns.4: the arena has no column 6"),
    ("a column twice", wall(1, columns=(1, 2, 3, 4, 4)), "wall.1.columns.4: column 4 for the second time"),
    ("three teams", replace(REFERENCE, team=(*REFERENCE.team, REFERENCE.team[0])), "team: 3 teams"),
    ("an id that can't be typed", team(0, id="The Grapes"), "team.0.id: 'The Grapes' can't name a team"),
    ("a team without a name", team(0, id="red"), "team.0.name: red has no name"),
    ("an id twice", team(1, id="grape"), "team.1.id: 'grape' for the second time"),
    ("a mark twice", team(1, mark="●"), "team.1.mark: '●' for the second time"),
    ("a long mark", team(1, mark="<>"), "team.1.mark: '<>' isn't one character"),
    ("a blank mark", team(1, mark=" "), "team.1.mark: ' ' isn't one character"),
    ("no leader", team(1, leader=""), "team.1.leader: green has no leader"),
    ("a blank for a leader", team(1, leader="  "), "team.1.leader: green has no leader"),
    ("a leader of both", team(1, leader="Muscleman"), "team.1.leader: 'Muscleman' for the second time"),
    ("a blank for a name", team(0, id="red", name=" "), "team.0.name: red has no name"),
    ("one name for both", team(1, team(0, name="Reds"), name="Reds"), "team.1.name: 'Reds' for the second time"),
    ("a long leader", team(1, leader="Terri-Bull the Horned"), "team.1.leader: Terri-Bull the Horned is too long"),
    ("unequal teams", team(1, creatures=6), "team.1.creatures: 6 creatures, and grape has 5"),
    ("small teams", team(1, creatures=4), "team.1.creatures: 4 creatures"),
    ("no sectors", sectors(), "spinner: a spinner without numbers and without Ms"),
    ("a negative number", sectors((-1, 0), (2, 1)), "spinner.sector.0.number: a move of -1"),
    ("no move", sectors((0, 0), (2, 1)), "spinner.sector.0.number: a move of 0"),
    ("negative Ms", sectors((1, 0), (2, -1)), "spinner.sector.1.ms: -1 Ms"),
    ("a move without end", sectors((100, 0), (2, 1)), "spinner.sector.0.number: a move of 100"),
    ("Ms without end", sectors((1, 0), (2, 100)), "spinner.sector.1.ms: 100 Ms"),
    ("one number", sectors((2, 0), (2, 1)), "spinner.sector: the same number in all sectors"),
    ("no Ms", sectors((1, 0), (2, 0)), "spinner.sector: a spinner without Ms"),
    ("as many Ms everywhere", sectors((1, 1), (2, 1)), "spinner.sector: as many Ms in all sectors"),
    ("sectors and a range", replace(REFERENCE, spinner=replace(REFERENCE.spinner, ms=(0, 3))), "spinner.ms: a range"),
    ("a table's spinner with sectors", table(sector=REFERENCE.spinner.sector), "spinner.source: a spinner that only"),
    ("a table's without numbers", table(numbers=None), "spinner: a spinner without numbers"),
    ("a table's without Ms", table(ms=None), "spinner: a spinner without Ms"),
    ("a table's from 0", table(numbers=(0, 6)), "spinner.numbers.0: numbers from 0"),
    ("a table's negative Ms", table(ms=(-1, 2)), "spinner.ms.0: Ms from -1"),
    ("a table's with one number", table(numbers=(3, 3)), "spinner.numbers.1: numbers from 3 to 3"),
    ("a table's without end", table(numbers=(1, 100)), "spinner.numbers.1: numbers up to 100"),
    ("a table's upside down", table(ms=(3, 1)), "spinner.ms.1: Ms from 3 to 1"),
]


@pytest.mark.parametrize(("planted", "found"), [pytest.param(e, f, id=name) for name, e, f in PLANTED])
def test_a_planted_mistake_is_found(planted: Edition, found: str) -> None:
    assert [mistake for mistake in mistakes(planted) if mistake.startswith(found)], mistakes(planted)
    assert all(mistake.remedy for mistake in check(planted))


def test_all_mistakes_are_told_at_once() -> None:
    edition = team(1, team(0, creatures=7, mark="▲"), creatures=6)
    edition = replace(edition, arena=Arena("house", 0, 4), spinner=sectors((-1, 0), (-1, 0)).spinner)
    found = "\n".join(mistakes(edition))
    for what in (
        "arena.columns: 4 columns",
        "arena.rows: 0 rows",
        "wall.0.columns.4: the arena has no column 5",
        "wall.1.columns.4: the arena has no column 5",
        "team.1.creatures: 6 creatures",
        "team.1.mark: '▲' for the second time",
        "spinner.sector.0.number",
        "spinner.sector.1.number",
        "spinner.sector: the same number",
        "spinner.sector: a spinner without Ms",
    ):
        assert what in found, what


def test_other_teams_have_names_of_their_own() -> None:
    edition = team(0, id="flesh", name="Flesh")
    edition = replace(edition, wall=(replace(edition.wall[0], team="flesh"), edition.wall[1]), pieces={})
    assert mistakes(edition) == []
    assert [pawn.id for pawn in build(edition, {}).pawns] == ["flesh", "green"]


def test_a_wall_may_be_narrower_than_the_arena_and_stand_on_either_side() -> None:
    edition = replace(arena(columns=7), wall=(wall(1, columns=(2, 3, 4, 5, 6)).wall[1], REFERENCE.wall[0]))
    assert mistakes(edition) == []
    tale = Tale(edition).play("number/1", "creature/1")
    assert (tale.at("green-1"), tale.at("green-5")) == ("B0", "F0")
    assert tale.at("grape-1") == "A5"
    assert tale.keys == ("step/A4", "step/B4")


def test_on_a_wall_creatures_line_up_from_the_lowest_column_on() -> None:
    """Whatever the order in which an edition names the columns."""
    tale = Tale(wall(0, columns=(3, 1, 5, 2, 4)))
    assert [tale.at(f"grape-{n}") for n in range(1, 6)] == ["A0", "B0", "C0", "D0", "E0"]
    (line_up,) = [
        dict(news.text.args) for news in tale.state.news if dict(news.text.args)["who"] == tale.m.pawns[0].name
    ]
    assert (line_up["first"], line_up["last"]) == ("A0", "E0")


# -- the spinner


def test_each_number_is_as_likely_as_it_has_sectors() -> None:
    decision = Tale().decision
    assert {o.key: o.weight for o in decision.options} == {
        "number/1": 1,
        "number/2": 2,
        "number/3": 2,
        "number/4": 1,
        "number/5": 1,
        "number/6": 1,
    }
    assert not decision.even


def test_in_combat_the_ms_of_the_same_sectors_count() -> None:
    tale = Tale().stand(grape="B2 A1", green="B3").play("number/1", "creature/1", "step/B3")
    assert {o.key: o.weight for o in tale.decision.options} == {"ms/0": 2, "ms/1": 3, "ms/2": 2, "ms/3": 1}


def test_a_spinner_that_only_the_table_knows_is_typed() -> None:
    tale = Tale(TABLE, dice="physical")
    assert tale.keys == tuple(f"number/{n}" for n in range(1, 9))
    assert tale.decision.even
    tale = Tale(TABLE, dice="physical").stand(grape="B2 A1", green="B3").play("number/1", "creature/1", "step/B3")
    assert tale.keys == ("ms/0", "ms/1", "ms/2", "ms/3", "ms/4")


def test_the_box_can_t_spin_what_it_doesn_t_know() -> None:
    with pytest.raises(ValueError, match="dice can't be electronic") as error:
        build(TABLE, {})
    assert "physical" in str(error.value)


def test_of_known_sectors_only_what_is_there_can_be_typed() -> None:
    assert Tale(dice="physical").keys == Tale().keys


def test_every_spin_has_a_source_of_its_own() -> None:
    tale, sources = Tale(), []
    for _ in range(12):
        if tale.decision.source:
            sources.append(tale.decision.source)
        tale.play(tale.keys[0])
    assert sources == [f"spin/{n}" for n in range(1, len(sources) + 1)]
    assert len(sources) > 2
