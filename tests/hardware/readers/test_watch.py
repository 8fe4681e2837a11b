"""Several readers at once, each kept going: events with their reader, states, the ladder, and a reader that hangs."""

import logging
from collections.abc import Callable
from errno import EIO
from threading import Event

import pytest

from hardware.api import DeviceEvent, DeviceState, Inventory, TagEvent, TagId, TagReader
from hardware.errors import DeviceLost, DeviceUnavailable
from hardware.readers.bank import ReaderBank
from hardware.readers.parts import Parts
from hardware.readers.watch import GARBLED_LOOKS, LAST_PAUSE_S, Watch
from hardware.twin.buses import SimulatedBuses
from hardware.twin.clock import Timeline
from hardware.twin.pins import TwinFactory
from hardware.twin.tags import SimulatedTag
from hardware.wiring import ReaderWiring
from hardware.workers import InlineWorker, ThreadWorker
from tests.hardware.readers.stands import KeyboardStand, Mfrc522Stand, Pn532Stand, Stand

NTAG = "04A1B2C3D4E580"
OTHER = "93A7B1C2"
Heard = TagEvent | DeviceEvent


class Table:
    """Readers with their roles on travelling time."""

    def __init__(self, **stands: Stand) -> None:
        self.time = Timeline()
        self.heard: list[Heard] = []
        self.openings = 0
        self.watches = {
            role: Watch(
                role,
                self.opener(stand),
                self.heard.append,
                self.reporter(role),
                self.time.time,
                InlineWorker,
            )
            for role, stand in stands.items()
        }

    def opener(self, stand: Stand) -> Callable[[], TagReader]:
        def open_reader() -> TagReader:
            self.openings += 1
            return stand.reader

        return open_reader

    def reporter(self, role: str) -> Callable[[DeviceState, str], None]:
        states: list[DeviceState] = []

        def report(state: DeviceState, why: str) -> None:
            if states[-1:] != [state]:
                states.append(state)
                self.heard.append(DeviceEvent(role, state, why, self.time.time()))

        return report

    def start(self) -> "Table":
        for watch in self.watches.values():
            watch.start()
        return self

    def wait(self, seconds: float) -> list[str]:
        """As the loop would; what is told meanwhile."""
        self.heard.clear()
        end = self.time.time() + seconds
        while (due := min(watch.deadline or 0.0 for watch in self.watches.values())) <= end:
            self.time.travel_to(due)
            for watch in self.watches.values():
                watch.advance(due)
        self.time.travel_to(end)
        return [say(event) for event in self.heard]


def say(event: Heard) -> str:
    if isinstance(event, DeviceEvent):
        return f"{event.device} is {event.state.value}"
    return f"{event.reader} {event.change.value}" + (f" {event.tag}" if event.tag else "")


def test_each_event_is_of_a_reader_and_a_tag() -> None:
    left, right = Mfrc522Stand(), Pn532Stand()
    table = Table(**{"seat/1": left, "seat/2": right}).start()
    left.lay(SimulatedTag(NTAG))
    right.lay(SimulatedTag(NTAG))
    assert table.wait(1) == [f"seat/1 placed {NTAG}", f"seat/2 placed {NTAG}"]
    left.lift(*left.chip.field.tags)
    assert table.wait(2) == [f"seat/1 removed {NTAG}"]
    stamps = [event.at for event in table.heard]
    assert stamps == sorted(stamps)


def test_what_lies_there_from_the_beginning_is_told() -> None:
    stand = Mfrc522Stand()
    stand.lay(SimulatedTag(NTAG), SimulatedTag(OTHER))
    table = Table(table=stand).start()
    assert [say(event) for event in table.heard] == [
        "table is starting",
        f"table placed {NTAG}",
        f"table placed {OTHER}",
        "table is ok",
    ]
    assert table.watches["table"].tags == {NTAG, OTHER}


def test_a_weak_tag_stays_and_a_resting_one_too() -> None:
    stand = Mfrc522Stand()
    stand.lay(SimulatedTag(NTAG, misses=4, of=9), SimulatedTag(OTHER))
    table = Table(table=stand).start()
    assert sorted(map(say, table.heard))[0:2] == ["table is ok", "table is starting"]
    assert [event for event in table.wait(60) if "removed" in event] == []


