"""``referee check``: all mistakes of editions, lists of tags and configurations at once."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from companion.editions import read_edition, read_text
from companion.games import GAMES, TEMPLATE, kit
from companion.mistakes import Mistake, Mistakes
from companion.open_game import pieces_of
from companion.rules.game import Kit
from companion.table.pieces_file import parse_pieces
from companion.toml import parse

_IS_PIECES: Final = re.compile(r"^[ \t]*(\[\[[ \t]*piece[ \t]*\]\]|piece[ \t]*=)", re.MULTILINE)
_IS_EDITION: Final = re.compile(r"^[ \t]*edition[ \t]*=", re.MULTILINE)

TEMPLATE_NAME: Final = TEMPLATE.rpartition(".")[2]


def check(files: Sequence[Path], as_json: bool) -> int:
    """Check each file as what it is: ``edition`` at the top, ``[[piece]]``, or else a configuration."""
    return report([(file, *_checked(file)) for file in files], as_json)


def report(found: Sequence[tuple[Path, str, tuple[Mistake, ...]]], as_json: bool) -> int:
    """Files, what they are, and their mistakes."""
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
        text = read_text(file)
        if _IS_PIECES.search(text) and not _IS_EDITION.search(text):  # ids without quotes may be no TOML
            kind = "pieces"
            parse_pieces(text, str(file), pieces_of)
            return kind, ()
        tables = parse(text, str(file))
        if "edition" in tables:
            kind = "edition"
            game = _game_of(tables)
            read_edition(file, game)
            return f"edition of {game.name}", ()
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
