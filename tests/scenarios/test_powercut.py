"""What a power cut leaves is told from a trace: all that was synced, and nothing else."""

import shutil
import sqlite3
import subprocess
import sys

import pytest

from companion.bench.place import Unable
from companion.bench.powercut import contents, rebuild, strace, synced

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")

WRITER = """
import os, sqlite3, sys
folder, synchronous = sys.argv[1:]
db = sqlite3.connect(f"{folder}/a.journal")
db.execute("pragma journal_mode=wal")
db.execute(f"pragma synchronous={synchronous}")
db.execute("create table row (n)")
for n in range(20):
    db.execute("insert into row values (?)", [n])
    db.commit()
os.kill(os.getpid(), 9)
"""

PLAIN = """
import os, sys
os.chdir(sys.argv[1])
def write(name, data, sync=False):
    fd = os.open(f"{sys.argv[1]}/{name}", os.O_WRONLY | os.O_CREAT)
    os.write(fd, data)
    os.write(fd, b"!")
    if sync: os.fsync(fd)
    return fd
def sync_folder():
    fd = os.open(sys.argv[1], os.O_RDONLY); os.fsync(fd); os.close(fd)
safe = write("safe", b"all of it", True)
lost = write("lost", b"none of it")
sync_folder()
os.write(safe, b" and more")
os.pwrite(lost, b"NONE", 0)
old = write("old", b"renamed", True)
sync_folder()
os.rename(f"{sys.argv[1]}/old", f"{sys.argv[1]}/new")
write("nameless", b"synced without its folder", True)
os.ftruncate(safe, 3)
os.unlink(f"{sys.argv[1]}/before")
os.kill(os.getpid(), 9)
"""


def after_the_cut(tmp_path, program, *arguments):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "before").write_bytes(b"was there")
    before = contents(folder)
    trace = tmp_path / "trace"
    command = [*strace(trace), sys.executable, "-c", program, str(folder), *arguments]
    assert subprocess.run(command, check=False).returncode != 0
    with trace.open(encoding="ascii") as lines:
        return folder, synced(lines, folder, before)


def rows_after_the_cut(tmp_path, synchronous):
    folder, files = after_the_cut(tmp_path, WRITER, synchronous)
    rebuild(folder, files)
    assert contents(folder) == files
    db = sqlite3.connect(folder / "a.journal")
    try:
        return [n for (n,) in db.execute("select n from row")]
    except sqlite3.OperationalError:
        return []
    finally:
        db.close()


def test_what_was_committed_with_full_syncs_is_there_after_the_cut(tmp_path):
    assert rows_after_the_cut(tmp_path, "full") == list(range(20))


def test_a_journal_that_never_syncs_is_caught(tmp_path):
    """The planted fault: the same program, syncs left out."""
    assert rows_after_the_cut(tmp_path, "off") == []


def test_bytes_are_safe_by_the_files_sync_and_names_by_the_folders(tmp_path):
    _, files = after_the_cut(tmp_path, PLAIN)
    assert files == {"before": b"was there", "safe": b"all of it!", "lost": b"", "old": b"renamed!"}


def test_a_call_that_the_model_does_not_know_is_not_passed_over(tmp_path):
    with pytest.raises(Unable, match="truncate"):
        after_the_cut(tmp_path, "import os, sys; os.truncate(sys.argv[1] + '/before', 1); os.kill(os.getpid(), 9)")


def test_without_strace_the_reason_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unable, match="install strace"):
        strace(tmp_path / "trace")
