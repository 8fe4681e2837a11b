"""What the table can have before it, and what the box needs to know of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from companion.daemon.scribe import Scribe
from companion.referee.api import Begin, Input, Resume, Setting
from hardware.api import Reads, TagId

if TYPE_CHECKING:
    from companion.daemon.tag_book import Bearer

ReadsOf: TypeAlias = Callable[[str, TagId], Reads | None]
"""Role of a reader, tag -> how often it was seen since it came to lie there, where that can be told."""


class Sitting(Protocol):
    """A game's `Session`, the `Lobby`, `Tagging`, or a `Notice`."""

    @property
    def deadline(self) -> float | None:
        """When a `Tick` is due."""

    def begin(self, at: float) -> list[Any]:
        """The first outputs."""

    def receive(self, input: Input, at: float) -> list[Any]:
        """What this input leads to."""


class Seated(NamedTuple):
    """A sitting, and who writes its rows down; the lobby has none to write."""

    sitting: Sitting
    scribe: Scribe | None = None


class Host(Protocol):
    """Who fetches games from the shelf and puts them away.  What can't be had comes as a notice that says why."""

    def lobby(self) -> Seated:
        """The choice of games.  A game that was running no longer is."""

    def follow(self, output: Begin | Resume) -> Seated:
        """What the lobby asks for: a new game, or one that goes on."""

    def enrol(self, game: str, reads: ReadsOf) -> Seated:
        """The tags of a game."""

    def again(self) -> Seated:
        """The same game, seats and switches, with a new seed."""

    def anew(self) -> Seated:
        """After a fault: the running game, built from its journal; the lobby where none runs."""

    def fault(self, then: Callable[[], Seated], stands_s: float) -> Seated:
        """A notice that the referee is at fault and the game is kept."""

    def bearer(self, tag: str) -> Bearer:
        """What bears a tag: of the running game first, in the lobby of any."""

    @property
    def broken_files(self) -> tuple[str, ...]:
        """Files of tags that can't be read, by name."""

    def keep(self, setting: Setting) -> None:
        """Remember a setting that outlives the game."""
