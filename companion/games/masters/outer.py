"""Chapter 3: the outer board, its tokens, monsters and spaceship."""

from __future__ import annotations

from typing import Final

from companion.games.masters import ravine
from companion.games.masters.board import Candidates
from companion.games.masters.nouns import FACE_UP, HELD, NOWHERE, SEATS, TOKEN_NAMES, WEAPONS, Space, Token, TokenId
from companion.games.masters.rules import Rules, pick, settle, who
from companion.games.masters.state import State, say, tell, tell_dice
from companion.rules.dice import Pips, throw
from companion.rules.kernel import Decision, Flow, Option, Seat
from companion.rules.text import Text, text

_DICE: Final = tuple(Option(f"die/{n}", n, text("masters.die", points=n)) for n in range(1, 7))
_WHICH_DIE: Final = Text("masters.move.which_die")
WHICH_DIE: Final = tuple(
    {
        (a, b): Decision(Seat(seat), "3.1", _WHICH_DIE, (_DICE[a - 1], _DICE[b - 1]))
        for a in range(1, 7)
        for b in range(1, 7)
        if a != b
    }
    for seat in range(SEATS[-1])
)
THIS_DIE: Final = {n: text("masters.move.this_die", points=n) for n in range(1, 7)}
STAY: Final = Text("masters.move.stay")
_TAKE: Final = (Option("take", True, Text("masters.token.take")), Option("leave", False, Text("masters.token.leave")))
TAKE_OR_LEAVE: Final = tuple(
    {kind: Decision(Seat(seat), "3.6", text("masters.token.take_it", token=TOKEN_NAMES[kind]), _TAKE) for kind in Token}
    for seat in range(SEATS[-1])
)
GIVE: Final = {
    kind: Option(f"give/{kind}", kind, TOKEN_NAMES[kind], piece=f"token/{kind}") for kind in (*WEAPONS, Token.TIGER)
}
_HOLDABLE: Final = frozenset({*WEAPONS, Token.TIGER})
_TURN: Final = (Option("turn", True, Text("masters.token.do_turn")), Option("leave", False, Text("masters.token.let")))
_PUT_BACK: Final = Option("leave", None, Text("masters.token.leave"))
_STAY: Final = Option("stay", None, Text("masters.fly.stay"))
_FLY_NOW: Final = Text("masters.fly.where")


