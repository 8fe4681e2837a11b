"""§4.1 to §4.4: what a space does to a pawn that stops there.  `companion.games.warlocks.squares` has the squares."""

from __future__ import annotations

from typing import Final

from companion.games.warlocks import move
from companion.games.warlocks.nouns import INNS, LARGE, NOWHERE, PAWNS, SEATS, SQUARES, Space, SpaceKind, piece_of
from companion.games.warlocks.rules import Effect, Rules, pick, send
from companion.games.warlocks.state import State, say, tell, tell_move, tell_total, tell_who
from companion.rules.dice import Pips, throw
from companion.rules.kernel import CHANCE, Decision, Denied, Flow, Option, Seat
from companion.rules.text import Text

_new: Final = tuple.__new__
"""Builds a `Decision` in half the time."""
_WHOM: Final = Text("warlocks.spell.whom")
_NO_SPELL: Final[Option[Seat | None]] = Option("none", None, Text("warlocks.spell.none"))
_TARGETS: Final[tuple[tuple[Option[Seat | None], ...], ...]] = tuple(
    tuple(Option(f"spell/{pawn.id}", Seat(seat), pawn.name, piece=piece_of(pawn)) for seat in range(SEATS[-1]))
    for pawn in PAWNS
)
"""By pawn and seat."""
_SAFE: Final = tuple(
    Denied(f"spell/{pawn.id}", "4.2", Text("warlocks.spell.safe"), pawn.name, f"pawn/{pawn.id}") for pawn in PAWNS
)
OUT_OF_REACH: Final = frozenset({*LARGE, *SQUARES})
"""Where no spell moves a pawn."""
_THROW: Final = Text("warlocks.way.throw")


def effects() -> dict[SpaceKind, Effect]:
    """What the kinds of space do; the others do nothing."""
    return {
        SpaceKind.ARROW: follow_arrow,
        SpaceKind.STAR: cast_spell,
        **dict.fromkeys(LARGE, lose_turn),
    }


def follow_arrow(m: Rules, s: State, seat: Seat, by_throw: bool) -> Flow[bool]:
    """§4.1 Two spaces on, where it points; no arrow moves twice in a turn."""
    bit = m.board.bits[s.at[seat]]
    if s.arrows & bit:
        return False
    s.arrows |= bit
    along = m.board.along(s, seat)
    if along is None:
        return False
    options = along.options
    space: Space = (options[0] if len(options) == 1 else (yield along)).value
    if space == NOWHERE:
        return False
    send(s, seat, space)
    tell_move(s, "warlocks.arrow.go", seat, m.board.labels[space])
    return True


def cast_spell(m: Rules, s: State, seat: Seat, by_throw: bool) -> Flow[bool]:
    """§4.2 Whoever stops on a star may move another player's pawn."""
    bit = 1 << seat
    if s.spells & bit or s.crafts[seat] not in m.casters or not (by_throw or m.forced_spells):
        return False
    whom = targets(m, s, seat)
    other: Seat | None = None if whom is None else (yield whom).value
    if other is None:
        return False
    s.spells |= bit
    where = m.board.spell(s, seat, other)
    if where is not None:
        options = where.options
        space: Space = (options[0] if len(options) == 1 else (yield where)).value
        send(s, other, space)
        tell_move(s, "warlocks.spell.go", other, m.board.labels[space])
        yield from move.stop(m, s, other, False)
    return False


def targets(m: Rules, s: State, seat: Seat) -> Decision | None:
    """§4.2 Any other pawn, but on a square and in a large circle."""
    is_safe, at = m.is_safe, s.at
    reached = [_NO_SPELL]
    safe = []
    for other, pawn in enumerate(s.pawns):
        if other != seat:
            if is_safe[at[other]]:
                safe.append(_SAFE[pawn])
            else:
                reached.append(_TARGETS[pawn][other])
    if len(reached) == 1:
        return None
    return _new(Decision, (seat, "4.2", _WHOM, tuple(reached), "", CHANCE, tuple(safe), False, True, ()))


def follow_way(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§4.3 From an X circle, the throw leads along the marked way; where that ends, the next turn is lost."""
    if s.detours[seat] == NOWHERE:
        s.detours[seat] = s.at[seat]
    pips: Pips = (yield throw(s, seat, "4.3", _THROW)).value
    tell_total(s, pips)
    where = m.board.detour(s, seat, pips[0] + pips[1])
    s.at[seat] = space = (yield from pick(where)) if where is not None else s.at[seat]
    if m.board.kinds[space] in INNS:
        s.detours[seat] = NOWHERE
        s.lost[seat] += 1
        say(s, "warlocks.way.ends", space=m.board.labels[space])
    else:
        tell(s, m.board.arrivals[space])
    yield from move.arrive(m, s, seat)


def lose_turn(m: Rules, s: State, seat: Seat, by_throw: bool) -> None:
    """§4.4 A large circle costs a turn, each time."""
    s.lost[seat] += 1
    tell_who(s, "warlocks.lost.next", seat)
