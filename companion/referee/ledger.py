"""The ledger of a game: its rows, the facts among them, and the position they lead to.

An answered chance source is a *fact*.  Taking back removes choices, never facts: when the source comes up again, it
gets its fact unasked.  So neither a take-back nor another choice can be used to fish for a better roll.  Only a
correction, of what a person mistyped, withdraws a fact: that one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.rules.game import Game
from companion.rules.kernel import (
    CHANCE,
    Decision,
    News,
    Option,
    Position,
    ReplayDiverged,
    Seat,
    pauses,
    replay,
    start,
    step,
)
from companion.rules.log import Origin, Row, RowKind, offer_digest, standing

if TYPE_CHECKING:
    from companion.table.whereabouts import Move, Whereabouts

_TABLE_OPTION = {"dice": "dice", "spin": "dice", "token": "tokens", "disc": "tokens"}
"""The first part of a source, or of a sort of piece -> the table option that is about it; any other is a card."""
READ = (Origin.TYPED, Origin.TAPPED, Origin.BELIEVED)
"""What people told, and can have got wrong."""


def _how(what: str, options: Mapping[str, str]) -> str:
    return options.get(_TABLE_OPTION.get(what.partition("/")[0], "cards"), "electronic")


def is_physical(source: str, options: Mapping[str, str]) -> bool:
    """Whether the table's own dice, tokens or cards answer this source, by the game's table *options*."""
    return _how(source, options) != "electronic"


def whom(decision: Decision) -> Seat:
    """Who must act: the seat that chooses, or whose hand throws."""
    return decision.by if decision.seat == CHANCE else decision.seat


class Deed(NamedTuple):
    """News, and who chose or threw for it to happen; None: nobody."""

    news: News
    by: Seat | None = None


class Fact(NamedTuple):
    """What chance said, once and for all."""

    key: str
    origin: Origin
    piece: str = ""


class Ledger:
    """Rows in, position out.  Every method that adds rows returns them; the caller sees to it that they are saved."""

    def __init__(self, game: Game[Any], header: Header, fate: Fate, rows: Sequence[Row] = ()) -> None:
        """Replay *rows*.  Raises `ReplayDiverged` where today's rules part from them."""
        self.game = game
        self.header = header
        self.fate = fate
        self.rows = list(rows)
        self.facts: dict[str, Fact] = {}
        self.bots = set(map(Seat, header.bots))
        for row in self.rows:
            self._note(row)
        self.sorts = {piece.id: piece.sort for piece in game.pieces}
        """Of every piece that the edition lists."""
        self._whereabouts: Whereabouts | None = None
        self.moves: list[Move] = []
        """Pieces that the last answer has moved, where pieces are followed."""
        self.taken_up = ""
        """The sort of piece that a seat has just chosen: who holds it in hand need not lay it back."""
        self.log = standing(self.rows)
        self.position = self._replay()

    def _replay(self) -> Position[Any]:
        position = replay(self.game, self._first(), [row.key for row in self.log])
        self._whereabouts, self.moves, self.taken_up = None, [], ""
        if any(row.piece for row in self.log):
            self._whereabouts = self._retraced()
        return position

    @property
    def whereabouts(self) -> Whereabouts:
        """Where the pieces lie that were tapped."""
        if self._whereabouts is None:
            from companion.table.whereabouts import Whereabouts  # not where nobody taps

            self._whereabouts = Whereabouts(self.game.located(self.position.table))
        return self._whereabouts

    def _retraced(self) -> Whereabouts:
        """Where the pieces that were tapped have gone since."""
        from companion.table.whereabouts import Whereabouts

        states = pauses(self.game, self._first(), [row.key for row in self.log])
        whereabouts = Whereabouts(self.game.located(next(states)[0]))
        for row, (state, option) in zip(self.log, states, strict=True):
            whereabouts.follow(self.game.located(state), _seen(row, option), row.piece)
        return whereabouts

    def _first(self) -> Any:
        return self.game.setup(self.header.seats, self.header.names)

    def _note(self, row: Row) -> None:
        match row.kind:
            case RowKind.ANSWER if row.origin is not None:
                self.facts[row.source] = Fact(row.key, row.origin, row.piece)
            case RowKind.CORRECTION:
                self.facts.pop(row.source, None)
            case RowKind.SEAT:
                (self.bots.add if row.key == "box" else self.bots.discard)(Seat(row.seat))
            case _:
                pass

    def _add(self, row: Row) -> Row:
        self.rows.append(row)
        self._note(row)
        return row

    # -- answers ----------------------------------------------------------------------------------------------

    def answer(self, key: str, origin: Origin | None = None, piece: str = "") -> Row:
        """Answer the pending decision; *piece* was tapped to say so.  Raises `NotAnOption`: nothing has happened."""
        decision = self.position.decision
        before, self.position = self.position, step(self.position, key)
        assert decision is not None  # or step had raised
        chosen = decision.option(key) if decision.seat != CHANCE else None
        self.taken_up = "" if chosen is None else chosen.piece
        source = decision.source if decision.seat == CHANCE else ""
        n, digest = len(self.rows) + 1, offer_digest(decision)
        row = Row(n, RowKind.ANSWER, decision.seat, decision.rule, key, digest, origin, source, piece=piece)
        self.log.append(row)
        self._follow(before, _seen(row, decision.option(key)), piece)
        return self._add(row)

    def _follow(self, before: Position[Any], sort: str, piece: str) -> None:
        """Only where pieces are tapped, or were."""
        self.moves = []
        known = self._whereabouts
        if known is None and (piece or self.is_tagged):
            from companion.table.whereabouts import Whereabouts

            known = self._whereabouts = Whereabouts(self.game.located(before.table))
        if known is not None:
            self.moves = known.follow(self.game.located(self.position.table), sort, piece)

    @property
    def is_tagged(self) -> bool:
        """Whether the table plays with tagged tokens or cards."""
        return "tagged" in self.header.options.values()

    def bears_tags(self, what: str) -> bool:
        """Whether pieces of this sort, or those that this source is about, are tapped at this table."""
        return _how(what, self.header.options) == "tagged"

    def fact(self, decision: Decision) -> Fact | None:
        """What this source is already known to have said.

        A fact that isn't offered any more is none: after a take-back the table can have said of its other tokens or
        cards what leaves no room for it.  Fate never contradicts itself, the table can, and is asked again.
        """
        fact = self.facts.get(decision.source)
        return None if fact is None or decision.option(fact.key) is None else fact

    def fated(self, decision: Decision) -> str:
        """What fate says to this chance decision."""
        return self.fate.answer(decision, self.game.pile(self.position.table, decision.source))

    def is_physical(self, decision: Decision) -> bool:
        """Whether the table itself answers this decision of chance."""
        return is_physical(decision.source, self.header.options)

    def bot_choice(self, decision: Decision) -> str:
        """What the box chooses for a seat that it plays: at random, from the seed and the number of answers."""
        return self.fate.pick(f"bot/{len(self.log)}", decision.keys())

    # -- taking back ------------------------------------------------------------------------------------------

    def last_choice(self) -> Row | None:
        """The last answer that stands and that a person chose: what a take-back takes back."""
        for row in reversed(self.log):
            if row.seat != CHANCE and Seat(row.seat) not in self.bots:
                return row
        return None

    def seen_since(self, choice: Row) -> bool:
        """Whether chance has spoken since: then a take-back needs everyone's consent."""
        return any(row.seat == CHANCE for row in self.log if row.n > choice.n)

    def take_back(self, choice: Row) -> Row:
        """Return to before *choice*."""
        return self._go_back(Row(len(self.rows) + 1, RowKind.TAKE_BACK, choice.seat, "", "", back_to=choice.n - 1))

    def last_typed(self) -> Row | None:
        """A reading that was typed in or tapped and that no later input has built on."""
        for row in reversed(self.log):
            if row.origin in READ:
                return row
            if row.seat != CHANCE:
                return None
        return None

    def correct(self, typed: Row) -> Row:
        """Return to before *typed*, and forget what it said: it will be asked again."""
        n = len(self.rows) + 1
        return self._go_back(
            Row(n, RowKind.CORRECTION, typed.seat, typed.rule, typed.key, source=typed.source, back_to=typed.n - 1)
        )

    def _go_back(self, row: Row) -> Row:
        self._add(row)
        self.log = standing(self.rows)
        self.position = self._replay()
        return row

    # -- what is no answer ------------------------------------------------------------------------------------

    def consent(self, seat: Seat, to: str, given: bool) -> Row:
        """*seat* says yes or no to something that all must agree to."""
        key = f"{to} {'yes' if given else 'no'}"
        return self._add(Row(len(self.rows) + 1, RowKind.CONSENT, seat, "", key))

    def seat_played_by(self, seat: Seat, box: bool) -> Row:
        """From here on the box plays *seat*, or a person does."""
        return self._add(Row(len(self.rows) + 1, RowKind.SEAT, seat, "", "box" if box else "person"))

    # -- looking back -----------------------------------------------------------------------------------------

    def history(self) -> list[Deed]:
        """All that happened, from the start: made anew, so that it is right after a take-back as well."""
        position = start(self.game, self._first())
        deeds = [Deed(news) for news in position.news]
        for seq, row in enumerate(self.log):
            if position.decision is None or position.decision.option(row.key) is None:
                raise ReplayDiverged(seq, row.key, position)
            by = whom(position.decision)
            position = step(position, row.key)
            deeds += [Deed(news, by) for news in position.news]
        return deeds


def _seen(row: Row, option: Option[Any] | None) -> str:
    """The sort of piece that was drawn or turned."""
    return option.piece if option is not None and row.seat == CHANCE else ""
