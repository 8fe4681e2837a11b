"""Which piece lies where, as far as taps have told, and as far as the game knows where its like have gone since.

A game knows where its three axes are and not which of them is which.  Who taps ``token/17`` tells: this axe is the one
that was just turned.  From then on it is followed: when an axe leaves that place for another, and no other axe was
there, it was this one.  Where that isn't sure it is forgotten, which never refuses anything that can be.  Nor is it
sure where pieces lie among them that nobody has told: whoever lays down a seven can have taken up another one.

A game must not let a place lose a piece of a sort and get another of that sort within one answer: a pile that is
shuffled anew is another place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.rules.game import UNTOLD

Located = Mapping[str, Sequence[str]]
"""As `companion.rules.game.Game.located` has it: sort of piece -> places, an entry a piece."""


class Move(NamedTuple):
    """A piece that the game has moved."""

    sort: str
    origin: str
    place: str
    piece: str = ""
    """Its id; empty where it isn't known which one it was."""


class Whereabouts:
    """Follows pieces from answer to answer."""

    def __init__(self, located: Located) -> None:
        """*located*: where the game begins."""
        self._located = located
        self._at: dict[str, dict[str, str]] = {}
        """Sort -> id of a piece -> where it lies."""

    def place_of(self, piece: str) -> str | None:
        """Where it lies; None: nobody has told, or it isn't sure."""
        return next((at[piece] for at in self._at.values() if piece in at), None)

    def at(self, sort: str, place: str) -> list[str]:
        """The pieces of a sort that are known to lie there."""
        return [piece for piece, where in self._at.get(sort, {}).items() if where == place]

    def put(self, piece: str, sort: str, place: str) -> None:
        """Somebody has shown that it lies there; whichever was taken for it doesn't."""
        at = self._at.setdefault(sort, {})
        at[piece] = place
        self._trim(sort, piece)

    def follow(self, located: Located, sort: str = "", tapped: str = "") -> list[Move]:
        """The game has gone on to *located*.

        *sort*: it was told of a piece of this sort, which it hadn't seen; *tapped* is that piece, where it is known.
        """
        moves: list[Move] = []
        before, self._located = self._located, located
        mixed = before.get(UNTOLD, ())
        for each in dict.fromkeys((*before, *located)):
            if each == UNTOLD:
                continue
            was, now = Counter(before.get(each, ())), Counter(located.get(each, ()))
            if was != now or each == sort:
                moves += self._follow(each, was, now, each == sort, tapped, mixed)
        return moves

    def _follow(
        self, sort: str, was: Counter[str], now: Counter[str], told: bool, tapped: str, mixed: Sequence[str]
    ) -> list[Move]:
        lost, gained = was - now, now - was
        at = self._at.setdefault(sort, {})
        is_sure = len(gained) == 1
        if told:
            at.pop(tapped, None)
            if is_sure:
                (place,) = gained
                gained -= Counter([place])
                if tapped:
                    at[tapped] = place
        else:
            tapped = ""
        moves: list[Move] = []
        to = next(iter(gained)) if is_sure and gained and len(lost) == 1 else None
        for origin, count in lost.items():
            there = [piece for piece in self.at(sort, origin) if piece != tapped]
            for piece in there:
                del at[piece]
            if to is None:
                continue
            is_known = not now[origin] and count <= gained[to] and origin not in mixed
            known = there if is_known else []
            at.update(dict.fromkeys(known, to))
            count = min(count, gained[to])
            moves += [Move(sort, origin, to, piece) for piece in (*known, *[""] * (count - len(known)))]
        self._trim(sort, tapped)
        return moves

    def _trim(self, sort: str, sure: str) -> None:
        """No more pieces at a place than there are; *sure* is the last to be doubted."""
        at, there = self._at[sort], Counter(self._located.get(sort, ()))
        for place, count in Counter(at.values()).items():
            if count > there[place]:
                for piece in self.at(sort, place):
                    if piece != sure or not there[place]:
                        del at[piece]
