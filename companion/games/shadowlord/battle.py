"""Chapter 9: battles, to the count of the totals.  What comes after is `aftermath`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.shadowlord import aftermath, cards, moving
from companion.games.shadowlord.nouns import SHADOWS, Card, Character
from companion.games.shadowlord.rules import Rules, card_name, hand_of, hand_on, pick, portrait_of, who
from companion.games.shadowlord.state import Laid, Meeting, State, say
from companion.rules.kernel import CHANCE, Decision, Flow, Option, Seat
from companion.rules.picture import Tally
from companion.rules.text import Text, text
from companion.rules.unseen import Holder

_NO_CARD: Final = Option[tuple[str, Card] | None]("none", None, Text("shadowlord.extra.none"))


def do_battle(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§9.1 One after the other, in the order that the player on turn chooses, till he is out or the game is won."""
    yield from moving.send_guests_away(m, s, seat)
    while s.is_living(seat) and not m.is_over(s):
        due = [x for x in s.meetings if m.fighters(s, x.attacker, x.space) and m.fighters(s, x.defender, x.space)]
        if not due:
            return
        options = tuple([_fight(m, s, x) for x in due])
        meeting: Meeting = yield from pick(Decision(seat, "9.1", Text("shadowlord.battle.which"), options))
        s.meetings.remove(meeting)
        yield from fight(m, s, meeting)


def _fight(m: Rules, s: State, meeting: Meeting) -> Option[Meeting]:
    space, attacker, defender = meeting
    key = f"battle/{m.chart.ids[space]}/{_side(m, s, attacker)}/{_side(m, s, defender)}"
    label = text("shadowlord.battle.at", space=m.chart.printed[space], who=who(s, defender))
    return Option(key, meeting, label, spot=m.chart.ids[space])


def _side(m: Rules, s: State, side: Seat) -> str:
    return "shadows" if side == SHADOWS else m.cast.ids[s.pawns[side]]


def fight(m: Rules, s: State, meeting: Meeting) -> Flow[None]:
    """§9.2 to §9.9 One battle, from the extra cards to the discarding of all."""
    space, attacker, defender = meeting
    attackers, defenders = m.fighters(s, attacker, space), m.fighters(s, defender, space)
    where = m.chart.printed[space]
    say(s, "shadowlord.battle.begins", attacker=who(s, attacker), defender=who(s, defender), space=where)
    yield from lay_face_down(m, s, attacker, attackers)
    defence = yield from lay_face_up(m, s, defender, defenders)
    attack = yield from turn_over(m, s)
    attack += yield from draw_for(m, s, attacker, attackers)
    defence += yield from draw_for(m, s, defender, defenders)
    difference = count(m, s, meeting, (attackers, attack), (defenders, defence))
    if not difference:
        aftermath.tie(m, s, space, attackers)
    elif difference > 0:
        yield from aftermath.settle(m, s, space, attacker, attackers, defender, defenders)
    else:
        yield from aftermath.settle(m, s, space, defender, defenders, attacker, attackers)
    cards.discard(m, s, s.open)
    s.open.clear()


def lay_face_down(m: Rules, s: State, side: Seat, fighters: Sequence[Character]) -> Flow[None]:
    """§9.3 The attacker's extra cards, which nobody else sees yet."""
    for c in fighters:
        extra = yield from choose_extra(m, s, side, c)
        if extra is not None:
            s.laid.append(Laid(side, *extra))
            say(s, "shadowlord.extra.laid", who=m.cast.names[c])


def lay_face_up(m: Rules, s: State, side: Seat, fighters: Sequence[Character]) -> Flow[int]:
    """§9.3 The defender's, open to all."""
    total = 0
    for c in fighters:
        extra = yield from choose_extra(m, s, side, c)
        if extra is not None:
            total += yield from show(m, s, side, *extra)
    return total


def turn_over(m: Rules, s: State) -> Flow[int]:
    """§9.3 The attacker's are turned over."""
    total = 0
    while s.laid:
        total += yield from show(m, s, *s.laid[0])
        del s.laid[0]
    return total


def show(m: Rules, s: State, side: Seat, holder: Holder, card: Card) -> Flow[int]:
    """§9.3 An extra card that all see now."""
    shown = yield from m.deck.show(m, s, side, "9.3", holder, card)
    s.open.append(shown)
    say(s, "shadowlord.extra.shown", who=who(s, side), card=card_name(shown))
    return shown


def choose_extra(m: Rules, s: State, side: Seat, c: Character) -> Flow[tuple[Holder, Card] | None]:
    """§9.3 One card at most for each, from under its portrait or from the hand; none for a shadow."""
    if side == SHADOWS or not (s.hands[side] or s.under[c]):
        return None
    options: tuple[Option[tuple[str, Card] | None], ...] = (
        _NO_CARD,
        *cards.choices("hand", s.hands[side]),
        *cards.choices("under", s.under[c]),
    )
    prompt = text("shadowlord.extra.which", who=m.cast.names[c])
    refused = cards.untold(m, "hand", s.hands[side], "9.3") + cards.untold(m, "under", s.under[c], "9.3")
    option = yield Decision(side, "9.3", prompt, options, "", CHANCE, tuple(refused), m.deck.hides)
    if option.value is None:
        return None
    place, card = option.value
    if place == "hand":
        s.hands[side] = cards.without_card(s.hands[side], card)
        return hand_of(side), card
    s.under[c] = cards.without_card(s.under[c], card)
    return portrait_of(c), card


def draw_for(m: Rules, s: State, side: Seat, fighters: Sequence[Character]) -> Flow[int]:
    """§9.4 A card for each, and one more for the holder of the Power Stone."""
    total = 0
    for _ in range(len(fighters) + (s.stone in fighters)):
        card = yield from cards.turn_up(m, s, hand_on(s, side), "9.4", who(s, side))
        total += card or 0
    return total


Side = tuple[Sequence[Character], int]
"""Who fights, and what the cards come to."""


def count(m: Rules, s: State, meeting: Meeting, attack: Side, defence: Side) -> int:
    """§9.4 Powers, ships and cards of both: by how much the attacker is ahead.

    Powers and ships are shown as one number: all three don't fit beside each other where many fight.
    """
    sums = []
    for fighters, drawn in (attack, defence):
        force = sum([m.cast.powers[c] + s.ring[c] for c in fighters])
        sums.append((force + drawn, f"{force}+{drawn}={force + drawn}"))
    (left, left_sum), (right, right_sum) = sums
    names = who(s, meeting.attacker), who(s, meeting.defender)
    picture = Tally(names[0], int(left > right), left_sum, names[1], int(right > left), right_sum, 1)
    if left == right:
        say(s, "shadowlord.battle.tie", picture)
    else:
        say(s, "shadowlord.battle.wins", picture, who=names[left < right])
    return left - right
