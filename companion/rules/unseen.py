"""Pieces that are drawn and held without the referee seeing them: what such a piece can be when it is shown.

A pile is shuffled from known pieces, so of each shuffle it is known what is in it.  Who holds how many pieces out of
which shuffle is known as well, but when somebody shows one it need not be known from which shuffle it came.  So a
piece is possible as long as *some* way to share out all that was shown leaves room for it.
"""

from __future__ import annotations

from typing import Final, NamedTuple, NewType

Holder = NewType("Holder", int)
"""A hand or a place where pieces lie face down; a number that the game gives."""
Kind = NewType("Kind", int)
"""What a piece shows, by its place in the game's list."""
Counts = tuple[int, ...]
"""How many there are of each kind."""

UNKNOWN: Final = -1
"""In a hand: a piece that the referee has not seen."""


class Drawn(NamedTuple):
    """So many pieces of one shuffle that a holder has drawn and that are not shown for certain."""

    holder: Holder
    shuffle: int
    pieces: int


class Unseen(NamedTuple):
    """What is known; never changed, only replaced."""

    shuffles: tuple[Counts, ...]
    """By shuffle, the pieces that are not shown for certain: those that are held, and of the last one the pile."""
    drawn: tuple[Drawn, ...] = ()
    shown: tuple[tuple[Holder, Kind], ...] = ()
    """What was shown out of a hand that holds pieces of several shuffles, as long as it isn't sure of which."""

    def shuffle(self, counts: Counts) -> Unseen:
        """A new pile is shuffled from these; the old one is used up."""
        return self._replace(shuffles=(*self.shuffles, counts))

    def draw(self, holder: Holder) -> Unseen:
        """*holder* draws a piece unseen."""
        last = len(self.shuffles) - 1
        for n, each in enumerate(self.drawn):
            if each.holder == holder and each.shuffle == last:
                more = each._replace(pieces=each.pieces + 1)
                return self._replace(drawn=(*self.drawn[:n], more, *self.drawn[n + 1 :]))
        return self._replace(drawn=(*self.drawn, Drawn(holder, last, 1)))

    def next_can_be(self) -> tuple[Kind, ...]:
        """What the next piece of the pile can be, if it is drawn for all to see."""
        last = len(self.shuffles) - 1
        kinds = map(Kind, range(len(self.shuffles[last])))
        return tuple([k for k in kinds if self.shuffles[last][k] and self._without(last, k)._fits()])

    def turn_up(self, kind: Kind) -> Unseen:
        """The next piece of the pile was drawn for all to see."""
        return self._without(len(self.shuffles) - 1, kind)._settled()

    def can_be(self, holder: Holder) -> tuple[Kind, ...]:
        """What a piece can be that *holder* shows."""
        kinds = map(Kind, range(len(self.shuffles[-1])))
        return tuple([k for k in kinds if self._replace(shown=(*self.shown, (holder, k)))._fits()])

    def show(self, holder: Holder, kind: Kind) -> Unseen:
        """*holder* has shown a piece."""
        return self._replace(shown=(*self.shown, (holder, kind)))._settled()

    def _without(self, shuffle: int, kind: Kind) -> Unseen:
        counts = self.shuffles[shuffle]
        fewer = (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])
        return self._replace(shuffles=(*self.shuffles[:shuffle], fewer, *self.shuffles[shuffle + 1 :]))

    def _taken(self, n: int, shuffle: int) -> Unseen | None:
        """The *n*-th piece that was shown came from this shuffle; None: it can't have."""
        holder, kind = self.shown[n]
        for m, each in enumerate(self.drawn):
            if each.holder == holder and each.shuffle == shuffle and self.shuffles[shuffle][kind]:
                fewer = (each._replace(pieces=each.pieces - 1),) if each.pieces > 1 else ()
                return self._without(shuffle, kind)._replace(
                    drawn=(*self.drawn[:m], *fewer, *self.drawn[m + 1 :]), shown=(*self.shown[:n], *self.shown[n + 1 :])
                )
        return None

    def _fits(self) -> bool:
        """Whether there is a way to share out all that was shown."""
        tried = set[Unseen]()

        def fits(rest: Unseen) -> bool:
            if not rest.shown:
                return True
            if rest in tried:
                return False
            tried.add(rest)
            taken = (rest._taken(0, shuffle) for shuffle in range(len(rest.shuffles)))
            return any(each is not None and fits(each) for each in taken)

        return fits(self)

    def _settled(self) -> Unseen:
        """With every piece struck out of which it is sure by now from which shuffle it came."""
        for n in range(len(self.shown)):
            taken = [self._taken(n, shuffle) for shuffle in range(len(self.shuffles))]
            possible = [each for each in taken if each is not None and each._fits()]
            if len(possible) == 1:
                return possible[0]._settled()
        return self
