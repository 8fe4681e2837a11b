"""Where each piece lies, and the piles that nobody may look into."""

from __future__ import annotations

from companion.games.masters.entered import EnteredBoard
from companion.games.masters.nouns import CARDS, FACE_UP, HELD, NOWHERE, OUT, PAWNS, ROUNDS_TO_WIN, CardId, TokenId
from companion.games.masters.rules import Rules
from companion.games.masters.skeletor import skeletors_hand
from companion.games.masters.state import State
from companion.rules.game import Pile
from companion.rules.kernel import Seat

BOX = "box"
"""Set aside, or out of the game."""


def pile(m: Rules, source: str) -> Pile | None:
    """The tokens on their squares, or the cards; None for a throw, and where the mix isn't known.

    In free mode no square names a token, so there is no pile of them either.
    """
    if source.startswith("card/") and m.cards.known:
        return Pile("card", tuple(str(n) for n in range(CARDS)), m.cards.items())
    if source.startswith("token/") and m.tokens.known and isinstance(m.board, EnteredBoard):
        return Pile("token", tuple(m.board.ids[space] for space in m.board.token_squares), m.tokens.items())
    return None


def placement(m: Rules, s: State) -> dict[str, str]:
    """Every piece of the box: pawns, square tokens, cards, combat tokens."""
    return {**_pawns(m, s), **_tokens(m, s), **_cards(s), **_battle(m, s)}


def _pawns(m: Rules, s: State) -> dict[str, str]:
    where = {f"pawn/{pawn.id}": BOX for pawn in PAWNS}
    for pawn, space in zip(s.pawns, s.at, strict=True):
        if space != NOWHERE:
            where[f"pawn/{PAWNS[pawn].id}"] = m.board.ids[space]
    return where


def _tokens(m: Rules, s: State) -> dict[str, str]:
    """``token/1`` is the one that began on the first token square."""
    holders = {token: f"seat/{seat}" for seat, held in enumerate(s.held) for token in held.values()}
    return {f"token/{token + 1}": _token(m, s, at) or holders[TokenId(token)] for token, at in enumerate(s.token_at)}


def _token(m: Rules, s: State, at: int) -> str:
    if at == HELD:
        return ""
    if at == OUT:
        return BOX
    return m.board.ids[s.ship if at == FACE_UP else at]


def located(m: Rules, s: State) -> dict[str, tuple[str, ...]]:
    """By sort: where those lie that have been seen.  In free mode nobody knows which square a token went back to."""
    found: dict[str, list[str]] = {}
    is_entered = isinstance(m.board, EnteredBoard)
    for shows, at, place in zip(s.token_is, s.token_at, _tokens(m, s).values(), strict=True):
        if shows is not None and (is_entered or at < 0):
            found.setdefault(f"token/{shows}", []).append(place)
    for card, place in zip(s.card_is, _cards(s).values(), strict=True):
        if card is not None:
            found.setdefault(f"card/{card}", []).append(place)
    return {sort: tuple(places) for sort, places in found.items()}


def _cards(s: State) -> dict[str, str]:
    """``card/1`` is the one that began on top."""
    holders = {card: f"seat/{seat}" for seat, card in enumerate(s.kept)}
    return {f"card/{card + 1}": holders.get(CardId(card), "pile") for card in range(CARDS)}


def _battle(m: Rules, s: State) -> dict[str, str]:
    """The Skeletor card and the round tokens, which are out of the box while a battle goes on."""
    hero = next((Seat(n) for n in s.seats if s.at[n] == m.board.throne and n not in s.winners), None)
    mine = BOX if hero is None else f"seat/{hero}"
    theirs = BOX if hero is None else f"seat/{skeletors_hand(s, hero)}"
    where = {"card/skeletor": mine}
    for name, won in (("fist", s.fists), ("skeletor", s.skulls)):
        for n in range(1, ROUNDS_TO_WIN + 1):
            where[f"{name}/{n}"] = mine if n <= won else theirs
    return where
