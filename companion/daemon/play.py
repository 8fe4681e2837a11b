"""``referee play``: puts a box together, on real devices or on the twin, and plays.

Which of the two is said by whoever starts it, and neither ever stands in for the other.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from companion.daemon import logs
from companion.daemon.box import NoInput
from companion.daemon.config import Config, load, state_folder
from companion.daemon.host import ShelfHost
from companion.daemon.notice import Next
from companion.daemon.port import Disk, RealPins
from companion.daemon.request import PlayRequest
from companion.daemon.serve import Bench, serve
from companion.open_game import CantBePlayed, new_header
from companion.referee.api import Told
from companion.referee.settings import Settings
from companion.rules.kernel import EVERYONE
from companion.words import Words
from hardware.rig import Rig

BY_HAND: Final = ("physical", "tagged")

AT_FAULT: Final = 1
WRONG_USAGE: Final = 2
CANT_START: Final = 3

BOTH_WAYS: Final = """\
There is no configuration, so it isn't known what is wired. Either play at a simulated table:
  referee play --twin
or write /etc/referee/referee.toml (an empty file stands for the standard wiring), or name one:
  referee play --config FILE"""
NO_TERMINAL: Final = """\
The simulated table needs a terminal, and this is none. Start it in one, or let the box play alone:
  referee play GAME --twin --headless --bots all"""
NOT_SAVED: Final = "The disk took nothing any more: the last moves are not in the journal. Make room on the disk."

NOBODY: Final = """\
Without a terminal nobody could answer for all seats. Let the box play them:
  referee play GAME --twin --headless --bots all"""


def run(request: PlayRequest) -> int:
    """Play as asked, and return the exit status: 0 done, 1 the referee was at fault, 2 wrong usage, 3 it can't start.

    Raises what `companion.cli` has words for: mistakes in files, a game or a switch that doesn't exist, a journal that
    can't be opened or written.
    """
    try:
        return _run(request)
    finally:
        gc.enable()


def _run(request: PlayRequest) -> int:
    config = Config() if request.config is None else load(request.config)
    if not request.twin:
        if request.config is None:
            return _say(BOTH_WAYS, WRONG_USAGE)
        return _at_the_real_table(request, config)
    if request.headless:
        return _without_a_terminal(request, config)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _say(NO_TERMINAL, WRONG_USAGE)
    return _in_the_terminal(request, config)


def _say(what: str, status: int) -> int:
    print(what, file=sys.stderr)
    return status


# -- the three tables -------------------------------------------------------------------------------------------------


def _at_the_real_table(request: PlayRequest, config: Config) -> int:
    logs.start()
    disk = Disk()
    host = _host(request, config, disk)
    rig = Rig(config.wiring, clock=time.monotonic, notify_folder=_notify_folder())
    bench = None if request.bench is None else Bench(request.bench, RealPins(), disk)
    return _serve(serve(rig, host, _first(request, host), bench=bench))


def _without_a_terminal(request: PlayRequest, config: Config) -> int:
    if request.bench is None:
        return _alone(request, config)
    logs.start()
    disk = Disk()
    host = _host(request, config, disk)
    world, rig = _twin(config, time.monotonic)
    return _serve(serve(rig, host, _first(request, host), bench=Bench(request.bench, world, disk)))


def _alone(request: PlayRequest, config: Config) -> int:
    """The box plays the whole game on travelling time.  One seed, one output."""
    from companion.daemon.batch import outcome, play_out

    logs.start(level=logs.WARNING)
    host = _host(request, config, Disk())
    first = _first(request, host)
    loop = import_module("hardware.twin.clock").TravellingLoop()
    world, rig = _twin(config, loop.time)
    try:
        session = play_out(loop, rig, world, host, first)
    finally:
        loop.close()
    if session is None:
        return AT_FAULT
    for line in outcome(session, Words(config.language)):
        print(line)
    if request.journal is None:
        print(f"journal: {host.last_journal}")
    return 0 if host.is_saved else AT_FAULT


def _in_the_terminal(request: PlayRequest, config: Config) -> int:
    folder = state_folder(config)
    logs.start(folder / "referee.log")
    disk = Disk()
    config = _with_readers(config)
    host = _host(request, config, disk, makes_up_tags=True)
    first = _first(request, host)
    world, rig = _twin(config, time.monotonic)
    tells: list[Callable[[str], None]] = []
    bench = None if request.bench is None else Bench(request.bench, world, disk)

    def main() -> Any:
        return serve(rig, host, first, listener=partial(_tell, tells), bench=bench)

    from companion.daemon.tappable import Tappable

    terminal = import_module("companion.daemon.terminal")
    status: int = terminal.sit_down(
        world, tells.append, main, lambda: Words(host.settings.language), tappable=Tappable(world, host.tagged)
    )
    if host.last_journal is not None:
        print(f"journal: {host.last_journal}")
    return status if host.is_saved else _say(NOT_SAVED, AT_FAULT)


def _tell(tells: list[Callable[[str], None]], output: Any) -> None:
    """The public log's lines, to whoever shows them."""
    if isinstance(output, Told) and output.audience == EVERYONE:
        for tell in tells:
            tell(output.line)


