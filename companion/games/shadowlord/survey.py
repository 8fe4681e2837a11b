"""What can be wrong with an edition: the board as a board, and the sets of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from math import inf
from typing import Final

from companion.games.shadowlord.edition import Ally, Board, Edition, Guide, Shadow
from companion.games.shadowlord.nouns import (
    MINOR_SHADOWS,
    OF_A_CLASS,
    PAWNS,
    POWER_CARDS,
    SIDES,
    Class,
    Effect,
    SpaceKind,
)
from companion.games.shadowlord.tags import sorts
from companion.rules.game import Mistake
from companion.table.model import miscounted

LABEL_COLUMNS: Final = 5
NAME_COLUMNS: Final = 19
LAST_CHARACTER: Final = "ÿ"
"""The screen has the letters and signs up to this one, in the order of Unicode."""
MOST_POWER: Final = 20
MOST_DICE: Final = 4
MOST_SLOTS: Final = 20

_SPACES: Final = {
    SpaceKind.FORTRESS: (1, "the Lost Fortress in the centre"),
    SpaceKind.RUIN: (4, "around the fortress"),
    SpaceKind.CORNER: (4, "the corners of the outer ring"),
    SpaceKind.HOME: (4, "one a master"),
    SpaceKind.GALAXY: (16, "four between the ruins, twelve between the corners"),
}
_BESIDE: Final = {
    SpaceKind.FORTRESS: ({SpaceKind.RUIN: 4},),
    SpaceKind.RUIN: ({SpaceKind.FORTRESS: 1, SpaceKind.GALAXY: 4},),
    SpaceKind.CORNER: ({SpaceKind.GALAXY: 2},),
    SpaceKind.HOME: ({SpaceKind.GALAXY: 3},),
    SpaceKind.GALAXY: (
        {SpaceKind.RUIN: 2, SpaceKind.GALAXY: 1},
        {SpaceKind.HOME: 1, SpaceKind.GALAXY: 3},
        {SpaceKind.HOME: 1, SpaceKind.GALAXY: 1, SpaceKind.CORNER: 1, SpaceKind.RUIN: 1},
    ),
}
"""What a space of a kind is beside, and how often: one of these."""


def check(edition: Edition) -> list[Mistake]:
    """Everything that is wrong, at once."""
    return [
        *_entries(edition.board),
        *_size(edition.board),
        *_sheet(edition.board),
        *_kinds(edition.board),
        *_links(edition.board),
        *_allies(edition),
        *_powers(edition),
        *_cards(edition),
        *_guide(edition.guide),
        *_timer(edition),
        *miscounted(edition.pieces, sorts(edition)),
    ]


def _entries(board: Board) -> Iterator[Mistake]:
    """Names and labels: each space for itself."""
    seen, labels = set[str](), dict[str, str]()
    for n, space in enumerate(board.space):
        key = f"board.space.{n}"
        if not (space.id.isalnum() and _is_shown(space.id)):
            yield Mistake(f"{key}.id", f"{space.id!r} can't name a space", "letters and digits only")
        elif not _is_shown(space.printed):
            yield Mistake(f"{key}.label", f"{space.printed!r} can't be shown", _SHOWN)
        if space.id in seen:
            yield Mistake(f"{key}.id", f"{space.id} is the name of two spaces", "give each a name of its own")
        elif space.printed in labels:
            what = f"{space.printed} is printed on {labels[space.printed]} too"
            yield Mistake(f"{key}.label", what, "print another")
        seen.add(space.id)
        labels.setdefault(space.printed, space.id)
        if len(space.printed) > LABEL_COLUMNS:
            yield Mistake(f"{key}.label", f"{space.printed} is too long", f"at most {LABEL_COLUMNS} characters")


_SHOWN: Final = "letters, digits and signs, no blank at its ends"


def _is_shown(text: str) -> bool:
    """Whether *text* looks on the screen as it is written."""
    return text.strip() == text and text.isprintable() and all(each <= LAST_CHARACTER for each in text)


def _size(board: Board) -> Iterator[Mistake]:
    for key, length in (("board.width_mm", board.width_mm), ("board.height_mm", board.height_mm)):
        if not 0 < length < inf:
            yield Mistake(key, f"{length:g} mm", "a length of more than 0")


def _sheet(board: Board) -> Iterator[Mistake]:
    """Where the spaces are printed; a length that is a mistake itself puts none of them outside."""
    width, height = (length if 0 < length < inf else inf for length in (board.width_mm, board.height_mm))
    seen = dict[tuple[float, float], str]()
    size = f"the board is {board.width_mm:g} x {board.height_mm:g} mm"
    for n, space in enumerate(board.space):
        at = (space.x_mm, space.y_mm)
        if not (0 <= space.x_mm <= width and 0 <= space.y_mm <= height and max(at) < inf):
            yield Mistake(f"board.space.{n}.x_mm", f"{space.id} lies outside, at {at[0]:g}, {at[1]:g}", size)
        if at in seen:
            yield Mistake(f"board.space.{n}.x_mm", f"{space.id} lies on {seen[at]}", "move one of them")
        seen.setdefault(at, space.id)


def _kinds(board: Board) -> Iterator[Mistake]:
    """How many spaces of each kind, and whose the planets are."""
    counts = Counter(space.kind for space in board.space)
    for kind, (wanted, why) in _SPACES.items():
        if counts[kind] != wanted:
            yield Mistake("board.space", f"{counts[kind]} of kind {kind}", f"{wanted}: {why}")
    masters = Counter(space.master for space in board.space if space.kind is SpaceKind.HOME)
    for pawn in PAWNS:
        if masters[pawn.id] != 1:  # type: ignore[index]
            what = f"{masters[pawn.id]} home planets of {pawn.id}"  # type: ignore[index]
            yield Mistake("board.space", what, "each master has one")
    for n, space in enumerate(board.space):
        if (space.master is None) == (space.kind is SpaceKind.HOME):
            what = f"{space.id} is a {space.kind} and " + ("nobody's" if space.master is None else space.master + "'s")
            yield Mistake(f"board.space.{n}.master", what, "home planets have a master, other spaces have none")


def _links(board: Board) -> Iterator[Mistake]:
    """Ways in both directions, from everywhere to everywhere, and what is beside what."""
    spaces = {space.id: space for space in board.space}
    for n, space in enumerate(board.space):
        key = f"board.space.{n}.links"
        for m, other in enumerate(space.links):
            if other == space.id:
                yield Mistake(f"{key}.{m}", f"{space.id} is linked to itself", "leave it out")
            elif other not in spaces:
                near = get_close_matches(other, spaces, n=1)
                remedy = f"did you mean {near[0]!r}?" if near else "name a space of this board"
                yield Mistake(f"{key}.{m}", f"no space {other!r}", remedy)
            elif other in space.links[:m]:
                yield Mistake(f"{key}.{m}", f"{other} is named twice", "name it once")
            elif space.id not in spaces[other].links:
                what = f"{space.id} leads to {other}, and {other} doesn't lead back"
                yield Mistake(f"{key}.{m}", what, f"name {space.id} in the links of {other} too")
        kinds = Counter(spaces[other].kind for other in space.links if other in spaces)
        if dict(kinds) not in _BESIDE[space.kind]:
            what = f"the {space.kind} {space.id} is beside {_listed(kinds) or 'nothing'}"
            yield Mistake(key, what, "it is beside " + ", or ".join(map(_listed, _BESIDE[space.kind])))
    reached, edge = set[str](), [board.space[0].id] if board.space else []
    while edge:
        here = edge.pop()
        if here in spaces and here not in reached:
            reached.add(here)
            edge += spaces[here].links
    for n, space in enumerate(board.space):
        if space.id not in reached:
            yield Mistake(f"board.space.{n}.links", f"{space.id} can't be reached", "link it")


def _listed(kinds: Mapping[SpaceKind, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in kinds.items())


def _twice(key: str, what: str, entries: Sequence[str]) -> Iterator[Mistake]:
    for n, entry in enumerate(entries):
        if entry in entries[:n]:
            yield Mistake(f"{key}.{n}.{what}", f"{entry!r} for the second time", "give each one of its own")


def _allies(edition: Edition) -> Iterator[Mistake]:
    """Names and numbers of allies and shadows."""
    counts = Counter(ally.kind for ally in edition.ally)
    for kind in Class:
        if counts[kind] != OF_A_CLASS:
            yield Mistake("ally", f"{counts[kind]} of kind {kind}", f"there are {OF_A_CLASS}")
    if len(edition.shadow) != MINOR_SHADOWS:
        yield Mistake("shadow", f"{len(edition.shadow)} minor shadows", f"there are {MINOR_SHADOWS}")
    named: tuple[tuple[str, Sequence[Ally | Shadow]], ...] = (("ally", edition.ally), ("shadow", edition.shadow))
    for key, entries in named:
        yield from _twice(key, "id", [entry.id for entry in entries])
        yield from _twice(key, "name", [entry.name for entry in entries])
        for n, entry in enumerate(entries):
            if not (entry.id.replace("-", "").isalnum() and entry.id.isascii()):
                yield Mistake(f"{key}.{n}.id", f"{entry.id!r} can't name a character", "a to z, digits and - only")
            if not 1 <= len(entry.name) <= NAME_COLUMNS:
                yield Mistake(f"{key}.{n}.name", f"{entry.name!r} doesn't fit", f"1 to {NAME_COLUMNS} characters")
            elif not _is_shown(entry.name):
                yield Mistake(f"{key}.{n}.name", f"{entry.name!r} can't be shown", _SHOWN)
    taken = {pawn.id for pawn in PAWNS} | {ally.id for ally in edition.ally} | {"shadowlord"}
    for n, shadow in enumerate(edition.shadow):
        if shadow.id in taken:
            yield Mistake(f"shadow.{n}.id", f"{shadow.id!r} is another's", "give each one of its own")
    for n, ally in enumerate(edition.ally):
        if ally.id in {pawn.id for pawn in PAWNS}:
            yield Mistake(f"ally.{n}.id", f"{ally.id!r} is a master's", "give each one of its own")


def _powers(edition: Edition) -> Iterator[Mistake]:
    powers = edition.powers
    entries = {
        "master.power": edition.master.power,
        "powers.warrior": powers.warrior,
        "powers.merchant": powers.merchant,
        "powers.diplomat": powers.diplomat,
        "shadowlord.power": edition.shadowlord.power,
    } | {f"shadow.{n}.power": shadow.power for n, shadow in enumerate(edition.shadow)}
    for key, power in entries.items():
        if not 0 <= power <= MOST_POWER:
            yield Mistake(key, f"a power of {power}", f"0 to {MOST_POWER}")


def _cards(edition: Edition) -> Iterator[Mistake]:
    total = sum(entry.count for entry in edition.card)
    if total != POWER_CARDS:
        yield Mistake("card", f"the counts add up to {total}", f"there are {POWER_CARDS} power cards")
    yield from _twice("card", "number", [str(entry.number) for entry in edition.card])
    for n, entry in enumerate(edition.card):
        if entry.count < 1:
            yield Mistake(f"card.{n}.count", f"{entry.count} cards of {entry.number}", "1 or more, or no entry")
        if not 0 <= entry.number <= 10:
            yield Mistake(f"card.{n}.number", f"a card of {entry.number}", "0 to 10")


def _guide(guide: Guide) -> Iterator[Mistake]:
    """An entry for every total that the dice can have, and no other."""
    if not 1 <= guide.dice <= MOST_DICE:
        yield Mistake("guide.dice", f"{guide.dice} dice", f"1 to {MOST_DICE}")
        return
    if guide.source == "table":
        if guide.entry:
            yield Mistake("guide.entry", 'entries, and the source is "table"', "the players read their own card")
        return
    totals = range(guide.dice, guide.dice * SIDES + 1)
    listed = [entry.total for entry in guide.entry]
    yield from _twice("guide.entry", "total", [str(total) for total in listed])
    for total in totals:
        if total not in listed:
            yield Mistake("guide.entry", f"nothing for a total of {total}", "say what happens; effect none is nothing")
    for n, entry in enumerate(guide.entry):
        key = f"guide.entry.{n}"
        if entry.total not in totals:
            what = f"{guide.dice} dice never come to {entry.total}"
            yield Mistake(f"{key}.total", what, f"{totals[0]} to {totals[-1]}")
        counted = entry.effect in (Effect.CARDS, Effect.SHIPS, Effect.MOVE)
        if counted and not 1 <= entry.n <= 10:
            yield Mistake(f"{key}.n", f"{entry.n} {entry.effect}", "1 to 10")
        if not counted and entry.n:
            yield Mistake(f"{key}.n", f"{entry.effect} counts nothing", "leave n out")
        if (entry.effect is Effect.OTHER) != bool(entry.text):
            yield Mistake(f"{key}.text", f"the effect is {entry.effect}", "other has a text to read out, no other has")
        if not _is_shown(entry.text):
            yield Mistake(f"{key}.text", f"{entry.text!r} can't be shown", _SHOWN)


def _timer(edition: Edition) -> Iterator[Mistake]:
    if not 1 <= edition.timer.slots <= MOST_SLOTS:
        yield Mistake("timer.slots", f"{edition.timer.slots} slots", f"1 to {MOST_SLOTS}")
