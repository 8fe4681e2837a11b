"""The whole rig at the simulated table."""

import asyncio
import gc
import logging
import threading
from collections.abc import Iterator
from dataclasses import replace
from errno import EIO, EREMOTEIO, ETIMEDOUT

import pytest

from hardware.api import ButtonEvent, DeviceState, Gesture, LampPattern, RigEvent, Tune
from hardware.delta import BLANK
from hardware.errors import DeviceUnavailable
from hardware.rig import BUTTONS, BUZZER, LAMPS, OLED, Rig
from hardware.twin.buses import Message, SimulatedBuses
from hardware.twin.chips import SimulatedSsd1306
from hardware.twin.clock import TravellingLoop
from hardware.twin.world import World
from hardware.wiring import Controller, ScreenBus, Wiring
from hardware.workers import InlineWorker
from tests.hardware.table import Table, lit, wiring

ABSENT, STARTING, OK, DEGRADED, FAILED = (
    DeviceState.ABSENT,
    DeviceState.STARTING,
    DeviceState.OK,
    DeviceState.DEGRADED,
    DeviceState.FAILED,
)
PICTURE = lit((1, 1), (64, 32), (127, 63))


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    made.start()
    yield made
    made.rig.close()


# -- all is well --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("controller", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("bus", ["i2c", "spi"])
def test_a_box_starts_with_all_its_devices(controller: Controller, bus: ScreenBus) -> None:
    table = Table(wiring(controller, bus)).start()
    assert dict(table.rig.states) == {BUTTONS: OK, LAMPS: OK, BUZZER: OK, OLED: OK}
    assert all(table.states(device) == [STARTING, OK] for device in (BUTTONS, LAMPS, BUZZER, OLED))
    assert table.world.pixels() == BLANK  # and not the noise of its memory
    table.rig.screen.show(PICTURE)
    assert table.world.pixels() == PICTURE
    table.rig.close()


def test_at_rest_nothing_is_due_and_nothing_is_sent(table: Table) -> None:
    table.rig.screen.show(PICTURE)
    table.tap("ok")
    before = table.world.wire_bytes
    table.rig.screen.show(PICTURE)
    assert table.rig.deadline is None
    assert table.world.wire_bytes == before


def test_a_press_is_on_the_wire_before_the_hand_has_left_the_button() -> None:
    """Between the edge and the first byte lies no timer, no thread and no turn of a loop but the listener's own."""
    table = Table()

    def listener(event: RigEvent) -> None:
        if isinstance(event, ButtonEvent) and event.gesture is Gesture.PRESS:
            table.rig.screen.show(PICTURE)

    table.rig.start(listener)
    before = table.world.wire_bytes
    table.world.press("down")
    assert table.world.wire_bytes > before
    assert table.world.pixels() == PICTURE
    table.rig.close()


def test_the_five_buttons_say_what_fingers_do(table: Table) -> None:
    for button in table.wired.buttons:
        table.tap(button)
    assert table.gestures() == [
        f"{name} {what}" for name in table.wired.buttons for what in ("press", "short", "release")
    ]


def test_a_bouncing_button_is_pressed_once(table: Table) -> None:
    table.world.fault("button", "ok", bounce_ms=5)
    table.tap("ok")
    table.world.press("ok")
    table.wait(1.0)
    table.world.release("ok")
    table.wait(1.0)
    assert table.gestures() == ["ok press", "ok short", "ok release", "ok press", "ok long", "ok release"]


def test_a_bounce_trace_of_ones_own_is_played(table: Table) -> None:
    table.world.bounce("roll", (0, 0.4, 1.1, 1.9, 2.2, 200, 201, 202))
    table.wait(1)
    assert table.gestures() == ["roll press", "roll short", "roll release"]


def test_a_button_held_at_power_on_is_silent_until_it_was_up() -> None:
    table = Table()
    table.world.press("ok")
    table.start()
    table.wait(10)
    assert table.gestures() == []
    assert table.rig.deadline is None
    table.world.release("ok")
    table.wait(1)
    table.tap("ok")
    assert table.gestures() == ["ok press", "ok short", "ok release"]
    table.rig.close()


def test_a_lost_edge_sticks_no_button_and_the_next_press_counts(table: Table) -> None:
    pin = table.wired.buttons["ok"]
    table.world.press("ok")
    table.wait(0.2)
    table.world.factory.lost_edges[pin] = 1
    table.world.release("ok")
    table.wait(0.1)
    assert table.gestures() == ["ok press", "ok short", "ok release"]
    table.tap("ok")
    assert table.gestures()[3:] == ["ok press", "ok short", "ok release"]


