"""The configuration, ``referee.toml``: language, sound, state folder, and what is wired where.

Whatever is left out is as in ``hardware/wiring/wiring.toml``; what isn't wired at all is ``"none"``.  A file's mistakes
are reported all at once.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hardware.wiring import Wiring, default_wiring

NAME: Final = "referee.toml"
MACHINE: Final = Path("/etc/referee") / NAME


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration without mistakes."""

    language: str = "en"
    quiet: bool = False
    state: Path | None = None
    """The state folder; None: see `state_folder`."""
    wiring: Wiring = field(default_factory=default_wiring)


def find(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The configuration of this machine, else of this user; None: there is neither."""
    own = _own(environment, "XDG_CONFIG_HOME", "~/.config")
    return next((path for path in (MACHINE, own and own / "referee" / NAME) if path and path.exists()), None)


def state_folder(config: Config, environment: Mapping[str, str] = os.environ) -> Path:
    """Where games are kept: as configured, else where systemd says, else the user's own place.

    Raises `OSError` for a user who has none.
    """
    if config.state is not None:
        return config.state
    if given := environment.get("STATE_DIRECTORY"):
        return Path(given.partition(":")[0])
    own = _own(environment, "XDG_STATE_HOME", "~/.local/state")
    if own is None:
        raise OSError("this user has no home to keep games in: set XDG_STATE_HOME, or write state = in a configuration")
    return own / "referee"


def _own(environment: Mapping[str, str], variable: str, otherwise: str) -> Path | None:
    """A folder of this user; None: the variable isn't set, and the user has no home."""
    return expanded(environment.get(variable) or otherwise)


def expanded(path: str) -> Path | None:
    """With ``~`` as the home it stands for; None where nobody knows one."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return None


def load(path: Path) -> Config:
    """Read a configuration.  Raises `Mistakes`: all there are, and `OSError`."""
    from companion.daemon.config_file import read_config  # the twin does without

    return read_config(path)
