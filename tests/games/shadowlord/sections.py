"""What each section of the rulebook does, as the one function that does it, and how to play without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.games.shadowlord import KIT, aftermath, battle, cards, moving, play, shadows, ships
from companion.games.shadowlord.nouns import NO_DISC, SHADOWS, SLOTS, Card, Character, Space
from companion.games.shadowlord.rules import Rules
from companion.games.shadowlord.state import State
from companion.rules.kernel import Flow, Seat
from tests.games.sections import Book, Effect

INTRODUCTIONS: Final = ("1", "2", "4", "6", "9", "12", "12.1", "12.2", "12.3")
"""Sections that say what follows, or repeat what others rule: chapter 2 describes the board, which `test_board` looks
at; 12.1 and 12.2 list the switches, whose values `test_sections` tries one by one; 12.3 lists what isn't there."""


def _nothing(*args: Any) -> Flow[None]:
    yield from ()


def _nothing_at_once(*args: Any) -> None:
    pass


def _yes(*args: Any) -> Flow[bool]:
    yield from ()
    return True


def _no_total(*args: Any) -> Flow[int]:
    yield from ()
    return 0


# -- 1 the end, 2 setting up, 3 the turn


def _timeless(s: State, slots: int) -> bool:
    return len(s.fallen) == len(s.pawns)


def _masters_in_order(m: Rules, s: State) -> Flow[None]:
    yield from ()
    s.pawns = list(s.seats)
    for seat in s.seats:
        s.alliance[seat].append(Character(seat))
        s.at[seat] = m.chart.home[seat]


def _first_seat(m: Rules, s: State) -> Flow[Seat]:
    yield from ()
    return Seat(0)


def _same_seat(s: State) -> Seat:
    return s.whose


def _guide_first(m: Rules, s: State, seat: Seat) -> Flow[None]:
    yield from m.guide(m, s, seat)
    yield from cards.begin(m, s, seat)
    yield from ships.build(m, s, seat)
    yield from moving.move(m, s, seat)
    yield from shadows.move_minor(m, s, seat)
    yield from battle.do_battle(m, s, seat)


# -- 4 cards, 6 ships


def _into_the_hand(m: Rules, s: State, seat: Seat, card: Card) -> Flow[None]:
    yield from ()
    s.hands[seat] = cards.with_card(s.hands[seat], card)


def _never_shuffled(m: Rules, s: State) -> bool:
    return s.drawn < s.piled_cards


_put_into_rings = ships.put_into_rings


def _only_the_first(m: Rules, s: State, seat: Seat, rule: str, may_store: bool = True) -> Flow[None]:
    if not may_store:
        yield from _put_into_rings(m, s, seat, rule, may_store)


def _any_room(m: Rules, s: State, character: Character) -> int:
    return SLOTS + 1


# -- 7 moving


_walk, _enter = moving.walk, moving.enter


def _one_space(m: Rules, s: State, seat: Seat, c: Character, spaces: int, ship_costs: int) -> Flow[None]:
    yield from _walk(m, s, seat, c, 1, ship_costs)


def _never_stopped(m: Rules, s: State, seat: Seat, c: Character, space: Space) -> Flow[bool]:
    yield from _enter(m, s, seat, c, space)
    return False


# -- 9 battles, 11 hidden shadows


def _all_here(m: Rules, s: State, side: Seat, space: Space) -> list[Character]:
    return s.shadows_here(space) if side == SHADOWS else s.here(side, space)


def _no_extra(*args: Any) -> Flow[None]:
    yield from ()


def _only_the_master(m: Rules, s: State, seat: Seat) -> Flow[None]:
    yield from aftermath.leave_game(m, s, seat, s.alliance[seat].pop(0))


def _no_shadow(m: Rules, s: State, seat: Seat, space: Space, shadow: Character) -> Flow[None]:
    yield from ()
    s.disc[space] = NO_DISC


def _stay(m: Rules, s: State, space: Space, side: Seat, alive: Sequence[Character]) -> Flow[None]:
    yield from ()


SECTIONS: Final[dict[str, Effect]] = {
    "1.1": Effect("play.IS_OVER[last]", play.last_of_all, "1.1-last-master"),
    "1.2": Effect("play.has_lost", _timeless, "1.2-timer-runs-out"),
    "2.1": Effect("beginning.choose_masters", _masters_in_order, "2.1-masters"),
    "2.2": Effect("beginning.deal_allies", _nothing, "2.2-allies"),
    "2.3": Effect("shadows.LAY[rulebook]", shadows.lay_lord, "2.3-shadows"),
    "2.4": Effect("beginning.first_ships", _nothing, "2.4-first-ships"),
    "2.5": Effect("beginning.start_roll", _first_seat, "2.5-start-roll"),
    "3": Effect("play.next_seat", _same_seat, "3-clockwise"),
    "3.1": Effect("play.six_steps", _guide_first, "3.1-six-steps"),
    "4.1": Effect("cards.begin", _nothing, "4.1-draw"),
    "4.2": Effect("cards.put", _into_the_hand, "4.2-under-a-portrait"),
    "4.3": Effect("cards.shuffled_if_empty", _never_shuffled, "4.3-shuffle"),
    "5": Effect("guide.follow", _nothing, "5-guide-cards"),
    "6.1": Effect("ships.income", _nothing_at_once, "6.1-income"),
    "6.2": Effect("cards.redeem", _nothing, "6.2-redeem"),
    "6.3": Effect("ships.put_into_rings", _only_the_first, "6.3-into-rings"),
    "6.4": Effect("rules.Rules.room", _any_room, "6.4-six-slots"),
    "7": Effect("moving.move", _nothing, "7-each-once"),
    "7.1": Effect("moving.walk", _one_space, "7.1-as-far-as-ships"),
    "7.2": Effect("moving.drop", _nothing_at_once, "7.2-claim"),
    "7.3": Effect("moving.enter", _never_stopped, "7.3-a-shadow-stops"),
    "7.4": Effect("moving.ask_leave", _yes, "7.4-permission"),
    "7.5": Effect("discs.recruit", _nothing, "7.5-recruit"),
    "7.6": Effect("moving.clear_ships", _nothing_at_once, "7.6-loose-ships"),
    "8": Effect("shadows.move_minor", _nothing, "8-minor-shadow"),
    "9.1": Effect("battle.do_battle", _nothing, "9.1-battle"),
    "9.2": Effect("rules.Rules.fighters", _all_here, "9.2-no-diplomats"),
    "9.3": Effect("battle.choose_extra", _no_extra, "9.3-extra-cards"),
    "9.4": Effect("battle.draw_for", _no_total, "9.4-totals"),
    "9.5": Effect("aftermath.tie", _nothing_at_once, "9.5-tie"),
    "9.6": Effect("aftermath.lose_ships", _nothing, "9.6-ships-lost"),
    "9.7": Effect("aftermath.retreat", _stay, "9.7-retreat"),
    "9.8": Effect("stone.take", _nothing, "9.8-stone"),
    "9.9": Effect("aftermath.die", _only_the_master, "9.9-a-master-dies"),
    "10": Effect("stone.move_timer", _nothing_at_once, "10-timer"),
    "11": Effect("discs.meet_hidden", _no_shadow, "11-hidden"),
}
"""Of a section whose whole is a question that comes up, what is put in its place asks nothing."""

BOOK: Final = Book(KIT, SECTIONS, INTRODUCTIONS, "12.1", (("cards", "physical"), ("cards", "tagged")))
