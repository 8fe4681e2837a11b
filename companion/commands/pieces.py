"""``referee pieces list`` and ``check``: which tag is under which piece, and whether that can be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from companion.commands.checking import report
from companion.daemon.config import Config, load, state_folder
from companion.daemon.tag_book import FOLDER
from companion.games import GAMES, kit
from companion.mistakes import Mistake, Mistakes
from companion.open_game import pieces_of
from companion.rules.game import Piece
from companion.table.enrol import progress, whole
from companion.table.pieces_file import PiecesFile, read_pieces
from companion.table.tag_words import name_of
from companion.words import Words

NO_TAG = "-"


class _Box(NamedTuple):
    """A file, read, and the box that it is of."""

    path: Path
    file: PiecesFile
    pieces: tuple[Piece, ...]


def configured(config: Path | None) -> Config:
    """The configuration of this file; what nobody configured is as it comes."""
    return Config() if config is None else load(config)


def place_of(config: Config, game: str) -> Path:
    """Where the list of a game's box is kept on this machine."""
    return state_folder(config) / FOLDER / f"{game}.toml"


def list_pieces(what: str | None, config: Path | None, edition: str, as_json: bool) -> int:
    """The lists of a game or a file; None: of all games that have one.  Raises `Mistakes`, `UnknownGame`, `OSError`."""
    known = configured(config)
    boxes = [_read(path, edition) for path in _files(what, known)]
    if as_json:
        print(json.dumps({"boxes": [_as_dict(box, known.language) for box in boxes]}, ensure_ascii=False))
        return 0
    if not boxes:
        print(f"nothing is enrolled in {state_folder(known) / FOLDER}; begin with  referee pieces enrol GAME")
    print("\n\n".join("\n".join(_table(box, known.language)) for box in boxes))
    return 0


def check_pieces(files: Sequence[Path], config: Path | None, edition: str, as_json: bool) -> int:
    """All mistakes of these files; of none: of those that this machine keeps."""
    found = list(files) or _files(None, configured(config))
    return report([(file, "pieces", _mistakes(file, edition)) for file in found], as_json)


def _mistakes(file: Path, edition: str) -> tuple[Mistake, ...]:
    try:
        read_pieces(file, partial(pieces_of, edition=edition))
    except Mistakes as wrong:
        return wrong.mistakes
    except OSError as error:
        return (Mistake(str(file), 0, "", f"can't be read: {(error.strerror or str(error)).lower()}"),)
    return ()


def _files(what: str | None, config: Config) -> list[Path]:
    if what is None:
        return [path for game in GAMES if (path := place_of(config, game)).exists()]
    if what.endswith(".toml") or "/" in what:
        return [Path(what)]
    kit(what)
    return [place_of(config, what)]


def _read(path: Path, edition: str) -> _Box:
    """A game of which nothing is enrolled has an empty list."""
    try:
        file = read_pieces(path)
    except FileNotFoundError:
        if path.stem not in GAMES or path.parent.name != FOLDER:
            raise
        file = PiecesFile(path.stem)
    return _Box(path, file, pieces_of(file.game, edition))


def _table(box: _Box, language: str) -> list[str]:
    words = Words(language)
    tags = _tags_of(box.file)
    done, of = whole(progress(box.pieces, box.file.tags))
    rows = [f"{box.file.game}: {done} of {of} pieces bear a tag  ({box.path})"]
    rows += [f"  {kind:<10} {count.done:>3} of {count.of}" for kind, count in _progress(box).items()]
    named = [(piece.id, _name(piece, box, words)) for piece in box.pieces if piece.bears_tag]
    ids, names = (max((len(each[n]) for each in named), default=0) for n in (0, 1))
    rows += [f"  {id:<{ids}}  {name:<{names}}  {' '.join(tags.get(id, [NO_TAG]))}" for id, name in named]
    strangers = [id for id in tags if id not in dict(named)]
    rows += [f"  {id:<{ids}}  not in this edition, or needs no tag: {' '.join(tags[id])}" for id in strangers]
    return rows


def _as_dict(box: _Box, language: str) -> dict[str, Any]:
    words, tags = Words(language), _tags_of(box.file)
    return {
        "game": box.file.game,
        "file": str(box.path),
        "progress": {kind: count._asdict() for kind, count in _progress(box).items()},
        "pieces": [
            {"piece": piece.id, "name": _name(piece, box, words), "tags": tags.get(piece.id, [])}
            for piece in box.pieces
            if piece.bears_tag
        ],
        "unknown": {id: tags[id] for id in tags if id not in {p.id for p in box.pieces if p.bears_tag}},
    }


def _progress(box: _Box) -> dict[str, Any]:
    return dict(progress(box.pieces, box.file.tags))


def _name(piece: Piece, box: _Box, words: Words) -> str:
    return words.say(name_of(piece.id, box.pieces) or piece.name)


def _tags_of(file: PiecesFile) -> dict[str, list[str]]:
    """Piece -> its tags."""
    found: dict[str, list[str]] = {}
    for tag, piece in file.tags.items():
        found.setdefault(piece, []).append(tag)
    return found
