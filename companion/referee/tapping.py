"""What a tap means: the option that the piece stands for, or why it can't be, and what would mend it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from companion.referee import lamps
from companion.referee.acts import Act, Choose, Narrow, Refuse, Tapped
from companion.referee.api import Sensed
from companion.referee.asking import Asking
from companion.referee.consent import Belief
from companion.referee.ledger import whom
from companion.referee.pages import TextPage
from companion.referee.prose import pages_of
from companion.rules.game import Piece
from companion.rules.kernel import CHANCE, Decision, Denied, Seat
from companion.rules.text import Text, text
from companion.screen.model import Title

if TYPE_CHECKING:
    from companion.referee.tablepage import TablePage

TABLE: Final = "table"
"""The reader that is everybody's."""
ANSWERED_BY: Final = ("tap", "contest", "refusal")
"""Pages that say what a tap came to: the next tap takes their place."""


class TapPage(TextPage):
    """What the referee says of a tap that answers nothing; the next one takes its place."""

    name: ClassVar[str] = "tap"


class ContestPage(TapPage):
    """Several pieces lie there, and each could be meant."""

    name: ClassVar[str] = "contest"

    def __init__(self, page: TapPage, several: tuple[Sensed, ...]) -> None:
        super().__init__(page.title, page.screens, page.keys)
        self.several = several


