"""What each section of the rulebook does, as the one function that does it, and how to play without it."""

from __future__ import annotations

from typing import Any, Final

from companion.games.masters import KIT, beginning, castle
from companion.games.masters.board import Candidates
from companion.games.masters.moves import Chart, Walk, Way
from companion.games.masters.nouns import FACE_UP, PAWNS, CardId, Space, SpaceKind, Token, TokenId
from companion.games.masters.rules import Rules
from companion.games.masters.state import NO_CARD, NO_PAWN, State
from companion.rules.dice import Pips
from companion.rules.kernel import Flow, Seat
from tests.games.sections import Book, Effect

INTRODUCTIONS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "9.1", "9.2", "9.3")
"""Sections that say what follows, or repeat what others rule: 9.1 and 9.2 list the switches, whose values
`test_sections` tries one by one; 9.3 lists what isn't there."""


# -- 1 setting up, 2 turns


def _cards_only(m: Rules, s: State) -> None:
    s.pile = [CardId(n) for n in range(19)]


def _first_seat(m: Rules, s: State) -> Flow[Seat]:
    yield from ()
    return Seat(0)


def _pawns_in_order(m: Rules, s: State, first: Seat) -> Flow[None]:
    yield from ()
    for seat in s.seats:
        if s.pawns[seat] == NO_PAWN:
            s.pawns[seat] = next(n for n in range(len(PAWNS)) if n not in s.pawns)
        s.at[seat] = m.board.start(s.pawns[seat])


def _same_seat(s: State) -> Seat:
    return s.whose


# -- 3 the outer board


def _first_die(board: Any, s: State, seat: Seat, pips: Pips) -> tuple[int, ...]:
    return pips[:1]


def _anywhere(chart: Chart, walk: Walk) -> list[Space]:
    return list(chart.on_foot[walk[-1]])


def _not_shared(kind: SpaceKind) -> bool:
    return False


def _stand_on_it(board: Any, way: Way, occupied: Any, ship: Space, refused: Any) -> list[Space]:
    return [way.space]


def _nothing(*args: Any) -> Flow[None]:
    yield from ()


def _no(*args: Any) -> bool:
    return False


def _no_flow(*args: Any) -> Flow[bool]:
    yield from ()
    return False


def _yes_flow(*args: Any) -> Flow[bool]:
    yield from ()
    return True


def _first_square(
    m: Rules, s: State, seat: Seat, kind: Token, squares: Candidates[Space], chooser: Seat, rule: str
) -> Flow[None]:
    yield from ()
    m.board.lay(s, s.held[seat].pop(kind), squares.options[0].value)


def _leave_ship(m: Rules, s: State, seat: Seat, token: TokenId) -> Flow[None]:
    yield from ()


# -- 4 the ravine


def _ship_stays(s: State) -> None:
    s.token_at[s.token_is.index(Token.SHIP)] = FACE_UP
    s.ship = s.at[s.whose]


# -- 5 the castle


def _one_square(m: Rules, s: State, seat: Seat, risk: bool) -> Flow[int]:
    yield from ()
    decision = m.board.ahead(s, seat, risk)
    if decision is None:
        return 0
    to = decision.options[0].value
    s.at[seat], s.lanes[seat] = to.space, to.lane
    return 1


def _counts_all(occupied: bool) -> bool:
    return True


# -- 6 the cards


def _put_on_top(s: State, seat: Seat) -> None:
    s.pile.insert(0, s.kept[seat])
    s.kept[seat] = NO_CARD


def _walk_on(m: Rules, s: State, seat: Seat) -> Flow[None]:
    yield from castle.walk(m, s, seat)


def _plays_all_the_same(s: State, seat: Seat) -> Flow[None]:
    s.misses[seat] = False
    yield from beginning.roll(s, seat, "6.7")


def _stays_face_up(m: Rules, s: State, seat: Seat, token: Token, helped: bool) -> None:
    pass


# -- 7 the battle, 8 the end


def _oneself(s: State, seat: Seat) -> Seat:
    return seat


def _hero_wins(m: Rules, s: State, seat: Seat) -> Flow[None]:
    yield from ()
    s.fists += 1


def _no_bonus(s: State, seat: Seat) -> int:
    return 0


def _wait_there(m: Rules, s: State, seat: Seat) -> None:
    s.at[seat] = Space(m.board.kinds.index(SpaceKind.LAST))


def _never(s: State) -> bool:
    return False


