"""The board that an edition enters: its spaces, and what can be reached from where.

What is found once is kept.  In mass play the same few thousand situations come up over and over, and a search for each
would take longer than all the rest of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from companion.games.masters.board import MOST_SQUARES, Ahead, Candidates
from companion.games.masters.edition import Board as BoardData
from companion.games.masters.mix import Mix, is_insisted
from companion.games.masters.moves import Chart, Ends, Move, Walk, Way, brink_stops, counts
from companion.games.masters.nouns import NOWHERE, OUTSIDE, PAWNS, TOKEN_NAMES, Space, SpaceKind, Token, TokenId
from companion.games.masters.state import State, anew, unsee
from companion.rules.dice import Pips
from companion.rules.game import BoardMap, Spot
from companion.rules.kernel import CHANCE, Decision, Denied, Flow, Option, Seat
from companion.rules.text import Text, text

WINDOW: Final = MOST_SQUARES + len(PAWNS) - 1
"""So many squares ahead matter in the castle: three that count, and one for each other pawn."""
_new: Final = tuple.__new__
"""Builds a `Decision` in half the time, where mass play asks for thousands a second."""
_NOBODY: Final = frozenset[Space]()
_ONE: Final = tuple((points,) for points in range(7))
WHERE: Final[Mapping[int, Text]] = {steps: text("masters.move.where", n=steps) for steps in range(1, 7)}
_LABELS: Final = {SpaceKind.EDGE: "masters.to.edge", SpaceKind.DRAWBRIDGE: "masters.to.drawbridge"}


_TAKEN: Final = {
    SpaceKind.LAST: ("5.6", "masters.castle.behind"),
    SpaceKind.BRINK: ("5.7", "masters.castle.behind"),
}
"""Why an occupied square of the castle can't be had, where it isn't that it doesn't count."""


