"""What the box remembers between two starts: the settings of the table, and which game was running."""

from __future__ import annotations

import json
import logging
import os
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.referee.api import Setting
from companion.referee.settings import Settings
from companion.words import LANGUAGES

NAME: Final = "box.json"
QUIET: Final = "quiet"

log = logging.getLogger(__name__)


class Memory:
    """One small file in the state folder, always whole.  A disk that takes nothing costs the memory, not the game."""

    def __init__(self, folder: Path) -> None:
        """Reads what is there; what can't be read counts as nothing, and is said."""
        self._path = folder / NAME
        self._kept: dict[str, Any] = {}
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            self._kept = kept if isinstance(kept, dict) else {}
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            log.warning("%s can't be read (%s): settings are as in the configuration", self._path, error)

    @property
    def running(self) -> str:
        """The name of the journal that was being played, or nothing."""
        name = self._kept.get("running", "")
        return name if isinstance(name, str) else ""

    @running.setter
    def running(self, name: str) -> None:
        self._keep("running", name)

    def settings(self, default: Settings) -> Settings:
        """As the table set them last, else as in *default*."""
        language = self._kept.get("language")
        if language in LANGUAGES:
            default = replace(default, language=language)
        return replace(default, quiet=self._kept["sound"] == QUIET) if "sound" in self._kept else default

    def keep(self, setting: Setting) -> None:
        """The table changed a setting."""
        self._keep(setting.name, setting.value)

    def _keep(self, name: str, value: str) -> None:
        if self._kept.get(name, "") == value:
            return
        self._kept[name] = value
        new = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with new.open("w", encoding="utf-8") as file:
                json.dump(self._kept, file)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except OSError as error:
            log.warning("%s can't be written (%s): %s will be forgotten at the next start", self._path, error, name)
