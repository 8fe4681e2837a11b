"""§7.5 and chapter 11: a disc is turned up, and joins the alliance, or is a shadow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.shadowlord import cards
from companion.games.shadowlord.nouns import FACE_DOWN, NO_DISC, PAWNS, SHADOWS, SLOTS, Character, Class, Space
from companion.games.shadowlord.rules import Rules, meet, pick, who
from companion.games.shadowlord.state import State, say
from companion.rules.kernel import CHANCE, Decision, Denied, Flow, Option, Seat
from companion.rules.text import Text, text

_RECRUIT: Final = (
    Option("take", True, Text("shadowlord.recruit.take")),
    Option("leave", False, Text("shadowlord.recruit.leave")),
)
_VOTE: Final = (
    Option("keep", True, Text("shadowlord.hidden.keep")),
    Option("banish", False, Text("shadowlord.hidden.banish")),
)
_WAS_UP: Final = Text("shadowlord.disc.was_up")
_ANOTHER_KIND: Final = Text("shadowlord.disc.another_kind")
_TURN: Final = Text("shadowlord.recruit.turn_up")


def recruit(m: Rules, s: State, seat: Seat, diplomat: Character) -> Flow[None]:
    """§7.5 The disc that lies where the diplomat has come."""
    space = s.at[diplomat]
    found = s.disc[space]
    if found == FACE_DOWN:
        found = yield from turn(m, s, seat, space)
        if found in m.cast.minors:
            yield from meet_hidden(m, s, seat, space, found)
            return
        prompt = text("shadowlord.recruit.take_or_leave", who=m.cast.names[found])
        if not (yield from pick(Decision(seat, "7.5", prompt, _RECRUIT))):
            s.disc[space] = found
            return
    s.disc[space] = NO_DISC
    s.alliance[seat].append(found)
    s.at[found] = space
    say(s, "shadowlord.recruit.joins", who=m.cast.names[found], to=who(s, seat))


def turn(m: Rules, s: State, seat: Seat, space: Space) -> Flow[Character]:
    """§7.5 Nobody has seen before which it is."""
    source = f"disc/{m.chart.ids[space]}"
    option: Option[Character] = yield turned_up(m, s, seat, "7.5", _TURN, s.hidden, source)
    s.hidden.remove(option.value)
    say(s, "shadowlord.recruit.is", who=m.cast.turned[option.value].label)
    return option.value


def turned_up(
    m: Rules, s: State, seat: Seat, rule: str, prompt: Text, can_be: Sequence[Character], source: str
) -> Decision:
    """Which disc it is; why it can't be any other."""
    options = tuple([m.cast.turned[c] for c in can_be])
    refused = [
        Denied(m.cast.ids[c], rule, _ANOTHER_KIND if c in s.hidden else _WAS_UP, piece=m.cast.sorts[c])
        for c in range(len(PAWNS), len(m.cast.ids))
        if c not in can_be
    ]
    return Decision(CHANCE, rule, prompt, options, source, seat, tuple(refused))


def meet_hidden(m: Rules, s: State, seat: Seat, space: Space, shadow: Character) -> Flow[None]:
    """§11 A shadow that lay among the discs: a card gives it ships, the players vote, and it is put somewhere."""
    s.disc[space] = NO_DISC
    card = yield from cards.turn_up(m, s, seat, "11", m.cast.names[shadow])
    cards.discard(m, s, s.open)
    s.open.clear()
    s.ring[shadow] = min(SLOTS, card or 0)
    say(s, "shadowlord.hidden.ships", who=m.cast.names[shadow], n=s.ring[shadow])
    places = [Space(x) for x, is_open in enumerate(m.chart.is_open) if is_open and _can_appear(m, s, seat, Space(x))]
    if not places or not (yield from vote(m, s, seat, shadow)):
        s.ring[shadow] = 0
        say(s, "shadowlord.hidden.gone", who=m.cast.names[shadow])
        return
    options = tuple([m.chart.to[x]._replace(group=_group(m, x)) for x in places])
    where: Space = yield from pick(Decision(seat, "11", Text("shadowlord.hidden.where"), options))
    s.shadows.append(shadow)
    s.at[shadow] = where
    say(s, "shadowlord.move.goes", who=m.cast.names[shadow], space=m.chart.printed[where])
    attack_there(m, s, seat, where)


def vote(m: Rules, s: State, seat: Seat, shadow: Character) -> Flow[bool]:
    """§11 Clockwise from who turned it up; more votes than not banish it.  Two players don't vote."""
    living = s.living()
    if len(living) <= 2:
        return True
    kept = 0
    for voter in sorted(living, key=lambda other: (other - seat) % len(s.pawns)):
        prompt = text("shadowlord.hidden.vote", who=m.cast.names[shadow])
        option: Option[bool] = yield Decision(voter, "11", prompt, _VOTE)
        kept += option.value
    return 2 * kept >= len(living)


def _can_appear(m: Rules, s: State, seat: Seat, space: Space) -> bool:
    """§11 Where nobody stands, or another player without a diplomat."""
    if s.shadows_here(space) or s.here(seat, space):
        return False
    there = [c for other in s.living() for c in s.here(other, space)]
    return not any(m.cast.classes[c] is Class.DIPLOMAT for c in there)


def _group(m: Rules, space: Space) -> Text:
    return Text(f"shadowlord.part.{m.chart.kinds[space]}")


def attack_there(m: Rules, s: State, seat: Seat, space: Space) -> None:
    """§8, §9.1 A shadow has come: there will be a battle with everyone who stands there and can fight."""
    for other in s.living():
        if m.fighters(s, other, space):
            meet(s, space, SHADOWS, other)
