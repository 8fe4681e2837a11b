"""Pieces that are drawn and held without the referee seeing them: what such a piece can be when it is shown.

A pile is shuffled from known pieces, so of each shuffle it is known what is in it.  Who holds how many pieces out of
which shuffle is known as well, but when somebody shows one it need not be known from which shuffle it came.  So a
piece is refused only if it can't be shared out together with all that was shown before: neither among the shuffles
that hold its kind, nor among those from which its holder drew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, NewType

Holder = NewType("Holder", int)
"""A hand or a place where pieces lie face down; a number that the game gives."""
Kind = NewType("Kind", int)
"""What a piece shows, by its place in the game's list."""
Counts = tuple[int, ...]
"""How many there are of each kind."""

UNKNOWN: Final = -1
"""In a hand: a piece that the referee has not seen."""

KEPT_APART: Final = 4
"""So many shuffles at most: of what is held for longer it isn't asked from which one it is."""


class Drawn(NamedTuple):
    """So many pieces of one shuffle that a holder has drawn and that are not shown for certain."""

    holder: Holder
    shuffle: int
    pieces: int


class Shown(NamedTuple):
    """A piece that was shown, as long as it isn't sure from which shuffle it came."""

    holder: Holder
    kind: Kind
    latest: int
    """The last shuffle before it was shown."""


class Unseen(NamedTuple):
    """What is known; never changed, only replaced."""

    shuffles: tuple[Counts, ...]
    """By shuffle, the pieces that are not shown for certain: those that are held, and of the last one the pile."""
    drawn: tuple[Drawn, ...] = ()
    shown: tuple[Shown, ...] = ()

    def shuffle(self, counts: Counts) -> Unseen:
        """A new pile is shuffled from these; the old one is used up."""
        more = self._replace(shuffles=(*self.shuffles, counts))
        return more if len(more.shuffles) <= KEPT_APART else more._merged()._settled()

    def _merged(self) -> Unseen:
        """The two oldest shuffles are told apart no more, which never refuses anything that was possible."""
        first, second, *others = self.shuffles
        drawn: dict[tuple[Holder, int], int] = {}
        for holder, shuffle, pieces in self.drawn:
            key = holder, max(0, shuffle - 1)
            drawn[key] = drawn.get(key, 0) + pieces
        both = tuple(map(sum, zip(first, second, strict=True)))
        return self._replace(
            shuffles=(both, *others),
            drawn=tuple([Drawn(holder, shuffle, pieces) for (holder, shuffle), pieces in drawn.items()]),
            shown=tuple([each._replace(latest=max(0, each.latest - 1)) for each in self.shown]),
        )

    def draw(self, holder: Holder) -> Unseen:
        """*holder* draws a piece unseen."""
        last = len(self.shuffles) - 1
        for n, each in enumerate(self.drawn):
            if each.holder == holder and each.shuffle == last:
                more = each._replace(pieces=each.pieces + 1)
                return self._replace(drawn=(*self.drawn[:n], more, *self.drawn[n + 1 :]))
        return self._replace(drawn=(*self.drawn, Drawn(holder, last, 1)))

    def left(self) -> list[int]:
        """By kind, how many have not been shown."""
        left = [sum(counts) for counts in zip(*self.shuffles, strict=True)]
        for each in self.shown:
            left[each.kind] -= 1
        return left

    def next_can_be(self) -> tuple[Kind, ...]:
        """What the next piece of the pile can be, if it is drawn for all to see."""
        last = len(self.shuffles) - 1
        shown = self._by_kind(self._ways(_holding(self.shuffles)))
        fitting = [k for k in self._kinds() if self.shuffles[last][k] and self._kind_fits(k, shown, 1 << last)]
        return self._or_any(fitting)

    def turn_up(self, kind: Kind) -> Unseen:
        """The next piece of the pile was drawn for all to see."""
        last = max(n for n, counts in enumerate(self.shuffles) if counts[kind])
        return self._without(last, kind)._settled()

    def can_be(self, holder: Holder) -> tuple[Kind, ...]:
        """What a piece can be that *holder* shows."""
        holding = _holding(self.shuffles)
        ways = self._ways(holding)
        shown = self._by_kind(ways)
        mine = [way for each, way in zip(self.shown, ways, strict=True) if each.holder == holder]
        room, held = [0] * len(self.shuffles), 0
        for each in self.drawn:
            if each.holder == holder:
                room[each.shuffle] = each.pieces
                held |= 1 << each.shuffle
        has_room: dict[Way, bool] = {}
        fitting = []
        for kind in self._kinds():
            way = held & holding[kind]
            if way not in has_room:
                has_room[way] = _fits(mine, room, way)
            if has_room[way] and self._kind_fits(kind, shown, way):
                fitting.append(kind)
        return self._or_any(fitting)

    def show(self, holder: Holder, kind: Kind) -> Unseen:
        """*holder* has shown a piece."""
        return self._replace(shown=(*self.shown, Shown(holder, kind, len(self.shuffles) - 1)))._settled()

    def _kinds(self) -> list[Kind]:
        """Those of which not all pieces were shown."""
        return [Kind(n) for n, pieces in enumerate(self.left()) if pieces > 0]

    def _or_any(self, kinds: list[Kind]) -> tuple[Kind, ...]:
        """Where nothing fits any more somebody has misread a piece, and the game goes on all the same."""
        return tuple(kinds or self._kinds())

    def _without(self, shuffle: int, kind: Kind) -> Unseen:
        counts = self.shuffles[shuffle]
        fewer = (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])
        return self._replace(shuffles=(*self.shuffles[:shuffle], fewer, *self.shuffles[shuffle + 1 :]))

    def _ways(self, holding: Sequence[Way]) -> list[Way]:
        """By piece that was shown: the shuffles from which it can have come, looked at by itself."""
        drawn: dict[Holder, Way] = {}
        for each in self.drawn:
            drawn[each.holder] = drawn.get(each.holder, 0) | 1 << each.shuffle
        return [drawn.get(holder, 0) & ((2 << latest) - 1) & holding[kind] for holder, kind, latest in self.shown]

    def _by_kind(self, ways: Sequence[Way]) -> dict[Kind, list[Way]]:
        """The ways of the pieces that were shown, by their kind."""
        shown: dict[Kind, list[Way]] = {}
        for each, way in zip(self.shown, ways, strict=True):
            shown.setdefault(each.kind, []).append(way)
        return shown

    def _kind_fits(self, kind: Kind, shown: Mapping[Kind, Sequence[Way]], more: Way) -> bool:
        """Whether all pieces of a kind that were shown, and one *more*, find a piece of it in some shuffle."""
        if kind not in shown:
            return more > 0
        return _fits(shown[kind], [counts[kind] for counts in self.shuffles], more)

    def _settled(self) -> Unseen:
        """With every piece struck out that can have come from one shuffle only.

        A piece that can't have come from any, because another one was misread, is struck out where there is room.
        """
        for n, way in enumerate(self._ways(_holding(self.shuffles))):
            if not way & (way - 1):
                holder, kind, _ = self.shown[n]
                sure = [way.bit_length() - 1] if way else []
                held = sure or [each.shuffle for each in self.drawn if each.holder == holder]
                piles = sure or [shuffle for shuffle, counts in enumerate(self.shuffles) if counts[kind]]
                rest = self._replace(shown=(*self.shown[:n], *self.shown[n + 1 :]))
                return rest._struck(holder, held[:1], piles[:1], kind)._settled()
        return self

    def _struck(self, holder: Holder, drawn_from: Sequence[int], shuffles: Sequence[int], kind: Kind) -> Unseen:
        """A piece less in the holder's hands, and one less in its shuffle: at most one each, or none is known."""
        less = [
            each._replace(pieces=each.pieces - 1) if each.holder == holder and each.shuffle in drawn_from else each
            for each in self.drawn
        ]
        rest = self._replace(drawn=tuple([each for each in less if each.pieces]))
        return rest._without(shuffles[0], kind) if shuffles else rest


