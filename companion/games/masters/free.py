"""Free mode: a real board that isn't entered.  The players say what kind of square a pawn has come to.

The board is a handful of places, one for each kind of square that the rules tell apart.  Where squares are counted,
whether one is occupied and which token lies where are the table's business; everything else is as on an entered board.
"""

from __future__ import annotations

from typing import Final

from companion.games.masters.board import MOST_SQUARES, Ahead, Candidates
from companion.games.masters.mix import Mix
from companion.games.masters.nouns import NOWHERE, OUTSIDE, TOKENS, Space, SpaceKind, Token, TokenId
from companion.games.masters.state import State
from companion.rules.dice import Pips
from companion.rules.game import BoardMap
from companion.rules.kernel import Decision, Flow, Option, Seat
from companion.rules.text import Text, text

_PLACES: Final = (
    ("start", SpaceKind.START),
    ("path", SpaceKind.PATH),
    ("token", SpaceKind.TOKEN),
    ("ship", SpaceKind.PATH),
    ("shiptoken", SpaceKind.TOKEN),
    ("edge", SpaceKind.EDGE),
    ("beyond", SpaceKind.BEYOND),
    ("fartoken", SpaceKind.TOKEN),
    ("farship", SpaceKind.PATH),
    ("drawbridge", SpaceKind.DRAWBRIDGE),
    ("entrance", SpaceKind.ENTRANCE),
    ("corridor", SpaceKind.CORRIDOR),
    ("brink", SpaceKind.BRINK),
    ("last", SpaceKind.LAST),
    ("throne", SpaceKind.THRONE),
)
(
    _START,
    _PATH,
    _TOKEN,
    _SHIP,
    _SHIP_ON_TOKEN,
    _EDGE,
    _BEYOND,
    _FAR_TOKEN,
    _FAR_SHIP,
    _DRAWBRIDGE,
    _ENTRANCE,
    _CORRIDOR,
    _BRINK,
    _LAST,
    _THRONE,
) = (Space(n) for n in range(len(_PLACES)))
_NEAR: Final = frozenset({_START, _PATH, _TOKEN, _SHIP, _SHIP_ON_TOKEN, _EDGE})

_LABELS: Final = tuple(Text(f"masters.free.{'nearship' if name == 'ship' else name}") for name, _ in _PLACES)
_SHIP_LABEL: Final = Text("masters.free.ship")
_WHERE: Final = {steps: text("masters.free.where", n=steps) for steps in range(1, 7)}


def _land(key: str, space: Space, label: Text | None = None) -> Option[Space]:
    return Option(f"land/{key}", space, label or _LABELS[space])


_TO: Final = {
    space: _land(key, space)
    for key, space in (
        ("path", _PATH),
        ("token", _TOKEN),
        ("edge", _EDGE),
        ("corridor", _CORRIDOR),
        ("entrance", _ENTRANCE),
        ("drawbridge", _DRAWBRIDGE),
        ("last", _LAST),
    )
}
_TO_FAR_PATH: Final = _land("path", _BEYOND, _LABELS[_PATH])
_TO_FAR_TOKEN: Final = _land("token", _FAR_TOKEN, _LABELS[_TOKEN])
_FALL: Final = _land("drawbridge", _DRAWBRIDGE, Text("masters.free.fell"))
_FLY_NEAR: Final = Option("fly/path", _SHIP, Text("masters.free.near"))
_FLY_TOKEN: Final = Option("fly/token", _SHIP_ON_TOKEN, Text("masters.free.on_token"))
_FLY_FAR: Final = Option("fly/beyond", _FAR_SHIP, Text("masters.free.far"))
_FLY_DRAWBRIDGE: Final = Option("fly/drawbridge", _DRAWBRIDGE, _LABELS[_DRAWBRIDGE])
_PUT: Final = Option("put/token", _TOKEN, Text("masters.free.put"))
_NO_SQUARE: Final = Option("put/none", NOWHERE, Text("masters.free.no_square"))


