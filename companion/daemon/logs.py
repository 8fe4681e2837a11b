"""Where the log goes.  It tells changes of state; never a seed, and nothing that is hidden from the table."""

from __future__ import annotations

import logging
import os
import sys
from logging import INFO, WARNING
from pathlib import Path
from typing import Final

__all__ = ["INFO", "WARNING", "start"]

_PRIORITIES: Final = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
"""Python's levels and syslog's, which journald reads at the head of a line (sd-daemon(3))."""


class _ForJournald(logging.Formatter):
    """A priority before each line; journald knows the time."""

    def format(self, record: logging.LogRecord) -> str:
        priority = next((p for level, p in _PRIORITIES if record.levelno >= level), 7)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())


def start(file: Path | None = None, level: int = INFO) -> None:
    """Log to stderr, or where a terminal is drawn on it, to *file*; one that can't be written means no log."""
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
        formatter: logging.Formatter = logging.Formatter("referee: %(message)s")
        if os.environ.get("JOURNAL_STREAM"):
            formatter = _ForJournald("%(name)s: %(message)s")
    else:
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handler = logging.FileHandler(file, encoding="utf-8")
        except OSError:
            handler = logging.NullHandler()
        formatter = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(formatter)
    logging.basicConfig(level=level, handlers=[handler])
