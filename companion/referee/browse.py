"""A list with a caret that opens by group: how one of many is found with two buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.rules.kernel import Decision, Denied, Option
from companion.screen.layout import shorten
from companion.screen.model import COLUMNS, Menu
from companion.words import Words

FLAT_LIST = 8
"""A longer list opens by group."""
LONG_LIST = 2 * FLAT_LIST
"""A longer one opens by runs, where nothing groups it: so many rows are too many to walk through."""


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a list: something to choose, or a group to open."""

    label: str
    key: str = ""
    spot: str = ""
    denied: Denied | None = None
    """Not to be had; choosing it says why."""
    inside: tuple[Item, ...] = ()

    def option_keys(self) -> tuple[str, ...]:
        """The option keys behind this row."""
        if self.inside:
            return tuple(key for item in self.inside for key in item.option_keys())
        return () if self.denied else (self.key,)


def items_of(decision: Decision, words: Words) -> tuple[Item, ...]:
    """The options as a list, by group where they are many, then what is refused and has a label."""
    options = decision.options
    groups: dict[object, list[Option[object]]] = {}
    for option in options:
        groups.setdefault(option.group, []).append(option)
    if len(options) > FLAT_LIST and len(groups) > 1:
        items = [
            Item(words.say(members[0].group), inside=_in_runs([_item(o, words) for o in members]))
            if members[0].group is not None and len(members) > 1
            else _item(members[0], words)
            for members in _told_apart(groups)
        ]
    else:
        items = [*_in_runs([_item(option, words) for option in options])]
    if decision.secret:
        return tuple(items)  # a refusal would be told to all
    refused = [Item(f"✗ {words.say(d.label)}", d.key, denied=d) for d in decision.refused if d.label is not None]
    return (*items, *refused)


def _told_apart(groups: dict[object, list[Option[object]]]) -> list[list[Option[object]]]:
    """Options without a group stand alone in the outer list."""
    out: list[list[Option[object]]] = []
    for group, members in groups.items():
        out.extend([[o] for o in members] if group is None else [members])
    return out


def _in_runs(items: Sequence[Item]) -> tuple[Item, ...]:
    """A list that is too long to walk through in about as many runs as each has rows: ``Aage–Axel``, ``Bors–Erling``.

    What points nowhere on the board stays outside, where the others do: it is another kind of answer.
    """
    if len(items) <= LONG_LIST:
        return tuple(items)
    on_board = any(item.spot for item in items)
    apart = [item for item in items if on_board and not item.spot]
    rest = [item for item in items if not (on_board and not item.spot)]
    length = -(-len(rest) // round(len(rest) ** 0.5))
    runs = [tuple(rest[start : start + length]) for start in range(0, len(rest), length)]
    return (*(Item(_run_label(run), inside=run) for run in runs), *apart)


def _run_label(run: Sequence[Item]) -> str:
    """From the first to the last, or at least from the first on."""
    first, last = run[0].label, run[-1].label
    label = f"{first}–{last}"
    return label if len(label) <= COLUMNS - 3 else f"{shorten(first, COLUMNS - 4)}–"


def _item(option: Option[object], words: Words) -> Item:
    return Item(words.say(option.label), option.key, option.spot)


@dataclass(slots=True)
class Browser:
    """Where the caret is.  *items* is never empty."""

    items: Sequence[Item]
    caret: int = 0
    _above: list[tuple[Sequence[Item], int]] = field(default_factory=list)
    _top: int = 0

    @property
    def item(self) -> Item:
        """The row at the caret."""
        return self.items[self.caret]

    @property
    def is_inside(self) -> bool:
        """Whether a group is open."""
        return bool(self._above)

    def move(self, by: int) -> None:
        """Down (1) or up (-1), round the ends."""
        self.caret = (self.caret + by) % len(self.items)

    def enter(self) -> Item | None:
        """Choose the row at the caret: the item, or None if that opened a group."""
        if not self.item.inside:
            return self.item
        self.narrow(self.item.inside)
        return None

    def narrow(self, items: Sequence[Item]) -> None:
        """Open these alone; `up` leads back to all."""
        self._above.append((self.items, self.caret))
        self.items, self.caret, self._top = items, 0, 0

    def up(self) -> bool:
        """Leave the group; False if none was open."""
        if not self._above:
            return False
        self.items, self.caret = self._above.pop()
        self._top = 0
        return True

    def window(self, rows: int) -> Menu:
        """The rows around the caret, at most *rows* of them."""
        self._top = max(min(self._top, self.caret), self.caret - rows + 1)
        self._top = max(0, min(self._top, len(self.items) - rows))
        seen = self.items[self._top : self._top + rows]
        below = self._top + rows < len(self.items)
        labels = tuple([shorten(i.label + ("…" if i.inside else ""), COLUMNS - 2) for i in seen])
        return Menu(labels, self.caret - self._top, self._top > 0, below)