def _at_the_first(s: State) -> bool:
    return bool(s.winners)


SECTIONS: Final[dict[str, Effect]] = {
    "1.1": Effect("beginning.lay_out", _cards_only, "1.1-layout"),
    "1.2": Effect("beginning.start_roll", _first_seat, "1.2-start-roll"),
    "1.3": Effect("beginning.choose_pawns", _pawns_in_order, "1.3-pawns"),
    "2.1": Effect("play.next_seat", _same_seat, "2.1-turns"),
    "3.1": Effect("entered.EnteredBoard.walkable", _first_die, "3.1-move"),
    "3.2": Effect("moves.onward", _anywhere, "3.2-no-square-twice"),
    "3.3": Effect("moves.shared", _not_shared, "3.3-shared-squares"),
    "3.4": Effect("entered.pushed_on", _stand_on_it, "3.4-pushed-on"),
    "3.5": Effect("outer.turn_token", _nothing, "3.5-turn-token"),
    "3.6": Effect("outer.take", _nothing, "3.6-take"),
    "3.7": Effect("outer.monster", _nothing, "3.7-monster"),
    "3.8": Effect("outer.put_down", _first_square, "3.8-put-back"),
    "3.9": Effect("outer.spaceship", _leave_ship, "3.9-spaceship"),
    "3.10": Effect("outer.board_ship", _no_flow, "3.10-fly-again"),
    "4.1": Effect("moves.ends_at_ravine", _no, "4.1-before-the-ravine"),
    "4.2": Effect("ravine.cross", _nothing, "4.2-cross"),
    "4.3": Effect("ravine.tiger_helps", _no, "4.3-tiger"),
    "4.4": Effect("ravine.wants_to_cross", _yes_flow, "4.4-walk-away"),
    "4.5": Effect("ravine.land_on_drawbridge", _ship_stays, "4.5-last-flight"),
    "5.1": Effect("moves.ends_at_drawbridge", _no, "5.1-drawbridge"),
    "5.2": Effect("castle.enter", _nothing, "5.2-enter"),
    "5.3": Effect("castle.advance", _one_square, "5.3-walk"),
    "5.4": Effect("castle.draws_card", _no_flow, "5.4-risk"),
    "5.5": Effect("entered.counts", _counts_all, "5.5-occupied"),
    "5.6": Effect("moves.holds_one", _no, "5.6-last-square"),
    "5.7": Effect("entered.brink_stops", _no, "5.7-brink"),
    "5.8": Effect("castle.escape_oubliette", _nothing, "5.8-oubliette"),
    "5.9": Effect("castle.after_two", _nothing, "5.9-two"),
    "6.1": Effect("cards.put_under", _put_on_top, "6.1-draw"),
    "6.2": Effect("cards.try_again", _walk_on, "6.2-kept-card"),
    "6.3": Effect("cards.use_up", _stays_face_up, "6.3-used-up"),
    "6.4": Effect("cards.demon", _no_flow, "6.4-demon-takes"),
    "6.5": Effect("cards.oubliette", _no, "6.5-oubliette-falls"),
    "6.6": Effect("cards.laser", _no, "6.6-laser"),
    "6.7": Effect("play.miss", _plays_all_the_same, "6.7-missed-turn"),
    "6.8": Effect("cards.wall", _no, "6.8-wall"),
    "6.9": Effect("cards.grille", _no, "6.9-grille"),
    "6.10": Effect("cards.armour", _no_flow, "6.10-armour"),
    "6.11": Effect("cards.fall_back", _no_flow, "6.11-fall-back"),
    "7.1": Effect("skeletor.enter_throne_room", _nothing, "7.1-throne-room"),
    "7.2": Effect("skeletor.skeletors_hand", _oneself, "7.2-skeletors-hand"),
    "7.3": Effect("skeletor.fight_round", _hero_wins, "7.3-battle"),
    "7.4": Effect("skeletor.weapons", _no_bonus, "7.4-weapons"),
    "7.5": Effect("skeletor.defeat", _wait_there, "7.5-defeat"),
    "8.1": Effect("play.IS_OVER[first]", _never, "8.1-first-wins"),
    "8.2": Effect("play.IS_OVER[places]", _at_the_first, "8.2-places"),
}

BOOK: Final = Book(KIT, SECTIONS, INTRODUCTIONS, "9.1", (("memory", "open"), ("memory", "closed"), ("board", "free")))
