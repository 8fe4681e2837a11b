"""Fate: the answers to chance, from a secret seed and a source alone.

The same seed and source always give the same answer, so neither a power cut nor a take-back can be used to fish for a
better roll.  A hidden pile is ordered once, whole: which token lies at A7 doesn't hang on what was turned before it.

``commitment`` is shown before the first roll and the seed at the end; `referee verify` then recomputes every answer.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256

from companion.rules.game import Pile
from companion.rules.kernel import Decision


class Fate:
    """Answers chance decisions.  Has no state that changes but a cache of ordered piles."""

    def __init__(self, seed: str) -> None:
        """*seed* is any text; its UTF-8 bytes are the key."""
        self._key = seed.encode()
        self._orders: dict[Pile, dict[str, str]] = {}

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, in hex: binds the box without telling anything."""
        return sha256(b"referee fate " + self._key).hexdigest()

    def answer(self, decision: Decision, pile: Pile | None) -> str:
        """The key that fate gives.  *pile* is what `Game.pile` says of the decision's source."""
        if pile is not None:
            return self._order(pile)[decision.source.removeprefix(f"{pile.name}/")]
        options = decision.options
        left = self.below(decision.source, sum(o.weight for o in options))
        for option in options:
            left -= option.weight
            if left < 0:
                return option.key
        raise AssertionError("weights are positive")

    def below(self, source: str, n: int) -> int:
        """A number from 0 to *n* - 1, each as likely as another (256 bits: the bias is below 2**-200)."""
        return int.from_bytes(hmac.digest(self._key, source.encode(), "sha256")) % n

    def pick(self, source: str, keys: Sequence[str]) -> str:
        """One of *keys*, each as likely as another."""
        return keys[self.below(source, len(keys))]

    def _order(self, pile: Pile) -> dict[str, str]:
        order = self._orders.get(pile)
        if order is None:
            items = list(pile.items)
            for i in range(len(items) - 1, 0, -1):  # Fisher and Yates, Durstenfeld's form
                j = self.below(f"{pile.name}#order/{i}", i + 1)
                items[i], items[j] = items[j], items[i]
            order = self._orders[pile] = dict(zip(pile.slots, items, strict=True))
        return order
