"""A game told in the table's words: who stands where and holds what, what is thrown and chosen, what comes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from companion.editions import read_edition, shipped
from companion.games.masters import KIT
from companion.games.masters.edition import Edition
from companion.games.masters.game import Masters, build
from companion.games.masters.nouns import FACE_UP, HELD, OUT, PAWNS, Card, CardId, Space, Token, TokenId
from companion.games.masters.state import State
from companion.rules.kernel import Seat
from tests.games.tale import Told

REFERENCE: Edition = read_edition(shipped(KIT), KIT)


def without_links(*pairs: tuple[str, str]) -> Edition:
    """The reference board, some spaces of which are no longer beside each other."""
    cut = {frozenset(pair) for pair in pairs}
    board = REFERENCE.board
    assert board is not None
    spaces = tuple(
        replace(space, links=tuple(other for other in space.links if frozenset({space.id, other}) not in cut))
        for space in board.space
    )
    return replace(REFERENCE, board=replace(board, space=spaces))


@cache
def game(edition: Edition = REFERENCE, **chosen: str) -> Masters:
    return build(edition, chosen)


class Tale(Told[State]):
    """One game between *pawns*, the first of whom is on turn, each on the start of its colour."""

    name = "masters"
    drawn = "turns"

    def __init__(self, *pawns: str, fresh: bool = False, edition: Edition = REFERENCE, **chosen: str) -> None:
        """*fresh*: with rules that no other tale has used, so that a planted fault stays in this one."""
        super().__init__(build(edition, chosen) if fresh else game(edition, **chosen), pawns)
        self.board: Any = self.game._m.board
        self.state.at = [self.board.start(pawn) for pawn in self.state.pawns]
        self.state.whose = Seat(len(pawns) - 1)

    # -- as the table stands ----------------------------------------------------------------------------------------

    def number(self, space: str) -> Space:
        return Space(self.board.ids.index(space))

    def stand(self, **pawns: str) -> Tale:
        """Pawns stand here; in a corridor they have come along it."""
        for pawn, name in pawns.items():
            space, seat = self.number(name), self.seat(pawn)
            self.state.at[seat] = space
            if hasattr(self.board, "chart"):
                rows = [n for n, row in enumerate(self.board.chart.corridors) if space in row]
                self.state.lanes[seat] = rows[0] if len(rows) == 1 else -1
        return self

    def came_along(self, pawn: str, square: str) -> Tale:
        """By which corridor a pawn on the last square came."""
        rows = self.board.chart.corridors
        self.state.lanes[self.seat(pawn)] = next(n for n, row in enumerate(rows) if self.number(square) in row)
        return self

    def token(self, kind: str) -> TokenId:
        """One that lies face down and shows *kind*, as all know from now on; from the last squares (G5, G4, …)."""
        s, token = self.state, Token(kind)
        for n in reversed(range(len(s.token_at))):
            shown = s.token_is[n]
            if s.token_at[n] >= 0 and shown in (None, token):
                if shown is None:
                    s.token_is[n] = token
                    s.unseen_tokens = self.game._m.tokens.without(s.unseen_tokens, token)
                return TokenId(n)
        raise AssertionError(f"no {kind} is left")

    def hold(self, pawn: str, *kinds: str) -> Tale:
        for kind in kinds:
            token = self.token(kind)
            self.board.lift(self.state, token, HELD)
            self.state.held[self.seat(pawn)][Token(kind)] = token
        return self

    def lay(self, **squares: str) -> Tale:
        """What lies on these squares has been seen, and is this."""
        for square, kind in squares.items():
            n = self.state.token_at.index(self.number(square))
            self.state.token_is[n] = Token(kind)
            self.state.unseen_tokens = self.game._m.tokens.without(self.state.unseen_tokens, Token(kind))
        return self

    def clear(self, *squares: str) -> Tale:
        """No token lies there."""
        for square in squares:
            token = TokenId(self.state.token_at.index(self.number(square)))
            self.board.lift(self.state, token, OUT)
        return self

    def clear_all(self, but: str = "") -> Tale:
        """No token lies on any square *but* one."""
        squares = [self.board.ids[at] for at in self.state.token_at if at >= 0]
        return self.clear(*[square for square in squares if square != but])

    def park_ship(self, space: str) -> Tale:
        token = self.token("ship")
        self.board.lift(self.state, token, FACE_UP)
        self.state.ship = self.number(space)
        return self

    def keep(self, pawn: str, card: str) -> Tale:
        """The card lies before the player since an earlier turn."""
        number = self.state.pile.pop(0)
        self._know(number, card)
        self.state.kept[self.seat(pawn)] = number
        return self

    def bury(self, *cards: str) -> Tale:
        """These cards have been drawn, and lie under the pile."""
        for card in cards:
            number = self.state.pile.pop(0)
            self._know(number, card)
            self.state.pile.append(number)
        return self

    def _know(self, number: CardId, card: str) -> None:
        self.state.card_is[number] = Card(card)
        self.state.unseen_cards = self.game._m.cards.without(self.state.unseen_cards, Card(card))

    # -- as it goes on ----------------------------------------------------------------------------------------------

    def at(self, pawn: str) -> str:
        return str(self.board.ids[self.table.at[self.seat(pawn)]])

    def held(self, pawn: str) -> set[str]:
        return {str(kind) for kind in self.table.held[self.seat(pawn)]}

    def card(self, pawn: str) -> str:
        kept = self.table.kept[self.seat(pawn)]
        return str(self.table.card_is[kept]) if kept >= 0 else ""

    def lies(self, space: str) -> str:
        """What lies face down there: ``""``, a kind, or ``?`` if nobody has seen it."""
        try:
            token = self.table.token_at.index(self.number(space))
        except ValueError:
            return ""
        return str(self.table.token_is[token] or "?")

    def is_out(self, kind: str) -> bool:
        """A token of this kind has left the game."""
        pairs = zip(self.table.token_at, self.table.token_is, strict=True)
        return any(at == OUT and shown == kind for at, shown in pairs)

    @property
    def ship(self) -> str:
        return str(self.board.ids[self.table.ship]) if self.table.ship >= 0 else ""

    @property
    def winners(self) -> list[str]:
        return [self.players[seat] for seat in self.table.winners]


NAMES = tuple(pawn.id for pawn in PAWNS)