def test_a_seat_may_have_a_button_of_its_own() -> None:
    standard = wiring()
    table = Table(replace(standard, buttons={**standard.buttons, "seat/3": 4})).start()
    table.tap("seat/3")
    assert table.gestures() == ["seat/3 press", "seat/3 short", "seat/3 release"]
    table.rig.close()


def test_lamps_burn_and_tunes_play_on_the_pins(table: Table) -> None:
    table.rig.lamps.set("seat/2", LampPattern.ON)
    table.rig.lamps.set("error", LampPattern.SLOW)
    assert [table.world.lamp(name) for name in ("seat/1", "seat/2", "error")] == [False, True, True]
    table.wait(1.5)
    assert not table.world.lamp("error")
    table.rig.sounder.play(Tune.DONE)
    assert table.world.buzzer_hz == 523.3
    table.wait(0.1)
    assert table.world.buzzer_hz == 784.0
    table.wait(0.2)
    assert table.world.buzzer_hz is None


def test_closing_leaves_all_dark_and_free() -> None:
    table = Table().start()
    table.rig.screen.show(PICTURE)
    table.rig.lamps.set("seat/1", LampPattern.ON)
    table.rig.sounder.play(Tune.MARCH)
    table.rig.close()
    assert table.world.pixels() == BLANK
    assert table.world.chip is not None
    assert not table.world.chip.is_on
    assert not table.world.lamp("seat/1")
    assert table.world.buzzer_hz is None
    assert not table.world.buses.are_open
    heard = len(table.heard)
    table.world.press("ok")
    table.rig.screen.show(PICTURE)
    assert len(table.heard) == heard
    assert table.world.pixels() == BLANK
    again = Rig(table.wired, clock=table.time.time, factory=table.world.factory, buses=table.world.buses)
    again.start(lambda event: None)
    assert again.states[BUTTONS] is again.states[LAMPS] is again.states[BUZZER] is OK
    again.close()


def test_what_is_not_wired_is_not_there_and_does_no_harm() -> None:
    table = Table(Wiring("lgpio", None, None, {}, {}, None)).start()
    table.rig.screen.show(PICTURE)
    table.rig.screen.sleep()
    table.rig.lamps.set("seat/1", LampPattern.ON)
    table.rig.sounder.play(Tune.CLICK)
    table.wait(1)
    assert (dict(table.rig.states), table.heard) == ({}, [])
    table.rig.close()


# -- the screen fails ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [EIO, ETIMEDOUT, EREMOTEIO])
def test_a_lost_screen_is_told_once_and_comes_back_with_the_newest_frame(table: Table, error: int) -> None:
    table.rig.screen.show(PICTURE)
    table.world.fault("oled", errno=error, for_s=10)
    for x in range(20):
        table.rig.screen.show(lit((x, 5)))
        table.wait(0.4)
    assert table.states(OLED) == [STARTING, OK, FAILED]
    table.wait(10)
    assert table.states(OLED) == [STARTING, OK, FAILED, OK]
    assert table.world.pixels() == lit((19, 5))
    why = table.device_events(OLED)[2].why
    assert "I2C bus 1 at 0x3c" in why
    assert "\n" not in why


def test_a_screen_that_is_not_there_at_the_start_may_come_later() -> None:
    table = Table()
    table.world.unplug()
    table.start()
    assert table.states(OLED) == [STARTING, ABSENT]
    table.rig.screen.show(PICTURE)
    table.rig.screen.contrast(10)
    table.wait(5)
    table.world.plug()
    table.wait(30)
    assert table.states(OLED) == [STARTING, ABSENT, OK]
    assert table.world.pixels() == PICTURE
    assert table.world.chip is not None
    assert table.world.chip.contrast == 26
    table.rig.close()


def test_a_screen_that_is_pulled_off_and_put_back_shows_all_again(table: Table) -> None:
    table.rig.screen.show(PICTURE)
    table.world.unplug()
    assert table.world.pixels() == BLANK
    table.rig.screen.show(lit((5, 5)))
    table.world.plug()
    table.wait(1)
    assert table.world.pixels() == lit((5, 5))
    assert table.states(OLED) == [STARTING, OK, FAILED, OK]