def move(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§3.1 Throw two dice; the points of one of them move the pawn, all of them."""
    board = m.board
    pips: Pips = (yield throw(s, seat, "3.1")).value
    tell_dice(s, "masters.move.threw", pips)
    dice = board.walkable(s, seat, pips)
    if not dice:
        tell(s, STAY)
        return
    if len(dice) == 2:
        die: int = (yield WHICH_DIE[seat][pips]).value
    else:
        die = dice[0]
        tell(s, THIS_DIE[die])
    where = board.where(s, seat, die)
    if where is not None:
        options = where.options
        s.at[seat] = space = (options[0] if len(options) == 1 else (yield where)).value
        tell(s, board.arrivals[space])
        if space == s.ship or s.face_down & board.bits[space]:
            yield from land(m, s, seat)


def land(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§3.5, §3.10 A pawn that has come to the spaceship or to a token may use it, or turns it."""
    if s.at[seat] == s.ship and (yield from board_ship(m, s, seat)):
        return
    if s.face_down & m.board.bits[s.at[seat]]:
        yield from turn_token(m, s, seat)


def turn_token(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§3.5 Turn the token and show it to all."""
    token = yield from m.board.turn(s, seat)
    kind = s.token_is[token]
    assert kind is not None
    say(s, "masters.token.shows", token=TOKEN_NAMES[kind])
    if kind in _HOLDABLE:
        yield from take(m, s, seat, token, kind)
    elif kind is Token.SHIP:
        yield from spaceship(m, s, seat, token)
    else:
        yield from monster(m, s, seat)


def take(m: Rules, s: State, seat: Seat, token: TokenId, kind: Token) -> Flow[None]:
    """§3.6 A weapon or the tiger may be taken, one of each; else it goes back, face down."""
    if kind in s.held[seat]:
        say(s, "masters.token.has", token=TOKEN_NAMES[kind])
        return
    if (yield TAKE_OR_LEAVE[seat][kind]).value:
        m.board.lift(s, token, HELD)
        s.held[seat][kind] = token
        say(s, "masters.token.taken", token=TOKEN_NAMES[kind])
    else:
        say(s, "masters.token.back", space=m.label(s.at[seat]))


def monster(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§3.7 The monster goes back, and so does a token of the player's."""
    say(s, "masters.monster.back", space=m.label(s.at[seat]))
    held = s.held[seat]
    if not held:
        say(s, "masters.monster.nothing")
        return
    squares = m.board.empty(s)
    if not squares.options:
        say(s, "masters.put.nowhere")
        return
    kinds = [kind for kind in (*WEAPONS, Token.TIGER) if kind in held]
    options = tuple([GIVE[kind] for kind in kinds])
    kind = yield from pick(Decision(seat, "3.7", Text("masters.monster.which"), options))
    yield from put_down(m, s, seat, kind, squares, right_of(s, seat), "3.8")


def right_of(s: State, seat: Seat) -> Seat:
    """§3.8 The neighbour on the right: play goes clockwise, to the left."""
    return Seat((seat - 1) % len(s.at))


def put_down(
    m: Rules, s: State, seat: Seat, kind: Token, squares: Candidates[Space], chooser: Seat, rule: str
) -> Flow[None]:
    """§3.8 A token that is given back goes, face down, to a token square without a token and without a pawn."""
    prompt = text("masters.put.where", token=TOKEN_NAMES[kind], who=who(s, seat))
    space = yield from settle(chooser, rule, prompt, squares)
    if space == NOWHERE:
        say(s, "masters.put.nowhere")
        return
    m.board.lay(s, s.held[seat].pop(kind), space)
    say(s, "masters.put.down", token=TOKEN_NAMES[kind], space=m.label(space))


def spaceship(m: Rules, s: State, seat: Seat, token: TokenId) -> Flow[None]:
    """§3.9 Fly at once, or put the spaceship back, face down."""
    found = m.board.landings(s, seat)
    space = (yield Decision(seat, "3.9", _FLY_NOW, (*found.options, _PUT_BACK), refused=found.refused)).value
    if space is None:
        say(s, "masters.token.back", space=m.label(s.at[seat]))
        return
    m.board.lift(s, token, FACE_UP)
    yield from fly(m, s, seat, space)


def fly(m: Rules, s: State, seat: Seat, space: Space) -> Flow[None]:
    """§3.9 Spaceship and pawn land on the space chosen."""
    s.at[seat] = space
    if space == m.board.drawbridge:
        ravine.land_on_drawbridge(s)
        return
    s.ship = space
    say(s, "masters.fly.landed", space=m.label(space))
    if s.face_down & m.board.bits[space] and (yield Decision(seat, "3.9", Text("masters.fly.turn"), _TURN)).value:
        yield from turn_token(m, s, seat)


def board_ship(m: Rules, s: State, seat: Seat) -> Flow[bool]:
    """§3.10 Whoever reaches the spaceship may fly on, even if a pawn covers it."""
    found = m.board.landings(s, seat)
    must = m.board.is_covered(s, seat)
    prompt, stay = (_FLY_NOW, ()) if must else (Text("masters.fly.again"), (_STAY,))
    decision = Decision(seat, "3.10", prompt, (*found.options, *stay), refused=found.refused)
    space = yield from pick(decision)
    if space is not None:
        yield from fly(m, s, seat, space)
        return True
    where = m.board.after_ship(s, seat)
    if where is not None:
        s.at[seat] = yield from pick(where)
    return False
