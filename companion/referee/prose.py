"""From what happened to what is read: news, sections and facts as lines and screenfuls in one language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.rules.kernel import Denied, News
from companion.rules.picture import Dice, Meter, Picture, Tally
from companion.rules.text import Arg, Text, text
from companion.screen.layout import shorten, wrap
from companion.screen.model import (
    BESIDE_COLUMNS,
    BODY_ROWS,
    COLUMNS,
    Block,
    DiceBeside,
    Lines,
    MeterBlock,
    TallyBlock,
    rows_of,
)
from companion.words import Words

Body = tuple[Block, ...]


class Prose:
    """The words of one language, laid out for the screen."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def say(self, key: str, **args: Arg) -> str:
        """One of the session's own texts: *key* without its ``referee.``."""
        return self.words.say(text(f"referee.{key}", **args))

    def lines(self, key: str, **args: Arg) -> list[str]:
        """The same, wrapped to the screen."""
        return wrap(self.say(key, **args), COLUMNS)

    def wrapped(self, texts: Iterable[Text]) -> list[str]:
        """Every text from a line of its own."""
        return [line for each in texts for line in wrap(self.words.say(each), COLUMNS)]

    def free(self, paragraphs: str) -> list[str]:
        """Running text, as a rulebook's section has it; paragraphs are parted by blank lines."""
        return [line for paragraph in paragraphs.split("\n\n") for line in wrap(paragraph, COLUMNS)]

    def refusals(self, refused: Iterable[Denied]) -> list[str]:
        """All that can't be had, those with the same reason together."""
        together: dict[tuple[str, Text], list[str]] = {}
        for refusal in refused:
            label = [self.words.say(refusal.label)] if refusal.label else []
            together.setdefault((refusal.rule, refusal.reason), []).extend(label)
        lines: list[str] = []
        for (rule, reason), labels in together.items():
            lines += wrap(" ".join(["✗", *labels, f"§{rule}"]), COLUMNS) + wrap(self.words.say(reason), COLUMNS)
        return lines

    def refusal(self, refusal: Denied) -> list[str]:
        """Not allowed: which section, what, why."""
        return [*self.lines("refused", rule=refusal.rule), *self.wrapped([refusal.reason])]

    def block(self, picture: Picture, beside: Sequence[str] = ()) -> Block:
        """A picture; *beside* are rows of ten characters, for those that leave room."""
        match picture:
            case Dice(pips, sides):
                return DiceBeside(pips, tuple(beside), sides=sides)
            case Tally():
                left, right = (shorten(self.words.say(name), BESIDE_COLUMNS) for name in (picture.left, picture.right))
                mine, theirs = (picture.left_points, picture.left_sum), (picture.right_points, picture.right_sum)
                return TallyBlock(left, *mine, right, *theirs, picture.goal, *picture.marks)
            case Meter(label, value, limit):
                return MeterBlock(shorten(self.words.say(label), COLUMNS), value, limit)

    def under(self, picture: Picture, said: Iterable[list[str]]) -> list[Body]:
        """A picture at the top, and lines below it, those of one fact together where they can be."""
        return _headed((self.block(picture),), said)

    def screenfuls(self, news: Sequence[News]) -> list[Body]:
        """News as pages: a picture heads a page of its own, and what was said flows below it, each item whole."""
        pages: list[Body] = []
        head: Body = ()
        said: list[list[str]] = []
        for item in news:
            words = self.words.say(item.text)
            if item.picture is None:
                said.append(wrap(words, COLUMNS))
                continue
            pages += _headed(head, said)
            beside = wrap(words, BESIDE_COLUMNS)
            if isinstance(item.picture, Dice) and len(beside) <= 3:
                head, said = (self.block(item.picture, beside),), []
            else:
                head, said = (self.block(item.picture),), [wrap(words, COLUMNS)]
        return [*pages, *_headed(head, said)]


def _headed(head: Body, said: Iterable[list[str]]) -> list[Body]:
    """A picture with what fits below it, then the rest; an item is cut only if it is longer than a page."""
    pages: list[list[str]] = [[]]
    room = BODY_ROWS - sum(map(rows_of, head))
    for lines in said:
        if len(lines) > room and (pages[-1] or len(pages) == 1):
            pages.append([])
            room = BODY_ROWS
        while len(lines) > room:
            pages[-1] += lines[:room]
            lines, room = lines[room:], BODY_ROWS
            pages.append([])
        pages[-1] += lines
        room -= len(lines)
    first, *others = pages
    top = (*head, Lines(tuple(first))) if first else head
    return [*([top] if top else []), *((Lines(tuple(lines)),) for lines in others)]


def pages_of(lines: Sequence[str]) -> list[Body]:
    """Lines by screenfuls of four."""
    return [(Lines(tuple(lines[i : i + BODY_ROWS])),) for i in range(0, len(lines), BODY_ROWS)]
