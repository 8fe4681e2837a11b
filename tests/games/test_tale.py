"""A tale that tells it wrong is caught: it plays what is refused, refuses what isn't, insists where nobody doubts."""

from __future__ import annotations

import pytest

from tests.games.warlocks.tale import Tale

TOLD = "red is asked §3.1: move/d, move/f"


def on_the_way() -> Tale:
    return Tale("a-b-c-d b-e-f").stand(red="a").play("2-1")


def test_what_is_not_allowed_is_not_played() -> None:
    tale = on_the_way()
    before = tale.position
    with pytest.raises(AssertionError, match=TOLD):
        tale.play("move/c")
    assert tale.position == before


def test_what_is_allowed_is_not_refused() -> None:
    with pytest.raises(AssertionError, match="move/d is allowed"):
        on_the_way().why_not("move/d")


def test_nobody_insists_on_what_is_not_doubted() -> None:
    with pytest.raises(AssertionError, match="nobody doubts move/d"):
        on_the_way().insist("move/d")
