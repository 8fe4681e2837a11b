"""The panel: what is sent, what is seen, and what becomes of it when the wires fail."""

import random
from collections.abc import Callable, Iterator
from errno import EIO, EREMOTEIO, ETIMEDOUT

import pytest
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image, ImageDraw
from smbus2 import i2c_msg

from hardware.api import Screen
from hardware.delta import BLANK
from hardware.errors import DeviceLost
from hardware.links import I2cLink, Link, SpiLink
from hardware.oled import Oled
from hardware.twin.buses import SimulatedI2cBus, SimulatedSpi
from hardware.twin.chips import SimulatedChip, SimulatedSh1106, SimulatedSsd1306
from hardware.wiring import Controller, ScreenBus
from tests.hardware.table import dots, lit
from tests.hardware.test_delta import changed

CHIPS: dict[Controller, type[SimulatedChip]] = {"ssd1306": SimulatedSsd1306, "sh1106": SimulatedSh1106}
LUMAS = {"ssd1306": ssd1306, "sh1106": sh1106}
CONTROLLERS: tuple[Controller, ...] = ("ssd1306", "sh1106")
BUSES: tuple[ScreenBus, ...] = ("i2c", "spi")

LUMAS_OWN = {0x20, 0x8D}
"""Commands of the SSD1306 that luma sends to an SH1106 when it sets it up."""

both_controllers = pytest.mark.parametrize("controller", CONTROLLERS)
both_buses = pytest.mark.parametrize("bus", BUSES)
luma_is_old = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


class Panel:
    """A panel with its driver, on simulated wires."""

    def __init__(self, controller: Controller, bus: ScreenBus, chip: SimulatedChip | None = None) -> None:
        self.now = 0.0
        self.chip = CHIPS[controller]() if chip is None else chip
        self.dc = False
        self.wires: SimulatedI2cBus | SimulatedSpi
        link: Link
        if bus == "i2c":
            self.wires = SimulatedI2cBus(lambda: self.now, {0x3C: self.chip})
            link = I2cLink(self.wires, 0x3C, "I2C bus 1")
        else:
            self.wires = SimulatedSpi(lambda: self.now, lambda: self.dc)
            self.wires.chip = self.chip
            link = SpiLink(self.wires, self._set_dc, self._set_rst, "SPI port 0.0")
        self.oled = Oled(link, controller, clock=lambda: self.now)

    def _set_dc(self, level: bool) -> None:
        self.dc = level

    def _set_rst(self, level: bool) -> None:
        if not level:
            self.chip.reset()

    def cost(self, do: Callable[[], None]) -> int:
        before = self.wires.bytes
        do()
        return self.wires.bytes - before


def pictures(count: int, seed: int) -> Iterator[bytes]:
    chance = random.Random(seed)
    frame = BLANK
    for _ in range(count):
        frame = changed(frame, chance)
        yield frame


def as_image(frame: bytes) -> Image.Image:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).point(list(dots(frame)), fill=1)
    return image


# -- pixels -------------------------------------------------------------------------------------------------------


@luma_is_old
@both_controllers
@both_buses
def test_five_hundred_frames_look_as_luma_would_have_drawn_them(controller: Controller, bus: ScreenBus) -> None:
    """Two thousand in all: on luma's side the whole frame each time, on ours what changed."""
    theirs = CHIPS[controller](seed=2)
    device = LUMAS[controller](i2c(bus=SimulatedI2cBus(lambda: 0.0, {0x3C: theirs}), address=0x3C))
    device.persist = True
    panel = Panel(controller, bus)
    for frame in pictures(500, seed=17):
        device.display(as_image(frame))
        panel.oled.show(frame)
        assert panel.chip.pixels() == theirs.pixels() == frame


@both_controllers
def test_an_image_of_pil_is_shown_by_the_same_windows(controller: Controller) -> None:
    panel = Panel(controller, "i2c")
    panel.oled.show(BLANK)
    for frame in pictures(20, seed=3):
        panel.oled._panel.display(as_image(frame))
        assert panel.chip.pixels() == frame


