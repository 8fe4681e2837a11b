"""The end: places, figures of the game, play again."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from companion.referee.acts import Act, Do
from companion.referee.api import Button, Touched, Wish
from companion.referee.asking import THROWN, Asking
from companion.referee.browse import Browser, Item
from companion.referee.ledger import Ledger
from companion.referee.pages import ListPage, is_short
from companion.referee.prose import Body, Prose, pages_of
from companion.rules.kernel import CHANCE
from companion.screen.layout import wrap
from companion.screen.model import COLUMNS

SEED_COLUMNS = 16


class OverPage(ListPage):
    """Play again, leave, or switch the box off."""

    name: ClassVar[str] = "over"

    def __init__(self, asking: Asking) -> None:
        prose = asking.prose
        items = [Item(prose.say(f"over.{wish.value}"), wish.value) for wish in (Wish.AGAIN, Wish.LOBBY, Wish.SHUT_DOWN)]
        super().__init__(
            asking.heading("over"), (), prose.say("over.what_now"), Browser(items), prose.say("keys.lobby")
        )

    def touched(self, touched: Touched) -> Act | None:
        """As a list; BACK does nothing, for there is nowhere to go back to."""
        if is_short(touched, Button.BACK):
            return None
        act = super().touched(touched)
        return None if act in (Do.MENU, Do.MAP) else act

    def chosen(self, item: Item) -> Act:
        """The wish."""
        return Wish(item.key)


def closing_screens(ledger: Ledger, prose: Prose, asking: Asking) -> list[Body]:
    """Who won, the places, the figures, and fate's seed, which is no secret any more."""
    outcome = ledger.game.outcome(ledger.position.table)
    assert outcome is not None  # the game is over
    lines = wrap(prose.words.say(outcome.text), COLUMNS)
    lines += [f"{place}. {asking.name(seat)}" for place, seat in enumerate(outcome.places, 1)]
    return [*pages_of(lines), *pages_of(_figures(ledger, prose, asking)), *pages_of(_opened(ledger, prose))]


def _figures(ledger: Ledger, prose: Prose, asking: Asking) -> list[str]:
    choices = Counter(row.seat for row in ledger.log if row.seat != CHANCE)
    sources = Counter(row.source.partition("/")[0] for row in ledger.log)
    lines = prose.lines("figures.turns", t=ledger.game.turn(ledger.position.table))
    for source in THROWN:
        if sources[source]:
            lines += prose.lines(f"figures.{source}", t=sources[source])
    for seat in asking.seats():
        lines += prose.lines("figures.choices", name=asking.name(seat), t=choices[seat])
    return lines


def _opened(ledger: Ledger, prose: Prose) -> list[str]:
    """Whole, or nobody could check it: a seed that is longer than a row goes on in the next."""
    seed = ledger.header.seed
    parts = [seed[i : i + SEED_COLUMNS] for i in range(0, len(seed), SEED_COLUMNS)]
    return prose.lines("opened", seed=seed if len(seed) <= COLUMNS or " " in seed else "\n".join(parts))
