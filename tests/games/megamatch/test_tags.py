"""Creatures that bear tags: which tap answers which question, and what is left to the menu."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.megamatch.edition import Edition, check
from companion.games.megamatch.game import MegaMatch
from companion.rules.game import Mistake
from companion.rules.kernel import Position, start
from companion.rules.text import text
from companion.table.model import PieceEntry

from .tale import REFERENCE, TEAMS, Tale, game


def tapped(tale: Tale) -> dict[str, str]:
    """Piece -> the option that it stands for."""
    return {option.piece: option.key for option in tale.decision.options if option.piece}


def teams_of(g: MegaMatch) -> Position[object]:
    return start(g, g.setup(2))


def listed(*, drop: str = "", **entries: str) -> Edition:
    """The reference with an entry changed, or without one."""
    pieces = {id: entry for id, entry in REFERENCE.pieces.items() if id != drop}
    return replace(REFERENCE, pieces=pieces | {f"creature/{id}": PieceEntry(kind) for id, kind in entries.items()})


def test_every_creature_of_the_box_bears_a_tag() -> None:
    g = game()
    assert [piece.id for piece in g.pieces] == [f"creature/{team}-{n}" for team in TEAMS for n in range(1, 6)]
    assert [piece.id for piece in g.pieces] == list(g.placement(g.setup(2)))
    assert all(piece.bears_tag and piece.id == piece.sort for piece in g.pieces)
    assert [dict(piece.name.args).get("name") for piece in g.pieces if piece.id.endswith("-1")] == [
        "Muscleman",
        "Terri-Bull",
    ]


def test_who_taps_a_leader_takes_the_team() -> None:
    decision = teams_of(game()).decision
    assert decision is not None
    assert {option.piece: option.key for option in decision.options} == {
        "creature/grape-1": "team/grape",
        "creature/green-1": "team/green",
    }


def test_who_taps_another_creature_hears_whose_tap_takes_the_team() -> None:
    decision = teams_of(game()).decision
    assert decision is not None
    leaders = {refused.piece: dict(refused.reason.args)["leader"] for refused in decision.refused}
    assert leaders == {
        f"creature/{team}-{n}": text("megamatch.creature.leader", name=name)
        for team, name in (("grape", "Muscleman"), ("green", "Terri-Bull"))
        for n in range(2, 6)
    }


def test_a_creature_that_is_tapped_moves_and_the_menu_says_where_to() -> None:
    tale = Tale().stand(grape="A1 B2 C3", green="E4").play("number/3")
    assert tapped(tale) == {f"creature/grape-{n}": f"creature/{n}" for n in (1, 2, 3)}
    tale.play("creature/2")
    assert tale.rule == "4.2"
    assert tapped(tale) == {}, "a tap of Grape 2 asks whose turn it is"


def test_who_has_stopped_or_belongs_to_the_other_side_answers_nothing() -> None:
    tale = Tale().stand(grape="A1 B2 C3", green="A2").play("number/3", "creature/1", "step/A2")
    assert tapped(tale) == {"creature/grape-2": "creature/2", "creature/grape-3": "creature/3"}
    assert tale.why_not("creature/1").rule == "4.5"


def test_the_loser_taps_the_one_that_falls() -> None:
    tale = Tale().stand(grape="A1 B1", green="A2 - - A2 B2").play("number/1", "creature/1", "step/A2")
    tale.play("ms/3", "ms/1", "ms/1")
    assert (tale.asked, tale.rule) == ("green", "5.4")
    assert tapped(tale) == {"creature/green-1": "falls/1", "creature/green-4": "falls/4"}


def test_how_many_fall_is_no_piece() -> None:
    tale = Tale(G10="spare").stand(grape="A1 B1", green="A2 - - A2 B2").play("number/1", "creature/1", "step/A2")
    tale.play("ms/3", "ms/1", "ms/1")
    assert tale.keys == ("fell/1", "fell/0")
    assert tapped(tale) == {}


def test_in_a_bigger_team_those_that_the_edition_doesn_t_list_are_on_the_menu_alone() -> None:
    tale = Tale(G14="ten").stand(grape="A1 - - - - B2", green="E4").play("number/3")
    assert tale.keys[:2] == ("creature/1", "creature/6")
    assert tapped(tale) == {"creature/grape-1": "creature/1"}


def test_a_bigger_box_is_listed_whole_and_may_be_played_with_fewer() -> None:
    twelve = tuple(replace(team, creatures=12) for team in REFERENCE.team)
    pieces = {f"creature/{team}-{n}": PieceEntry(f"{team}-{n}") for team in TEAMS for n in range(1, 13)}
    bigger = replace(REFERENCE, team=twelve, pieces=pieces)
    assert check(bigger) == []
    for chosen in ("box", "ten"):
        assert [piece.id for piece in game(bigger, G14=chosen).pieces] == list(pieces)


def test_without_a_list_nothing_is_tapped() -> None:
    bare = replace(REFERENCE, pieces={})
    assert check(bare) == []
    tale = Tale(bare).stand(grape="A1 B2", green="E4").play("number/3")
    assert tapped(tale) == {}
    assert tale.game.pieces == ()


def test_another_name_for_a_piece_is_as_good() -> None:
    tale = Tale(listed(drop="creature/grape-1", muscleman="grape-1")).stand(grape="A1 B2", green="E4").play("number/3")
    assert "creature/muscleman" in [piece.id for piece in tale.game.pieces]
    assert tapped(tale) == {"creature/grape-1": "creature/1", "creature/grape-2": "creature/2"}


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        pytest.param(listed(drop="creature/green-3"), "pieces: 0 pieces are creature/green-3", id="one too few"),
        pytest.param(listed(spare="green-3"), "pieces: 2 pieces are creature/green-3", id="one too many"),
        pytest.param(listed(hulk="hulk"), "pieces.creature/hulk.kind: this game has no creature/hulk", id="a stranger"),
    ],
)
def test_a_mistake_in_the_list_is_found(planted: Edition, found: str) -> None:
    def told(mistake: Mistake) -> str:
        return f"{mistake.key}: {mistake.what}"

    (mistake,) = check(planted)
    assert told(mistake) == found
    assert mistake.remedy


def test_nothing_is_drawn() -> None:
    tale = Tale().stand(grape="A1 B2", green="E4").play("number/3", "creature/1")
    assert tale.game.located(tale.table) == {}
