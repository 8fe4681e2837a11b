"""Stickers under pieces: laid down in any order, and nothing wrong gets into the list."""

from __future__ import annotations

import pytest

from companion.table.enrol import Choice, Count, Enrolment, Found, Seen, progress
from tests.table.box import AXES, BOX, MUSCLOR, SHORT, STICKERS, STRATOS, SWORD, WALL

ONE, TWO, THREE, FOUR, *_ = STICKERS


class Desk:
    """Somebody who enrols, with a reader or two."""

    def __init__(self, **tags: str) -> None:
        self.enrolment = Enrolment(BOX, {tag.removeprefix("t"): piece for tag, piece in tags.items()})

    def lay(self, tag: str, hits: int = 10, looks: int = 10, reader: str = "table") -> Found | None:
        self.enrolment.seen(Seen(reader, tag, hits, looks))
        return self.found

    def lift(self, tag: str, reader: str = "table") -> Found | None:
        self.enrolment.lifted(reader, tag)
        return self.found

    def tap(self, tag: str, hits: int = 10, looks: int = 10) -> Found | None:
        self.lay(tag, hits, looks)
        return self.lift(tag)

    def decide(self, choice: Choice) -> Found | None:
        self.enrolment.decide(choice)
        return self.found

    @property
    def found(self) -> Found | None:
        return None if self.enrolment.finding is None else self.enrolment.finding.found

    @property
    def asks_for(self) -> str:
        return self.enrolment.piece.id

    @property
    def tags(self) -> dict[str, str]:
        return dict(self.enrolment.tags)


# -- the way through the box ------------------------------------------------------------------------------------------


def test_from_the_first_piece_to_the_last_as_the_list_has_them() -> None:
    desk = Desk()
    asked = []
    for sticker in STICKERS[:6]:
        asked.append(desk.asks_for)
        assert desk.tap(sticker) is None
    assert asked == [MUSCLOR, STRATOS, *AXES, SWORD, WALL]
    assert list(desk.tags.values()) == asked
    assert desk.enrolment.count == Count(6, 6)


def test_any_order_and_the_rest_is_proposed() -> None:
    desk = Desk()
    desk.enrolment.choose(WALL)
    desk.tap(ONE)
    assert desk.asks_for == MUSCLOR
    desk.enrolment.skip()
    desk.enrolment.step(-1)
    desk.enrolment.step(-1)
    assert desk.asks_for == WALL
    desk.enrolment.skip()
    desk.tap(TWO)
    assert desk.tags == {ONE: WALL, TWO: MUSCLOR}
    assert desk.asks_for == STRATOS


def test_who_comes_back_another_day_goes_on_where_it_stopped() -> None:
    assert Enrolment(BOX, {ONE: MUSCLOR, TWO: STRATOS, THREE: AXES[0]}).piece.id == AXES[1]


def test_wood_that_needs_no_tag_is_not_asked_for() -> None:
    desk = Desk()
    with pytest.raises(KeyError):
        desk.enrolment.choose("skull/1")
    assert progress(BOX, {ONE: AXES[1]}) == {"pawn": Count(0, 2), "token": Count(1, 3), "card": Count(0, 1)}


def test_the_last_one_is_taken_back() -> None:
    desk = Desk()
    desk.tap(ONE)
    desk.tap(TWO)
    assert desk.enrolment.undo()
    assert (desk.tags, desk.asks_for) == ({ONE: MUSCLOR}, STRATOS)
    assert desk.enrolment.undo()
    assert not desk.enrolment.undo()
    assert desk.tags == {}


def test_what_the_disk_did_not_take_has_not_happened() -> None:
    desk = Desk()
    desk.tap(ONE)
    desk.enrolment.unsaved()
    assert (desk.tags, desk.asks_for, desk.found) == ({}, MUSCLOR, Found.UNSAVED)


# -- stickers wear out ------------------------------------------------------------------------------------------------


