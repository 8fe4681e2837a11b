"""Chapter 6: the cards, and what parries them."""

from __future__ import annotations

from typing import Final

from companion.games.masters import castle, outer
from companion.games.masters.mix import is_insisted
from companion.games.masters.nouns import CARD_NAMES, OUT, TOKEN_NAMES, WEAPONS, Card, CardId, Space, SpaceKind, Token
from companion.games.masters.rules import Rules, pick, settle
from companion.games.masters.state import NO_CARD, State, anew, say, tell_total, unsee
from companion.rules.dice import roll
from companion.rules.kernel import Decision, Flow, Option, Seat
from companion.rules.text import Text, text

SECTIONS: Final = {
    Card.DEMON: "6.4",
    Card.OUBLIETTE: "6.5",
    Card.LASER: "6.6",
    Card.WALL: "6.8",
    Card.GRILLE: "6.9",
    Card.ARMOUR: "6.10",
}
NEEDED: Final = {Card.DEMON: 6, Card.OUBLIETTE: 6, Card.LASER: 9, Card.WALL: 6, Card.GRILLE: 9, Card.ARMOUR: 8}
"""So many points or more, without the token that parries the card."""
PARRIED: Final = {Card.LASER: (Token.COSTUME, 5), Card.GRILLE: (Token.AXE, 6), Card.ARMOUR: (Token.SWORD, 6)}
"""With it."""
_THROWS: Final = {
    (card, points): text("masters.card.throw", card=CARD_NAMES[card], points=points)
    for card in Card
    for points in {NEEDED[card], PARRIED[card][1] if card in PARRIED else NEEDED[card]}
}


_DRAW: Final = Text("masters.card.draw")


