"""Ids, check bytes, and the search that tells tags apart, straight over the air."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.api import Inventory, TagId
from hardware.readers import iso14443
from hardware.readers.iso14443 import (
    HLTA,
    PLACES,
    Frame,
    Known,
    Reply,
    TimeIsUp,
    crc_a,
    is_random,
    rest_of_level,
    sak,
    search,
    tag_id,
)
from hardware.twin.tags import Field, RandomTag, SimulatedTag, TagState, to_bits, to_bytes

NTAG = "04A1B2C3D4E580"
WAYS = ("frame", "sent", "level")


class Air:
    """Sends the frames of a search straight into a field; counts them."""

    def __init__(self, *tags: SimulatedTag, counts: str = "frame") -> None:
        self.field = Field()
        self.field.lay(*tags)
        self.field.power(True)
        self.counts = counts
        self.sent: list[Frame] = []

    def reply(self, frame: Frame) -> Reply | None:
        self.sent.append(frame)
        bits = len(frame.data) * 8 - (8 - frame.last_bits if frame.last_bits else 0)
        air = self.field.exchange(to_bits(frame.data, bits))
        if air is None:
            return None
        data = [0] * frame.align + list(air.bits)
        if air.collision is None:
            return Reply(to_bytes(data), None, not air.is_parity_right)
        collision = air.collision + {"frame": frame.align, "sent": 0, "level": max(0, bits - 16)}[self.counts]
        cut = air.collision + frame.align
        return Reply(to_bytes(data[:cut] + [0] * (len(data) - cut)), collision)

    def look(self, were_there: bool = True, most: int = 10_000) -> Inventory:
        steps = search(were_there)
        try:
            frame = next(steps)
            while True:
                over = len(self.sent) >= most
                frame = steps.throw(TimeIsUp()) if over else steps.send(self.reply(frame))
        except StopIteration as end:
            found: Inventory = end.value
            return found


def ids(*uids: str) -> set[TagId]:
    return {TagId(uid) for uid in uids}


# Ids: no tag begins with CT, and none goes on with CT where that would mean another level.
FIRST = st.integers(1, 255).filter(lambda byte: byte not in (0x08, 0x88))
BYTE = st.integers(0, 255).filter(lambda byte: byte != 0x88)
UIDS = st.one_of(st.tuples(FIRST, *[BYTE] * (size - 1)).map(bytes) for size in (4, 7, 10))
ALIKE = (
    st.tuples(st.sampled_from([4, 7, 10]), st.integers(0, 79))
    .map(lambda drawn: (0x04112233445566770900 ^ 1 << drawn[1] % (drawn[0] * 8)).to_bytes(10)[: drawn[0]])
    .filter(lambda uid: 0x88 not in uid[:7] and uid[0] not in (0, 8))
)


@given(st.sets(st.one_of(UIDS, ALIKE), max_size=6), st.sampled_from(WAYS), st.booleans())
def test_any_set_of_tags_is_told_apart_however_collisions_are_counted(
    uids: set[bytes], counts: str, stays_ready: bool
) -> None:
    tags = [SimulatedTag(uid) for uid in sorted(uids)]
    for tag in tags:
        tag.stays_ready = stays_ready
    air = Air(*tags, counts=counts)
    for _ in range(2):
        assert air.look() == ({tag_id(uid) for uid in uids}, 0)
    assert all(tag.state is not TagState.ACTIVE for tag in tags)


@pytest.mark.parametrize("counts", WAYS)
def test_tags_that_begin_alike_are_told_apart_however_collisions_are_counted(counts: str) -> None:
    chance = random.Random(3)
    for _ in range(40):
        stem = bytes(chance.choices(range(1, 8), k=10))
        alike = [stem[:shared] + bytes(chance.choices(range(0x80), k=10 - shared)) for shared in (1, 3, 5, 7, 9)]
        uids = {uid[: chance.choice((7, 10))] for uid in alike}
        assert Air(*map(SimulatedTag, sorted(uids)), counts=counts).look() == ({tag_id(uid) for uid in uids}, 0)


def test_the_two_ntags_that_begin_alike_are_two() -> None:
    """Two tags of one maker gave one id, which was the cascade tag, the maker and two bytes."""
    assert Air(SimulatedTag("04A1B2C3D4E580"), SimulatedTag("04A1B2C3D4E581")).look().tags == ids(
        "04A1B2C3D4E580", "04A1B2C3D4E581"
    )


def test_a_wrong_check_byte_is_no_id_and_is_counted() -> None:
    """A check byte was given out as a part of the id; a wrong one made another tag of it."""
    tag = SimulatedTag("93A7B1C2")
    air = Air(tag)
    assert air.look() == (ids("93A7B1C2"), 0)
    tag.has_wrong_bcc = True
    assert air.look() == (set(), 1)
    tag.has_wrong_bcc = False
    assert air.look() == (ids("93A7B1C2"), 0)


def test_each_bit_of_a_check_byte_counts() -> None:
    whole = bytes.fromhex("93a7b1c247")
    assert rest_of_level(Known(), Reply(whole)) == whole[:4]
    for bit in range(8):
        assert rest_of_level(Known(), Reply(whole[:4] + bytes([whole[4] ^ 1 << bit]))) is None
    assert sak(Reply(b"\x00" + crc_a(b"\x00"))) == 0x00
    for bit in range(24):
        flipped = int.from_bytes(b"\x00" + crc_a(b"\x00"), "little") ^ 1 << bit
        assert sak(Reply(flipped.to_bytes(3, "little"))) is None


def test_a_tag_that_acknowledges_with_wrong_check_bytes_is_no_id() -> None:
    tag = SimulatedTag(NTAG)
    tag.has_wrong_crc = True
    assert Air(tag).look() == (set(), 1)


def test_a_flipped_bit_is_no_id() -> None:
    air = Air(SimulatedTag("04A1B2C3D4E580"))
    for n in range(1, 6):
        air.field.flips = n
        assert air.look().tags <= ids("04A1B2C3D4E580")
        air.field.flips = 0
        assert air.look() == (ids("04A1B2C3D4E580"), 0)


def test_a_tag_with_a_wrong_check_byte_does_not_hide_another() -> None:
    broken = SimulatedTag("93A7B1C2")
    broken.has_wrong_bcc = True
    assert Air(broken, SimulatedTag("13A7B1C2")).look() == (ids("13A7B1C2"), 1)


def test_a_field_that_was_empty_is_called_once_and_one_that_was_not_twice() -> None:
    air = Air()
    air.look(were_there=False)
    assert len(air.sent) == 1
    air.look(were_there=True)
    assert len(air.sent) == 3


def test_a_tag_that_was_left_awake_is_found_all_the_same() -> None:
    """There, not there, there, not there: a resting tag that nobody had put to rest."""
    tag = SimulatedTag("93A7B1C2")
    air = Air(tag)
    for state in (TagState.READY, TagState.ACTIVE, TagState.HALT, TagState.IDLE):
        tag.state = state
        assert air.look().tags == ids("93A7B1C2")


def test_every_tag_rests_after_a_look_so_that_only_a_wake_up_call_finds_it() -> None:
    air = Air(SimulatedTag("93A7B1C2"), SimulatedTag("04A1B2C3D4E580"))
    air.look()
    assert air.field.exchange(to_bits(b"\x26", 7)) is None  # REQA
    assert air.field.exchange(to_bits(b"\x52", 7)) is not None


def test_one_call_and_one_rest_for_each_tag() -> None:
    air = Air(SimulatedTag("93A7B1C2"), SimulatedTag("93A7B1C3"), SimulatedTag("04112233445566"))
    air.look()
    assert air.sent.count(HLTA) == 3
    assert air.sent.count(iso14443.WUPA) == 3


def test_a_look_that_takes_too_long_ends_with_what_it_has_found() -> None:
    air = Air(*[SimulatedTag(bytes([n, 2, 3, 4])) for n in range(1, 7)])
    found = air.look(most=12)
    assert 0 < len(found.tags) < 6
    assert found.unread == 1
    air.sent.clear()
    assert len(air.look().tags) == 6


def test_a_collision_whose_place_nobody_knows_is_resolved_bit_by_bit() -> None:
    known, unknown = Known(0b101, 3), Reply(b"\xff\xff\xff\xff\xff", -1)
    assert [iso14443.up_to(known, unknown, place(known, -1)) for place in PLACES][2] is None
    air = Air(SimulatedTag("93A7B1C2"), SimulatedTag("93A7B1C3"))
    whole = air.reply

    def unplaced(frame: Frame) -> Reply | None:
        reply = whole(frame)
        return reply._replace(collision=-1) if reply and reply.collision is not None else reply

    air.reply = unplaced  # type: ignore[method-assign]
    assert air.look() == (ids("93A7B1C2", "93A7B1C3"), 0)


@pytest.mark.parametrize("other", ["92A7B1C2", "93A7B1C3", "13A7B1C2"])
def test_a_tag_that_was_heard_and_then_not_is_counted(other: str) -> None:
    """At the first bit, in the middle, and at the last bit of a level."""
    going = SimulatedTag(other)
    air = Air(SimulatedTag("93A7B1C2"), going)
    whole = air.reply

    def lifted_after_the_collision(frame: Frame) -> Reply | None:
        reply = whole(frame)
        if reply is not None and reply.collision is not None and going in air.field.tags and len(frame.data) == 2:
            air.field.lift(going)
        return reply

    air.reply = lifted_after_the_collision  # type: ignore[method-assign]
    assert air.look() == (ids("93A7B1C2"), 1)


def test_a_weak_tag_that_falls_silent_half_way_is_not_taken_for_gone() -> None:
    air = Air(SimulatedTag("93A7B1C2", misses=1, of=3), SimulatedTag("13A7B1C2"))
    looks = [air.look() for _ in range(9)]
    assert all(ids("13A7B1C2") <= look.tags or look.unread for look in looks)
    assert all(look.tags <= ids("93A7B1C2", "13A7B1C2") for look in looks)


def test_random_ids_are_known_as_such_and_are_others_each_time() -> None:
    """Telephones and bank cards show another id at each tap."""
    phone = RandomTag(seed=3)
    air = Air()
    seen = set()
    for _ in range(5):
        air.field.lay(phone)
        (tag,) = air.look().tags
        air.field.lift(phone)
        assert is_random(tag)
        seen.add(tag)
    assert len(seen) == 5
    assert not is_random(TagId("93A7B1C2"))
    assert not is_random(TagId("08A1B2C3D4E580"))


@pytest.mark.parametrize("size", [0, 3, 5, 8, 11])
def test_a_size_that_no_id_has_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="4, 7 or 10"):
        tag_id(bytes(size))


@pytest.mark.parametrize(
    ("data", "check"),
    [("5000", "57cd"), ("0000", "a01e"), ("1234", "26cf"), ("9370" + "93a7b1c247", None)],
)
def test_the_check_bytes_are_those_of_the_standard(data: str, check: str | None) -> None:
    """The first from a published log; 0000 and 1234 are the examples of annex B of the standard."""
    whole = bytes.fromhex(data)
    assert crc_a(whole + crc_a(whole)) == b"\0\0"
    assert check is None or crc_a(whole).hex() == check


def ends(steps: iso14443.Search, replies: list[Reply | None]) -> Inventory:
    """What a search has found when time is up after these."""
    try:
        next(steps)
        for reply in replies:
            steps.send(reply)
        steps.throw(TimeIsUp())
    except StopIteration as end:
        found: Inventory = end.value
    return found


def test_garbage_makes_no_tag() -> None:
    chance = random.Random(4)

    def noise() -> Reply | None:
        data = chance.randbytes(chance.randrange(7))
        return chance.choice([None, Reply(data), Reply(data, chance.randrange(-1, 60))])

    for _ in range(200):
        assert ends(search(), [noise() for _ in range(60)]).tags == set()