def test_a_torn_sticker_is_replaced() -> None:
    desk = Desk()
    desk.tap(ONE)
    desk.enrolment.choose(MUSCLOR)
    assert desk.tap(TWO) is Found.HAS_TAG
    assert desk.tags == {ONE: MUSCLOR}
    desk.decide(Choice.REPLACE)
    assert desk.tags == {TWO: MUSCLOR}
    desk.enrolment.undo()
    assert desk.tags == {ONE: MUSCLOR}


def test_a_card_may_bear_two() -> None:
    desk = Desk()
    desk.enrolment.choose(WALL)
    desk.tap(ONE)
    desk.enrolment.choose(WALL)
    desk.tap(TWO)
    desk.decide(Choice.ADD)
    assert desk.tags == {ONE: WALL, TWO: WALL}


def test_a_sticker_that_is_right_is_said_to_be() -> None:
    desk = Desk()
    desk.tap(ONE)
    desk.enrolment.choose(MUSCLOR)
    assert desk.tap(ONE) is Found.RIGHT
    assert desk.tags == {ONE: MUSCLOR}


@pytest.mark.parametrize(("hits", "found"), [(10, None), (9, None), (8, Found.WEAK), (1, Found.WEAK)])
def test_a_weak_one_is_noticed(hits: int, found: Found | None) -> None:
    desk = Desk()
    assert desk.tap(ONE, hits) is found
    assert (ONE in desk.tags) is (found is None)


def test_a_weak_one_is_turned_or_taken_all_the_same() -> None:
    desk = Desk()
    desk.tap(ONE, 6)
    assert desk.tap(ONE) is None
    desk.tap(TWO, 6)
    desk.decide(Choice.KEEP)
    assert desk.tags == {ONE: MUSCLOR, TWO: STRATOS}


# -- one tag, two pieces ----------------------------------------------------------------------------------------------


def test_a_tag_of_another_piece_stays_where_it_is_unless_somebody_says_so() -> None:
    desk = Desk()
    desk.tap(ONE)
    assert desk.tap(ONE) is Found.TAKEN
    assert desk.enrolment.finding is not None
    assert desk.enrolment.finding.owner == MUSCLOR
    desk.decide(Choice.LEAVE)
    assert (desk.tags, desk.asks_for) == ({ONE: MUSCLOR}, STRATOS)


def test_a_sticker_that_was_moved_leaves_its_piece_without_and_that_is_asked_for_next() -> None:
    desk = Desk()
    desk.tap(ONE)
    desk.enrolment.choose(SWORD)
    desk.tap(ONE)
    desk.decide(Choice.MOVE)
    assert (desk.tags, desk.asks_for) == ({ONE: SWORD}, MUSCLOR)


def test_a_clone_shows_when_the_piece_that_lost_its_tag_says_the_same_id() -> None:
    desk = Desk()
    desk.tap(ONE)
    desk.tap(ONE)
    desk.decide(Choice.MOVE)
    assert desk.tap(ONE) is Found.TWIN
    assert desk.tags == {ONE: STRATOS}
    desk.decide(Choice.LEAVE)
    desk.tap(TWO)
    assert desk.tags == {ONE: STRATOS, TWO: MUSCLOR}


def test_a_clone_shows_when_two_readers_see_it_at_once() -> None:
    desk = Desk()
    desk.lay(ONE)
    assert desk.lay(ONE, reader="seat/1") is Found.TWIN
    assert desk.tags == {ONE: MUSCLOR}


def test_a_weak_sticker_that_was_moved_needs_both_words() -> None:
    desk = Desk()
    desk.tap(ONE)
    desk.tap(ONE, 3)
    assert desk.decide(Choice.MOVE) is Found.WEAK
    desk.decide(Choice.KEEP)
    assert desk.tags == {ONE: STRATOS}


def test_leave_to_move_one_is_no_leave_to_move_another() -> None:
    desk = Desk()
    desk.tap(ONE)
    desk.tap(TWO)
    desk.tap(ONE, 3)
    assert desk.decide(Choice.MOVE) is Found.WEAK
    assert desk.tap(TWO) is Found.TAKEN
    assert desk.tags == {ONE: MUSCLOR, TWO: STRATOS}