def test_a_fault_and_its_end_without_a_tag_that_leaves_or_comes() -> None:
    stand = Mfrc522Stand()
    stand.lay(SimulatedTag(NTAG))
    table = Table(table=stand).start()
    stand.unplug()
    assert table.wait(20) == ["table fault", "table is degraded", "table is failed"]
    stand.plug()
    assert table.wait(30) == ["table back", "table is ok"]
    stand.lift(*stand.chip.field.tags)
    assert table.wait(2) == [f"table removed {NTAG}"]


def test_a_single_error_is_over_with_the_next_look() -> None:
    stand = Mfrc522Stand()
    stand.lay(SimulatedTag(NTAG))
    table = Table(table=stand).start()
    stand.port.fail(EIO, times=1)
    assert table.wait(1) == ["table fault", "table is degraded", "table back", "table is ok"]
    assert table.watches["table"].counts["set-ups"] == 0


def test_the_ladder_goes_from_a_second_try_to_opening_anew() -> None:
    """It was silent after hours, till somebody switched it off and on."""
    stand = Pn532Stand()
    stand.lay(SimulatedTag(NTAG))
    table = Table(table=stand).start()
    table.wait(60)
    stand.chip.is_hung = True
    assert table.wait(2) == ["table fault", "table is degraded", "table back", "table is ok"]
    counts = table.watches["table"].counts
    assert (counts["faults"], counts["set-ups"], counts["resets"], counts["openings"]) == (3, 1, 1, 1)


def test_what_no_reset_mends_is_opened_anew_with_growing_pauses(caplog: pytest.LogCaptureFixture) -> None:
    stand = Mfrc522Stand()
    table = Table(table=stand).start()
    stand.unplug()
    table.wait(600)
    counts = table.watches["table"].counts
    assert counts["set-ups"] == counts["resets"] == 1
    assert 15 < counts["openings"] == table.openings < 40
    assert counts["faults"] < 50
    assert caplog.records == []
    stand.plug()
    table.wait(LAST_PAUSE_S)
    assert say(table.heard[-1]) == "table is ok"
    before = counts["looks"]
    table.wait(10)
    assert counts["looks"] - before > 90


def test_a_reader_that_was_never_there_is_absent_and_found_when_it_comes() -> None:
    stand = Mfrc522Stand()
    stand.unplug()
    table = Table(table=stand).start()
    assert [say(event) for event in table.heard] == ["table is starting", "table is absent"]
    event = table.heard[-1]
    assert isinstance(event, DeviceEvent)
    assert "wiring or a clone" in event.why
    assert table.wait(120) == []
    stand.plug()
    assert table.wait(LAST_PAUSE_S) == ["table is ok"]


def test_one_readers_trouble_is_its_own() -> None:
    left, right = Mfrc522Stand(), Mfrc522Stand()
    table = Table(**{"seat/1": left, "seat/2": right}).start()
    left.unplug()
    right.lay(SimulatedTag(NTAG))
    assert [event for event in table.wait(10) if event.startswith("seat/2")] == [f"seat/2 placed {NTAG}"]
    assert table.watches["seat/2"].counts["faults"] == 0


def test_tags_that_cannot_be_told_apart_are_told() -> None:
    """Two tags in the field, one of which nobody can read."""
    stand = Mfrc522Stand()
    broken = SimulatedTag(OTHER)
    broken.has_wrong_bcc = True
    table = Table(table=stand).start()
    stand.lay(broken, SimulatedTag(NTAG))
    assert table.wait(2) == [f"table placed {NTAG}", "table is degraded"]
    assert isinstance(table.heard[-1], DeviceEvent)
    assert "lift one" in table.heard[-1].why
    stand.lift(broken)
    assert table.wait(1) == ["table is ok"]
    assert table.watches["table"].counts["garbled"] >= GARBLED_LOOKS


def test_a_reader_that_types_comes_back_under_another_path() -> None:
    stand = KeyboardStand()
    table = Table(table=stand).start()
    stand.input.type("0077710019")
    assert table.wait(5) == ["table placed 04A1C2C3", "table removed 04A1C2C3"]
    stand.unplug()
    assert table.wait(5) == ["table fault", "table is degraded", "table is failed"]
    stand.plug()
    assert table.wait(30) == ["table back", "table is ok"]
    stand.input.type("0077710019")
    assert table.wait(0.3) == ["table placed 04A1C2C3"]


