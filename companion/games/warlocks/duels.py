"""Chapter 6: duels."""

from __future__ import annotations

from typing import Final

from companion.games.warlocks import move
from companion.games.warlocks.nouns import NOWHERE, Space, SpaceKind
from companion.games.warlocks.rules import Rules, pick, send
from companion.games.warlocks.state import State, say, tell, tell_move, tell_who, who
from companion.rules.dice import Pips, throw
from companion.rules.kernel import Decision, Flow, MuteNews, Option, Seat
from companion.rules.picture import Tally
from companion.rules.text import Text

MOST_DUELS: Final = 20
"""In a turn."""
_THROW: Final = Text("warlocks.duel.throw")
_WHOM: Final = Text("warlocks.duel.whom")
STAYS: Final = "warlocks.duel.stay"
_ENOUGH: Final = Text("warlocks.duel.enough")


def meet(m: Rules, s: State, seat: Seat, rivals: tuple[Option[Seat | None], ...]) -> Flow[bool]:
    """§6.1 A pawn that stops where another stands fights it; whether it is still there and the space works on it."""
    rival: Seat | None = (rivals[0] if len(rivals) == 1 else (yield Decision(seat, "6.1", _WHOM, rivals))).value
    if rival is None:
        return True
    if is_enough(s):
        return False
    s.duels += 1
    if type(s.news) is not MuteNews:
        say(s, "warlocks.duel.begins", who=who(s, seat), rival=who(s, rival))
    winner = yield from fight(m, s, seat, rival)
    loser = Seat(seat + rival - winner)
    take_princess(s, winner, loser)
    if is_enough(s):
        tell(s, _ENOUGH)
        return False
    stays = yield from leave(m, s, winner, loser)
    return stays and winner == seat


def is_enough(s: State) -> bool:
    """§6.5 After so many duels in one turn nobody fights any more, and all stay."""
    return s.duels >= MOST_DUELS


def fight(m: Rules, s: State, seat: Seat, rival: Seat) -> Flow[Seat]:
    """§6.2 The higher sum wins; equal ones are thrown again."""
    bonus = m.bonus[m.board.kinds[s.at[seat]] is SpaceKind.STAR]
    more, its_more = bonus[s.crafts[seat]], bonus[s.crafts[rival]]
    while True:
        mine: Pips = (yield throw(s, seat, "6.2", _THROW)).value
        theirs: Pips = (yield throw(s, rival, "6.2", _THROW)).value
        ahead = mine[0] + mine[1] + more - theirs[0] - theirs[1] - its_more
        if type(s.news) is not MuteNews:
            key = "warlocks.tie" if not ahead else "warlocks.duel.won"
            winner = {} if not ahead else {"who": who(s, seat if ahead > 0 else rival)}
            picture = Tally(
                who(s, seat), int(ahead > 0), _sum(mine, more), who(s, rival), int(ahead < 0), _sum(theirs, its_more), 1
            )
            say(s, key, picture, **winner)
        if ahead:
            return seat if ahead > 0 else rival


def take_princess(s: State, winner: Seat, loser: Seat) -> None:
    """§6.2 She goes to the winner at once."""
    if s.princess == loser:
        s.princess = winner
        tell_who(s, "warlocks.princess.goes", winner)


def leave(m: Rules, s: State, winner: Seat, loser: Seat) -> Flow[bool]:
    """§6.3 The winner moves the loser, then himself; whether he has stayed.

    §6.4 Whatever comes of the loser's stop is settled first.  If it has moved the winner, he has left already.
    """
    where = m.board.push(s, winner, loser)
    if where is None:
        return True
    bumped = s.bumped[winner]
    options = where.options
    taken: Space = (options[0] if len(options) == 1 else (yield where)).value
    if taken != NOWHERE:
        send(s, loser, taken)
        tell_move(s, "warlocks.duel.goes", loser, m.board.labels[taken])
        yield from move.stop(m, s, loser, False)
        if s.bumped[winner] != bumped or is_enough(s):
            return False
    return (yield from step_aside(m, s, winner, taken))


def step_aside(m: Rules, s: State, winner: Seat, taken: Space) -> Flow[bool]:
    """§6.3 The winner's own step, not to where the loser has gone; whether there is none."""
    where = m.board.leave(s, winner, taken)
    space = NOWHERE if where is None else (yield from pick(where))
    if space == NOWHERE:
        tell_who(s, STAYS, winner)
        return True
    send(s, winner, space)
    tell_move(s, "warlocks.duel.goes", winner, m.board.labels[space])
    yield from move.stop(m, s, winner, False)
    return False


def _sum(pips: Pips, bonus: int) -> str:
    added = f"+{bonus}" if bonus else ""
    return f"{pips[0]}+{pips[1]}{added}={sum(pips) + bonus}"
