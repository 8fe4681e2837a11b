"""Enrolment: which tag is under which piece, found out piece by piece.  Sans I/O and without a clock.

Whoever drives it tells what readers see, and what a person chooses; it tells the piece whose turn it is, and what is
wrong.  Tags are taken in any order, and each at once: to stop is to stop telling.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from companion.rules.game import Piece
from companion.table.tag_ids import Likeness, WrongId, canonical, is_random, likeness

WEAK_MISSES: Final = 2
"""Looks that must have missed a tag for it to be weak: one miss is an accident."""
TRUSTED_DIGITS: Final = 14
"""Ids as long as this are burnt in.  A shorter one may be made up, so its tag is laid down twice."""


class Found(Enum):
    """What is wrong with a tag, or what has to be decided."""

    NO_ID = "no-id"
    """What was read is the id of no tag."""
    ALIKE = "alike"
    """It is a tag that is known, read backwards or as a decimal number."""
    RANDOM = "random"
    """A telephone or a bank card, which is another at each tap."""
    CHANGED = "changed"
    """It said another id when it was laid down again."""
    TWIN = "twin"
    """Two tags have one id."""
    SEVERAL = "several"
    """More than one tag lies there."""
    TAKEN = "taken"
    """It is another piece's."""
    WEAK = "weak"
    """Some looks missed it."""
    HAS_TAG = "has-tag"
    """The piece bears another tag already."""
    AGAIN = "again"
    """Not wrong: it is to be lifted, and laid down once more."""
    RIGHT = "right"
    """Not wrong: it is this piece's tag already."""
    UNSAVED = "unsaved"
    """The disk took nothing, so nothing has changed."""


class Choice(Enum):
    """How a person may decide."""

    MOVE = "move"
    """The tag was stuck under this piece: the other one has it no more."""
    KEEP = "keep"
    """Weak or not."""
    REPLACE = "replace"
    """The old sticker is torn, or gone."""
    ADD = "add"
    """The piece bears two stickers."""
    LEAVE = "leave"
    """Nothing changes; lay another tag down."""


CHOICES: Final[Mapping[Found, tuple[Choice, ...]]] = {
    Found.TAKEN: (Choice.LEAVE, Choice.MOVE),
    Found.WEAK: (Choice.LEAVE, Choice.KEEP),
    Found.HAS_TAG: (Choice.REPLACE, Choice.ADD, Choice.LEAVE),
}
"""The first is what fits most often.  Of all others one only takes notice."""


class Seen(NamedTuple):
    """A tag on a reader."""

    reader: str
    tag: str
    """As the reader wrote it."""
    hits: int = 1
    """In so many of *looks* it was there; where nobody looked twice, both are 1."""
    looks: int = 1


class Finding(NamedTuple):
    """What was found out about a tag."""

    found: Found
    seen: Seen
    owner: str = ""
    """The id of the piece that bears it, or bore it."""
    other: str = ""
    """What is at odds with it: an id, or for `Found.TWIN` a reader."""
    likeness: Likeness | None = None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """None: it is enough to have read it."""
        return CHOICES.get(self.found, ())


class Count(NamedTuple):
    """How many of how many."""

    done: int
    of: int


def progress(pieces: Sequence[Piece], tags: Mapping[str, str]) -> dict[str, Count]:
    """By class of piece, in the order of the list: those that bear a tag, of those that are to."""
    tagged = frozenset(tags.values())
    counts: dict[str, Count] = {}
    for piece in pieces:
        if piece.bears_tag:
            kind = piece.id.partition("/")[0]
            done, of = counts.get(kind, Count(0, 0))
            counts[kind] = Count(done + (piece.id in tagged), of + 1)
    return counts


def whole(counts: Mapping[str, Count]) -> Count:
    """All classes together."""
    return Count(sum(count.done for count in counts.values()), sum(count.of for count in counts.values()))


