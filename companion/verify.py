"""What a journal says, held against today's rules and against fate.  Pure: header, rows and game in, a report out.

This goes through all rows, those that were taken back too, and shares nothing with the session that wrote them: it
asks the rules what they offer, and fate what it has to say.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.referee.fate import Fate
from companion.referee.header import Header
from companion.rules.game import Game
from companion.rules.kernel import CHANCE, Position, start, step
from companion.rules.log import Origin, Row, RowKind, offer_digest


class Parting(NamedTuple):
    """A row where the rules, or fate, say something else than the journal."""

    row: Row
    why: str


@dataclass(frozen=True, slots=True)
class Report:
    """What `verify` found.  Rows that were taken back count as the others do."""

    partings: tuple[Parting, ...]
    """Empty: the journal agrees with the rules and with fate."""
    origins: dict[Origin, int]
    """How many answers of chance came from where.  Those of fate were computed anew, and agree."""
    choices: int
    """Answers of seats."""
    commitment: str
    """The hash of the seed: the table saw it before the first roll."""
    position: Position[Any]
    """Where the rows lead."""


class Retraced:
    """Where rows lead.  Iterate over it, once, for every answer that fits with the position that it was given in."""

    def __init__(self, game: Game[Any], header: Header, rows: Iterable[Row]) -> None:
        self._rows = rows
        self.position: Position[Any] = start(game, game.setup(header.seats, header.names))
        """The end, once the iteration is through."""
        self.parting: Parting | None = None
        """The first answer that doesn't fit, if it still stands: nothing behind it could be followed."""
        self._before: list[tuple[int, Position[Any]]] = []

    def __iter__(self) -> Iterator[tuple[Row, Position[Any]]]:
        for row in self._rows:
            match row.kind:
                case RowKind.ANSWER if self.parting is None:
                    before = self.position
                    why = misfit(row, before)
                    if why:
                        self.parting = Parting(row, why)
                        continue
                    self.position = step(before, row.key)
                    self._before.append((row.n, before))
                    yield row, before
                case RowKind.TAKE_BACK | RowKind.CORRECTION:
                    self._go_back(row.back_to)
                case _:
                    pass

    def _go_back(self, to: int) -> None:
        while self._before and self._before[-1][0] > to:
            _, self.position = self._before.pop()
        if self.parting is not None and self.parting.row.n > to:
            self.parting = None


def misfit(row: Row, position: Position[Any]) -> str:
    """Why the rules don't take this answer in *position*; empty: they do."""
    decision = position.decision
    if decision is None:
        return "the game is over"
    if (row.seat, row.rule) != (decision.seat, decision.rule):
        return f"the rules ask {_who(decision.seat)} by section {decision.rule}"
    if row.source != decision.source:
        return f"the rules ask for {decision.source}"
    if row.digest != offer_digest(decision) or decision.option(row.key) is None:
        return f"the rules offer {_listed(decision.keys())}"
    is_insisted_on = any(option.key == row.key for option in decision.doubted)
    if is_insisted_on and row.origin is not Origin.BELIEVED:
        return f"{row.key} can't be, and nobody insisted on it"
    return ""


def verify(game: Game[Any], header: Header, rows: Iterable[Row]) -> Report:
    """Follow *rows*, compute every answer of fate anew, and count the others by their origin."""
    rows = tuple(rows)
    fate = Fate(header.seed)
    facts = _Facts(rows)
    partings: list[Parting] = []
    origins: Counter[Origin] = Counter()
    choices = 0
    retraced = Retraced(game, header, rows)
    for row, position in retraced:
        if row.seat != CHANCE:
            choices += 1
            continue
        known = facts.before(row)
        why = ""
        match row.origin:
            case None:
                why = "it doesn't say where the answer came from"
            case Origin.FATE:
                assert position.decision is not None  # or the row would not fit
                fated = fate.answer(position.decision, game.pile(position.table, row.source))
                why = "" if row.key == fated else f"fate says {fated}"
            case Origin.SCRIPTED if not header.bench:
                why = "the game was not begun on the bench"
        if not why and known is not None and known.key != row.key and _is_offered(known.key, position):
            why = f"{row.source} had said {known.key} (row {known.n})"
        if why:
            partings.append(Parting(row, why))
        elif row.origin is not None:
            origins[row.origin] += 1
    if retraced.parting is not None:
        partings.append(retraced.parting)
    return Report(tuple(partings), dict(origins), choices, fate.commitment, retraced.position)


class _Facts:
    """What a source has said once, it says always; only a correction withdraws it, or rules that offer it no more."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._known: dict[str, Row] = {}
        self._corrections = deque(row for row in rows if row.kind is RowKind.CORRECTION)

    def before(self, row: Row) -> Row | None:
        """The row that its source has spoken in before; from now on that is *row*."""
        while self._corrections and self._corrections[0].n < row.n:
            self._known.pop(self._corrections.popleft().source, None)
        known = self._known.get(row.source)
        self._known[row.source] = row
        return known


def _is_offered(key: str, position: Position[Any]) -> bool:
    return position.decision is not None and position.decision.option(key) is not None


def _who(seat: int) -> str:
    return "chance" if seat == CHANCE else f"seat {seat + 1}"


def _listed(keys: tuple[str, ...], most: int = 8) -> str:
    return ", ".join(keys[:most]) + (" …" if len(keys) > most else "")
