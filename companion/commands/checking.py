"""``referee check``: all mistakes of edition and configuration files at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from companion.editions import read_edition, read_text
from companion.games import GAMES, TEMPLATE, kit
from companion.mistakes import Mistake, Mistakes
from companion.rules.game import Kit
from companion.toml import parse

TEMPLATE_NAME: Final = TEMPLATE.rpartition(".")[2]


def check(files: Sequence[Path], as_json: bool) -> int:
    """Check each file as what it is: an edition has ``edition`` at its top, anything else is a configuration."""
    found = [(file, *_checked(file)) for file in files]
    if as_json:
        listed = [{"file": str(f), "kind": kind, "mistakes": [m._asdict() for m in wrong]} for f, kind, wrong in found]
        print(json.dumps({"files": listed}, ensure_ascii=False))
    else:
        for file, kind, wrong in found:
            print("\n".join(map(str, wrong)) if wrong else f"{file}: {kind}, no mistakes")
    return 2 if any(wrong for *_, wrong in found) else 0


def _checked(file: Path) -> tuple[str, tuple[Mistake, ...]]:
    """What the file is, and its mistakes."""
    kind = "file"
    try:
        tables = parse(read_text(file), str(file))
        if "edition" in tables:
            kind = "edition"
            game = _game_of(tables)
            read_edition(file, game)
            return f"edition of {game.name}", ()
        if "piece" in tables:
            kind = "pieces"
            raise Mistakes([Mistake(str(file), 0, "piece", "lists of tagged pieces are not in this version")])
        kind = "configuration"
        from companion.daemon.config import load

        load(file)
    except Mistakes as wrong:
        return kind, wrong.mistakes
    except OSError as error:
        return kind, (Mistake(str(file), 0, "", f"can't be read: {(error.strerror or str(error)).lower()}"),)
    return kind, ()


def _game_of(tables: Mapping[str, Any]) -> Kit:
    """Whose edition it is: as it says, or else the game whose editions look most like it."""
    named = tables.get("game")
    if named in (*GAMES, TEMPLATE_NAME):
        return kit(named)
    return max(map(kit, GAMES), key=lambda game: len(tables.keys() & {field.name for field in fields(game.edition)}))