Way = int
"""The shuffles from which a piece can have come: bit n for the n-th."""


@lru_cache(maxsize=256)
def _holding(shuffles: tuple[Counts, ...]) -> tuple[Way, ...]:
    """By kind, the shuffles that hold pieces of it.  The same ones are asked about again and again."""
    holding = [0] * len(shuffles[0])
    for n, counts in enumerate(shuffles):
        for kind, pieces in enumerate(counts):
            if pieces:
                holding[kind] |= 1 << n
    return tuple(holding)


def _fits(pieces: Sequence[Way], room: Sequence[int], more: Way) -> bool:
    """Whether each of the *pieces* and one *more* find room, each in one of its shuffles; *more* by itself would.

    Hall's theorem: they do if no choice of shuffles is the only one for more pieces than it has room for.  There are
    few shuffles and many pieces, so that all choices are quicker tried than a place for every piece is found.
    """
    if not pieces:
        return more > 0
    spare = [0]
    for held in room:
        spare += [total + held for total in spare]
    choices = _CHOICES[len(room)]
    for way in (*pieces, more):
        for some in choices[way]:
            spare[some] -= 1
    return min(spare) >= 0


_CHOICES: Final = tuple(
    tuple(tuple(some for some in range(1 << shuffles) if not way & ~some) for way in range(1 << shuffles))
    for shuffles in range(KEPT_APART + 1)
)
"""By the number of shuffles and a way, the choices of shuffles in which all of the way lies."""