class EnteredBoard:
    """The board of an edition."""

    def __init__(
        self, data: BoardData, tokens: Mix[Token], barred: Callable[[State], set[Space]], open_memory: bool
    ) -> None:
        """*barred*: on which spaces the spaceship can't land (M9)."""
        spaces = data.space
        number = {space.id: n for n, space in enumerate(spaces)}
        pairs = {(min(n, m), max(n, m)) for n, space in enumerate(spaces) for m in map(number.__getitem__, space.links)}
        self.chart: Final = Chart([space.kind for space in spaces], sorted(pairs))
        self.kinds = self.chart.kinds
        self.drawbridge, self.entrance, self.throne = self.chart.drawbridge, self.chart.entrance, self.chart.throne
        self.ids = tuple(space.id for space in spaces)
        self.printed: Final = tuple(space.printed for space in spaces)
        self.labels = tuple(text("masters.to", space=printed) for printed in self.printed)
        self.is_outside = tuple(kind in OUTSIDE - {SpaceKind.EDGE, SpaceKind.DRAWBRIDGE} for kind in self.kinds)
        self.arrivals = tuple(text("masters.move.go", space=label) for label in self.labels)
        self.map: Final = BoardMap(
            {space.id: Spot(space.id, space.x_mm, space.y_mm, space.printed, space.kind) for space in spaces},
            tuple((self.ids[a], self.ids[b]) for a, b in sorted(pairs)),
            {},
        )
        self.token_squares: Final = tuple(Space(n) for n, kind in enumerate(self.kinds) if kind is SpaceKind.TOKEN)
        self.bits = tuple(
            1 << self.token_squares.index(n) if n in self.token_squares else 0 for n in range(len(spaces))
        )
        self._starts = {space.pawn: Space(n) for n, space in enumerate(spaces) if space.kind is SpaceKind.START}
        self._sky = tuple(n for n, kind in enumerate(self.kinds) if kind in OUTSIDE and n != self.drawbridge)
        self._tokens, self._barred, self._open_memory = tokens, barred, open_memory
        self._moves: list[tuple[Move | None, ...] | None] = [None] * len(spaces)
        edges = [Space(n) for n, kind in enumerate(self.kinds) if kind is SpaceKind.EDGE]
        self._beyond = {edge: Move(self.chart, self.chart.beyond(edge)) for edge in edges}
        self._rows = tuple(self._rows_from(Space(n)) for n in range(len(spaces)))
        self._windows = tuple(
            frozenset(space for _, row in rows for space in row[:WINDOW] if self.chart.solid[space])
            for rows in self._rows
        )
        self._paces = [dict[tuple[bool, frozenset[Space]], Candidates[Ahead]]() for _ in spaces]
        """Where the pawn is -> whether a card threatens, and who is in the way."""
        self._print()

    def _print(self) -> None:
        """The options and refusals of each space, as they are shown."""
        printed = list(zip(self.ids, self.printed, strict=True))
        groups = [text("masters.part", letter=label.rstrip("0123456789")) for label in self.printed]

        def options(verb: str, keys: Sequence[str]) -> tuple[Option[Space], ...]:
            return tuple(
                Option(f"{verb}/{i}", Space(n), text(key, space=p), 1, groups[n], i)
                for n, ((i, p), key) in enumerate(zip(printed, keys, strict=True))
            )

        plain = ["masters.to"] * len(printed)
        by_kind = [_LABELS.get(kind, "masters.to") for kind in self.kinds]
        self._to_plain = options("move", by_kind)
        self._to_token = options("move", ["masters.to.token"] * len(printed))
        self._to_ship = options("move", ["masters.to.ship"] * len(printed))
        self._fly = options("fly", by_kind)
        self._put = options("put", plain)
        self._no_landing = tuple(Denied(f"fly/{i}", "3.9", text("masters.fly.taken", space=p)) for i, p in printed)
        self._turn = tuple((f"token/{i}", text("masters.token.turn", space=p)) for i, p in printed)

    # -- the outer board --------------------------------------------------------------------------------------------

    def lay_out(self, s: State) -> None:
        """§1.1 A token on each token square, face down."""
        for token, space in enumerate(self.token_squares):
            self.lay(s, TokenId(token), space)

    def start(self, pawn: int) -> Space:
        """Where a pawn begins."""
        return self._starts[PAWNS[pawn].id]

    def _moves_from(self, here: Space) -> tuple[Move | None, ...]:
        """By steps, from 0 on; None: so many lead nowhere."""
        moves = self._moves[here]
        if moves is None:
            found = [self.chart.ways(here, steps) for steps in range(7)]
            moves = self._moves[here] = tuple([Move(self.chart, ways) if ways else None for ways in found])
        return moves

    def walkable(self, s: State, seat: Seat, pips: Pips) -> tuple[int, ...]:
        """§3.1 Those of the two numbers that lead anywhere; equal ones once."""
        moves = self._moves[s.at[seat]] or self._moves_from(s.at[seat])
        a, b = pips
        one, other = moves[a], moves[b]
        at = s.at
        if one is not None and (one.is_sure or one.solid.isdisjoint(at) or self.where(s, seat, a)):
            if other is not None and (other.is_sure or other.solid.isdisjoint(at) or self.where(s, seat, b)):
                return pips if a != b else _ONE[a]
            return _ONE[a]
        return _ONE[b] if self.where(s, seat, b) else ()

    def where(self, s: State, seat: Seat, steps: int) -> Decision | None:
        """§3.1 Where so many steps lead; None: nowhere."""
        move = (self._moves[s.at[seat]] or self._moves_from(s.at[seat]))[steps]
        if move is None:
            return None
        ends = move.clear
        if ends is None or not move.solid.isdisjoint(s.at):
            ends = self._ends_now(s, move)
        if s.ship in ends.spaces or self._open_memory:
            options = self._options_now(s, ends)
        else:
            lying = s.face_down & ends.tokens
            found = ends.options.get(lying)
            options = self._options_now(s, ends) if found is None else found
            if found is None:
                ends.options[lying] = options
        if not options:
            return None
        return _new(Decision, (seat, "3.1", WHERE[steps], options, "", CHANCE, ends.refused, False, True, ()))

    def beyond(self, s: State, seat: Seat) -> Candidates[Space]:
        """§4.2 The first square beyond the ravine, or the next free one."""
        ends = self._ends_now(s, self._beyond[s.at[seat]])
        return Candidates(self._options_now(s, ends), ends.refused)

    def _ends_now(self, s: State, move: Move) -> Ends:
        at = s.at
        if move.solid.isdisjoint(at):
            ends = move.clear
            if ends is None:
                ends = move.clear = self._ends(move.ways, (), NOWHERE)
            return ends
        occupied = move.solid.intersection(at)
        ends = move.crowded.get(occupied)
        if ends is None:
            ends = move.crowded[occupied] = self._ends(move.ways, occupied, NOWHERE)
        if s.ship in occupied or not ends.next_to.isdisjoint(at):
            return self._ends(move.ways, self._occupied(s), s.ship)
        return ends

    def _options_now(self, s: State, ends: Ends) -> tuple[Option[Space], ...]:
        return tuple([self._option(s, space) for space in ends.spaces])

    def _occupied(self, s: State) -> list[Space]:
        solid = self.chart.solid
        return [space for space in s.at if solid[space]]

    def _ends(self, ways: Iterable[Way], occupied: Collection[Space], ship: Space) -> Ends:
        refused: dict[Space, Denied] = {}
        spaces = sorted(set(self.free_ends(ways, occupied, ship, refused)))
        denied = [denial for space, denial in refused.items() if space not in spaces]
        behind = [after.space for way in ways if way.space in occupied for after in way.after]
        solid = [space for space in behind if self.chart.solid[space]]
        return Ends(spaces, denied, solid, sum([self.bits[space] for space in spaces]))

    def free_ends(
        self, ways: Iterable[Way], occupied: Collection[Space], ship: Space, refused: dict[Space, Denied]
    ) -> list[Space]:
        """The squares at the end of *ways* that a pawn can stand on; *refused* collects the others.

        The spaceship can be boarded even where a pawn covers it (§3.10).
        """
        ends: list[Space] = []
        for way in ways:
            if way.space not in occupied:
                ends.append(way.space)
                continue
            after = pushed_on(self, way, occupied, ship, refused)
            ends += after
            if way.space == ship:
                ends.append(way.space)
            else:
                refused[way.space] = self._refusal(way.space, sorted(set(after)))
        return ends

    def _refusal(self, space: Space, after: Sequence[Space]) -> Denied:
        printed = self.printed[space]
        if after:
            reason = text("masters.move.pushed", space=printed, to=", ".join(self.printed[end] for end in after))
        else:
            reason = text("masters.move.full", space=printed)
        return Denied(self._to_plain[space].key, "3.4", reason, self.labels[space])

    def _option(self, s: State, space: Space) -> Option[Space]:
        if space == s.ship:
            return self._to_ship[space]
        if not s.face_down & self.bits[space]:
            return self._to_plain[space]
        known = s.token_is[s.token_at.index(space)] if self._open_memory else None
        option = self._to_token[space]
        if known is None:
            return option
        return option._replace(label=text("masters.to.known", space=self.printed[space], token=TOKEN_NAMES[known]))

    def turn(self, s: State, seat: Seat) -> Flow[TokenId]:
        """§3.5 The token that lies where the pawn stands, seen from now on."""
        space = s.at[seat]
        token = TokenId(s.token_at.index(space))
        if s.token_is[token] is None:
            source, prompt = self._turn[space]
            lying: list[int] = []
            if self._tokens.is_told:
                source, lying = anew(s, source), [n for n, at in enumerate(s.token_at) if at >= 0]
            hidden = [s.token_is[n] for n in lying]
            option: Option[Token] = yield self._tokens.question(prompt, source, seat, s.unseen_tokens, hidden)
            if is_insisted(option):
                unsee(s, s.token_is, option.value, lying)
            else:
                s.unseen_tokens = self._tokens.without(s.unseen_tokens, option.value)
            s.token_is[token] = option.value
        return token

    def lift(self, s: State, token: TokenId, to: Space) -> None:
        """Take a token off the board."""
        s.face_down &= ~self.bits[s.token_at[token]]
        s.token_at[token] = to

    def lay(self, s: State, token: TokenId, space: Space) -> None:
        """Put a token on a space, face down."""
        s.token_at[token] = space
        s.face_down |= self.bits[space]

    def empty(self, s: State) -> Candidates[Space]:
        """§3.8 Token squares without a token, without a pawn and without the spaceship."""
        taken = {*s.token_at, *s.at, s.ship}
        return Candidates(tuple([self._put[space] for space in self.token_squares if space not in taken]))

    def landings(self, s: State, seat: Seat) -> Candidates[Space]:
        """§3.9 Where the spaceship can land: the drawbridge too, whoever stands there."""
        barred = self._barred(s)
        options = [self._fly[space] for space in self._sky if space not in barred]
        refused = [self._no_landing[space] for space in self._sky if space in barred]
        return Candidates((*options, self._fly[self.drawbridge]), tuple(refused))

    def is_covered(self, s: State, seat: Seat) -> bool:
        """§3.10 Whether another pawn stands where this one has come to."""
        return self.chart.solid[s.at[seat]] and s.at.count(s.at[seat]) > 1

    def after_ship(self, s: State, seat: Seat) -> Decision | None:
        """§3.10 Where it is."""
        return None

    # -- the castle -------------------------------------------------------------------------------------------------

    def _rows_from(self, here: Space) -> tuple[tuple[int, Walk], ...]:
        """The corridor squares before a pawn that stands here, as (corridor, squares); none where it must wait."""
        corridors = self.chart.corridors
        if here == self.entrance:
            return tuple(enumerate(corridors))
        if brink_stops(self.kinds[here]):
            return ()
        return tuple((n, row[row.index(here) + 1 :]) for n, row in enumerate(corridors) if here in row)

    def ahead(self, s: State, seat: Seat, risk: bool) -> Decision | None:
        """§5.3 Where one, two or three squares lead."""
        here = s.at[seat]
        paces = self._paces[here]
        window = self._windows[here]
        key = (risk, _NOBODY if window.isdisjoint(s.at) else window.intersection(s.at))
        found = paces.get(key)
        if found is None:
            found = paces[key] = self._ahead(here, *key)
        if not found.options:
            return None
        prompt = Text("masters.castle.where")
        return Decision(seat, "5.3" if risk else "6.4", prompt, found.options, refused=found.refused)

    def _ahead(self, here: Space, risk: bool, occupied: Collection[Space]) -> Candidates[Ahead]:
        found: dict[Space, Option[Ahead]] = {}
        refused = []
        for lane, row in self._rows[here]:
            counted = 0
            for space in row:
                if counts(space in occupied):
                    counted += 1
                    found.setdefault(space, self._pace(Ahead(space, lane, counted), risk))
                else:
                    rule, key = _TAKEN.get(self.kinds[space], ("5.5", "masters.castle.taken"))
                    reason = text(key, space=self.printed[space])
                    refused.append(Denied(f"move/{self.ids[space]}", rule, reason, self.labels[space]))
                if counted == MOST_SQUARES or brink_stops(self.kinds[space]):
                    break
        return Candidates(tuple(found.values()), tuple(refused))

    def _pace(self, ahead: Ahead, risk: bool) -> Option[Ahead]:
        option = self._to_plain[ahead.space]
        label = text(f"masters.risk.{ahead.counted}", space=self.printed[ahead.space]) if risk else option.label
        return Option(option.key, ahead, label, 1, option.group, option.spot)

    def behind(self, s: State, seat: Seat, squares: int, stop: Space) -> Candidates[Space]:
        """§6.11 Where a retreat ends."""
        return Candidates((self._to_plain[self._back(s, seat, squares, stop)],))

    def _back(self, s: State, seat: Seat, squares: int, stop: Space) -> Space:
        row = self.chart.corridors[s.lanes[seat]]
        occupied = self._occupied(s)
        for space in (*reversed(row[: row.index(s.at[seat])]), self.entrance):
            if self.kinds[space] is SpaceKind.OUBLIETTE:
                break
            squares -= counts(space in occupied)
            if squares == 0 or space == stop:
                return space
        return self.drawbridge

    def over_oubliette(self, s: State, seat: Seat) -> Candidates[Space]:
        """§5.8 The first free square behind the oubliette; none while pawns fill the rest of the corridor."""
        row = self.chart.corridors[s.lanes[seat]]
        occupied = self._occupied(s)
        free = [space for space in row[row.index(s.at[seat]) + 2 :] if counts(space in occupied)]
        return Candidates(tuple([self._to_plain[space] for space in free[:1]]))

    # -- for people -------------------------------------------------------------------------------------------------

    def map_of(self, s: State) -> BoardMap:
        """The board with its pawns."""
        pawns: dict[str, tuple[Seat, ...]] = {}
        for seat, space in enumerate(s.at):
            if space != NOWHERE:
                pawns[self.ids[space]] = (*pawns.get(self.ids[space], ()), Seat(seat))
        return BoardMap(self.map.spots, self.map.links, pawns)


def pushed_on(
    board: EnteredBoard, way: Way, occupied: Collection[Space], ship: Space, refused: dict[Space, Denied]
) -> list[Space]:
    """§3.4 From an occupied square a pawn goes on to the next free one in the direction of travel."""
    return board.free_ends(way.after, occupied, ship, refused)


def pawns_and_tokens(s: State) -> set[Space]:
    """§3.9 The spaceship lands on a free space: without a pawn and without a token (M9=free)."""
    return {*s.at, *s.token_at}


def pawns_only(s: State) -> set[Space]:
    """M9=tokens: without a pawn."""
    return set(s.at)


BARRED: Final = {"free": pawns_and_tokens, "tokens": pawns_only}
