"""A mix of hidden pieces: what the next one can be, by what nobody has seen yet."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Final, Generic, NamedTuple, TypeVar

from companion.rules.kernel import CHANCE, Decision, Denied, Option, Seat
from companion.rules.text import Text

K = TypeVar("K", bound=StrEnum)


class Chances(NamedTuple, Generic[K]):
    """The options of a chance decision, and whether each is sure to be as likely as another."""

    options: tuple[Option[K], ...]
    even: bool


class Mix(Generic[K]):
    """The kinds of a pile with their counts (M1).

    *known*: the edition says how many there are of each kind, and so does the weight.  Else *counts* are upper bounds,
    and every kind is as likely as another.  *is_told*: it is the table that says what the next piece is; then it is
    told why a kind can't be, and may insist (9.2).
    """

    def __init__(
        self,
        noun: str,
        rule: str,
        kinds: Sequence[K],
        counts: tuple[int, ...],
        names: Mapping[K, Text],
        known: bool,
        is_told: bool = False,
    ) -> None:
        """*noun*: what one of these is called in the list of pieces; *rule*: the section by which it is shown."""
        self.kinds: Final = tuple(kinds)
        self.counts: Final = counts
        self.known: Final = known
        self.is_told: Final = is_told
        self._rule: Final = rule
        self._chances: dict[tuple[int, ...], Chances[K]] = {}
        self._options = tuple(
            tuple(Option(kind.value, kind, names[kind], n if known else 1, None, "", piece) for n in range(most + 1))
            for kind, most, piece in zip(self.kinds, counts, [f"{noun}/{kind}" for kind in kinds], strict=True)
        )
        # neither names the kind: who asks why isn't reminded of what was seen and lies face down
        self._gone = tuple(
            Denied(kind.value, rule, Text(f"masters.{noun}.gone"), piece=f"{noun}/{kind}") for kind in self.kinds
        )
        self._seen = tuple(
            Denied(kind.value, rule, Text(f"masters.{noun}.seen"), piece=f"{noun}/{kind}") for kind in self.kinds
        )
        self._insisted = tuple(options[-1]._replace(key=f"{options[-1].key}!", weight=1) for options in self._options)

    def chances(self, counts: tuple[int, ...]) -> Chances[K]:
        """What the next piece can be, so many of each kind being left."""
        found = self._chances.get(counts)
        if found is None:
            options = tuple([options[n] for options, n in zip(self._options, counts, strict=True) if n])
            found = Chances(options, not self.known or len(options) == 1)
            if self.known:  # else there is no end to what the counts can be
                self._chances[counts] = found
        return found

    def question(
        self, prompt: Text, source: str, by: Seat, counts: tuple[int, ...], hidden: Collection[K | None] = ()
    ) -> Decision:
        """What the next piece is, in the hand of *by*.

        *hidden*, which counts where the table says it: what those were seen to be that lie face down again.  A kind of
        which none is left can still be insisted on where one of these may have been misread.
        """
        options, even = self.chances(counts)
        refused, doubted = self._doubts(counts, hidden) if self.is_told else ((), ())
        return Decision(CHANCE, self._rule, prompt, options, source, by, refused, False, even, doubted)

    def _doubts(
        self, counts: tuple[int, ...], hidden: Collection[K | None]
    ) -> tuple[tuple[Denied, ...], tuple[Option[K], ...]]:
        none_left = [n for n, left in enumerate(counts) if not left]
        seen = [n for n in none_left if self.kinds[n] in hidden]
        refused = [(self._seen if n in seen else self._gone)[n] for n in none_left]
        return tuple(refused), tuple([self._insisted[n] for n in seen])

    def without(self, counts: tuple[int, ...], kind: K) -> tuple[int, ...]:
        """One of *kind* less."""
        n = self.kinds.index(kind)
        return (*counts[:n], counts[n] - 1, *counts[n + 1 :])

    def items(self) -> tuple[str, ...]:
        """The key of every piece."""
        return tuple(kind.value for kind, n in zip(self.kinds, self.counts, strict=True) for _ in range(n))


def is_insisted(option: Option[K]) -> bool:
    """Whether the table insisted on it against all that was known."""
    return option.key.endswith("!")
