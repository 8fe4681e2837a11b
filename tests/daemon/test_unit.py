"""The service's unit: read by systemd itself, and held to what owners of such boxes complain about."""

from __future__ import annotations

import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
GROUPS = {"gpio", "i2c", "spi", "dialout", "input"}
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")


def verify(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", str(folder / "verify.sh")], capture_output=True, text=True, check=False, timeout=60)


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_unit() -> None:
    done = verify(SYSTEMD)
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
def test_a_word_that_systemd_does_not_know_is_noticed(tmp_path: Path) -> None:
    shutil.copy(SYSTEMD / "verify.sh", tmp_path)
    unit = (SYSTEMD / "referee.service").read_text()
    (tmp_path / "referee.service").write_text(unit.replace("WatchdogSec=", "WatchdogSeconds="))
    done = verify(tmp_path)
    assert done.returncode == 1
    assert "WatchdogSeconds" in done.stderr


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="no systemd-sysusers here")
def test_the_user_is_made_with_groups_that_were_not_there(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    with (SYSTEMD / "referee.sysusers").open() as lines:
        command = ["systemd-sysusers", f"--root={tmp_path}", "-"]
        subprocess.run(command, stdin=lines, capture_output=True, check=True, timeout=60)
    groups = (tmp_path / "etc" / "group").read_text().splitlines()
    assert {line.partition(":")[0] for line in groups if line.endswith(":referee")} >= GROUPS


def unit() -> ConfigParser:
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(SYSTEMD / "referee.service")
    return parser


def test_nothing_that_is_missing_keeps_the_service_from_starting() -> None:
    read = unit()
    assert not {"Requires", "BindsTo", "Requisite"} & set(read["Unit"])
    assert "SupplementaryGroups" not in read["Service"]
    assert read["Unit"]["StartLimitIntervalSec"] == "0"


def test_the_user_and_the_device_groups_come_from_sysusers() -> None:
    lines = [line.split() for line in (SYSTEMD / "referee.sysusers").read_text().splitlines() if line[:1] not in "#"]
    assert [line[:2] for line in lines if line[0] == "u"] == [["u", unit()["Service"]["User"]]]
    assert {line[2] for line in lines if line[0] == "m"} >= GROUPS


def test_lgpio_has_a_writable_place_for_its_pipes() -> None:
    service = unit()["Service"]
    assert service["WorkingDirectory"] == f"%t/{service['RuntimeDirectory']}"
    assert f"LG_WD=%t/{service['RuntimeDirectory']}" in service["Environment"].split()
