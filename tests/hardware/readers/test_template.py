"""Whoever follows docs/adding-a-reader.md has a reader that keeps the contract, and a contract that can fail."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "adding-a-reader.md").read_text(encoding="utf-8").replace("NAME", "fob")
SHELL = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As much of the tree as the page speaks of, after its first two steps."""
    tree = tmp_path_factory.mktemp("tree")
    without_caches = shutil.ignore_patterns("__pycache__")
    for part in ("hardware", "tests/hardware/readers"):
        shutil.copytree(ROOT / part, tree / part, ignore=without_caches)
    for file in ("pyproject.toml", "tests/__init__.py", "tests/hardware/__init__.py"):
        shutil.copy(ROOT / file, tree / file)
    subprocess.run(["sh", "-ec", SHELL[0]], cwd=tree, check=True)
    readers_line, stands_line = PYTHON
    bank, stands = tree / "hardware/readers/bank.py", tree / "tests/hardware/readers/stands.py"
    head, brace, rest = bank.read_text().partition("READERS: Final[Mapping[str, str]] = {\n")
    bank.write_text(head + brace + readers_line + rest)
    stands.write_text(stands.read_text() + stands_line)
    return tree


def contract(tree: Path) -> subprocess.CompletedProcess[str]:
    command = SHELL[1].strip().replace(".venv/bin/python", sys.executable)
    return subprocess.run(
        [*command.split(), "-p", "no:cacheprovider"], cwd=tree, capture_output=True, text=True, check=False
    )


def test_the_copy_passes_at_once(tree: Path) -> None:
    result = contract(tree)
    assert result.returncode == 0, result.stdout
    passed = re.search(r"(\d+) passed", result.stdout)
    dots = re.match(r"\.+", result.stdout)
    assert (int(passed[1]) if passed else len(dots[0] if dots else "")) >= 12, result.stdout


def test_the_copy_is_opened_by_a_wiring_that_names_it(tree: Path) -> None:
    program = """
from hardware.readers.bank import ReaderBank
from hardware.readers.fob.twin import Stand
from hardware.readers.parts import Parts
from hardware.twin.buses import SimulatedBuses
from hardware.twin.tags import SimulatedTag
from hardware.wiring import ReaderWiring
from hardware.workers import InlineWorker
stand = Stand()
stand.lay(SimulatedTag("04A1B2C3D4E580"))
parts = Parts(SimulatedBuses(serial={"/dev/serial0": stand}), clock=lambda: 0.0)
bank = ReaderBank({"table": ReaderWiring("fob", "serial")}, parts, worker=InlineWorker)
bank.start(print)
assert bank.tags == {"table": {"04A1B2C3D4E580"}}
"""
    subprocess.run([sys.executable, "-c", program], cwd=tree, check=True, capture_output=True)


def test_a_copy_that_believes_every_check_byte_is_caught(tree: Path) -> None:
    codec = tree / "hardware/readers/fob/codec.py"
    right = codec.read_text()
    wrong = right.replace("!= received[received[0] + 1]", "is None")
    assert wrong != right
    codec.write_text(wrong)
    try:
        result = contract(tree)
    finally:
        codec.write_text(right)
    assert result.returncode == 1
    assert "test_a_fault_makes_no_tag_out_of_nothing[fob]" in result.stdout