@both_buses
def test_a_module_with_the_other_controller_is_seen_at_once(bus: ScreenBus) -> None:
    """An SH1106 that was sold as an SSD1306, and the other way round: the border picture isn't whole."""
    border = lit(*((x, y) for x in range(128) for y in range(64) if x in (0, 127) or y in (0, 63)))
    sold_as_ssd1306 = Panel("ssd1306", bus, SimulatedSh1106())
    sold_as_ssd1306.oled.show(border)
    assert sold_as_ssd1306.chip.pixels() != border
    sold_as_sh1106 = Panel("sh1106", bus, SimulatedSsd1306())
    sold_as_sh1106.oled.show(BLANK)
    sold_as_sh1106.oled.show(border)
    assert sold_as_sh1106.chip.pixels() != border


@both_controllers
@both_buses
def test_a_shifted_panel_shows_all_moved(controller: Controller, bus: ScreenBus) -> None:
    panel = Panel(controller, bus)
    panel.oled.show(lit((0, 0), (60, 31)))
    panel.oled.shift(2, 1)
    assert panel.chip.pixels() == lit((2, 1), (62, 32))
    panel.oled.show(lit((5, 5)))
    assert panel.chip.pixels() == lit((7, 6))
    panel.oled.shift(0, 0)
    assert panel.chip.pixels() == lit((5, 5))


# -- bytes --------------------------------------------------------------------------------------------------------


def caret(row: int) -> bytes:
    """A ``>``, 4 by 7 dots, in a row of a list, with text beside it."""
    top = 10 * row + 1
    arrow = [(n if n < 4 else 6 - n, top + n) for n in range(7)]
    text = [(x, y) for y in range(11, 50) if y % 10 > 2 for x in range(8, 120, 3)]
    return lit(*arrow, *text)


@pytest.mark.parametrize("row", [1, 2, 3])
def test_a_caret_step_is_34_bytes_at_the_most_and_an_unchanged_frame_none(row: int) -> None:
    panel = Panel("ssd1306", "i2c")
    panel.oled.show(caret(row))
    assert 0 < panel.cost(lambda: panel.oled.show(caret(row + 1))) <= 34
    assert panel.cost(lambda: panel.oled.show(caret(row + 1))) == 0


@both_buses
@pytest.mark.parametrize(("controller", "i2c_bytes", "spi_bytes"), [("ssd1306", 1034, 1030), ("sh1106", 1080, 1048)])
def test_a_whole_frame_has_its_price_and_no_frame_a_higher_one(
    controller: Controller, bus: ScreenBus, i2c_bytes: int, spi_bytes: int
) -> None:
    panel = Panel(controller, bus)
    panel.oled.show(BLANK)
    costs = [panel.cost(lambda frame=frame: panel.oled.show(frame)) for frame in pictures(300, seed=4)]  # type: ignore[misc]
    assert max(costs) == (i2c_bytes if bus == "i2c" else spi_bytes)


def test_luma_with_its_own_way_sends_the_same_bytes_of_a_whole_frame() -> None:
    """So the figure above is the price of a frame, not of our frames: 8 bytes of window, 1026 of data."""
    bus = SimulatedI2cBus(lambda: 0.0, {0x3C: SimulatedSsd1306()})
    bus.i2c_rdwr(i2c_msg.write(0x3C, [0x00, 0x21, 0, 127, 0x22, 0, 7]), i2c_msg.write(0x3C, [0x40, *bytes(1024)]))
    assert (bus.bytes, bus.transfers) == (1034, 2)


# -- when the wires fail ------------------------------------------------------------------------------------------


def break_a_caret_step_everywhere(controller: Controller, bus: ScreenBus, error: int) -> None:
    """The wires break after every single byte of it; the next frame mends all, and the chip saw no nonsense."""
    step = Panel(controller, bus)
    step.oled.show(caret(1))
    for after in range(step.cost(lambda: step.oled.show(caret(2)))):
        panel = Panel(controller, bus)
        panel.oled.show(caret(1))
        panel.wires.fail(error, after_bytes=after, times=1)
        with pytest.raises(DeviceLost):
            panel.oled.show(caret(2))
        panel.oled.show(caret(2))
        assert panel.chip.pixels() == caret(2)
        assert set(panel.chip.undefined) == (set() if controller == "ssd1306" else LUMAS_OWN)


@both_controllers
@both_buses
@pytest.mark.parametrize("error", [EIO, ETIMEDOUT, EREMOTEIO])
def test_a_transfer_that_breaks_anywhere_is_told_and_mended(controller: Controller, bus: ScreenBus, error: int) -> None:
    break_a_caret_step_everywhere(controller, bus, error)