def draw(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§6.1 The top card of the pile; one that has come round again is known."""
    number = s.pile.pop(0)
    s.kept[seat] = number
    if s.card_is[number] is None:
        source, below = f"card/{number}", list[CardId]()
        if m.cards.is_told:
            source, below = anew(s, source), s.pile
        hidden = [s.card_is[n] for n in below]
        option: Option[Card] = yield m.cards.question(_DRAW, source, seat, s.unseen_cards, hidden)
        if is_insisted(option):
            unsee(s, s.card_is, option.value, below)
        else:
            s.unseen_cards = m.cards.without(s.unseen_cards, option.value)
        s.card_is[number] = option.value
    card = s.card_is[number]
    assert card is not None
    say(s, "masters.card.drawn", card=CARD_NAMES[card])
    yield from face(m, s, seat)


def put_under(s: State, seat: Seat) -> None:
    """§6.1 A card that is done with goes under the pile, face down."""
    s.pile.append(s.kept[seat])
    s.kept[seat] = NO_CARD
    say(s, "masters.card.under")


def try_again(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§6.2 A card that was kept takes the whole turn: it is faced again, and that is all."""
    yield from face(m, s, seat)


def face(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§6.2 Throw against the card."""
    card = s.card_is[s.kept[seat]]
    assert card is not None
    pips = yield from roll(s, seat, SECTIONS[card], _THROWS[card, needed(s, seat, card)])
    total = sum(pips)
    tell_total(s, "masters.threw", pips)
    match card:
        case Card.DEMON:
            keeps = yield from demon(m, s, seat, total)
        case Card.OUBLIETTE:
            keeps = oubliette(m, s, seat, total)
        case Card.LASER:
            keeps = laser(m, s, seat, total)
        case Card.WALL:
            keeps = wall(m, s, seat, total)
        case Card.GRILLE:
            keeps = grille(m, s, seat, total)
        case Card.ARMOUR:
            keeps = yield from armour(m, s, seat, total)
    if keeps:
        say(s, "masters.card.keep")
    else:
        put_under(s, seat)


def needed(s: State, seat: Seat, card: Card) -> int:
    """§6.3 So many points or more; fewer with the right token, which is enough to have."""
    if card in PARRIED:
        token, points = PARRIED[card]
        if token in s.held[seat]:
            return points
    return NEEDED[card]


def use_up(m: Rules, s: State, seat: Seat, token: Token, helped: bool) -> None:
    """§6.3 A token that made the difference leaves the game (M21: or every token that met its card, or none)."""
    if token in s.held[seat] and m.used_up[helped]:
        s.token_at[s.held[seat].pop(token)] = OUT
        say(s, "masters.card.used_up", token=TOKEN_NAMES[token])


USED_UP: Final = {"helped": (False, True), "met": (True, True), "never": (False, False)}


def demon(m: Rules, s: State, seat: Seat, total: int) -> Flow[bool]:
    """§6.4 Five or less: a weapon goes back to the outer board.  Six or more: go on at once, without a card."""
    if total >= NEEDED[Card.DEMON]:
        say(s, "masters.demon.saved")
        yield from castle.advance(m, s, seat, False)
    else:
        yield from lose_weapon(m, s, seat)
    return False


def lose_weapon(m: Rules, s: State, seat: Seat) -> Flow[None]:
    """§6.4 The holder chooses which, and where it goes; without a square for it, it stays."""
    weapons = [weapon for weapon in WEAPONS if weapon in s.held[seat]]
    if not weapons:
        say(s, "masters.demon.nothing")
        return
    squares = m.board.empty(s)
    if not squares.options:
        say(s, "masters.put.nowhere")
        return
    options = tuple([outer.GIVE[weapon] for weapon in weapons])
    weapon = yield from pick(Decision(seat, "6.4", Text("masters.demon.which"), options))
    yield from outer.put_down(m, s, seat, weapon, squares, seat, "6.4")


def oubliette(m: Rules, s: State, seat: Seat, total: int) -> bool:
    """§6.5 Three or less: down to the drawbridge.  Four or five: stay and try again.  Six or more: out of it."""
    if total <= 3:
        s.at[seat] = m.board.drawbridge
        say(s, "masters.oubliette.fell")
    elif total >= NEEDED[Card.OUBLIETTE]:
        say(s, "masters.oubliette.out")
    return 3 < total < NEEDED[Card.OUBLIETTE]


def laser(m: Rules, s: State, seat: Seat, total: int) -> bool:
    """§6.6 Nine or more escape the beam, five or more in the magic costume; who is hit loses the next turn."""
    is_safe = total >= needed(s, seat, Card.LASER)
    use_up(m, s, seat, Token.COSTUME, is_safe and total < NEEDED[Card.LASER])
    s.misses[seat] = not is_safe
    say(s, "masters.laser.escaped" if is_safe else "masters.laser.hit")
    return False


def wall(m: Rules, s: State, seat: Seat, total: int) -> bool:
    """§6.8 Six or more break through it."""
    return _stands(s, total, NEEDED[Card.WALL])


def grille(m: Rules, s: State, seat: Seat, total: int) -> bool:
    """§6.9 Nine or more demolish it, six or more with an axe."""
    stands = _stands(s, total, needed(s, seat, Card.GRILLE))
    use_up(m, s, seat, Token.AXE, not stands and total < NEEDED[Card.GRILLE])
    return stands


def armour(m: Rules, s: State, seat: Seat, total: int) -> Flow[bool]:
    """§6.10 Eight or more beat it, six with a sword; else fall back.  A fall into the oubliette shakes it off."""
    stands = _stands(s, total, needed(s, seat, Card.ARMOUR))
    use_up(m, s, seat, Token.SWORD, not stands and total < NEEDED[Card.ARMOUR])
    shortened = stands and (yield from fall_back(m, s, seat))
    use_up(m, s, seat, Token.SHIELD, shortened)
    return stands and m.kind(s, seat) is not SpaceKind.DRAWBRIDGE


def _stands(s: State, total: int, points: int) -> bool:
    if total >= points:
        say(s, "masters.card.beaten")
    return total < points


def fall_back(m: Rules, s: State, seat: Seat) -> Flow[bool]:
    """§6.11 Two squares back, one with a shield, the first room at most.  Whether the shield made a difference."""
    if s.at[seat] == m.board.entrance:
        return False
    has_shield = Token.SHIELD in s.held[seat]
    yield from retreat(m, s, seat, "6.11", 1 if has_shield else 2, m.board.entrance)
    return has_shield and m.kind(s, seat) is SpaceKind.CORRIDOR


def retreat(m: Rules, s: State, seat: Seat, rule: str, squares: int, stop: Space) -> Flow[None]:
    """§6.11 Occupied squares don't count, and whoever comes to the oubliette falls into it."""
    found = m.board.behind(s, seat, squares, stop)
    s.at[seat] = yield from settle(seat, rule, text("masters.retreat.where", n=squares), found)
    if s.at[seat] == m.board.drawbridge != stop:
        say(s, "masters.oubliette.fell")
    else:
        say(s, "masters.retreat.to", space=m.label(s.at[seat]))
