"""§4.5, §4.6: the squares, their tables, and the visits."""

from __future__ import annotations

from typing import Any, Final

from companion.games.warlocks import move
from companion.games.warlocks.nouns import NAMED, NOWHERE, PAWNS, PRINCESS_PIECE, SQUARES, Space, piece_of
from companion.games.warlocks.rules import Result, Rules, pick, send
from companion.games.warlocks.state import NOBODY, State, say, tell_move, tell_total, tell_who, who
from companion.rules.dice import Pips, throw
from companion.rules.kernel import Decision, Flow, MuteNews, Option, Seat
from companion.rules.text import Text, text

MOST_LOST: Final = 3
"""So many turns at most the players can say that a table takes."""
_NO_RESULT: Final = Result()
_THROW: Final = Text("warlocks.table.throw")
_NOTHING: Final = Option("nothing", "nothing", Text("warlocks.table.nothing"))
_DONE: Final = Option("done", "nothing", Text("warlocks.table.done"))
_LOSE: Final = tuple(Option(f"lose/{n}", n, text("warlocks.table.lose", n=n)) for n in range(1, MOST_LOST + 1))
_PRINCESS: Final = Option("princess", "princess", Text("warlocks.table.princess"), piece=PRINCESS_PIECE)
_SHE_COMES: Final = Option("princess", "princess", Text("warlocks.table.she_comes"), piece=PRINCESS_PIECE)
_MOVE: Final = Option("move", "move", Text("warlocks.table.move"))
_AGAIN: Final = Option("again", "again", Text("warlocks.table.again"))
_READ: Final = Text("warlocks.table.read")
_MORE: Final = Text("warlocks.table.more")


def end_turn(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§4.5 A turn that ends on a square ends with its table, even if a table has sent the pawn there."""
    while s.at[seat] in m.results:
        visit(m, s, seat)
        if not (yield from consult(m, s, seat)):
            return
        yield from move.stop(m, s, seat, False)


def visit(m: Rules, s: State, seat: Seat) -> None:
    """§4.6 The place is visited, whatever its table says."""
    kind = m.board.kinds[s.at[seat]]
    s.visits[seat] |= 1 << SQUARES.index(kind)
    if type(s.news) is not MuteNews:
        say(s, "warlocks.visit", who=who(s, seat), square=NAMED[kind])


def consult(m: Rules, s: State, seat: Seat) -> Flow[bool]:
    """§4.5 Throw, and do what the table says; whether it has moved the pawn."""
    table = m.results[s.at[seat]]
    while True:
        pips: Pips = (yield throw(s, seat, "4.5", _THROW)).value
        tell_total(s, pips)
        if table is None:
            result = yield from read(m, s, seat)
        else:
            result = table[pips[0] + pips[1]]
            undergo(m, s, seat, result)
        if not result.again:
            return result.move != NOWHERE


def undergo(m: Rules, s: State, seat: Seat, result: Result) -> None:
    """§4.5 What a table can do."""
    if result == _NO_RESULT:
        say(s, "warlocks.table.nothing_happens")
        return
    if result.text:
        say(s, "warlocks.table.text", words=result.text)
    if result.lose_turns:
        s.lost[seat] += result.lose_turns
        say(s, "warlocks.table.loses", who=who(s, seat), n=result.lose_turns)
    if result.princess is not None and (s.princess == seat) is (result.princess != 0):
        s.princess = Seat((seat + result.princess) % len(s.at))
        tell_who(s, "warlocks.princess.goes", s.princess)
    if result.move != NOWHERE:
        send(s, seat, result.move)
        tell_move(s, "warlocks.table.go", seat, m.board.labels[result.move])
    if result.again:
        say(s, "warlocks.table.throw_again")


def read(m: Rules, s: State, seat: Seat) -> Flow[Result]:
    """Chapter 9: the players read the result from their board, and each part of it happens when it is said."""
    whole = part = _NO_RESULT
    while True:
        options: list[Option[Any]] = [_NOTHING if whole == _NO_RESULT else _DONE]
        options += _LOSE if not whole.lose_turns else ()
        options += [_PRINCESS if s.princess == seat else _SHE_COMES] if whole.princess is None else ()
        options += [_MOVE, _AGAIN] if whole.move == NOWHERE else ()
        prompt = _READ if whole == _NO_RESULT else _MORE
        said: int | str = yield from pick(Decision(seat, "4.5", prompt, tuple(options)))
        match said:
            case "princess":
                to = yield from new_escort(s, seat)
                part = Result(princess=(to - seat) % len(s.at))
                whole = whole._replace(princess=part.princess)
            case "move":
                part = Result(move=(yield from sent_to(m, s, seat)))
                whole = whole._replace(move=part.move)
            case "again":
                part = Result(again=True)
                whole = whole._replace(again=True)
            case int():
                part = Result(lose_turns=said)
                whole = whole._replace(lose_turns=said)
            case _:
                if whole == _NO_RESULT:
                    undergo(m, s, seat, whole)
                return whole
        undergo(m, s, seat, part)
        if whole.again:
            return whole


def new_escort(s: State, seat: Seat) -> Flow[Seat]:
    """§4.5 To whom the table gives the princess: from her escort to another player, else to the one who threw."""
    if s.princess not in (seat, NOBODY):
        return seat
    others = [other for other in s.seats if other != seat]
    options = tuple(
        Option(f"seat/{other}", other, who(s, other), piece=piece_of(PAWNS[s.pawns[other]])) for other in others
    )
    to: Seat = yield from pick(Decision(seat, "4.5", Text("warlocks.table.to_whom"), options))
    return to


def sent_to(m: Rules, s: State, seat: Seat) -> Flow[Space]:
    """§4.5 Where the table sends the pawn."""
    where = m.board.anywhere(s, seat)
    space: Space = NOWHERE if where is None else (yield from pick(where))
    return space
