"""What is asked for becomes a header, and a header its game again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.editions import UnknownEdition, shipped
from companion.games import UnknownGame, WrongSwitches, kit
from companion.open_game import CantBePlayed, NewerRules, game_of, new_header
from companion.referee.header import Header


def test_a_header_has_all_that_its_game_needs() -> None:
    header = new_header("_template", names=("moon", "sun"), bots=("sun",), sets={"H1": "lowest"}, seed="7")
    assert (header.seats, header.names, header.bots) == (2, ("moon", "sun"), (1,))
    assert header.switches == {"H1": "lowest"}
    assert header.options["dice"] == "electronic"
    assert (header.edition, header.seed) == ("reference", "7")
    written = json.loads(json.dumps(header.to_dict()))
    found, game = game_of(Header.from_dict(written))
    assert (found.name, game.rules) == ("_template", header.rules)
    box: Any = game
    assert box.box.best([3, 5]) == 3


def test_a_spinner_that_only_the_table_has_can_t_be_spun_by_the_box(tmp_path: Path) -> None:
    text = shipped(kit("megamatch")).read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    spinner = '[spinner]\nsource = "table"\nnumbers = [1, 6]\nms = [0, 3]\n'
    mine.write_text(text[: text.index("[spinner]")] + spinner, encoding="utf-8")
    with pytest.raises(CantBePlayed, match="dice"):
        new_header("megamatch", edition=str(mine))
    header = new_header("megamatch", edition=str(mine), sets={"dice": "physical"})
    assert header.options["dice"] == "physical"


def test_an_owner_s_edition_is_a_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = shipped(kit("_template")).read_text(encoding="utf-8")
    text = text.partition("[pieces]")[0].replace('edition = "reference"', 'edition = "mine"').replace("= 12", "= 20")
    mine.write_text(text, encoding="utf-8")
    header = new_header("_template", edition=str(mine))
    mine.unlink()
    game: Any = game_of(header)[1]
    assert header.edition == "mine"
    assert len(game.box.deck) == 20


def test_nobody_knows_the_seed_where_none_is_named() -> None:
    seeds = {new_header("_template").seed for _ in range(3)}
    assert len(seeds) == 3
    assert all(len(seed) == 32 for seed in seeds)
    assert new_header("_template").seats == 2


@pytest.mark.parametrize(
    ("asked", "kind", "said"),
    [
        ({"game": "mastres"}, UnknownGame, "did you mean masters"),
        ({"seats": 9}, CantBePlayed, "_template is for 2 to 4 players, not for 9"),
        ({"seats": -1}, CantBePlayed, "not for -1"),
        ({"names": ("sun",)}, CantBePlayed, "not for 1"),
        ({"names": ("sun", "mun")}, CantBePlayed, "no pawn 'mun': did you mean"),
        ({"names": ("sun", "sun")}, CantBePlayed, "'sun' is named twice"),
        ({"names": ("sun", "moon"), "seats": 3}, CantBePlayed, "2 pawns are named for 3 seats"),
        ({"names": ("sun", "moon"), "bots": ("star",)}, CantBePlayed, "no seat 'star'"),
        ({"bots": ("3",)}, CantBePlayed, "there is all, 1, 2"),
        ({"sets": {"h1": "lowest"}}, WrongSwitches, "did you mean H1"),
        ({"sets": {"H1": "low"}}, WrongSwitches, "did you mean lowest"),
        ({"edition": "mine"}, UnknownEdition, "there is reference"),
        ({"edition": "mine.toml"}, FileNotFoundError, "mine.toml"),
    ],
)
def test_what_does_not_go_together_is_refused(asked: dict[str, Any], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        new_header(**{"game": "_template", **asked})


def test_the_box_plays_all_seats_or_some() -> None:
    assert new_header("_template", seats=3, bots=("all",)).bots == (0, 1, 2)
    assert new_header("_template", seats=3, bots=("1", "all")).bots == (0, 1, 2)
    assert new_header("_template", seats=3, bots=("3", "1")).bots == (0, 2)


def test_a_game_from_newer_rules_is_not_played_by_older_ones() -> None:
    header = new_header("_template")
    with pytest.raises(NewerRules, match="install a newer referee"):
        game_of(replace(header, rules=header.rules + 1))
