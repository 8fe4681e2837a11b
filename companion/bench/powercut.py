"""What would be on the disk after a power cut: a folder's files as of their last sync, from a trace of system calls.

The model is strict: the bytes of a file are safe from its own fsync(2) or fdatasync(2) on, its name (made, changed or
removed) from the fsync(2) of its folder on.  A real disk may keep more, and never less.  Memory-mapped writes aren't
traced: SQLite makes them only to its ``-shm`` file, which it builds anew.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from companion.bench.place import Unable

_FILE_CALLS: Final = (
    "openat,creat,write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,ftruncate,truncate,fallocate,"
    "copy_file_range,rename,renameat,renameat2,unlink,unlinkat,link,linkat,msync"
)
_WHOLE: Final = re.compile(r"(\d+) +(\w+)\((.*)\) += (-?\d+)(?:<(.*?)>)?.*")
_BEGUN: Final = re.compile(r"(\d+) +(.*) <unfinished \.\.\.>")
_ENDED: Final = re.compile(r"(\d+) +<\.\.\. \w+ resumed>(.*)")
_ARGUMENT: Final = re.compile(r'"((?:\\x[0-9a-f]{2})*)"|([^,"]+)')
_FD: Final = re.compile(r"(-?\w+)<(.*)>(\(deleted\))?")


def strace(trace: Path) -> list[str]:
    """The words before a command's own that have it traced into *trace*.  Raises `Unable` where there is no strace."""
    program = shutil.which("strace")
    if program is None:
        raise Unable("no strace here, so that what was synced can't be told: install strace")
    calls = ["-e", "signal=none", "-e", f"trace={_FILE_CALLS}"]
    return [program, "-qq", "-f", "--seccomp-bpf", "-y", "-xx", "-s", str(1 << 24), "-o", str(trace), *calls]


@dataclass(slots=True)
class _File:
    """An inode: *now* is what a reader gets, *safe* what a power cut leaves."""

    now: bytearray = field(default_factory=bytearray)
    safe: bytes = b""


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in *folder*, by its path in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rebuild(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make *folder* hold these files and no others."""
    for path in folder.rglob("*"):
        if path.is_file():
            path.unlink()
    for name, data in files.items():
        path = folder / name
        path.touch(mode=0o600)
        path.write_bytes(data)


def synced(trace: Iterable[str], folder: Path, before: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of *folder* after a power cut at the end of *trace*; *before* is what it held at its beginning.

    Raises `Unable` for a call that this model doesn't know.
    """
    disk = _Disk(folder.resolve(), before)
    for line in _calls(trace):
        found = _WHOLE.fullmatch(line)
        if found is not None and not found[4].startswith("-"):
            disk.call(found[2], _arguments(found[3]), int(found[4]), _text(found[5] or ""))
    return {str(name.relative_to(disk.folder)): file.safe for name, file in disk.safe_names.items()}


def _calls(trace: Iterable[str]) -> Iterator[str]:
    """One line a call: those that another thread interrupted are put together where they end."""
    begun: dict[str, str] = {}
    for raw in trace:
        line = raw.rstrip("\n")
        if found := _BEGUN.fullmatch(line):
            begun[found[1]] = f"{found[1]} {found[2]}"
        elif found := _ENDED.fullmatch(line):
            yield begun.pop(found[1], "") + found[2]
        else:
            yield line


def _text(hexed: str) -> str:
    return _data(hexed).decode("utf-8", "surrogateescape")


def _data(hexed: str) -> bytes:
    return bytes.fromhex(hexed.replace("\\x", "")) if hexed.startswith("\\x") else hexed.encode()


def _arguments(text: str) -> list[str | bytes]:
    """Quoted ones as bytes, others as they stand."""
    return [
        _data(quoted) if bare == "" else bare.strip()
        for quoted, bare in _ARGUMENT.findall(text)
        if quoted or bare.strip()
    ]


class _Disk:
    """The files of one folder while a trace runs."""

    def __init__(self, folder: Path, before: Mapping[str, bytes]) -> None:
        self.folder = PurePosixPath(folder)
        files = {self.folder / name: _File(bytearray(data), data) for name, data in before.items()}
        self.names: dict[PurePosixPath, _File] = files
        self.safe_names = dict(files)
        self._at: dict[str, int] = {}

    def call(self, name: str, args: list[str | bytes], result: int, opened: str) -> None:
        """One call that succeeded."""
        match name, args:
            case "openat" | "creat", [*_]:
                self._open(PurePosixPath(opened), str(result), str(args[-2] if len(args) > 3 else args[-1]))
            case "write", [str(fd), bytes(data), *_]:
                number, file = self._file(fd)
                if file is not None:
                    at = self._at.get(number, 0)
                    file.now[at : at + result] = data[:result]
                    self._at[number] = at + result
            case "pwrite64", [str(fd), bytes(data), _, str(offset)]:
                _, file = self._file(fd)
                if file is not None:
                    at = int(offset)
                    file.now.extend(bytes(max(0, at - len(file.now))))
                    file.now[at : at + result] = data[:result]
            case "ftruncate", [str(fd), str(length)]:
                _, file = self._file(fd)
                if file is not None:
                    size = int(length)
                    file.now[size:] = bytes(max(0, size - len(file.now)))
            case "fsync" | "fdatasync", [str(fd)]:
                self._sync(fd)
            case "rename", [bytes(old), bytes(new)]:
                self._rename(old, new)
            case "renameat" | "renameat2", [_, bytes(old), _, bytes(new), *_]:
                self._rename(old, new)
            case "unlink", [bytes(path)]:
                self.names.pop(self._path(path), None)
            case "unlinkat", [_, bytes(path), *_]:
                self.names.pop(self._path(path), None)
            case _ if any(str(self.folder) in self._said(arg) for arg in args):
                raise Unable(f"the trace has a {name} that the bench doesn't know")

    def _open(self, path: PurePosixPath, fd: str, flags: str) -> None:
        if not path.is_relative_to(self.folder):
            return
        if "O_CREAT" in flags:
            self.names.setdefault(path, _File())
        if (file := self.names.get(path)) is not None:
            if "O_TRUNC" in flags:
                file.now.clear()
            self._at[fd] = len(file.now) if "O_APPEND" in flags else 0

    def _file(self, fd: str) -> tuple[str, _File | None]:
        found = _FD.fullmatch(fd)
        if found is None or found[3]:
            return fd, None
        return found[1], self.names.get(PurePosixPath(_text(found[2])))

    def _sync(self, fd: str) -> None:
        found = _FD.fullmatch(fd)
        if found is None:
            return
        path = PurePosixPath(_text(found[2]))
        if path in self.names:
            self.names[path].safe = bytes(self.names[path].now)
        elif path.is_relative_to(self.folder):
            here = {name: file for name, file in self.names.items() if name.parent == path}
            self.safe_names = {n: f for n, f in self.safe_names.items() if n.parent != path} | here

    def _path(self, path: bytes) -> PurePosixPath:
        return PurePosixPath(path.decode("utf-8", "surrogateescape"))

    def _rename(self, old: bytes, new: bytes) -> None:
        file = self.names.pop(self._path(old), None)
        if file is not None:
            self.names[self._path(new)] = file

    def _said(self, arg: str | bytes) -> str:
        return _text(found[2]) if isinstance(arg, str) and (found := _FD.fullmatch(arg)) else str(arg)
