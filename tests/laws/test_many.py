"""`make laws N=200` plays on where the tests stop, and says what falls."""

import pytest

from companion.rules.game import Kit
from companion.rules.kernel import Flow

from . import faults
from .__main__ import LAWS, fallen, main
from .plays import KITS, mixes, registered_play


class Stumbles(faults.HighCard):
    """Its rules break."""

    def play(self, state: faults.State) -> Flow[None]:
        yield from super().play(state)
        raise ZeroDivisionError


def all_fallen(kit: Kit) -> list[str]:
    return [line for n in range(4) for line in fallen(kit, mixes(kit), n)]


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (faults.SharesPoints, "forks_do_not_disturb_each_other: _template, play"),
        (faults.TwoOfOneName, "keys_name_one_thing: _template, play"),
        (faults.PromptTells, "nobody_sees_what_is_hidden: _template, play"),
        (Stumbles, "can_be_played: _template, play"),
    ],
)
def test_what_falls_is_named_with_its_play(game: type[faults.HighCard], law: str) -> None:
    assert any(line.startswith(law) for line in all_fallen(faults.kit_of(game)))


def test_the_first_plays_are_those_of_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = KITS["_template"]
    seen = []
    monkeypatch.setattr(f"{fallen.__module__}.LAWS", (seen.append,))
    for n in range(4):
        fallen(kit, mixes(kit), n)
    assert [play.keys for play in seen] == [registered_play("_template", n).keys for n in range(4)]


def test_sound_games_keep_all_laws(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["3", "_template"]) == 0
    assert capsys.readouterr().out == f"_template: 3 of 3 plays keep all {len(LAWS)} laws\n"


def test_wrong_usage_is_told() -> None:
    for wrong in (["0"], ["many"], []):
        with pytest.raises(SystemExit, match="2"):
            main(wrong)
