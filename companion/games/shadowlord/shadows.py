"""Chapter 8: a minor shadow moves.  §2.3: where they start."""

from __future__ import annotations

from typing import Final

from companion.games.shadowlord.discs import attack_there
from companion.games.shadowlord.nouns import LORDS_SHIPS, MINORS_SHIPS, NOBODY, Character, Space
from companion.games.shadowlord.rules import Rules, pick
from companion.games.shadowlord.state import State, say
from companion.rules.kernel import Decision, Flow, Option, Seat
from companion.rules.text import Text, text

_NONE: Final = Option[Character | None]("none", None, Text("shadowlord.shadow.none"))


def lay_lord(m: Rules, s: State) -> None:
    """§2.3 The Shadowlord waits in the fortress."""
    s.shadows.append(m.cast.lord)
    s.at[m.cast.lord] = m.chart.fortress
    s.ring[m.cast.lord] = LORDS_SHIPS


def around_him(m: Rules, s: State) -> None:
    """§2.3 The others stand around him, face up (S2=rulebook)."""
    lay_lord(m, s)
    for shadow, space in zip(m.cast.minors, m.chart.inner_ring, strict=True):
        s.shadows.append(shadow)
        s.at[shadow] = space
        s.ring[shadow] = MINORS_SHIPS


def among_the_discs(m: Rules, s: State) -> None:
    """§11 The others lie among the discs (S2=hidden)."""
    lay_lord(m, s)
    s.hidden += m.cast.minors


LAY: Final = {"rulebook": around_him, "hidden": among_the_discs}

LAYING_OUT: Final = {
    "rulebook": ("shadowlord.start.lord", "shadowlord.start.minors", "shadowlord.start.discs"),
    "hidden": ("shadowlord.start.lord", "shadowlord.start.discs_and_minors"),
}
"""What is said of it (S2)."""


def move_minor(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§8 One of them, by one space, or none."""
    ways = {c: _ways(m, s, seat, c) for c in s.shadows if c != m.cast.lord and s.ring[c]}
    options: list[Option[Character | None]] = [
        Option(f"shadow/{m.cast.ids[c]}", c, m.cast.names[c], spot=m.chart.ids[s.at[c]], piece=m.cast.sorts[c])
        for c in ways
        if ways[c]
    ]
    if not options:
        return
    option: Option[Character | None] = yield Decision(seat, "8", Text("shadowlord.shadow.which"), (*options, _NONE))
    shadow = option.value
    if shadow is None:
        return
    prompt = text("shadowlord.shadow.where", who=m.cast.names[shadow])
    s.came[shadow] = s.at[shadow]
    s.at[shadow] = space = yield from pick(Decision(seat, "8", prompt, tuple(ways[shadow])))
    say(s, "shadowlord.move.goes", who=m.cast.names[shadow], space=m.chart.printed[space])
    attack_there(m, s, seat, space)


def _ways(m: Rules, s: State, seat: Seat, shadow: Character) -> list[Option[Space]]:
    beside = m.chart.beside[s.at[shadow]]
    return [m.chart.to[space] for space in beside if m.chart.is_open[space] and _is_open(m, s, seat, space)]


def _is_open(m: Rules, s: State, seat: Seat, space: Space) -> bool:
    """§8 Not where the player or a shadow stands, nor where there are only loose ships or only diplomats."""
    at, fights = s.at, m.cast.fights
    for shadow in s.shadows:
        if at[shadow] == space:
            return False
    anyone = False
    fighter = False
    for other, alliance in enumerate(s.alliance):
        for c in alliance:
            if at[c] == space:
                if other == seat:
                    return False
                anyone = True
                fighter = fighter or fights[c]
    return fighter if anyone else s.claim[space] == NOBODY
