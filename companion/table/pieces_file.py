"""Which tag is stuck under which piece: ``pieces.toml``, one file a box.

    game = "masters"

    [[piece]]
    piece = "pawn/musclor"
    tag = "04A1B2C3D4E580"

A piece may bear several tags (a card one in each half); a tag is one piece's.  Ids are texts in quotes, for as numbers
they would be others: they are asked for, and never guessed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from companion.editions import read_text
from companion.mistakes import Mistake, Mistakes, did_you_mean
from companion.rules.game import Piece
from companion.table.tag_ids import WrongId, canonical, is_random, likeness
from companion.toml import lines_of, parse, read

VERSION: Final = 1

PiecesOf: TypeAlias = Callable[[str], Sequence[Piece]]
"""The pieces of a game, by its name.  Raises `LookupError`, whose message is for the file's writer."""

Tags: TypeAlias = Mapping[str, str]
"""Tag -> piece."""

_BARE: Final = re.compile(
    r"""^([ \t]*(tag|piece|game)[ \t]*=[ \t]*)([^"'\[{\s][^#\n]*?)([ \t]*(?:\#[^\n]*)?\r?)$""", re.X
)
_TEXT: Final = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^']*')""")


@dataclass(frozen=True, slots=True)
class PiecesFile:
    """What a file says."""

    game: str
    tags: Mapping[str, str] = field(default_factory=dict)
    """Tag, in upper-case hex, -> id of the piece that bears it; in the order of the file."""
    text: str = field(default="", compare=False)
    """As it is written, with its comments."""

    def changed(self, tags: Mapping[str, str]) -> PiecesFile:
        """The same file with other tags.  What stays the same stays as it is written, wherever it is easily told apart:
        of entries in a list of their own, ``piece = [{…}]``, only comments on lines of their own are kept.
        """
        text = _rewritten(self, tags) if self.text else _anew(self.game, tags)
        try:
            if parse_pieces(text, "").tags == tags:
                return replace(self, tags=dict(tags), text=text)
        except Mistakes:
            pass
        comments = "".join(f"{line}\n" for line in self.text.splitlines() if line.lstrip().startswith("#"))
        return replace(self, tags=dict(tags), text=comments + _anew(self.game, tags))


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is missing here is told with all that else is wrong."""

    piece: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class _File:
    game: str
    version: int = VERSION
    piece: tuple[_Entry, ...] = ()


class _Wrong(NamedTuple):
    key: str
    what: str
    remedy: str = ""


def read_pieces(path: Path, pieces_of: PiecesOf | None = None) -> PiecesFile:
    """The tags of a box.  Raises `Mistakes`: all there are, and `OSError`.

    *pieces_of*: where it is given, the game must be one that it knows, and every piece one of that game's.
    """
    return parse_pieces(read_text(path), str(path), pieces_of)


def parse_pieces(text: str, file: str, pieces_of: PiecesOf | None = None) -> PiecesFile:
    """As `read_pieces`, from the text itself; *file* is for messages."""
    text_quoted, bare = _quoted(text, file)
    try:
        found = read(parse(text_quoted, file), _File, text_quoted, file, lambda value: _checked(value, pieces_of))
    except Mistakes as wrong:
        lines = {mistake.line for mistake in bare}
        raise Mistakes([*bare, *(m for m in wrong.mistakes if m.line not in lines)]) from None
    if bare:
        raise Mistakes(bare)
    return PiecesFile(found.game, {canonical(entry.tag): entry.piece for entry in found.piece}, text)


def write_pieces(
    path: Path, game: str, tags: Mapping[str, str], before: Mapping[str, str] | None = None
) -> Path | None:
    """Make the file say *tags*, in one step: whoever cuts the power finds it as it was, or as it is to be.

    What is there already keeps its order and its comments.  *before*: what the writer knew; then only the difference
    counts, and what somebody else wrote meanwhile stays.  A file that is damaged, or another game's, is never
    overwritten, but set aside: then its new name is returned.  Raises `OSError`.
    """
    aside = None
    there = PiecesFile(game)
    try:
        there = read_pieces(path)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    except Mistakes:
        aside = set_aside(path)
    if there.game != game:
        aside, there = set_aside(path), PiecesFile(game)
    if before is not None and aside is None and there.text:
        kept = {tag: piece for tag, piece in there.tags.items() if tag in tags or tag not in before}
        tags = kept | {tag: piece for tag, piece in tags.items() if before.get(tag) != piece}
    _replace(path, there.changed(tags).text)
    return aside


def set_aside(path: Path) -> Path:
    """Rename a file that can't be gone on with, and return its new name; nothing is overwritten.  Raises `OSError`."""
    names = (path.with_name(f"{path.name}.aside-{k}") for k in count(1))
    aside = next(name for name in names if not name.exists())
    return path.rename(aside)


def _checked(file: _File, pieces_of: PiecesOf | None) -> Iterator[_Wrong]:
    if file.version != VERSION:
        yield _Wrong(
            "version", f"{file.version} is not a version that this referee knows", f"write version = {VERSION}"
        )
    known: dict[str, Piece] | None = None
    if pieces_of is not None:
        try:
            known = {piece.id: piece for piece in pieces_of(file.game)}
        except LookupError as error:
            yield _Wrong("game", str(error.args[0] if error.args else error))
    seen: dict[str, int] = {}
    for n, entry in enumerate(file.piece):
        if not entry.piece:
            yield _Wrong(f"piece.{n}.piece", "missing", "write the piece that bears the tag")
        elif known is not None:
            yield from _misnamed(f"piece.{n}.piece", entry.piece, known)
        yield from _misread(f"piece.{n}.tag", n, file.piece, seen)


