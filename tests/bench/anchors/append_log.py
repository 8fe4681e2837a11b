"""The least that a log which survives a power cut can do: append a line, and wait until it is on the disk."""

from __future__ import annotations

import os
from pathlib import Path


class AppendLog:
    """A file that only grows."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)

    def append(self, line: bytes) -> None:
        """Returns when *line* is on the disk."""
        os.write(self._fd, line)
        os.fdatasync(self._fd)

    def close(self) -> None:
        """Let go."""
        os.close(self._fd)
