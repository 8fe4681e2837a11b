"""Whatever happens to the wires: in the end the panel shows what was wanted last."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.delta import shifted
from hardware.wiring import Controller, ScreenBus
from hardware.writer import ScreenWriter
from tests.hardware.table import Table, wiring
from tests.hardware.test_delta import changed

controllers = st.sampled_from(("ssd1306", "sh1106"))
buses = st.sampled_from(("i2c", "spi"))
WORDS = (*["show"] * 6, "shift", "contrast", "sleep", "wake", "break", "break", "unplug", "plug", "wait", "wait")


def live_through(chance: random.Random, controller: Controller, bus: ScreenBus, steps: int) -> None:
    """Wants and mishaps at random, then an undisturbed minute: panel and wish agree."""
    table = Table(wiring(controller, bus)).start()
    screen, world = table.rig.screen, table.world
    wires = world.i2c or world.spi
    assert wires is not None
    assert world.chip is not None
    frame, shift, contrast = bytes(1024), (0, 0), 50
    screen.contrast(contrast)
    for _ in range(steps):
        match chance.choice(WORDS):
            case "show":
                frame = changed(frame, chance)
                screen.show(frame)
            case "shift":
                shift = (chance.randrange(-2, 3), chance.randrange(-2, 3))
                screen.shift(*shift)
            case "contrast":
                contrast = chance.randrange(101)
                screen.contrast(contrast)
            case "sleep":
                screen.sleep()
            case "wake":
                screen.wake()
            case "break":
                wires.fail(chance.choice((5, 110, 121)), times=chance.randrange(1, 4), after_bytes=chance.randrange(90))
            case "unplug":
                world.unplug()
            case "plug":
                world.plug()
            case "wait":
                table.wait(chance.choice((0.3, 1.0, 40.0)))
    world.plug()
    wires.heal()
    screen.wake()
    table.wait(60)
    frame = frame[:600] + bytes([frame[600] ^ 0x18]) + frame[601:]  # a change that no shift moves off the panel
    screen.show(frame)
    assert world.pixels() == shifted(frame, *shift)
    assert world.chip.contrast == round(contrast * 255 / 100)
    table.rig.close()


@settings(max_examples=60)
@given(st.integers(0, 10**9), controllers, buses, st.integers(0, 40))
def test_in_the_end_the_panel_shows_what_was_wanted_last(
    seed: int, controller: Controller, bus: ScreenBus, steps: int
) -> None:
    live_through(random.Random(seed), controller, bus, steps)


def forgetful(writer: ScreenWriter, wanted: Any) -> None:
    """As it is written, but for a broken panel."""
    if not writer._is_broken:
        writer._wanted = wanted
        writer._worker.kick()


PLANTED = {
    "a loss in a pause isn't noticed": ("hardware.oled.Oled._has_lost_power", lambda oled: False),
    "what was wanted in vain is forgotten": ("hardware.writer.ScreenWriter._want", forgetful),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_the_law_bites(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*PLANTED[fault])
    with pytest.raises(AssertionError):
        live_through_many()


def live_through_many() -> None:
    for seed in range(40):
        live_through(random.Random(seed), "ssd1306", "i2c", 40)
