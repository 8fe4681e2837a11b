"""Pages that repeat what the code knows say the same as the code."""

import asyncio
import re
import tomllib
from pathlib import Path

import pytest

from companion.daemon.config import load
from hardware.wiring import bus_pins, default_wiring, pin_name
from tests.project.picture import picture

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HARDWARE = (DOCS / "hardware.md").read_text(encoding="utf-8")


def test_the_wiring_table_is_that_of_the_wiring_file() -> None:
    wiring = default_wiring()
    assert wiring.buzzer is not None
    pins = {**wiring.buttons, **wiring.lamps, "buzzer": wiring.buzzer}
    pins |= {part.split()[0]: pin for pin, part in bus_pins(wiring).items()}
    told = dict(re.findall(r"^\| (\S+) \| (GPIO\d+ \| J8:\d+) \|$", HARDWARE, re.MULTILINE))
    assert told == {name: re.sub(r" \((.*)\)", r" | \1", pin_name(pin)) for name, pin in pins.items()}


def test_pins_named_in_passing_stand_where_the_header_has_them() -> None:
    named = re.findall(r"GPIO(\d+) (?:\((J8:\d+)\)|\| (J8:\d+))", HARDWARE)
    assert len(named) > 15
    for number, in_text, in_table in named:
        assert pin_name(int(number)) == f"GPIO{number} ({in_text or in_table})"


@pytest.mark.parametrize("example", re.findall(r"```toml\n(.*?)```", HARDWARE, re.DOTALL))
def test_an_example_of_a_configuration_has_no_mistakes(example: str, tmp_path: Path) -> None:
    assert tomllib.loads(example)
    path = tmp_path / "referee.toml"
    path.write_text(example)
    load(path)


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("**/*.md"))], ids=lambda page: page.name
)
def test_a_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?://)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_each_trouble_of_other_boxes_is_tried_where_the_page_says() -> None:
    told = HARDWARE.partition("## What went wrong on other boxes")[2].partition("\n## ")[0]
    _, *rows = re.findall(r"^\| (?:A\d+ )?\|.*", told, re.MULTILINE)
    assert len(rows) == 16
    for row in rows:
        named = re.findall(r"`([^`:]+)(?:::(\w+))?`", row)
        assert named, row
        for file, test in named:
            text = (ROOT / "tests" / file).read_text(encoding="utf-8")
            assert not test or f"def {test}(" in text, f"there is no {test} in {file}"


def test_the_map_names_only_what_there_is() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for path in re.findall(r"`((?:companion|hardware|tests|systemd|docs)/[\w./-]*)`", text):
        assert (ROOT / path).exists(), f"CONTRIBUTING.md names {path}"


def test_the_picture_of_the_table_can_be_drawn_anew() -> None:
    drawn = asyncio.run(picture())
    assert drawn.startswith("<svg")
    assert 'd="M' in drawn, "no pixel is lit"
    assert "@font-face" not in drawn, "whoever looks would fetch fonts"
    assert not re.search("[\u2800-\u28ff]", drawn), "braille is left"
