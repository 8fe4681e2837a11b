"""The configuration: what is left out is as the wiring has it, and pins that can't be are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.daemon import config
from companion.daemon.config import Config, find, load, state_folder
from companion.mistakes import Mistakes
from hardware.wiring import default_wiring


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "referee.toml"


def told(path: Path, text: str) -> list[str]:
    """The mistakes, each from its line on."""
    path.write_text(text)
    with pytest.raises(Mistakes) as wrong:
        load(path)
    return [str(mistake).removeprefix(f"{path}:") for mistake in wrong.value.mistakes]


def test_an_empty_file_stands_for_the_standard_wiring(path: Path) -> None:
    path.write_text("")
    assert load(path) == Config("en", False, None, default_wiring())


def test_what_is_said_takes_the_place_of_the_standard(path: Path) -> None:
    path.write_text("""
        version = 1
        language = "fr"
        sound = "quiet"
        state = "/srv/games"
        [gpio]
        pin_factory = "rpigpio"
        [screen]
        controller = "sh1106"
        address = 0x3D
        [buttons]
        up = "J8:7"
        "seat/1" = 18
        roll = "none"
        [lamps]
        "seat/6" = "none"
        error = "GPIO26"
        [buzzer]
        pin = "none"
    """)
    found, standard = load(path), default_wiring()
    assert (found.language, found.quiet, found.state) == ("fr", True, Path("/srv/games"))
    wiring = found.wiring
    assert wiring.pin_factory == "rpigpio"
    assert wiring.screen is not None
    assert standard.screen is not None
    assert (wiring.screen.controller, wiring.screen.address) == ("sh1106", 0x3D)
    assert wiring.screen.i2c_bus == standard.screen.i2c_bus
    changed = {"up": 4, "seat/1": 18}
    assert wiring.buttons == {name: pin for name, pin in standard.buttons.items() if name != "roll"} | changed
    assert wiring.lamps == {name: pin for name, pin in standard.lamps.items() if name != "seat/6"} | {"error": 26}
    assert wiring.buzzer is None


def test_a_box_without_a_screen(path: Path) -> None:
    path.write_text('[screen]\ncontroller = "none"\n[lamps]\nerror = "GPIO2"\n')
    wiring = load(path).wiring
    assert wiring.screen is None
    assert wiring.lamps["error"] == 2


def test_a_pin_that_is_given_twice_is_named_where_it_can_be_mended(path: Path) -> None:
    (twice,) = told(path, '[buttons]\nup = "GPIO4"\n[lamps]\nerror = "J8:7"\n')
    assert twice.startswith("4: lamps.error: GPIO4 (J8:7) is given to buttons.up and lamps.error — free: ")
    (taken,) = told(path, '[buttons]\n"seat/1" = "GPIO17"\n')
    assert taken.startswith("2: buttons.seat/1: GPIO17 (J8:11) is given to buttons.seat/1 and lamps.seat/1")
    assert taken.endswith('; or lamps.seat/1 = "none", if nothing is wired there')


def test_a_pin_of_the_bus_in_use_is_taken(path: Path) -> None:
    (i2c,) = told(path, "[buttons]\nup = 2\n")
    assert i2c.startswith("2: buttons.up: GPIO2 (J8:3) is SDA of I2C bus 1, which the screen uses")
    spi = told(path, '[screen]\nbus = "spi"\n[buttons]\nup = 2\nok = 10\n')
    assert [line.partition(",")[0] for line in spi] == ["5: buttons.ok: GPIO10 (J8:19) is MOSI of SPI port 0"]


def test_header_numbering_is_recognised(path: Path) -> None:
    (header,) = told(path, "[buttons]\nup = 29\n")
    assert header == '2: buttons.up: there is no GPIO29 — header position 29 is written "J8:29", it is GPIO5'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('language = "frensh"', "1: language: no language 'frensh' — there is en, fr"),
        ('state = "games"', "1: state: 'games' begins nowhere — write the whole path, as /var/lib/referee"),
        (
            'state = "~no-such-user/games"',
            "1: state: '~no-such-user/games' begins nowhere — write the whole path, as /var/lib/referee",
        ),
        ("version = 9", "1: version: 9 is not a version that this referee knows — write version = 1"),
        ("[buttons]\nrol = 5", "2: buttons.rol: there is none of this name — did you mean roll?"),
        ('[lamps]\n"seat/7" = 4', "2: lamps.seat/7: there is none of this name"),
        ("[screen]\nspi_device = 5", "2: screen.spi_device: 5 can't be — 0 to 2"),
        ('[screen]\nbus = "spi"\ndc = "none"', "3: screen.dc: a screen on SPI needs it — write its pin"),
        ("[scanner]\na = 1", "1: scanner: not in this version of the referee — take out [scanner]"),
        ("[screeen]\na = 1", "1: screeen: unknown key — did you mean screen?"),
    ],
)
def test_other_mistakes(path: Path, text: str, said: str) -> None:
    assert told(path, text)[0].startswith(said)


def test_the_machine_s_configuration_comes_before_the_user_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = tmp_path / "etc" / "referee.toml"
    user = tmp_path / "config" / "referee" / "referee.toml"
    monkeypatch.setattr(config, "MACHINE", machine)
    environment = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    assert find(environment) is None
    for path in (user, machine):
        path.parent.mkdir(parents=True)
        path.touch()
        assert find(environment) == path


def test_games_are_kept_where_it_is_said_or_where_systemd_says_or_at_home() -> None:
    environment = {"XDG_STATE_HOME": "/home/somebody/state", "STATE_DIRECTORY": "/var/lib/referee:/other"}
    assert state_folder(Config(state=Path("/srv")), environment) == Path("/srv")
    assert state_folder(Config(), environment) == Path("/var/lib/referee")
    del environment["STATE_DIRECTORY"]
    assert state_folder(Config(), environment) == Path("/home/somebody/state/referee")
    assert state_folder(Config(), {}) == Path.home() / ".local/state/referee"


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.setattr(config, "MACHINE", Path("/nowhere/referee.toml"))
    assert find({}) is None
    with pytest.raises(OSError, match="set XDG_STATE_HOME"):
        state_folder(Config(), {})