def test_a_fault_of_a_driver_is_no_end() -> None:
    class Faulty(KeyboardStand):
        def __init__(self) -> None:
            super().__init__()
            self.reader.poll = self.poll  # type: ignore[method-assign]
            self.polls = 0

        def poll(self) -> Inventory:
            self.polls += 1
            if self.polls == 2:
                raise ZeroDivisionError
            return Inventory(frozenset())

    table = Table(table=Faulty()).start()
    assert table.wait(1) == ["table fault", "table is degraded", "table back", "table is ok"]


# -- the bank -----------------------------------------------------------------------------------------------------


def bank(readers: dict[str, ReaderWiring], heard: list[Heard], **given: object) -> tuple[ReaderBank, Timeline]:
    time = Timeline()
    parts = Parts(clock=time.time, **given)  # type: ignore[arg-type]
    made = ReaderBank(readers, parts, worker=InlineWorker)
    made.start(heard.append)
    return made, time


def test_a_bank_opens_what_is_wired_with_bus_chip_select_and_reset_of_its_own() -> None:
    """Of two readers, the second never worked, for it was never started."""
    left, right, third, typed = Mfrc522Stand(), Mfrc522Stand(), Pn532Stand("i2c"), KeyboardStand()
    hsu = Pn532Stand()
    factory = TwinFactory()
    for pin, stand in ((4, left), (18, right)):
        factory.watchers[pin] = stand._set_rst
    readers = {
        "seat/1": ReaderWiring("mfrc522", spi_device=0, rst=4),
        "seat/2": ReaderWiring("mfrc522", spi_device=1, rst=18),
        "table": ReaderWiring("pn532", "i2c"),
        "shelf": ReaderWiring("pn532", "serial", port="/dev/ttyS0"),
        "door": ReaderWiring("keyboard", "input"),
    }
    buses = SimulatedBuses({1: third.i2c}, {(0, 0): left.port, (0, 1): right.port}, {"/dev/ttyS0": hsu.hsu})
    for stand in (left, right, third, hsu):
        stand.lay(SimulatedTag(NTAG))
    heard: list[Heard] = []
    made, time = bank(readers, heard, buses=buses, factory=factory, nodes=typed.nodes, pause=third._pause)
    assert set(made.states.values()) == {DeviceState.OK}
    assert made.tags == {role: {NTAG} if role != "door" else set() for role in readers}
    assert (left.chip.resets, right.chip.resets) == (2, 2)  # power, and its own line
    made.close()
    assert not left.chip.field.is_on
    assert not typed.input.is_open
    assert made.deadline is None
    time.travel(10)


def test_a_bank_without_gpio_says_what_to_mend_and_reads_with_the_others() -> None:
    left, right = Mfrc522Stand(), Mfrc522Stand()
    readers = {"seat/1": ReaderWiring("mfrc522", rst=4), "seat/2": ReaderWiring("mfrc522", spi_device=1)}
    heard: list[Heard] = []
    buses = SimulatedBuses({}, {(0, 0): left.port, (0, 1): right.port})
    made, _ = bank(readers, heard, buses=buses)
    assert made.states == {"reader seat/1": DeviceState.ABSENT, "reader seat/2": DeviceState.OK}
    whys = [event.why for event in heard if isinstance(event, DeviceEvent) and event.state is DeviceState.ABSENT]
    assert whys == ["reset of reader seat/1: its pin needs GPIO, which can't be opened; mend that first"]


def test_a_chip_that_nobody_knows_is_named_with_those_that_are_known() -> None:
    heard: list[Heard] = []
    made, _ = bank({"table": ReaderWiring("rc663")}, heard, buses=SimulatedBuses())
    assert made.states == {"reader table": DeviceState.ABSENT}
    assert isinstance(heard[-1], DeviceEvent)
    assert "there is no chip 'rc663'; known are mfrc522, pn532, keyboard" in heard[-1].why


def test_each_change_of_a_state_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    stand = Mfrc522Stand()
    with caplog.at_level(logging.INFO):
        made, time = bank({"table": ReaderWiring("mfrc522")}, [], buses=SimulatedBuses({}, {(0, 0): stand.port}))
        stand.unplug()
        while made.deadline is not None and made.deadline < 600:
            time.travel_to(made.deadline)
            made.advance(time.time())
    lines = [record.getMessage() for record in caplog.records]
    assert lines[:2] == ["reader table starting", "reader table ok: MFRC522 version 2.0"]
    assert [line.partition(":")[0] for line in lines[2:]] == ["reader table degraded", "reader table failed"]


