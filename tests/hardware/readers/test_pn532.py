"""The PN532: frames in pieces of any size, what they mean, and what becomes of it when it fails."""

import random
from errno import EIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import DeviceLost
from hardware.readers import pn532_codec as codec
from hardware.readers.pn532 import HsuLink, Pn532
from hardware.readers.pn532_codec import Frames, Kind, NotAsInTheManual, Received
from hardware.twin.pn532 import SimulatedHsuPort, SimulatedPn532
from hardware.twin.tags import SimulatedTag
from tests.hardware.readers.stands import Pn532Stand

NTAG = "04A1B2C3D4E580"
STORED = {
    "0000ff00ff00": [Received(Kind.ACK)],
    "0000ffff0000": [Received(Kind.NACK)],
    "0000ff01ff7f8100": [Received(Kind.ERROR)],
    "0000ff06fad50332010607e800": [Received(Kind.ANSWER, 0x03, bytes.fromhex("32010607"))],
    "0000ff0cf4d54b0101000408041ada74442200": [Received(Kind.ANSWER, 0x4B, bytes.fromhex("0101000408041ada7444"))],
}
"""Frames as modules have sent them, from public logs (the last one's envelope is ours)."""


def stand(bus: str = "hsu", chunk: int = 1 << 16) -> Pn532Stand:
    made = Pn532Stand(bus, chunk)
    made.reader.set_up()
    return made


def frames(data: bytes, chunk: int = 1 << 16) -> list[Received]:
    decoder = Frames()
    return [frame for at in range(0, len(data), chunk) for frame in decoder.feed(data[at : at + chunk])]


# -- frames -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [1, 2, 5, 99])
@pytest.mark.parametrize("stored", STORED)
def test_stored_frames_are_read_as_ever(stored: str, chunk: int) -> None:
    """A new version of a library broke the reading."""
    assert frames(bytes.fromhex(stored), chunk) == STORED[stored]


def test_what_we_send_is_as_modules_have_taken_it() -> None:
    assert codec.frame(codec.ASK_VERSION).hex() == "0000ff02fed4022a00"
    assert codec.frame(bytes([0x4A, 1, 0])).hex() == "0000ff04fcd44a0100e100"
    assert codec.frame(bytes([0x32, 5, 0xFF, 1, 1])).hex() == "0000ff06fad43205ff0101f400"
    assert codec.frame(bytes([0x14, 1, 0, 0])).hex() == "0000ff05fbd41401000017" "00"  # fmt: skip


def answer(data: bytes, extended: bool = False) -> bytes:
    body = b"\xd5\x4b" + data
    high, low = divmod(len(body), 256)
    head = bytes([255, 255, high, low, -(high + low) & 255]) if extended or high else bytes([low, -low & 255])
    return b"\0\0\xff" + head + body + bytes([-sum(body) & 255, 0])


@given(
    st.lists(st.binary(max_size=300), max_size=4), st.integers(1, 40), st.sampled_from([b"", b"\0" * 9, b"\x55\xaa"])
)
def test_frames_of_any_length_come_out_of_pieces_of_any_size(said: list[bytes], chunk: int, between: bytes) -> None:
    wire = between.join(answer(data, len(data) % 2 == 0) for data in said)
    assert frames(between + wire, chunk) == [Received(Kind.ANSWER, 0x4B, data) for data in said]


