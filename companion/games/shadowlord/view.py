"""Who may see what.  Everything is built up from what a seat may know, nothing is taken away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.shadowlord.nouns import FACE_DOWN, NO_DISC, NOBODY, PAWNS, Card, Character
from companion.games.shadowlord.play import has_lost
from companion.games.shadowlord.rules import Rules, who
from companion.games.shadowlord.state import State
from companion.rules.game import BoardMap, Outcome
from companion.rules.kernel import Seat
from companion.rules.text import Arg, Text, text
from companion.rules.unseen import UNKNOWN


@dataclass(frozen=True, slots=True)
class CharacterView:
    """A character on the board."""

    id: str
    space: str
    ships: int
    cards_under: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What all know of a player."""

    master: str
    alliance: tuple[CharacterView, ...]
    cards_in_hand: int
    storage: int


@dataclass(frozen=True, slots=True)
class View:
    """The table, and what one seat holds."""

    turn: int
    whose: int
    hand: tuple[int, ...]
    """The seat's own, -1 for one that it hasn't tapped; empty where the box knows none."""
    under: tuple[tuple[str, tuple[int, ...]], ...]
    """The seat's own portraits with the cards under them."""
    players: tuple[PlayerView, ...]
    shadows: tuple[CharacterView, ...]
    stone: str
    timer: int
    slots: int
    claims: tuple[tuple[str, int, int], ...]
    """Space, seat, loose ships."""
    face_down: tuple[str, ...]
    """Spaces with a disc that nobody has turned."""
    face_up: tuple[tuple[str, str], ...]
    """Space, ally."""
    guests: tuple[tuple[str, int, int], ...]
    """Space, host, guest."""
    cards_in_pile: int
    discarded: tuple[tuple[int, int], ...]
    """Number, how many."""
    laid: int
    """Extra cards that lie face down."""
    open: tuple[int, ...]
    """Cards of the battle that lie open."""


def view(m: Rules, s: State, seat: Seat) -> View:
    """What *seat* may know."""
    ids = m.chart.ids
    own = s.alliance[seat] if m.deck.hides else []
    return View(
        s.turn,
        s.whose,
        s.hands[seat] if m.deck.hides else (),
        tuple((m.cast.ids[c], s.under[c]) for c in own if s.under[c]),
        tuple(_player(m, s, other) for other in s.seats),
        tuple(_character(m, s, c) for c in s.shadows),
        m.cast.ids[s.stone],
        s.timer,
        m.slots,
        tuple((ids[x], owner, s.loose[x]) for x, owner in enumerate(s.claim) if owner != NOBODY),
        tuple(ids[x] for x, disc in enumerate(s.disc) if disc == FACE_DOWN),
        tuple((ids[x], m.cast.ids[disc]) for x, disc in enumerate(s.disc) if disc not in (FACE_DOWN, NO_DISC)),
        tuple((ids[leave.space], leave.host, leave.guest) for leave in s.leaves),
        s.piled_cards - s.drawn,
        tuple(zip(m.cards.numbers, s.discarded, strict=True)),
        len(s.laid),
        tuple(s.open),
    )


def _player(m: Rules, s: State, seat: int) -> PlayerView:
    master = PAWNS[s.pawns[seat]].id if s.pawns[seat] >= 0 else ""
    alliance = tuple(_character(m, s, c) for c in s.alliance[seat])
    return PlayerView(master, alliance, len(s.hands[seat]), s.storage[seat])


def _character(m: Rules, s: State, c: Character) -> CharacterView:
    return CharacterView(m.cast.ids[c], m.chart.ids[s.at[c]], s.ring[c], len(s.under[c]))


def place(m: Rules, s: State, seat: Seat) -> Text:
    """Where the seat's master is, for the title row."""
    if not s.alliance[seat]:
        return Text("shadowlord.place.dead" if seat in s.fallen else "shadowlord.place.start")
    return text("shadowlord.place.at", space=m.chart.printed[s.at[s.alliance[seat][0]]])