@pytest.mark.parametrize("bus", ["i2c", "spi"])
def test_a_screen_whose_cable_was_tripped_over_while_all_were_thinking_is_back_at_the_next_press(
    bus: ScreenBus,
) -> None:
    table = Table(wiring(bus=bus)).start()
    table.rig.screen.show(PICTURE)
    table.wait(5)
    table.world.unplug()
    table.wait(3)
    table.world.plug()
    table.wait(5)
    table.rig.screen.show(lit((5, 5)))
    assert table.world.pixels() == lit((5, 5))
    table.rig.close()


def test_tries_come_ever_more_seldom_and_the_log_stays_short(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.rig.screen.show(PICTURE)
    table.world.unplug()
    with caplog.at_level(logging.INFO, logger="hardware"):
        table.rig.screen.show(BLANK)
        tries: list[float] = []
        for _ in range(9):
            assert table.rig.deadline is not None
            tries.append(table.rig.deadline - table.time.time())
            table.wait(tries[-1])
    assert tries == pytest.approx([0.5, 1, 2, 4, 8, 16, 30, 30, 30])
    assert len(caplog.records) == 1
    assert caplog.records[0].levelno == logging.WARNING
    table.world.plug()
    table.wait(30)
    table.world.unplug()
    table.rig.screen.show(PICTURE)
    assert table.rig.deadline == pytest.approx(table.time.time() + 0.5)  # a new loss is tried soon


def test_a_lost_screen_keeps_its_shift_and_its_sleep(table: Table) -> None:
    table.rig.screen.show(lit((5, 5)))
    table.rig.screen.shift(1, 2)
    table.world.unplug()
    table.rig.screen.show(lit((6, 6)))
    table.world.plug()
    table.wait(1)
    assert table.world.pixels() == lit((7, 8))
    table.rig.screen.sleep()
    assert table.world.pixels() == BLANK
    table.rig.screen.show(PICTURE)
    table.world.unplug()
    table.rig.screen.wake()
    table.world.plug()
    table.wait(2)
    assert table.world.pixels() == lit((2, 3), (65, 34))  # PICTURE, with its last dot moved off the panel


def test_what_was_wanted_of_a_lost_screen_last_is_what_it_comes_back_with(table: Table) -> None:
    table.rig.screen.show(PICTURE)
    table.world.fault("oled", errno=EIO)
    table.rig.screen.sleep()
    table.rig.screen.shift(3, 3)
    table.rig.screen.wake()
    table.rig.screen.shift(0, 0)
    table.rig.screen.show(lit((9, 9)))
    table.world.fault("oled")
    table.wait(1)
    assert table.world.pixels() == lit((9, 9))
    table.world.fault("oled", errno=EIO)
    table.rig.screen.sleep()
    table.world.fault("oled")
    table.wait(1)
    assert table.world.chip is not None
    assert not table.world.chip.is_on


def test_a_screen_that_fails_at_the_end_still_lets_the_box_end(table: Table) -> None:
    table.world.fault("oled", errno=ETIMEDOUT)
    table.rig.close()
    assert table.world.buzzer_hz is None


def test_an_spi_screen_needs_its_pins_and_says_so() -> None:
    table = Table(wiring(bus="spi"))
    table.world.factory.reserve_pins(table, 24)  # somebody else has D/C
    table.start()
    (_, absent) = table.device_events(OLED)
    assert absent.state is ABSENT
    assert "D/C of the display on GPIO24 (J8:18)" in absent.why
    assert table.rig.states[BUTTONS] is OK
    table.world.factory.release_pins(table, 24)
    table.wait(1)
    assert table.rig.states[OLED] is OK
    table.rig.close()


def test_a_driver_that_is_at_fault_ends_neither_its_worker_nor_the_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.rig.screen.show(PICTURE)
    with monkeypatch.context() as planted:
        planted.setattr("hardware.oled.Oled.show", lambda oled, frame: 1 / 0)
        table.rig.screen.show(BLANK)
    assert table.states(OLED)[-1] is FAILED
    table.wait(1)
    assert table.states(OLED)[-1] is OK
    with pytest.raises(ValueError, match="1024"):
        table.rig.screen.show(b"")


# -- pins fail ----------------------------------------------------------------------------------------------------


def test_a_button_without_edges_is_left_out_and_named_and_the_others_live() -> None:
    table = Table()
    table.world.factory.without_edges.add(table.wired.buttons["roll"])
    table.start()
    (_, degraded) = table.device_events(BUTTONS)
    assert degraded.state is DEGRADED
    assert degraded.why.startswith("button roll on GPIO26 (J8:37): TwinFactory can't watch its edges")
    table.tap("ok")
    table.tap("roll")
    assert table.gestures() == ["ok press", "ok short", "ok release"]
    table.rig.close()


def test_buttons_of_which_none_works_are_absent_and_the_rest_lives() -> None:
    table = Table()
    table.world.factory.without_edges |= set(table.wired.buttons.values())
    table.start()
    assert table.states(BUTTONS) == [STARTING, ABSENT]
    assert table.rig.states[OLED] is table.rig.states[LAMPS] is OK
    table.rig.close()


def test_without_a_pin_library_the_screen_lives_and_the_pins_are_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a laptop, or at boot before the rights are set."""
    table = Table()
    opened: list[str] = []

    def open_pin_factory(name: str, folder: object, chip: object) -> object:
        opened.append(name)
        if len(opened) < 3:
            raise DeviceUnavailable("GPIO", "lgpio is missing", remedy="install it: sudo apt install python3-lgpio")
        return table.world.factory

    monkeypatch.setattr("hardware.gpio.open_pin_factory", open_pin_factory)
    rig = Rig(table.wired, clock=table.time.time, buses=table.world.buses, worker=InlineWorker)
    table.rig = rig
    rig.lamps.set("seat/1", LampPattern.ON)
    rig.start(table.heard.append)
    assert table.states(BUTTONS) == table.states(LAMPS) == table.states(BUZZER) == [STARTING, ABSENT]
    assert "sudo apt install" in table.device_events(BUTTONS)[1].why
    table.wait(0.4)
    assert len(opened) == 1
    table.wait(1.2)
    assert opened == ["lgpio"] * 3
    assert table.states(BUTTONS)[-1] is OK
    assert table.world.lamp("seat/1")  # as it was set meanwhile
    table.tap("ok")
    assert table.gestures() == ["ok press", "ok short", "ok release"]
    rig.close()


def test_a_pin_that_is_lost_in_mid_game_is_told_and_the_others_live(table: Table) -> None:
    table.rig._lamp_pins["seat/1"].close()
    table.rig.lamps.set("seat/1", LampPattern.ON)
    table.rig.lamps.set("seat/2", LampPattern.ON)
    assert table.world.lamp("seat/2")
    assert table.states(LAMPS)[-1] is DEGRADED
    assert table.rig._tone_pin is not None
    table.rig._tone_pin.close()
    table.rig.sounder.play(Tune.CLICK)
    assert table.states(BUZZER)[-1] is FAILED
    table.world.press("ok")
    table.rig._button_pins["ok"].close()
    table.wait(1)
    assert table.gestures()[-1] == "ok release"
    assert table.states(BUTTONS)[-1] is DEGRADED


def test_a_listener_that_fails_once_hears_the_next_press(caplog: pytest.LogCaptureFixture) -> None:
    table = Table()

    def listener(event: RigEvent) -> None:
        table.heard.append(event)
        if isinstance(event, ButtonEvent) and event.gesture is Gesture.SHORT and len(table.gestures()) == 2:
            raise ZeroDivisionError

    table.rig.start(listener)
    table.tap("ok")
    table.tap("ok")
    assert table.gestures() == ["ok press", "ok short", "ok release"] * 2
    assert [record.getMessage()[:21] for record in caplog.records] == ["the listener failed o"]
    table.rig.close()


# -- threads, and many rigs ---------------------------------------------------------------------------------------


class WatchedChip(SimulatedSsd1306):
    """Tells when it shows a picture."""

    def __init__(self, picture: bytes) -> None:
        self.shows = threading.Event()
        self.picture = picture
        super().__init__()

    def write_spi(self, values: bytes, is_data: bool) -> None:
        super().write_spi(values, is_data)
        if self.pixels() == self.picture:
            self.shows.set()


def test_with_a_thread_the_newest_frame_arrives_and_the_thread_ends_with_the_box() -> None:
    wired = wiring()
    world = World(wired, lambda: 0.0)
    assert world.i2c is not None
    world.chip = world.i2c.chips[0x3C] = chip = WatchedChip(PICTURE)
    rig = Rig(wired, clock=lambda: 0.0, factory=world.factory, buses=world.buses)
    rig.start(lambda event: None)
    for x in range(128):
        rig.screen.show(lit((x, 0)))
    rig.screen.show(PICTURE)
    assert chip.shows.wait(30)
    assert OLED in [thread.name for thread in threading.enumerate()]
    rig.close()
    assert world.pixels() == BLANK
    assert OLED not in [thread.name for thread in threading.enumerate()]


class HangingBus:
    """A bus whose transfers never end, until it is let go."""

    message = Message

    def __init__(self) -> None:
        self.hangs = threading.Event()
        self.let_go = threading.Event()

    def i2c_rdwr(self, *messages: object) -> None:
        self.hangs.set()
        self.let_go.wait(60)

    def read_byte(self, i2c_addr: int) -> int:
        return 0


def test_a_bus_that_hangs_holds_up_neither_the_game_nor_its_end(caplog: pytest.LogCaptureFixture) -> None:
    wired = wiring()
    world = World(wired, lambda: 0.0)
    bus = HangingBus()
    rig = Rig(wired, clock=lambda: 0.0, factory=world.factory, buses=SimulatedBuses({1: bus}))  # type: ignore[dict-item]
    heard: list[RigEvent] = []
    rig.start(heard.append)
    assert bus.hangs.wait(30)
    for x in range(100):
        rig.screen.show(lit((x, 0)))
    world.press("ok")
    assert isinstance(heard[-1], ButtonEvent)
    rig.close(timeout_s=0.05)
    assert "left behind" in caplog.text
    bus.let_go.set()


def test_two_thousand_boxes_leave_neither_pins_nor_threads_nor_memory_behind() -> None:
    whole = wiring()
    small = replace(whole, screen=None, buttons={"ok": 13}, lamps={"seat/1": 17})

    def play(wired: Wiring) -> None:
        table = Table(wired).start()
        table.world.press("ok")
        table.rig.lamps.set("seat/1", LampPattern.TWICE)
        table.rig.screen.show(PICTURE)
        table.rig.close()
        assert not any(table.world.factory._reservations.values())
        table.world.factory.close()
        assert not table.world.factory.pins

    play(whole)
    gc.collect()
    threads, before = threading.active_count(), len(gc.get_objects())
    for n in range(2000):
        play(whole if n % 20 == 0 else small)
    gc.collect()
    assert threading.active_count() == threads
    # luma hangs a function on the end of the interpreter for each panel, with what that holds: some small objects.
    assert len(gc.get_objects()) - before < 100 * 20


def test_an_hour_at_the_table_passes_on_a_travelling_loop() -> None:
    """As the daemon drives it: the rig's deadline is a timer of the loop, events come over the loop."""
    loop = TravellingLoop()
    wired = wiring()
    world = World(wired, loop.time, loop.call_at)
    rig = Rig(wired, clock=loop.time, factory=world.factory, buses=world.buses, worker=InlineWorker)
    heard: list[RigEvent] = []
    timers: list[asyncio.TimerHandle] = []

    def arm() -> None:
        while timers:
            timers.pop().cancel()
        if rig.deadline is not None:
            timers.append(loop.call_at(rig.deadline, turn))

    def turn() -> None:
        rig.advance(loop.time())
        arm()

    def hear(event: RigEvent) -> None:
        heard.append(event)
        arm()

    async def story() -> None:
        rig.start(lambda event: loop.call_soon_threadsafe(hear, event))
        rig.lamps.set("error", LampPattern.SLOW)
        rig.screen.show(PICTURE)
        world.fault("button", "ok", bounce_ms=5)
        world.press("ok")
        await asyncio.sleep(0.7)
        world.release("ok")
        world.fault("oled", errno=EIO, for_s=3000)
        rig.screen.show(BLANK)
        await asyncio.sleep(3600)

    loop.run_until_complete(story())
    gestures = [(event.gesture, round(event.at, 6)) for event in heard if isinstance(event, ButtonEvent)]
    assert gestures == [(Gesture.PRESS, 0), (Gesture.LONG, 0.6), (Gesture.RELEASE, 0.7)]
    oled = [event.state for event in heard if not isinstance(event, ButtonEvent) and event.device == OLED]
    assert oled == [STARTING, OK, FAILED, OK]
    assert world.lamp("error") is (int(loop.time()) % 2 == 0)
    rig.close()
    loop.close()