def test_a_listener_that_fails_does_not_stop_a_reader() -> None:
    def broken(event: Heard) -> None:
        raise ZeroDivisionError

    stand = Mfrc522Stand()
    stand.lay(SimulatedTag(NTAG))
    parts = Parts(SimulatedBuses({}, {(0, 0): stand.port}), clock=lambda: 0.0)
    made = ReaderBank({"table": ReaderWiring("mfrc522")}, parts, worker=InlineWorker)
    made.start(broken)
    assert made.tags == {"table": {NTAG}}


# -- a reader that hangs ------------------------------------------------------------------------------------------


class Hanging:
    """A reader whose look doesn't come back before it is let go."""

    tells_leaving = True

    def __init__(self) -> None:
        self.is_looking, self.may_go = Event(), Event()
        self.looks = 0

    def set_up(self, *, hard: bool = False) -> None: ...

    def about(self) -> str:
        return "hanging"

    def poll(self) -> Inventory:
        self.looks += 1
        self.is_looking.set()
        self.may_go.wait(10)
        return Inventory(frozenset({TagId(NTAG)}))

    def close(self) -> None: ...


def test_a_reader_that_hangs_holds_up_nobody_else() -> None:
    """Each look at a failing reader blocked everything for a second."""
    hanging, well = Hanging(), Mfrc522Stand()
    well.reader.set_up()
    well.lay(SimulatedTag(OTHER))
    heard: list[TagEvent] = []
    placed, let_go = Event(), Event()

    def hear(event: TagEvent) -> None:
        heard.append(event)
        (let_go if event.tag == NTAG else placed).set()

    now = 0.0
    watches = [
        Watch("hanging", lambda: hanging, hear, lambda state, why: None, lambda: now, ThreadWorker),
        Watch("well", lambda: well.reader, hear, lambda state, why: None, lambda: now, ThreadWorker),
    ]
    watches[0].start()
    assert hanging.is_looking.wait(10)
    watches[1].start()
    for _ in range(1000):  # the loop goes on, and doesn't pile up looks either
        now += 0.1
        watches[0].advance(now)
    assert placed.wait(10)
    assert [say(event) for event in heard] == [f"well placed {OTHER}"]
    assert hanging.looks == 1
    hanging.may_go.set()
    assert let_go.wait(10)
    for watch in watches:
        watch.close(10)
    assert hanging.looks <= 2


def test_closing_leaves_a_reader_that_hangs_behind(caplog: pytest.LogCaptureFixture) -> None:
    hanging = Hanging()
    watch = Watch("table", lambda: hanging, lambda event: None, lambda state, why: None, lambda: 0.0, ThreadWorker)
    watch.start()
    assert hanging.is_looking.wait(10)
    watch.close(0.01)
    assert "left behind" in caplog.text
    hanging.may_go.set()


def test_an_opening_that_fails_half_way_lets_go_and_begins_anew() -> None:
    class Half(Hanging):
        closed = 0

        def set_up(self, *, hard: bool = False) -> None:
            raise DeviceLost("reader", "no answer", remedy="check it")

        def close(self) -> None:
            self.closed += 1

    half = Half()
    states: list[DeviceState] = []
    watch = Watch("table", lambda: half, lambda event: None, lambda s, why: states.append(s), lambda: 0.0, InlineWorker)
    watch.start()
    for n in range(1, 5):
        watch.advance(100.0 * n)
    assert half.closed == watch.counts["openings"] == 5
    assert half.looks == 0
    assert set(states[1:]) == {DeviceState.ABSENT}


def test_what_cannot_be_opened_is_tried_again() -> None:
    tries = 0

    def unavailable() -> TagReader:
        nonlocal tries
        tries += 1
        raise DeviceUnavailable("SPI port 0.0", "/dev/spidev0.0 isn't there", remedy="switch SPI on")

    whys: list[str] = []
    watch = Watch("table", unavailable, lambda e: None, lambda s, why: whys.append(why), lambda: 0.0, InlineWorker)
    watch.start()
    watch.advance(50)
    assert tries == 2
    assert whys[-1] == "SPI port 0.0: /dev/spidev0.0 isn't there; switch SPI on"