def status(m: Rules, s: State) -> tuple[Text, ...]:
    """Who has the stone, then seat by seat who stands where with what, then the shadows."""
    lines = [text("shadowlord.status.stone", who=m.cast.names[s.stone])]
    for n in s.seats:
        seat = Seat(n)
        if s.pawns[n] < 0:
            continue
        mark = PAWNS[s.pawns[n]].mark
        if not s.alliance[n]:
            lines += [text("shadowlord.status.dead", mark=mark, who=who(s, seat))] if seat in s.fallen else []
            continue
        lines.append(text("shadowlord.status.hand", mark=mark, n=len(s.hands[n])))
        if s.storage[n]:
            lines.append(text("shadowlord.status.storage", mark=mark, n=s.storage[n]))
        lines += [_line(m, s, mark, c) for c in s.alliance[n]]
        lines += [
            text("shadowlord.status.claim", mark=mark, space=m.chart.printed[x])
            for x, owner in enumerate(s.claim)
            if owner == seat
        ]
    return (*lines, *[_line(m, s, "☠", c) for c in s.shadows])


def _line(m: Rules, s: State, mark: str, c: Character) -> Text:
    args: dict[str, Arg] = {"mark": mark, "who": m.cast.names[c], "space": m.chart.printed[s.at[c]], "ships": s.ring[c]}
    if s.under[c]:
        return text("shadowlord.status.with_cards", **args, cards=len(s.under[c]))
    return text("shadowlord.status.at", **args)


def hand(m: Rules, s: State, seat: Seat) -> tuple[Text, ...]:
    """The cards that nobody else may see, as far as the box knows them.

    The hand comes last: above a question there is room for the last row only.
    """
    lines = [
        text("shadowlord.hand.under", who=m.cast.names[c], cards=known)
        for c in s.alliance[seat]
        if (known := _known(m, s.under[c]))
    ]
    if known := _known(m, s.hands[seat]):
        lines.append(text("shadowlord.hand.cards", cards=known))
    return tuple(lines)


def _known(m: Rules, cards: tuple[Card, ...]) -> str:
    """In words; where the box is told of some cards, those of which it isn't count as well."""
    known = [str(card) for card in cards if card != UNKNOWN]
    return ", ".join([*known, *["?"] * (len(cards) - len(known))] if m.deck.hides else known)


def board(m: Rules, s: State) -> BoardMap:
    """The board: characters of players as pawns; shadows, discs and loose ships as marks."""
    ids = m.chart.ids
    pawns: dict[str, tuple[Seat, ...]] = {}
    for n, alliance in enumerate(s.alliance):
        for c in alliance:
            pawns[ids[s.at[c]]] = (*pawns.get(ids[s.at[c]], ()), Seat(n))
    return m.chart.map._replace(pawns=pawns, others=_marks(m, s), opens=False)


def _marks(m: Rules, s: State) -> Mapping[str, str]:
    """☠ a shadow, ★ the shadow that has the stone, □ a disc face down, ○ face up, ↑ loose ships."""
    marks: dict[str, str] = {}
    for space, spot in enumerate(m.chart.ids):
        here = "".join("★" if c == s.stone else "☠" for c in s.shadows if s.at[c] == space)
        if s.disc[space] != NO_DISC:
            here += "□" if s.disc[space] == FACE_DOWN else "○"
        if s.claim[space] != NOBODY:
            here += "↑"
        if here:
            marks[spot] = here
    return marks


def outcome(m: Rules, s: State) -> Outcome | None:
    """§1.1, §1.2 Who won, and who came in after: the longer one lived, the better."""
    if not m.is_over(s):
        return None
    if has_lost(s, m.slots):
        return Outcome((), (), Text("shadowlord.all_lose"))
    living = s.living()
    winner = s.crowned if s.crowned in living and len(living) > 1 else living[0]
    rest = sorted((seat for seat in living if seat != winner), key=lambda seat: (seat - winner) % len(s.pawns))
    return Outcome((winner,), (winner, *rest, *reversed(s.fallen)), text("shadowlord.wins", who=who(s, winner)))
