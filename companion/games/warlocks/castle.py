"""§4.7 The castle."""

from __future__ import annotations

from companion.games.warlocks.state import NOBODY, State, say, who
from companion.rules.game import Outcome
from companion.rules.kernel import Seat
from companion.rules.text import text


def enter(s: State, seat: Seat) -> None:
    """§4.7 Whoever enters has won."""
    s.winner = seat
    say(s, "warlocks.castle.enter", who=who(s, seat))


def is_over(s: State) -> bool:
    """§4.7 And the game is over."""
    return s.winner != NOBODY


def outcome(s: State) -> Outcome | None:
    """Who won.  There are no other places."""
    if not is_over(s):
        return None
    return Outcome((s.winner,), (s.winner,), text("warlocks.wins", who=who(s, s.winner)))
