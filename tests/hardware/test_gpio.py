"""Buttons, lamps and the buzzer on pins: the same stories over every pin factory, and how one is chosen."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import gpiozero
import pytest

from hardware.errors import DeviceLost, DeviceUnavailable
from hardware.gpio import ButtonPin, OutputPin, TonePin, open_pin_factory
from hardware.twin.pins import TwinFactory
from hardware.twin.rpigpio import FakeRpiGpio
from tests.hardware.pin_worlds import WORLDS, PinWorld, lgpio, rpigpio


@pytest.fixture(params=WORLDS)
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PinWorld]:
    with WORLDS[request.param](tmp_path) as found:
        yield found


# -- on every pin factory -----------------------------------------------------------------------------------------


def test_a_button_tells_each_edge_and_its_level(world: PinWorld) -> None:
    edges: list[tuple[str, bool]] = []
    button = ButtonPin(world.factory, "ok", 13, lambda name, down: edges.append((name, down)))
    assert not button.is_pressed()
    world.move(13, True)
    assert button.is_pressed()
    world.move(13, False)
    world.move(13, True)
    assert edges == [("ok", True), ("ok", False), ("ok", True)]
    button.close()
    world.move(13, False)
    assert len(edges) == 3


def test_a_button_lives_though_nobody_else_holds_its_callback(world: PinWorld) -> None:
    """gpiozero's pins hold callbacks weakly."""
    edges: list[bool] = []
    button = ButtonPin(world.factory, "ok", 13, lambda name, down: edges.append(down))
    gc.collect()
    world.move(13, True)
    assert edges == [True]
    button.close()


def test_a_lamp_follows_its_switch_and_is_off_at_the_start(world: PinWorld) -> None:
    lamp = OutputPin(world.factory, "lamp seat/1", 17)
    assert not world.level(17)
    lamp.set(True)
    assert world.level(17)
    lamp.set(False)
    assert not world.level(17)
    lamp.close()


def test_a_lamp_may_be_on_at_the_start(world: PinWorld) -> None:
    lamp = OutputPin(world.factory, "lamp seat/1", 17, level=True)
    assert world.level(17)
    lamp.close()


def test_a_buzzer_sounds_and_is_silent_again(world: PinWorld) -> None:
    buzzer = TonePin(world.factory, "buzzer", 12)
    assert world.tone_hz(12) is None
    for hz in (440.0, 523.3):
        buzzer.set(hz)
        assert world.tone_hz(12) == hz
    buzzer.set(None)
    assert world.tone_hz(12) is None
    assert not world.level(12)
    buzzer.close()


def test_a_pin_is_free_again_when_its_device_is_closed(world: PinWorld) -> None:
    lamp = OutputPin(world.factory, "lamp seat/1", 17)
    with pytest.raises(DeviceUnavailable, match=r"lamp seat/2 on GPIO17 \(J8:11\): .*already in use"):
        OutputPin(world.factory, "lamp seat/2", 17)
    lamp.close()
    OutputPin(world.factory, "lamp seat/2", 17).close()


def test_a_closed_device_says_that_it_is_lost(world: PinWorld) -> None:
    lamp, buzzer = OutputPin(world.factory, "lamp", 17), TonePin(world.factory, "buzzer", 12)
    button = ButtonPin(world.factory, "ok", 13, lambda name, down: None)
    for device in (lamp, buzzer, button):
        device.close()
    with pytest.raises(DeviceLost, match="lamp: its pin can't be used"):
        lamp.set(True)
    with pytest.raises(DeviceLost, match="buzzer"):
        buzzer.set(440)
    with pytest.raises(DeviceLost, match="button ok"):
        button.is_pressed()


def test_nothing_of_gpiozeros_is_global(world: PinWorld) -> None:
    OutputPin(world.factory, "lamp", 17).close()
    assert gpiozero.Device.pin_factory is None


# -- which one ----------------------------------------------------------------------------------------------------


def test_the_culprit_is_named_when_edges_cannot_be_watched(tmp_path: Path) -> None:
    fake = FakeRpiGpio()
    fake.can_watch_edges = False
    with rpigpio(fake):
        factory = open_pin_factory("rpigpio", tmp_path)
        with pytest.raises(DeviceUnavailable) as wrong:
            ButtonPin(factory, "roll", 26, lambda name, down: None)
        factory.close()
    assert str(wrong.value) == (
        "button roll on GPIO26 (J8:37): RPi.GPIO (python3-rpi.gpio) can't watch its edges; "
        'on kernels from 6.6 on set pin_factory = "lgpio"; if it is, something else holds the pin'
    )


def test_a_pin_whose_edges_cannot_be_watched_is_free_afterwards() -> None:
    factory = TwinFactory()
    factory.without_edges.add(26)
    with pytest.raises(DeviceUnavailable, match="can't watch its edges"):
        ButtonPin(factory, "roll", 26, lambda name, down: None)
    OutputPin(factory, "lamp", 26).close()


