"""A few random games of every game: they end and keep their pieces.  ``make mass N=10000`` plays more."""

import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pexpect
import pytest

from companion.games._template import BOUND, HighCard
from companion.games._template.state import State
from companion.rules.kernel import Flow
from tests.cores import spread
from tests.laws import faults
from tests.laws.plays import KITS
from tests.mass import __main__ as command
from tests.mass.__main__ import Part, parts, play, registered, report
from tests.mass.playing import Mass, lost

ROOT = Path(__file__).parents[2]
FEW = 48


@pytest.mark.parametrize("name", KITS)
def test_random_games_end_and_keep_their_pieces(name: str) -> None:
    for n in range(FEW):
        game = registered(name).play(n)
        assert game.ended, f"{game.told}: no end after {game.decisions} decisions"
        assert not game.lost, f"{game.told}: {game.lost}"


@pytest.mark.parametrize("name", KITS)
def test_every_mix_meets_every_number_of_seats(name: str) -> None:
    mass, kit = registered(name), KITS[name]
    met = {mass.setting(n)[2].partition(", ")[2].partition(", ")[2] for n in range(len(mass.mixes) * len(kit.seats))}
    differing = {tuple(sorted(mix.items())) for mix in mass.mixes}
    assert len(met) == len(differing) * len(kit.seats)
    assert f"{kit.seats[-1]} seats, default rules" in met


class LosesACard(HighCard):
    """In the first round that somebody has taken, a card falls under the table."""

    def placement(self, state: State) -> Mapping[str, str]:
        where = dict(super().placement(state))
        if any(state.points):
            del where[min(where)]
        return where


class DealsAForgedCard(HighCard):
    """Later there is one card more than the box had."""

    def placement(self, state: State) -> Mapping[str, str]:
        return {**super().placement(state), **({"card/forged": "pile"} if any(state.points) else {})}


class SeatsAStranger(HighCard):
    """One card lies with a seat that nobody has."""

    def placement(self, state: State) -> Mapping[str, str]:
        where = dict(super().placement(state))
        return {**where, min(where): "seat/9"}


class Breaks(HighCard):
    """The rules stumble."""

    def play(self, state: State) -> Flow[None]:
        yield from super().play(state)
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (LosesACard, "went"),
        (DealsAForgedCard, "card/forged came"),
        (SeatsAStranger, "is at 'seat/9'"),
        (faults.NeverEnds, "no end after"),
    ],
)
def test_a_planted_fault_is_named_and_fails(
    game: type[HighCard], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty = Mass(faults.kit_of(game), BOUND[1])
    name, played = play(Part("faulty", 0, 6), lambda name: faulty)
    assert report({name: played}) == 1
    assert said in capsys.readouterr().out


def test_a_game_that_breaks_is_named() -> None:
    with pytest.raises(ZeroDivisionError) as broken:
        Mass(faults.kit_of(Breaks), BOUND[1]).play(4)
    assert "_template, game 4, 3 seats" in broken.value.__notes__[0]


@pytest.mark.parametrize("place", ["", " ", "pile ", "seat/3", "seat/x"])
def test_a_piece_is_somewhere(place: str) -> None:
    assert lost({"card/1": "pile"}, {"card/1": place}, seats=3)
    assert not lost({"card/1": "pile"}, {"card/1": "seat/2"}, seats=3)


def test_sound_games_pass_and_fill_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["6", "_template"]) == 0
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert [cell.strip() for cell in head.strip("|").split("|")] == list(command.HEAD)
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert [(row[:3], row[-2:]) for row in cells] == [
        (["_template", seats, "2"], ["2", "2"]) for seats in ("2", "3", "4")
    ]


def test_two_processes_play_the_games_that_one_plays() -> None:
    cut = parts(["_template", "masters"], 120)
    one, two = (sorted(spread(play, cut, "games", processes)) for processes in (1, 2))
    assert one == two
    assert sum(len(games) for _, games in one) == 240


RUN = partial(subprocess.run, cwd=ROOT, capture_output=True, text=True, check=False)
PLAY = ("-m", "tests.mass", "600", "_template")


def test_piped_it_says_nothing_but_the_table() -> None:
    done = RUN([sys.executable, *PLAY])
    assert done.returncode == 0
    assert not done.stderr
    assert all(line.startswith("|") for line in done.stdout.splitlines())


def test_on_a_terminal_there_is_a_bar() -> None:
    with pexpect.spawn(sys.executable, list(PLAY), cwd=str(ROOT), encoding="utf-8", timeout=30) as terminal:
        terminal.expect("games .*━.*/6")
        terminal.expect(r"\| _template \| 2 ")
        terminal.expect(pexpect.EOF)


def test_wrong_usage_is_told() -> None:
    for wrong in ("0", "many", ""):
        assert RUN([sys.executable, "-m", "tests.mass", *wrong.split()]).returncode == 2