class Enrolment:
    """One sitting with one box."""

    def __init__(self, pieces: Sequence[Piece], tags: Mapping[str, str]) -> None:
        """*pieces*: the box; one of them at least bears a tag.  *tags*: what is known, tag -> piece."""
        self.pieces = tuple(piece for piece in pieces if piece.bears_tag)
        self.tags: Mapping[str, str] = dict(tags)
        self.finding: Finding | None = None
        """What a person must know, or decide, before it goes on."""
        self._at = 0
        self._lying: dict[str, set[str]] = {}
        self._settled: set[str] = set()
        """What lies there and has been judged to its end."""
        self._before: list[tuple[Mapping[str, str], int]] = []
        self._moved: dict[str, str] = {}
        self._first: str | None = None
        """Of a tag that is to be laid down twice: what it said."""
        self._allowed: set[Found] = set()
        if self._has_tag(self._at):
            self._on()

    # -- what is to be done -----------------------------------------------------------------------------------

    @property
    def piece(self) -> Piece:
        """The one that is to be laid down."""
        return self.pieces[self._at]

    @property
    def number(self) -> int:
        """Its place in the list, from 1."""
        return self._at + 1

    @property
    def count(self) -> Count:
        """How far it has come."""
        return whole(progress(self.pieces, self.tags))

    @property
    def own_tags(self) -> tuple[str, ...]:
        """Those that the piece bears already."""
        return tuple(tag for tag, piece in self.tags.items() if piece == self.piece.id)

    # -- what a person does -----------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """To the next piece of the list (1), or the one before (-1), whether it bears a tag or not."""
        self._choose((self._at + by) % len(self.pieces))

    def choose(self, id: str) -> None:
        """Another piece.  Raises `KeyError` for one that bears no tag."""
        found = next((at for at, piece in enumerate(self.pieces) if piece.id == id), None)
        if found is None:
            raise KeyError(id)
        self._choose(found)

    def skip(self) -> None:
        """To the next piece without a tag."""
        self._choose(self._at)
        self._on()

    def decide(self, choice: Choice) -> None:
        """Of the finding's choices; where it has none, `Choice.LEAVE` says that it was read."""
        finding = self.finding
        if finding is None:
            return
        self.finding = None
        if choice is Choice.LEAVE:
            self._settled.add(finding.seen.tag)
            self._first = self._first if finding.found is Found.AGAIN else None
            return
        assert choice in finding.choices
        if choice is Choice.REPLACE:
            self._keep(finding.seen.tag, replace=True)
        elif choice is Choice.ADD:
            self._keep(finding.seen.tag, replace=False)
        else:
            self._allowed.add(finding.found)
            self._judge(finding.seen)

    def undo(self) -> bool:
        """The last tag that was taken, replaced or moved; False where there is none."""
        if not self._before:
            return False
        self.tags, at = self._before.pop()
        self._choose(at)
        return True

    def unsaved(self) -> None:
        """The change couldn't be saved: it is undone, and said."""
        seen = Seen("", "")
        self.undo()
        self.finding = Finding(Found.UNSAVED, seen)

    # -- what readers see -------------------------------------------------------------------------------------

    def seen(self, *tags: Seen) -> None:
        """Tags have come to lie on readers, all of them at once.  One counts again only after `lifted`."""
        fresh = []
        for seen in tags:
            try:
                seen = seen._replace(tag=canonical(seen.tag))
            except WrongId:
                like = self._alike(seen.tag)
                self.finding = like._replace(seen=seen) if like else Finding(Found.NO_ID, seen)
                continue
            lying = self._lying.setdefault(seen.reader, set())
            if seen.tag not in lying:
                lying.add(seen.tag)
                fresh.append(seen)
        self._settled -= {seen.tag for seen in fresh}
        if not fresh:
            return
        self._allowed.clear()
        if len({seen.tag for seen in fresh}) > 1:
            self.finding = Finding(Found.SEVERAL, fresh[-1], other=fresh[0].tag)
        else:
            self._judge(fresh[-1])

    def lifted(self, reader: str, tag: str) -> None:
        """It doesn't lie there any more.  The last of several that is left is taken."""
        try:
            self._lying.get(reader, set()).discard(canonical(tag))
        except WrongId:
            return
        if self.finding is None or self.finding.found is not Found.SEVERAL:
            return
        left = [Seen(reader, tag) for reader, lying in self._lying.items() for tag in lying - self._settled]
        if len(left) < 2 and all(len(lying) < 2 for lying in self._lying.values()):
            self.finding = None
            for seen in left:
                self._judge(seen)

    # -- inside -----------------------------------------------------------------------------------------------

    def _judge(self, seen: Seen) -> None:
        """Take the tag, or find out why not."""
        self.finding = self._found(seen)
        if self.finding is None:
            self._keep(seen.tag, replace=False)
        elif self.finding.found is Found.AGAIN:
            self._first = seen.tag

    def _found(self, seen: Seen) -> Finding | None:
        tag, owner = seen.tag, self.tags.get(seen.tag, "")
        if is_random(tag):
            return Finding(Found.RANDOM, seen)
        for reader, lying in self._lying.items():
            if tag in lying and reader != seen.reader:
                return Finding(Found.TWIN, seen, owner, reader)
        if others := self._lying.get(seen.reader, set()) - {tag}:
            return Finding(Found.SEVERAL, seen, other=min(others))
        if owner == self.piece.id:
            return Finding(Found.RIGHT, seen, owner)
        if owner and self._moved.get(tag) == self.piece.id:
            return Finding(Found.TWIN, seen, owner)
        if not owner and (like := self._alike(tag)):
            return like._replace(seen=seen)
        if owner and Found.TAKEN not in self._allowed:
            return Finding(Found.TAKEN, seen, owner)
        if not owner and len(tag) < TRUSTED_DIGITS and tag != self._first:
            if self._first is not None:
                first, self._first = self._first, None
                return Finding(Found.CHANGED, seen, other=first)
            return Finding(Found.AGAIN, seen)
        if seen.looks - seen.hits >= WEAK_MISSES and Found.WEAK not in self._allowed:
            return Finding(Found.WEAK, seen)
        if self.own_tags:
            return Finding(Found.HAS_TAG, seen, other=self.own_tags[0])
        return None

    def _alike(self, written: str) -> Finding | None:
        for tag, owner in self.tags.items():
            if like := likeness(written, tag) or _mirrored(written, tag):
                return Finding(Found.ALIKE, Seen("", written), owner, tag, like)
        return None

    def _keep(self, tag: str, replace: bool) -> None:
        self._before.append((self.tags, self._at))
        if tag in self.tags:
            self._moved[tag] = self.tags[tag]
        old = self.own_tags if replace else ()
        loser = self.tags.get(tag)
        self.tags = {known: piece for known, piece in self.tags.items() if known not in (tag, *old)}
        self.tags[tag] = self.piece.id
        self._settled.add(tag)
        self._first = None
        if loser is None or loser in self.tags.values() or not self._goes_to(loser):
            self._on()

    def _goes_to(self, id: str) -> bool:
        """To the piece that has lost its tag: it is at hand, and whether its sticker says the same shows at once."""
        at = next((at for at, piece in enumerate(self.pieces) if piece.id == id), None)
        if at is not None:
            self._at = at
        return at is not None

    def _choose(self, at: int) -> None:
        self._at = at
        self._first = None
        self.finding = None
        self._allowed.clear()

    def _has_tag(self, at: int) -> bool:
        return self.pieces[at].id in self.tags.values()

    def _on(self) -> None:
        """To the next piece without a tag, round the end; where all have one, to the next."""
        size = len(self.pieces)
        ahead = [(self._at + by) % size for by in range(1, size + 1)]
        self._at = next((at for at in ahead if not self._has_tag(at)), ahead[0])


def _mirrored(written: str, tag: str) -> Likeness | None:
    """Where it is the known one that was written as a decimal number."""
    if len(written) % 2 or not all(c in "0123456789ABCDEF" for c in written):
        return None
    like = likeness(tag, written)
    return like and like._replace(tag=tag)