@given(st.binary(max_size=40), st.integers(0, 1 << 20), st.integers(1, 7))
def test_a_flipped_bit_never_makes_another_answer(data: bytes, at: int, chunk: int) -> None:
    wire = bytearray(answer(data))
    at %= len(wire) * 8
    wire[at // 8] ^= 1 << at % 8
    whole = Received(Kind.ANSWER, 0x4B, data)
    assert all(frame == whole for frame in frames(bytes(wire), chunk) if frame.kind is Kind.ANSWER)


def test_an_answer_that_is_longer_than_usual_is_read_in_two_pieces() -> None:
    """A reply of fixed length was too short for an id of seven bytes with its ATS: a checksum error."""
    listed = bytes.fromhex("01010044" "2007" "04a1b2c3d4e580" "0b7577810280a1a2a3a4a5")  # fmt: skip
    wire = answer(listed)
    for cut in range(1, len(wire)):
        decoder = Frames()
        got = [*decoder.feed(wire[:cut]), *decoder.feed(wire[cut:])]
        assert [codec.targets(frame.data) for frame in got] == [[NTAG]]


def test_a_decoder_tells_how_much_is_still_to_come() -> None:
    decoder = Frames()
    wire = answer(bytes(20))
    assert list(decoder.feed(wire[:9])) == []
    assert decoder.missing == len(wire) - 9 - 1  # the last byte, a postamble, is nobody's
    decoder.clear()
    assert decoder.missing == 0


# -- what answers mean --------------------------------------------------------------------------------------------


def listed(*uids: str, ats: str = "", sel_res: int = 0x00) -> bytes:
    each = [bytes([n, 0, 0x44, sel_res, len(uid) // 2]) + bytes.fromhex(uid + ats) for n, uid in enumerate(uids, 1)]
    return bytes([len(uids)]) + b"".join(each)


@pytest.mark.parametrize("ats", ["", "0578807002", "0b7577810280a1a2a3a4a5"])
def test_one_and_two_tags_with_and_without_an_ats(ats: str) -> None:
    for uids in ((), (NTAG,), ("93A7B1C2",), (NTAG, "93A7B1C2"), ("93A7B1C2", "04112233445566778899")):
        assert codec.targets(listed(*uids, ats=ats, sel_res=0x20)) == list(uids)
        assert codec.targets(listed(*uids)) == list(uids)


@pytest.mark.parametrize(
    "said", ["", "01", "0101004400", "010100440093", "01010044000593a7b1c2ff", "02010044000493a7b1c2"]
)
def test_a_list_that_cannot_be_is_not_believed(said: str) -> None:
    with pytest.raises(NotAsInTheManual):
        codec.targets(bytes.fromhex(said))


def test_another_chip_at_its_place_is_told() -> None:
    made = Pn532Stand()
    made.chip.firmware = bytes.fromhex("07010607")
    with pytest.raises(DeviceLost, match=r"no PN532 says 07010607.*; it has to be a PN532"):
        made.reader.set_up()


# -- the reader ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bus", ["hsu", "i2c"])
def test_it_wakes_up_is_set_up_and_asked(bus: str) -> None:
    made = Pn532Stand(bus)
    assert made.chip.is_asleep
    made.reader.set_up()
    assert not made.chip.is_asleep
    assert made.chip.commands == [0x14, 0x12, 0x32, 0x02]
    assert made.reader.about() == "PN532 firmware 1.6"


@pytest.mark.parametrize("bus", ["hsu", "i2c"])
def test_long_frames_and_those_that_have_an_ats_are_read(bus: str) -> None:
    made = stand(bus)
    made.chip.appends_ats = made.chip.long_answers = True
    made.lay(SimulatedTag("04112233445566778899"), SimulatedTag("04112233445566778898"))
    assert made.reader.poll() == ({"04112233445566778899", "04112233445566778898"}, 0)


@pytest.mark.parametrize("bus", ["hsu", "i2c"])
def test_a_frame_that_comes_broken_is_asked_for_again(bus: str) -> None:
    made = stand(bus)
    made.lay(SimulatedTag(NTAG))
    made.chip.flips = 1
    assert made.reader.poll().tags == {NTAG}
    assert made.reader.repeats == 1
    made.chip.flips = 99
    with pytest.raises(DeviceLost):
        made.reader.poll()
    made.chip.flips = 0
    assert made.reader.poll().tags == {NTAG}


def test_of_three_tags_two_are_found_and_no_other() -> None:
    made = stand()
    uids = {"93A7B1C2", "93A7B1C3", NTAG}
    made.lay(*map(SimulatedTag, uids))
    for _ in range(5):
        assert len(found := made.reader.poll().tags) == 2
        assert found <= uids


def test_a_search_for_tags_ends_in_an_empty_field() -> None:
    """Without a limit of its own the chip searches for ever."""
    made = stand()
    began = made.bus_s()
    assert made.reader.poll().tags == set()
    assert made.bus_s() - began < 0.1


def test_noise_before_an_answer_does_not_matter() -> None:
    chance = random.Random(1)

    class Noisy(SimulatedHsuPort):
        def write(self, data: bytes) -> int:
            self._ready += chance.randbytes(5).replace(b"\xff", b"\x01")
            return super().write(data)

    chip = SimulatedPn532()
    reader = Pn532(HsuLink(Noisy(lambda: 0.0, chip)), clock=lambda: 0.0)
    reader.set_up()
    chip.field.lay(SimulatedTag(NTAG))
    assert reader.poll().tags == {NTAG}


def test_a_late_answer_to_an_earlier_question_is_not_taken_for_this_one_s() -> None:
    """An answer counts once its command has been acknowledged."""

    class Late(SimulatedHsuPort):
        def write(self, data: bytes) -> int:
            self._ready += answer(b"\x00")  # no tag lies there
            return super().write(data)

    chip = SimulatedPn532()
    reader = Pn532(HsuLink(Late(lambda: 0.0, chip)), clock=lambda: 0.0)
    reader.set_up()
    chip.field.lay(SimulatedTag(NTAG))
    assert reader.poll().tags == {NTAG}


@pytest.mark.parametrize("bus", ["hsu", "i2c"])
def test_a_chip_that_understands_nothing_is_told_at_once(bus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says so in an error frame; nobody waits for what can't come."""
    made = stand(bus)
    monkeypatch.setattr(codec, "LIST", bytes([0x99]))
    began = made.bus_s()
    with pytest.raises(DeviceLost, match="doesn't understand"):
        made.reader.poll()
    assert made.bus_s() - began < 0.05


def test_a_line_that_babbles_is_given_up() -> None:
    made = stand()
    made.hsu.noise = bytes(range(256))
    with pytest.raises(DeviceLost, match="can be read"):
        made.reader.poll()


@pytest.mark.parametrize("bus", ["hsu", "i2c"])
def test_a_chip_that_fell_silent_comes_back_by_its_reset_line(bus: str) -> None:
    """It was silent after hours, till somebody switched it off and on."""
    made = stand(bus)
    made.lay(SimulatedTag(NTAG))
    made.chip.is_hung = True
    for call in (made.reader.poll, made.reader.set_up):
        with pytest.raises(DeviceLost) as lost:
            call()
        assert "switches" in lost.value.remedy
    made.reader.set_up(hard=True)
    assert made.reader.poll().tags == {NTAG}


def test_an_error_of_the_bus_names_it() -> None:
    made = stand("i2c")
    made.i2c.fail(EIO)
    with pytest.raises(DeviceLost, match=r"I2C at 0x24: its wires fail \(errno 5\).*has to show 24"):
        made.reader.poll()
