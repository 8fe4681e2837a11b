"""The golden screens, and that a wrong one is noticed."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.screen.model import Lines, Screen
from tests.screen.goldens import check_golden, write_golden
from tests.screen.goldens.sheets import SHEETS

HELLO = {"hello": Screen(None, (Lines(("Hello",)),), "OK"), "bye": Screen(None, (Lines(("Bye",)),), "OK")}


@pytest.mark.parametrize("sheet", SHEETS)
def test_screens_are_drawn_as_they_were_looked_at(sheet: str) -> None:
    check_golden(sheet, SHEETS[sheet]())


def test_what_was_kept_is_found_again(tmp_path: Path) -> None:
    write_golden("greetings", HELLO, tmp_path)
    check_golden("greetings", HELLO, tmp_path)


def test_a_changed_screen_is_noticed_by_its_name(tmp_path: Path) -> None:
    write_golden("greetings", HELLO, tmp_path)
    changed = {**HELLO, "bye": replace(HELLO["bye"], keys="OK.")}
    with pytest.raises(AssertionError, match="greetings: 'bye' is drawn otherwise"):
        check_golden("greetings", changed, tmp_path)


def test_a_screen_more_or_less_is_noticed(tmp_path: Path) -> None:
    write_golden("greetings", HELLO, tmp_path)
    with pytest.raises(AssertionError, match="other screens than were kept"):
        check_golden("greetings", {"hello": HELLO["hello"]}, tmp_path)


def test_a_picture_that_nobody_drew_anew_is_noticed(tmp_path: Path) -> None:
    write_golden("greetings", {**HELLO, "bye": HELLO["hello"]}, tmp_path)
    stale = (tmp_path / "greetings.png").read_bytes()
    write_golden("greetings", HELLO, tmp_path)
    (tmp_path / "greetings.png").write_bytes(stale)
    with pytest.raises(AssertionError, match="png is not of these frames"):
        check_golden("greetings", HELLO, tmp_path)
