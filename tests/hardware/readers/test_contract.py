"""What holds for every reader of tags, simulated or real."""

from collections.abc import Callable
from contextlib import suppress

import pytest

from hardware.api import TagId
from hardware.errors import DeviceError, DeviceLost
from hardware.readers.iso14443 import tag_id
from hardware.twin.tags import SimulatedTag
from hardware.wiring import default_wiring
from tests.hardware.readers.stands import STANDS, Stand, real_reader

MOST_BUS_S = 0.2
UIDS = {4: "93A7B1C2", 7: "04A1B2C3D4E580", 10: "04112233445566778899"}
WIRED = default_wiring().readers
REAL = [f"real/{role}" for role in WIRED]


@pytest.fixture(params=[*STANDS, *REAL])
def stand(request: pytest.FixtureRequest) -> Stand:
    """Set up, its field empty."""
    name: str = request.param
    made = real_reader(name.removeprefix("real/")) if name in REAL else STANDS[name]()
    made.reader.set_up(hard=True)
    return made


@pytest.fixture
def handled(stand: Stand) -> Stand:
    if not stand.has_hands:
        pytest.skip("a real reader: nobody is here to lay tags on it")
    return stand


def tags_for(stand: Stand, count: int | None = None) -> list[SimulatedTag]:
    """Tags of mixed sizes, some of which begin alike."""
    uids = ["93A7B1C2", "93A7B1C3", "04A1B2C3D4E580", "04A1B2C3D4E581", "04112233445566778899", "00000001"]
    fitting = [uid for uid in uids if len(uid) // 2 in stand.id_sizes]
    return [SimulatedTag(uid) for uid in fitting][: count or stand.most_tags]


def ids(*tags: SimulatedTag) -> set[TagId]:
    return {tag_id(tag.uid) for tag in tags}


@pytest.mark.parametrize("role", [*WIRED] or ["none"])
def test_the_readers_of_this_box_are_held_to_it_too(role: str) -> None:
    assert real_reader(role).has_hands is False


def test_it_says_what_it_is(stand: Stand) -> None:
    assert stand.reader.about().strip()


def test_an_empty_field_is_no_fault_however_often_it_is_looked_at(stand: Stand) -> None:
    for _ in range(5):
        if stand.has_hands:
            assert stand.reader.poll() == (frozenset(), 0)
        else:
            stand.reader.poll()


def test_it_can_be_set_up_again_at_any_time(stand: Stand) -> None:
    for hard in (False, True, False):
        stand.reader.set_up(hard=hard)
        stand.reader.poll()


def test_it_gives_the_whole_id_of_each_size_without_check_bytes(handled: Stand) -> None:
    for size in handled.id_sizes:
        tag = SimulatedTag(UIDS[size])
        handled.lay(tag)
        assert handled.reader.poll() == ({UIDS[size]}, 0)
        handled.lift(tag)


def test_a_resting_tag_is_there_at_each_look(handled: Stand) -> None:
    if not handled.reader.tells_leaving:
        pytest.skip("a reader that types: it tells of a tag once")
    (tag,) = tags_for(handled, 1)
    handled.lay(tag)
    assert [handled.reader.poll().tags for _ in range(20)] == [ids(tag)] * 20
    handled.lift(tag)
    assert handled.reader.poll().tags == set()


def test_it_tells_several_tags_apart(handled: Stand) -> None:
    tags = tags_for(handled)
    handled.lay(*tags)
    assert handled.reader.poll() == (ids(*tags), 0)


def test_tags_that_come_and_go_in_turn_are_never_blended(handled: Stand) -> None:
    """Two tags in the field, and the id of neither was read."""
    first, second = tags_for(handled, 2)
    for lying in ([first], [first, second], [second], [], [second, first], [first]) * 3:
        handled.lay(*lying)
        assert handled.reader.poll().tags == ids(*lying)
        handled.lift(*lying)


def test_two_tags_with_one_id_are_one(handled: Stand) -> None:
    (tag,) = tags_for(handled, 1)
    handled.lay(tag, SimulatedTag(tag.uid))
    assert handled.reader.poll() == (ids(tag), 0)


def test_a_plug_that_is_pulled_is_a_fault_and_mended_by_setting_it_up(handled: Stand) -> None:
    (tag,) = tags_for(handled, 1)
    handled.lay(tag)
    handled.reader.poll()
    handled.unplug()
    with pytest.raises(DeviceLost) as lost:
        handled.reader.poll()
    assert lost.value.remedy
    with pytest.raises(DeviceError):
        handled.reader.set_up(hard=True)
    handled.plug()
    handled.reader.set_up(hard=True)
    handled.lift(tag)
    handled.lay(tag)
    assert handled.reader.poll().tags == ids(tag)


def each_fault(stand: Stand, then: Callable[[str], None]) -> None:
    for name, switch in stand.faults().items():
        switch(True)
        then(name)
        switch(False)
        stand.reader.set_up(hard=True)


def test_a_fault_makes_no_tag_out_of_nothing(handled: Stand) -> None:
    tags = tags_for(handled, 2)
    handled.lay(*tags)

    def look(fault: str) -> None:
        for _ in range(10):
            try:
                found = handled.reader.poll()
            except DeviceError:
                continue
            assert found.tags <= ids(*tags), fault

    each_fault(handled, look)


def test_a_fault_is_never_an_empty_field(handled: Stand) -> None:
    """The reader failed, and it was told that the tag had left."""
    (tag,) = tags_for(handled, 1)
    handled.lay(tag)

    def look(fault: str) -> None:
        for _ in range(10):
            try:
                found = handled.reader.poll()
            except DeviceError:
                continue
            assert found.tags or found.unread, fault

    each_fault(handled, look)


def test_a_look_takes_no_more_than_200_ms_of_bus_time_whatever_happens(handled: Stand) -> None:
    """Status was asked for, over and over, for minutes."""
    handled.lay(*tags_for(handled))

    def look(fault: str) -> None:
        for _ in range(5):
            began = handled.bus_s()
            with suppress(DeviceError):
                handled.reader.poll()
            assert handled.bus_s() - began <= MOST_BUS_S, fault

    look("none")
    each_fault(handled, look)


def test_closing_it_never_fails(stand: Stand) -> None:
    stand.reader.close()
    if stand.has_hands:
        stand.unplug()
        stand.reader.close()
