"""One line of a scenario, cut into words, and read from left to right."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from companion.bench.printing import UNITS_MS
from companion.mistakes import did_you_mean

_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|min|s|h)")
_UNESCAPED: Final = {"\\": "\\", '"': '"', "n": "\n", "t": "\t", "r": "\r"}
_LONGEST_MS: Final = 1_000 * UNITS_MS["h"]


class Unreadable(Exception):
    """A line that says nothing: what is wrong, and what mends it."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy


class Token(NamedTuple):
    """A word; *quoted*: it stood in quotes."""

    text: str
    quoted: bool


def tokens(line: str) -> tuple[Token, ...]:
    """The words of a line without its comment.  Raises `Unreadable`."""
    found: list[Token] = []
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
        elif line[at] == "#":
            break
        elif line[at] in "\"'":
            text, at = _in_quotes(line, at + 1, line[at])
            found.append(Token(text, True))
        else:
            end = at
            while end < len(line) and not line[end].isspace():
                end += 1
            if '"' in line[at:end] or "\\" in line[at:end]:
                raise Unreadable(f"a quote or backslash inside {line[at:end]}", 'put the whole word in "double quotes"')
            found.append(Token(line[at:end], False))
            at = end
    return tuple(found)


def _in_quotes(line: str, at: int, quote: str) -> tuple[str, int]:
    """The text from *at* on, and where it ends.  Between single quotes a backslash is one."""
    text = ""
    while at < len(line) and line[at] != quote:
        if line[at] == "\\" and quote == '"':
            at += 1
            if line[at : at + 1] not in _UNESCAPED or at == len(line):
                raise Unreadable(f"\\{line[at : at + 1]} means nothing", r"write \\ for a backslash, \" for a quote")
            text += _UNESCAPED[line[at]]
        else:
            text += line[at]
        at += 1
    if at == len(line):
        raise Unreadable("a text that doesn't end", f"close it with {quote}")
    if at + 1 < len(line) and not line[at + 1].isspace():
        raise Unreadable(f"no space after the text {text!r}", "put one between")
    return text, at + 1


class Line:
    """The words of a line that are still to be read; *usage* is the remedy where one is missing."""

    def __init__(self, words: tuple[Token, ...], usage: str) -> None:
        self._words = list(words)
        self._usage = usage

    @property
    def left(self) -> bool:
        """Whether there is more."""
        return bool(self._words)

    def word(self, what: str) -> str:
        """The next word.  Raises `Unreadable` if the line has ended."""
        if not self._words:
            raise Unreadable(f"{what} is missing", f"write: {self._usage}")
        return self._words.pop(0).text

    def quoted(self, what: str) -> str:
        """The next word, which must stand in quotes and not be empty."""
        if self._words and not self._words[0].quoted:
            raise Unreadable(f"{what} without quotes: {self._words[0].text}", f"write: {self._usage}")
        text = self.word(what)
        if not text:
            raise Unreadable(f"{what} is empty", "every screen has that")
        return text

    def one_of(self, what: str, among: Collection[str]) -> str:
        """The next word, one of *among*."""
        found = self.word(what)
        if found not in among:
            raise Unreadable(f"no {what} {found}", did_you_mean(found, among))
        return found

    def rest(self, what: str) -> tuple[str, ...]:
        """All that is left: one word or more."""
        first = self.word(what)
        others = tuple(word.text for word in self._words)
        self._words.clear()
        return (first, *others)

    def has(self, *keyword: str) -> bool:
        """Whether the next words are these; if so they are read."""
        if tuple(w.text for w in self._words[: len(keyword)] if not w.quoted) != keyword:
            return False
        del self._words[: len(keyword)]
        return True

    def named(self, name: str) -> str | None:
        """The value of the next word if that is ``name=value``, else None."""
        if self._words and self._words[0].text.startswith(f"{name}="):
            return self._words.pop(0).text.removeprefix(f"{name}=")
        return None

    def duration(self, what: str, text: str | None = None) -> int:
        """The next word (or *text*) as milliseconds, more than none."""
        ms = read_duration(self.word(what) if text is None else text)
        if ms == 0:
            raise Unreadable(f"{what} is nothing", "write a time longer than 0ms")
        return ms

    def end(self) -> None:
        """Raises `Unreadable` if words are left over."""
        if self._words:
            raise Unreadable(f"{self._words[0].text} is too much", f"write: {self._usage}")


def read_duration(text: str) -> int:
    """``1500ms``, ``1.5s``, ``2min`` or ``3h`` as milliseconds.  Raises `Unreadable`."""
    found = _DURATION.fullmatch(text)
    if found is None:
        hint = (
            f"did you mean {text}in?" if re.fullmatch(r"\d+m", text) else "write a number and ms, s, min or h: 1500ms"
        )
        raise Unreadable(f"no time: {text}", hint)
    ms = round(float(found[1]) * UNITS_MS[found[2]])
    if ms > _LONGEST_MS:
        raise Unreadable(f"{text} is longer than a thousand hours", "shorten it")
    return ms
