"""Chapter 6: ships are built, and put into rings."""

from __future__ import annotations

from typing import Final

from companion.games.shadowlord import cards
from companion.games.shadowlord.nouns import SHIPS_EACH, Character
from companion.games.shadowlord.rules import Rules, pick, who
from companion.games.shadowlord.state import State, say
from companion.rules.kernel import Decision, Flow, Option, Seat
from companion.rules.text import Text, text

_STORE: Final = Option[Character | None]("store", None, Text("shadowlord.ships.store"))
_COUNTS: Final = tuple(Option(f"ships/{n}", n, text("shadowlord.ships.count", n=n)) for n in range(1, 8))


def _ring(m: Rules, s: State, c: Character) -> Option[Character | None]:
    label = text("shadowlord.ships.ring", who=m.cast.names[c], ships=s.ring[c])
    return Option(f"ring/{m.cast.ids[c]}", c, label, piece=m.cast.sorts[c])


def build(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§3.1 step 3: income, cards redeemed, and where the ships go."""
    income(m, s, seat)
    yield from cards.redeem(m, s, seat)
    yield from put_into_rings(m, s, seat, "6.3")


def income(m: Rules, s: State, seat: Seat) -> None:
    """§6.1 Three for each thing that brings ships."""
    new = SHIPS_EACH * m.ships_due(m, s, seat)
    if new:
        s.storage[seat] += new
        say(s, "shadowlord.ships.income", who=who(s, seat), n=new)


def put_into_rings(m: Rules, s: State, seat: Seat, rule: str, may_store: bool = True) -> Flow[None]:
    """§6.3 One ring after the other; the rest is stored.  The very first ships are all put (§2.4)."""
    while s.storage[seat]:
        rooms = {c: min(m.room(s, c), s.storage[seat]) for c in s.alliance[seat]}
        options: list[Option[Character | None]] = [_ring(m, s, c) for c, room in rooms.items() if room]
        if not options:
            return
        if may_store:
            options.append(_STORE)
        prompt = text("shadowlord.ships.where", n=s.storage[seat])
        character: Character | None = yield from pick(Decision(seat, rule, prompt, tuple(options)))
        if character is None:
            return
        # the most first: it is what people want
        ways = _COUNTS[: rooms[character]][::-1]
        n = yield from pick(Decision(seat, rule, text("shadowlord.ships.how_many", who=m.cast.names[character]), ways))
        s.storage[seat] -= n
        s.ring[character] += n
        say(s, "shadowlord.ships.put", n=n, who=m.cast.names[character])
