"""The command ``referee``.

This module loads nothing but click: what a command needs is imported when it runs, so that ``referee --help`` answers
at once and ``referee play`` doesn't pay for the others.

Exit status: 0 done; 1 what was asked for failed; 2 wrong usage, or a file with mistakes; 3 no way of input opens, or
the journal can't be written or is being played by another process.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

FAILED: Final = 1
WRONG: Final = 2
CANT_START: Final = 3

A_FILE: Final = click.Path(path_type=Path, dir_okay=False)
json_option: Final = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")


class Examples(click.Command):
    """A command whose help ends with examples, as they are typed."""

    def __init__(self, *args: Any, examples: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = [line.strip() for line in examples.strip().splitlines()]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line each."""
        with formatter.section("Examples"):
            for line in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="tabletop-referee", prog_name="referee")
def cli() -> None:
    """The electronic referee for old board games.

    Start here:  referee play --twin

    Every command explains itself:  referee COMMAND --help
    """


def _words(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    """``musclor,stratos``."""
    words = tuple(word.strip() for word in (value or "").split(",") if word.strip())
    if value is not None and not words:
        raise click.BadParameter(f"{value!r} names nobody", context, parameter)
    return words


def _sets(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """``M36=places``."""
    sets = {}
    for value in values:
        code, equals, chosen = value.partition("=")
        if not (code and equals and chosen):
            raise click.BadParameter(f"{value!r} is not SWITCH=VALUE, as M36=places", context, parameter)
        sets[code] = chosen
    return sets


@cli.command(
    cls=Examples,
    examples="""
    referee play --twin
    referee play masters --twin --seats 3
    referee play masters --twin --seats musclor,stratos --bots stratos
    referee play masters --twin --headless --bots all --seats 4 --seed 1
    referee play masters --set M36=places --set dice=physical
    referee play shadowlord --twin --set preset=booklet --edition my-box.toml
    referee play shadowlord --twin --set tokens=tagged --set cards=tagged
    referee play --journal friday.journal
    """,
)
@click.argument("game", required=False)
@click.option("--twin", is_flag=True, help="Play at a simulated table in this terminal; no hardware is touched.")
@click.option("--seats", callback=_words, metavar="N|NAMES", help="How many play, or their pawns in seat order.")
@click.option("--bots", callback=_words, metavar="all|NAMES", help="Seats that the box plays, by pawn or number.")
@click.option("--seed", help="Of the electronic dice and piles; the same seed gives the same game.")
@click.option("--set", "sets", multiple=True, callback=_sets, metavar="SWITCH=VALUE", help="A house rule or option.")
@click.option("--edition", default="reference", show_default=True, metavar="NAME|FILE", help="The board and pieces.")
@click.option("--headless", is_flag=True, help="Without a terminal: the box plays, the outcome is printed.")
@click.option("--journal", type=A_FILE, help="Record into this file; if it is there, go on with it.")
@click.option("--config", type=A_FILE, help="The configuration, instead of the machine's or your own referee.toml.")
@click.option("--bench", type=A_FILE, hidden=True, help="Serve a test bench on this Unix socket.")
def play(
    game: str | None,
    twin: bool,
    seats: tuple[str, ...],
    bots: tuple[str, ...],
    seed: str | None,
    sets: dict[str, str],
    edition: str,
    headless: bool,
    journal: Path | None,
    config: Path | None,
    bench: Path | None,
) -> int:
    """Play GAME, or choose one at the table.

    Without --twin the table is the real one, and a configuration (referee.toml) says what is wired.

    Without GAME, the one that was interrupted last goes on where it was; with GAME a new one begins.

    --set takes house rules by their code, several of them by a preset=NAME, and table options; `referee games` lists
    them.
    """
    if game is None and (seats or bots or sets or seed is not None or (headless and not (journal or bench))):
        raise click.UsageError("name the game that is to be played: referee play GAME …; `referee games` lists them")
    gc.disable()  # nothing that a start loads becomes garbage; `run` enables it again
    from companion.daemon.config import find
    from companion.daemon.play import run
    from companion.daemon.request import PlayRequest

    if config is None and not twin:
        config = find()
    count, names = _seats(seats)
    return run(PlayRequest(game, twin, count, names, bots, seed, sets, edition, headless, journal, config, bench))


def _seats(words: tuple[str, ...]) -> tuple[int | None, tuple[str, ...]]:
    """``3``, or pawns."""
    try:
        (count,) = map(int, words)
    except ValueError:
        return None, words
    return count, ()


@cli.command(cls=Examples, examples="referee games")
@json_option
def games(as_json: bool) -> int:
    """List the games, their players, editions and house rules."""
    from companion.commands.listing import games

    return games(as_json)


@cli.command(
    cls=Examples,
    short_help="Print a game's rulebook, or a section of it.",
    examples="referee rules masters\nreferee rules masters 4.2",
)
@click.argument("game")
@click.argument("section", required=False)
@json_option
def rules(game: str, section: str | None, as_json: bool) -> int:
    """Print the rulebook of GAME, or one SECTION with those below it."""
    from companion.commands.listing import rules

    return rules(game, section, as_json)


@cli.command(
    cls=Examples,
    short_help="Name all mistakes of editions, lists of tags and configurations.",
    examples="referee check my-box.toml pieces/masters.toml\nreferee check /etc/referee/referee.toml",
)
@click.argument("files", nargs=-1, required=True, type=A_FILE)
@json_option
def check(files: tuple[Path, ...], as_json: bool) -> int:
    """Check editions, lists of tags and configurations, and name all their mistakes at once."""
    from companion.commands.checking import check

    return check(files, as_json)


@cli.command(
    cls=Examples, short_help="Play a journal again by today's rules.", examples="referee replay friday.journal"
)
@click.argument("file", type=A_FILE)
@json_option
def replay(file: Path, as_json: bool) -> int:
    """Play a journal's answers again by today's rules, and print the game log.

    A line is number, seat (from 0; -1 is chance), section, key.
    """
    from companion.commands.journals import replay

    return replay(file, as_json)


@cli.command(
    cls=Examples,
    short_help="Prove that a journal's dice are those of its seed.",
    examples="referee verify friday.journal",
)
@click.argument("file", type=A_FILE)
@json_option
def verify(file: Path, as_json: bool) -> int:
    """Prove that the dice and piles of a journal are those of its seed.

    Every answer of fate is computed anew from the seed, whose hash the table saw before the first roll; all other
    answers of chance are counted by where they came from.
    """
    from companion.commands.journals import verify

    return verify(file, as_json)


@cli.command(cls=Examples, examples="referee scenario ravine.scn\nreferee scenario *.scn --html report.html")
@click.argument("files", nargs=-1, required=True, type=A_FILE)
@click.option("--place", default="twin", show_default=True, metavar="twin", help="Where the scenarios run.")
@click.option("--junit", type=A_FILE, help="Write a report in JUnit's XML.")
@click.option("--html", type=A_FILE, help="Write a report with pictures of the screen.")
@click.option("--log", is_flag=True, help="Print the game log of each file as well.")
def scenario(files: tuple[Path, ...], place: str, junit: Path | None, html: Path | None, log: bool) -> int:
    """Run scenario files, one line each."""
    from companion.bench import run

    return run(files, place, junit, html, log)


@cli.group(short_help="Say which tag is stuck under which piece.")
def pieces() -> None:
    """Say which tag is stuck under which piece of a game.

    The list is a file a game, pieces/GAME.toml in the state folder; copied there on another box, it is known there.
    """


config_option: Final = click.option("--config", type=A_FILE, help="The configuration, instead of the machine's own.")
edition_option: Final = click.option(
    "--edition", default="reference", show_default=True, metavar="NAME|FILE", help="Which pieces there are."
)


@pieces.command(
    cls=Examples,
    short_help="Lay piece after piece on a reader.",
    examples="""
    referee pieces enrol masters
    referee pieces enrol masters --twin --file my-box.toml
    """,
)
@click.argument("game", required=False)
@click.option("--file", type=A_FILE, help="The list, instead of the one in the state folder.")
@click.option("--twin", is_flag=True, help="Without a reader: the ids of the tags are typed.")
@edition_option
@config_option
def enrol(game: str | None, file: Path | None, twin: bool, edition: str, config: Path | None) -> int:
    """Lay piece after piece of GAME on a reader, till each has its tag.

    The readers are those of referee.toml. Stop whenever you like: every tag is kept at once, and the next time goes on
    from there. `?` names the keys.
    """
    if game is None and file is None:
        raise click.UsageError("name a game: referee pieces enrol GAME; `referee games` lists them")
    from companion.commands.enrolling import enrol

    return enrol(game, file, config, twin, edition)


@pieces.command(
    "list",
    cls=Examples,
    short_help="List pieces and their tags.",
    examples="referee pieces list\nreferee pieces list masters\nreferee pieces list my-box.toml",
)
@click.argument("what", required=False, metavar="[GAME|FILE]")
@edition_option
@config_option
@json_option
def list_pieces(what: str | None, edition: str, config: Path | None, as_json: bool) -> int:
    """List the pieces of a game with their tags, and how many have one."""
    from companion.commands.pieces import list_pieces

    return list_pieces(what, config or _found(), edition, as_json)


@pieces.command(
    "check",
    cls=Examples,
    short_help="Name all mistakes of lists of tags.",
    examples="referee pieces check\nreferee pieces check my-box.toml",
)
@click.argument("files", nargs=-1, type=A_FILE, metavar="[FILE]...")
@edition_option
@config_option
@json_option
def check_pieces(files: tuple[Path, ...], edition: str, config: Path | None, as_json: bool) -> int:
    """Name all mistakes of these lists, or of those that this machine keeps."""
    from companion.commands.pieces import check_pieces

    return check_pieces(files, config or _found(), edition, as_json)


def _found() -> Path | None:
    """The configuration of this machine or user."""
    from companion.daemon.config import find

    return find()


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    args = sys.argv[1:] if args is None else list(args)
    try:
        status = cli.main(args, prog_name="referee", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return FAILED
    except BrokenPipeError:  # `referee rules masters | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        status = _status(error)
        if status is None:
            raise
        if "--json" in args:
            print(json.dumps({"error": _said(error)}, ensure_ascii=False))
        click.echo(_said(error), err=True)
        return status


def _said(error: Exception) -> str:
    """What is wrong, for the person at the keyboard."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror.lower()}"
    return str(error)


def _status(error: Exception) -> int | None:
    """The exit status of an error whose message is for the person at the keyboard; None: it is ours."""
    from companion.editions import UnknownEdition
    from companion.games import UnknownGame, WrongSwitches
    from companion.journal import InUse, JournalError, NotSaved
    from companion.mistakes import Mistakes
    from companion.open_game import CantBePlayed
    from companion.rulebook import UnknownSection

    match error:
        case InUse() | NotSaved():
            return CANT_START
        case Mistakes() | JournalError() | CantBePlayed() | UnknownEdition() | UnknownGame() | WrongSwitches():
            return WRONG
        case UnknownSection() | OSError():
            return WRONG
        case _:
            return None