class Tapping:
    """Judges taps; changes nothing."""

    def __init__(self, asking: Asking) -> None:
        self._asking, self._ledger, self._prose = asking, asking.ledger, asking.prose
        self._pieces = {piece.id: piece for piece in self._ledger.game.pieces}

    def judge(self, settled: Sequence[Sensed]) -> Act | TapPage | None:
        """What has been laid on one reader.  None: the game is over."""
        decision = self._ledger.position.decision
        if decision is None:
            return None
        ours = [sensed for sensed in settled if self.piece(sensed) is not None]
        if not ours:
            return self._foreign(settled[0])
        asked = whom(decision)
        mine = ours[0].reader in (TABLE, lamps.name(asked))
        fits = [sensed for sensed in ours if self._keys(decision, sensed) and not self._place(decision, sensed)]
        if not mine or not fits:
            return self._unfit(decision, ours[0], mine)
        if len(fits) > 1:
            return self._contest(decision, tuple(fits))
        keys = self._keys(decision, fits[0])
        if len(keys) > 1:
            return Narrow(keys)
        return Tapped(keys[0], fits[0].piece) if decision.seat == CHANCE else Choose(keys[0])

    def instead(self, settled: Sequence[Sensed], table: TablePage) -> TapPage | None:
        """One like those that are to be put somewhere was tapped, and it isn't one of them: which they are."""
        pieces = [piece for sensed in settled if (piece := self.piece(sensed)) is not None]
        like = next((piece for piece in pieces if table.is_like(piece.sort)), None)
        if like is None:
            return None
        said = pages_of(self._prose.lines("table.not_this", piece=like.name, id=like.id))
        return TapPage(table.title, [*said, *table.screens], self._prose.say("keys.read"))

    def piece(self, sensed: Sensed) -> Piece | None:
        """What bears the tag, if it is a piece of this game."""
        is_ours = sensed.game in ("", self._ledger.game.name)
        return self._pieces.get(sensed.piece) if is_ours else None

    def _keys(self, decision: Decision, sensed: Sensed) -> tuple[str, ...]:
        """The options that the piece stands for; none where the box answers."""
        piece = self.piece(sensed)
        is_heard = (
            self._ledger.is_physical(decision) if decision.seat == CHANCE else decision.seat not in self._ledger.bots
        )
        if piece is None or not is_heard:
            return ()
        return tuple(option.key for option in decision.options if option.piece == piece.sort)

    def _place(self, decision: Decision, sensed: Sensed) -> str | None:
        """Where it is known to lie, so that it can't be what was turned or drawn just now."""
        return self._ledger.whereabouts.place_of(sensed.piece) if decision.seat == CHANCE else None

    # -- what fits nothing ------------------------------------------------------------------------------------

    def _unfit(self, decision: Decision, sensed: Sensed, mine: bool) -> Act | TapPage:
        piece = self.piece(sensed)
        assert piece is not None
        owner, refusal = self._owner(piece), self._refusal(decision, piece)
        if not mine or (owner is not None and refusal is None):
            return self._turn(decision, owner)
        if self._keys(decision, sensed):
            return self._elsewhere(decision, piece)
        doubted = next((option for option in decision.doubted if option.piece == piece.sort), None)
        belief = None if doubted is None else Belief(doubted.key, piece.id)
        return Refuse(refusal or self._not_this(decision, piece), self._asked_for(decision), belief)

    def _elsewhere(self, decision: Decision, piece: Piece) -> Refuse:
        key = next(option.key for option in decision.options if option.piece == piece.sort)
        place = self._ledger.whereabouts.place_of(piece.id) or ""
        kind, _, number = place.partition("/")
        holder = Seat(int(number)) if kind == "seat" else None
        if holder is not None and not self._ledger.game.hand(self._ledger.position.table, holder):
            name = self._asking.name(holder)
            reason = text("referee.tap.held", piece=piece.name, id=piece.id, name=name)
        else:  # it is in a hidden hand, or it is for the players to remember where it lies
            reason = text("referee.tap.elsewhere", piece=piece.name, id=piece.id)
        refusal = Denied(key, decision.rule, reason)
        return Refuse(refusal, text("referee.tap.put_back"), Belief(key, piece.id))

    def _refusal(self, decision: Decision, piece: Piece) -> Denied | None:
        """What the rules themselves say against it."""
        return next((refusal for refusal in decision.refused if refusal.piece == piece.sort), None)

    def _not_this(self, decision: Decision, piece: Piece) -> Denied:
        """The rules don't think of it."""
        kin = any(option.piece.partition("/")[0] == piece.sort.partition("/")[0] for option in decision.options)
        if not kin and self._can_be_hidden(piece):
            return Denied("", decision.rule, Text("referee.tap.not_this"))
        return Denied("", decision.rule, text(f"referee.tap.{'cant' if kin else 'not_asked'}", piece=piece.name))

    def _can_be_hidden(self, piece: Piece) -> bool:
        """Whether it may be what only its holder knows: a card that is slow to leave the reader isn't named to all."""
        game, table = self._ledger.game, self._ledger.position.table
        board, place = game.board(table), self._ledger.whereabouts.place_of(piece.id)
        is_open = piece.sort.startswith("pawn/") or (board is not None and place in board.spots)
        return not is_open and any(game.hand(table, seat) for seat in self._asking.seats())

    def _asked_for(self, decision: Decision) -> Text:
        return text("referee.tap.asked_for", prompt=decision.prompt)

    def _owner(self, piece: Piece) -> Seat | None:
        """Whose pawn it is."""
        game, table = self._ledger.game, self._ledger.position.table
        for seat in self._asking.seats():
            pawn = game.pawn(table, seat)
            if pawn is not None and piece.sort == f"pawn/{pawn.id}":
                return seat
        return None

    def _turn(self, decision: Decision, owner: Seat | None) -> TapPage:
        """Whose turn it is, for whoever lays a pawn down to ask."""
        asked, game, table = whom(decision), self._ledger.game, self._ledger.position.table
        name = self._asking.name(asked)
        if owner == asked and not decision.secret:
            lines = self._prose.lines("tap.you", prompt=decision.prompt)
        else:
            lines = self._prose.lines("tap.asked", name=name)
        if game.turn(table) and (whose := game.whose(table)) != asked:
            lines += self._prose.lines("tap.turn", name=self._asking.name(whose))
        return self._page(self._asking.title(owner), lines)

    def _foreign(self, sensed: Sensed) -> TapPage:
        is_other = sensed.game not in ("", self._ledger.game.name)
        lines = self._prose.lines("tap.other_game" if is_other else "tap.foreign", tag=sensed.tag)
        return self._page(self._asking.heading("tag"), lines)

    def _contest(self, decision: Decision, several: tuple[Sensed, ...]) -> TapPage:
        names = [piece.name for sensed in several if (piece := self.piece(sensed)) is not None]
        if decision.secret:
            lines = self._prose.lines("tap.several", n=len(several))
        else:
            lines = self._prose.lines("tap.two", one=names[0], other=names[1])
        return ContestPage(self._page(self._asking.title(whom(decision)), lines), several)

    def _page(self, title: Title | None, lines: Sequence[str]) -> TapPage:
        return TapPage(title, pages_of(lines), self._prose.say("keys.ok"))
