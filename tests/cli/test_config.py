"""The configuration: what is left out is as the wiring has it, and pins that can't be are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.daemon import config, config_file
from companion.daemon.config import Config, find, load, state_folder
from companion.mistakes import Mistakes
from hardware.wiring import ReaderWiring, default_wiring


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


READERS = """
[readers.table]
chip = "mfrc522"
spi_device = 1
rst = "J8:7"
irq = "GPIO18"
[readers."seat/1"]
chip = "pn532"
[readers."seat/2"]
chip = "pn532"
bus = "serial"
port = "/dev/ttyUSB0"
[readers."seat/3"]
chip = "keyboard"
device = "Sycreader"
form = "hex"
is_reversed = true
id_bytes = 7
[readers."seat/4"]
chip = "none"
"""


def test_readers_are_wired_by_their_roles(path: Path) -> None:
    path.write_text(READERS)
    assert load(path).wiring.readers == {
        "table": ReaderWiring("mfrc522", "spi", spi_device=1, rst=4, irq=18),
        "seat/1": ReaderWiring("pn532", "i2c", i2c_bus=1, address=0x24),
        "seat/2": ReaderWiring("pn532", "serial", port="/dev/ttyUSB0"),
        "seat/3": ReaderWiring("keyboard", "input", device="Sycreader", form="hex", is_reversed=True, id_bytes=7),
    }


def test_a_reader_of_the_standard_wiring_is_changed_or_taken_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ReaderWiring("mfrc522", "spi", spi_device=1, rst=4)
    monkeypatch.setattr(config_file, "default_wiring", lambda: replace(default_wiring(), readers={"table": table}))
    for text, expected in (
        ("", {"table": table}),
        ('[readers.table]\nspi_device = 0\nrst = "none"\n', {"table": replace(table, spi_device=0, rst=None)}),
        ('[readers.table]\nchip = "pn532"\n', {"table": ReaderWiring("pn532", "i2c")}),
        ('[readers.table]\nchip = "none"\n', {}),
    ):
        path.write_text(text)
        assert load(path).wiring.readers == expected


def test_two_readers_with_one_chip_select_are_refused_naming_both(path: Path) -> None:
    (clash,) = told(
        path,
        '[readers.table]\nchip = "mfrc522"\nspi_device = 1\n[readers."seat/1"]\nspi_device = 1\nchip = "mfrc522"\n',
    )
    assert clash == (
        "5: readers.seat/1.spi_device: chip select 1 of SPI port 0 is given to "
        "readers.table.spi_device and readers.seat/1.spi_device — "
        "give each its own chip select and its own reset pin"
    )


def test_chip_selects_that_were_left_out_are_equal_too(path: Path) -> None:
    (clash,) = told(path, '[readers.table]\nchip = "mfrc522"\n[readers."seat/1"]\nchip = "mfrc522"\n')
    assert clash.startswith("3: readers.seat/1: chip select 0 of SPI port 0 is given to readers.table.spi_device and ")


def test_a_reader_in_the_way_of_what_is_wired_already(path: Path) -> None:
    (pin,) = told(path, '[readers.table]\nchip = "pn532"\nrst = "GPIO5"\n')
    assert pin.startswith("3: readers.table.rst: GPIO5 (J8:29) is given to buttons.up and readers.table.rst — free: ")
    assert pin.endswith('; or buttons.up = "none", if nothing is wired there')
    (place,) = told(path, '[readers.table]\nchip = "pn532"\naddress = 0x3C\n')
    assert place.startswith("3: readers.table.address: address 0x3c of I2C bus 1 is given to screen.address and ")
    assert place.endswith('; or screen.controller = "none", if nothing is wired there')
    (bus,) = told(path, '[readers.table]\nchip = "mfrc522"\n[buttons]\nup = "GPIO9"\n')
    assert bus.startswith("4: buttons.up: GPIO9 (J8:21) is MISO of SPI port 0, which the reader table uses")


def test_all_mistakes_of_readers_at_once(path: Path) -> None:
    wrong = told(
        path,
        """[readers.tabel]
chip = "pn532"
[readers."seat/1"]
chip = "mfrc521"
rst = "GPIO99"
[readers."seat/2"]
port = "serial0"
[readers."seat/3"]
chip = "keyboard"
bus = "spi"
id_bytes = 5
[readers."seat/4"]
chip = "pn532"
bus = "serial"
address = 0x80
reset = "GPIO4"
""",
    )
    assert [line.partition(" — ")[0] for line in wrong] == [
        "1: readers.tabel: there is none of this name",
        "4: readers.seat/1.chip: no chip 'mfrc521'",
        "5: readers.seat/1.rst: there is no GPIO99",
        "6: readers.seat/2.chip: missing",
        "7: readers.seat/2.port: 'serial0' begins nowhere",
        "10: readers.seat/3.bus: a reader with keyboard isn't wired to spi",
        "11: readers.seat/3.id_bytes: an id hasn't 5 bytes",
        "15: readers.seat/4.address: 0x80 can't be",
        "16: readers.seat/4.reset: unknown key",
    ]


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
