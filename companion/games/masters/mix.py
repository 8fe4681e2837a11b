"""A mix of hidden pieces: what the next one can be, by what nobody has seen yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, Generic, NamedTuple, TypeVar

from companion.rules.kernel import Option
from companion.rules.text import Text

K = TypeVar("K", bound=StrEnum)


class Chances(NamedTuple, Generic[K]):
    """The options of a chance decision, and whether each is sure to be as likely as another."""

    options: tuple[Option[K], ...]
    even: bool


class Mix(Generic[K]):
    """The kinds of a pile with their counts (M1).

    *known*: the edition says how many there are of each kind, and so does the weight.  Else *counts* are upper bounds,
    and every kind is as likely as another.
    """

    def __init__(self, kinds: Sequence[K], counts: tuple[int, ...], names: Mapping[K, Text], known: bool) -> None:
        self.kinds: Final = tuple(kinds)
        self.counts: Final = counts
        self.known: Final = known
        self._chances: dict[tuple[int, ...], Chances[K]] = {}
        self._options = tuple(
            tuple(Option(kind.value, kind, names[kind], n if known else 1) for n in range(most + 1))
            for kind, most in zip(self.kinds, counts, strict=True)
        )

    def chances(self, counts: tuple[int, ...]) -> Chances[K]:
        """What the next piece can be, so many of each kind being left."""
        found = self._chances.get(counts)
        if found is None:
            options = tuple([options[n] for options, n in zip(self._options, counts, strict=True) if n])
            found = Chances(options, not self.known or len(options) == 1)
            if self.known:  # else there is no end to what the counts can be
                self._chances[counts] = found
        return found

    def without(self, counts: tuple[int, ...], kind: K) -> tuple[int, ...]:
        """One of *kind* less."""
        n = self.kinds.index(kind)
        return (*counts[:n], counts[n] - 1, *counts[n + 1 :])

    def items(self) -> tuple[str, ...]:
        """The key of every piece."""
        return tuple(kind.value for kind, n in zip(self.kinds, self.counts, strict=True) for _ in range(n))