def _serve(serving: Any) -> int:
    try:
        status: int = asyncio.run(serving)
    except NoInput as error:
        return _say(str(error), CANT_START)
    return status


# -- what a table is put together from --------------------------------------------------------------------------------


def _host(request: PlayRequest, config: Config, disk: Disk, makes_up_tags: bool = False) -> ShelfHost:
    """Raises `NotSaved` where games are to be kept on a shelf that takes none."""
    settings = Settings(language=config.language, quiet=config.quiet)
    host = ShelfHost(
        state_folder(config),
        settings,
        bench=request.bench is not None,
        before_commit=disk,
        has_readers=bool(config.wiring.readers),
        makes_up_tags=makes_up_tags,
    )
    if request.journal is None:
        host.check_shelf()
    return host


def _twin(config: Config, clock: Callable[[], float]) -> tuple[Any, Rig]:
    """The simulated world, and a rig whose pins and buses end in it."""
    world = import_module("hardware.twin.world").World(config.wiring, clock, _call_at)
    return world, world.rig()


def _call_at(at: float, do: Callable[[], object]) -> object:
    """On the loop that runs, whose time is the world's."""
    return asyncio.get_running_loop().call_at(at, do)


def _with_readers(config: Config) -> Config:
    """A table at which every piece can be tapped."""
    from companion.daemon.config_readers import ROLES  # only where tags are wanted

    with_readers = import_module("hardware.twin.readers").with_readers
    return replace(config, wiring=with_readers(config.wiring, *ROLES))


def _first(request: PlayRequest, host: ShelfHost) -> Next:
    """What comes before the table first.  Everything that can be wrong with the request is said here and now."""
    journal = request.journal
    if journal is not None and journal.exists():
        return partial(host.open, journal, request.game)
    if request.game is None:
        if journal is not None:
            raise CantBePlayed(
                f"{journal} isn't there; to begin it, name a game: referee play GAME --journal {journal}"
            )
        return host.first
    header = new_header(
        request.game,
        request.seats,
        request.names,
        request.bots,
        request.sets,
        request.seed,
        request.edition,
        request.bench is not None,
    )
    plays_alone = request.twin and request.headless and request.bench is None
    if plays_alone and len(header.bots) < header.seats:
        raise CantBePlayed(NOBODY)
    if plays_alone and (real := [name for name, how in header.options.items() if how in BY_HAND]):
        raise CantBePlayed(f"without a terminal nobody could say what the real {' and '.join(real)} show")
    return partial(host.begin, header, journal)


def _notify_folder() -> Path:
    """Where lgpio may put its pipe: the unit's run-time folder, else one of our own."""
    given = os.environ.get("LG_WD") or os.environ.get("RUNTIME_DIRECTORY")
    if given:
        return Path(given)
    import tempfile

    return Path(tempfile.mkdtemp(prefix="referee-"))
