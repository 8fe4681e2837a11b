"""Chapter 2: masters, allies, shadows, first ships, and who starts."""

from __future__ import annotations

from typing import Final

from companion.games.shadowlord import discs, ships
from companion.games.shadowlord.nouns import FACE_DOWN, FIRST_SHIPS, PAWNS, SIDES, Character, Class
from companion.games.shadowlord.rules import Rules, pick, who
from companion.games.shadowlord.state import NO_PAWN, State, say
from companion.rules.dice import roll_of
from companion.rules.kernel import Decision, Flow, Option, Seat
from companion.rules.picture import Dice
from companion.rules.text import Text, text

_MASTERS: Final = tuple(Option(f"pawn/{p.id}", i, p.name, piece=f"pawn/{p.id}") for i, p in enumerate(PAWNS))
_WHICH: Final = Text("shadowlord.start.which_master")
_THROW: Final = Text("shadowlord.start.throw")
DEALT: Final = (Class.WARRIOR, Class.DIPLOMAT)
_DEAL: Final = {kind: text("shadowlord.start.deal", kind=Text(f"shadowlord.class.{kind}")) for kind in DEALT}


def choose_masters(m: Rules, s: State) -> Flow[None]:
    """§2.1 Each takes one that is free, and puts it on its home planet."""
    for words in m.laying_out:
        say(s, words)
    for n in s.seats:
        seat = Seat(n)
        if s.pawns[seat] == NO_PAWN:
            free = tuple([master for i, master in enumerate(_MASTERS) if i not in s.pawns])
            s.pawns[seat] = yield from pick(Decision(seat, "2.1", _WHICH, free))
    for n in s.seats:
        seat, master = Seat(n), Character(s.pawns[n])
        _join(m, s, seat, master)
        say(s, "shadowlord.start.place", who=who(s, seat), space=m.chart.printed[s.at[master]])


def _join(m: Rules, s: State, seat: Seat, c: Character) -> None:
    s.alliance[seat].append(c)
    s.at[c] = m.chart.home[s.pawns[seat]]


def deal_allies(m: Rules, s: State) -> Flow[None]:
    """§2.2 A warrior and a diplomat each; the other discs lie face down on the board."""
    for n in s.seats:
        seat = Seat(n)
        for kind in DEALT:
            can_be = [c for c in s.hidden if m.cast.classes[c] is kind]
            source = f"disc/{kind}/{n + 1}"
            option: Option[Character] = yield discs.turned_up(m, s, seat, "2.2", _DEAL[kind], can_be, source)
            s.hidden.remove(option.value)
            _join(m, s, seat, option.value)
            say(s, "shadowlord.start.dealt", who=who(s, seat), ally=option.label)
    s.piled = tuple(s.hidden)
    for space in m.disc_spaces:
        s.disc[space] = FACE_DOWN


def first_ships(m: Rules, s: State) -> Flow[None]:
    """§2.4 Three each, all of them into rings."""
    for n in s.seats:
        s.storage[n] = FIRST_SHIPS
        yield from ships.put_into_rings(m, s, Seat(n), "2.4", may_store=False)


def start_roll(m: Rules, s: State) -> Flow[Seat]:
    """§2.5 One die each; the highest starts, and those who tie for it throw again."""
    level = [Seat(seat) for seat in s.seats]
    while len(level) > 1:
        thrown: dict[Seat, int] = {}
        for seat in level:
            pips = yield from roll_of(s, seat, "2.5", 1, SIDES, _THROW)
            thrown[seat] = pips[0]
            say(s, "shadowlord.start.threw", Dice(pips, SIDES), who=who(s, seat), number=pips[0])
        level = [seat for seat in level if thrown[seat] == max(thrown.values())]
        if len(level) > 1:
            say(s, "shadowlord.start.tie")
    say(s, "shadowlord.start.first", who=who(s, level[0]))
    return level[0]