@pytest.mark.parametrize(
    ("name", "package"),
    [("lgpio", "python3-lgpio"), ("rpigpio", "python3-rpi.gpio")],
)
def test_a_missing_library_is_named_with_the_package_to_install(
    name: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("lgpio", "RPi", "RPi.GPIO"):
        monkeypatch.setitem(sys.modules, module, None)  # Python's own way to say that there is none
    with pytest.raises(DeviceUnavailable, match=f"missing; install it: sudo apt install {package}"):
        open_pin_factory(name, tmp_path)


def test_there_is_no_falling_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """lgpio is asked for, and missing; RPi.GPIO would be there."""
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with rpigpio(), pytest.raises(DeviceUnavailable, match="lgpio is missing"):
        open_pin_factory("lgpio", tmp_path)


def test_an_unknown_name_is_told_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(DeviceUnavailable, match="'pigpio'; pin_factory is one of lgpio, rpigpio, native"):
        open_pin_factory("pigpio", tmp_path)


def test_a_box_that_is_no_raspberry_pi_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(DeviceUnavailable, match="it has to be a Raspberry Pi"):
        open_pin_factory("native", tmp_path)


@pytest.mark.parametrize(
    "labels",
    [
        {0: "pinctrl-rp1"},
        {0: "brcmvirt-gpio", 4: "pinctrl-rp1"},
        {10: "gpio-brcmstb@107d508500", 11: "gpio-brcmstb@107d517c00", 0: "pinctrl-rp1"},
        {0: "raspberrypi-exp-gpio", 1: "pinctrl-bcm2711"},
        {0: "pinctrl-bcm2835"},
    ],
)
def test_the_chip_is_chosen_by_its_label(labels: dict[int, str], tmp_path: Path) -> None:
    right = next(number for number, label in labels.items() if label.startswith("pinctrl"))
    with lgpio(labels) as fake:
        factory = open_pin_factory("lgpio", tmp_path)
        assert factory.chip == right
        assert fake.opened == [right]
        factory.close()
        assert fake.opened == []


def test_the_chip_can_be_named_where_its_label_is_another(tmp_path: Path) -> None:
    with lgpio({0: "gpio-sim.0-bank0", 3: "gpio-sim.0-bank1"}):
        with pytest.raises(DeviceUnavailable, match=r"0 is gpio-sim.0-bank0, 3 is gpio-sim.0-bank1\); set chip under"):
            open_pin_factory("lgpio", tmp_path)
        factory = open_pin_factory("lgpio", tmp_path, chip=3)
        assert factory.chip == 3
        factory.close()


def test_chips_that_may_not_be_opened_are_told_with_the_group(tmp_path: Path) -> None:
    with lgpio({}), pytest.raises(DeviceUnavailable, match="add the user to the group gpio"):
        open_pin_factory("lgpio", tmp_path)


# -- lgpio's pipe -------------------------------------------------------------------------------------------------


def test_lgpio_finds_its_folder_and_the_process_stays_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """lgpio makes its pipe in LG_WD when it is imported, and changes into it."""
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "lgpio.py").write_text(
        "import os, sys\n"
        "from hardware.twin.lgpio import FakeLgpio\n"
        "os.chdir(os.environ['LG_WD'])\n"
        "open('.lgd-nfy0', 'w').close()\n"
        "sys.modules['lgpio'] = FakeLgpio({0: 'pinctrl-bcm2711'})\n"
    )
    folder = tmp_path / "run"
    folder.mkdir()
    here = Path.cwd()
    with lgpio({}):
        monkeypatch.syspath_prepend(tmp_path / "library")
        del sys.modules["lgpio"]
        open_pin_factory("lgpio", folder).close()
        assert Path.cwd() == here
        assert [path.name for path in folder.iterdir()] == [".lgd-nfy0"]
        for module in ("lgpio", "gpiozero.pins.lgpio"):
            del sys.modules[module]
        with pytest.raises(DeviceUnavailable, match=f"lgpio doesn't start: .*{tmp_path}/gone a folder that can be"):
            open_pin_factory("lgpio", tmp_path / "gone")


@pytest.mark.skipif(find_spec("lgpio") is None, reason="lgpio isn't installed")
def test_the_real_lgpio_starts_where_nothing_can_be_written(tmp_path: Path) -> None:
    """In /proc it fails with ``.lgd-nfy-3`` without its folder; with it, it gets as far as the missing chips."""
    script = (
        "from pathlib import Path\n"
        "from hardware.gpio import open_pin_factory\n"
        f"open_pin_factory('lgpio', Path({str(tmp_path)!r}))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd="/proc",
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ".lgd-nfy-3" not in run.stderr
    assert run.returncode == 0 or "no GPIO chip" in run.stderr