# -- several at once --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other_reader", ["table", "seat/1"])
def test_two_at_once_and_the_one_that_stays_counts(other_reader: str) -> None:
    desk = Desk()
    desk.enrolment.seen(Seen("table", TWO), Seen(other_reader, ONE))
    assert (desk.found, desk.tags) == (Found.SEVERAL, {})
    assert desk.lift(TWO) is None
    assert desk.tags == {ONE: MUSCLOR}


def test_of_three_at_once_two_are_lifted() -> None:
    desk = Desk()
    desk.enrolment.seen(Seen("table", ONE), Seen("table", TWO), Seen("table", THREE))
    assert desk.lift(THREE) is Found.SEVERAL
    assert desk.lift(TWO) is None
    assert desk.tags == {ONE: MUSCLOR}


def test_a_tag_that_needs_a_second_tap_may_lie_there_when_the_next_one_comes() -> None:
    desk = Desk()
    desk.lay(SHORT)
    assert desk.lay(ONE) is Found.SEVERAL
    assert desk.lift(SHORT) is None
    assert desk.tags == {ONE: MUSCLOR}


def test_the_piece_that_was_just_enrolled_may_lie_there_still() -> None:
    desk = Desk()
    desk.lay(ONE)
    assert desk.lay(TWO) is Found.SEVERAL
    assert desk.lift(TWO) is None
    assert (desk.tags, desk.asks_for) == ({ONE: MUSCLOR}, STRATOS)
    assert desk.lay(TWO) is Found.SEVERAL
    assert desk.lift(ONE) is None
    assert desk.tags == {ONE: MUSCLOR, TWO: STRATOS}


def test_one_that_was_put_aside_counts_again_when_it_comes_back() -> None:
    desk = Desk()
    desk.lay(ONE, 3)
    desk.decide(Choice.LEAVE)
    desk.lift(ONE)
    desk.enrolment.seen(Seen("table", ONE), Seen("table", TWO))
    desk.lift(TWO)
    assert desk.tags == {ONE: MUSCLOR}


def test_a_tag_that_rests_is_judged_once() -> None:
    desk = Desk()
    desk.lay(ONE)
    desk.lay(ONE)
    assert (desk.tags, desk.found) == ({ONE: MUSCLOR}, None)


# -- ids that can't be kept -------------------------------------------------------------------------------------------


def test_a_telephone_is_refused() -> None:
    desk = Desk()
    assert desk.tap("08A1B2C3") is Found.RANDOM
    assert desk.tags == {}


def test_a_short_id_is_laid_down_twice() -> None:
    desk = Desk()
    assert desk.tap(SHORT) is Found.AGAIN
    assert desk.tags == {}
    assert desk.tap(SHORT) is None
    assert desk.tags == {SHORT: MUSCLOR}


def test_one_that_says_another_id_the_second_time_is_refused() -> None:
    desk = Desk()
    desk.tap(SHORT)
    assert desk.tap("1234ABCE") is Found.CHANGED
    desk.decide(Choice.LEAVE)
    assert desk.tap("1234ABCF") is Found.AGAIN
    assert desk.tags == {}


@pytest.mark.parametrize(
    ("known", "written"),
    [
        (ONE, "01E5D4C3B2A104"),
        ("04A1C2C3", "0077710019"),
        ("04A1C2C3", "77710019"),
        ("77710019", "04A1C2C3"),
        ("C3C2A104", "0077710019"),
    ],
)
def test_a_known_tag_that_another_reader_writes_otherwise_is_known(known: str, written: str) -> None:
    desk = Desk(**{f"t{known}": MUSCLOR})
    assert desk.tap(written) is Found.ALIKE
    assert desk.enrolment.finding is not None
    assert desk.enrolment.finding.owner == MUSCLOR
    assert desk.tags == {known: MUSCLOR}


@pytest.mark.parametrize("written", ["123", "88A1B2C3", "hello", "04A1B288D4E580", "FFFFFFFF"])
def test_what_is_no_id_is_not_taken(written: str) -> None:
    desk = Desk()
    assert desk.tap(written) is Found.NO_ID
    assert desk.tags == {}
