"""`make laws N=200` plays on where the tests stop, and says what falls."""

import pytest

from companion.rules.game import Kit
from companion.rules.kernel import Flow

from . import __main__ as command
from . import faults
from .__main__ import LAWS, Fallen, fallen, main
from .plays import KITS, mixes, registered_play


class Stumbles(faults.HighCard):
    """Its rules break."""

    def play(self, state: faults.State) -> Flow[None]:
        yield from super().play(state)
        raise ZeroDivisionError


def all_fallen(kit: Kit) -> list[Fallen]:
    return [each for n in range(4) for each in fallen(kit, mixes(kit), n)]


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (faults.SharesPoints, "forks_do_not_disturb_each_other"),
        (faults.TwoOfOneName, "keys_name_one_thing"),
        (faults.PromptTells, "nobody_sees_what_is_hidden"),
        (Stumbles, "can_be_played"),
    ],
)
def test_what_falls_is_named_with_its_play(game: type[faults.HighCard], law: str) -> None:
    broken = next(each for each in all_fallen(faults.kit_of(game)) if each.law == law)
    assert broken.game == "_template"
    assert broken.told.startswith("play ")


def test_it_is_printed_and_the_command_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "spread", lambda hold, plays, what: [(Fallen("_template", "a_law", "play 1: so"),)])
    assert main(["3", "_template"]) == 1
    assert capsys.readouterr().out == (
        f"_template: 3 plays, {len(LAWS)} laws, 1 broken\n  a_law, 1 times, as in play 1: so\n"
    )


def test_the_first_plays_are_those_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = KITS["_template"]
    seen = []
    monkeypatch.setattr(command, "LAWS", (seen.append,))
    for n in range(4):
        fallen(kit, mixes(kit), n)
    assert [play.keys for play in seen] == [registered_play("_template", n).keys for n in range(4)]


def test_sound_games_keep_all_laws(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["3", "_template"]) == 0
    assert capsys.readouterr().out == f"_template: 3 plays, {len(LAWS)} laws, 0 broken\n"


def test_wrong_usage_is_told() -> None:
    for wrong in (["0"], ["many"], []):
        with pytest.raises(SystemExit, match="2"):
            main(wrong)
