"""The edition: arena, walls, teams and spinner as data, and what can be wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final, Literal

from companion.games.megamatch.nouns import LEAST_CREATURES, SEATS, WALL_SPACES, Creature, piece_of
from companion.rules.game import Mistake
from companion.table.model import PieceEntry, miscounted

Source = Literal["rulebook", "public", "house"]

MOST_COLUMNS: Final = 26
"""One letter each."""
MOST_ROWS: Final = 20
MOST_CREATURES: Final = 99
MOST_SPUN: Final = 99
"""Numbers and Ms: two digits."""
LEADER_COLUMNS: Final = 12
"""What the screen has for a name, with the space beside it."""
KNOWN_TEAMS: Final = ("grape", "green")
"""Those that have a name in every language."""
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Arena:
    """So many rows from wall to wall, so many columns along each."""

    source: Source
    rows: int
    columns: int
    pitch_mm: float = 40.0
    """From the middle of a space to that of the next."""


@dataclass(frozen=True, slots=True)
class Wall:
    """The top of a wall; the first one stands before row 1, the second behind the last row."""

    source: Source
    team: str
    columns: tuple[int, ...]
    """The columns, from 1, at which its spaces stand."""


@dataclass(frozen=True, slots=True)
class Team:
    """Creatures of one colour."""

    source: Source
    id: str
    mark: str
    leader: str
    creatures: int
    name: str = ""
    """What the players call it; not needed where the id is a colour of the box."""


@dataclass(frozen=True, slots=True)
class Sector:
    """What the needle can stop at."""

    number: int
    ms: int


@dataclass(frozen=True, slots=True)
class Spinner:
    """The sectors, all of one size; or, of a spinner that only the table knows, what can come up."""

    source: Literal["rulebook", "public", "house", "table"]
    sector: tuple[Sector, ...] = ()
    numbers: tuple[int, int] | None = None
    """Source ``table``: the lowest and the highest number."""
    ms: tuple[int, int] | None = None
    """Source ``table``: the fewest and the most Ms."""


@dataclass(frozen=True, slots=True)
class Edition:
    """The whole file."""

    edition: str
    game: Literal["megamatch"]
    arena: Arena
    wall: tuple[Wall, ...]
    team: tuple[Team, ...]
    spinner: Spinner
    pieces: Mapping[str, PieceEntry] = field(default_factory=dict, hash=False)
    """The creatures, each with its own kind; left out, none can be tapped."""


def check(edition: Edition) -> list[Mistake]:
    """All that is wrong with arena, walls, teams and spinner; and once the teams are right, with the pieces."""
    spinner = edition.spinner
    teams = list(_teams(edition.team))
    return [
        *_arena(edition.arena),
        *_walls(edition),
        *teams,
        *(_ranges(spinner) if spinner.source == "table" else _sectors(spinner)),
        *(miscounted(edition.pieces, _creatures(edition.team)) if not teams else ()),
    ]


def _creatures(teams: Sequence[Team]) -> dict[str, int]:
    return {piece_of(team.id, Creature(n)): 1 for team in teams for n in range(team.creatures)}


def _arena(arena: Arena) -> Iterator[Mistake]:
    if not WALL_SPACES <= arena.columns <= MOST_COLUMNS:
        remedy = f"{WALL_SPACES} to {MOST_COLUMNS}: a wall has {WALL_SPACES} spaces, a column is a letter"
        yield Mistake("arena.columns", f"{arena.columns} columns", remedy)
    if not 1 <= arena.rows <= MOST_ROWS:
        yield Mistake("arena.rows", f"{arena.rows} rows", f"1 to {MOST_ROWS}")
    if not 0 < arena.pitch_mm < inf:
        yield Mistake("arena.pitch_mm", f"{arena.pitch_mm:g} mm from space to space", "a length of more than 0")


def _walls(edition: Edition) -> Iterator[Mistake]:
    walls, columns = edition.wall, edition.arena.columns
    if len(walls) != max(SEATS):
        yield Mistake("wall", f"{len(walls)} walls", f"{max(SEATS)}, on opposite sides")
    teams = [team.id for team in edition.team]
    for n, wall in enumerate(walls):
        if wall.team not in teams:
            yield Mistake(f"wall.{n}.team", f"no team {wall.team!r}", f"one of {', '.join(teams)}")
        if wall.team in [other.team for other in walls[:n]]:
            yield Mistake(f"wall.{n}.team", f"{wall.team} has two walls", "one a team")
        if len(wall.columns) != WALL_SPACES:
            what = f"{len(wall.columns)} spaces on the wall of {wall.team}"
            yield Mistake(f"wall.{n}.columns", what, f"{WALL_SPACES}, each at a column of its own")
        for m, column in enumerate(wall.columns):
            if not 1 <= column <= columns:
                what = f"the arena has no column {column}"
                yield Mistake(f"wall.{n}.columns.{m}", what, f"its columns are 1 to {columns}")
            if column in wall.columns[:m]:
                yield Mistake(f"wall.{n}.columns.{m}", f"column {column} for the second time", "one space a column")


def _teams(teams: Sequence[Team]) -> Iterator[Mistake]:
    if len(teams) != max(SEATS):
        yield Mistake("team", f"{len(teams)} teams", f"{max(SEATS)}: one a player")
    for n, team in enumerate(teams):
        if not _ID.fullmatch(team.id):
            yield Mistake(f"team.{n}.id", f"{team.id!r} can't name a team", "small letters, digits and hyphens")
        elif not team.name.strip() and team.id not in KNOWN_TEAMS:
            remedy = f"give it a name; {' and '.join(KNOWN_TEAMS)} need none"
            yield Mistake(f"team.{n}.name", f"{team.id} has no name", remedy)
        if len(team.mark) != 1 or team.mark.isspace():
            yield Mistake(f"team.{n}.mark", f"{team.mark!r} isn't one character", "as ◆ ● ▲ ■")
        for name in ("leader", "name"):
            if len(getattr(team, name)) > LEADER_COLUMNS:
                what = f"{getattr(team, name)} is too long for the screen"
                yield Mistake(f"team.{n}.{name}", what, f"at most {LEADER_COLUMNS} characters")
        if not team.leader.strip():
            yield Mistake(f"team.{n}.leader", f"{team.id} has no leader", "the name of its first creature")
        if not LEAST_CREATURES <= team.creatures <= MOST_CREATURES:
            what = f"{team.creatures} creatures"
            yield Mistake(f"team.{n}.creatures", what, f"{LEAST_CREATURES} to {MOST_CREATURES}")
        elif team.creatures != teams[0].creatures:
            what = f"{team.creatures} creatures, and {teams[0].id} has {teams[0].creatures}"
            yield Mistake(f"team.{n}.creatures", what, "as many for each team")
        for key in ("id", "mark", "leader", "name"):
            mine = getattr(team, key)
            if mine and mine in [getattr(other, key) for other in teams[:n]]:
                what = f"{mine!r} for the second time"
                yield Mistake(f"team.{n}.{key}", what, "one of its own for each team")


def _sectors(spinner: Spinner) -> Iterator[Mistake]:
    for key in ("numbers", "ms"):
        if getattr(spinner, key) is not None:
            what = "a range beside the sectors"
            yield Mistake(f"spinner.{key}", what, 'leave it out, or say source = "table" and list no sectors')
    if not spinner.sector:
        remedy = 'list its sectors, or say source = "table" with the ranges of numbers and ms'
        yield Mistake("spinner", "a spinner without numbers and without Ms", remedy)
        return
    for n, sector in enumerate(spinner.sector):
        if not 1 <= sector.number <= MOST_SPUN:
            yield Mistake(f"spinner.sector.{n}.number", f"a move of {sector.number}", f"1 to {MOST_SPUN}")
        if not 0 <= sector.ms <= MOST_SPUN:
            yield Mistake(f"spinner.sector.{n}.ms", f"{sector.ms} Ms", f"0 to {MOST_SPUN}")
    if len({sector.number for sector in spinner.sector}) < 2:
        remedy = "two different ones or more, or nobody is ever first"
        yield Mistake("spinner.sector", "the same number in all sectors", remedy)
    if all(sector.ms == 0 for sector in spinner.sector):
        yield Mistake("spinner.sector", "a spinner without Ms", "give some of its sectors Ms, or no combat is ever won")
    elif len({sector.ms for sector in spinner.sector}) < 2:
        remedy = "two different counts or more, or one against one is never won"
        yield Mistake("spinner.sector", "as many Ms in all sectors", remedy)


def _ranges(spinner: Spinner) -> Iterator[Mistake]:
    if spinner.sector:
        remedy = "leave the sectors out, or say whose they are: rulebook, public or house"
        yield Mistake("spinner.source", "a spinner that only the table knows, with sectors", remedy)
    for key, what, least in (("numbers", "numbers", 1), ("ms", "Ms", 0)):
        between: tuple[int, int] | None = getattr(spinner, key)
        if between is None:
            yield Mistake("spinner", f"a spinner without {what}", f"{key} = [lowest, highest]")
            continue
        low, high = between
        if low < least:
            yield Mistake(f"spinner.{key}.0", f"{what} from {low}", f"{least} or more")
        if high > MOST_SPUN:
            yield Mistake(f"spinner.{key}.1", f"{what} up to {high}", f"{MOST_SPUN} at most")
        if high <= low:
            yield Mistake(f"spinner.{key}.1", f"{what} from {low} to {high}", "the highest is more than the lowest")
