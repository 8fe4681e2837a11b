"""From what was asked for to a header, and from a header to its game.

The header holds the whole edition, so a journal needs no other file to be played on, replayed or verified.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, Final

from companion.editions import REFERENCE, known_edition, read_edition, read_text, shipped
from companion.games import kit, resolve_switches
from companion.mistakes import did_you_mean
from companion.referee.header import Header
from companion.rules.game import CantBuild, Game, Kit, Piece

ALL: Final = "all"
SEED_BYTES: Final = 16


class CantBePlayed(ValueError):
    """What is asked for doesn't go together; the message says what would.  The caller's fault."""


class NewerRules(CantBePlayed):
    """A game that was begun under rules that this referee doesn't know yet."""


@cache
def as_it_comes(name: str) -> Game[Any]:
    """A game on the edition that comes with it, with nothing chosen.  Raises `UnknownGame`."""
    found = kit(name)
    return found.build(known_edition(read_text(shipped(found)), found), {})


def game_of(header: Header) -> tuple[Kit, Game[Any]]:
    """The game that a header tells of, as it was begun.

    Raises `UnknownGame`, `WrongSwitches`, `Mistakes` and `CantBePlayed` where the header isn't ours or is from a newer
    referee, and `NewerRules`.
    """
    found = kit(header.game)
    values = resolve_switches(found, {**header.switches, **header.options})
    game = _built(found.name, header.edition_toml, tuple(values.items()))
    if header.rules > game.rules:
        begun = f"this game of {header.game} was begun under rules {header.rules}"
        raise NewerRules(f"{begun}, and these are rules {game.rules}: install a newer referee")
    _check(found, game, header)
    return found, game


def new_header(
    game: str,
    seats: int | None = None,
    names: Sequence[str] = (),
    bots: Sequence[str] = (),
    sets: Mapping[str, str] | None = None,
    seed: str | None = None,
    edition: str = REFERENCE,
    bench: bool = False,
) -> Header:
    """The header of a new game.

    *seats* None: as many as there are *names*, or else as few as can play.  *bots*: ``all``, or pawns among *names*,
    or seats from 1.  *sets*: switches by their code, and table options.  *seed* None: one that nobody knows.
    *edition*: one that comes with the game, or a file.

    Raises `UnknownGame`, `WrongSwitches`, `UnknownEdition`, `CantBePlayed`, `Mistakes` and `OSError`.
    """
    found = kit(game)
    values = resolve_switches(found, sets or {})
    is_own = edition.endswith(".toml")
    path = Path(edition) if is_own else shipped(found, edition)
    text = read_text(path)
    read = read_edition(path, found) if is_own else known_edition(text, found)
    built = _built(found.name, text, tuple(values.items()))
    if seats is None:
        seats = len(names) or found.seats[0]
    header = Header(
        game=game,
        rules=built.rules,
        seats=seats,
        seed=os.urandom(SEED_BYTES).hex() if seed is None else seed,
        edition=read.edition,
        edition_toml=text,
        names=tuple(names),
        switches={switch.code: values[switch.code] for switch in found.switches},
        options={name: values[name] for name in found.options},
        bench=bench,
    )
    _check(found, built, header)
    return replace(header, bots=_bots(bots, seats, names))


def pieces_of(game: str, edition: str = REFERENCE) -> tuple[Piece, ...]:
    """The things in a game's box, as an edition lists them: one that comes with the game, or a file.

    How it can be played doesn't matter: an edition without a board has its pieces all the same.
    Raises `UnknownGame`, `UnknownEdition`, `Mistakes` and `OSError`; `CantBePlayed` where no option goes with it.
    """
    found = kit(game)
    if edition.endswith(".toml"):
        read = read_edition(Path(edition), found)
    else:
        read = known_edition(read_text(shipped(found, edition)), found)
    for values in product(*found.options.values()):  # the defaults first
        try:
            pieces: tuple[Piece, ...] = found.build(read, dict(zip(found.options, values, strict=True))).pieces
        except CantBuild as error:
            why = str(error)
        else:
            return pieces
    raise CantBePlayed(why)


def how_many(seats: range) -> str:
    """``2 to 4``, or ``2``."""
    return f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else f"{seats[0]}"


@lru_cache(maxsize=1)
def _built(name: str, text: str, values: tuple[tuple[str, str], ...]) -> Game[Any]:
    """For the header of a new game, and at once for the game: games have no state."""
    found = kit(name)
    try:
        return found.build(known_edition(text, found), dict(values))
    except CantBuild as error:
        raise CantBePlayed(str(error)) from error


def _check(kit: Kit, game: Game[Any], header: Header) -> None:
    """Raises `CantBePlayed`."""
    seats, names, pawns = header.seats, header.names, [pawn.id for pawn in game.pawns]
    for name in names:
        if name not in pawns:
            raise CantBePlayed(f"{kit.name} has no pawn {name!r}: {did_you_mean(name, pawns)}")
        if names.count(name) > 1:
            raise CantBePlayed(f"{name!r} is named twice: each player has a pawn of their own")
    if seats not in kit.seats:
        raise CantBePlayed(f"{kit.name} is for {how_many(kit.seats)} players, not for {seats}")
    if names and len(names) != seats:
        raise CantBePlayed(f"{len(names)} pawns are named for {seats} seats: name one for each, or none")
    if not set(header.bots) <= set(range(seats)):
        raise CantBePlayed(f"the box can't play seats that {kit.name} doesn't have")
    if any("\ud800" <= letter <= "\udfff" for letter in header.seed):
        raise CantBePlayed("the seed is no text in UTF-8: write it with other letters")


def _bots(words: Sequence[str], seats: int, names: Sequence[str]) -> tuple[int, ...]:
    known = {**{str(n + 1): n for n in range(seats)}, **{name: n for n, name in enumerate(names)}}
    for word in words:
        if word not in (ALL, *known):
            raise CantBePlayed(f"no seat {word!r} for the box to play: {did_you_mean(word, [ALL, *known])}")
    if ALL in words:
        return tuple(range(seats))
    return tuple(sorted({known[word] for word in words}))
