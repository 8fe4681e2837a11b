"""What looks find becomes what happened."""

import random

from hypothesis import given
from hypothesis import strategies as st

from hardware.api import Inventory, Reads, TagChange, TagEvent, TagId
from hardware.readers.presence import Patience, Presence

PATIENCE = Patience(misses=4, gone_s=0.5)


class Table:
    """A reader that is looked at every tenth of a second."""

    def __init__(self, patience: Patience = PATIENCE) -> None:
        self.presence = Presence("table", patience)
        self.now = 0.0
        self.events: list[TagEvent] = []

    def sees(self, *tags: str, times: int = 1, every_s: float = 0.1, unread: int = 0) -> list[str]:
        said: list[str] = []
        for _ in range(times):
            self.now += every_s
            inventory = Inventory(frozenset(TagId(tag) for tag in tags), unread)
            events = self.presence.looked(inventory, self.now)
            self.events += events
            said += [f"{event.change.value} {event.tag}" if event.tag else event.change.value for event in events]
        return said

    def fails(self, times: int = 1, every_s: float = 0.1) -> list[str]:
        said: list[str] = []
        for _ in range(times):
            self.now += every_s
            said += [event.change.value for event in self.presence.failed("no answer", self.now)]
        return said


def test_a_tag_is_placed_once_however_often_it_is_seen() -> None:
    table = Table()
    table.sees()
    assert table.sees("A1", times=100) == ["placed A1"]
    assert table.events == [TagEvent("table", TagChange.PLACED, TagId("A1"), 0.2)]


def test_what_lay_there_when_it_was_looked_at_first_is_told_apart_from_what_comes() -> None:
    table = Table()
    table.fails()
    table.sees("A1")
    table.sees("A1", "B2")
    assert [(event.tag, event.was_there) for event in table.events if event.tag] == [("A1", True), ("B2", False)]


def test_it_has_gone_after_enough_looks_and_enough_time() -> None:
    table = Table()
    table.sees("A1")
    assert table.sees(times=5) == []  # the first of them is when it was missed first
    assert table.sees(times=5) == ["removed A1"]
    slow = Table()
    slow.sees("A1")
    assert slow.sees(times=3, every_s=2) == []
    assert slow.sees(every_s=2) == ["removed A1"]
    quick = Table()
    quick.sees("A1")
    assert quick.sees(times=49, every_s=0.01) == []
    assert quick.sees(times=3, every_s=0.01) == ["removed A1"]


def test_a_weak_tag_that_is_missed_now_and_then_stays() -> None:
    for missed in (1, 2, 3):
        table = Table()
        table.sees("A1")
        for _ in range(50):
            assert table.sees(times=missed) == []
            assert table.sees("A1") == []


def test_how_often_a_resting_tag_was_seen_is_known_until_it_has_gone() -> None:
    table = Table()
    table.sees("A1", "B2")
    table.sees("A1", times=3)
    table.sees("A1", unread=1)
    table.sees("B2")
    assert table.presence.reads(TagId("A1")) == Reads(5, 6)
    assert table.presence.reads(TagId("B2")) == Reads(2, 5)
    table.sees(times=6)
    assert table.presence.reads(TagId("A1")) is None
    table.sees("A1")
    assert table.presence.reads(TagId("A1")) == Reads(1, 1)


def test_a_fault_is_neither_a_removal_nor_a_new_tag() -> None:
    """The reader failed, and it was told that the tag had left: a running game was lost."""
    table = Table()
    table.sees("A1")
    assert table.fails(times=500) == ["fault"]
    assert table.presence.tags == {"A1"}
    assert table.sees("A1", times=3) == ["back"]


def test_what_changed_during_a_fault_is_told_after_it() -> None:
    table = Table()
    table.sees("A1")
    table.fails(times=50)
    assert table.sees("B2", times=5) == ["back", "placed B2"]
    assert table.sees("B2", times=5) == ["removed A1"]


def test_looks_before_a_fault_do_not_count_after_it() -> None:
    table = Table()
    table.sees("A1")
    table.sees(times=3)
    table.fails(times=100)
    assert table.sees(times=3) == ["back"]
    assert table.sees(times=10) == ["removed A1"]


def test_a_look_with_answers_that_nobody_could_read_removes_nothing() -> None:
    table = Table()
    table.sees("A1")
    assert table.sees(times=100, unread=1) == []
    assert table.sees("B2", unread=1) == ["placed B2"]
    assert table.sees("B2", times=10) == ["removed A1"]


def test_a_foreign_tag_in_between_changes_nothing_for_another() -> None:
    """A foreign card between two taps made the second one count again."""
    table = Table()
    assert table.sees("U1") == ["placed U1"]
    assert table.sees("X9") == ["placed X9"]
    assert table.sees("U1") == []
    assert table.sees("X9", "U1", times=9) == []
    assert table.sees("U1", times=9) == ["removed X9"]


def test_tags_that_come_at_once_are_told_in_one_order() -> None:
    assert Table().sees("C3", "A1", "B2") == ["placed A1", "placed B2", "placed C3"]


@given(st.lists(st.one_of(st.none(), st.tuples(st.sets(st.sampled_from("ABC")), st.booleans())), max_size=60))
def test_placed_and_removed_take_turns_whatever_happens(looks: list[tuple[set[str], bool] | None]) -> None:
    table = Table()
    for look in looks:
        if look is None:
            table.fails()
        else:
            table.sees(*look[0], unread=look[1])
    for tag in "ABC":
        changes = [event.change for event in table.events if event.tag == tag]
        assert changes[::2] == [TagChange.PLACED] * len(changes[::2])
        assert changes[1::2] == [TagChange.REMOVED] * len(changes[1::2])
    assert [event.at for event in table.events] == sorted(event.at for event in table.events)


def test_a_tag_that_is_seen_half_the_time_seldom_flickers_with_patience() -> None:
    chance = random.Random(2)
    table = Table(Patience(misses=12, gone_s=0.5))
    said = [word for _ in range(2000) for word in table.sees(*["A1"] * (chance.random() < 0.5))]
    assert said == ["placed A1"]