def test_without_the_two_nops_it_would_not_be_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: a chip that waits for arguments takes the next commands for them."""
    monkeypatch.setattr("hardware.oled._FILL", ())
    with pytest.raises(AssertionError):
        break_a_caret_step_everywhere("ssd1306", "i2c", EIO)


@both_controllers
@both_buses
def test_a_set_up_that_breaks_anywhere_is_mended_by_the_next(controller: Controller, bus: ScreenBus) -> None:
    frame = random.Random(1).randbytes(1024)
    panel = Panel(controller, bus)
    whole = panel.cost(lambda: panel.oled.show(frame))
    untold = 0
    for after in [*range(80), *range(80, whole, 17), whole - 1]:
        panel.chip.power_cycle()
        panel.oled.sleep()
        panel.wires.fail(ETIMEDOUT, after_bytes=after, times=1)
        try:
            panel.oled.wake()
        except DeviceLost:
            panel.oled.show(frame)
        else:
            untold += 1
        assert panel.chip.pixels() == frame
    # A question that breaks tells nothing but that it can't be asked: one at two places of the set-up, of two bytes.
    assert untold <= (4 if bus == "i2c" else 0)


@both_controllers
def test_a_panel_that_was_unplugged_comes_back_with_its_picture_and_its_contrast(controller: Controller) -> None:
    panel = Panel(controller, "i2c")
    assert isinstance(panel.wires, SimulatedI2cBus)
    panel.oled.contrast(20)
    panel.oled.show(caret(1))
    del panel.wires.chips[0x3C]
    for row in (2, 3):
        with pytest.raises(DeviceLost, match=r"no answer .*i2cdetect has to show 3c"):
            panel.oled.show(caret(row))
    panel.chip.power_cycle()
    panel.wires.chips[0x3C] = panel.chip
    panel.oled.show(caret(3))
    assert panel.chip.pixels() == caret(3)
    assert panel.chip.contrast == 51


# -- a panel that lost its power while nobody spoke to it ---------------------------------------------------------


@both_controllers
def test_a_panel_that_lost_its_power_in_a_pause_is_noticed_at_the_next_frame(controller: Controller) -> None:
    panel = Panel(controller, "i2c")
    panel.oled.show(caret(1))
    panel.chip.power_cycle()
    panel.now += 1.0
    panel.oled.show(caret(2))
    assert panel.chip.pixels() == caret(2)


@both_controllers
def test_a_panel_that_is_well_is_asked_for_two_bytes_and_only_after_a_pause(controller: Controller) -> None:
    panel = Panel(controller, "i2c")
    panel.oled.show(caret(1))
    there = panel.cost(lambda: panel.oled.show(caret(2)))
    assert panel.cost(lambda: panel.oled.show(caret(1))) == there
    panel.now += 3600
    assert panel.cost(lambda: panel.oled.show(caret(1))) == 0  # nothing changed: nothing is asked
    assert panel.cost(lambda: panel.oled.show(caret(2))) == there + 2


class Liar(SimulatedSsd1306):
    """Says the same whatever is asked."""

    status = 0x43


class Mute(SimulatedSsd1306):
    is_mute = True


@pytest.mark.parametrize("chip", [Liar, Mute, None])
def test_a_panel_that_cannot_be_asked_is_set_up_anew_now_and_then(chip: type[SimulatedChip] | None) -> None:
    """On SPI none can be: nothing comes back over the wires."""
    panel = Panel("ssd1306", "spi") if chip is None else Panel("ssd1306", "i2c", chip())
    panel.oled.show(caret(1))
    costs: list[int] = []
    for second in range(1, 31):
        panel.now += 1
        if second == 13:
            panel.chip.power_cycle()
        costs.append(panel.cost(lambda second=second: panel.oled.show(caret(1 + second % 2))))  # type: ignore[misc]
    assert [n for n, cost in enumerate(costs, 1) if cost > 34] == [10, 20, 30]
    assert panel.chip.pixels() == caret(1)
    panel.chip.power_cycle()
    panel.now += 3600
    panel.oled.show(caret(2))
    assert panel.chip.pixels() == caret(2)


def test_a_question_that_breaks_is_a_loss_where_it_was_answered_before() -> None:
    panel = Panel("ssd1306", "i2c")
    panel.oled.show(caret(1))
    panel.now += 5
    panel.wires.fail(EIO, times=1)
    with pytest.raises(DeviceLost):
        panel.oled.show(caret(2))
    panel.oled.show(caret(2))
    assert panel.chip.pixels() == caret(2)


# -- what is told of a loss ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "what", "remedy"),
    [
        (EIO, "no answer", "plug"),
        (EREMOTEIO, "no answer", "plug"),
        (ETIMEDOUT, "hangs", "short"),
        (1, "reached", "plug"),
    ],
)
def test_every_call_tells_a_loss_for_the_person_who_must_act(error: int, what: str, remedy: str) -> None:
    calls: list[Callable[[Screen], None]] = [
        lambda screen: screen.show(caret(2)),
        lambda screen: screen.contrast(10),
        lambda screen: screen.shift(1, 0),
        lambda screen: screen.sleep(),
        lambda screen: screen.wake(),
        lambda screen: screen.close(),
    ]
    for call in calls:
        panel = Panel("ssd1306", "i2c")
        panel.oled.show(caret(1))
        panel.wires.fail(error)
        with pytest.raises(DeviceLost) as lost:
            call(panel.oled)
        assert what in lost.value.what
        assert remedy in lost.value.remedy
        assert str(lost.value).startswith("oled on I2C bus 1 at 0x3c: ")


# -- rest and end -------------------------------------------------------------------------------------------------


@both_controllers
@both_buses
def test_what_is_shown_while_asleep_appears_at_waking_and_costs_nothing_before(
    controller: Controller, bus: ScreenBus
) -> None:
    panel = Panel(controller, bus)
    panel.oled.show(caret(1))
    panel.oled.sleep()
    assert panel.chip.pixels() == BLANK
    assert panel.cost(lambda: panel.oled.show(caret(2))) == 0
    panel.oled.wake()
    assert panel.chip.pixels() == caret(2)


@both_buses
def test_a_panel_that_could_not_be_put_to_sleep_sleeps_at_the_next_try(bus: ScreenBus) -> None:
    panel = Panel("ssd1306", bus)
    panel.oled.show(caret(1))
    panel.wires.fail(EIO, times=1)
    with pytest.raises(DeviceLost):
        panel.oled.sleep()
    assert panel.chip.is_on
    panel.oled.show(caret(2))
    assert not panel.chip.is_on
    assert panel.cost(lambda: panel.oled.show(caret(1))) == 0


@both_controllers
@both_buses
def test_waking_sets_up_a_panel_that_was_changed_meanwhile(controller: Controller, bus: ScreenBus) -> None:
    panel = Panel(controller, bus)
    panel.oled.show(caret(1))
    panel.oled.sleep()
    panel.chip.power_cycle()
    panel.oled.wake()
    assert panel.chip.pixels() == caret(1)


def test_contrast_goes_from_nothing_to_all() -> None:
    panel = Panel("ssd1306", "i2c")
    panel.oled.show(BLANK)
    assert panel.chip.contrast == 0xCF  # luma's own
    for pct, level in ((0, 0), (50, 128), (100, 255), (140, 255)):
        panel.oled.contrast(pct)
        assert panel.chip.contrast == level


@both_controllers
@both_buses
def test_at_the_end_the_memory_is_clear_and_then_the_panel_is_off(controller: Controller, bus: ScreenBus) -> None:
    panel = Panel(controller, bus)
    panel.oled.show(random.Random(1).randbytes(1024))
    panel.oled.close()
    assert not panel.chip.is_on
    panel.chip.write_spi(b"\xaf", False)
    assert panel.chip.pixels() == BLANK
    after = panel.wires.bytes
    panel.oled._panel.cleanup()  # what luma has hung on the end of the interpreter
    assert panel.wires.bytes == after


@both_controllers
def test_setting_up_sends_what_luma_sends(controller: Controller) -> None:
    sent: list[tuple[int, ...]] = []

    class Recorder:
        def command(self, *cmd: int) -> None:
            sent.append(cmd)

        def data(self, data: object) -> None:
            pass

        def cleanup(self) -> None:
            pass

    device = LUMAS[controller](Recorder())
    device.persist = True
    ours = Oled(I2cLink(SimulatedI2cBus(lambda: 0.0), 0x3C, "I2C bus 1"), controller)
    luma_set_up = [cmd for cmd in sent if cmd[0] not in (0x21, *range(0xB0, 0xB8))]
    assert ours._set_up == luma_set_up[:-1]
    assert luma_set_up[-1] == (0xAF,)


test_setting_up_sends_what_luma_sends = luma_is_old(test_setting_up_sends_what_luma_sends)
