"""Chapter 9, free mode: a real board that isn't entered.  The players say on what kind of space a pawn has stopped.

The board is a handful of places, one for each kind of space that the rules tell apart.  Which way a pawn goes, how far
it is, and whether another one stands there is the table's business; everything else is as on an entered board.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.warlocks.board import (
    ALONG,
    ANYWHERE,
    DETOUR,
    LEAVE,
    NOT_READY,
    PUSH,
    RIVALS,
    SPELL,
    WHERE,
    is_ready,
)
from companion.games.warlocks.nouns import NAMED, NOWHERE, Space, SpaceKind
from companion.games.warlocks.state import State
from companion.rules.game import BoardMap
from companion.rules.kernel import Decision, Denied, Option, Seat
from companion.rules.text import Text, text

_PLACES: Final = {
    "plain": SpaceKind.PLAIN,
    "arrow": SpaceKind.ARROW,
    "star": SpaceKind.STAR,
    "x": SpaceKind.X,
    "large": SpaceKind.DESERT,
    "inn": SpaceKind.TAVERN,
    "ruins": SpaceKind.RUINS,
    "maze": SpaceKind.MAZE,
    "dungeon": SpaceKind.DUNGEON,
    "lair": SpaceKind.LAIR,
    "seaport": SpaceKind.SEAPORT,
    "castle": SpaceKind.CASTLE,
}
"""The desert stands for all large circles, the tavern for the camp as well."""
_ALIKE: Final = ("plain", "arrow", "star", "x", "large", "inn")
_SQUARE: Final = ("ruins", "maze", "dungeon", "lair")
_ANY: Final = tuple(name for name in _PLACES if name != "castle")
"""Where a pawn can be made to go."""
_ON_THE_WAY: Final = ("inn", "plain", "arrow", "star", "x", "large")
_IDS: Final = tuple(_PLACES)
_CASTLE: Final = Space(_IDS.index("castle"))
_SQUARES: Final = Text("warlocks.free.squares")
_LABELS: Final = tuple(
    Text(f"warlocks.free.{name}") if name in _ALIKE else NAMED[kind] for name, kind in _PLACES.items()
)
_NO_CASTLE: Final = Denied("land/castle", "4.7", NOT_READY, _LABELS[_CASTLE])


def _to(verb: str, names: Iterable[str]) -> tuple[Option[Space], ...]:
    """Places to come to; the squares open as a group where the list is long."""
    return tuple(
        Option(f"{verb}/{name}", Space(n), _LABELS[n], 1, _SQUARES if name in _SQUARE else None)
        for name, n in ((name, _IDS.index(name)) for name in names)
    )


_LAND: Final = _to("land", _ANY)
_LAND_IN_CASTLE: Final = _to("land", ["castle"])
_FOLLOW: Final = _to("land", _ON_THE_WAY)
_ALONG: Final = (*_to("land", _ANY), Option("stay", NOWHERE, Text("warlocks.free.dead_end")))
_SEND: Final = _to("send", _ANY)
_PUSH: Final = (*_to("push", _ANY), Option("stay", NOWHERE, Text("warlocks.free.dead_end")))
_GO: Final = (*_to("go", _ANY), Option("stay", NOWHERE, Text("warlocks.free.dead_end")))
_MOVE: Final = _to("move", _ANY)
_STAY: Final = Option("stay", NOWHERE, Text("warlocks.free.stay"))
_ALONE: Final[Option[Seat | None]] = Option("none", None, Text("warlocks.free.alone"))


class FreeBoard:
    """The places of a board that nobody has entered."""

    ids = _IDS
    kinds = tuple(_PLACES.values())
    labels = _LABELS
    arrivals = tuple(text("warlocks.move.go", space=label) for label in _LABELS)
    bits = (0,) * len(_PLACES)
    seaport = Space(_IDS.index("seaport"))
    castle = _CASTLE

    def where(self, s: State, seat: Seat, steps: int) -> Decision | None:
        """§3.1 On what the pawn stops, or that it stays."""
        ready = is_ready(s, seat)
        options = (*_LAND, *(_LAND_IN_CASTLE if ready else ()), _STAY)
        return Decision(seat, "3.1", WHERE[steps], options, refused=() if ready else (_NO_CASTLE,))

    def detour(self, s: State, seat: Seat, steps: int) -> Decision | None:
        """§4.3 The tavern or the camp, or a space before it."""
        return Decision(seat, "4.3", DETOUR[steps], _FOLLOW)

    def along(self, s: State, seat: Seat) -> Decision | None:
        """§4.1 On what the arrow ends."""
        return Decision(seat, "4.1", ALONG, _ALONG)

    def spell(self, s: State, seat: Seat, other: Seat) -> Decision | None:
        """§4.2 On what the pawn stops that the spell moves."""
        return Decision(seat, "4.2", SPELL, _SEND)

    def rivals(self, s: State, seat: Seat) -> tuple[Option[Seat | None], ...]:
        """§6.1 Perhaps one of those that stand on a space of the same kind; the players see it."""
        here = s.at[seat]
        there = [RIVALS[s.pawns[n]][n] for n, place in enumerate(s.at) if place == here and n != seat]
        return (_ALONE, *there) if there else ()

    def push(self, s: State, seat: Seat, loser: Seat) -> Decision | None:
        """§6.3 On what the loser stops, or that no way leads out."""
        return Decision(seat, "6.3", PUSH, _PUSH)

    def leave(self, s: State, seat: Seat, taken: Space) -> Decision | None:
        """§6.3 On what the winner stops, or that no other way leads out."""
        return Decision(seat, "6.3", LEAVE, _GO)

    def anywhere(self, s: State, seat: Seat) -> Decision | None:
        """§4.5 Where the table sends the pawn."""
        return Decision(seat, "4.5", ANYWHERE, _MOVE)

    def map_of(self, s: State) -> BoardMap | None:
        """Nobody has entered one."""
        return None