class FreeBoard:
    """The places of a board that nobody has entered."""

    kinds = tuple(kind for _, kind in _PLACES)
    is_outside = tuple(kind in OUTSIDE and kind not in (SpaceKind.EDGE, SpaceKind.DRAWBRIDGE) for _, kind in _PLACES)
    labels = _LABELS
    ids = tuple(name for name, _ in _PLACES)
    arrivals = tuple(text("masters.move.go", space=label) for label in _LABELS)
    bits = tuple(int(kind is SpaceKind.TOKEN) for _, kind in _PLACES)
    drawbridge, entrance, throne = _DRAWBRIDGE, _ENTRANCE, _THRONE

    def __init__(self, tokens: Mix[Token], lands_on_tokens: bool) -> None:
        self._tokens = tokens
        flights = (_FLY_NEAR, *([_FLY_TOKEN] if lands_on_tokens else []), _FLY_FAR, _FLY_DRAWBRIDGE)
        self._flights = Candidates(flights)
        self._paces = {risk: self._all_paces(risk) for risk in (True, False)}

    def lay_out(self, s: State) -> None:
        """§1.1 All on token squares.  Where the mix is known, so is what the 21 of them show, though not where."""
        for token in range(TOKENS):
            self.lay(s, TokenId(token), _TOKEN)
        if self._tokens.known:
            kinds = [kind for kind, n in zip(self._tokens.kinds, self._tokens.counts, strict=True) for _ in range(n)]
            s.token_is[:] = kinds
            s.unseen_tokens = (0,) * len(self._tokens.kinds)

    def start(self, pawn: int) -> Space:
        """Where a pawn begins."""
        return _START

    def walkable(self, s: State, seat: Seat, pips: Pips) -> tuple[int, ...]:
        """§3.1 The players see which."""
        return pips if pips[0] != pips[1] else pips[:1]

    def where(self, s: State, seat: Seat, steps: int) -> Decision | None:
        """§3.1 What the pawn has come to, after so many steps."""
        here = s.at[seat]
        stay = here if here == _EDGE else _PATH if here in _NEAR else _BEYOND
        ship = [_land("ship", s.ship, _SHIP_LABEL)] if s.ship >= 0 and (s.ship in _NEAR) is (here in _NEAR) else []
        options = (*self._squares(s, here), *ship, Option("stay", stay, Text("masters.free.stay")))
        return Decision(seat, "3.1", _WHERE[steps], options)

    def _squares(self, s: State, here: Space) -> list[Option[Space]]:
        tokens = bool(s.face_down)
        if here in _NEAR:
            return [_TO[_PATH], *([_TO[_TOKEN]] if tokens else []), _TO[_EDGE]]
        return [_TO_FAR_PATH, *([_TO_FAR_TOKEN] if tokens else []), _TO[_DRAWBRIDGE]]

    def beyond(self, s: State, seat: Seat) -> Candidates[Space]:
        """§4.2 The first square beyond the ravine; the spaceship may stand there."""
        ship = [_land("ship", s.ship, _SHIP_LABEL)] if s.ship == _FAR_SHIP else []
        return Candidates((_TO_FAR_PATH, *ship))

    def turn(self, s: State, seat: Seat) -> Flow[TokenId]:
        """§3.5 Any of those that still lie on the board."""
        lying = [TokenId(n) for n, at in enumerate(s.token_at) if at == _TOKEN]
        shown = [s.token_is[token] for token in lying]
        unseen = s.unseen_tokens if None in shown else (0,) * len(s.unseen_tokens)
        counts = tuple(shown.count(kind) + n for kind, n in zip(self._tokens.kinds, unseen, strict=True))
        s.turned += 1
        option = yield self._tokens.question(Text("masters.free.turn"), f"token/{s.turned}", seat, counts)
        kind: Token = option.value
        if kind in shown:
            return lying[shown.index(kind)]
        token = lying[shown.index(None)]
        s.token_is[token] = kind
        s.unseen_tokens = self._tokens.without(s.unseen_tokens, kind)
        return token

    def lift(self, s: State, token: TokenId, to: Space) -> None:
        """Take a token off the board."""
        s.token_at[token] = to
        if _TOKEN not in s.token_at:
            s.face_down = 0

    def lay(self, s: State, token: TokenId, space: Space) -> None:
        """Put a token back on one of the token squares."""
        s.token_at[token] = space
        s.face_down = 1

    def empty(self, s: State) -> Candidates[Space]:
        """§3.8 The players see whether there is a square; where there must be one, nobody is asked."""
        surely = TOKENS - s.token_at.count(_TOKEN) > len(s.at) + (s.ship >= 0)
        return Candidates((_PUT,) if surely else (_PUT, _NO_SQUARE))

    def landings(self, s: State, seat: Seat) -> Candidates[Space]:
        """§3.9 Before or beyond the ravine, or on the drawbridge."""
        return self._flights

    def is_covered(self, s: State, seat: Seat) -> bool:
        """§3.10 Whether it is, `after_ship` asks."""
        return False

    def after_ship(self, s: State, seat: Seat) -> Decision | None:
        """§3.10 On the square of the spaceship, or on the next one if a pawn covers it."""
        here = s.at[seat]
        stay = Option("stay", here, Text("masters.free.uncovered"))
        return Decision(seat, "3.10", Text("masters.free.which_square"), (stay, *self._squares(s, here)))

    def ahead(self, s: State, seat: Seat, risk: bool) -> Decision | None:
        """§5.3 How many squares, and what the last one of them is."""
        here = s.at[seat]
        if here in (_BRINK, _LAST):
            return None
        stay: Option[Ahead] = Option("stay", Ahead(here, -1, 0), Text("masters.free.stay"))
        prompt = Text("masters.free.ahead")
        return Decision(seat, "5.3" if risk else "6.4", prompt, (*self._paces[risk], stay))

    def _all_paces(self, risk: bool) -> tuple[Option[Ahead], ...]:
        key = "masters.free.risk" if risk else "masters.free.squares"
        return tuple(
            Option(
                f"land/{squares}/{self.ids[space]}",
                Ahead(space, -1, squares),
                text(f"masters.free.pace.{self.ids[space]}", squares=squares),
                1,
                Text(f"{key}.{squares}"),
            )
            for squares in range(1, MOST_SQUARES + 1)
            for space in (_CORRIDOR, _BRINK, _LAST)
        )

    def behind(self, s: State, seat: Seat, squares: int, stop: Space) -> Candidates[Space]:
        """§6.11 Where the retreat has ended."""
        if stop == _DRAWBRIDGE:
            return Candidates((_TO[_CORRIDOR], _TO[_ENTRANCE], _TO[_DRAWBRIDGE]))
        fall = (_FALL,) if s.at[seat] != _BRINK else ()
        return Candidates((_TO[_CORRIDOR], _TO[_ENTRANCE], *fall))

    def over_oubliette(self, s: State, seat: Seat) -> Candidates[Space]:
        """§5.8 A square of the corridor, or the last one."""
        return Candidates((_TO[_CORRIDOR], _TO[_LAST]))

    def map_of(self, s: State) -> BoardMap | None:
        """Nobody has entered one."""
        return None
