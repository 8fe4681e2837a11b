"""The spinner: numbers for moves, Ms for combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from companion.games.megamatch.edition import Spinner as Printed
from companion.games.megamatch.state import State
from companion.rules.kernel import CHANCE, Decision, Flow, Option, Seat
from companion.rules.text import Text, text


class Spinner:
    """What can come up, and how likely: for a move the numbers, for combat the Ms."""

    def __init__(self, printed: Printed) -> None:
        """As the edition has it."""
        if printed.numbers and printed.ms:
            numbers: Iterable[int] = range(printed.numbers[0], printed.numbers[1] + 1)
            ms: Iterable[int] = range(printed.ms[0], printed.ms[1] + 1)
        else:
            numbers = [sector.number for sector in printed.sector]
            ms = [sector.ms for sector in printed.sector]
        self.numbers: Final = _options("number", numbers)
        self.ms: Final = _options("ms", ms)
        self.numbers_even: Final = _is_even(self.numbers)
        self.ms_even: Final = _is_even(self.ms)

    def number(self, s: State, seat: Seat, rule: str, prompt: Text) -> Flow[int]:
        """*seat* spins, and the outer circle counts."""
        return _spin(s, seat, rule, prompt, self.numbers, self.numbers_even)

    def letters(self, s: State, seat: Seat, rule: str, prompt: Text) -> Flow[int]:
        """*seat* spins, and the Ms count."""
        return _spin(s, seat, rule, prompt, self.ms, self.ms_even)


def _spin(s: State, seat: Seat, rule: str, prompt: Text, options: tuple[Option[int], ...], even: bool) -> Flow[int]:
    s.spins += 1
    option = yield Decision(CHANCE, rule, prompt, options, f"spin/{s.spins}", seat, (), False, even)
    return option.value  # type: ignore[no-any-return]


def _options(kind: str, shown: Iterable[int]) -> tuple[Option[int], ...]:
    """One for each different count, as likely as there are sectors that show it."""
    return tuple(
        Option(f"{kind}/{n}", n, text(f"megamatch.spinner.{kind}", n=n), weight)
        for n, weight in sorted(Counter(shown).items())
    )


def _is_even(options: tuple[Option[int], ...]) -> bool:
    return len({option.weight for option in options}) == 1
