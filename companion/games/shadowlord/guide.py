"""Chapter 5: the guide card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.shadowlord import cards, moving
from companion.games.shadowlord.edition import Entry, Guide
from companion.games.shadowlord.nouns import SIDES, Effect
from companion.games.shadowlord.rules import Rules, who
from companion.games.shadowlord.state import State, say
from companion.rules.dice import roll_of
from companion.rules.kernel import Decision, Flow, Option, Seat
from companion.rules.picture import Dice
from companion.rules.text import Text, text

MOST: Final = 8
"""Of what a player can read off his own card."""
_THROW: Final = Text("shadowlord.guide.throw")
_KINDS: Final = tuple(Option(f"guide/{effect}", effect, Text(f"shadowlord.guide.{effect}")) for effect in Effect)
_COUNTS: Final = tuple(Option(f"n/{n}", n, text("shadowlord.guide.n", number=n)) for n in range(1, MOST + 1))


def guide_of(guide: Guide) -> Callable[[Rules, State, Seat], Flow[None]]:
    """Step 2 by the edition's card, or by the players' own."""
    if guide.source == "table":
        return own_card
    entries = {entry.total: entry for entry in guide.entry}

    def printed(m: Rules, s: State, seat: Seat) -> Flow[None]:
        """§5 Throw, and do what the card says for the number."""
        pips = yield from roll_of(s, seat, "5", guide.dice, SIDES, _THROW)
        entry = entries[sum(pips)]
        say(s, "shadowlord.guide.threw", Dice(pips, SIDES), who=who(s, seat), sum=entry.total)
        yield from follow(m, s, seat, entry)

    return printed


def own_card(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§5 The player throws, reads the card, and says which kind of thing it is, and how much of it."""
    kind: Option[Effect] = yield Decision(seat, "5", Text("shadowlord.guide.read"), _KINDS)
    n = 0
    if kind.value in (Effect.CARDS, Effect.SHIPS, Effect.MOVE):
        count: Option[int] = yield Decision(seat, "5", Text("shadowlord.guide.how_many"), _COUNTS)
        n = count.value
    yield from follow(m, s, seat, Entry(0, kind.value, n))


def follow(m: Rules, s: State, seat: Seat, entry: Entry) -> Flow[None]:
    """§5 Cards and ships are dealt out, a move is made; anything else is done at the table."""
    match entry.effect:
        case Effect.CARDS:
            say(s, "shadowlord.guide.says.cards", n=entry.n)
            yield from cards.draw(m, s, seat, entry.n)
        case Effect.SHIPS:
            s.storage[seat] += entry.n
            say(s, "shadowlord.guide.says.ships", n=entry.n)
        case Effect.MOVE:
            say(s, "shadowlord.guide.says.move", n=entry.n)
            yield from moving.move_one(m, s, seat, entry.n)
        case Effect.DISCARD:
            say(s, "shadowlord.guide.says.discard")
            yield from cards.drop_all(m, s, seat, "5")
        case Effect.NONE:
            say(s, "shadowlord.guide.says.none")
        case Effect.OTHER:
            if entry.text:
                say(s, "shadowlord.guide.says.other", words=entry.text)
            else:
                say(s, "shadowlord.guide.says.own")
