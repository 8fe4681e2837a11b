"""At a table that tells the truth every tap is taken, whoever taps and whoever types, and the game comes to its end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from companion.referee.api import Button
from companion.rules.game import UNTOLD
from companion.table.whereabouts import Located, Move, Whereabouts
from tests.referee.honest import Hands, MastersHands
from tests.referee.honest_shadowlord import ShadowlordHands

GAMES = 6
TAPS = (0.2, 0.5, 0.8, 1.0)


def masters(seed: int) -> MastersHands:
    return MastersHands(seed, TAPS[seed % 4], M9=("free", "tokens")[seed % 2], M36=("first", "places")[seed // 2 % 2])


def masters_on_a_board_of_their_own(seed: int) -> MastersHands:
    return MastersHands(seed, TAPS[seed % 4], board="free")


def shadowlord(seed: int) -> ShadowlordHands:
    is_mixed_up = seed % 3 > 0
    return ShadowlordHands(seed, TAPS[seed % 4], is_mixed_up, S2=("rulebook", "hidden")[seed % 2], S1="round")


def play(hands: Hands) -> None:
    for _ in hands.steps():
        hands.look()


def play_all(tables: Iterable[Hands]) -> None:
    for hands in tables:
        play(hands)


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("table", [masters, masters_on_a_board_of_their_own, shadowlord])
def test_an_honest_tap_is_never_refused(table: Callable[[int], Hands], seed: int) -> None:
    hands = table(seed)
    play(hands)
    assert hands.told, "nobody tapped anything"


@pytest.mark.parametrize("seed", range(GAMES))
def test_nor_is_it_after_a_take_back_a_correction_or_a_restart(seed: int) -> None:
    hands, chance = masters(seed), random.Random(seed)
    table = hands.table
    for _ in hands.steps():
        hands.look()
        if table.session.pending().page != "ask" or chance.random() < 0.9:
            continue
        if chance.random() < 0.5:
            table.restart()
        else:
            table.press(Button.BACK, long=True)
            offered = {key for row in table.session.pending().rows for key in row}
            table.choose(chance.choice(sorted(offered & {"take_back", "type_again"}) or ["status"]))
            while table.session.pending().page == "consent":
                table.press(Button.OK)
            if table.session.pending().page == "text":
                table.press(Button.BACK)
        hands.look()
    kinds = {row.kind.value for row in table.rows}
    assert {"take-back", "consent"} <= kinds, kinds


class _Stubborn(Whereabouts):
    """Believes that whatever was tapped once lies there for ever."""

    def follow(self, located: Located, sort: str = "", tapped: str = "") -> list[Move]:
        kept = {s: dict(at) for s, at in self._at.items()}
        moves = super().follow(located, sort, tapped)
        for s, at in kept.items():
            self._at[s] = {**self._at.get(s, {}), **at}
        return moves


class _Sure(Whereabouts):
    """Takes a card that was kept unseen for none that was told."""

    def follow(self, located: Located, sort: str = "", tapped: str = "") -> list[Move]:
        return super().follow({s: places for s, places in located.items() if s != UNTOLD}, sort, tapped)


@pytest.mark.parametrize(("table", "fault"), [(masters, _Stubborn), (shadowlord, _Stubborn), (shadowlord, _Sure)])
def test_who_takes_a_piece_to_be_where_it_is_not_is_found_out(
    table: Callable[[int], Hands], fault: type[Whereabouts], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.whereabouts.Whereabouts", fault)
    with pytest.raises(AssertionError, match=r"is at .* not at|refusal"):
        play_all(table(seed) for seed in range(1, 30))
