"""What each section of the rulebook does, as the one function or value that does it, and how to play without it."""

from __future__ import annotations

from typing import Any, Final

from companion.games.warlocks import KIT, duels, entered, move
from companion.games.warlocks.nouns import PAWNS, SQUARES, Craft, SpaceKind
from companion.games.warlocks.paths import Paths
from companion.games.warlocks.rules import Rules, pick, send
from companion.games.warlocks.state import NO_PAWN, State
from companion.rules.dice import roll
from companion.rules.kernel import Decision, Flow, Seat
from tests.games.sections import Book, Effect

INTRODUCTIONS: Final = ("1", "2", "3", "4", "6", "9", "10", "10.1", "10.2", "10.3")
"""Sections that say what follows, or repeat what others rule: 9 is what 10.2 switches, 10.1 and 10.2 list switches,
whose values `test_sections` tries one by one; 10.3 lists what isn't there."""
MOOT: Final = ("3.3",)
"""Sections of which no scenario can tell: where a square can be reached, some way uses the whole throw, and on a sound
board one always can.  `test_moves` tells of small boards, and shows that the shipped one needs none."""


# -- 2 setting up


def _pawns_in_order(m: Rules, s: State) -> Flow[None]:
    yield from ()
    for seat in s.seats:
        if s.pawns[seat] == NO_PAWN:
            s.pawns[seat] = next(n for n in range(len(PAWNS)) if n not in s.pawns)


def _first_seat(m: Rules, s: State) -> Flow[Seat]:
    yield from ()
    return Seat(0)


# -- 3 the turn

_where = entered.EnteredBoard.where


def _one_step_less(board: entered.EnteredBoard, s: State, seat: Seat, steps: int) -> Decision | None:
    return _where(board, s, seat, max(2, steps - 1))


def _to_and_fro(paths: Paths, start: int, steps: int) -> int:
    """Every end of a walk of so many steps, the same space twice or not."""
    reached = 1 << start
    for _ in range(steps):
        reached = paths._beside(reached) & (paths._open | 1 << start)
    return reached


def _none(*args: Any) -> list[int]:
    return []


def _no(*args: Any) -> bool:
    return False


def _space_first(m: Rules, s: State, seat: Seat, by_throw: bool) -> Flow[None]:
    """Arrows, stars and large circles work on whoever comes, before the duel."""
    is_moved = True
    while is_moved:
        effect = m.effects[s.at[seat]]
        flow = effect(m, s, seat, by_throw) if effect is not None else None
        is_moved, by_throw = flow is not None and (yield from flow), False
    rivals = () if m.peaceful[s.at[seat]] else m.board.rivals(s, seat)
    if rivals:
        yield from duels.meet(m, s, seat, rivals)


# -- 4 the spaces


def _no_effect(*args: Any) -> Flow[bool]:
    yield from ()
    return False


def _as_ever(m: Rules, s: State, seat: Seat) -> Flow[None]:
    yield from move.move(m, s, seat)


def _nothing(*args: Any) -> None:
    pass


# -- 6 duels, 7 lost turns


def _no_duel(*args: Any) -> Flow[bool]:
    yield from ()
    return True


def _arrival_wins(m: Rules, s: State, seat: Seat, rival: Seat) -> Flow[Seat]:
    yield from roll(s, seat, "6.2")
    yield from roll(s, rival, "6.2")
    return seat


def _nobody_leaves(*args: Any) -> Flow[bool]:
    yield from ()
    return True


def _both_leave_at_once(m: Rules, s: State, winner: Seat, loser: Seat) -> Flow[bool]:
    """The winner moves on before the loser's new duel."""
    where = m.board.push(s, winner, loser)
    if where is None:
        return True
    taken = yield from pick(where)
    send(s, loser, taken)
    stays = yield from duels.step_aside(m, s, winner, taken)
    yield from move.stop(m, s, loser, False)
    return stays


def _plays_all_the_same(s: State, seat: Seat) -> Flow[None]:
    s.lost[seat] -= 1
    yield from roll(s, seat, "7")


_NO_BONUS: Final = dict.fromkeys((None, *Craft), 0)

SECTIONS: Final[dict[str, Effect]] = {
    "2.1": Effect("beginning.choose_pawns", _pawns_in_order, "2.1-pawns"),
    "2.2": Effect("beginning.throw_for_princess", _first_seat, "2.2-start-roll"),
    "2.3": Effect("game.PEACEFUL[none]", frozenset({*SQUARES, SpaceKind.CASTLE}), "2.3-seaport"),
    "3.1": Effect("entered.EnteredBoard.where", _one_step_less, "3.1-move"),
    "3.2": Effect("paths.Paths._exact", _to_and_fro, "3.2-no-space-twice"),
    "3.4": Effect("entered.stops", _none, "3.4-squares"),
    "3.5": Effect("entered.may_stay", _no, "3.5-near-the-castle"),
    "3.6": Effect("move.stop", _space_first, "3.6-duel-first"),
    "4.1": Effect("spaces.follow_arrow", _no_effect, "4.1-arrow"),
    "4.2": Effect("spaces.cast_spell", _no_effect, "4.2-star"),
    "4.3": Effect("spaces.follow_way", _as_ever, "4.3-detour"),
    "4.4": Effect("spaces.lose_turn", _no_effect, "4.4-large-circle"),
    "4.5": Effect("squares.consult", _no_effect, "4.5-table"),
    "4.6": Effect("squares.visit", _nothing, "4.6-visit"),
    "4.7": Effect("castle.enter", _nothing, "4.7-castle"),
    "5": Effect("duels.take_princess", _nothing, "5-princess"),
    "6.1": Effect("duels.meet", _no_duel, "6.1-when"),
    "6.2": Effect("duels.fight", _arrival_wins, "6.2-throw"),
    "6.3": Effect("duels.leave", _nobody_leaves, "6.3-leaving"),
    "6.4": Effect("duels.leave", _both_leave_at_once, "6.4-chain"),
    "6.5": Effect("duels.MOST_DUELS", 1_000, "6.5-twenty-duels"),
    "7": Effect("play.lose", _plays_all_the_same, "7-lost-turns"),
    "8": Effect("game.BONUS[on]", {True: _NO_BONUS, False: _NO_BONUS}, "8-crafts"),
}

BOOK: Final = Book(KIT, SECTIONS, (*INTRODUCTIONS, *MOOT), "10.1", (("board", "free"),))