def _misnamed(key: str, name: str, known: Mapping[str, Piece]) -> Iterator[_Wrong]:
    if not known:
        yield _Wrong(key, "this edition lists no pieces, so none can bear a tag", "list them under [pieces] in it")
    elif name not in known:
        yield _Wrong(key, f"there is no piece {name!r}", meant(name, known))
    elif not known[name].bears_tag:
        yield _Wrong(key, f"{name} needs no tag: one of these is as good as another", "take this entry out")


def meant(name: str, known: Collection[str]) -> str:
    """A box has a hundred pieces: of all of them only those of this class are named."""
    kind = name.partition("/")[0]
    near = did_you_mean(name, known)
    if near.startswith("did you mean"):
        return near
    alike = [id for id in known if id.startswith(f"{kind}/")]
    if alike:
        return f"there is {alike[0]} to {alike[-1]}"
    return f"known begin with {', '.join(dict.fromkeys(id.partition('/')[0] for id in known))}"


def _misread(key: str, n: int, entries: Sequence[_Entry], seen: dict[str, int]) -> Iterator[_Wrong]:
    written = entries[n].tag
    for tag, at in seen.items():
        if like := likeness(written, tag):
            what = f"this is {like}, which {entries[at].piece} bears: one tag, most likely"
            yield _Wrong(key, what, "take one of them out")
            return
    try:
        tag = canonical(written)
    except WrongId as error:
        yield _Wrong(key, f'"{written}" is no id: {error.what}' if written else "missing", error.remedy)
        return
    for known, at in seen.items():
        if like := likeness(known, tag):
            what = f"{known}, which {entries[at].piece} bears, is {like}: one tag, most likely"
            yield _Wrong(key, what, "take one of them out")
    if tag in seen:
        other = entries[seen[tag]].piece
        same = other == entries[n].piece
        what = f"{tag} is there already" if same else f"{tag} is {other}'s already"
        yield _Wrong(key, what, "take one of them out" if same else "a tag is one piece's: enrol one of them anew")
    elif is_random(tag):
        what = f"{tag} is made up anew at each tap, as telephones and bank cards do"
        yield _Wrong(key, what, "take another tag")
    seen.setdefault(tag, n)


def _quoted(text: str, file: str) -> tuple[str, list[Mistake]]:
    """The text with quotes where they were forgotten, and these mistakes.

    Without them an id is a number, a time, a date, or no TOML at all, and what was meant can't be told any more.
    """
    lines, mistakes = text.split("\n"), []
    for n, line in enumerate(lines):
        if bare := _BARE.fullmatch(line):
            before, key, value, after = bare.groups()
            what = "an id is a text, and this is none" if key == "tag" else f"{key} is a text, and this is none"
            mistakes.append(Mistake(file, n + 1, key, what, f'put quotes: {key} = "{value}"'))
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            lines[n] = f'{before}"{escaped}"{after}'
    return "\n".join(lines), mistakes


def _rewritten(file: PiecesFile, tags: Mapping[str, str]) -> str:
    """The text with other tags: a piece's new tag takes the place of its old one, others come at the end."""
    gone = {tag: piece for tag, piece in file.tags.items() if tags.get(tag) != piece}
    new = {tag: piece for tag, piece in tags.items() if file.tags.get(tag) != piece}
    lines = file.text.splitlines(keepends=True)
    places = lines_of(file.text)
    spans = dict(zip(file.tags, _spans(places, len(file.tags)), strict=True))
    at = {tag: places["piece", n, "tag"] - 1 for n, tag in enumerate(file.tags)}
    out: set[int] = set()
    for old, piece in gone.items():
        takes = next((tag for tag, whose in new.items() if whose == piece), None)
        if takes is None:
            out |= set(spans[old])
        else:
            del new[takes]
            key, equals, value = lines[at[old]].partition("=")
            lines[at[old]] = key + equals + _TEXT.sub(f'"{takes}"', value, count=1)
    kept = "".join(line for n, line in enumerate(lines) if n not in out)
    if kept and not kept.endswith("\n"):
        kept += "\n"
    return kept + "".join(_entry(tag, piece) for tag, piece in new.items())


def _anew(game: str, tags: Mapping[str, str]) -> str:
    head = f'game = "{game}"\nversion = {VERSION}\n'
    return head + "".join(_entry(tag, piece) for tag, piece in tags.items())


def _spans(places: Mapping[tuple[str | int, ...], int], entries: int) -> Iterator[range]:
    """The lines, from 0, of each entry: from its head to its last key.  A comment behind it is nobody's."""
    for n in range(entries):
        yield range(places["piece", n] - 1, max(places["piece", n, "piece"], places["piece", n, "tag"]))


def _entry(tag: str, piece: str) -> str:
    return f'\n[[piece]]\npiece = "{piece}"\ntag = "{tag}"\n'


def _replace(path: Path, text: str) -> None:
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("w", encoding="utf-8", newline="") as file:
            os.fchmod(file.fileno(), 0o644)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
